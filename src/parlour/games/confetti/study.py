"""What the lab measures in Confetti: hands and their sets, pace, stealing, and tugs."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import Measure, int8, int16, int32, rule
from parlour.kit.figures import Column, Facts, Means, Spread, Study, Values, by_player, overall

from .cards import SEATS
from .state import MOST_CARDS, SOFT_EXTRA, Act, Phase, Place, round_ms
from .tugs import pulls_at

LOWEST = -MOST_CARDS - SOFT_EXTRA  # the lowest result: useless cards, those beyond the limit counted twice
RESULTS = np.arange(LOWEST, MOST_CARDS + 1)

FIELDS = {
    "opener": int8,  # no seat begins: always -1
    "rounds_played": int8,
    # by seat, summed over the rounds
    "sets_shown": int16[SEATS],
    "collected": int16[SEATS],
    "spare": int16[SEATS],
    "results": int8[SEATS, len(RESULTS)],  # how often each result occurred, from LOWEST
    "takes": int16[SEATS],
    "steals": int16[SEATS],
    "robbed": int16[SEATS],
    "discards": int16[SEATS],
    "last_take": int32[SEATS],  # in this round, ms after its start; 0: none yet
    "last_takes": int32[SEATS],
    "rounds_with_takes": int8[SEATS],
    "pulled_in": int16[SEATS],  # tugs the seat was in
    "gave_way": int16[SEATS],
    # by match
    "tugs": int16,
    "removed": int16,
}

HOLD, DISCARD, LET_GO, KEEP = Act.HOLD.value, Act.DISCARD.value, Act.LET_GO.value, Act.KEEP.value


@rule
def pullers(state, card):  # type: ignore[no-untyped-def]
    count = 0
    for seat in range(np.int64(state.seats)):
        count += pulls_at(state, seat, card)
    return count


@rule
def opened(state, tally):  # type: ignore[no-untyped-def]
    tally.opener = -1


@rule
def note_take(before, state, seat, card, tally):  # type: ignore[no-untyped-def]
    tally.takes[seat] += 1
    if before.place[card] == Place.LOOSE:
        tally.steals[seat] += 1
        tally.robbed[before.owner[card]] += 1
    began = int(state.phase_ends) - round_ms(state)
    tally.last_take[seat] = max(1, int(state.clock) - began)


@rule
def note_tugs(before, state, tally):  # type: ignore[no-untyped-def]
    """A tug begins when a second player joins; the first is then in it too."""
    for i in range(state.pulls):
        card = np.int64(state.pulled[i])
        if pullers(state, card) < 2:  # type: ignore[no-untyped-call]
            continue
        begins = pullers(before, card) < 2  # type: ignore[no-untyped-call]
        if begins:
            tally.tugs += 1
        for seat in range(np.int64(state.seats)):
            if pulls_at(state, seat, card) and (begins or not pulls_at(before, seat, card)):
                tally.pulled_in[seat] += 1


@rule
def note_hands(state, tally):  # type: ignore[no-untyped-def]
    """The sand has run out."""
    tally.rounds_played += 1
    for seat in range(np.int64(state.seats)):
        used = 0
        for i in range(state.collected[seat]):
            used += (int(state.used[seat]) >> i) & 1
        tally.sets_shown[seat] += state.sets[seat]
        tally.collected[seat] += state.collected[seat]
        tally.spare[seat] += int(state.collected[seat]) - used
        tally.results[seat, int(state.result[seat]) - LOWEST] += 1
        if tally.last_take[seat] > 0:
            tally.last_takes[seat] += tally.last_take[seat]
            tally.rounds_with_takes[seat] += 1
        tally.last_take[seat] = 0


@rule
def noted(before, state, seat, action, tally):  # type: ignore[no-untyped-def]
    if before.phase != Phase.PLAY:
        return
    if seat >= 0:
        if action < HOLD:
            note_take(before, state, seat, action, tally)  # type: ignore[no-untyped-call]
        elif DISCARD <= action < LET_GO:
            tally.discards[seat] += 1
        elif LET_GO <= action < KEEP:
            tally.gave_way[seat] += 1
    else:
        for i in range(before.pulls):
            tally.removed += int(state.place[before.pulled[i]] == Place.REMOVED)
    if state.phase == Phase.PLAY:
        note_tugs(before, state, tally)  # type: ignore[no-untyped-call]
    else:
        note_hands(state, tally)  # type: ignore[no-untyped-call]


@rule
def closed(state, tally):  # type: ignore[no-untyped-def]
    pass


def each_round(tallies: NDArray[Any], facts: Facts, counts: NDArray[Any]) -> Values:
    """A count for each seat in a match, as a mean for one player and round."""
    return by_player(tallies, facts, counts, np.broadcast_to(tallies["rounds_played"][:, None], counts.shape))


def per_round(field: str) -> Callable[[NDArray[Any], Facts], Values]:
    return lambda tallies, facts: each_round(tallies, facts, tallies[field])


def points(tallies: NDArray[Any], facts: Facts) -> Values:
    return each_round(tallies, facts, tallies["results"] @ RESULTS)


def losses(tallies: NDArray[Any], facts: Facts) -> Values:
    return each_round(tallies, facts, tallies["results"][:, :, RESULTS < 0].sum(axis=2))


def last_takes(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["last_takes"] / 1000, tallies["rounds_with_takes"])


def pace(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["takes"], tallies["last_takes"] / 60_000)


def gave_way(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["gave_way"], tallies["pulled_in"])


def tugs(tallies: NDArray[Any], facts: Facts) -> Values:
    return overall(tallies["tugs"])


def removed(tallies: NDArray[Any], facts: Facts) -> Values:
    return overall(tallies["removed"])


def results(tallies: NDArray[Any], facts: Facts) -> dict[str, tuple[Column, Column]]:
    where = RESULTS.astype(np.float64)
    spread = {}
    for name in dict.fromkeys(facts.players):
        numbers = [number for number, other in enumerate(facts.players) if other == name]
        sat = np.isin(tallies["who"][:, : facts.seats], numbers)
        spread[name] = (where, tallies["results"][:, : facts.seats][sat].sum(axis=0, dtype=np.float64))
    return spread


STUDY = Study(
    Measure(FIELDS, opened, noted, closed),
    (
        Means("Sets", "How many sets a player shows at the end of a round.", "a round", per_round("sets_shown")),
        Means("Points of a round", "Sets minus penalties, for each player and round.", "a round", points),
        Spread("Results", "How often a player's round ended with each number of points.", "points", results),
        Means(
            "Rounds below zero",
            "The share of rounds in which penalties exceeded sets, so that point cards were lost.",
            "of rounds",
            losses,
            share=True,
        ),
        Means("Cards", "How many cards a player has when the sand has run.", "a round", per_round("collected")),
        Means("Spare cards", "How many of them serve in no set; each costs a point.", "a round", per_round("spare")),
        Means(
            "Takes",
            "How many cards a player takes, including those given back or lost later.",
            "a round",
            per_round("takes"),
        ),
        Means("Given back", "How many cards a player gives back to the middle.", "a round", per_round("discards")),
        Means("Pace", "Cards taken per minute, up to the last take of the round.", "a minute", pace),
        Means(
            "Last take",
            "When in the round a player takes the last card. Early means satisfied or full.",
            "s",
            last_takes,
        ),
        Means("Steals", "Loose cards taken from other players.", "a round", per_round("steals")),
        Means("Robbed", "Loose cards lost to other players.", "a round", per_round("robbed")),
        Means("Tugs", "How often two or more players pull at one card.", "a match", tugs),
        Means(
            "Giving way",
            "The share of a player's tugs in which that player let go.",
            "of tugs",
            gave_way,
            share=True,
        ),
        Means("Removed cards", "Cards out for the rest of the game because nobody let go.", "a match", removed),
    ),
)
