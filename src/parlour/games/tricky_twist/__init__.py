"""Tricky Twist: tricks and false tricks, a reserve to draw on, and bonus cards for sevens."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from parlour.kit import BadInput, Choice, Rules, Table

from . import rules, sight
from .bounds import bounds
from .cards import (
    HOUSE_SCORING_CARDS,
    HOUSE_TABLES,
    VALUES,
    kind_named,
    parse_scoring_cards,
    parse_tables,
    put_scoring_cards,
    put_tables,
    suit_named,
)

__all__ = ["RULES", "base_score", "scoring_card"]

TABLES = parse_tables(HOUSE_TABLES)
SCORING_CARDS = parse_scoring_cards(HOUSE_SCORING_CARDS)
RANK_TIES = Choice("rank_ties", ("TRK-96",), "which place follows a tie on fewest and most", ("skip", "dense"))

OPTIONS = (
    Table(
        "tables",
        ("TRK-99",),
        "how many stars each scoring card pays",
        {"house": TABLES},
        parse_tables,
        put_tables,
    ),
    Table(
        "scoring_cards",
        ("TRK-09",),
        "which nine scoring cards are in the pile",
        {"house": SCORING_CARDS},
        parse_scoring_cards,
        put_scoring_cards,
    ),
    Choice(
        "take_back_card",
        ("TRK-20",),
        "whether the take-back card comes back in the next round",
        ("once-per-game", "returns-each-round"),
    ),
    Choice(
        "recollected_seven",
        ("TRK-58",),
        "whether a 7 that was taken back grants a bonus card again",
        ("grants-again", "no-grant"),
    ),
    RANK_TIES,
    Choice(
        "rank_cards_side",
        ("TRK-13",),
        "on which side the variable cards lie with fewest and most",
        ("symbol", "value"),
    ),
)

SENTENCES = {
    13: "the scoring card in force decides on which side the variable bonus cards lie",
    20: "the take-back card is out of the game once it has been taken",
    24: "the reserve is five cards of your hand, picked before the round begins",
    27: "the turns begin when everybody has laid a reserve",
    28: "before the first card of a turn everybody is asked about the reserve",
    29: "the reserve can be drawn from only before the first card of a turn, and only while it has cards",
    30: "the reserve is drawn from one player after another, clockwise from the leader",
    32: "only a card of your hand can be played",
    33: "cards are played one each, clockwise from the leader",
    34: "a card of the led suit must be played by a player who has one",
    45: "a bonus card is taken from the display by a player who has just collected a 7",
    48: "bonus cards are chosen one player after another, clockwise from the winner, before play goes on",
    50: "a declined bonus card is lost and cannot be taken later",
    55: "a false trick is taken back only at the moment the take-back card is taken",
    56: "the take-back card is carried out by its player before anything else happens",
    57: "only one of your own false tricks can be taken back",
    60: "only one of your own tricks or false tricks can be flipped",
    63: "a bonus card cannot be flipped",
    68: "the suit must be one of the two that the card shows",
    69: "this card counts as an odd value",
    70: "this card counts as an even value",
    73: "plus-or-minus changes one of your own false tricks, within the values 1 to 12",
    74: "plus-or-minus needs a false trick that has a value",
    76: "the round has ended, because a hand is empty",
    80: "bonus cards are declared when the round has ended, clockwise from the winner of the last turn",
    81: "a declaration goes through your bonus cards in order (Flip, Joker, V1 to V4) and then commits",
    101: "the game is over: there are as many rounds as players",
    108: "you have left, and the lowest legal cards are played for you",
}

RULES = Rules(
    name="tricky_twist",
    title="Tricky Twist",
    prefix="TRK",
    version=1,
    min_seats=3,
    max_seats=4,
    State=rules.State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=rules.ACTIONS,
    asides=(int(rules.Act.LEAVE),),
    describe=sight.describe,
    sentences=SENTENCES,
    no_such_action=37,
    too_soon=28,  # nothing in this game has to wait
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
    pieces=sight.PIECES,
    view=sight.view,
    show=sight.show,
    hushed=(
        (range(int(rules.Act.DRAW)), "lay a card into the reserve"),
        (range(int(rules.Act.FLIP), int(rules.Act.COMMIT)), "declare in secret"),
    ),
    bounds=bounds,
)


def base_score(tricks: int, false_tricks: int) -> int:
    """TRK-85: base_score(tricks=4, false_tricks=4) == 24."""
    return int(rules.base_score(tricks, false_tricks))


def scoring_card(
    name: str,
    false_tricks: Sequence[tuple[int | None, str | None]],
    others: Sequence[int] = (),
    rank_ties: str = "skip",
) -> int:
    """Stars by table TRK-B for false tricks given as (value, suit): `scoring_card("ODD", [(7, "sun"), (3, "moon")])`.

    None stands for a value or a suit that a false trick does not have (TRK-75). FEW and MANY compare with `others`, the
    numbers of false tricks of the other players.
    """
    values, suits = np.zeros(VALUES, np.int8), np.zeros(4, np.int8)
    for value, suit in false_tricks:
        if value is not None:
            if value not in range(1, VALUES + 1):
                raise BadInput(f"a value is a whole number from 1 to {VALUES}, not {value!r}")
            values[value - 1] += 1
        if suit is not None:
            suits[suit_named(suit)] += 1
    kind = kind_named(name)
    first, second = SCORING_CARDS[kind, 1:].tolist()
    counts = np.array([len(false_tricks), *others], np.int8)
    dense = RANK_TIES.read(rank_ties, len(counts)) == "dense"
    count = rules.card_count(kind, first, second, values, suits, counts, len(counts), 0, dense)
    return int(rules.card_stars(TABLES[kind], count))
