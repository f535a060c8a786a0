"""Every screen, for everybody: it fits the window at any size, and axe finds no serious violation.

The screens after a match are checked in test_matches.py, where a match is played anyway.
"""

import pytest
from tests.extent import SOAK
from tests.web.layout import LONG_NAME, SIZES, SOME, misfits
from tests.web.obstacles import obstacles

from scenes import SCENES

LATE = ("tricky-twist", "parrot", "confetti-results")  # some turns into a match, which takes too long at normal pace
PARTS = 6  # tests, so that they can be spread over processes


def look(visitor, wanted):
    """What is wrong, by screen."""
    found = {}
    for name in wanted:
        SCENES[name](visitor)
        wrong = obstacles(visitor)
        wrong += misfits(visitor, SIZES if SOAK else SOME, axe=SIZES if SOAK else ())
        if wrong:
            found[name] = wrong
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_screen_fits_and_has_no_serious_violations(visit, real, part):
    visitor = visit(real, name=LONG_NAME, reduced_motion="reduce")
    assert look(visitor, [name for name in SCENES if name not in LATE][part::PARTS]) == {}


@pytest.mark.deep
def test_later_in_a_match_too(visit, fast):
    assert look(visit(fast, name=LONG_NAME, pace=6, reduced_motion="reduce"), LATE) == {}


@pytest.mark.parametrize("wrong", ['<button aria-label="Stop">Go</button>', '<p style="color: #eee8dd">pale</p>'])
def test_axe_finds_violations(visit, real, wrong):
    visitor = visit(real)
    SCENES["home"](visitor)
    visitor.page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", wrong)
    assert obstacles(visitor) != []


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('<p style="inline-size: 3000px">wide</p>', "the page is"),
        ('<p style="inline-size: 60px; overflow: hidden; white-space: nowrap">a rather long text</p>', "cut off"),
        ('<p style="inline-size: 12px; overflow-wrap: anywhere">46</p>', "is broken"),
        ('<button style="inline-size: 30px; block-size: 60px">x</button>', "is 30 × 60 px"),
        (
            '<p style="line-height: 1">below</p><p style="margin-block-start: -1.4em; line-height: 1">above</p>',
            "overlap",
        ),
        (
            '<p>below</p><div style="position: relative; margin-block-start: -3em; block-size: 4em;'
            ' background: red"></div>',
            "is covered by",
        ),
    ],
)
def test_misfits_are_found(visit, real, wrong, said):
    visitor = visit(real)
    SCENES["settings"](visitor)
    html = f'<div style="display: block">{wrong}</div>'
    visitor.page.evaluate("html => document.querySelector('main').insertAdjacentHTML('afterbegin', html)", html)
    assert any(said in each for each in misfits(visitor, SIZES[5:6]))
