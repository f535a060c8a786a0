"""Translates parts of each game into TypeScript, for a page that plays without a server and asks the rules for points.

python tools/page_views.py            write views.gen.ts, scoring.gen.ts and review.gen.ts of each game in web/src/games
python tools/page_views.py --check    write nothing; exit 1 and name the first stale file, if there is one
"""

import importlib
import inspect
import json
import sys
from pathlib import Path

import msgspec
from msgspec import inspect as mi

import docs
import protocol
from docs import our_rules
from parlour.browser.to_typescript.kinds import (
    BOOL,
    FLOAT,
    NATURAL,
    SMALL,
    TEXT,
    Kind,
    ListOf,
    Maybe,
    ObjectOf,
    RecordOf,
)
from parlour.browser.translate import Export, translate, views_of
from parlour.games.bell import sums
from parlour.games.confetti import state as confetti_state
from parlour.games.confetti import views as confetti_views
from parlour.games.parrot import box
from parlour.games.tricky_twist import declaration, scoring
from parlour.games.tricky_twist import state as tricky_twist_state
from parlour.kit import Rules
from parlour.kit.review import RealTimeReview, TurnReview
from parlour.review.registry import review_of
from rulebooks import ROOT

PAGE_GAMES = ROOT / "web" / "src" / "games"
PYTHON = "../../engine/python"
YOU = " & { you: number | null }"  # in the view, but not in the messages: a client learns its seat once


def head(game: str) -> str:
    return f"// Made by tools/page_views.py (make docs) from src/parlour/games/{game}; change it there.\n\n"


def views(rules: Rules) -> str:
    namespace = rules.title.replace(" ", "")
    imports = f"import type {{ {namespace} }} from '../../net/views'\n"
    view_type = f"{namespace}.View{YOU if 'you' in fields_of_view(rules) else ''}"
    return views_of(rules, head(rules.name) + imports, PYTHON, view_type)


def fields_of_view(rules: Rules) -> tuple[str, ...]:
    struct: type[msgspec.Struct] = inspect.get_annotations(rules.view, eval_str=True)["return"]
    return struct.__struct_fields__


# What the page counts before the rules have counted it, by game: functions of the rules and what they are called with.

NUMBERS = ListOf(item=SMALL)
BOX = ListOf(item=TEXT)
CONFETTI = RecordOf(dtype=confetti_state.State)
TRICKY_TWIST = RecordOf(dtype=tricky_twist_state.State)

SCORING = {
    "bell": [Export("hasFive", sums.has_five, (NATURAL, NATURAL), returns="boolean")],
    "confetti": [Export("viewSets", confetti_views.view_sets, (CONFETTI, ListOf(item=NATURAL)))],
    "parrot": [
        Export("columnsOf", box.columns_of, (BOX,)),
        Export("setsOf", box.sets_of, (BOX, BOOL)),
        Export("pointsOf", box.points_of, (BOX, BOOL), returns="number"),
    ],
    "tricky_twist": [
        Export("baseScore", scoring.base_score, (SMALL, SMALL), returns="number"),
        Export("tally", scoring.tally, (TRICKY_TWIST, NATURAL)),
        Export("scoreRound", scoring.score_round, (TRICKY_TWIST,)),
        Export(
            "cardCount",
            scoring.card_count,
            (SMALL, SMALL, SMALL, NUMBERS, NUMBERS, NUMBERS, NATURAL, NATURAL, BOOL),
            returns="number",
        ),
        Export("legalUses", declaration.legal_uses, (TRICKY_TWIST, NATURAL, NUMBERS), returns="number"),
        Export("choiceOf", declaration.choice_of, (NATURAL,), returns="number"),
    ],
}


# The reviews of real-time games: the game's module `review` has a function `summary` that returns a struct.

NOTE: dict[str, Kind] = {"reveal": NATURAL, "estimate": FLOAT, "reaction": FLOAT, "claimed": FLOAT, "clamped": BOOL}


def moments_of(rules: Rules, review: RealTimeReview) -> Kind:
    """A list of `parlour.kit.review.Moment`."""
    fields: dict[str, Kind] = {
        "ms": NATURAL,
        "seat": SMALL,
        "action": SMALL,
        "note": Maybe(inner=ObjectOf(fields=tuple(NOTE.items()))),
        "seen": RecordOf(dtype=rules.State),
        "facts": RecordOf(dtype=review.Facts),
    }
    return ListOf(item=ObjectOf(fields=tuple(fields.items())))


def review_page(rules: Rules, review: RealTimeReview) -> str:
    """The summary of a match, with the types of what it returns."""
    summary = importlib.import_module(f"parlour.games.{rules.name}.review").summary
    struct: type[msgspec.Struct] = inspect.get_annotations(summary, eval_str=True)["return"]
    found: dict[str, type] = {}
    protocol.structs_in(mi.type_info(struct), found)
    notes: protocol.Notes = {}
    for each in found.values():
        notes |= protocol.notes_of(importlib.import_module(each.__module__))
    types = "\n".join(protocol.interface(each, notes) for each in found.values())
    kinds = (moments_of(rules, review), NATURAL, NATURAL)
    given = {"moments": "any[]", "seat": "number", "seats": "number"}
    export = Export("summary", summary, kinds, given, struct.__name__)
    return translate([export], head(rules.name), PYTHON) + "\n" + types


# The reasons in the reviews of turn-based games, and what fills their gaps.


def reasons(rules: Rules, review: TurnReview) -> str:
    said = {number: {"says": why.says, "rules": why.rules} for number, why in sorted(review.explanations.items())}
    table = json.dumps(said, indent=2, ensure_ascii=False)
    explanations = f"export const explanations: Record<number, {{ says: string; rules: string[] }}> = {table}\n"
    words = Export("words", review.words, (SMALL, NUMBERS), {"number": "number", "about": "number[]"}, "string[]")
    return translate([words], head(rules.name), PYTHON) + "\n" + explanations


def pages() -> dict[Path, str]:
    made = {PAGE_GAMES / rules.name / "views.gen.ts": views(rules) for rules in our_rules()}
    for game, exports in SCORING.items():
        made[PAGE_GAMES / game / "scoring.gen.ts"] = translate(exports, head(game), PYTHON, changes_records=True)
    for rules in our_rules():
        review = review_of(rules)
        file = PAGE_GAMES / rules.name / "review.gen.ts"
        if isinstance(review, RealTimeReview):
            made[file] = review_page(rules, review)
        elif review is not None:
            made[file] = reasons(rules, review)
    return made


if __name__ == "__main__":
    sys.exit(docs.main(None, pages, "Translate parts of each game for the page."))
