"""Worked examples of the three rewards, and the rewards of complete matches."""

import numpy as np
import pytest
from tests.envs.random_agent import play_randomly
from tests.every import every_game

import parlour
from parlour import BadInput
from parlour.engine.rewards import MARGIN, POINTS, RANK, write_rewards


def paid(kind, before, after, over=True, lowest=False):
    rewards = np.full(len(after), 9.0)
    scores = [np.array(row, np.int32) for row in (before, after)]
    write_rewards(kind, -1 if lowest else 1, len(after), *scores, over, rewards)
    return rewards.tolist()


@pytest.mark.parametrize(
    ("after", "lowest", "rewards"),
    [
        ([30, 20, 10], False, [1, 0, -1]),
        ([30, 20, 10], True, [-1, 0, 1]),
        ([5, 5], False, [0, 0]),
        ([7, 7, 3], False, [0.5, 0.5, -1]),
        ([7, 3, 3, 1], True, [-1, 0, 0, 1]),
        ([9, 9, 9, 1], True, [-1 / 3, -1 / 3, -1 / 3, 1]),
        ([12], False, [0]),
    ],
)
def test_rank_is_the_share_beaten_minus_the_share_that_won(after, lowest, rewards):
    assert paid(RANK, [0] * len(after), after, lowest=lowest) == pytest.approx(rewards)
    assert sum(rewards) == pytest.approx(0)


def test_rank_is_paid_at_the_end_only():
    assert paid(RANK, [0, 0], [5, 3], over=False) == [0, 0]


def test_points_are_the_change_and_fewest_points_are_best_where_they_win():
    assert paid(POINTS, [10, 4], [12, 4], over=False) == [2, 0]
    assert paid(POINTS, [10, 4], [12, 3], lowest=True) == [-2, 1]


def test_margin_is_the_change_against_the_mean_of_the_others():
    assert paid(MARGIN, [0, 0, 0], [6, 3, 0], over=False) == [4.5, 0, -4.5]
    assert paid(MARGIN, [0, 0, 0], [6, 3, 0], lowest=True) == [-4.5, 0, 4.5]
    assert paid(MARGIN, [1], [4]) == [3]


@every_game
@pytest.mark.parametrize("reward", ["rank", "points", "margin"])
def test_what_a_match_pays_follows_from_its_scores(name, reward):
    env = parlour.envs.aec(name, seats=3, reward=reward, seed=5)
    env.reset()
    began = np.array(env.scores)
    earned = dict.fromkeys(env.agents, 0.0)
    for _ in play_randomly(env, 6):
        for agent, amount in env.rewards.items():
            earned[agent] += amount
    for agent, amount in env.rewards.items():
        earned[agent] += amount
    sign = -1 if env.rules.lowest_wins else 1
    change = sign * (np.array(env.scores) - began)
    final = sign * np.array(env.scores)
    expected = {
        "rank": np.sign(final[:, None] - final[None, :]).sum(1) / 2,
        "points": change,
        "margin": change - (change.sum() - change) / 2,
    }[reward]
    assert list(earned.values()) == pytest.approx(expected.tolist())
    assert any(earned.values()) or name == "confetti"  # random players score nothing there


def test_an_unknown_reward_is_named():
    with pytest.raises(BadInput, match="there is no reward 'glory'; choose one of rank, points, margin"):
        parlour.envs.aec("parrot", reward="glory")
