"""Confetti's options and refusals, in players' words."""

from typing import Any

from parlour.kit import plain
from parlour.kit.words import Question, Words

from .state import Act, Forbids, Phase, Place

QUESTIONS = {
    "stealing": Question(
        "How long can others snatch a card you’ve taken?",
        {"until-held": "Until you hold it", "auto-held-after-2s": "For 2 seconds", "off": "Never"},
    ),
    "conflict": Question(
        "What if two players grab the same card?",
        {"tug": "They have a tug of war", "first-come": "The faster one gets it"},
    ),
    "round2_pool": Question(
        "Which cards lie in the middle in round 2?",
        {"second-half": "Only the second half of the deck", "cumulative": "The second half and what’s left"},
    ),
    "limit": Question(
        "Can you take more cards than the limit?",
        {"hard": "No", "soft-with-penalty": "Yes, up to three, and each costs a point"},
    ),
    "extra_card": Question(
        "What does a card cost that is over the limit and in no set?", {"once": "1 point", "twice": "2 points"}
    ),
    "side": Question(
        "Which side of the cards do you play with?",
        {"white": "White: circles in six colours", "black": "Black: six shapes"},
    ),
    "deck": Question(
        "Which 84 cards are in the deck?",
        {"balanced": "Equally many of each colour and size", "random-84": "A random choice of all 120"},
    ),
    "layout": Question(
        "How do the cards lie in the middle?", {"scatter": "Scattered in a heap", "grid": "In tidy rows"}
    ),
    "round_seconds": Question("How long is a round?", {60: "60 seconds", 45: "45 seconds", 90: "90 seconds"}),
    "solo_pool": Question(
        "If you play alone, which cards lie in the middle?",
        {
            "main-pattern": "One half, then the other, then all that are left",
            "fifths": "A fifth of the deck in each round",
            "all": "All that are left, in every round",
        },
    ),
}

REFUSALS: dict[int, str] = {
    Forbids.TIME_IS_UP: "Time’s up: no more cards can be moved in this round.",
    Forbids.HELD_BY_ANOTHER: "Another player is holding this card.",
    Forbids.CANNOT_TAKE: "You can’t take this card right now.",
    Forbids.CANNOT_HOLD: "This card isn’t yours, so you can’t hold it.",
    Forbids.CANNOT_DISCARD: "This card isn’t yours, so you can’t give it back.",
    Forbids.REMOVED: "This card is out of the game.",
    Forbids.RACE: "Another player was faster.",
    Forbids.NOT_IN_A_TUG: "You aren’t in a tug of war for this card.",
    Forbids.BUSY_WITH_A_TUG: "You’re in a tug of war: let go, or wait until it’s over.",
    Forbids.LIMIT: "You already have six cards, and that’s the most in this round.",
    Forbids.LIMIT_LAST_ROUND: "You already have nine cards, and that’s the most in the last round.",
    Forbids.LIMIT_SOFT: "You already have three cards over the limit.",
    Forbids.NOT_COLLECTED: "You can keep only cards that you collected in this round.",
    Forbids.NOT_CHOOSING: "There’s nothing to choose right now.",
    Forbids.POINT_CARD: "This card is a point, so it’s out of play.",
    Forbids.NOTHING_TO_KEEP: "You scored no points in this round, so you keep no cards.",
    Forbids.NOTHING_TO_GIVE_UP: "You don’t have to give up a point.",
    Forbids.NOT_YOUR_POINT_CARD: "This isn’t one of your points.",
    Forbids.LIMIT_MANY_PLAYERS: "You already have six cards, and that’s the most in this round.",
    Forbids.LIMIT_ONE_PLAYER: "You already have six cards, and that’s the most for one player.",
    Forbids.OVER: "The game is over.",
    Forbids.LEFT: "You’ve left this game.",
}


def moment(seen: Any, seat: int, action: int, number: int, soon: bool) -> str:
    seen = plain(seen)
    if number == Forbids.CANNOT_TAKE and action < Act.HOLD:
        return _cannot_take(seen, seat, action, soon)
    if number == Forbids.CANNOT_HOLD:
        if action == Act.HOLD_ALL:
            return "You’re already holding all your cards." if seen.cards[seat] else "You have no cards to hold yet."
        if Act.HOLD <= action < Act.HOLD_ALL and seen.owner[action - Act.HOLD] == seat:
            return "You’re already holding this card."
    if (
        number == Forbids.RACE
        and action < Act.KEEP
        and action != Act.HOLD_ALL
        and seen.pulling[_card(action)] >> seat & 1
    ):
        return "You’re still reaching for this card: wait a moment."
    if number == Forbids.NOT_CHOOSING and seen.phase == Phase.PLAY:
        return "You’ll choose cards to keep when time’s up."
    return ""


def _card(action: int) -> int:
    if action < Act.HOLD:
        return action
    if action < Act.HOLD_ALL:
        return action - Act.HOLD
    return action - Act.DISCARD if action < Act.LET_GO else action - Act.LET_GO


def _cannot_take(seen: Any, seat: int, card: int, soon: bool) -> str:
    if seen.place[card] == Place.ASIDE:
        return "This card isn’t in play in this round."
    if seen.pulling[card] >> seat & 1:
        return "You’re already reaching for this card."
    if seen.owner[card] == seat:
        return "This card is already yours."
    if soon and seen.place[card] == Place.LOOSE:
        return "Somebody has just taken this card: you can snatch it in a moment."
    return "Not so fast: you’ve only just taken a card." if soon else ""


WORDS = Words(QUESTIONS, REFUSALS, moment)
