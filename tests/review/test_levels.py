"""The scale of the grade: what the levels of bots lose per decision."""

import json
from importlib.resources import files
from itertools import pairwise

import pytest

import parlour
from parlour.bots import bots_of, fresh_mind, player
from parlour.bots.versions import versions
from parlour.kit import LEVELS
from parlour.review.levels import Measured, Scale, graded, measured, measured_as, nearest, scale_of

MEASURED = json.loads(files("parlour.review").joinpath("levels.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", sorted(MEASURED))
def test_better_levels_lose_less(name):
    """The intervals of two neighbouring levels have nothing in common."""
    levels = scale_of(name).levels
    for worse, better in pairwise(LEVELS):
        assert levels[worse].low > levels[better].high, (worse, better)
    assert all(levels[level].matches <= 300 for level in LEVELS)


@pytest.mark.parametrize("name", sorted(MEASURED))
def test_a_level_is_measured_by_its_newest_version_without_a_network(name):
    bots = bots_of(parlour.game(name).rules)
    for level in LEVELS:
        chosen = player(bots, measured_as(bots, level))
        assert not bots.using_network(fresh_mind(bots, chosen))
        later = [each for each in versions(bots, level) if each > chosen.version]
        assert all(bots.using_network(fresh_mind(bots, player(bots, f"{level}@{each}"))) for each in later)
    assert len({measured_as(bots, level) for level in LEVELS}) == len(LEVELS)


def test_the_interval_is_that_of_whole_matches():
    same = measured([[1.0, 1.0, 1.0], [3.0, 3.0, 3.0], [1.0, 1.0, 1.0], [3.0, 3.0, 3.0]])
    assert same.loss == 2.0
    assert same.high - same.loss == pytest.approx(1.96 * (4 / 3) ** 0.5 / 2, rel=1e-3)
    assert (same.matches, same.decisions) == (4, 12)


def test_the_nearest_level():
    losses = dict(zip(LEVELS, (0.9, 0.5, 0.2, 0.1), strict=True))
    scale = Scale("points", {level: Measured(loss, loss, loss, 1, 1) for level, loss in losses.items()})
    assert [nearest(scale, loss) for loss in (2.0, 0.8, 0.55, 0.25, 0.1, -0.3)] == [
        "novice", "novice", "casual", "sharp", "champion", "champion",
    ]  # fmt: skip


def test_a_game_that_was_not_measured_gets_no_level():
    grade = graded("no-such-game", [0.0, 1.0], "points")
    assert (grade.level, grade.loss, grade.decisions) == ("", 0.5, 2)
