"""Piccolo: five of one fruit in view, and the first hand on the bell takes all that lies open."""

from collections.abc import Sequence
from pathlib import Path

from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.kit import BadInput, Rules, blank

from . import rules, sight
from .cards import AMOUNTS, FRUITS, OPTIONS
from .rules import Act, Forbids, State


def is_five(tops: Sequence[tuple[str, int]]) -> bool:
    """Whether these tops, such as [("banana", 4), ("banana", 1)], are a five: the match's own rule (PIC-17)."""
    if len(tops) > SEATS:
        raise BadInput(f"a tableau has at most {SEATS} tops, not {len(tops)}")
    state = blank(State)[0]
    state["seats"] = SEATS
    state["tops"] = NO_CARD
    for seat, (fruit, amount) in enumerate(tops):
        if fruit not in FRUITS or amount not in AMOUNTS:
            raise BadInput(f"no card shows {amount} of {fruit!r}; there are 1 to 5 of {', '.join(FRUITS)}")
        state["tops"][seat] = seat
        state["fruit"][seat] = FRUITS.index(fruit)
        state["amount"][seat] = amount
    return bool(rules.is_five(state))


RULES = Rules(
    name="piccolo",
    title="Piccolo",
    prefix="PIC",
    version=1,
    min_seats=2,
    max_seats=SEATS,
    State=State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=len(Act),
    asides=(Act.VOTE_STOP, Act.VOTE_ON, Act.LEAVE),
    describe=sight.describe,
    sentences={
        13: "on a turn the next card is flipped, and nothing else",
        15: "two flips need some time between them, and a card not flipped for long flips by itself",
        Forbids.NOT_YOUR_TURN: "it is another player's turn to flip",
        Forbids.NOTHING_TO_FLIP: "the draw pile is empty, so there is no card to flip",
        Forbids.OUT: "who is out neither flips nor rings",
        Forbids.OVER: "the game is over",
        Forbids.VOTE: "a vote to stop is given once, and can be refused only while somebody asks for it",
        Forbids.VERDICT_PENDING: "nothing is flipped while a ring is being settled",
        Forbids.RESULT_SHOWN: "the last ring is still being shown; this one is ignored and costs nothing",
        Forbids.RANG_ALREADY: "one ring per player until the next flip",
    },
    no_such_action=13,
    too_soon=15,
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
