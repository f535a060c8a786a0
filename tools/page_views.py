"""Translates what shows each game to people into TypeScript, for a page that plays without a server.

python tools/page_views.py            write web/src/games/<game>/views.gen.ts for each game
python tools/page_views.py --check    write nothing; exit 1 and name the first stale file, if there is one
"""

import inspect
import sys
from pathlib import Path

import msgspec

import docs
from docs import our_rules
from parlour.browser.translate import views_of
from parlour.kit import Rules
from rulebooks import ROOT

PAGE_GAMES = ROOT / "web" / "src" / "games"
PYTHON = "../../engine/python"
YOU = " & { you: number | null }"  # in the view, but not in the messages: a client learns its seat once


def views(rules: Rules) -> str:
    namespace = rules.title.replace(" ", "")
    head = (
        f"// Made by tools/page_views.py (make docs) from src/parlour/games/{rules.name}; change it there.\n\n"
        f"import type {{ {namespace} }} from '../../net/views'\n"
    )
    return views_of(rules, head, PYTHON, f"{namespace}.View{YOU if 'you' in fields_of_view(rules) else ''}")


def fields_of_view(rules: Rules) -> tuple[str, ...]:
    struct: type[msgspec.Struct] = inspect.get_annotations(rules.view, eval_str=True)["return"]
    return struct.__struct_fields__


def pages() -> dict[Path, str]:
    return {PAGE_GAMES / rules.name / "views.gen.ts": views(rules) for rules in our_rules()}


if __name__ == "__main__":
    sys.exit(docs.main(None, pages, "Translate the views of each game for the page."))
