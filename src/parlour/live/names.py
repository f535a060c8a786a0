"""Names that people choose: readable, visible, and different from each other at one table."""

import unicodedata

from parlour.kit import BadInput

from . import messages as m

# Letters that show nothing, although Unicode does not count them as control or format characters.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
MOST_MARKS = 2  # accents on one letter; more would cover other lines
LOOK_ALIKE = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u04cf"  # Cyrillic
    "\u03bf\u03b1\u03c1\u03bd\u03c5\u03b9\u03ba\u03c4"  # Greek
    "01|",
    "aeopcyxijsdhloapvuiktoll",
)


def tidy_name(name: str) -> str:
    """A name in its usual form, without anything invisible. BadInput if nothing is left, or too much."""
    if len(name) > 16 * m.MOST_NAME:
        raise _bad()
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFKC", name):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if kind[0] == "Z":
            kept.append(" ")
        elif kind[0] != "C" and letter not in BLANK and not _selects(letter) and marks <= MOST_MARKS:
            kept.append(letter)
    tidy = " ".join("".join(kept).split())
    visible = any(unicodedata.category(letter)[0] in "LNPS" for letter in tidy)
    if not visible or len(tidy) > m.MOST_NAME:
        raise _bad()
    return tidy


def distinct_name(name: str, others: list[str]) -> str:
    """The name, with a number if somebody at the table has one that looks the same."""
    taken = {looks(other) for other in others}
    number, found = 1, name
    while looks(found) in taken:
        number += 1
        end = f" {number}"
        found = name[: m.MOST_NAME - len(end)].rstrip() + end
    return found


def looks(name: str) -> str:
    """What a name looks like at a glance: names with the same looks could be mistaken for each other."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in plain if unicodedata.category(letter)[0] != "M")
    return letters.translate(LOOK_ALIKE).replace(" ", "")


def _selects(letter: str) -> bool:
    """True for variation selectors, which only change how the letter before them is drawn."""
    return "\ufe00" <= letter <= "\ufe0f" or "\U000e0100" <= letter <= "\U000e01ef" or "\u180b" <= letter <= "\u180f"


def _bad() -> BadInput:
    return BadInput(f"a name has 1 to {m.MOST_NAME} letters")
