"""`parlour review` as users run it."""

import json

import pytest
from tests.command import run

import parlour
from parlour.bots import seat_bots

GAME = "parrot"


@pytest.fixture(scope="module")
def left_early(tmp_path_factory):
    """A match of which only the first third was played."""
    match = parlour.game(GAME).new(seats=3, seed=4)
    for _ in seat_bots(match, "novice,casual,novice").play_out():
        if len(match.entries) >= 30:
            break
    path = tmp_path_factory.mktemp("review") / "match.log"
    path.write_text(match.log(), encoding="utf-8")
    return path


def test_a_review_in_the_terminal_and_as_a_page(left_early, tmp_path):
    out = tmp_path / "review.html"
    done = run("review", left_early, "--seat", 1, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "how player 1 played" in done.stdout
    assert "left early" in done.stdout
    assert "Chance to win" in done.stdout
    page = out.read_text(encoding="utf-8")
    assert "prefers-color-scheme:dark" in page
    assert "width=device-width" in page
    assert "http" not in page  # nothing is loaded from elsewhere
    assert [path.name for path in tmp_path.iterdir()] == ["review.html"]


def test_a_review_as_json(left_early):
    done = run("review", left_early, "--seat", 2, "--json")
    found = json.loads(done.stdout)
    assert found["game"] == GAME
    assert found["review"]["seat"] == 1
    assert found["review"]["result"] is None
    assert found["grade"]["decisions"] == len(found["review"]["decisions"])


def test_what_cannot_be_reviewed(left_early, tmp_path, refused):
    assert "--seat is 1 to 3, not 4" in refused("review", left_early, "--seat", 4)
    assert "--seat is 1 to 3, not 0" in refused("review", left_early, "--seat", 0)
    assert "cannot be read" in refused("review", tmp_path / "none.log", "--seat", 1)
    broken = tmp_path / "broken.log"
    broken.write_text(left_early.read_text(encoding="utf-8")[:-3], encoding="utf-8")
    assert "cut off or broken" in refused("review", broken, "--seat", 1)
    assert "is a directory" in refused("review", left_early, "--seat", 1, "--out", tmp_path)
    assert "threads is 1 or more" in refused("review", left_early, "--seat", 1, "--threads", 0)
