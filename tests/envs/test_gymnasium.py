"""Gymnasium's own checks for every game, one seat against bots; the vector form plays the same matches."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from tests.envs.random_agent import RandomAgent
from tests.every import every_game, every_table

import parlour
from parlour import BadInput, IllegalAction, ParlourError
from parlour.bots import seat_bots
from parlour.envs.ids import env_id


@every_table
def test_gymnasium_passes_every_table(name, seats, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # all render modes are tried, also `human`
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(env_id(name), seats=seats, opponents="novice").unwrapped)


def test_the_five_ids():
    assert [env_id(name) for name in parlour.games()] == [
        "parlour/Confetti-v1",
        "parlour/Parrot-v0",
        "parlour/Piccolo-v1",
        "parlour/PiccoloTwist-v1",
        "parlour/TrickyTwist-v0",
    ]
    assert all(env_id(name) in gymnasium.registry for name in parlour.games())


def test_an_id_can_name_the_module_that_registers_it():
    made = 'import gymnasium; print(gymnasium.make("parlour.envs:parlour/Parrot-v0").unwrapped.rules.title)'
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert done.stdout == "Parrot\n"


def played(env, seed, steps=None):
    """A complete random match: everything that the environment returned."""
    shown, info = env.reset(seed=seed)
    player = RandomAgent(env, seed)
    told = [(shown, info)]
    while steps is None or len(told) < steps:
        shown, reward, over, cut, info = env.step(player.choose(shown["action_mask"]))
        assert not cut
        told.append((shown, reward, info))
        if over:
            break
    return told


@every_game
def test_whole_matches_against_bots(name):
    env = gymnasium.make(env_id(name), seats=3, opponents=["casual", "novice"], reward="rank").unwrapped
    told = played(env, 1)
    *_, (shown, reward, info) = told
    seat, scores = told[0][1]["seat"], info["scores"]
    sign = -1 if env.rules.lowest_wins else 1
    assert reward == pytest.approx(np.sign(sign * (scores[seat] - scores)).sum() / 2)
    assert shown["action_mask"].all(), "any action is ignored, so that no mask is empty"
    with pytest.raises(ParlourError, match="the match is over: call reset first"):
        env.step(0)
    again = played(env, 1)
    assert len(again) == len(told)
    for one, other in zip(told, again):
        assert all((one[0][part] == other[0][part]).all() for part in one[0])
        assert str(one[1:]) == str(other[1:])


@every_game
def test_the_vector_form_plays_the_same_matches(name):
    """Each table gives what Gymnasium's own vector of single environments gives, through ends and new deals."""
    made = {"seats": 3, "opponents": "casual,random", "reward": "margin", "tick_ms": 200}
    ours = gymnasium.make_vec(env_id(name), num_envs=3, **made)
    theirs = gymnasium.make_vec(env_id(name), num_envs=3, vectorization_mode="sync", **made)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    players = [RandomAgent(ours, i, wait_share=0.9) for i in range(3)]
    (shown, infos), (other, other_infos) = ours.reset(seed=51), theirs.reset(seed=51)
    ends = 0
    for step in range(2000):
        assert sorted(map(str, infos.items())) == sorted(map(str, other_infos.items()))
        assert all((shown[part] == other[part]).all() for part in shown)
        masks = shown["action_mask"]
        actions = np.array([player.choose(mask) for player, mask in zip(players, masks)])
        if step % 17 == 5:
            actions[0] = ours.rules.actions - 1  # leaving is refused
        shown, rewards, over, cut, infos = ours.step(actions)
        other, other_rewards, other_over, _, other_infos = theirs.step(actions)
        assert (rewards == other_rewards).all()
        assert (over == other_over).all()
        assert not cut.any()
        ends += over.sum()
        if ends >= 4:
            break
    assert ends >= 1
    ours.close()


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_every_way_to_go_on_after_the_end_is_gymnasiums(mode):
    """Compared with Gymnasium's own vector of single environments, step by step."""
    made = {"seats": 2, "opponents": "casual", "options": {"rounds": 1}}
    ours = gymnasium.make_vec("parlour/Parrot-v0", num_envs=3, autoreset_mode=mode, **made)
    theirs = gymnasium.make_vec(
        "parlour/Parrot-v0", num_envs=3, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **made
    )
    assert ours.autoreset_mode == ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == mode
    dice = np.random.default_rng(3)
    (shown, _), (other, _) = ours.reset(seed=51), theirs.reset(seed=51)
    ends = 0
    while ends < 6:
        assert all((shown[part] == other[part]).all() for part in shown)
        assert (ours.action_masks() == (shown["action_mask"] != 0)).all()
        actions = (dice.random(shown["action_mask"].shape) * shown["action_mask"]).argmax(1)
        shown, rewards, over, _, infos = ours.step(actions)
        other, other_rewards, other_over, _, other_infos = theirs.step(actions)
        assert (rewards == other_rewards).all()
        assert (over == other_over).all()
        ends += over.sum()
        if not over.any():
            assert "final_obs" not in infos
        elif mode == AutoresetMode.SAME_STEP:
            assert (infos["_final_obs"] == over).all()
            for part, rows in infos["final_obs"].items():
                for i in np.flatnonzero(over):
                    assert (rows[i] == other_infos["final_obs"][i][part]).all()
            assert (infos["final_info"]["scores"][over] == other_infos["final_info"]["scores"][over]).all()
        elif mode == AutoresetMode.DISABLED:
            with pytest.raises(ParlourError, match=f"the match at table {over.argmax()} is over: deal a new one first"):
                ours.step(actions)
            shown, _ = ours.reset(options={"reset_mask": over})
            other, _ = theirs.reset(options={"reset_mask": over})
    ours.close()


def test_what_a_vector_cannot_be_told():
    with pytest.raises(BadInput, match="no autoreset_mode 'LATER'; choose one of NEXT_STEP, SAME_STEP, DISABLED"):
        gymnasium.make_vec("parlour/Parrot-v0", num_envs=2, autoreset_mode="LATER")
    env = gymnasium.make_vec("parlour/Parrot-v0", num_envs=2, autoreset_mode="SAME_STEP")
    with pytest.raises(ParlourError, match="call reset first"):
        env.action_masks()
    env.reset(seed=1)
    with pytest.raises(BadInput, match="an array of 2 truth values"):
        env.reset(options={"reset_mask": np.array([1, 0])})


def test_action_masks_are_those_of_the_observation():
    env = gymnasium.make("parlour/Parrot-v0", seats=2, opponents="random")
    shown, _ = env.reset(seed=4)
    for _ in range(20):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert (masks == (shown["action_mask"] != 0)).all()
        shown, *_ = env.step(int(masks.argmax()))


@every_game
def test_threads_make_no_difference(name):
    def rows(threads):
        env = gymnasium.make_vec(env_id(name), num_envs=200, seats=2 if name != "tricky_twist" else 3, threads=threads)
        shown, _ = env.reset(seed=61)
        dice = np.random.default_rng(62)
        for _ in range(25):
            open_to = shown["action_mask"]
            shown, rewards, over, _, _ = env.step((dice.random(open_to.shape) * open_to).argmax(1))
            yield shown["observation"].tobytes() + rewards.tobytes() + over.tobytes()
        env.close()

    assert list(rows(1)) == list(rows(2))


def bots_alone(name, seed):
    """A match between bots, and what seat 0 did in it."""
    match = parlour.game(name).new(seats=3, seed=seed)
    for _ in seat_bots(match, "casual").play_out():
        pass
    return match, [(at, action) for at, seat, action in match.entries if seat == 0]


def test_bots_take_turns_with_a_learner_as_among_themselves():
    """A learner that repeats what a bot in its seat did plays the match that bots alone play with the same seed."""
    match, own = bots_alone("parrot", 71)
    env = gymnasium.make("parlour/Parrot-v0", seats=3, opponents="casual", seat=0).unwrapped
    env.reset(seed=71)
    for _, action in own:
        _, _, over, _, info = env.step(action)
        assert "refused" not in info
    assert over
    assert info["scores"].tolist() == match.scores


@pytest.mark.deep
def test_bots_race_with_a_learner_as_among_themselves():
    """The same in real time, to the ms and to the byte, as far as the learner's first actions."""
    match, own = bots_alone("piccolo", 71)
    env = gymnasium.make("parlour/Piccolo-v1", seats=3, opponents="casual", seat=0, tick_ms=1).unwrapped
    env.reset(seed=71)
    tables, wait, own = env._tables, env.rules.actions, own[:12]
    while own:
        due = own[0][0] <= tables.states["clock"][0]
        info = env.step(own.pop(0)[1] if due else wait)[4]
        assert "refused" not in info
    clock = int(tables.states["clock"][0])
    again = parlour.game("piccolo").new(seats=3, seed=71)
    for at, seat, action in match.entries:
        if at < clock:
            again.play(seat, action, at=at)
    again.wait(until=clock)
    assert again.state.tobytes() == tables.states[0].tobytes()


def test_a_champion_searches_in_the_single_form_only():
    env = gymnasium.make("parlour/Parrot-v0", seats=2, opponents="champion:40", options={"rounds": 1}).unwrapped
    told = played(env, 81)
    assert "scores" in told[-1][2]
    assert str(played(env, 81)[-1][1:]) == str(told[-1][1:])
    with pytest.raises(BadInput, match="the champion of Parrot searches for its moves"):
        gymnasium.make_vec("parlour/Parrot-v0", num_envs=4, opponents="sharp,champion,sharp")
    gymnasium.make_vec("parlour/Piccolo-v1", num_envs=4, opponents="champion").close()  # which does not search


def test_the_seat_is_drawn_or_chosen():
    env = gymnasium.make_vec("parlour/Parrot-v0", num_envs=300, seats=3, seat="random", threads=1)
    seats = env.reset(seed=1)[1]["seat"]
    assert (np.bincount(seats, minlength=3) > 60).all()
    chosen = gymnasium.make_vec("parlour/Parrot-v0", num_envs=5, seats=3, seat=2)
    assert (chosen.reset(seed=1)[1]["seat"] == 2).all()


def test_what_the_mask_forbids_is_refused_or_raised():
    env = gymnasium.make("parlour/Parrot-v0", seats=2).unwrapped
    shown, _ = env.reset(seed=1)
    seen, reward, over, _, info = env.step(29)
    assert info["refused"].startswith("PAR-14: ")
    assert (reward, over) == (0.0, False)
    assert env._tables.states["clock"][0] == 20
    assert (seen["action_mask"] == shown["action_mask"]).all()
    strict = gymnasium.make("parlour/Parrot-v0", seats=2, illegal="raise").unwrapped
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="PAR-14"):
        strict.step(29)
    with pytest.raises(IllegalAction, match="PAR-29: there is no action 112 here, only 0 to 111"):
        env.step(112)
    many = gymnasium.make_vec("parlour/Parrot-v0", num_envs=3, seats=2, illegal="raise")
    many.reset(seed=1)
    before = many._tables.states.tobytes()
    for actions, rule in (([0, 29, 0], "PAR-14"), ([0, 0, 111], "PAR-29"), ([0, 0, 500], "PAR-29")):
        with pytest.raises(IllegalAction, match=rule):
            many.step(np.array(actions))
        assert many._tables.states.tobytes() == before
    for wrong in (np.zeros(2, int), np.zeros(3)):
        with pytest.raises(BadInput, match="one whole number for each of 3 tables"):
            many.step(wrong)


def test_time_runs_out_for_a_policy_that_is_always_refused():
    """A policy that never finds a legal action does not play forever: the timers of the rules play for it."""
    env = gymnasium.make("parlour/Parrot-v0", seats=2, options={"rounds": 1}, tick_ms=10_000).unwrapped
    env.reset(seed=1)
    over, steps = False, 0
    while not over and steps < 500:
        _, _, over, _, info = env.step(111)
        assert "refused" in info
        steps += 1
    assert over


def test_seeds_as_gymnasium_counts_them():
    env = gymnasium.make_vec("parlour/Parrot-v0", num_envs=3, seats=2)
    shown = env.reset(seed=7)[0]["observation"]
    alone = gymnasium.make("parlour/Parrot-v0", seats=2).unwrapped
    assert (alone.reset(seed=9)[0]["observation"] == shown[2]).all()
    assert (env.reset(seed=[9, 7, 9])[0]["observation"] == shown[[2, 0, 2]]).all()
    following = env.reset()[0]["observation"]
    assert (following != shown[[2, 0, 2]]).any(1).all()
    alone.reset(seed=7)
    assert (alone.reset()[0]["observation"] == following[1]).all()
    for wrong in ([1, 2], 1.5):
        with pytest.raises(BadInput, match="one whole number, or one for each of 3 matches"):
            env.reset(seed=wrong)


def test_the_table_can_be_rendered():
    env = gymnasium.make("parlour/Parrot-v0", seats=2, render_mode="ansi")
    env.reset(seed=1)
    assert "you" in env.render()


@pytest.mark.deep
def test_a_single_player_needs_no_opponents():
    env = gymnasium.make("parlour/Confetti-v1", seats=1, reward="points").unwrapped
    told = played(env, 1, steps=200)
    assert told[0][1] == {"seat": 0}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"seats": 9}, "2 to 6 players"),
        ({"opponents": "wizard"}, "Parrot has no bot 'wizard'"),
        ({"opponents": ["sharp", "casual"]}, "2 bots for 3 seats"),
        ({"seat": 4}, "the seat is a number from 0 to 3, or 'random', not 4"),
        ({"reward": "glory"}, "there is no reward 'glory'"),
        ({"tick_ms": 2.5}, "a tick is a whole number of ms"),
        ({"illegal": "shrug"}, "illegal is refuse or raise"),
        ({"options": {"rounds": 99}}, "rounds"),
        ({"threads": 0}, "the number of threads is 1 or more, not 0"),
    ],
)
def test_invalid_arguments_are_explained(given, says):
    with pytest.raises(BadInput, match=says):
        gymnasium.make_vec("parlour/Parrot-v0", num_envs=2, **given)
    if "threads" not in given:
        with pytest.raises(BadInput, match=says):
            gymnasium.make("parlour/Parrot-v0", **given)
