"""Guess: a tiny game as another package would bring it, with rules, bots and a study in one folder."""

from pathlib import Path

import msgspec

from parlour.kit import Pieces, Rules, plain

from . import rules


class View(msgspec.Struct):
    turn: int
    said: list[str]


def view(seen: object, seat: int) -> View:
    read = plain(seen)
    return View(read.turn, [("low", "high")[said] for said in read.said[: read.turn]])


RULES = Rules(
    name="guess",
    title="Guess",
    prefix="GUE",
    version=1,
    min_seats=2,
    max_seats=4,
    State=rules.State,
    options=(),
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=3,
    asides=(2,),
    describe=lambda seen, action: ("say low", "say high", "leave")[action],
    sentences={2: "it is another player's turn", 4: "the game is over"},
    no_such_action=3,
    too_soon=3,
    deal=rules.deal,
    when=rules.when,
    legal=rules.legal,
    step=rules.step,
    due=rules.due,
    fire=rules.fire,
    over=rules.over,
    score=rules.score,
    see=rules.see,
    observe=rules.observe,
    resample=rules.resample,
    pieces=Pieces(turn=1),
    view=view,
    show=lambda seen, seat: f"turn {seen.turn}",
)
