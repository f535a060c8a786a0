"""Limits of a match of Tricky Twist, which OpenSpiel asks for."""

from typing import Any

from parlour.kit import Bounds

from .cards import BONUS_CARDS, CARDS, SUITS
from .scoring import base_score
from .state import RESERVE


def bounds(state: Any) -> Bounds:
    """TRK-78: in each turn every player plays one card, and may draw one before that. Each 7 grants a bonus card, one
    of them twice if it is taken back (TRK-58). A turn leaves a player at most one trick or false trick; the Joker and
    V1 to V4 add one each.
    """
    seats = int(state["seats"])
    turns = CARDS // seats
    bonus = (len(SUITS) + 1) + 1 + BONUS_CARDS + seats  # taken or declined, carried out, declared, committed
    counts = range(turns + 5 + 1)
    best = max(int(base_score(t, f)) + t for t in counts for f in counts if t + f in counts)
    decisions = seats * (RESERVE + 2 * turns) + bonus
    return Bounds(seats * decisions, 0, seats * (best + int(state["tables"].max())))
