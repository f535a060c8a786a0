"""Limits of a match of Parrot, which OpenSpiel asks for."""

from typing import Any

from parlour.kit import Bounds

from .cards import FREE_EXTRA, ROUNDS
from .rules import MOST_TURNS

LEAST_IN_A_BOX, MOST_IN_A_BOX = -20, 92  # PAR-71


def bounds(state: Any) -> Bounds:
    """PAR-58: 40 turns for each player, and one more after somebody has ended the round."""
    rounds, seats = int(ROUNDS[state["rounds_choice"]]), int(state["seats"])
    decisions_per_turn = 4 if state["float"] == FREE_EXTRA else 2  # where a card comes from and goes, perhaps twice
    decisions = rounds * seats * (1 + decisions_per_turn * (MOST_TURNS + 1))
    return Bounds(decisions, LEAST_IN_A_BOX * rounds, MOST_IN_A_BOX * rounds)
