"""Packages that only a part of Parlour needs. They are installed with an extra, as in `pip install 'parlour[lab]'`.

with needs("lab"):
    import polars
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from .errors import ParlourError


class Extra(NamedTuple):
    """An extra of pyproject.toml: the part of Parlour that needs it, and the packages that this part imports."""

    purpose: str
    packages: tuple[str, ...]


EXTRAS = {
    "lab": Extra("the lab", ("polars", "altair", "vl_convert", "openskill")),
    "pictures": Extra("this picture", ("resvg_py", "PIL", "pygame")),
    "postgres": Extra("a PostgreSQL database", ("psycopg",)),
    "envs": Extra("this environment", ("gymnasium", "pettingzoo")),
    "openspiel": Extra("this environment", ("pyspiel",)),
    "onnx": Extra("an ONNX policy", ("onnxruntime",)),
    "train": Extra("training", ("torch",)),
    "ray": Extra("--ray", ("ray",)),
    "gpu": Extra("device='cuda'", ("numba_cuda",)),
    "bench": Extra("the comparison with other libraries", ("pgx", "jax", "rlcard", "pettingzoo", "pyspiel")),
}


class MissingExtra(ParlourError, ImportError):
    """A package that belongs to an extra is not installed."""


def how_to_install(extra: str) -> str:
    return f"pip install 'parlour[{extra}]'"


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Imports inside the block belong to this extra; if one fails, MissingExtra says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "parlour"):
            raise
        raise MissingExtra(
            f"{EXTRAS[extra].purpose} needs {package}, which is not installed: {how_to_install(extra)}"
        ) from None
