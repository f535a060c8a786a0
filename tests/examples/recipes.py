"""Libraries that only the recipes need."""

import importlib
import importlib.util
import os

import pytest


def library(name):
    """The module, or skip. `make test-train` installs all of them, so that there nothing is skipped."""
    return importlib.import_module(name) if os.environ.get("PARLOUR_RECIPES") else pytest.importorskip(name)


def installed_or_skip(name):
    """The same without importing it: PufferLib leaves a link in the folder in which it is imported."""
    if importlib.util.find_spec(name) is None:
        library(name)
