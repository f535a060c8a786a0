"""Matches of Confetti with cards laid by hand."""

import random

from tests.games.confetti import obvious

from parlour.games.confetti import DECK, Act, rules
from parlour.games.confetti.state import Place

TAKE, HOLD, HOLD_ALL, DISCARD = Act.TAKE, Act.HOLD, Act.HOLD_ALL, Act.DISCARD

LET_GO, KEEP, GIVE_UP, LEAVE = Act.LET_GO, Act.KEEP, Act.GIVE_UP, Act.LEAVE

FULL = ["ROY", "OYR", "YRO"]  # 3 points on 3 cards

SIX = [*FULL, "GBP", "BPG", "PGB"]  # 6 on 6

NINE = [*SIX, "RYB", "YBR", "BRY"]  # 9 on 9

NOTHING = ["BYP", "ROG", "RGB", "YGO", "YGB", "PGR"]  # -6

CARD = {name: number for number, name in enumerate(DECK)}


def cards_in(match, place):
    return [card for card, lies in enumerate(match.state.place.tolist()) if lies == place]


def middle(match):
    return cards_in(match, Place.MIDDLE)


def zone(match, seat):
    return [card for card in match.state.zone[seat].tolist() if card != -1]


def give(match, seat, names, place=Place.LOOSE, since=0):
    """Lay cards into a zone by hand."""
    state = match.state
    for number in [CARD[name] if isinstance(name, str) else name for name in names]:
        state.place[number], state.owner[number], state.since[number] = place, seat, since
        state.zone[seat, : state.cards[seat] + 1] = sorted([*zone(match, seat), number])
        state.cards[seat] += 1
    match.look_again()


def give_points(match, seat, names):
    """Lay point cards before a player by hand, the first one taken first."""
    for since, name in enumerate(names):
        match.state.place[CARD[name]] = Place.POINT
        match.state.owner[CARD[name]] = seat
        match.state.since[CARD[name]] = since
        match.state.points[seat] += 1
    match.look_again()


def run_out(match):
    """Let the sand run out."""
    match.wait(int(match.state.phase_ends))


def to_round(match, number):
    while match.state.round_now < number:
        match.wait()


def places(match, *cards):
    return match.state.place[list(cards)].tolist()


def when(match, seat, action):
    return int(rules.when(match.state, seat, action))


def bookkeeping_holds(match):
    assert obvious.all_cards(match.state) == list(range(84))
    assert match.scores == obvious.scores(match.state)
    for seat in range(match.seats):
        row = match.state.zone[seat].tolist()
        own = sorted(
            card
            for card in cards_in(match, Place.LOOSE) + cards_in(match, Place.HELD)
            if match.state.owner[card] == seat
        )
        assert row == own + [-1] * (12 - len(own))


def random_hands(count, most, seed=3):
    dice = random.Random(seed)
    for _ in range(count):
        # few colours, so that there are sets to be found and cards to be spared
        letters = dice.sample("ROYGBP", dice.choice((3, 4, 4, 5, 6)))
        yield ["".join(dice.sample(letters, 3)) for _ in range(dice.randint(0, most))]
