"""Tricky Twist: tricks and false tricks, a reserve to draw on, and bonus cards for sevens."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from parlour.kit import BadInput, Choice, NamedOrCustom, Rules, is_whole

from . import rules, scoring, sight, views, worlds
from .bounds import bounds
from .cards import (
    CARDS,
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
from .state import ACTIONS, Act, Forbids, State, over

__all__ = ["RULES", "base_score", "scoring_card"]

TABLES = parse_tables(HOUSE_TABLES)
SCORING_CARDS = parse_scoring_cards(HOUSE_SCORING_CARDS)
RANK_TIES = Choice("rank_ties", ("TRK-96",), "which place follows a tie on fewest and most", ("skip", "dense"))

OPTIONS = (
    NamedOrCustom(
        "tables",
        ("TRK-99",),
        "how many stars each scoring card pays",
        {"house": TABLES},
        parse_tables,
        put_tables,
    ),
    NamedOrCustom(
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
        "which side of the variable cards is up with fewest and most",
        ("symbol", "value"),
    ),
)

SENTENCES: dict[int, str] = {
    Forbids.OTHER_SIDE_UP: "the scoring card in force decides which side of the variable bonus cards is up",
    Forbids.TAKE_BACK_GONE: "the Take-back card is out of the game once it has been taken",
    Forbids.NOT_A_RESERVE_CARD: "your reserve is five cards from your hand, picked before the round begins",
    Forbids.RESERVES_NOT_LAID: "the first turn begins when everybody has laid a reserve",
    Forbids.DRAWS_COME_FIRST: "before the first card of a turn, everybody may draw from the reserve",
    Forbids.NO_DRAW_NOW: "you can draw only before the first card of a turn, and only while your reserve has cards",
    Forbids.NOT_YOUR_DRAW: "players draw from the reserve one after another, clockwise from the leader",
    Forbids.NOT_IN_HAND: "you can play only a card from your hand",
    Forbids.NOT_YOUR_TURN: "players play one card each, clockwise from the leader",
    Forbids.MUST_FOLLOW_SUIT: "you must follow suit, because you have a card of the suit that was led",
    Forbids.NO_BONUS_CARD: "you can take a bonus card on display only when you have just collected a 7",
    Forbids.BONUS_PENDING: "players take bonus cards one after another, clockwise from the winner, before play goes on",
    Forbids.BONUS_DECLINED: "you declined a bonus card, and you cannot take it later",
    Forbids.NO_TAKE_BACK_NOW: "you can take back a false trick only at the moment you take the Take-back card",
    Forbids.TAKE_BACK_PENDING: "the player with the Take-back card decides first",
    Forbids.NOT_YOUR_FALSE_TRICK: "you can take back only one of your own false tricks",
    Forbids.NOT_YOURS_TO_FLIP: "you can flip only one of your own tricks or false tricks",
    Forbids.BONUS_CARD_FLIPPED: "a bonus card cannot be flipped",
    Forbids.SUIT_NOT_SHOWN: "the suit must be one of the two shown on the card",
    Forbids.ODD_ONLY: "this card counts as an odd value",
    Forbids.EVEN_ONLY: "this card counts as an even value",
    Forbids.CANNOT_CHANGE: "plus-or-minus changes the value of one of your own false tricks, within 1 to 12",
    Forbids.HAS_NO_VALUE: "plus-or-minus needs a false trick that has a value",
    Forbids.ROUND_ENDED: "the round has ended, because a hand is empty",
    Forbids.NOT_YOUR_DECLARATION: "bonus cards are declared after a round, clockwise from the last turn's winner",
    Forbids.OUT_OF_ORDER: "declare your bonus cards in order (Flip, Joker, V1 to V4), then confirm",
    Forbids.OVER: "the game is over: there are as many rounds as players",
    Forbids.LEFT: "you have left the game, and your lowest legal cards are played for you",
}

RULES = Rules(
    name="tricky_twist",
    title="Tricky Twist",
    prefix="TRK",
    version=1,
    min_seats=3,
    max_seats=4,
    State=State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=ACTIONS,
    asides=(int(Act.LEAVE),),
    describe=views.describe,
    sentences=SENTENCES,
    no_such_action=37,  # the rule that lists what can be done
    too_soon=28,  # nothing in this game has to wait
    deal=rules.deal,
    when=rules.when,
    legal=rules.legal,
    step=rules.step,
    due=rules.due,
    fire=rules.fire,
    over=over,
    score=rules.score,
    see=sight.see,
    observe=sight.observe,
    resample=worlds.resample,
    pieces=sight.PIECES,
    view=views.view,
    show=views.show,
    hushed=(
        (range(int(Act.DRAW)), "put a card into the reserve"),
        (range(int(Act.FLIP), int(Act.COMMIT)), "declare in secret"),
    ),
    deals=lambda state: int(state.round_no),
    observes_state=True,
    bounds=bounds,
    slow_to_compile=(scoring.score_round,),
)


def base_score(tricks: int, false_tricks: int) -> int:
    """TRK-85: base_score(tricks=4, false_tricks=4) == 24."""
    if not is_whole(tricks, 0, CARDS) or not is_whole(false_tricks, 0, CARDS):
        raise BadInput(
            f"tricks and false tricks are whole numbers from 0 to {CARDS}, not {tricks!r} and {false_tricks!r}"
        )
    return int(scoring.base_score(tricks, false_tricks))


def scoring_card(
    name: str,
    false_tricks: Sequence[tuple[int | None, str | None]],
    others: Sequence[int] = (),
    rank_ties: str = "skip",
) -> int:
    """Stars by table TRK-B for false tricks given as (value, suit): `scoring_card("ODD", [(7, "sun"), (3, "moon")])`.

    Use None for a value or a suit that a false trick does not have (TRK-75). FEW and MANY compare with `others`, the
    numbers of false tricks of the other players.
    """
    values, suits = np.zeros(VALUES, np.int8), np.zeros(4, np.int8)
    for value, suit in false_tricks:
        if value is not None:
            if not is_whole(value, 1, VALUES):
                raise BadInput(f"a value is a whole number from 1 to {VALUES}, not {value!r}")
            values[value - 1] += 1
        if suit is not None:
            suits[suit_named(suit)] += 1
    kind = kind_named(name)
    first, second = SCORING_CARDS[kind, 1:].tolist()
    counts = np.array([len(false_tricks), *others], np.int8)
    dense = RANK_TIES.read(rank_ties, len(counts)) == "dense"
    count = scoring.card_count(kind, first, second, values, suits, counts, len(counts), 0, dense)
    return int(scoring.card_stars(TABLES[kind], count))
