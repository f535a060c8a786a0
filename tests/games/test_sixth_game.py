"""Another package brings a game: rules, bots and study in one folder, one entry point, and everything works."""

import asyncio
import json
import subprocess
import sys

import aiohttp
import pytest
from tests.games.sixth_game.install import install_guess
from tests.live.client import Client
from tests.live.serving import Server

from parlour.live import messages as m


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The environment of a process in which the package is installed."""
    return install_guess(tmp_path_factory.mktemp("site"))


@pytest.fixture
def parlour(installed):
    def run(*arguments):
        return python("from parlour.cli import main; main()", *arguments, environment=installed)

    return run


def python(program, *arguments, environment):
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_is_listed_simulated_and_watched(parlour):
    assert "guess" in parlour("games")
    assert "GUE-02" in parlour("rules", "guess")
    told = json.loads(parlour("sim", "guess", "--seats", "3", "--games", "20", "--json"))
    assert (told["game"], told["steps"]) == ("guess", 60)
    assert "player 2: say" in parlour("watch", "guess", "--seats", "2", "--seed", "4")


def test_its_own_bots_play(parlour):
    """A champion always says high, so against itself it says nothing else."""
    watched = parlour("watch", "guess", "--bots", "champion", "--seats", "4", "--seed", "4")
    assert watched.count("say high") == 4
    assert "say low" not in watched


@pytest.mark.deep
def test_its_own_study_is_in_the_report(parlour, tmp_path):
    report = tmp_path / "report.html"
    parlour("lab", "guess", "--bots", "champion", "--games", "200", "--seats", "2", "--out", str(report))
    assert "How many players say high in a game." in report.read_text()


ENVIRONMENTS = """
import gymnasium, parlour.envs
env = gymnasium.make("parlour/Guess-v0", seats=3, opponents="sharp")
seen, _ = env.reset(seed=1)
assert seen["action_mask"].tolist() == [1, 1, 0], seen
assert env.step(1)[2]
table = parlour.envs.aec("guess", seats=3)
table.reset(seed=1)
for agent in table.agent_iter():
    table.step(None if table.last()[2] else 1)
assert table.scores in ([0, 0, 0], [1, 1, 1])
print("played")
"""


LEAVING = """
import parlour
match = parlour.game("guess").new(seats=3, seed=1)
match.play(1, 2)
match.play(0, 1)
assert match.actors == [2]
match.play(2, 1)
assert match.over and match.view(None)["said"] == ["high", "left", "high"]
print("played on")
"""


def test_a_player_can_leave_out_of_turn(installed):
    assert python(LEAVING, environment=installed) == "played on\n"


@pytest.mark.deep
def test_it_is_an_environment(installed):
    assert python(ENVIRONMENTS, environment=installed) == "played\n"


async def play_to_the_end(address):
    """One person against bots, always saying high."""
    async with aiohttp.ClientSession() as session:
        person = await Client.make(session, address, game="guess", seats=3, bots=True)
        await person.connect()
        await person.say(m.Start())
        while person.over is None:
            if person.legal and person.you == person.view["turn"]:
                await person.act(1)
                person.legal = []
            await person.next()
        return person


@pytest.mark.deep
def test_it_is_served(installed, monkeypatch, tmp_path):
    """The page draws a game without a folder of its own from its view and from the descriptions of its actions."""
    for name in ("PYTHONPATH", "PARLOUR_CACHE"):
        monkeypatch.setenv(name, installed[name])
    with Server(str(tmp_path / "parlour.db"), tmp_path, "--pace", "20") as server:
        person = asyncio.run(play_to_the_end(server.address))
    assert person.view["said"][person.you] == "high"
    assert len(person.over["scores"]) == 3
    assert any("say high" in json.dumps(told) for told in person.heard), "actions are described in the game's words"
