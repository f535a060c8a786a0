"""Policies at live tables: chosen by name, in time, and replaced with a notice when they fail or are too slow."""

import asyncio
import threading

import numpy as np
import pytest
from tests.live.fakes import TableHarness
from tests.live.play_harness import PlayHarness
from tests.live.serving import LONG
from tests.policies.test_playing import cheats, crashes, mixed

import parlour
from parlour import BadInput
from parlour.bots import Player
from parlour.live import messages as m
from parlour.live.catalogue import games
from parlour.live.event_loop import LoopClock
from parlour.live.live_bots import POLICY_LIMIT_MS
from parlour.live.offered import Offered, load_offered
from parlour.live.seats import checked_setup
from parlour.policies import load


def seated(game, policy):
    found = load(policy, parlour.game(game).rules)
    return Player(found.name, policy=found)


@pytest.mark.parametrize("game", ["parrot", "piccolo"])
def test_a_policy_plays_a_whole_match_and_it_can_be_replayed(game):
    harness = PlayHarness(game, seats=2, rtts={}, **({"rounds": 1} if game == "parrot" else {}))
    harness.play.seat_bot(0, seated(game, mixed), 1)
    harness.play.seat_bot(1, "sharp", 2)
    failed = []
    harness.play.when_policies_fail(lambda seat, why: failed.append(why))
    harness.go()
    assert harness.clock.until(lambda: harness.match.over, 7_200_000)
    assert not failed
    assert {told.seat for _, told in harness.told} >= {0, 1}
    assert parlour.match.replay(harness.match.log()).state.tobytes() == harness.match.state.tobytes()


def test_in_real_time_it_is_asked_tick_by_tick_and_never_about_the_past():
    moments = []

    def waits(observation, mask):
        moments.append(harness.play.time.now())
        return len(mask) - 1

    harness = PlayHarness("piccolo", seats=2, rtts={0: 20.0})
    harness.play.seat_bot(1, seated("piccolo", waits), 1)
    moments.clear()
    harness.go()
    harness.clock.run(2000)
    between = np.diff(moments)[1:]  # before the first, things began to be decided ahead of time
    assert len(moments) > 50
    assert between.min() >= 20
    assert np.median(between) == 20


@pytest.mark.parametrize("policy", [crashes, cheats])
def test_a_policy_that_fails_is_replaced_and_the_match_goes_on(policy):
    harness = PlayHarness("parrot", seats=2, rtts={}, rounds=1)
    harness.play.seat_bot(0, seated("parrot", policy), 1)
    harness.play.seat_bot(1, "sharp", 2)
    failed = []
    harness.play.when_policies_fail(lambda seat, why: failed.append((seat, why)))
    harness.go()
    assert harness.clock.until(lambda: harness.match.over, 7_200_000)
    assert len(failed) == 1
    assert failed[0][0] == 0


def test_a_slow_policy_is_replaced_after_the_time_limit():
    harness = PlayHarness("parrot", seats=2, rtts={0: 20.0})
    harness.clock.search_ms = 10_000.0
    slow = seated("parrot", mixed)
    harness.play.seat_bot(1, slow, 1)
    failed = []
    harness.play.when_policies_fail(lambda seat, why: failed.append((seat, why, harness.clock.now())))
    harness.go()
    assert harness.clock.until(lambda: any(told.seat == 1 for _, told in harness.told), 60_000)
    assert failed == [(1, "took longer than 2 seconds", harness.start + POLICY_LIMIT_MS)]
    assert slow.policy.replaced == 1
    moves = len(harness.told)
    harness.clock.run(20_000)  # its answer comes at last, and is ignored
    assert len(harness.told) >= moves
    assert harness.clock.searches == 1


def offering(game, **policies):
    rules = parlour.game(game).rules
    return Offered({game: {name: load(policy, rules, name) for name, policy in policies.items()}})


def test_players_choose_a_policy_by_its_name_and_are_told_when_it_fails():
    harness = TableHarness("parrot", seats=2, rounds=1)
    harness.table.offered = offering("parrot", Ada=crashes)
    host = harness.person(0)
    host.say(m.Bot(seat=1, level="Ada"))
    assert host.table["seats"][1]["bot"] == "Ada"
    host.say(m.Options(level="Ada"))
    assert host.table["level"] == "Ada"
    host.say(m.Start())
    assert harness.clock.until(lambda: host.told("refused"), 600_000)
    assert host.last("refused")["says"] == "Ada cannot go on; another bot plays its seat until this match is over."
    number = host.number
    harness.clock.run(200_000)
    assert host.number > number, "the match goes on"


def test_a_player_cannot_name_a_policy_that_is_not_offered(tmp_path, monkeypatch):
    """Nothing that comes over the network is imported."""
    (tmp_path / "evil.py").write_text("raise SystemExit('imported')\ndef policy(observation, mask): return 0\n")
    monkeypatch.chdir(tmp_path)
    harness = TableHarness("parrot", seats=2)
    host = harness.person(0)
    for name in ("evil.py:policy", "evil.py", "os:abort", "Ada", "evil.onnx"):
        with pytest.raises(BadInput, match="there is no bot"):
            host.say(m.Bot(seat=1, level=name))
        with pytest.raises(BadInput, match="has no bot"):
            host.say(m.Options(level=name))
        with pytest.raises(BadInput, match="has no bot"):
            checked_setup("parrot", 2, {}, name)
        rules = parlour.game("parrot").rules
        assert Offered().player(rules, name) == Player("casual"), "named in the database, by an operator of before"


def test_the_catalogue_lists_what_is_offered():
    found = {each.name: each for each in games(offering("parrot", Ada=mixed))}
    assert found["parrot"].policies == ["Ada"]
    assert found["piccolo"].policies == []
    assert "Ada" not in found["parrot"].bots


MINE = """
import numpy as np
def policy(observation, mask): return int(mask.argmax())
def parrots(observation, mask): return int((observation @ np.ones((SIZE, 3)))[0] * 0)
"""


def test_an_operator_names_policies_for_all_games_that_they_can_play(tmp_path, monkeypatch):
    size = parlour.game("parrot").rules.pieces.size
    (tmp_path / "mine.py").write_text(MINE.replace("SIZE", str(size)))
    monkeypatch.chdir(tmp_path)
    offered = load_offered(["mine.py:policy", "Polly=mine.py:parrots"])
    names = {name: offered.policies(parlour.game(name).rules) for name in parlour.games()}
    assert names.pop("parrot") == ["mine", "Polly"]
    assert all(each == ["mine"] for each in names.values())
    with pytest.raises(BadInput, match="there is a bot 'sharp' already"):
        load_offered(["sharp=mine.py"])
    with pytest.raises(BadInput, match="there is a bot 'mine' already; name the policy as in Ada=mine.py"):
        load_offered(["mine.py", "mine.py"])
    with pytest.raises(BadInput, match="there is no file none.py"):
        load_offered(["none.py:policy"])
    (tmp_path / "wrong.py").write_text("def policy(observation, mask): return observation.no_such_thing\n")
    with pytest.raises(
        BadInput, match="wrong.py can play none of the games; for example, the policy wrong cannot play"
    ):
        load_offered(["wrong.py"])


def test_work_that_never_ends_keeps_nobody_else_waiting():
    async def check():
        clock, forever, answers = LoopClock(asyncio.get_running_loop()), threading.Event(), []
        clock.in_thread(forever.wait, answers.append, "stuck")
        clock.in_thread(lambda: 2, answers.append, "another")
        clock.in_thread(lambda: 1, answers.append)
        while len(answers) < 2:
            await asyncio.sleep(0.01)
        assert sorted(answers) == [1, 2]
        forever.set()

    asyncio.run(asyncio.wait_for(check(), LONG))
