"""Parrot: fill a Box of eight cards with as few points as possible, helped by a bird that copies its neighbour."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from parlour.kit import BadInput, Rules, is_whole

from . import rules, sight
from .bounds import bounds
from .cards import NONE, OPTIONS, PAIRS, PARROT, PLACES, WILD_PAIR
from .rules import DRAW, FLOAT, LEAVE, PASS, PLACE, REVEAL, TAKE, Forbids

SENTENCES: dict[int, str] = {
    Forbids.OPENING_FIRST: "first every player turns up two cards of their Box",
    Forbids.OPENING_CHOSEN: "you have already chosen your two opening cards",
    Forbids.OPENING_PAST: "the opening cards of this round have already been turned up",
    Forbids.NOT_YOUR_TURN: "it is another player's turn",
    Forbids.NO_CARD_YET: "first take the top discard or draw from the pile",
    Forbids.CARD_CHOSEN: "you already have your card for this turn",
    Forbids.ALREADY_UP: "only a down card can be turned up",
    Forbids.DISCARD_MUST_BE_USED: "a card taken from the discard pile must be used",
    Forbids.MUST_CHANGE_BOX: "with two or more down cards you must replace a card or turn one up",
    Forbids.LEFT: "this player has left, so the table plays for them",
    Forbids.PASS_WITH_DISCARD: "you can pass only with a card from the draw pile",
    Forbids.ROUND_OVER: "the round is over and the points are being counted",
    Forbids.NOT_A_PARROT: "only a face-up Parrot can move to another place",
    Forbids.NUMBER_NOT_GAINED: "a Parrot floats only when you gain the number it copies",
    Forbids.LANDING_UP: "a Parrot can land only on a down card",
    Forbids.ONE_FLOAT: "only one Parrot may float per turn",
    Forbids.OWN_COLUMN: "a Parrot cannot land in its own column",
    Forbids.NO_NUMBER_BESIDE: "this Parrot has no face-up number in its column to match",
    Forbids.GAME_OVER: "the game is over",
}


def describe(seen: Any, action: int) -> str:
    """An action in words; places are counted from 1, as in the rulebook."""
    if action < DRAW:
        return f"turn up places {PAIRS[action][0] + 1} and {PAIRS[action][1] + 1}"
    if action < REVEAL:
        named = {DRAW: "draw from the pile", TAKE: "take the top discard"}
        return named.get(action) or f"put the card on place {action - PLACE + 1}"
    if action < PASS:
        return f"discard the card and turn up place {action - REVEAL + 1}"
    if action < LEAVE and action >= FLOAT:
        start, landing = divmod(action - FLOAT, PLACES)
        return f"float the Parrot from place {start + 1} to place {landing + 1}"
    return "leave the table" if action == LEAVE else "discard the card and pass"


def box_score(box: Sequence[int | str], two_parrots: str = "pair-of-nothing") -> int:
    """The points of a Box, top row then bottom row, "P" for a Parrot: box_score([3,5,7,9, 1,2,4,6]) == 37."""
    choice = next(option for option in OPTIONS if option.name == "two_parrots").read(two_parrots, 2)
    cards = [PARROT if card == "P" else card if is_whole(card, 0, PARROT - 1) else NONE for card in box]
    if len(cards) != PLACES or NONE in cards:
        raise BadInput(f"a Box has eight cards, each 0 to 12 or 'P', not {list(box)}")
    return int(rules.count_box(np.array(cards, np.int8), WILD_PAIR if choice == "wild-pair" else 0))


RULES = Rules(
    name="parrot",
    title="Parrot",
    prefix="PAR",
    version=1,
    min_seats=2,
    max_seats=6,
    State=rules.State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=rules.ACTIONS,
    asides=(LEAVE,),
    describe=describe,
    sentences=SENTENCES,
    no_such_action=Forbids.ANYTHING_ELSE,
    too_soon=Forbids.ANYTHING_ELSE,  # no action of this game has to wait
    deal=rules.deal_round,
    when=rules.when,
    legal=rules.legal,
    step=rules.step,
    due=rules.due,
    fire=rules.fire,
    over=rules.over,
    score=rules.score,
    see=sight.see,
    observe=sight.observe,
    resample=sight.resample,
    pieces=sight.PIECES,
    view=sight.view,
    show=sight.show,
    hushed=((range(DRAW), "choose two cards to turn up"),),
    deals=lambda state: int(state.round_no),
    lowest_wins=True,
    bounds=bounds,
)
