"""Faults in the layout of a screen at several window sizes: overflow, text cut off, overlaps, small touch targets."""

import re
from functools import cache
from pathlib import Path

from tests.extent import ONCE
from tests.web.obstacles import serious

SIZES = [(320, 568), (640, 400), (1920, 1080)]  # a small phone, a laptop at 200 %, a large screen
if not ONCE:
    SIZES += [(390, 844), (667, 375), (844, 390), (768, 1024), (1280, 800)]
THUMB = 44  # px
LONG_NAME = "W" * 24  # the longest that can be entered
WORDS = Path(__file__).parents[2] / "web" / "src" / "words" / "en.ts"


@cache
def _script():
    return f"(given) => {{ {Path(__file__).with_name('layout.js').read_text()}; return misfits(given) }}"


@cache
def _bot_names():
    names = re.search(r"botNames: \[(.*?)\]", WORDS.read_text(), re.DOTALL)
    return re.findall(r"'(\w+)'", names[1])


def resize(visitor, width, height):
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.settle()


def misfits(visitor, axe=True):
    """What is wrong with the screen at any size. With `axe`, accessibility too: at the first size, or in
    `make test-all` at all of them."""
    page = visitor.page
    before = page.viewport_size
    found = []
    for width, height in SIZES:
        resize(visitor, width, height)
        wrong = page.evaluate(_script(), {"longName": LONG_NAME, "botNames": _bot_names(), "thumb": THUMB})
        if axe and ((width, height) == SIZES[0] or not ONCE):
            wrong += serious(visitor)
        found += [f"{width} × {height}: {each}" for each in wrong]
    resize(visitor, before["width"], before["height"])
    return found
