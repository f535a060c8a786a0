"""PettingZoo's own tests for every game and every number of players, and what these tests do not cover."""

import warnings
from contextlib import contextmanager

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test
from tests import command
from tests.envs.random_agent import RandomAgent, play_randomly
from tests.every import deep_if_compiled, every_game, every_table

import parlour
from parlour import BadInput, IllegalAction, ParlourError
from parlour.kit import INTERPRETED, seed_of

# PettingZoo warns about every unknown environment with dictionary observations.
EXPECTED = ("Observation is not a NumPy array", "Observation space for each agent probably should be")


@contextmanager
def no_other_warnings():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        # Python may give these at any moment, about files and processes that other tests have not closed.
        warnings.simplefilter("ignore", ResourceWarning)
        yield
    said = [str(warning.message) for warning in caught]
    assert [text for text in said if not text.startswith(EXPECTED)] == []


@every_table
def test_pettingzoo_passes_the_aec_form(name, seats):
    with no_other_warnings():
        api_test(parlour.envs.aec(name, seats), num_cycles=20)
        seed_test(lambda: parlour.envs.aec(name, seats), num_cycles=10)


@every_table
def test_pettingzoo_passes_the_parallel_form(name, seats):
    with no_other_warnings():
        parallel_api_test(parlour.envs.parallel(name, seats), num_cycles=30)
        parallel_seed_test(lambda: parlour.envs.parallel(name, seats), num_cycles=10)


@every_game
def test_complete_matches_can_be_replayed_from_the_log(name):
    env = parlour.envs.aec(name, seats=3)
    env.reset(seed=11)
    for agent, shown, _ in play_randomly(env, 12):
        assert shown["action_mask"].any()
        assert env.observation_space(agent).contains(shown)
    assert all(env.terminations.values())
    assert env.infos["seat_0"] == {"scores": env.scores}
    for agent in env.agents[:]:
        assert env.observe(agent)["action_mask"].all(), "no mask is ever empty"
        env.step(None)
    assert env.agents == []
    told = parlour.replay(env.log())
    assert told.over
    assert told.scores == env.scores
    assert told.state.tobytes() == env._states[0].tobytes()
    with pytest.raises(ParlourError, match="the match is over and has no agents left: call reset first"):
        env.step(0)


@every_game
def test_the_aec_form_is_the_batch_with_one_match(name):
    batch = parlour.game(name).batch(1, seats=3, seed=21)
    env = parlour.envs.aec(name, seats=3)
    env.reset(seed=int(seed_of(np.uint64(21), 0)))
    for agent, shown, action in play_randomly(env, 22, steps=400):
        assert agent == f"seat_{batch.current_player[0]}"
        assert (shown["action_mask"] == batch.legal_action_mask[0]).all()
        assert (shown["observation"] == batch.observe()[0]).all()
        batch.step(np.array([action]))
    assert batch.scores[0].tolist() == env.scores
    assert batch.states[0].tobytes() == env._states[0].tobytes()


# `make sample` makes it interpreted, because compiling one of these games takes 25 s.
@pytest.mark.parametrize("name", [name for name in parlour.games() if parlour.game(name).rules.real_time])
@deep_if_compiled
def test_the_parallel_form_asks_the_same_moments_as_the_aec_form(name):
    """In a real-time game, the same seed and the same answers give the same match, to the byte."""
    one, all_at_once = parlour.envs.aec(name, seats=3), parlour.envs.parallel(name, seats=3)
    one.reset(seed=31)
    shown, _ = all_at_once.reset(seed=31)
    player = RandomAgent(one, 32)
    moments = 0
    while all_at_once.agents and moments < (60 if INTERPRETED else 300):
        answers, moment = {}, one.clock
        assert moment == all_at_once.clock
        while one.clock == moment and not one.terminations[one.agent_selection]:
            agent = one.agent_selection
            alone = one.observe(agent)
            assert all((alone[part] == shown[agent][part]).all() for part in alone)
            answers[agent] = player.choose(alone["action_mask"])
            one.step(answers[agent])
        shown, rewards, over, _, infos = all_at_once.step(answers)
        assert one._states[0].tobytes() == all_at_once._states[0].tobytes()
        assert (one.rewards, one.infos) == (rewards, infos)
        assert one.terminations == over
        moments += 1
    assert one.log() == all_at_once.log()
    assert len(one.entries) > 10


@pytest.mark.parametrize("name", [name for name in parlour.games() if not parlour.game(name).rules.real_time])
def test_turns_taken_tick_by_tick_give_the_same_scores(name):
    one, all_at_once = parlour.envs.aec(name, seats=3), parlour.envs.parallel(name, seats=3)
    one.reset(seed=41)
    all_at_once.reset(seed=41)
    for agent, shown, action in play_randomly(one, 42):
        assert all_at_once._observations()[agent]["action_mask"][:-1].tobytes() == shown["action_mask"].tobytes()
        all_at_once.step({agent: action})
    assert all_at_once.agents == []
    assert one.scores == all_at_once.scores
    told = parlour.replay(all_at_once.log())
    assert (told.over, told.scores) == (True, one.scores)


def test_seats_not_on_turn_can_only_wait():
    env = parlour.envs.parallel("parrot", seats=3)
    env.reset(seed=1)
    wait = env.rules.actions
    shown = env.step({f"seat_{seat}": 0 for seat in range(3)})[0]
    to_move = [agent for agent, seen in shown.items() if seen["action_mask"].sum() > 1]
    assert len(to_move) == 1
    for agent, seen in shown.items():
        if agent not in to_move:
            assert np.flatnonzero(seen["action_mask"]).tolist() == [wait]
    before = env.clock
    env.step({})
    assert env.clock == before + 20


def test_time_runs_out_for_a_seat_that_waits():
    env = parlour.envs.parallel("parrot", seats=2, tick_ms=1000)
    env.reset(seed=1)
    for _ in range(20):
        env.step({})
    assert env.clock == 20_000
    shown = env.step({})[0]
    assert sum(seen["action_mask"].sum() > 1 for seen in shown.values()) == 1  # the openings were chosen for them


@pytest.mark.deep
def test_no_seat_is_always_first():
    """Two hands reach for the same card in the same tick, and the first one gets it."""
    got = []
    for seed in range(40):
        env = parlour.envs.parallel("confetti", seats=2, options={"conflict": "first-come"})
        shown, _ = env.reset(seed=seed)
        card = int(np.flatnonzero(shown["seat_0"]["action_mask"])[0])
        infos = env.step({"seat_0": card, "seat_1": card})[4]
        assert len(env.entries) == 1
        got.append(env.entries[0][1])
        assert infos[f"seat_{got[-1]}"] == {}
        assert "CON-" in infos[f"seat_{1 - got[-1]}"]["refused"]
    assert 8 < sum(got) < 32


def test_what_the_mask_forbids_is_refused_with_the_rule():
    env = parlour.envs.aec("parrot", seats=2)
    env.reset(seed=3)
    before = env._states[0].tobytes()
    for action, rule in ((29, "PAR-14"), (111, "PAR-29"), (112, "PAR-29"), (-1, "PAR-29"), (0.5, "PAR-29")):
        with pytest.raises(IllegalAction) as refused:
            env.step(action)
        assert refused.value.rule == rule
        assert env._states[0].tobytes() == before
    env.step(np.int64(0))
    assert env._states[0].tobytes() != before


def test_the_parallel_form_refuses_or_raises():
    env = parlour.envs.parallel("parrot", seats=2)
    env.reset(seed=3)
    infos = env.step({"seat_0": 29, "seat_1": 111})[4]
    assert infos["seat_0"]["refused"].startswith("PAR-14: ")
    assert infos["seat_1"]["refused"] == "PAR-29: leaving and voting are not actions that a trained policy can choose"
    assert env.entries == []
    strict = parlour.envs.parallel("parrot", seats=2, illegal="raise")
    strict.reset(seed=3)
    with pytest.raises(IllegalAction, match="PAR-14"):
        strict.step({"seat_0": 0, "seat_1": 29})
    assert strict.entries == []
    strict.step({"seat_0": 0, "seat_1": 1})
    assert len(strict.entries) == 2


def test_matches_after_the_first_follow_from_the_seed():
    def first_cards(env, seeds):
        for seed in seeds:
            env.reset(seed=seed)
            yield env.seed

    series = list(first_cards(parlour.envs.aec("parrot", seed=8), [None, None, None]))
    assert series[0] == 8
    assert len(set(series)) == 3
    assert list(first_cards(parlour.envs.parallel("parrot"), [8, None, None])) == series
    assert list(first_cards(parlour.envs.aec("parrot"), [None])) != list(
        first_cards(parlour.envs.aec("parrot"), [None])
    )


def test_the_table_can_be_rendered():
    env = parlour.envs.aec("parrot", seats=2, render_mode="ansi")
    with pytest.raises(ParlourError, match="has not begun"):
        env.render()
    with pytest.raises(ParlourError, match="has not begun"):
        env.step(0)
    env.reset(seed=1)
    assert "player 2" in env.render()
    assert "\x1b[" in env.render()
    assert parlour.envs.aec("parrot", seats=2).render() is None


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"name": "chess"}, "there is no game 'chess'"),
        ({"name": "parrot", "seats": 9}, "2 to 6 players"),
        ({"name": "parrot", "options": {"rounds": 99}}, "rounds"),
        ({"name": "parrot", "seed": -1}, "a seed is a whole number from 0"),
        ({"name": "parrot", "seed": "7"}, "a seed is a whole number from 0"),
        ({"name": "parrot", "tick_ms": 0}, "a tick is a whole number of ms"),
        ({"name": "parrot", "render_mode": "cinema"}, "no render mode 'cinema'"),
        ({"name": "parrot", "illegal": "shrug"}, "illegal is refuse or raise, not 'shrug'"),
    ],
)
def test_invalid_arguments_are_explained(given, says):
    with pytest.raises(BadInput, match=says):
        parlour.envs.parallel(**given)
    if "illegal" not in given:
        with pytest.raises(BadInput, match=says):
            parlour.envs.aec(**given)


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_a_missing_package_is_named(package):
    tried = (
        "import sys, parlour.envs\n"
        f"sys.modules[{package!r}] = None\n"
        "for form in (parlour.envs.aec, parlour.envs.parallel):\n"
        "    try: form('parrot')\n"
        "    except parlour.ParlourError as error: print(error)\n"
    )
    done = command.run(code=tried)
    said = f"this environment needs {package}, which is not installed: pip install 'parlour[envs]'\n"
    assert done.stdout == 2 * said, done.stderr


def test_an_unknown_agent_is_refused():
    env = parlour.envs.parallel("parrot", seats=2)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="there is no agent 'seat_7', only seat_0, seat_1"):
        env.step({"seat_7": 1})
