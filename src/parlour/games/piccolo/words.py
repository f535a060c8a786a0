"""Piccolo's options and refusals, in players' words."""

from typing import Any

from parlour.games.bell.words import BELL_QUESTIONS, flip_refused, ring_refused
from parlour.kit import plain
from parlour.kit.words import Question, Words

from .rules import Act, Forbids

QUESTIONS = {
    **BELL_QUESTIONS,
    "deck": Question(
        "Which cards are in the deck?",
        {
            "halli-minus-one": "55 cards, without one of the plum cards",
            "halli-56": "56 cards, the same number of each fruit",
        },
    ),
    "dealer": Question(
        "Who deals first?",
        {"random": "Anyone, at random", **{seat: f"The player in seat {seat}" for seat in range(1, 6)}},
    ),
    "elimination": Question(
        "When is a player without cards to flip out of the game?",
        {
            "next-turn": "When it’s their turn to flip",
            "immediate": "Right away",
            "when-discard-lost": "When their open cards are lost, too",
        },
    ),
    "short_payment": Question(
        "What if you ring falsely and can’t pay everyone?",
        {
            "pay-and-out": "You pay what you can and are out",
            "pay-and-stay": "You pay what you can and stay in",
            "use-discard": "You also pay with your open cards",
        },
    ),
    "cap_minutes": Question(
        "How long can a game last?",
        {15: "15 minutes, to the next correct ring", "none": "As long as it takes"},
    ),
}

REFUSALS: dict[int, str] = {
    Forbids.NOT_YOUR_TURN: "It isn’t your turn to flip.",
    Forbids.ANYTHING_ELSE: "You can flip a card when it’s your turn, or ring the bell.",
    Forbids.PACE: "Not so fast: wait a moment before the next flip.",
    Forbids.NOTHING_TO_FLIP: "You have no card left to flip.",
    Forbids.OUT: "You’re out of this game.",
    Forbids.GAME_OVER: "The game is over.",
    Forbids.VOTE: "Nobody has asked to stop.",
    Forbids.VERDICT_PENDING: "Somebody rang! Wait for the result.",
    Forbids.RESULT_SHOWN: "Wait for the next card: a ring doesn’t count now, and costs nothing.",
    Forbids.RANG_ALREADY: "You’ve already rung. You can ring again after the next card.",
}


def moment(seen: Any, seat: int, action: int, number: int, soon: bool) -> str:
    seen = plain(seen)
    if number == Forbids.PACE:
        return flip_refused(seen)
    if number == Forbids.VOTE and action == Act.VOTE_STOP:
        return "You’ve already asked to stop."
    if number == Forbids.RESULT_SHOWN:
        return ring_refused(seen, seat)
    return ""


WORDS = Words(QUESTIONS, REFUSALS, moment)
