"""The figures of the report that exist for every game."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit.figures import Facts, Means, Spread, Values, by_player, by_seat, overall, win_shares

MINUTE = 60_000
PLACES = ("opens", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _winners(tallies: NDArray[Any], facts: Facts) -> NDArray[np.int64]:
    counted: NDArray[np.int64] = np.count_nonzero(win_shares(tallies, facts), axis=1)
    return counted


def _wins_by_bot(tallies: NDArray[Any], facts: Facts) -> Values:
    if len(set(facts.players)) < 2:  # identical bots always win an equal share
        return {}
    return by_player(tallies, facts, win_shares(tallies, facts))


def _wins_by_seat(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_seat(facts, win_shares(tallies, facts))


def _wins_by_opening(tallies: NDArray[Any], facts: Facts) -> Values:
    """Positions are counted clockwise from the seat that opens the match."""
    if "opener" not in (tallies.dtype.names or ()):
        return {}
    opener = tallies["opener"].astype(np.int64)
    known = (opener >= 0).astype(np.float64)
    if not known.any():
        return {}
    shares = win_shares(tallies, facts)
    rows = np.arange(len(tallies))
    return {
        PLACES[place]: (shares[rows, (np.maximum(opener, 0) + place) % facts.seats] * known, known)
        for place in range(facts.seats)
    }


def _scores(tallies: NDArray[Any], facts: Facts) -> NDArray[np.float64]:
    scores: NDArray[np.float64] = tallies["scores"][:, : facts.seats].astype(np.float64)
    return scores


def _score_by_bot(tallies: NDArray[Any], facts: Facts) -> Mapping[str, tuple[Any, Any]]:
    players, scores = tallies["who"][:, : facts.seats], _scores(tallies, facts)
    spread = {}
    for name in dict.fromkeys(facts.players):
        sat = np.isin(players, [number for number, other in enumerate(facts.players) if other == name])
        spread[name] = (scores[sat], np.ones(int(sat.sum())))
    return spread


def _score_by_seat(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_seat(facts, _scores(tallies, facts))


def _margin(tallies: NDArray[Any], facts: Facts) -> Values:
    if facts.seats < 2:
        return {}
    ranked = np.sort(_scores(tallies, facts) * (-1 if facts.lowest_wins else 1), axis=1)
    return overall(ranked[:, -1] - ranked[:, -2])


def _one_each(numbers: NDArray[Any]) -> Mapping[str, tuple[Any, Any]]:
    return {"": (numbers.astype(np.float64), np.ones(len(numbers)))}


def _known_since(tallies: NDArray[Any], _: Facts) -> Mapping[str, tuple[Any, Any]]:
    part = 100.0 * tallies["lead_since"] / np.maximum(tallies["ms"], 1)
    return _one_each(np.minimum(np.floor(part), 99.0))


def _settled_before(part: float) -> Any:
    def settled(tallies: NDArray[Any]) -> NDArray[np.float64]:
        early: NDArray[np.float64] = (tallies["lead_since"] <= part * tallies["ms"]).astype(np.float64)
        return early

    return settled


def _known_by(tallies: NDArray[Any], _: Facts) -> Values:
    """For three points in time: the share of matches decided by then."""
    ones = np.ones(len(tallies))
    return {f"by {part} % of the match": (_settled_before(part / 100)(tallies), ones) for part in (50, 75, 90)}


def _ties(tallies: NDArray[Any], facts: Facts) -> Values:
    return overall(_winners(tallies, facts) > 1)


WINS_BY_BOT = Means(
    "Wins by bot",
    "How often a seat with this bot wins. Shared wins count in part; the line marks an equal share.",
    "of its matches",
    _wins_by_bot,
    share=True,
)
WINS_BY_SEAT = Means(
    "Wins by seat",
    "How often each seat wins. Every bot plays in every seat equally often; the line marks an equal share.",
    "of all matches",
    _wins_by_seat,
    share=True,
)
WINS_BY_OPENING = Means(
    "Wins by opening position",
    "How often the opener wins, the player to their left, and so on; the line marks an equal share.",
    "of all matches",
    _wins_by_opening,
    share=True,
)
SCORES = Spread("Final scores", "The distribution of final points, for each bot.", "points", _score_by_bot)
SCORES_BY_SEAT = Means("Final score by seat", "The mean final points of each seat.", "points", _score_by_seat)
MARGIN = Means("Winning margin", "The winner's lead over the runner-up; 0 in a tie.", "points", _margin)
STEPS = Spread(
    "Length in steps",
    "The number of actions in a match, of all players together.",
    "steps",
    lambda tallies, _: _one_each(tallies["steps"]),
)
MINUTES = Spread(
    "Length in minutes",
    "The length of a match on its own clock, including the bots' thinking times.",
    "minutes",
    lambda tallies, _: _one_each(np.round(tallies["ms"] / MINUTE, 1)),
)
LEAD_CHANGES = Spread(
    "Lead changes",
    "How often the lead in points passes from one player to another.",
    "changes",
    lambda tallies, _: _one_each(tallies["lead_changes"]),
)
KNOWN_SINCE = Spread(
    "When the winner is known",
    "The point of the match at which the winner took the lead for good: near 0 % the start decides, near 100 % the "
    "finish.",
    "% of the match",
    _known_since,
)
KNOWN_BY = Means(
    "Matches decided early",
    "The share of matches in which the winner had taken the lead for good by then.",
    "of all matches",
    _known_by,
    share=True,
)
TIES = Means("Ties", "How often two or more players share the win.", "of all matches", _ties, share=True)

GENERAL: tuple[Means | Spread, ...] = (
    WINS_BY_BOT,
    WINS_BY_SEAT,
    WINS_BY_OPENING,
    SCORES,
    SCORES_BY_SEAT,
    MARGIN,
    STEPS,
    MINUTES,
    LEAD_CHANGES,
    KNOWN_SINCE,
    KNOWN_BY,
    TIES,
)
EVEN = (WINS_BY_BOT, WINS_BY_SEAT, WINS_BY_OPENING)  # figures whose chart marks an equal share
