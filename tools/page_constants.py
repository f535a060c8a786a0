"""Writes what the browser page needs to know about each game's rules, from the code that defines it.

python tools/page_constants.py            write web/src/games/<game>/rules.gen.ts, and web/src/review/constants.gen.ts
python tools/page_constants.py --check    write nothing; exit 1 and name the first stale file, if there is one
"""

import json
import sys
import textwrap
from collections.abc import Iterable, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any

import docs
from parlour.games.confetti import cards as confetti_cards
from parlour.games.confetti import sight as confetti_sight
from parlour.games.confetti import state as confetti_state
from parlour.games.parrot import cards as parrot_cards
from parlour.games.parrot import rules as parrot_rules
from parlour.games.piccolo import cards as piccolo_cards
from parlour.games.piccolo import level_times as piccolo_times
from parlour.games.piccolo import rules as piccolo_rules
from parlour.games.piccolo_twist import cards as piccolo_twist_cards
from parlour.games.piccolo_twist import level_times as piccolo_twist_times
from parlour.games.piccolo_twist import rules as piccolo_twist_rules
from parlour.games.piccolo_twist import sight as piccolo_twist_sight
from parlour.games.tricky_twist import cards as tricky_twist_cards
from parlour.games.tricky_twist import sight as tricky_twist_sight
from parlour.games.tricky_twist import state as tricky_twist_state
from parlour.review import turns
from rulebooks import ROOT, rulebook_text, statements

PAGE_GAMES = ROOT / "web" / "src" / "games"
PAGE_REVIEW = ROOT / "web" / "src" / "review"
WIDTH = 120


# TypeScript


def literal(value: Any) -> str:
    """A number, a string or a list of them, as TypeScript writes it."""
    if isinstance(value, str):
        return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key}: {literal(each)}" for key, each in value.items()) + " }"
    if isinstance(value, Iterable):
        return "[" + ", ".join(literal(each) for each in value) + "]"
    return json.dumps(value)


def constant(name: str, value: Any, says: str) -> str:
    readonly = " as const" if not isinstance(value, int | float | str) else ""
    return f"/** {says} */\nexport const {name} = {literal(value)}{readonly}\n"


def names(enum: type[IntEnum], says: str, values: Mapping[str, Any] | None = None) -> str:
    """An enumeration as an object; `values` are what its members are called in a view, else they keep their numbers."""
    rows = "".join(f"  {member.name}: {literal(values[member.name] if values else member.value)},\n" for member in enum)
    return f"/** {says} */\nexport const {enum.__name__} = {{\n{rows}}} as const\n"


def words(name: str, values: Mapping[str, Any], says: str) -> str:
    """Words that a view uses, by a constant name."""
    rows = "".join(f"  {key}: {literal(value)},\n" for key, value in values.items())
    return f"/** {says} */\nexport const {name} = {{\n{rows}}} as const\n"


def by_constant(values: Iterable[str]) -> dict[str, str]:
    """{"TAKE_BACK": "take-back"} for "take-back"."""
    return {value.upper().replace("-", "_").replace(" ", "_"): value for value in values}


def one_of(name: str, constant_name: str) -> str:
    return f"export type {name} = (typeof {constant_name})[number]\n"


def rule_ids(game: str) -> str:
    """The statements of a rulebook, so that a lesson cannot cite one that does not exist."""
    parts = [f"|~{literal(statement.id)}" for statement in statements(rulebook_text(game))]  # ~ does not break
    lines = textwrap.wrap(" ".join(parts), WIDTH - 2, break_long_words=False, break_on_hyphens=False)
    body = "".join(f"  {line}\n" for line in lines).replace("~", " ")
    return f"/** The statements of the rulebook. */\nexport type RuleId =\n{body}"


def actions(enum: type[IntEnum], says: str) -> str:
    return names(enum, f"Actions by number. {says}".strip())


# The games


def parrot() -> list[str]:
    phases = {phase.name: phase.name.lower() for phase in parrot_rules.Phase}
    return [
        actions(
            parrot_rules.Act,
            "OPEN + an index of OPENINGS, PLACE and REVEAL + a place, FLOAT + PLACES x from + to.",
        ),
        names(parrot_rules.Phase, "`phase` of a view.", phases),
        constant("PLACES", parrot_cards.PLACES, "Cards in a Box: first the top row, then the bottom row."),
        constant("COLUMNS", parrot_cards.COLUMNS, "Columns of a Box."),
        constant("OPENINGS", parrot_cards.PAIRS.tolist(), "The pairs of places that an opening can turn up."),
        constant("PARROT", parrot_cards.name_of(parrot_cards.PARROT), "A Parrot in a view."),
        constant("DOWN", parrot_cards.name_of(parrot_cards.HIDDEN), "A card in a view whose face is not known."),
    ]


def tricky_twist() -> list[str]:
    cards, state = tricky_twist_cards, tricky_twist_state
    phases = dict(zip((phase.name for phase in state.Phase), tricky_twist_sight.PHASES, strict=True))
    suits = [suit.capitalize() for suit in cards.SUITS]
    sides = [[suits[first], suits[second]] for first, second in cards.SYMBOL_SIDES.tolist()]
    return [
        actions(
            state.Act,
            "RESERVE and PLAY + a card, TAKE + a bonus card, SUIT + a suit, VALUE + a value - 1;\n"
            " * TAKE_BACK, FLIP, PLUS and MINUS + a card, or + CARDS + a bonus card.",
        ),
        names(state.Phase, "`phase` of a view.", phases),
        constant("SUITS", suits, "The suits, in the order of the cards: card = suit x VALUES + value - 1."),
        one_of("Suit", "SUITS"),
        constant("VALUES", cards.VALUES, "Cards of each suit."),
        constant("CARDS", cards.CARDS, "Number cards."),
        constant("LIGHTNING", cards.LIGHTNING, "The value that earns a bonus card."),
        constant("RESERVE_SIZE", state.RESERVE, "Cards laid aside before a round."),
        constant("BONUS", cards.BONUS_NAMES, "The bonus cards, in the order in which they are declared."),
        one_of("Bonus", "BONUS"),
        constant("SYMBOL_SIDES", sides, "The two suits on the symbol sides of V1 to V4."),
        constant("KINDS", cards.KIND_NAMES, "What a scoring card can look at."),
        one_of("Kind", "KINDS"),
    ]


def confetti() -> list[str]:
    cards = confetti_cards
    return [
        actions(confetti_state.Act, "All but HOLD_ALL and LEAVE: + a card."),
        words("Phase", by_constant(confetti_sight.PHASES), "`phase` of a view."),
        words("CardState", by_constant(confetti_sight.STATES), "`state` of a card in a view."),
        constant("CARDS", cards.CARDS, "Cards in the deck."),
        constant("LETTERS", cards.LETTERS, "A card's name has one of these for each size, by colour or shape."),
        constant("COLOURS", cards.COLOURS, "The six colours of the white side."),
        constant("SHAPES", cards.SHAPES, "The six shapes of the black side."),
        constant("SIZES", cards.SIZES, "The three sizes on a card, in the order of its name."),
        one_of("Size", "SIZES"),
        constant("COLUMNS", cards.COLUMNS, "Cells across the middle."),
        constant("ROWS", cards.ROWS, "Cells down the middle."),
        constant("CELL", cards.CELL, "Side of a cell; `x` and `y` of a card count in the same unit."),
        constant("CARD_SIDE", cards.CARD_SIDE, "Side of a card in that unit."),
        constant("JITTER", cards.JITTER, "How far a card's centre can lie from the centre of its cell."),
        constant(
            "SOFT_EXTRA", confetti_state.SOFT_EXTRA, "Cards beyond the limit that can be taken with the soft limit."
        ),
    ]


TIMES = ("level", "low", "quarter", "median", "three_quarters", "high")


def level_times(levels: Iterable[tuple[Any, ...]]) -> str:
    """How quickly the bots of a bell game ring."""
    rows = [dict(zip(TIMES, each, strict=True)) for each in levels]
    said = "How quickly each level rings, in ms: quantiles of 10, 25, 50, 75 and 90 %."
    return table("LEVEL_TIMES", rows, said)


def table(name: str, rows: Iterable[Any], says: str) -> str:
    lines = "".join(f"  {literal(row)},\n" for row in rows)
    return f"/** {says} */\nexport const {name} = [\n{lines}] as const\n"


def piccolo() -> list[str]:
    deck = {fruit: list(counts) for fruit, counts in piccolo_cards.HOUSE.items()}
    return [
        actions(piccolo_rules.Act, ""),
        constant("FRUITS", piccolo_cards.FRUITS, "The fruits."),
        one_of("Fruit", "FRUITS"),
        words("DECK", deck, "How many cards show 1, 2, 3, 4 and 5 of each fruit."),
        level_times(piccolo_times.LEVELS),
    ]


def piccolo_twist() -> list[str]:
    last_rounds = {member.name: piccolo_twist_sight.LAST_ROUNDS[member] for member in piccolo_twist_rules.LastRound}
    return [
        actions(piccolo_twist_rules.Act, ""),
        names(piccolo_twist_rules.LastRound, "`last_round` of a view.", last_rounds),
        words("Status", by_constant(piccolo_twist_sight.STATUSES), "`status` of a seat in a view."),
        constant("TYPES", piccolo_twist_cards.TYPES, "What a card can show."),
        one_of("Type", "TYPES"),
        constant("COLOURS", piccolo_twist_cards.COLOURS, "In which colours."),
        one_of("Colour", "COLOURS"),
        words("DECK", piccolo_twist_cards.BALANCED, "The amounts on the cards, by type and colour."),
        level_times(piccolo_twist_times.LEVELS),
    ]


GAMES = {
    "confetti": confetti,
    "parrot": parrot,
    "piccolo": piccolo,
    "piccolo_twist": piccolo_twist,
    "tricky_twist": tricky_twist,
}


def review() -> list[str]:
    worth_telling = turns.WORTH_TELLING
    return [
        constant("WHOLE", turns.WHOLE, "A chance of 100 %."),
        constant("EFFORT", turns.EFFORT._asdict(), "How thoroughly a move is judged."),
        constant("CERTAIN", turns.CERTAIN, "Standard errors of a loss that is called a mistake."),
        constant("WORTH_TELLING", worth_telling, "A smaller loss is no mistake, however certain."),
        constant("SEED", turns.SEED, "Of all reviews."),
    ]


def pages() -> dict[Path, str]:
    head = "// Made by tools/page_constants.py (make docs) from src/parlour/review; change it there.\n"
    made = {PAGE_REVIEW / "constants.gen.ts": "\n".join([head, *review()])}
    for game, parts in GAMES.items():
        head = f"// Made by tools/page_constants.py (make docs) from src/parlour/games/{game}; change it there.\n"
        made[PAGE_GAMES / game / "rules.gen.ts"] = "\n".join([head, *parts(), rule_ids(game)])
    return made


if __name__ == "__main__":
    sys.exit(docs.main(None, pages, "Make the page's constants of each game."))
