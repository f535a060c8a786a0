"""Selects how much is run (tests/extent.py)."""

import pytest

from tests import extent


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    config.stash[extent.COLLECTED] = list(items)
    if extent.ONCE:
        kept = extent.chosen(items)
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept
