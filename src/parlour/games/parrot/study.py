"""What the lab measures in Parrot: the value of Parrots, of floats and of ending the round."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import Measure, int8, int16, rule
from parlour.kit.figures import Column, Facts, Means, Spread, Study, Values, by_player, overall

from .cards import PARROT, PLACES
from .counts import count_of
from .outlook import boxed, pairs_in
from .rules import CHOOSE, COUNTING, DRAW, FLOAT, LEAVE, NOBODY, OPENING, SEATS, TAKE, count_box

MOST_ROUNDS = 5

# By round, and by seat where there is a second dimension.
FIELDS: dict[str, Any] = {
    "opener": int8,  # the seat that began the first round
    "rounds": int8,
    "points": int16[MOST_ROUNDS, SEATS],
    "parrots": int8[MOST_ROUNDS, SEATS],  # in the Box when it was counted
    "pairs": int8[MOST_ROUNDS, SEATS],
    "quartets": int8[MOST_ROUNDS, SEATS],
    "larger_sets": int8[MOST_ROUNDS, SEATS],  # Sextets and Octets
    "takes": int8[MOST_ROUNDS, SEATS],
    "draws": int8[MOST_ROUNDS, SEATS],
    "turns": int8[MOST_ROUNDS, SEATS],
    "floats": int8[MOST_ROUNDS, SEATS],
    "float_points": int16[MOST_ROUNDS, SEATS],  # how much floats changed the Box, down cards counted by their faces
    "ender": int8[MOST_ROUNDS],
    "at_end": int16[MOST_ROUNDS, SEATS],  # the Boxes when the ender finished, down cards counted by their faces
    "reshuffles": int8[MOST_ROUNDS],
}


@rule
def opened(state, tally):  # type: ignore[no-untyped-def]
    tally.opener = NOBODY


@rule
def noted(before, state, seat, action, tally):  # type: ignore[no-untyped-def]
    number = int(before.round_no)
    if before.phase == OPENING and state.phase == CHOOSE and number == 0:
        tally.opener = state.turn
    if action == TAKE:
        tally.takes[number, seat] += 1
    elif action == DRAW:
        tally.draws[number, seat] += 1
    elif FLOAT <= action < LEAVE:
        tally.floats[number, seat] += 1
        wild = int(state.two_parrots)
        tally.float_points[number, seat] += count_box(state.box[seat], wild) - count_box(before.box[seat], wild)
    if before.ender == NOBODY and state.ender != NOBODY:
        for other in range(np.int64(state.seats)):
            tally.at_end[number, other] = count_box(state.box[other], int(state.two_parrots))
    if before.phase < COUNTING and state.phase >= COUNTING:
        note_round(state, number, tally)  # type: ignore[no-untyped-call]


@rule
def note_round(state, number, tally):  # type: ignore[no-untyped-def]
    tally.ender[number] = state.ender
    tally.reshuffles[number] = state.reshuffles
    for seat in range(np.int64(state.seats)):
        tally.points[number, seat] = state.points[number, seat]
        tally.turns[number, seat] = state.turns[seat]
        for place in range(PLACES):
            if state.box[seat, place] == PARROT:
                tally.parrots[number, seat] += 1
        note_sets(state, seat, number, tally)  # type: ignore[no-untyped-call]


@rule
def note_sets(state, seat, number, tally):  # type: ignore[no-untyped-def]
    """Pairs of numbers, including those in sets; a column of two Parrots is not counted."""
    pairs = pairs_in(boxed(state, seat))  # type: ignore[no-untyped-call]
    for value in range(PARROT):
        count = count_of(pairs, value)  # type: ignore[no-untyped-call]
        tally.pairs[number, seat] += count
        if count == 2:
            tally.quartets[number, seat] += 1
        elif count > 2:
            tally.larger_sets[number, seat] += 1


@rule
def closed(state, tally):  # type: ignore[no-untyped-def]
    tally.rounds = int(state.round_no) + 1


# Figures

EARLY, LATE = 6, 10  # turns of the ender: up to EARLY is early, LATE or more is late


def _played(tallies: NDArray[Any], facts: Facts) -> NDArray[np.bool_]:
    """Match, round, seat: True if that Box was played."""
    rounds = np.arange(MOST_ROUNDS)[None, :] < tallies["rounds"][:, None]
    return np.repeat(rounds[:, :, None], facts.seats, axis=2)


def _boxes(tallies: NDArray[Any], facts: Facts, field: str) -> NDArray[np.float64]:
    """Match, round, seat: a field of each Box."""
    return np.asarray(tallies[field][:, :, : facts.seats], np.float64)


def _sums(values: NDArray[Any], chosen: NDArray[np.bool_]) -> tuple[Column, Column]:
    """For each match, the sum of the chosen values and their number."""
    axes = tuple(range(1, values.ndim))
    return (values * chosen).sum(axis=axes), chosen.sum(axis=axes).astype(np.float64)


def _per_box(tallies: NDArray[Any], facts: Facts, field: str) -> Values:
    """A field of each Box, by player."""
    played = _played(tallies, facts)
    return by_player(tallies, facts, (_boxes(tallies, facts, field) * played).sum(axis=1), played.sum(axis=1))


def _points(tallies: NDArray[Any], facts: Facts) -> Values:
    return _per_box(tallies, facts, "points")


def _point_counts(tallies: NDArray[Any], facts: Facts) -> Values:
    points, played = tallies["points"][:, :, : facts.seats], _played(tallies, facts)
    who = np.repeat(tallies["who"][:, None, : facts.seats], MOST_ROUNDS, axis=1)
    spread = {}
    for name in dict.fromkeys(facts.players):
        sat = np.isin(who, [number for number, other in enumerate(facts.players) if other == name])
        where, many = np.unique(points[played & sat], return_counts=True)
        spread[name] = (where.astype(np.float64), many.astype(np.float64))
    return spread


def _by_parrots(tallies: NDArray[Any], facts: Facts) -> Values:
    points, played = _boxes(tallies, facts, "points"), _played(tallies, facts)
    parrots = _boxes(tallies, facts, "parrots")
    groups = {"no Parrot": parrots == 0, "one": parrots == 1, "two": parrots == 2, "three or four": parrots > 2}
    return {name: _sums(points, played & chosen) for name, chosen in groups.items()}


def _by_floats(tallies: NDArray[Any], facts: Facts) -> Values:
    points, played = _boxes(tallies, facts, "points"), _played(tallies, facts)
    floated, parrots = _boxes(tallies, facts, "floats") > 0, _boxes(tallies, facts, "parrots") > 0
    return {
        "a Parrot that floated": _sums(points, played & parrots & floated),
        "a Parrot that stayed": _sums(points, played & parrots & ~floated),
        "no Parrot": _sums(points, played & ~parrots),
    }


def _floats(tallies: NDArray[Any], facts: Facts) -> Values:
    return _per_box(tallies, facts, "floats")


def _float_points(tallies: NDArray[Any], facts: Facts) -> Values:
    floats = _boxes(tallies, facts, "floats").sum(axis=1)
    return by_player(tallies, facts, _boxes(tallies, facts, "float_points").sum(axis=1), floats)


def _ends(tallies: NDArray[Any], facts: Facts) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Match, round, seat: the ender's Box, and the others' Boxes in rounds with an ender."""
    ender = tallies["ender"][:, :, None]
    ended = _played(tallies, facts) & (ender != NOBODY)
    own = ended & (ender == np.arange(facts.seats))
    return own, ended & ~own


def _ended(tallies: NDArray[Any], facts: Facts) -> Values:
    own, _ = _ends(tallies, facts)
    return by_player(tallies, facts, own.sum(axis=1), _played(tallies, facts).sum(axis=1))


def _ender_best(tallies: NDArray[Any], facts: Facts) -> Values:
    points, (own, _) = _boxes(tallies, facts, "points"), _ends(tallies, facts)
    best = points == points.min(axis=2, keepdims=True)
    shares = best / best.sum(axis=2, keepdims=True)
    return by_player(tallies, facts, (shares * own).sum(axis=1), own.sum(axis=1))


def _ender_lead(tallies: NDArray[Any], facts: Facts) -> Values:
    points, (own, others) = _boxes(tallies, facts, "points"), _ends(tallies, facts)
    lead = (points * others).sum(axis=2) / (facts.seats - 1) - (points * own).sum(axis=2)
    turns = (tallies["turns"][:, :, : facts.seats] * own).sum(axis=2)
    groups = {
        f"up to {EARLY} turns": (turns > 0) & (turns <= EARLY),
        f"{EARLY + 1} to {LATE - 1}": (turns > EARLY) & (turns < LATE),
        f"{LATE} or more": turns >= LATE,
    }
    return {name: _sums(lead, chosen) for name, chosen in groups.items()}


def _last_turn(tallies: NDArray[Any], facts: Facts) -> Values:
    """What the others' Boxes would have cost when the round was ended, minus what they cost in the end."""
    saved, (_, others) = _boxes(tallies, facts, "at_end") - _boxes(tallies, facts, "points"), _ends(tallies, facts)
    return by_player(tallies, facts, (saved * others).sum(axis=1), others.sum(axis=1))


def _sets(tallies: NDArray[Any], facts: Facts) -> Values:
    played = _played(tallies, facts)
    fields = {"Pairs": "pairs", "Quartets": "quartets", "Sextets and Octets": "larger_sets"}
    return {name: _sums(_boxes(tallies, facts, field), played) for name, field in fields.items()}


def _turns(tallies: NDArray[Any], facts: Facts) -> Values:
    values, boxes = _sums(_boxes(tallies, facts, "turns"), _played(tallies, facts))
    return overall(values, boxes)


def _turn_counts(tallies: NDArray[Any], facts: Facts) -> Values:
    longest = tallies["turns"][:, :, : facts.seats].max(axis=2)
    where, many = np.unique(longest[_played(tallies, facts)[:, :, 0]], return_counts=True)
    return {"": (where.astype(np.float64), many.astype(np.float64))}


def _takes(tallies: NDArray[Any], facts: Facts) -> Values:
    takes, draws = _boxes(tallies, facts, "takes").sum(axis=1), _boxes(tallies, facts, "draws").sum(axis=1)
    return by_player(tallies, facts, takes, takes + draws)


def _reshuffles(tallies: NDArray[Any], facts: Facts) -> Values:
    return overall(tallies["reshuffles"].sum(axis=1), tallies["rounds"])


STUDY = Study(
    Measure(FIELDS, opened, noted, closed),
    (
        Means("Points in a round", "The average points of a Box; fewer are better.", "points", _points),
        Spread("Points of a Box", "How often a Box has each number of points.", "points", _point_counts),
        Means(
            "The value of a Parrot",
            "The points of Boxes by their number of Parrots; from bar to bar is what one more Parrot is worth.",
            "points",
            _by_parrots,
        ),
        Means("Floats", "How often a Parrot floats per Box and round.", "floats", _floats),
        Means(
            "What a float changes",
            "The Box after a float minus the Box before, down cards counted by their faces; below zero is a gain.",
            "points",
            _float_points,
        ),
        Means(
            "The value of floating",
            "The points of Boxes with a Parrot, by whether one of their Parrots floated in the round.",
            "points",
            _by_floats,
        ),
        Means("Ending the round", "The share of a player's rounds that this player ends.", "", _ended, share=True),
        Means(
            "Enders with the best Box",
            "How often the ender has the fewest points in the round, ties shared.",
            "",
            _ender_best,
            share=True,
        ),
        Means(
            "The value of ending early",
            "How many points fewer than the others' average the ender has, by the number of turns the ender took.",
            "points",
            _ender_lead,
        ),
        Means(
            "What the last turn gives back",
            "How many points the others save in their last turn, down cards counted by their faces.",
            "points",
            _last_turn,
        ),
        Means(
            "Sets",
            "How many sets a Box has; the Pairs of larger sets count too.",
            "per Box",
            _sets,
        ),
        Means("Turns in a round", "How many turns a player has in a round.", "turns", _turns),
        Spread("Length of a round", "The most turns any player took in a round.", "turns", _turn_counts),
        Means(
            "Taking the discard",
            "The share of turns that begin by taking the top discard.",
            "",
            _takes,
            share=True,
        ),
        Means("Reshuffles", "How often the draw pile runs out in a round.", "per round", _reshuffles),
    ),
)
