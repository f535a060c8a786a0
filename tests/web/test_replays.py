"""A replay at any moment: everything fits the window, with few players and with many, however long their names."""

import json
from pathlib import Path

import pytest
from tests.extent import ONCE
from tests.web.layout import LONG_NAME, misfits
from tests.web.test_review import linked

import parlour

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
MOMENTS = (0.6, 0.995) if ONCE else (0, 0.3, 0.6, 0.9, 0.995)  # of the whole match
SEEK = """(input, part) => {
  input.value = part * input.max
  input.dispatchEvent(new Event('input', { bubbles: true }))
}"""


def misfits_in(visitor, log):
    """What does not fit in the replay of one match, by moment."""
    head = json.loads(log.splitlines()[0])
    names = ["Ada", LONG_NAME, "Olive", "Basil", "Hazel", "Rowan", "Fern"][: head["seats"]]
    past = {
        **{"match": linked(log), "table": "local-x", "game": head["game"], "title": head["game"], "at": 1, "you": 0},
        **{"names": names, "scores": [0] * head["seats"], "winners": [0]},
    }
    visitor.page.evaluate("(past) => localStorage.setItem('parlour.matches', JSON.stringify([past]))", past)
    visitor.go(f"/replay/{past['match']}")
    line = visitor.page.locator("input[type=range]")
    line.wait_for()
    visitor.page.get_by_role("button", name="Pause").click()
    found = {}
    for moment in MOMENTS:
        line.evaluate(SEEK, moment)
        if wrong := misfits(visitor, axe=False):
            found[f"{head['seats']} players, {moment}"] = wrong
    return found


@pytest.mark.parametrize("game", parlour.games())
def test_a_replay_fits_at_any_moment(visit, real, game):
    visitor = visit(real, reduced_motion="reduce")
    visitor.go()
    found = {}
    matches = sorted(GOLDEN.glob(f"{game}-*.jsonl"))
    for path in (matches[0], matches[-1]) if ONCE else matches:
        found |= misfits_in(visitor, path.read_text())
    assert found == {}
