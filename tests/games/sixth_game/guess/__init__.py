"""Guess: a tiny game as another package would bring it, with rules, bots and a study in one folder."""

from pathlib import Path

from parlour.kit import Bounds, Rules

from . import rules, sight

RULES = Rules(
    name="guess",
    title="Guess",
    prefix="GUE",
    version=1,
    min_seats=2,
    max_seats=rules.SEATS,
    State=rules.State,
    options=(),
    rulebook=Path(__file__).with_name("rulebook.md"),
    actions=3,
    asides=(rules.LEAVE,),
    describe=lambda seen, action: ("say low", "say high", "leave")[action],
    sentences={2: "it is another player's turn", 4: "the game is over", 5: "you have left the game"},
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
    see=sight.see,
    observe=sight.observe,
    resample=sight.resample,
    pieces=sight.PIECES,
    view=sight.view,
    show=lambda seen, seat: f"turn {seen.turn}",
    bounds=lambda state: Bounds(int(state["seats"]), 0, 1),
)
