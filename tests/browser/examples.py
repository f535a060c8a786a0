"""Functions in the Python that can be translated, each with arguments to try: they must do the same in TypeScript."""

from enum import IntEnum

import msgspec
import numpy as np


class Colour(IntEnum):
    RED = 1
    BLUE = 4


class Figure(msgspec.Struct):
    name: str
    value: int
    colour: int | None = None
    marked: bool = False


TABLE = np.array([[1, -2], [3, 4]], np.int8)
NAMES = ("one", "two", "it's three")
WORDS = {Colour.RED: "a {} card", Colour.BLUE: "the {} card, {} times"}
HUGE = 2**63 - 1


def division(a, b):
    return [a // b, a % b, *divmod(a, b), (a * 7) // 4, (a * 7) % 4, -a // 3, -a % 3]


def rounding(a, b):
    return [round(a / 2), round((a + b) / 4), round(-a / 2), int(a / 3), round(a), abs(a - b)]


def wide(a, b):
    big = HUGE - a
    return [
        str(big),
        str(big - HUGE),
        str(big * b),
        str(big // 1000 * (b - 3)),
        str(-big // 7),
        str(-big % 7),
        str((1 << 60) + a),
        str(max(big, a)),
        str(abs(-big)),
        str(sum([big, a, b])),
        big > a,
        big == HUGE - a,
        (1 << 40) >> 38,
    ]


def bits(a, b):
    cards = (1 << 47) | (1 << a % 48) | 5
    return [
        cards.bit_length(),
        (-a).bit_length(),
        cards >> 2 & 1,
        cards & 0xFF,
        str(cards ^ (1 << 50)),
        str(cards & ~5),
        -a >> 1,
        ~b,
        a | -8,
        [card for card in range(cards.bit_length()) if cards >> card & 1],
    ]


def truth(a, b):
    empty: list[int] = []
    some = [a]
    found = []
    if not empty and some:
        found.append(1)
    if a % 2 and not b % 2:
        found.append(2)
    return [found, a % 3 or b, a % 3 and b, bool(a), bool(empty), not some, "odd" if a % 2 else "even"]


def chained(a, b):
    return [
        1 <= pair_of(a)[1] < b * 3,
        0 < a < 10,
        a == b == 3,
        -5 <= a - b < 5 != b,
        a in (1, 2, Colour.BLUE),
        b not in range(3),
    ]


def sequences(a, b):
    row = list(range(a % 7 + 3))
    row += [b, b]
    row.extend([1])
    last = row.pop()
    return [
        row[-1],
        row[a % 3 - 2],
        row[1:],
        row[:-1],
        row[-3:-1],
        row[b:],
        row[2:99],
        last,
        len(row),
        row * 2,
        [0] * b,
        added(row, [a]),
        sorted(row),
        sorted(row, key=lambda each: (each % 3, -each), reverse=True),
        list(reversed(row)),
        row.count(b),
        row.index(b),
        [*row, a],
    ]


def added(one, other):
    return one + other


def loops(a, b):
    total, steps, i = 0, 0, 0
    for number in range(a % 5, 20, 3):
        if number == 11:
            continue
        if number > 16:
            break
        total += number * b
        steps += 1
    while i < 3:
        i += 1
        last = i
    for x, y in zip([1, 2, 3], NAMES, strict=True):
        word = f"{y}{x}"
    for number in range(5, 0, -2):
        total -= number
    a, b = b, a
    return [total, steps, last, word, a, b]


def nested(a, b):
    pairs = [(x, y) for x in range(3) for y in range(x) if (x + y + a) % 2]
    columns = [list(three) for three in zip(*[[1, 2], [3, b], [5, 6]], strict=False)]
    numbered = {i: name for i, name in enumerate(NAMES) if i != a % 3}
    return [pairs, columns, list(numbered.items()), any(x > y for x, y in pairs), all(x > 1 for x, _ in pairs)]


def dictionaries(a, b):
    groups: dict[int, list[int]] = {}
    for card in range(10):
        groups.setdefault((card * a) % 3, []).append(card)
    named = {1: "one", 2: None}
    named[5] = "five"
    limits = {Colour.RED: 10, Colour.BLUE: None}
    return [
        [groups[key] for key in sorted(groups)],
        named.get(a),
        named.get(b, "many"),
        named.get(2, "two"),
        limits.get(Colour(4 if a % 2 else 1), 99),
        a in named,
        len(named),
        list(groups.values()),
    ]


def texts(a, b):
    name = NAMES[a % 3]
    return [
        f"{name} {a}{{}}`${b}",
        name.capitalize(),
        "SHOUT".lower().upper(),
        ", ".join(NAMES),
        WORDS[Colour.RED].format(name),
        WORDS[Colour.BLUE].format(a, b),
        name + "!" * b,
        name.replace("e", "3"),
        name[0],
        name[-1],
        name[1:],
        f"{a == b} {None}",
        "two" in name,
        [letter for letter in name if letter != "o"],
    ]


def structs(a, b):
    cards = [Figure("a", a, Colour.BLUE), Figure("b", value=b, marked=a > b)]
    best = cards[0] if cards[0].value > cards[1].value else cards[1]
    starred = Figure(*pair_of(a), b, True)
    return [cards, best.name, best.marked, starred, None if best.colour is None else best.colour + 1]


def mutated(a, b):
    card = Figure("a", a)
    card.colour = None if a % 2 else b
    card.value += 1
    return [card, card.colour is None, card.value * 2]


def pair_of(value):
    return f"pair {value}", value


def enums(a, b):
    colour = Colour(1 if a % 2 else 4)
    return [
        colour,
        colour.name,
        colour == Colour.RED,
        [each.value for each in Colour],
        max(c for c in Colour if c <= b + 1),
    ]


def tables(a, b):
    copy = TABLE.tolist()
    copy[0][1] = a
    return [
        int(TABLE[a % 2, 1]),
        int(TABLE[b % 2][0]),
        copy,
        TABLE[-1].tolist(),
        min(TABLE[0].tolist()),
        sum(TABLE[1].tolist()),
    ]


def matched(a, b):
    match a % 5:
        case 0 | 1:
            return "few"
        case Colour.BLUE:
            return "four"
        case 2 if b > 3:
            return "two"
        case _:
            return "other"


def defaults(a, b):
    return [with_default(a), with_default(a, b), with_default(value=b, factor=3)]


def with_default(value, factor=2):
    """A function with a default value."""
    if value > 5:
        kind = "large"
    else:
        kind = "small"
    return [value * factor, kind]


FUNCTIONS = (
    *(division, rounding, wide, bits, truth, chained, sequences, loops, nested),
    *(dictionaries, texts, structs, mutated, enums, tables, matched, defaults),
)
