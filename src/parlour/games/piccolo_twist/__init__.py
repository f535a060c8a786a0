"""Piccolo Twist: when five of a colour or a type are in view, the first hand on the bell wins all face-up cards."""

from collections.abc import Sequence
from pathlib import Path

from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.kit import BadInput, Rules, blank, is_whole

from . import rules, sight
from .cards import COLOURS, MOST, OPTIONS, TYPES, face_of
from .rules import Act, Forbids, State


def is_five(tops: Sequence[tuple[str, str, int]]) -> bool:
    """True if these tops, such as [("hat", "red", 2), ("hat", "blue", 3)], are a five (TWI-18), by the rule that
    matches use."""
    if len(tops) > SEATS:
        raise BadInput(f"a tableau has at most {SEATS} tops, not {len(tops)}")
    state = blank(State)[0]
    state["seats"] = SEATS
    state["tops"] = NO_CARD
    for seat, (kind, colour, amount) in enumerate(tops):
        if kind not in TYPES or colour not in COLOURS or not is_whole(amount, 1, MOST):
            raise BadInput(
                f"there is no card {colour} {kind} {amount}; types are {', '.join(TYPES)}, "
                f"colours {', '.join(COLOURS)}, amounts 1 to {MOST}"
            )
        state["tops"][seat] = seat
        state["faces"][seat] = face_of(kind, colour, amount)
    return bool(rules.is_five(state))


RULES = Rules(
    name="piccolo_twist",
    title="Piccolo Twist",
    prefix="TWI",
    version=2,
    min_seats=2,
    max_seats=SEATS,
    State=State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=len(Act),
    asides=(Act.LEAVE,),
    describe=sight.describe,
    sentences={
        Forbids.NOT_YOUR_TURN: "it is another player's turn to flip",
        Forbids.ANYTHING_ELSE: "there is no such move; flip your next card when it is your turn, or ring the bell",
        Forbids.PACE: "wait a moment between two flips; with automatic flipping the table flips every card",
        Forbids.NOTHING_TO_WIN: "this five would win no card, so the ring is ignored and costs nothing",
        Forbids.NOTHING_TO_FLIP: "your bank is empty, so you have no card to flip",
        Forbids.OUT: "you are out of this game",
        Forbids.GAME_OVER: "the game is over",
        Forbids.BARRED: "you rang wrongly without a card to pay, so you cannot ring again in the last round",
        Forbids.VERDICT_PENDING: "no card is flipped while a ring is being judged",
        Forbids.RING_IGNORED: "a result is being shown, or you have already rung for these cards; this ring is ignored",
    },
    no_such_action=Forbids.ANYTHING_ELSE,
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
    races=range(int(Act.RING), int(Act.RING) + 1),
    one_verdict=True,
    handicap=lambda state, seat: int(state.handicap_ms[seat]),
    reveals=lambda state: int(state.flips),
    open_table=True,
    observes_state=True,
    env_version=1,
    idle=5,
)
