"""Checks everything that is derived from the code and committed: documents, the page's constants, views, card art and
compiled games.

In one process, because each of the tools that make them takes seconds to import what all of them need.
"""

import sys

import card_art
import docs
import page_constants
import page_games
import page_views
import protocol
from parlour.browser import __main__ as browser

MADE_BY = (docs, protocol, page_constants, page_views, page_games, card_art)


def main() -> int:
    outdated = [docs.main(["--check"], tool.pages) for tool in MADE_BY]
    return max(*outdated, browser.main(["--check"]))


if __name__ == "__main__":
    sys.exit(main())
