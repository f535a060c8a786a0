"""The games that can be played here, with their options and bots, as data for a page."""

from typing import Any

import parlour
from parlour.bots import bots_of
from parlour.games import names
from parlour.kit import BadInput, Choice, NamedOrCustom, Number, Option, PerSeat, Rules, blank, with_attributes
from parlour.kit.words import Question
from parlour.match.words import values_of, words_of

from . import messages as m
from .offered import Offered


def games(offered: Offered | None = None) -> list[m.GameNow]:
    found = []
    for name in names():
        rules = parlour.game(name).rules
        bots = bots_of(rules)
        found.append(
            m.GameNow(
                name=name,
                title=rules.title,
                least=rules.min_seats,
                most=rules.max_seats,
                usual=bots.usual_seats,
                options=[_option(option, words_of(rules).options[option.name]) for option in rules.options],
                bots={level: bots.characters.get(level, "plays any legal move") for level in bots.available},
                lowest_wins=rules.lowest_wins,
                real_time=rules.real_time,
                policies=[] if offered is None else offered.policies(rules),
            )
        )
    return found


def actions(rules: Rules) -> list[str]:
    """Every action in words, as before the deal: what the generic table of the page calls them. Empty if the game can
    describe its actions only later, from the cards on the table."""
    states = blank(rules.State)
    states["seats"] = rules.max_seats
    try:
        found = [rules.describe(with_attributes(states)[0], action) for action in range(rules.actions)]
    except Exception:  # whatever another package's function raises
        return []
    return found if len(set(found)) == len(found) else []


def _option(option: Option, question: Question) -> m.OptionNow:
    shared: dict[str, Any] = {
        "name": option.name,
        "asks": question.asks,
        "rules": list(option.rules),
        "default": option.default,
        "values": list(values_of(option)),
        "answers": [question.answer(value) for value in values_of(option)],
    }
    measured = {**shared, "unit": question.unit, "scale": question.scale}
    if isinstance(option, Choice):
        return m.OptionNow(kind="choice", **shared)
    if isinstance(option, PerSeat):
        return m.OptionNow(kind="perseat", low=option.low, high=option.high, **measured)
    if isinstance(option, Number):
        return m.OptionNow(kind="number", low=option.low, high=option.high, **measured)
    if isinstance(option, NamedOrCustom):
        return m.OptionNow(kind="table", **shared)
    raise BadInput(f"the option {option.name} has a kind that pages cannot show: {type(option).__name__}")
