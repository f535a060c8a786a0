"""Piccolo tables laid by hand, and what is read off them."""

from collections import Counter

from tests.helpers import table

from parlour.games.bell.known_cards import FACE_UP
from parlour.games.bell.rows import EMPTY
from parlour.games.bell.rules import NO_CARD
from parlour.games.piccolo.cards import FRUITS
from parlour.games.piccolo.rules import Act
from parlour.kit import NEVER

FLIP, RING, VOTE_STOP, VOTE_ON, LEAVE = Act


def piccolo(seats, seed=1, **options):
    return table("piccolo", seats, seed, **options)


def plain_five(faces):
    """PIC-17 once more, plainly: faces are words such as "banana3"."""
    sums = Counter()
    for face in faces:
        sums[face[:-1]] += int(face[-1])
    return 5 in sums.values()


def lay(match, draws, discards, turn=0, out=()):
    """Lay the table by hand. A draw pile is a number of cards, or a list of faces and numbers from the top down; a
    discard pile is a list of faces, the top last. Cards that are not laid are in nobody's pile."""
    state = match.state
    free = list(range(int(state.cards)))

    def take(face):
        for card in free:
            if face is None or FRUITS[state.fruit[card]] + str(state.amount[card]) == face:
                free.remove(card)
                return card
        raise AssertionError(f"no {face} left")

    state.row[:] = EMPTY
    state.first[:] = 0
    state.group[:] = 0
    state.tops[:] = NO_CARD
    state.playing[:] = 0
    piles = [[take(face) for face in pile] for pile in discards]
    wanted = [[draw] if isinstance(draw, int) else list(draw) for draw in draws]
    named = [[take(face) if isinstance(face, str) else face for face in draw] for draw in wanted]
    named = [
        [("card", x) if isinstance(w, str) else ("more", x) for x, w in zip(n, ws)] for n, ws in zip(named, wanted)
    ]
    for seat in range(match.seats):
        hidden = []
        for what, x in named[seat]:
            hidden += [x] if what == "card" else [take(None) for _ in range(x)]
        row = piles[seat] + hidden
        state.row[seat, : len(row)] = row
        state.stack_left[seat], state.bank_left[seat] = len(piles[seat]), len(hidden)
        for card in piles[seat]:
            state.group[card] = FACE_UP
            state.tops[seat] = card
        state.playing[seat] = seat not in out
    state.group_size[0] = int(sum(state.group[: state.cards] == 0))
    state.players = match.seats - len(out)
    state.turn = turn
    state.five = plain_five([pile[-1] for pile in discards if pile])
    match.look_again()
    return match


def draws(match):
    return match.state.bank_left[: match.seats].tolist()


def discards(match):
    return match.state.stack_left[: match.seats].tolist()


def playing(match):
    return match.state.playing[: match.seats].tolist()


def pile(match, seat):
    """The draw pile of a seat from the top down, as card numbers."""
    state = match.state
    start = int(state.first[seat]) + int(state.stack_left[seat])
    return [int(state.row[seat, (start + i) % 64]) for i in range(int(state.bank_left[seat]))]


def heap(match, seat):
    """The discard pile of a seat from the bottom up, as card numbers."""
    state = match.state
    return [int(state.row[seat, (int(state.first[seat]) + i) % 64]) for i in range(int(state.stack_left[seat]))]


def face(match, card):
    return FRUITS[match.state.fruit[card]] + str(match.state.amount[card])


def with_seeds(match, seeds):
    """Copies of the same table, each with different random numbers to come."""
    kept = match.state.copy()
    for seed in range(seeds):
        for name in kept.dtype.names:
            match.state[name] = kept[name]
        match.state.rng = seed
        match.look_again()
        yield match


def ring_out(match, *seats):
    """These seats ring at the same moment, and the verdict falls."""
    for seat in seats:
        match.play(seat, RING)
    match.wait()
    assert match.state.verdict_at == NEVER
    return match
