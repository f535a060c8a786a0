"""Every screen, for everybody: it fits the window at any size, and axe finds no serious violation.

The screens after a match are checked in test_matches.py, where a match is played anyway.
"""

from contextlib import contextmanager

import pytest
from tests.web.layout import LONG_NAME, misfits
from tests.web.obstacles import obstacles

from scenes import SCENES

LATE = ("tricky-twist", "parrot", "confetti-results")  # some turns into a match, which takes too long at normal pace
PARTS = 20  # tests, so that they can be spread over processes, and `make test` runs one


def look(visitor, wanted):
    """What is wrong, by screen."""
    found = {}
    for name in wanted:
        SCENES[name](visitor)
        if wrong := obstacles(visitor) + misfits(visitor):
            found[name] = wrong
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_screen_fits_and_has_no_serious_violations(visit, real, part):
    visitor = visit(real, name=LONG_NAME, reduced_motion="reduce")
    assert look(visitor, [name for name in SCENES if name not in LATE][part::PARTS]) == {}


@pytest.mark.deep
def test_later_in_a_match_too(visit, fast):
    assert look(visit(fast, name=LONG_NAME, pace=6, reduced_motion="reduce"), LATE) == {}


@contextmanager
def added(visitor, html):
    """With this at the top of the screen."""
    html = f"<div class=added>{html}</div>"
    visitor.page.evaluate("html => document.querySelector('main').insertAdjacentHTML('afterbegin', html)", html)
    yield
    visitor.page.evaluate("document.querySelector('.added').remove()")


def test_axe_finds_violations(visit, real):
    visitor = visit(real)
    SCENES["home"](visitor)
    for wrong in ('<button aria-label="Stop">Go</button>', '<p style="color: #eee8dd">pale</p>'):
        with added(visitor, wrong):
            assert obstacles(visitor) != [], wrong
    assert obstacles(visitor) == []


MISFITS = {
    "the page is": '<p style="inline-size: 3000px">wide</p>',
    "cut off": '<p style="inline-size: 60px; overflow: hidden; white-space: nowrap">a rather long text</p>',
    "is broken": '<p style="inline-size: 12px; overflow-wrap: anywhere">46</p>',
    "is 30 × 60 px": '<button style="inline-size: 30px; block-size: 60px">x</button>',
    "overlap": '<p style="line-height: 1">below</p><p style="margin-block-start: -1.4em; line-height: 1">above</p>',
    "is covered by": (
        '<p>below</p><div style="position: relative; margin-block-start: -3em; block-size: 4em; background: red"></div>'
    ),
}


def test_misfits_are_found(visit, real):
    visitor = visit(real)
    SCENES["settings"](visitor)
    for said, wrong in MISFITS.items():
        with added(visitor, wrong):
            assert any(said in each for each in misfits(visitor, axe=False)), said
    assert misfits(visitor, axe=False) == []
