"""After a restart everybody comes back at once, and nobody waits long."""

import asyncio

import pytest

from parlour.bench.live_restart import LIMIT_S, PEOPLE, restart

TABLES = 200
PLAY_S = 10.0  # before the restart, at ten times the usual pace
TRIES = 3

pytestmark = [pytest.mark.deep, pytest.mark.usefixtures("games_ready")]


def test_after_a_restart_the_last_welcome_comes_within_five_seconds():
    """Another process may have the machine just then, so the best of a few tries counts."""
    tried = []
    for _ in range(TRIES):
        found = asyncio.run(restart(TABLES, PLAY_S, print))
        assert found.people == TABLES * PEOPLE
        assert found.events > 20 * TABLES, "there was hardly anything to load"
        tried.append(found)
        if found.last_s < LIMIT_S:
            return
    raise AssertionError(tried)
