"""Confetti: grab cards from the middle, all at once, that make sets of one colour in three sizes."""

from collections.abc import Sequence
from pathlib import Path

from parlour.kit import BadInput, Rules, blank, rule

from . import rules, sight
from .cards import DECK, OPTIONS, read_card
from .rules import MOST, ONCE, TWICE, Act

__all__ = ["DECK", "RULES", "Act", "hand_score"]


def hand_score(cards: Sequence[str], limit: int = 6, extra_card: str = "once") -> tuple[int, int, int, int]:
    """How a hand is scored: cards, sets, cards needed for the sets, points.

    hand_score(["ROY", "OYR", "YRO"]) == (3, 3, 3, 3)
    """
    if extra_card not in ("once", "twice"):
        raise BadInput(f"extra_card is once or twice, not {extra_card!r}")
    if len(cards) > MOST:
        raise BadInput(f"a hand has at most {MOST} cards (CON-44), not {len(cards)}")
    states = blank(rules.State, 1)
    hand = states[0]
    for i, card in enumerate(cards):
        hand["deck"][i] = read_card(card)
        hand["zone"][0, i] = i
    hand["cards"][0] = len(cards)
    sets, needed = _sets_and_needed(states)
    points = rules.round_result(len(cards), sets, needed, limit, TWICE if extra_card == "twice" else ONCE)
    return len(cards), sets, needed, int(points)


@rule
def _sets_and_needed(states):  # type: ignore[no-untyped-def]
    return rules.sets_in_zone(states[0], 0), rules.cards_needed(states[0], 0)[1]


SENTENCES = {
    17: "cards change their place only while the sand runs",
    18: "another player holds this card",
    24: "a take needs a card in the middle or loose before another player, 400 ms since your last take, "
    "and for a loose card that it has lain there for a second",
    25: "only a loose card of your own can be held",
    29: "only a loose or held card of your own can be given back",
    35: "this card is out for the rest of the game",
    37: "another hand was there first, or the race for this card is still open",
    38: "only in a tug can you let go, and you are in none for this card",
    39: "your right hand is busy with a tug",
    42: "six cards are the limit in this round",
    43: "nine cards are the limit in the last round",
    44: "three cards beyond the limit are the most one can have",
    68: "you keep as many as your result says, and only cards collected in this round",
    71: "point cards are chosen only when the sand has run, within 20 seconds",
    72: "point cards are out of play as long as they are kept",
    73: "a result of 0 or less keeps nothing",
    74: "you have no point card to give up",
    76: "only a point card of your own can be given up",
    83: "six cards are the limit in the first round",
    86: "six cards are the limit for a single player",
    95: "the game is over",
    99: "you have left the game",
}

RULES = Rules(
    name="confetti",
    title="Confetti",
    prefix="CON",
    version=1,
    min_seats=1,
    max_seats=7,
    State=rules.State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=rules.ACTIONS,
    asides=(int(Act.LEAVE),),
    describe=sight.describe,
    sentences=SENTENCES,
    no_such_action=24,
    too_soon=24,
    deal=rules.deal,
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
    pieces=sight.pieces,
    view=sight.view,
    show=sight.show,
    races=range(int(Act.TAKE), int(Act.HOLD)),
    open_table=True,
    idle=30,
)
