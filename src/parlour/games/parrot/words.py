"""Parrot's options and refusals, in players' words."""

from typing import Any

from parlour.kit import plain
from parlour.kit.words import Question, Words

from .cards import PARROT
from .rules import NOT_CHOSEN, Forbids

QUESTIONS = {
    "rounds": Question("How many rounds do you want to play?", {5: "5 rounds", 3: "3 rounds", 1: "1 round"}),
    "two_parrots": Question(
        "What do two Parrots in one column count as?",
        {"pair-of-nothing": "A Pair without a number", "wild-pair": "A Pair of whichever number is best"},
    ),
    "float": Question(
        "Does letting a Parrot fly use up your turn?",
        {"as-the-turn": "Yes", "free-extra": "No, it’s an extra move"},
    ),
    "decline_discard": Question(
        "Can you put back a card you took from the discard pile?",
        {"not-allowed": "No", "allowed-with-reveal": "Yes, if you turn up a card instead"},
    ),
}

REFUSALS: dict[int, str] = {
    Forbids.OPENING_FIRST: "First, turn up two cards in your Box.",
    Forbids.OPENING_CHOSEN: "You’ve already chosen two cards. Wait for the others.",
    Forbids.OPENING_PAST: "You’ve already turned up two cards in this round.",
    Forbids.NOT_YOUR_TURN: "It isn’t your turn.",
    Forbids.NO_CARD_YET: "First draw a card, or take the top card of the discard pile.",
    Forbids.CARD_CHOSEN: "You already have a card in your hand.",
    Forbids.ALREADY_UP: "This card is already face up. Choose one that’s face down.",
    Forbids.DISCARD_MUST_BE_USED: "A card from the discard pile must go into your Box.",
    Forbids.ANYTHING_ELSE: "You can’t do that here.",
    Forbids.MUST_CHANGE_BOX: "You can pass only when a single card is left face down.",
    Forbids.LEFT: "You’ve left this game.",
    Forbids.PASS_WITH_DISCARD: "A card from the discard pile must go into your Box.",
    Forbids.ROUND_OVER: "The round is over: the points are being counted.",
    Forbids.NOT_A_PARROT: "Only a face-up Parrot can fly.",
    Forbids.NUMBER_NOT_GAINED: "A Parrot can fly only when you get the number it copies.",
    Forbids.LANDING_UP: "A Parrot can land only on a face-down card.",
    Forbids.ONE_FLOAT: "Only one Parrot can fly in a turn.",
    Forbids.OWN_COLUMN: "A Parrot can’t land in its own column.",
    Forbids.NO_NUMBER_BESIDE: "This Parrot has no number to copy, so it can’t fly.",
    Forbids.GAME_OVER: "The game is over.",
}


def moment(seen: Any, seat: int, action: int, number: int, soon: bool) -> str:
    seen = plain(seen)
    if number == Forbids.OPENING_FIRST and seen.opening[seat] != NOT_CHOSEN:
        return "Wait until everyone has turned up two cards."
    if number in (Forbids.DISCARD_MUST_BE_USED, Forbids.PASS_WITH_DISCARD) and 0 <= seen.hand <= PARROT:
        card = "Parrot" if seen.hand == PARROT else str(seen.hand)
        return f"You took the {card} from the discard pile, so it must go into your Box."
    return ""


WORDS = Words(QUESTIONS, REFUSALS, moment)
