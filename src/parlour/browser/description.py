"""What the page needs to know about a game besides its code: record layouts, options, rules in words, bots.

A record's layout lists its fields as [offset, type, shape]. An option says which bytes of a state it sets.
"""

import base64
from typing import Any

import numpy as np

from parlour.bots.deciding import deciding
from parlour.bots.playouts import searching
from parlour.bots.registry import bots_of
from parlour.bots.search import AT_ONCE, FEWEST_WORLDS
from parlour.engine.loops import STUCK, TOO_SOON, loops
from parlour.kit import Bots, Choice, Dice, NamedOrCustom, Number, Option, PerSeat, Rules, statements
from parlour.kit.minds import OUTSIDE_LIKELY
from parlour.kit.review import RealTimeReview, Reason, Review
from parlour.review.registry import review_of

from .object_file import Binary
from .webassembly import Export

CODES = {"i1", "i2", "i4", "i8", "u8", "f8"}  # the types of fields that records.ts reads


def layout(dtype: np.dtype[Any]) -> dict[str, Any]:
    fields = {}
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        code = kind.base.str[1:]
        assert code in CODES
        fields[name] = [offset, code, list(kind.shape)]
    return {"size": dtype.itemsize, "fields": fields}


def layouts(rules: Rules, bots: Bots, review: Review | None) -> dict[str, Any]:
    compiled = deciding(bots)
    records = {"State": rules.State, "Pad": loops(rules).Pad, "Dice": Dice, "Mind": bots.Mind}
    records |= {"Ask": compiled.Ask, "Schedule": compiled.Schedule}
    if bots.plan is not None:
        records |= {"Sums": searching(bots).Sums, "Notes": searching(bots).Notes}
    if isinstance(review, RealTimeReview):
        records["Facts"] = review.Facts
    elif review is not None:
        records["Reason"] = Reason
    return {name: layout(dtype) for name, dtype in records.items()}


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


Setting = tuple[Option, Any]  # an option and its value


def written(rules: Rules, seats: int, setting: Setting, before: Setting | None) -> list[list[Any]] | None:
    """The bytes that a setting writes into a state, as [offset, base64]; None if they depend on more in the state than
    the number of seats and the setting written before."""
    states = np.zeros(2, rules.State)
    whole = states.view(np.uint8).reshape(2, -1)
    whole[1] = 0xFF
    states["seats"] = seats
    for state in states:
        if before:
            before[0].write(state, before[1])
    old = whole.copy()
    for state in states:
        setting[0].write(state, setting[1])
    changed = (whole != old).any(axis=0)
    if not np.array_equal(whole[0, changed], whole[1, changed]):
        return None
    edges = np.flatnonzero(np.diff(np.concatenate([[0], changed.astype(np.int8), [0]])))
    return [[int(a), _encoded(whole[0, a:b].tobytes())] for a, b in edges.reshape(-1, 2)]


def option_writes(rules: Rules, option: Choice | NamedOrCustom, values: list[Any]) -> dict[str, Any]:
    """`writes`: for each number of seats ("*" if all are alike), what each value of the option sets. If that depends
    on an option written before, `depends` is its name, and there is such a list for each of its values."""
    others = [other for other in rules.options[: rules.options.index(option)] if isinstance(other, Choice)]
    for other in (None, *others):
        found: dict[str, Any] = {}
        for seats in range(rules.min_seats, rules.max_seats + 1):
            earlier: list[Setting | None] = [(other, each) for each in other.values] if other else [None]
            rows = [[written(rules, seats, (option, value), before) for value in values] for before in earlier]
            if any(each is None for row in rows for each in row):
                break
            found[str(seats)] = rows if other else rows[0]
        else:
            first = next(iter(found.values()))
            alike = all(each == first for each in found.values())
            return {"depends": other and other.name, "writes": {"*": first} if alike else found}
    raise AssertionError(f"{rules.name}: how {option.name} is written depends on more than one other option")


def option_data(rules: Rules, option: Option) -> dict[str, Any]:
    """An option as the server's /api/games describes it, and how it is written into a state: choices and tables as
    `option_writes` says, numbers into the field of their name."""
    shared = {"name": option.name, "says": option.says, "rules": list(option.rules), "default": option.default}
    if isinstance(option, Choice | NamedOrCustom):
        values = list(option.values if isinstance(option, Choice) else option.named)
        kind = "choice" if isinstance(option, Choice) else "table"
        writes = option_writes(rules, option, values)
        return {**shared, "kind": kind, "values": values, "low": None, "high": None, **writes}
    assert isinstance(option, Number)
    kind = "perseat" if isinstance(option, PerSeat) else "number"
    return {**shared, "kind": kind, "values": [], "low": option.low, "high": option.high}


def template_of(bots: Bots, name: str) -> bytes:
    """A fresh mind. The page fills in where it has put the weights of a bot that uses a network."""
    return bytes(bots.mind(name).tobytes())


def bots_data(bots: Bots) -> dict[str, Any]:
    plan = bots.plan
    return {
        "usual": bots.usual_seats,
        "names": list(bots.names),
        "minds": {name: _encoded(template_of(bots, name)) for name in bots.names},
        "characters": {name: bots.characters.get(name, "plays any legal move") for name in bots.names},
        "useWeights": [name for name in bots.names if bots.uses_weights(name)],
        "search": plan
        and {
            "doubt": plan.doubt,
            "fewestWorlds": FEWEST_WORLDS,
            "atOnce": AT_ONCE,
            "states": searching(bots).states,
            "likely": OUTSIDE_LIKELY,
        },
    }


def _range(given: range | None) -> list[int] | None:
    return None if given is None else [given.start, given.stop]


def describe(rules: Rules, exports: list[Export], binary: Binary) -> dict[str, Any]:
    bots = bots_of(rules)
    too_soon = rules.too_soon
    waiting = {too_soon} if isinstance(too_soon, int) else set(too_soon.values())
    numbers = sorted({*rules.sentences, *waiting, rules.no_such_action, 1})
    texts = {statement.id: statement.text for statement in statements(rules.rulebook)}
    return {
        "game": rules.name,
        "title": rules.title,
        "prefix": rules.prefix,
        "version": rules.version,
        "minSeats": rules.min_seats,
        "maxSeats": rules.max_seats,
        "actions": rules.actions,
        "asides": list(rules.asides),
        "realTime": rules.real_time,
        "openTable": rules.open_table,
        "races": _range(rules.races),
        "oneVerdict": rules.one_verdict,
        "hushed": [[actions.start, actions.stop, words] for actions, words in rules.hushed],
        "lowestWins": rules.lowest_wins,
        "observation": rules.pieces.size,
        "sentences": {str(number): rules.sentences[number] for number in sorted(rules.sentences)},
        "statements": {rules.rule_id(number): texts[rules.rule_id(number)] for number in numbers},
        "tooSoon": too_soon if isinstance(too_soon, int) else {str(key): too_soon[key] for key in sorted(too_soon)},
        "noSuchAction": rules.no_such_action,
        "options": [option_data(rules, option) for option in rules.options],
        "bots": bots_data(bots),
        "layouts": layouts(rules, bots, review_of(rules)),
        "exports": {export.name: {"parameters": export.parameters, "result": export.result} for export in exports},
        "codes": {"tooSoon": TOO_SOON, "stuck": STUCK},
        "dataEnd": binary.data_end,
    }
