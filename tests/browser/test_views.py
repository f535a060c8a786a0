"""A view translated to TypeScript equals the view built in Python, byte for byte, and so do actions and refusals in
words."""

import base64
import importlib
import itertools
import json
from pathlib import Path

import msgspec
import pytest
from tests.browser.positions import positions
from tests.browser.typescript import HELPERS, WEB, bundle, node
from tests.chance import play_by_chance
from tests.every import every_game
from tests.extent import ONCE, SOAK
from tests.games.sixth_game.install import PACKAGE

import parlour
from parlour.browser.description import layout
from parlour.browser.translate import views_of
from parlour.kit import SPECTATOR
from parlour.match.words import words_of

VIEWS = 100_000 if SOAK else 4_000 if ONCE else 10_000
RULES = 4  # in each view, one in RULES of all refusals is put into words
OTHERS = 23  # besides legal actions, one in OTHERS of all actions is put into words
HERE = Path(__file__).parent


def looks(match):
    """What a spectator and every seat see of a position, as Python has it."""
    rules, record = match.rules, match._glance
    actions = {action for seat in range(match.seats) for action in match.legal(seat)}
    actions |= {*match.asides, *range(match.clock % OTHERS, rules.actions, OTHERS)}
    for seat in (SPECTATOR, *range(match.seats)):
        match._loops.see(match._states, 0, seat, match._seen, 0)
        view = msgspec.json.encode(rules.view(match._seen[0], seat)).decode()
        spoken = sorted(actions) if seat == SPECTATOR else []
        yield [
            base64.b64encode(match._seen.tobytes()).decode(),
            seat,
            view,
            [[action, rules.describe(record, action)] for action in spoken],
            [rules.handicap(record, each) for each in range(match.seats)] if rules.handicap else None,
            rules.reveals(record) if rules.reveals else None,
            refused(match, seat) if seat != SPECTATOR else [],
        ]


def refused(match, seat):
    """What the seat reads if one of its actions were refused, for some of the rules that refuse actions."""
    words = words_of(match.rules)
    action, soon = (match.clock * 31 + seat * 7) % match.rules.actions, bool(match.clock % 2)
    moment = words.moment or (lambda *_: "")
    some = [number for number in words.refusals if (number + match.clock + seat) % RULES == 0]
    said = [(number, moment(match._seen[0], seat, action, number, soon)) for number in some]
    return [[action, number, soon, sentence or words.refusals[number]] for number, sentence in said]


def compare(views, rules, matches, folder, most=None):
    """Let Node compare all looks, or the first `most` of them; returns how many there were."""
    source = f"import * as views from '{views}'\nimport {{ compare }} from '{HERE}/views'\nawait compare(views)\n"
    script, count = node(bundle(source, folder)), 0
    seen = itertools.islice((look for match in matches for look in looks(match)), most)
    try:
        for line in itertools.chain([layout(rules.State)], seen):
            script.stdin.write(json.dumps(line) + "\n")
            count += 1
    except BrokenPipeError:
        pass  # a difference was found
    said, _ = script.communicate()
    assert script.returncode == 0, said
    assert int(said) == count - 1
    return int(said)


@every_game
def test_views_and_words_are_the_same_in_the_page(name, tmp_path):
    rules = parlour.game(name).rules
    made = WEB / "src" / "games" / name / "views.gen.ts"
    assert compare(made, rules, positions(name, VIEWS), tmp_path, VIEWS) == VIEWS


@pytest.fixture
def guess(monkeypatch):
    """A game of another package."""
    monkeypatch.syspath_prepend(PACKAGE.parent)
    return importlib.import_module("guess").RULES


def test_a_game_of_another_package_can_be_translated(guess, tmp_path):
    made = tmp_path / "views.gen.ts"
    made.write_text(views_of(guess, "", str(HELPERS)))

    def matches():
        for seed, seats in itertools.product(range(20), (2, 3, 4)):
            match = parlour.Game(guess).new(seats, seed)
            yield match
            for _ in play_by_chance(match, seed):
                if seed % 2 and match.why_not(seats - 1, 2) is None:
                    match.play(seats - 1, 2)
                yield match

    assert compare(made, guess, matches(), tmp_path) > 300
