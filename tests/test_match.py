"""The public names: one match, many matches, and games from other packages."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from every import every_game
from parlour import BadInput, IllegalAction

HERE = Path(__file__).parent


def test_the_shelf():
    assert parlour.games() == ["confetti", "parrot", "piccolo", "piccolo_twist", "tricky_twist"]
    assert list(parlour.game("parrot").seats) == [2, 3, 4, 5, 6]
    with pytest.raises(BadInput, match="no game 'chess'"):
        parlour.game("chess")


def test_one_match_by_its_public_names():
    match = parlour.game("parrot").new(seats=4, seed=7, options={"rounds": 3})
    assert match.actors == [0, 1, 2, 3]
    assert match.legal(2) == list(range(28))
    assert match.describe(28) == "draw from the pile"
    assert (match.clock, match.due) == (0, 20_000)
    assert (match.over, match.scores, match.winners) == (False, [0, 0, 0, 0], [])
    assert match.play(0, 3, at=50) == 50
    assert match.clock == 50
    with pytest.raises(IllegalAction) as refused:
        match.play(0, 4)
    assert refused.value.rule == "PAR-15"
    assert str(refused.value) == "PAR-15: you have already chosen the two cards that you turn up"
    assert isinstance(match.why_not(0, 4), IllegalAction)
    assert match.why_not(1, 4) is None
    match.wait()
    assert match.clock == 20_000
    assert len(match.actors) == 1
    header, *entries = map(json.loads, match.log().splitlines())
    assert header == {"game": "parrot", "rules": 1, "seats": 4, "options": {"rounds": 3}, "seed": 7, "clock": 20_000}
    assert entries == [[50, 0, 3]]
    assert parlour.replay(match.log()).state.tobytes() == match.state.tobytes()


def test_a_note_goes_into_the_log_and_the_rules_never_see_it():
    match = parlour.game("parrot").new(seats=2, seed=7)
    match.play(0, 3, note={"claim": 412})
    assert match.log().splitlines()[1] == '[0,0,3,{"claim":412}]'
    assert parlour.replay(match.log()).log() == match.log()


def test_numbers_may_be_numpy_numbers_and_nothing_else():
    match = parlour.game("parrot").new(seats=2, seed=7)
    match.play(np.int8(0), np.int64(3))
    for seat, action in ((0.0, 3), (0, 3.0), ("0", 3), (0, None)):
        with pytest.raises(IllegalAction):
            match.play(seat, action)
    for at in (1.5, "now", 2**60):
        with pytest.raises(BadInput):
            match.play(1, 3, at=at)
    match.wait(500)
    with pytest.raises(BadInput, match="time never runs back"):
        match.play(1, 3, at=499)
    with pytest.raises(BadInput, match="time never runs back"):
        match.wait(499)


def test_without_a_seed_every_match_is_another():
    game = parlour.game("parrot")
    assert game.new(seats=2).seed != game.new(seats=2).seed


@every_game
def test_many_matches_are_the_same_matches(name):
    """A batch, stepped by random legal moves, agrees with single matches that make the same moves."""
    game = parlour.game(name)
    seats = game.rules.min_seats
    batch = game.batch(5, seats=seats, seed=11)
    assert len(batch) == 5
    rng = np.random.default_rng(1)
    one = game.new(seats=seats, seed=int(parlour.kit.seed_of(np.uint64(11), 3)))
    while not one.actors:
        one.wait()
    for _ in range(60):
        seen = batch.observe()
        for i in np.flatnonzero(batch.over):
            assert not batch.mask[i].any()
            assert not seen[i].any()
        if batch.over.all():
            break
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in batch.mask])
        if not batch.over[3]:
            seat = int(batch.seats[3])
            assert np.flatnonzero(batch.mask[3]).tolist() == one.legal(seat)
            assert (seen[3] == one.observe(seat)).all()
            one.play(seat, int(actions[3]))
            while not one.actors and not one.over:
                one.wait()
        batch.step(actions)
        assert batch.states[3].tobytes() == one.state.tobytes()
    assert batch.scores[3].tolist() == one.scores
    first = batch.states.tobytes()
    batch.reset()
    assert batch.states.tobytes() != first
    assert batch.states.tobytes() == game.batch(5, seats=seats, seed=11).states.tobytes()


def test_a_batch_takes_all_of_a_step_or_none():
    batch = parlour.game("parrot").batch(3, seats=2, seed=1)
    before = batch.states.tobytes()
    for actions, says in (([0, 1, 29], "PAR-14: match 2"), ([0, 999, 1], "PAR-29: match 1"), ([0, -1, 1], "PAR-29")):
        with pytest.raises(IllegalAction, match=says):
            batch.step(np.array(actions))
        assert batch.states.tobytes() == before
    with pytest.raises(BadInput, match="one action for each of 3 matches"):
        batch.step(np.array([0, 1]))
    with pytest.raises(BadInput, match="one match or more"):
        parlour.game("parrot").batch(0, seats=2, seed=1)


def test_another_package_brings_a_game(tmp_path):
    """A folder and an entry point are all it takes: the loops, the log and the command line know it at once."""
    (tmp_path / "guess.py").write_text((HERE / "guess.py").read_text())
    meta = tmp_path / "guess-1.0.dist-info"
    meta.mkdir()
    (meta / "METADATA").write_text("Metadata-Version: 2.1\nName: guess\nVersion: 1.0\n")
    (meta / "entry_points.txt").write_text("[parlour.games]\nguess = guess:RULES\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PARLOUR_CACHE": str(tmp_path / "cache")}

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, "-c", "from parlour.cli import main; main()", *arguments],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    told = json.loads(run("sim", "guess", "--seats", "3", "--games", "20", "--json"))
    assert (told["game"], told["steps"]) == ("guess", 60)
    assert "player 2: say high" in run("watch", "guess", "--seats", "2", "--seed", "4")
    assert "guess" in run("games")
