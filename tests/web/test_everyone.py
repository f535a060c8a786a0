"""For everyone: axe, which knows the common obstacles, finds no serious one on any screen.

The screens after a match are looked at in test_matches.py, where a match is played anyway.
"""

import pytest
from tests.web.obstacles import obstacles

from screenshots import SCENES

LATE = ("tricky-twist", "parrot")  # some turns into a match, which take a while at the pace of people
ON_A_PHONE = ("home", "set-up", "piccolo", "tricky-twist-reserve", "parrot-opening", "menu")


def look(visitor, wanted):
    """What is in the way, by screen."""
    found = {}
    for name in wanted:
        SCENES[name](visitor)
        found[name] = obstacles(visitor)
    return {name: several for name, several in found.items() if several}


def test_nothing_serious_is_in_anybodys_way(visit, real):
    assert look(visit(real, reduced_motion="reduce"), [name for name in SCENES if name not in LATE]) == {}


def test_nor_later_in_a_match(visit, fast):
    assert look(visit(fast, reduced_motion="reduce"), LATE) == {}


def test_nor_on_a_phone(visit, real):
    assert look(visit(real, phone=True, reduced_motion="reduce"), ON_A_PHONE) == {}


@pytest.mark.parametrize("wrong", ['<button aria-label="Stop">Go</button>', '<p style="color: #eee8dd">pale</p>'])
def test_axe_would_say_so(visit, real, wrong):
    visitor = visit(real)
    SCENES["home"](visitor)
    visitor.page.evaluate("html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", wrong)
    assert obstacles(visitor) != []
