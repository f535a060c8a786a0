"""Accessibility: axe finds no serious violation on any screen.

The screens after a match are checked in test_matches.py, where a match is played anyway.
"""

import pytest
from tests.web.obstacles import obstacles

from screenshots import SCENES

LATE = ("tricky-twist", "parrot")  # some turns into a match, which takes too long at normal pace
ON_A_PHONE = ("home", "set-up", "piccolo", "tricky-twist-reserve", "parrot-opening", "menu")


def look(visitor, wanted):
    """Violations by screen."""
    found = {}
    for name in wanted:
        SCENES[name](visitor)
        found[name] = obstacles(visitor)
    return {name: several for name, several in found.items() if several}


def test_no_serious_violations(visit, real):
    assert look(visit(real, reduced_motion="reduce"), [name for name in SCENES if name not in LATE]) == {}


def test_no_serious_violations_later_in_a_match(visit, fast):
    assert look(visit(fast, reduced_motion="reduce"), LATE) == {}


def test_no_serious_violations_on_a_phone(visit, real):
    assert look(visit(real, phone=True, reduced_motion="reduce"), ON_A_PHONE) == {}


@pytest.mark.parametrize("wrong", ['<button aria-label="Stop">Go</button>', '<p style="color: #eee8dd">pale</p>'])
def test_axe_finds_violations(visit, real, wrong):
    visitor = visit(real)
    SCENES["home"](visitor)
    visitor.page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", wrong)
    assert obstacles(visitor) != []
