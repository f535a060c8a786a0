"""What the lab measures in Tricky Twist: where stars come from, and what bonus cards and reserve draws are worth."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit import Measure, int8, int16, rule
from parlour.kit.figures import Facts, Means, Spread, Study, Values, by_player, overall

from .bonus import grants_bonus
from .card_sets import holds
from .cards import BONUS_CARDS, BONUS_NAMES, CARDS, KIND_NAMES, LIGHTNING, VALUES, Bonus
from .state import NOTHING, RESERVE, SEATS, Act, Phase, everyone, over

KINDS = len(KIND_NAMES)
TAKE_BACK = Bonus.TAKE_BACK.value
DECLARABLE = tuple(bonus for bonus in range(BONUS_CARDS) if bonus not in (TAKE_BACK, Bonus.STAR.value))

FIELDS: dict[str, Any] = {
    "opener": int8,  # the seat that led the first turn of the match
    "turns": int8,
    # by seat, summed over the rounds
    "tricks": int8[SEATS],
    "false_tricks": int8[SEATS],
    "equal": int8[SEATS],  # rounds with as many tricks as false tricks, at least one of each
    "from_base": int16[SEATS],
    "from_card": int16[SEATS],
    "from_star": int16[SEATS],
    "sevens": int8[SEATS],  # collected, with a bonus card to choose
    # by scoring card: stars of all seats, stars of the scoring card alone, and the number of seats counted
    "kind_stars": int16[KINDS],
    "kind_card": int16[KINDS],
    "kind_seats": int8[KINDS],
    # by bonus card: stars of its owners in those rounds, the number of those rounds, and in how many it was used
    "bonus_stars": int16[BONUS_CARDS],
    "bonus_owned": int8[BONUS_CARDS],
    "bonus_used": int8[BONUS_CARDS],
    "took_back": int8,  # the seat that took Take-back in this round
    # by cards drawn from the reserve in a round
    "drawn_stars": int16[RESERVE + 1],
    "drawn_seats": int8[RESERVE + 1],
}


# Notes


@rule
def opened(state: Any, tally: Any) -> None:
    tally.opener = state.starter
    tally.took_back = NOTHING


@rule
def note_sevens(before: Any, state: Any, tally: Any) -> None:
    """Count each 7 that was just collected and lets its collector choose a bonus card."""
    for card in range(LIGHTNING - 1, CARDS, VALUES):
        if grants_bonus(state, card):
            for seat in everyone(state):
                had = holds(before.won[seat] | before.false_tricks[seat], card)
                if holds(state.won[seat] | state.false_tricks[seat], card) and not had:
                    tally.sevens[seat] += 1


@rule
def note_seat(before: Any, state: Any, seat: Any, tally: Any) -> None:
    """A seat's result of the round that has just been scored."""
    number = np.int64(before.round_no)
    result = state.results[number, seat]
    stars = int(result[2]) + int(result[3]) + int(result[4])
    tally.tricks[seat] += result[0]
    tally.false_tricks[seat] += result[1]
    tally.equal[seat] += 1 if result[0] == result[1] and result[0] > 0 else 0
    tally.from_base[seat] += result[2]
    tally.from_card[seat] += result[3]
    tally.from_star[seat] += result[4]
    kind = np.int64(state.scoring_cards[state.pile[number], 0])
    tally.kind_stars[kind] += stars
    tally.kind_card[kind] += result[3]
    tally.kind_seats[kind] += 1
    drawn = np.int64(before.drawn[seat])
    tally.drawn_stars[drawn] += stars
    tally.drawn_seats[drawn] += 1
    for bonus in range(BONUS_CARDS):
        if state.owners[number, bonus] == seat or (bonus == TAKE_BACK and tally.took_back == seat):
            tally.bonus_stars[bonus] += stars
            tally.bonus_owned[bonus] += 1
            tally.bonus_used[bonus] += 1 if state.declarations[number, bonus] != NOTHING else 0


@rule
def noted(before: Any, state: Any, seat: Any, action: Any, tally: Any) -> None:
    if action == Act.TAKE + TAKE_BACK:
        tally.took_back = seat
    if before.phase == Phase.PLAY and (state.phase != Phase.PLAY or state.turn != before.turn):
        tally.turns += 1
    if state.round_no == before.round_no and not over(state):
        note_sevens(before, state, tally)
        return
    for other in everyone(state):
        note_seat(before, state, other, tally)
    tally.took_back = NOTHING


@rule
def closed(state: Any, tally: Any) -> None:
    pass


# Figures


def _per_round(field: str) -> Any:
    """A sum over all rounds of a match, as a mean for one player and round."""

    def values(tallies: NDArray[Any], facts: Facts) -> Values:
        sums = tallies[field].astype(np.float64)
        return by_player(tallies, facts, sums, np.full_like(sums, facts.seats))

    return values


def _by_kind(field: str) -> Any:
    def values(tallies: NDArray[Any], facts: Facts) -> Values:
        stars, seats = tallies[field].astype(np.float64), tallies["kind_seats"].astype(np.float64)
        return {name: (stars[:, kind], seats[:, kind]) for kind, name in enumerate(KIND_NAMES)}

    return values


def _by_bonus(tallies: NDArray[Any], facts: Facts) -> Values:
    everything = sum(
        tallies[part][:, : facts.seats].sum(axis=1, dtype=np.float64)
        for part in ("from_base", "from_card", "from_star")
    )
    stars, owned = tallies["bonus_stars"].astype(np.float64), tallies["bonus_owned"].astype(np.float64)
    groups: dict[str, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
    for bonus, name in enumerate(BONUS_NAMES):
        groups[f"{name}: with"] = (stars[:, bonus], owned[:, bonus])
        groups[f"{name}: without"] = (everything - stars[:, bonus], facts.seats**2 - owned[:, bonus])
    return groups


def _by_draws(tallies: NDArray[Any], facts: Facts) -> Values:
    stars, seats = tallies["drawn_stars"].astype(np.float64), tallies["drawn_seats"].astype(np.float64)
    return {f"{drawn} drawn": (stars[:, drawn], seats[:, drawn]) for drawn in range(RESERVE + 1)}


def _draws(tallies: NDArray[Any], facts: Facts) -> Values:
    seats = tallies["drawn_seats"].sum(axis=0, dtype=np.float64)
    return {"": (np.arange(RESERVE + 1, dtype=np.float64), seats)}


def _parts(tallies: NDArray[Any], facts: Facts) -> Values:
    rounds = np.full(len(tallies), float(facts.seats**2))
    names = {"from_base": "base score", "from_card": "scoring card", "from_star": "Star"}
    return {
        name: (tallies[part][:, : facts.seats].sum(axis=1, dtype=np.float64), rounds) for part, name in names.items()
    }


def _used(tallies: NDArray[Any], facts: Facts) -> Values:
    used, owned = tallies["bonus_used"].astype(np.float64), tallies["bonus_owned"].astype(np.float64)
    return {BONUS_NAMES[bonus]: (used[:, bonus], owned[:, bonus]) for bonus in DECLARABLE}


def _taken(tallies: NDArray[Any], facts: Facts) -> Values:
    owned = tallies["bonus_owned"].astype(np.float64)
    rounds = np.full(len(tallies), float(facts.seats))
    return {name: (owned[:, bonus], rounds) for bonus, name in enumerate(BONUS_NAMES)}


def _turns(tallies: NDArray[Any], facts: Facts) -> Values:
    return overall(tallies["turns"], np.full(len(tallies), float(facts.seats)))


FIGURES: tuple[Means | Spread, ...] = (
    Means(
        "Stars by scoring card",
        "Mean stars of a player in a round with this scoring card, all parts together. If one card is far from the "
        "others, its round counts for more or less than theirs.",
        "stars",
        _by_kind("kind_stars"),
    ),
    Means(
        "Stars that the scoring card itself pays",
        "Mean stars that a player gets for this scoring card in a round. The house tables pay at most 12.",
        "stars",
        _by_kind("kind_card"),
    ),
    Means(
        "Parts of the score",
        "Mean stars of a player in a round from the base score, the scoring card and the Star card.",
        "stars",
        _parts,
    ),
    Means(
        "Stars with and without each bonus card",
        "Mean stars of a player in rounds with this bonus card and in rounds without it. Players who take it differ in "
        "other ways too, so the card explains only part of the difference.",
        "stars",
        _by_bonus,
    ),
    Means(
        "Bonus cards taken",
        "How often each bonus card is taken in a round. A card that is rarely taken is rarely wanted.",
        "of rounds",
        _taken,
        share=True,
    ),
    Means(
        "Bonus cards declared",
        "The share of the bonus cards owned at the end of a round that their owners use.",
        "of those owned",
        _used,
        share=True,
    ),
    Means(
        "Worth of a reserve draw",
        "Mean stars of a player in a round, by the number of cards drawn from the reserve.",
        "stars",
        _by_draws,
    ),
    Spread(
        "Cards drawn from the reserve",
        "How many of the five cards in a reserve are drawn in a round.",
        "cards",
        _draws,
    ),
    Means(
        "Equal tricks",
        "How often a player ends a round with as many tricks as false tricks (at least one of each). Each pair then "
        "pays 5 stars instead of 3.",
        "of rounds",
        _per_round("equal"),
        share=True,
    ),
    Means(
        "Tricks",
        "Mean number of tricks of a player when a round is scored, declarations included.",
        "tricks",
        _per_round("tricks"),
    ),
    Means(
        "False tricks",
        "Mean number of false tricks of a player when a round is scored, declarations included.",
        "false tricks",
        _per_round("false_tricks"),
    ),
    Means(
        "Sevens collected",
        "Mean number of 7s that a player collects in a round, each of which grants a bonus card.",
        "sevens",
        _per_round("sevens"),
    ),
    Means("Turns in a round", "How many turns a round lasts. Reserve draws prolong it.", "turns", _turns),
)

STUDY = Study(Measure(FIELDS, opened, noted, closed), FIGURES)
