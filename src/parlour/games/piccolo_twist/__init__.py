"""Piccolo Twist: five in view by colour or by type, and the first hand on the bell takes all that lies open."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from parlour.games.bell.rules import SEATS
from parlour.kit import BadInput, Rules

from . import rules, sight
from .cards import COLOURS, MOST, OPTIONS, TYPES, face_of
from .rules import Act, Forbids, State


def is_five(tops: Sequence[tuple[str, str, int]]) -> bool:
    """Whether these tops, such as [("hat", "red", 2), ("hat", "blue", 3)], are a five: the match's own rule."""
    if len(tops) > SEATS:
        raise BadInput(f"a tableau has at most {SEATS} tops, not {len(tops)}")
    for kind, colour, amount in tops:
        if kind not in TYPES or colour not in COLOURS or amount not in range(1, MOST + 1):
            raise BadInput(
                f"there is no card {colour} {kind} {amount}; types are {', '.join(TYPES)}, "
                f"colours {', '.join(COLOURS)}, amounts 1 to {MOST}"
            )
    faces = np.array([face_of(*top) for top in tops], np.int8)
    return bool(rules.is_five(np.arange(len(tops), dtype=np.int8), faces))


RULES = Rules(
    name="piccolo_twist",
    title="Piccolo Twist",
    prefix="TWI",
    version=1,
    min_seats=2,
    max_seats=SEATS,
    State=State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=len(Act),
    asides=(Act.LEAVE,),
    describe=sight.describe,
    sentences={
        12: "on a turn the next bank card is flipped, and nothing else",
        Forbids.NOT_YOUR_TURN: "it is another player's turn to flip",
        Forbids.PACE: "two flips need some time between them, and with automatic flipping the table flips every card",
        Forbids.NOTHING_TO_WIN: "this five would win no card, so the ring is ignored and costs nothing",
        Forbids.NO_BANK_CARD: "the bank is empty, so there is no card to flip",
        Forbids.OUT: "who is out neither flips nor rings",
        Forbids.GAME_OVER: "the game is over",
        Forbids.BARRED: "after a wrong ring without any bank card the bell is closed for the rest of the last round",
        Forbids.BELL_BUSY: "nothing is flipped while a ring is being settled",
        Forbids.BELL_LOCKED: "a ring is being settled or shown, or your last one was wrong; this one is ignored",
    },
    no_such_action=12,
    too_soon=Forbids.PACE,
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
    races=range(int(rules.Act.RING), int(rules.Act.RING) + 1),
    one_verdict=True,
    handicap=lambda state, seat: int(state.handicap_ms[seat]),
    reveals=lambda state: int(state.flips),
    open_table=True,
    idle=5,
)
