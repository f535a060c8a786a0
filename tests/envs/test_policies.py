"""Policies as opponents in the Gymnasium forms, and `parlour.envs.evaluate`."""

import copy
import json
import pickle

import gymnasium
import numpy as np
import pytest
from tests.envs.random_agent import RandomAgent
from tests.every import every_game
from tests.policies.test_playing import crashes, mixed, one_by_one

import parlour
from parlour import BadInput
from parlour.envs import CrossPlay, Evaluation, evaluate
from parlour.envs.ids import env_id
from parlour.lab.run import Run, play, rotations
from parlour.policies import load, players


def steps_of(env, seed, steps):
    """What an environment returns in a number of steps of a random learner."""
    shown, _ = env.reset(seed=seed)
    count = env.num_envs
    made = env if hasattr(env, "rules") else env.envs[0].unwrapped
    learners = [RandomAgent(made, i, wait_share=0.9) for i in range(count)]
    for _ in range(steps):
        masks = shown["action_mask"]
        actions = np.array([one.choose(mask) if mask.any() else 0 for one, mask in zip(learners, masks)])
        shown, rewards, over, _, _ = env.step(actions)
        yield shown["observation"].tobytes(), rewards.tolist(), over.tolist()


@every_game
def test_single_and_batched_opponents_and_any_number_of_tables_give_the_same_matches(name):
    made = {"seats": 3, "reward": "margin", "tick_ms": 200}
    batched = gymnasium.make_vec(env_id(name), num_envs=3, opponents=[mixed, "casual"], **made)
    single = gymnasium.make_vec(env_id(name), num_envs=3, opponents=[one_by_one, "casual"], **made)
    theirs = gymnasium.make_vec(
        env_id(name), num_envs=3, opponents=[mixed, "casual"], vectorization_mode="sync", **made
    )
    for one, other, third in zip(*(steps_of(env, 51, 60) for env in (batched, single, theirs)), strict=True):
        assert one == other == third


def test_a_batched_opponent_is_asked_once_per_round_about_all_tables():
    asked = []

    def counts(observations, masks):
        asked.append(len(observations))
        return masks.argmax(-1)

    env = gymnasium.make_vec(env_id("parrot"), num_envs=300, seats=2, opponents=counts, threads=2)
    asked.clear()
    for _ in steps_of(env, 1, 4):
        pass
    assert max(asked) > 150
    assert len(asked) < 60


def test_names_functions_and_a_search_share_a_table(tmp_path):
    (tmp_path / "mine.py").write_text("def policy(observation, mask):\n    return int(mask.argmax())\n")
    opponents = [f"{tmp_path}/mine.py:policy", "champion:5", mixed]
    env = gymnasium.make(env_id("parrot"), seats=4, opponents=opponents, options={"rounds": 1}).unwrapped
    shown, _ = env.reset(seed=2)
    over = False
    while not over:
        shown, _, over, _, info = env.step(int(shown["action_mask"].argmax()))
    assert len(info["scores"]) == 4


@pytest.mark.deep
def test_an_environment_with_policies_can_be_copied_and_pickled_in_the_middle_of_a_match():
    env = gymnasium.make(env_id("piccolo"), seats=3, opponents=[mixed, one_by_one]).unwrapped
    shown, _ = env.reset(seed=4)
    for _ in range(300):
        shown, *_ = env.step(0 if shown["action_mask"][0] else env.rules.actions)
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(300):
        wanted = 0 if shown["action_mask"][0] else env.rules.actions
        shown, *_ = env.step(wanted)
        for other in others:
            assert (other.step(wanted)[0]["observation"] == shown["observation"]).all()


def test_an_opponent_that_fails_is_replaced_and_the_match_goes_on():
    env = gymnasium.make_vec(env_id("parrot"), num_envs=20, seats=2, opponents=crashes)
    with pytest.warns(
        RuntimeWarning, match="the policy crashes crashed .*no idea.* so a casual bot plays on"
    ) as warned:
        list(steps_of(env, 1, 40))
    assert len(warned) == 1, "once, not at every table"


def test_what_is_no_opponent_is_one_sentence():
    with pytest.raises(BadInput, match="a policy is a function of an observation and a mask, or its name, not 7"):
        gymnasium.make(env_id("parrot"), opponents=7)

    def wrong(observation, mask):
        return int((observation.reshape(17, 23) @ mask).argmax())

    with pytest.raises(BadInput, match="the policy wrong cannot play Parrot: .* it crashed"):
        gymnasium.make(env_id("parrot"), opponents=["casual", wrong, "casual"])


def any_legal(seed):
    dice = np.random.default_rng(seed)
    return lambda observations, masks: (dice.random(masks.shape) * masks).argmax(-1)


SHORT = {"options": {"rounds": 1}}


def test_an_evaluation_says_what_a_simulation_says():
    """`sharp` in one seat against `casual`: the same matches as in the lab, hence the same share."""
    found = evaluate("sharp", "parrot", opponents="casual", matches=300, seats=3, seed=9, **SHORT)
    bots = parlour.bots.bots_of(parlour.game("parrot").rules)
    run = Run("parrot", tuple(players(bots, "sharp,casual,casual")), rotations(3), 9, {"rounds": 1})
    tallies = play(run, 0, 300)
    scores = tallies["scores"][:, :3]
    won = scores == scores.min(1, keepdims=True)
    share = (won / won.sum(1, keepdims=True) * (tallies["who"][:, :3] == 0)).sum(1).mean()
    assert found.wins.value == pytest.approx(share)
    assert found.wins.low < share < found.wins.high
    assert found.levels["sharp"] == found.wins
    assert found.rating.low > 0, "sharp is better than casual"
    assert evaluate("casual", "parrot", matches=50, seats=3, **SHORT).rating.value == 0


def test_a_random_policy_has_the_share_of_the_random_bot():
    ours = evaluate(any_legal(1), "parrot", opponents="random", matches=1500, seats=2, **SHORT)
    theirs = evaluate("random", "parrot", opponents="random", matches=1500, seats=2, **SHORT)
    assert ours.wins.low < theirs.wins.high
    assert theirs.wins.low < ours.wins.high
    assert ours.wins.low < 0.5 < ours.wins.high
    assert ours.points.low < theirs.points.high
    assert theirs.points.low < ours.points.high


def test_an_evaluation_can_be_printed_shown_and_kept():
    found = evaluate(mixed, "parrot", opponents=["sharp", crashes], matches=12, **SHORT)
    assert isinstance(found, Evaluation)
    assert (found.seats, found.opponents) == (3, ("sharp", "crashes"))
    text = str(found)
    assert text.startswith("mixed against sharp, crashes: 12 matches of Parrot, an equal share is 33.3 %")
    assert "rating (casual = 0)" in text
    assert "wins of novice there" in text
    assert found._repr_html_().count("<tr>") == len(text.splitlines()) - 1
    assert json.loads(json.dumps(found.to_dict()))["wins"]["value"] == found.wins.value
    failed = evaluate(crashes, "parrot", matches=12, seats=2, **SHORT)
    assert "the policy crashes was replaced by a casual bot for the rest of the match" in str(failed)
    assert "no idea" in failed._repr_html_()
    assert not evaluate(mixed, "parrot", matches=4, seats=2, **SHORT).notice


def test_several_policies_give_a_matrix():
    found = evaluate({"a": mixed, "b": "sharp"}, "parrot", opponents="casual", matches=40, seats=2, **SHORT)
    assert isinstance(found, CrossPlay)
    assert found.matrix().shape == (2, 2)
    assert found.matrix()[0, 0] == 0.5
    assert found.matrix()[0, 1] + found.matrix()[1, 0] == pytest.approx(1), "the same deals, from the other seat"
    assert found["b"].wins.value > 0.5 > found["a"].wins.value
    assert "among b" in str(found)
    assert "<table>" in found._repr_html_()
    assert json.loads(json.dumps(found.to_dict()))["matrix"][0][0] == 0.5
    listed = evaluate([mixed, "sharp"], "parrot", matches=10, seats=2, **SHORT)
    assert listed.policies == ("mixed", "sharp")


def test_what_cannot_be_evaluated_is_one_sentence():
    with pytest.raises(BadInput, match="need different names"):
        evaluate([mixed, mixed], "parrot")
    with pytest.raises(BadInput, match="two matches or more"):
        evaluate(mixed, "parrot", matches=1)
    with pytest.raises(BadInput, match="two seats or more"):
        evaluate(mixed, "confetti", seats=1)
    with pytest.raises(BadInput, match="Parrot is for 2 to 6 players"):
        evaluate(mixed, "parrot", seats=9)
    with pytest.raises(BadInput, match="there is no file"):
        evaluate("none.py:policy", "parrot")


def test_an_evaluation_is_the_same_every_time():
    policy = load(mixed, parlour.game("parrot").rules)
    first, again = (evaluate(policy, "parrot", matches=30, seats=2, seed=3, **SHORT) for _ in range(2))
    assert first == again
