"""What the lab measures in a bell game: fives, who rings them, how quickly, and what wrong rings cost."""

# mypy: allow-untyped-defs, allow-untyped-calls
# (compiled rules carry no annotations)

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import Measure, int8, int16, int32, int64, rule
from parlour.kit.figures import Column, Facts, Means, Spread, Study, Values, by_player, overall

from .rules import NOBODY, SEATS, Verdict
from .tactics import RING, SOONEST_MS

BIN_MS = 25
BINS = 120  # three seconds; the last bin takes everything longer
LATE_MS = 1000  # a wrong ring this soon after a five was covered was meant for it
NOT_YET = -1
MINUTE = 60_000.0

RIGHT, WRONG = Verdict.RIGHT.value, Verdict.WRONG.value

FIELDS: dict[str, Any] = {
    "opener": int8,
    "ending": int8,
    "flips": int32,
    "fives": int16,  # how often the tableau became a five
    "five_since": int64,  # when it last did
    "first_out": int64,  # when the first player was out, or NOT_YET
    "right": int16[SEATS],  # verdicts, by their winner
    "wrong": int16[SEATS],  # verdicts, by the player punished
    "late": int16[SEATS],  # wrong rings meant for a five that was gone
    "won": int32[SEATS],  # cards won by right rings
    "paid": int16[SEATS],  # own cards lost by wrong rings
    "answers": int16[SEATS],  # rings in time for a five, first or not
    "answer_ms": int32[SEATS],  # the sum of their reaction times
    "lucky": int16[SEATS],  # right rings too soon to be a reaction: meant for an earlier card
    "reactions": int16[SEATS, BINS],
}


@rule
def opened(state, tally):
    tally.opener = state.turn
    tally.first_out = NOT_YET


@rule
def noted(before, state, seat, action, tally):
    if state.flips != before.flips:
        note_flip(before, state, tally)
    if seat >= 0 and action == RING:
        note_ring(state, seat, tally)
    if state.shown_until != before.shown_until:
        note_verdict(before, state, tally)
    if state.players < before.players and tally.first_out == NOT_YET:
        tally.first_out = state.clock


@rule
def note_flip(before, state, tally):
    """A five that a flip leaves standing is still the same five; one in view before a verdict is not."""
    tally.flips = state.flips
    settled = before.last_flip < before.shown_until
    if state.five and (settled or not before.five):
        tally.fives += 1
        tally.five_since = state.last_flip


@rule
def note_ring(state, seat, tally):
    """A hand on the bell. Its time runs from the moment the tableau became a five."""
    if not state.ring_right[seat]:
        return
    ms = int(state.clock) - int(tally.five_since)
    if ms < SOONEST_MS:
        tally.lucky[seat] += 1
        return
    tally.answers[seat] += 1
    tally.answer_ms[seat] += ms
    tally.reactions[seat, min(ms // BIN_MS, BINS - 1)] += 1


@rule
def note_verdict(before, state, tally):
    by = int(state.verdict_by)
    if by == NOBODY:
        return
    if state.verdict == RIGHT:
        tally.right[by] += 1
        tally.won[by] += int(state.bank_left[by]) - int(before.bank_left[by])
    elif state.verdict == WRONG:
        tally.wrong[by] += 1
        tally.paid[by] += cards_of(before, by) - cards_of(state, by)
        rang = int(before.ring_at[by]) - int(before.handicap_ms[by])
        if rang - int(before.five_covered) < LATE_MS:
            tally.late[by] += 1


@rule
def cards_of(state, seat):
    return int(state.bank_left[seat]) + int(state.stack_left[seat])


@rule
def closed(state, tally):
    tally.ending = state.ending


BELL_MEASURE = Measure(FIELDS, opened, noted, closed)


# Figures


def _fives_per_minute(tallies: NDArray[Any], facts: Facts) -> Values:
    return overall(tallies["fives"], tallies["ms"] / MINUTE)


def _fives_per_flip(tallies: NDArray[Any], facts: Facts) -> Values:
    return overall(tallies["fives"], tallies["flips"])


def _fives_rung(tallies: NDArray[Any], facts: Facts) -> Values:
    return overall(tallies["right"].sum(axis=1), tallies["fives"])


def _fives_won(tallies: NDArray[Any], facts: Facts) -> Values:
    chances = np.repeat(tallies["fives"][:, None], SEATS, axis=1)
    return by_player(tallies, facts, tallies["right"], chances)


def _reaction(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["answer_ms"], tallies["answers"])


def _reactions(tallies: NDArray[Any], facts: Facts) -> dict[str, tuple[Column, Column]]:
    where: Column = (np.arange(BINS, dtype=np.float64) + 0.5) * BIN_MS
    who = tallies["who"][:, : facts.seats]
    groups: dict[str, tuple[Column, Column]] = {}
    for name in dict.fromkeys(facts.players):
        sat = np.isin(who, [number for number, other in enumerate(facts.players) if other == name])
        groups[name] = (where, tallies["reactions"][:, : facts.seats][sat].sum(axis=0).astype(np.float64))
    return groups


def _wrong(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["wrong"])


def _late(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["late"])


def _lucky(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["lucky"])


def _paid(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["paid"])


def _won(tallies: NDArray[Any], facts: Facts) -> Values:
    return by_player(tallies, facts, tallies["won"], tallies["right"])


def _first_out(tallies: NDArray[Any], facts: Facts) -> Values:
    somebody = tallies["first_out"] != NOT_YET
    return overall(np.where(somebody, tallies["first_out"] / MINUTE, 0.0), somebody)


def _endings(endings: Mapping[int, str]) -> Means:
    def ended(tallies: NDArray[Any], facts: Facts) -> Values:
        every = np.ones(len(tallies))
        return {words: ((tallies["ending"] == number).astype(np.float64), every) for number, words in endings.items()}

    return Means("How matches end", "The share of matches that end in each way.", "of matches", ended, share=True)


def bell_study(endings: Mapping[int, str]) -> Study:
    """The study of a bell game that can end in these ways."""
    return Study(
        BELL_MEASURE,
        (
            Means(
                "Fives per minute",
                "How often the tableau becomes a five in a minute of play; waiting for verdicts counts as play.",
                "a minute",
                _fives_per_minute,
            ),
            Means(
                "Flips that make a five",
                "The share of flips that turn a tableau that is not a five into one.",
                "of flips",
                _fives_per_flip,
                share=True,
            ),
            Means(
                "Fives that are rung",
                "The share of fives that somebody rings; the others pass unnoticed or are covered too soon.",
                "of fives",
                _fives_rung,
                share=True,
            ),
            Means(
                "Fives won",
                "The share of all fives that one such player wins.",
                "of fives",
                _fives_won,
                share=True,
            ),
            Means(
                "Time to ring",
                "From the moment the tableau became a five to the hand on the bell, first or not; slower hands that "
                "were held back are not included.",
                "ms",
                _reaction,
            ),
            Spread(
                "Times to ring",
                "The same in steps of 25 ms; the last one holds everything over 3 s.",
                "ms",
                _reactions,
            ),
            Means("Wrong rings", "Wrong rings of one such player that were punished.", "a match", _wrong),
            Means(
                "Late rings",
                "How many of these were meant for a five covered less than a second before.",
                "a match",
                _late,
            ),
            Means(
                "Lucky rings",
                "Rings meant for an earlier card that hit a five less than 150 ms old, sooner than anybody can react.",
                "a match",
                _lucky,
            ),
            Means(
                "Cards paid",
                "Cards that one such player loses by wrong rings.",
                "cards a match",
                _paid,
            ),
            Means("Cards won", "Cards won by one right ring, the winner's own stack included.", "cards", _won),
            Means(
                "First player out", "When the first player goes out, in matches where one does.", "minutes", _first_out
            ),
            _endings(endings),
        ),
    )
