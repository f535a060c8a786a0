"""Libraries that only the recipes need."""

import importlib
import os

import pytest


def library(name):
    """The module, or skip. `make test-train` installs all of them, so that there nothing is skipped."""
    return importlib.import_module(name) if os.environ.get("PARLOUR_RECIPES") else pytest.importorskip(name)
