"""The public names: one match, many matches, and games from other packages."""

import json
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour import BadInput, IllegalAction

TESTS = Path(__file__).parents[1]


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
    assert str(refused.value) == "PAR-15: You’ve already chosen two cards. Wait for the others."
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
