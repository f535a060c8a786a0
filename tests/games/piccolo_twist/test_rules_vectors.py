"""Piccolo Twist, section 11 of the rulebook: test vectors; and whole matches against a slow version of the rules."""

import numpy as np
import pytest
from tests.extent import ONCE
from tests.games.piccolo_twist.tables import FLIP, RING, assert_whole, lay, rung
from tests.helpers import table

from parlour.engine import loops
from parlour.games.bell.rules import GRACE_MS, LONG_AGO, CapMinutes, Flipping, TwoPlayerPenalty
from parlour.games.piccolo_twist import RULES, is_five
from parlour.games.piccolo_twist.rules import (
    Ending,
    GameEnd,
    LastChanceWrongRing,
    OwnStack,
    ShortPayment,
    TwoPlayerEnd,
)
from parlour.kit import blank, write_options

# 11. Test vectors


@pytest.mark.rule("TWI-63")
def test_vectors_of_fives():
    for tops in (
        [("hat", "red", 2), ("candle", "red", 3)],
        [("hat", "red", 2), ("hat", "blue", 3)],
        [("hat", "blue", 5)],
        [("hat", "blue", 5), ("candle", "blue", 1)],
        [("hat", "red", 2), ("chameleon", "red", 2), ("candle", "red", 1)],
        [("hat", "red", 1), ("hat", "blue", 1), ("hat", "yellow", 3)],
    ):
        assert is_five(tops) is True
        match = rung(lay(table("piccolo_twist", 5), [10] * 5, tops), 4, 1000)
        assert match.view(None)["result"] == {"seat": 4, "right": True}


@pytest.mark.rule("TWI-64")
def test_vectors_of_no_five():
    for tops in (
        [("hat", "blue", 5), ("candle", "blue", 1), ("hat", "red", 1)],
        [("hat", "red", 3), ("candle", "blue", 2)],
        [("hat", "red", 3), ("candle", "red", 3)],
        [],
    ):
        assert is_five(tops) is False
        match = rung(lay(table("piccolo_twist", 4), [14] * 4 if not tops else [10] * 4, tops), 3, 1000)
        assert match.view(None)["result"] == {"seat": 3, "right": False}


# All of it together


def test_random_matches_agree_with_the_slow_version():
    """Whole matches, leaving included: cards, scores, fives and `legal` are right at every step."""
    rng = np.random.default_rng(5)
    for seats, options in (
        (2, {"min_flip_gap_ms": 200, "auto_flip_ms": 1000}),
        (3, {"own_stack": "stays", "short_payment": "out"}),
        (4, {"flip": "automatic"}),
        (5, {"game_end": "play-to-one-survivor", "last_chance_wrong_ring": "ignored"}),
    ):
        match = table("piccolo_twist", seats, seed=seats, **options)
        for _ in range(30 if ONCE else 60):
            if match.over:
                break
            assert_whole(match)
            for seat in range(seats):
                now = [action for action in (FLIP, RING) if match.why_not(seat, action, at=match.clock) is None]
                assert match.legal(seat) == now
            if match.actors and rng.random() < 0.5:
                seat = int(rng.choice(match.actors))
                match.play(seat, int(rng.choice(match.legal(seat))))
            else:
                match.wait(match.clock + int(rng.integers(1, 1500)))
        assert_whole(match)


def test_options_are_what_the_rules_call_them():
    named = {option.name: option for option in RULES.options}
    for name, enum in (
        ("flip", Flipping),
        ("two_player_penalty", TwoPlayerPenalty),
        ("own_stack", OwnStack),
        ("short_payment", ShortPayment),
        ("last_chance_wrong_ring", LastChanceWrongRing),
        ("game_end", GameEnd),
        ("two_player_end", TwoPlayerEnd),
    ):
        assert [value.name.lower().replace("_", "-") for value in enum] == list(named[name].values)
        assert [value.value for value in enum] == [0, 1]
    assert named["late_grace_ms"].values == tuple(GRACE_MS)
    assert named["cap_minutes"].values.index(15) == CapMinutes.FIFTEEN
    assert named["cap_minutes"].values.index("none") == CapMinutes.NONE
    assert [ending.value for ending in Ending] == [0, 1, 2, 3, 4, 5]


def test_deal_resets_nothing_by_accident():
    states = blank(RULES.State)
    states[0]["seats"] = 3
    write_options(RULES.options, {}, states[0])
    loops(RULES).start(states, 0, np.uint64(1))
    assert states[0]["last_flip"] == LONG_AGO
    assert states[0].tobytes() == table("piccolo_twist", 3, seed=1).state.tobytes()
    assert RULES.State.itemsize <= 1024
