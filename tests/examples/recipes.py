"""Libraries that only the recipes need."""

import importlib
import importlib.util
import os

import pytest


def library(name):
    """The module, or skip. `make test-train` installs all of them, so that there nothing is skipped."""
    return importlib.import_module(name) if os.environ.get("PARLOUR_RECIPES") else pytest.importorskip(name)


def installed_or_skip(name):
    """Skip if it is missing, without importing it: PufferLib leaves a link in the folder in which it is imported."""
    if importlib.util.find_spec(name) is None:
        assert not os.environ.get("PARLOUR_RECIPES"), f"`make test-train` should have installed {name}"
        pytest.skip(f"{name} is not installed")
