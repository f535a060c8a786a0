"""What is compiled for a table is all that the table calls: nothing is compiled while people play."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.live.serving import LONG

from parlour.bots import Player, bots_of
from parlour.games import names, rules_of
from parlour.kit import INTERPRETED, LEARNED
from parlour.live.offered import Offered
from parlour.live.parts import GAME, NETWORK, POLICIES, SEARCH, STEPS, Part, part_of
from parlour.policies import Policy

ROOT = Path(__file__).parents[2]

# Loads everything for a table and then plays there, printing each function that is compiled meanwhile. People who never
# act are waited for until time runs out; one leaves.
PROGRAM = """
import contextlib
import sys
from numba.core import event
from tests.live.fakes import TableHarness
from parlour import ParlourError
from parlour.games import rules_of
from parlour.live import messages as m
from parlour.live.parts import load
from parlour.live.offered import Offered
from parlour.policies import Policy

game, bot = sys.argv[1:]
offered = Offered({game: {"Ada": Policy("Ada", lambda observation, mask: mask.argmax())}})
for part in sorted(offered.parts(rules_of(game), [bot])):
    load(part)

class Compiled(event.Listener):
    def on_start(self, happening):
        function = happening.data["dispatcher"].py_func
        print(function.__module__, function.__qualname__)
    def on_end(self, happening):
        pass

event.register("numba:compile", Compiled())
seats = max(3, rules_of(game).min_seats + 1)  # two people, and at least one bot
harness = TableHarness(game, seats=seats)
harness.table.offered = offered
host, guest = harness.person(0), harness.person(1)
for seat in range(2, seats):
    host.say(m.Bot(seat=seat, level=bot))
host.say(m.Options(level=bot))
host.say(m.Start())
harness.clock.run(200_000)
for _ in range(20):
    harness.clock.run(1_000)
    if host.legal:
        with contextlib.suppress(ParlourError):  # in Confetti a bot may have been faster
            host.act(host.legal[0])
guest.say(m.Leave(bot=True))
harness.clock.run(100_000)
other = harness.reloaded()
other.join(host.token)
other.clock.run(100_000)
assert other.table.match.entries
"""

BOTS = {"casual": GAME, "champion": SEARCH, LEARNED: NETWORK, "Ada": POLICIES}


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("bot", BOTS)
def test_a_table_compiles_nothing_that_was_not_prepared(game, bot):
    if bot not in (*bots_of(rules_of(game)).names, "Ada"):
        pytest.skip("there is no such bot")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, bot],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=10 * LONG,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""


def test_what_each_bot_needs():
    policy = Policy("Ada", lambda observation, mask: 0)
    for game in names():
        bots = bots_of(rules_of(game))
        found = {name: part_of(bots, Player(name)).kind for name in bots.names}
        assert found.pop(LEARNED, NETWORK) == NETWORK
        assert found.pop("champion") == (SEARCH if bots.plan is not None else GAME)
        assert set(found.values()) == {GAME}
        assert part_of(bots, Player("Ada", policy=policy)) == Part(game, POLICIES)
        offered = Offered({game: {"Ada": policy}})
        every = offered.parts(bots.rules, offered.names(bots.rules))
        assert {part.kind for part in every} <= set(STEPS)
        assert offered.parts(bots.rules, ["nobody"]) == {Part(game)}
