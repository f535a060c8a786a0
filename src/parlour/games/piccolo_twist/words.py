"""Piccolo Twist's options and refusals, in players' words."""

from typing import Any

from parlour.games.bell.words import BELL_QUESTIONS, flip_refused, ring_refused
from parlour.kit import plain
from parlour.kit.words import Question, Words

from .rules import Forbids

QUESTIONS = {
    **BELL_QUESTIONS,
    "own_stack": Question(
        "Where do the winner’s own open cards go?",
        {"to-bank": "Under their pile, with the cards they won", "stays": "They stay open in front of them"},
    ),
    "short_payment": Question(
        "What if you ring falsely and can’t pay everyone?",
        {"last-chance": "You get one last chance", "out": "You’re out of the game"},
    ),
    "last_chance_wrong_ring": Question(
        "What does a false ring cost on your last chance?",
        {"out": "You’re out of the game", "ignored": "Nothing"},
    ),
    "game_end": Question(
        "With three or more players, how does the game end when someone is out?",
        {
            "one-last-round": "After one last round, and the most cards win",
            "play-to-one-survivor": "When only one player is left",
        },
    ),
    "two_player_end": Question(
        "With two players, when does an empty pile lose the game?",
        {"at-next-flip": "When a card should be flipped from it", "immediate": "Right away"},
    ),
    "cap_minutes": Question(
        "How long can a game last?",
        {15: "15 minutes, to the end of the round", "none": "As long as it takes"},
    ),
    "deck": Question("Which cards are in the deck?", {"balanced": "56 cards, the same number of each kind"}),
}

REFUSALS: dict[int, str] = {
    Forbids.NOT_YOUR_TURN: "It isn’t your turn to flip.",
    Forbids.ANYTHING_ELSE: "You can flip a card when it’s your turn, or ring the bell.",
    Forbids.PACE: "Not so fast: wait a moment before the next flip.",
    Forbids.NOTHING_TO_WIN: "There are no cards to win yet, so this ring doesn’t count and costs nothing.",
    Forbids.NOTHING_TO_FLIP: "You have no card left to flip.",
    Forbids.OUT: "You’re out of this game.",
    Forbids.GAME_OVER: "The game is over.",
    Forbids.BARRED: "You rang falsely and had no card to pay, so you can’t ring again in this last round.",
    Forbids.VERDICT_PENDING: "Somebody rang! Wait for the result.",
    Forbids.RING_IGNORED: "Wait for the next card: a ring doesn’t count now, and costs nothing.",
}


def moment(seen: Any, seat: int, action: int, number: int, soon: bool) -> str:
    seen = plain(seen)
    if number == Forbids.PACE:
        return flip_refused(seen)
    return ring_refused(seen, seat) if number == Forbids.RING_IGNORED else ""


WORDS = Words(QUESTIONS, REFUSALS, moment)
