"""Tricky Twist's options and refusals, in players' words."""

from typing import Any

from parlour.kit import plain
from parlour.kit.words import Question, Words

from .cards import suit_of
from .state import NOTHING, RESERVE, Act, Forbids, Phase

QUESTIONS = {
    "tables": Question("How many stars do the scoring cards pay?", {"house": "1 to 12, as printed on each card"}),
    "scoring_cards": Question("Which scoring cards can come up?", {"house": "All nine"}),
    "take_back_card": Question(
        "How often can the Take-back card be used?",
        {"once-per-game": "Once in a game", "returns-each-round": "Once in every round"},
    ),
    "recollected_seven": Question(
        "Does a 7 that was taken back bring another bonus card?", {"grants-again": "Yes", "no-grant": "No"}
    ),
    "rank_ties": Question(
        "If two players tie for first place, where is the next one?",
        {"skip": "In third place", "dense": "In second place"},
    ),
    "rank_cards_side": Question(
        "What do the two-sided bonus cards show when “Fewest” or “Most” is scored?",
        {"symbol": "Suits", "value": "Values"},
    ),
}

REFUSALS: dict[int, str] = {
    Forbids.OTHER_SIDE_UP: "This bonus card shows its other side in this round.",
    Forbids.TAKE_BACK_GONE: "The Take-back card is out of the game.",
    Forbids.NOT_A_RESERVE_CARD: "This card isn’t in your hand.",
    Forbids.RESERVES_NOT_LAID: "Wait until everyone has chosen a reserve.",
    Forbids.DRAWS_COME_FIRST: "Wait: another player is deciding whether to draw.",
    Forbids.NO_DRAW_NOW: "You can draw only before the first card of a turn.",
    Forbids.NOT_YOUR_DRAW: "Wait: another player is deciding whether to draw.",
    Forbids.NOT_IN_HAND: "This card isn’t in your hand.",
    Forbids.NOT_YOUR_TURN: "It isn’t your turn.",
    37: "You can’t do that here.",  # no such action
    Forbids.MUST_FOLLOW_SUIT: "You have a card of the suit that was led, so you must play one.",
    Forbids.NO_BONUS_CARD: "You can take a bonus card only when you’ve just collected a 7.",
    Forbids.BONUS_PENDING: "Wait: another player is choosing a bonus card.",
    Forbids.BONUS_DECLINED: "You chose to take no bonus card this time.",
    Forbids.NO_TAKE_BACK_NOW: "You can take a false trick back only right after you take the Take-back card.",
    Forbids.TAKE_BACK_PENDING: "Wait: another player is taking a false trick back.",
    Forbids.NOT_YOUR_FALSE_TRICK: "This isn’t one of your false tricks.",
    Forbids.NOT_YOURS_TO_FLIP: "This isn’t one of your tricks or false tricks.",
    Forbids.BONUS_CARD_FLIPPED: "A bonus card can’t be flipped.",
    Forbids.SUIT_NOT_SHOWN: "Choose one of the two suits on the bonus card.",
    Forbids.ODD_ONLY: "Choose an odd value for this bonus card.",
    Forbids.EVEN_ONLY: "Choose an even value for this bonus card.",
    Forbids.CANNOT_CHANGE: "Choose one of your own false tricks; its value must stay between 1 and 12.",
    Forbids.HAS_NO_VALUE: "Choose a false trick that has a value.",
    Forbids.ROUND_ENDED: "The round is over, because somebody’s hand is empty.",
    Forbids.NOT_YOUR_DECLARATION: "Wait: another player is declaring bonus cards.",
    Forbids.OUT_OF_ORDER: "Use your bonus cards one after another, in the order shown, then declare.",
    Forbids.OVER: "The game is over.",
    Forbids.LEFT: "You’ve left this game.",
}


def moment(seen: Any, seat: int, action: int, number: int, soon: bool) -> str:
    seen = plain(seen)
    if number == Forbids.MUST_FOLLOW_SUIT:
        led = seen.table[seen.leader]
        return "" if led == NOTHING else f"You have a {suit_of(led)}, so you must play one."
    if number == Forbids.NOT_A_RESERVE_CARD:
        return _no_reserve(seen, seat)
    if number == Forbids.RESERVES_NOT_LAID:
        return "First choose five cards for your reserve." if seen.picked[seat] < RESERVE else ""
    if number == Forbids.NO_DRAW_NOW and seen.drawn[seat] == RESERVE:
        return "Your reserve is empty."
    if number == Forbids.NO_BONUS_CARD and seen.phase == Phase.BONUS and seen.to_act == seat:
        return "This bonus card has already been taken."
    if number == Forbids.OTHER_SIDE_UP:
        suits = Act.SUIT <= action < Act.VALUE
        return f"In this round the bonus card shows {'values, not suits' if suits else 'suits, not values'}."
    if number == Forbids.NOT_YOUR_DECLARATION and seen.phase != Phase.DECLARE:
        return "You’ll use your bonus cards at the end of the round."
    return _yours_first(number) if seen.to_act == seat else ""


def _no_reserve(seen: Any, seat: int) -> str:
    if seen.phase != Phase.RESERVE:
        return "You choose your reserve only at the start of a round."
    return "You’ve already chosen your reserve." if seen.picked[seat] == RESERVE else ""


def _yours_first(number: int) -> str:
    """The seat itself has something else to decide before."""
    if number == Forbids.DRAWS_COME_FIRST:
        return "First decide whether to draw from your reserve."
    if number == Forbids.BONUS_PENDING:
        return "First take a bonus card, or choose to take none."
    return "First take a false trick back, or choose to take none." if number == Forbids.TAKE_BACK_PENDING else ""


WORDS = Words(QUESTIONS, REFUSALS, moment)
