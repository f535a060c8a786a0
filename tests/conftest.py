"""Selects how much is run (tests/extent.py)."""

import gc

import pytest
from hypothesis import HealthCheck, settings

from tests import extent

# Objects made between two garbage collections: imports and the compiler make many that stay, and at Python's own 700
# the search for garbage takes 7 % of the time of compiling a game.
gc.set_threshold(200_000)

# Always the same examples, and no limit on their time, which a busy machine exceeds. `make soak` tries new ones.
settings.register_profile(
    "parlour", derandomize=not extent.SOAK, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("parlour")


def pytest_ignore_collect(collection_path):
    """Nothing in these folders is run, so they need not be read either, which takes several seconds."""
    return extent.left_to_test_all(collection_path) or None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    config.stash[extent.COLLECTED] = list(items)
    if extent.ONCE:
        kept = extent.chosen(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
