"""Many matches as arrays: the same matches as one by one, whatever the threads; all of a step or nothing."""

from contextlib import suppress

import numpy as np
import pytest
from tests.every import every_game

import parlour
from parlour import BadInput, IllegalAction
from parlour.engine import loops
from parlour.engine.rewards import REWARDS, write_rewards
from parlour.kit import Dice, blank, scramble, seed_of, shuffle

SEED = 11


def copied(records):
    """With the gaps between fields, which NumPy's own copy leaves to chance."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


class Alone:
    """One match, asked moment by moment through `Match` alone: a slow, obvious version of what a batch does."""

    def __init__(self, game, seats, seed, tick_ms):
        self.match = game.new(seats=seats, seed=seed)
        self.dice = blank(Dice)
        self.dice["rng"] = scramble(np.uint64(seed) + np.uint64(3))
        self.tick_ms = tick_ms
        self.real_time = game.rules.real_time
        self.answers = {}
        self.find()

    def find(self):
        """Time passes until somebody can act: in ticks where time is real."""
        match = self.match
        while not match.actors and not match.over:
            match.wait(match.clock + self.tick_ms if self.real_time else None)

    def answer(self, seat, action):
        match = self.match
        if not self.real_time:
            match.play(seat, action)
        else:
            self.answers[seat] = action
            if any(other > seat for other in match.actors):
                return
            self.settle()
            match.wait(match.clock + self.tick_ms)
        self.find()

    def settle(self):
        acting = [seat for seat, action in sorted(self.answers.items()) if action < self.match.rules.actions]
        order = np.array(acting, np.int8)
        shuffle(self.dice[0], order, len(order))
        for seat in order.tolist():
            with suppress(IllegalAction):  # somebody may have been quicker
                self.match.play(seat, self.answers[seat], at=self.match.clock)
        self.answers = {}


@every_game
@pytest.mark.parametrize("tick_ms", [20, 170])
def test_many_matches_are_the_same_matches(name, tick_ms):
    """A batch, stepped by random answers, agrees with a single match that is given the same answers."""
    game = parlour.game(name)
    seats = min(3, game.rules.max_seats)
    batch = game.batch(5, seats=seats, seed=SEED, tick_ms=tick_ms)
    assert len(batch) == 5
    alone = Alone(game, seats, int(seed_of(np.uint64(SEED), 3)), tick_ms)
    dice = np.random.default_rng(1)
    for _ in range(200):
        seen, legal = batch.observe(), batch.legal_action_mask
        for i in np.flatnonzero(batch.finished):
            assert legal[i].all(), "any answer is accepted, so that no mask is empty"
            assert not seen[i].any()
        if batch.finished[3]:
            break
        actions = np.array([dice.choice(np.flatnonzero(row)) for row in legal])
        seat = int(batch.current_player[3])
        open_to_it = np.flatnonzero(legal[3]).tolist()
        assert open_to_it == alone.match.legal(seat) + [game.rules.actions] * game.rules.real_time
        assert (seen[3] == alone.match.observe(seat)).all()
        alone.answer(seat, int(actions[3]))
        batch.step(actions)
        assert batch.states[3].tobytes() == alone.match.state.tobytes()
    assert batch.scores[3].tolist() == alone.match.scores


@every_game
def test_threads_make_no_difference(name):
    """To stepping, to renewed matches, to whole random games."""
    game = parlour.game(name)
    seats = game.rules.max_seats
    one, two = (game.batch(1030, seats=seats, seed=SEED, threads=threads) for threads in (1, 2))
    assert (one.threads, two.threads) == (1, 2)
    for _ in range(40):
        for batch in (one, two):
            batch.step(batch.sample(), autoreset=True)
        assert one.states.tobytes() == two.states.tobytes()
    assert (one.observe() == two.observe()).all()
    assert (one.legal_action_mask == two.legal_action_mask).all()
    small = [game.batch(600, seats=seats, seed=SEED, threads=threads) for threads in (1, 2)]
    for a, b in zip(*(batch.play_out() for batch in small)):
        assert (a == b).all()
    assert all(batch.finished.all() for batch in small)


@every_game
def test_playing_out_is_one_random_move_after_another(name):
    game = parlour.game(name)
    batch = game.batch(3, seats=3, seed=SEED)
    states, dice, pad = copied(batch.states), copied(batch._dice), blank(loops(game.rules).Pad)
    played = batch.play_out()
    for i in range(3):
        steps = 0
        while not game.rules.over(states[i]):
            steps += loops(game.rules).random_move(states, i, dice[i : i + 1], pad)
        assert played.steps[i] == steps
        assert states[i].tobytes() == batch.states[i].tobytes()
        assert played.ends[i] == states[i]["clock"]
    assert (batch.scores == played.scores).all()
    assert batch.finished.all()
    assert batch.legal_action_mask.all()


def test_what_is_drawn_is_open_and_each_answer_as_likely():
    batch = parlour.game("parrot").batch(20_000, seats=2, seed=SEED)
    assert batch.legal_action_mask[np.arange(20_000), batch.sample()].all()
    counts = np.bincount(batch.sample())
    assert len(counts) == 28  # the pairs of the opening
    expected = 20_000 / 28
    assert ((counts - expected) ** 2 / expected).sum() < 56  # chi-square, 27 degrees: one in a thousand


def test_a_batch_takes_all_of_a_step_or_none():
    batch = parlour.game("parrot").batch(3, seats=2, seed=1)
    before = batch.states.tobytes()
    for actions, says in (([0, 1, 29], "PAR-14: match 2"), ([0, 999, 1], "PAR-29: match 1"), ([0, -1, 1], "PAR-29")):
        with pytest.raises(IllegalAction, match=says):
            batch.step(np.array(actions))
        assert batch.states.tobytes() == before
    drawn = batch.sample()
    batch.step(drawn)
    with pytest.raises(IllegalAction):  # what was drawn for one step is not taken on trust for the next
        batch.step(np.full(3, 28, np.int16) if 28 in drawn else drawn + np.int16(60))


def test_a_match_that_ends_leaves_its_scores_and_is_dealt_anew():
    """Match i of the second round is match count + i of the run."""
    game = parlour.game("parrot")
    batch, kept = (game.batch(4, seats=2, seed=SEED, options={"rounds": 1}) for _ in range(2))
    renewed = [0] * 4
    while min(renewed) == 0:
        actions = batch.sample().copy()
        for i, times in enumerate(renewed):
            if times:
                actions[i] = np.flatnonzero(batch.legal_action_mask[i])[0]
        before = copied(batch.states)
        batch.step(actions, autoreset=True)
        kept.step(np.where(kept.finished | (np.array(renewed) > 0), 0, actions))
        for i in np.flatnonzero(batch.terminated):
            if not renewed[i]:
                assert kept.finished[i]
                assert batch.final_scores[i].tolist() == kept.scores[i].tolist()
                second = game.new(seats=2, seed=int(seed_of(np.uint64(SEED), 4 + i)), options={"rounds": 1})
                assert batch.states[i].tobytes() == second.state.tobytes()
            renewed[i] += 1
        assert not batch.finished.any()
        assert before.tobytes() != batch.states.tobytes()


def test_reset():
    game = parlour.game("parrot")
    batch = game.batch(6, seats=2, seed=SEED)
    first = copied(batch.states)
    batch.step(batch.sample())
    batch.reset([1, 4])
    assert (batch.states[[1, 4]] != first[[1, 4]]).all()
    other = game.new(seats=2, seed=int(seed_of(np.uint64(SEED), 6 + 4)))
    assert batch.states[4].tobytes() == other.state.tobytes()
    batch.reset(batch.current_player >= 0)
    batch.reset()
    assert batch.states.tobytes() == first.tobytes()
    assert first.tobytes() == game.batch(6, seats=2, seed=SEED).states.tobytes()


def test_a_policy_plays_whole_matches():
    batch = parlour.game("parrot").batch(8, seats=2, seed=SEED, options={"rounds": 1})

    def first_open(seats, seen, legal):
        assert seen.shape == (8, batch.rules.pieces.size)
        assert legal.any(axis=1).all()
        assert (legal.all(axis=1) == (seats < 0)).all()
        return legal.argmax(axis=1)

    made = batch.rollout(first_open, 1000, autoreset=False)
    assert made < 1000
    assert batch.finished.all()
    assert batch.rollout(first_open, 5) == 5


def test_observations_into_an_array_of_ones_own():
    batch = parlour.game("parrot").batch(4, seats=2, seed=SEED)
    out = np.full((4, batch.rules.pieces.size), 7, np.int8)
    assert batch.observe(out) is out
    assert (out == batch.observe()).all()
    with pytest.raises(BadInput, match="observations are int8"):
        batch.observe(np.zeros((3, 3), np.int8))


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"count": 0}, "at least one match"),
        ({"tick_ms": 0}, "a tick is a whole number"),
        ({"threads": 0}, "at least one thread"),
        ({"reward": "fun"}, "no reward 'fun'; choose one of rank, points, margin"),
        ({"device": "tpu"}, "is 'cpu' or 'cuda', not 'tpu'"),
    ],
)
def test_what_a_batch_cannot_be(how, says):
    with pytest.raises(BadInput, match=says):
        parlour.game("parrot").batch(**{"count": 2, "seats": 2, "seed": 1} | how)


def test_what_a_step_cannot_take():
    batch = parlour.game("parrot").batch(3, seats=2, seed=1)
    for actions, says in (
        ([0, 1], "one action for each of 3 matches"),
        ([0.5, 1.0, 2.0], "actions are whole numbers, not float64"),
    ):
        with pytest.raises(BadInput, match=says):
            batch.step(np.array(actions))
    for _ in ("dealt", "stepped"):
        with pytest.raises(BadInput, match="one action for each of 3 matches"):
            batch.step(None)
        batch.step(batch.sample())
    with pytest.raises(BadInput, match="numbered 0 to 2"):
        batch.reset([3])


@pytest.mark.parametrize("name", ["parrot", "tricky_twist"])
@pytest.mark.parametrize("reward", ["rank", "points", "margin"])
def test_rewards_are_those_of_the_environments(reward, name):
    """Whatever a step changes in the scores; with `autoreset`, too, where the next match begins in the same step."""
    game = parlour.game(name)
    batch = game.batch(6, seats=3, seed=SEED, reward=reward)
    sign = -1 if game.rules.lowest_wins else 1
    before, ended = batch.scores, 0
    expected = np.zeros(3)
    while ended < 12:
        batch.step(batch.sample(), autoreset=True)
        after = np.where(batch.terminated[:, None] == 1, batch.final_scores, batch.scores)
        for i in range(6):
            write_rewards(REWARDS.index(reward), sign, 3, before[i], after[i], batch.terminated[i], expected)
            assert batch.rewards[i].tolist() == expected.astype(np.float32).tolist()
        ended += batch.terminated.sum()
        before = batch.scores
    assert reward == "points" or np.allclose(batch.rewards.sum(axis=1), 0, atol=1e-5)


def test_a_finished_match_pays_once():
    batch = parlour.game("parrot").batch(4, seats=2, seed=SEED, options={"rounds": 1})
    paid = np.zeros((4, 2))
    while not batch.finished.all():
        batch.step(batch.sample())
        paid += batch.rewards
    batch.step(batch.sample())
    assert not batch.rewards.any()
    assert sorted(np.abs(paid).ravel().tolist()) in ([1.0] * 8, [0.0, 0.0, *[1.0] * 6])


@every_game
def test_matches_can_be_saved_and_continued(name):
    """In the same places, in others and in another batch: everything that follows is the same."""
    game = parlour.game(name)
    seats = min(3, game.rules.max_seats)
    batch, other = (game.batch(4, seats=seats, seed=seed) for seed in (SEED, SEED + 1))
    for _ in range(25):
        batch.step(batch.sample())
    saved, drawn = batch.get_states(), batch.sample()
    for _ in range(10):
        batch.step(batch.sample())
    later = batch.states.tobytes(), batch.observe().tobytes(), batch.legal_action_mask.tobytes()
    for again in (batch, other):
        again.set_states(saved)
        assert (again.sample() == drawn).all()
        for _ in range(10):
            again.step(again.sample())
        assert (again.states.tobytes(), again.observe().tobytes(), again.legal_action_mask.tobytes()) == later
    batch.set_states(saved[[2, 2]], [0, 1])
    batch.set_states(saved[2], [3])
    assert batch.states[0].tobytes() == batch.states[1].tobytes() == batch.states[3].tobytes()
    assert batch.states[0].tobytes() == saved.states[2].tobytes()


def test_saved_matches_that_do_not_fit():
    batch = parlour.game("parrot").batch(3, seats=2, seed=1)
    with pytest.raises(BadInput, match="2 saved matches do not fit into 3 places"):
        batch.set_states(batch.get_states([0, 1]))
    refused_as_strangers(parlour.game("parrot").batch(3, seats=3, seed=1), batch)


@pytest.mark.deep
def test_saved_matches_of_another_game():
    refused_as_strangers(parlour.game("piccolo").batch(3, 2, seed=1), parlour.game("parrot").batch(3, seats=2, seed=1))


def refused_as_strangers(saved, batch):
    with pytest.raises(BadInput, match="not saved matches of Parrot with 2 players"):
        batch.set_states(saved.get_states())


def test_arrays_begin_where_other_libraries_need_no_copy():
    for count in (3, 1000):
        batch = parlour.game("parrot").batch(count, seats=2, seed=1)
        shared = (batch.current_player, batch.legal_action_mask, batch.terminated, batch.rewards, batch.final_scores)
        for array in (*shared, batch.observe()):
            assert array.ctypes.data % 64 == 0


@pytest.mark.parametrize("name", ["confetti", "parrot"])
def test_memory_per_match_is_what_its_arrays_take(name):
    batch = parlour.game(name).batch(1000, seats=4, seed=1)
    held = [value for value in vars(batch).values() if isinstance(value, np.ndarray) and len(value) == 1000]
    arrays = {array.ctypes.data: array for array in held}  # masks are held in two forms, but stored once
    held = sum(array.nbytes for array in arrays.values()) + batch.observe().nbytes + batch.sample().nbytes
    assert held == 1000 * batch.bytes_per_match
