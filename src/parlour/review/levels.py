"""The scale of a review's grade: what each level of bots loses per decision, measured by tools/reviews.py."""

import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec

from parlour.bots import Player, fresh_mind
from parlour.bots.versions import versions
from parlour.kit import Bots
from parlour.kit.minds import LEVELS

Z95 = 1.96  # standard errors in half of a 95 % interval


class Measured(msgspec.Struct):
    """What one level loses per decision, with its 95 % interval."""

    loss: float
    low: float
    high: float
    matches: int
    decisions: int


class Scale(msgspec.Struct):
    """The measured levels of one game."""

    unit: str
    levels: dict[str, Measured]


class Grade(msgspec.Struct):
    """How well a seat played: its mean loss per decision, and the level of bots that loses about as much."""

    loss: float
    error: float  # standard error of the loss
    unit: str
    decisions: int
    level: str  # "": this game has not been measured


class Mean(NamedTuple):
    mean: float
    error: float


@cache
def scale_of(name: str) -> Scale | None:
    """The scale of a game; None if it has not been measured."""
    written = json.loads(files("parlour.review").joinpath("levels.json").read_text(encoding="utf-8"))
    return msgspec.convert(written[name], Scale) if name in written else None


def measured_as(bots: Bots, level: str) -> str:
    """The bot by which a level is measured: its newest version that uses no network. Reviews and exercises use none
    either, and would take for a mistake what only a network can judge."""
    known = [Player(level, version=version) for version in versions(bots, level)]
    return str([one for one in known if not bots.using_network(fresh_mind(bots, one))][-1])


def nearest(scale: Scale, loss: float) -> str:
    """The level that loses about as much."""
    known = [level for level in LEVELS if level in scale.levels]
    return min(known, key=lambda level: abs(loss - scale.levels[level].loss))


def mean_of(losses: Sequence[float]) -> Mean:
    count = len(losses)
    mean = sum(losses) / count
    spread = sum((loss - mean) ** 2 for loss in losses) / max(1, count - 1)
    return Mean(mean, math.sqrt(spread / count))


def graded(name: str, losses: Sequence[float], unit: str) -> Grade:
    scale = scale_of(name)
    mean, error = mean_of(losses)
    return Grade(mean, error, unit, len(losses), nearest(scale, mean) if scale is not None else "")


def measured(matches: Sequence[Sequence[float]]) -> Measured:
    """The mean loss of one level over the losses of its decisions in several matches. Decisions of one match are not
    independent, so the interval is that of whole matches."""
    decisions = sum(len(losses) for losses in matches)
    mean = sum(sum(losses) for losses in matches) / decisions
    squares = sum((sum(losses) - mean * len(losses)) ** 2 for losses in matches)
    error = math.sqrt(squares * len(matches) / max(1, len(matches) - 1)) / decisions
    loss, low, high = (float(f"{number:.4g}") for number in (mean, mean - Z95 * error, mean + Z95 * error))
    return Measured(loss, low, high, len(matches), decisions)


def written(scales: dict[str, Any]) -> str:
    """The text of levels.json."""
    return json.dumps(scales, indent=1, sort_keys=True) + "\n"
