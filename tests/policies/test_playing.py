"""Policies in matches: in the lab and move by move, in time, and replaced when they fail."""

import numpy as np
import pytest
from tests.every import every_game

import parlour
from parlour.bots import bots_of, seat_bots
from parlour.games import rules_of
from parlour.kit import seed_of
from parlour.lab.run import Run, play, rotations
from parlour.policies import player, players, with_reaction_time


def mixed(observations, masks):
    """Any legal move, depending on the observation alone; in a real-time game mostly the last answer, to wait."""
    numbers = observations.astype(np.int64) @ np.arange(1, observations.shape[-1] + 1)
    legal = np.cumsum(masks, -1, dtype=np.int64)
    chosen = np.where(numbers % 8 == 0, numbers, -1) % legal[..., -1] if masks.shape[-1] in WAITS else numbers
    chosen = chosen % legal[..., -1]
    return (legal == chosen[..., None] + 1).argmax(-1)


WAITS = {rules_of(name).answers for name in parlour.games() if rules_of(name).real_time}


def one_by_one(observation, mask):
    return int(mixed(observation[None], mask[None])[0])


def run_of(name, *named, options=None, seed=5):
    sitting = players(bots_of(rules_of(name)), list(named))
    return Run(name, tuple(sitting), rotations(len(sitting)), seed, options or {})


@every_game
def test_a_match_of_the_lab_can_be_played_again_move_by_move(name):
    run = run_of(name, mixed, "casual", one_by_one, with_reaction_time(one_by_one, 250))
    tallies = play(run, 0, 4)
    assert not any(each.policy.replaced for each in run.players if each.policy)
    for number in (0, 3):
        match = parlour.game(name).new(seats=4, seed=int(seed_of(np.uint64(5), number)))
        sitting = [run.players[who] for who in run.seating[number]]
        for _ in seat_bots(match, sitting).play_out():
            pass
        assert match.scores == tallies[number]["scores"][:4].tolist()
        assert (len(match.entries), match.clock) == (tallies[number]["steps"], tallies[number]["ms"])


@pytest.mark.parametrize("name", ["parrot", "piccolo"])
def test_single_and_batched_policies_play_the_same_matches(name):
    batched, single = (play(run_of(name, policy, "casual"), 0, 3) for policy in (mixed, one_by_one))
    assert batched["scores"].tolist() == single["scores"].tolist()
    assert batched["ms"].tolist() == single["ms"].tolist()
    alone = np.concatenate([play(run_of(name, mixed, "casual"), k, k + 1) for k in range(3)])
    assert (alone == batched).all(), "side by side or one by one makes no difference"


def test_a_policy_shares_the_table_with_a_search():
    run = run_of("parrot", mixed, "champion:5", options={"rounds": 1})
    assert play(run, 0, 2)["steps"].min() > 5


@pytest.mark.deep
def test_in_real_time_a_policy_is_asked_tick_by_tick_and_may_wait():
    """One that turns its cards up at once and never rings is asked again and again, and the match goes on."""
    asked = []

    def eager(observations, masks):
        asked.append(len(masks))
        return np.where(masks[:, 0] != 0, 0, masks.shape[1] - 1)

    machine = play(run_of("piccolo", eager, "sharp"), 0, 4)
    questions = sum(asked)
    assert questions > machine["ms"].sum() / 20 / 3, "about one question every 20 ms while it may ring"
    slow = play(run_of("piccolo", with_reaction_time(eager, 800), "sharp"), 0, 4)
    assert slow["ms"].sum() / slow["steps"].sum() > machine["ms"].sum() / machine["steps"].sum()
    asked.clear()
    eager.tick_ms = 200
    play(run_of("piccolo", eager, "sharp"), 0, 4)
    assert sum(asked) < questions / 2


def crashes(observation, mask):
    if observation.sum() % 3 == 0:
        raise RuntimeError("no idea")
    return int(mask.argmax())


def cheats(observation, mask):
    return int(mask.argmin()) if observation.sum() % 3 == 0 else int(mask.argmax())


def babbles(observation, mask):
    return None if observation.sum() % 3 == 0 else int(mask.argmax())


@pytest.mark.parametrize(
    ("policy", "says"),
    [
        (crashes, "crashed (RuntimeError: no idea)"),
        (cheats, "chose the illegal action "),
        (babbles, "returned None instead of an action"),
    ],
)
@pytest.mark.parametrize("name", ["parrot", "piccolo"])
def test_a_policy_that_fails_is_replaced_for_the_rest_of_the_match(name, policy, says):
    bots = bots_of(rules_of(name))
    sitting = player(bots, policy)
    run = Run(name, (sitting, *players(bots, "casual")), rotations(2), 5)
    tallies = play(run, 0, 8)
    assert 1 <= sitting.policy.replaced <= 8, "at most once in each match"
    assert sitting.policy.reason.startswith(says)
    match = parlour.game(name).new(seats=2, seed=int(seed_of(np.uint64(5), 0)))
    for _ in seat_bots(match, [run.players[who] for who in run.seating[0]]).play_out():
        pass
    assert match.scores == tallies[0]["scores"][:2].tolist(), "move by move, the same bot plays on in the same way"
