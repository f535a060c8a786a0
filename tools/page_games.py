"""Writes what the page shows of each game before it is opened, its rulebook, and how well its bots play.

python tools/page_games.py            write about, rulebook and levels (.gen.json) into web/src/games/<game>
python tools/page_games.py --check    write nothing; exit 1 and name the first stale file, if there is one
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

import docs
from docs import our_rules
from parlour.kit import statements
from parlour.live.catalogue import games
from rulebooks import ROOT

PAGE_GAMES = ROOT / "web" / "src" / "games"
LEVELS = ROOT / "src" / "parlour" / "review" / "levels.json"  # what each level of bots loses per decision


def as_json(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"


def pages() -> dict[Path, str]:
    about = {game.name: game for game in games()}
    levels = msgspec.json.decode(LEVELS.read_bytes()) if LEVELS.exists() else {}
    found = {}
    for rules in our_rules():
        folder = PAGE_GAMES / rules.name
        found[folder / "about.gen.json"] = as_json(about[rules.name])
        found[folder / "rulebook.gen.json"] = as_json([each._asdict() for each in statements(rules.rulebook)])
        if rules.name in levels:
            found[folder / "levels.gen.json"] = as_json(levels[rules.name])
    return found


if __name__ == "__main__":
    sys.exit(docs.main(None, pages, "Write what the page shows of each game before it is opened."))
