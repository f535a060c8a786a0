"""Piccolo: when five of one fruit are in view, the first hand on the bell wins all face-up cards."""

from collections.abc import Sequence
from pathlib import Path

from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.kit import BadInput, Rules, blank, is_whole

from . import rules, sight
from .cards import AMOUNTS, FRUITS, OPTIONS
from .rules import Act, Forbids, State


def is_five(tops: Sequence[tuple[str, int]]) -> bool:
    """True if these tops, such as [("banana", 4), ("banana", 1)], are a five (PIC-17), by the rule that matches use."""
    if len(tops) > SEATS:
        raise BadInput(f"a tableau has at most {SEATS} tops, not {len(tops)}")
    state = blank(State)[0]
    state["seats"] = SEATS
    state["tops"] = NO_CARD
    for seat, (fruit, amount) in enumerate(tops):
        if fruit not in FRUITS or not is_whole(amount, 1, max(AMOUNTS)):
            raise BadInput(f"no card shows {amount} of {fruit!r}; there are 1 to 5 of {', '.join(FRUITS)}")
        state["tops"][seat] = seat
        state["fruit"][seat] = FRUITS.index(fruit)
        state["amount"][seat] = amount
    return bool(rules.is_five(state))


RULES = Rules(
    name="piccolo",
    title="Piccolo",
    prefix="PIC",
    version=2,
    min_seats=2,
    max_seats=SEATS,
    State=State,
    options=OPTIONS,
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=len(Act),
    asides=(Act.VOTE_STOP, Act.VOTE_ON, Act.LEAVE),
    describe=sight.describe,
    sentences={
        Forbids.NOT_YOUR_TURN: "it is another player's turn to flip",
        Forbids.ANYTHING_ELSE: "there is no such move; flip your next card when it is your turn, or ring the bell",
        Forbids.PACE: "wait a moment between two flips; with automatic flipping the table flips every card",
        Forbids.NOTHING_TO_FLIP: "your draw pile is empty, so you have no card to flip",
        Forbids.OUT: "you are out of this game",
        Forbids.GAME_OVER: "the game is over",
        Forbids.VOTE: "you can vote to stop only once, and refuse only while somebody has asked to stop",
        Forbids.VERDICT_PENDING: "no card is flipped while a ring is being judged",
        Forbids.RESULT_SHOWN: "the last result is still being shown, so this ring is ignored and costs nothing",
        Forbids.RANG_ALREADY: "you have already rung; you can ring again after the next flip",
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
    rematch=lambda state: {"dealer": (int(state.dealt_by) + 1) % int(state.seats) + 1},
    open_table=True,
    observes_state=True,
    env_version=1,
    idle=5,
)
