"""Other worlds of Tricky Twist: they look the same to the seat, they are exactly those that fit the true history, and
each comes as often as it should."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

import parlour
from parlour.engine import loops
from parlour.games.tricky_twist import RULES
from parlour.games.tricky_twist.state import Act, Phase
from parlour.kit import INTERPRETED, blank

LOOPS = loops(RULES)
SPECTATOR = -1
NEVER_YET = 99
SAMPLES = 40 if INTERPRETED else 1500
TABLES = 1 if INTERPRETED else 12  # to be checked for each way of playing


def other_world(seen, seat, seed):
    """A resampled world, as a record."""
    return next(other_worlds(seen, seat, [seed]))


def other_worlds(seen, seat, seeds):
    """One after another, in the same record."""
    seens, worlds = blank(RULES.State, 1), blank(RULES.State, 1)
    seens[0] = seen
    world = worlds.view(np.recarray)[0]
    for seed in seeds:
        LOOPS.resample(seens, 0, seat, worlds, 0, np.uint64(seed))
        yield world


def seen_by(world, seat):
    worlds, seens = blank(RULES.State, 1), blank(RULES.State, 1)
    worlds[0] = world
    LOOPS.see(worlds, 0, seat, seens, 0)
    return seens.view(np.recarray)[0]


def observed_by(world, seat):
    worlds, seens = blank(RULES.State, 1), blank(RULES.State, 1)
    worlds[0] = world
    out = np.zeros(RULES.pieces.size, np.int8)
    LOOPS.observe(worlds, 0, seat, seens, 0, out)
    return out


def bits(mask):
    return [card for card in range(48) if int(mask) >> card & 1]


# A match with its history, kept by the test itself


class Story:
    """A match played at random, and what everybody saw in the present round."""

    def __init__(self, seats, seed, draws=0.9, waits=0.0):
        self.match = parlour.game("tricky_twist").new(seats=seats, seed=seed)
        self.chance = random.Random(seed)
        self.draws, self.waits = draws, waits
        self.forget()

    def forget(self):
        self.round_no = int(self.match.state.round_no)
        self.turn = 0
        self.draws_seen = {seat: [] for seat in range(self.match.seats)}  # turns
        self.plays = []  # turn, seat, card, led suit or None, by the server
        self.on_table = []
        self.back = None  # the card taken back, until it is played again
        self.last_winner = None

    def step(self):
        match, state = self.match, self.match.state
        seat = self.chance.choice(match.actors)
        phase = state.phase
        if phase != Phase.RESERVE and self.chance.random() < self.waits:
            hand = int(state.hand[seat])
            match.wait()
            if phase == Phase.PLAY:
                self.played(seat, bits(hand & ~int(match.state.hand[seat]))[0], True)
        else:
            moves = match.legal(seat)
            action = self.chance.choice(moves)
            if phase == Phase.DRAW:
                action = Act.DRAW if self.chance.random() < self.draws else Act.STAY
            elif phase == Phase.BONUS and Act.TAKE in moves:
                action = Act.TAKE
            elif phase == Phase.TAKE_BACK:
                action = moves[0]
            match.play(seat, action)
            if action == Act.DRAW:
                self.draws_seen[seat].append(self.turn)
            elif phase == Phase.PLAY:
                self.played(seat, action - Act.PLAY, False)
            elif phase == Phase.TAKE_BACK:
                self.back = action - Act.TAKE_BACK
        if match.state.round_no != self.round_no:
            self.forget()

    def played(self, seat, card, by_server):
        led = self.on_table[0] // 12 if self.on_table else None
        self.plays.append((self.turn, seat, card, led, by_server))
        self.on_table.append(card)
        if card == self.back:
            self.back = None
        if len(self.on_table) == self.match.seats:
            self.on_table = []
            self.turn += 1

    # What fits the story

    def could_enter(self, seat, card, entry):
        """Whether this card can have come into the seat's hand before turn `entry` (-1: it was dealt there)."""
        for turn, player, played, led, by_server in self.plays:
            if player != seat:
                continue
            if played == card:
                return entry <= turn
            if turn < entry:
                continue  # not yet in the hand
            follows = led is not None and played // 12 == led
            if led is not None and not follows and card // 12 == led:
                return False  # it would have had to be played
            lower = (card % 12, card // 12) < (played % 12, played // 12)
            if by_server and lower and (not follows or card // 12 == led):
                return False  # the server would have played it
        return True

    def ways(self, seat, in_hand):
        """In how many ways the seat's cards that are or were in hand can have come as its draws, in their order."""
        cards = {card for _, player, card, _, _ in self.plays if player == seat} | set(in_hand)
        entries = self.draws_seen[seat]
        count = Counter({0: 1})  # by which draws are explained
        for card in cards:
            then = Counter()
            for done, number in count.items():
                if self.could_enter(seat, card, -1):
                    then[done] += number
                for draw, entry in enumerate(entries):
                    if not done >> draw & 1 and self.could_enter(seat, card, entry):
                        then[done | 1 << draw] += number
            count = then
        return count[(1 << len(entries)) - 1]

    def worlds(self, watcher, at_most):
        """Every world that fits, with its weight, or None if there are too many."""
        state, seats = self.match.state, self.match.seats
        known = {card for _, _, card, _, _ in self.plays}
        if watcher != SPECTATOR:
            known |= set(state.cards[watcher][: 48 // seats].tolist())
        hidden = [card for card in range(48) if card not in known]
        others = [seat for seat in range(seats) if seat != watcher]
        holder = next((player for _, player, card, _, _ in self.plays if card == self.back), None)
        needs = []
        for seat in others:
            back = [self.back] if self.back is not None and seat == holder else []
            needs.append(
                (seat, back, int(state.hand_left[seat]) - len(back), int(state.picked[seat] - state.drawn[seat]))
            )
        if len(hidden) > 6:
            return None
        found = Counter()
        ways = {}
        for deal in deals(hidden, needs):
            weight = 1
            for seat, hand, _ in deal:
                if (seat, *hand) not in ways:
                    ways[seat, *hand] = self.ways(seat, hand)
                weight *= ways[seat, *hand]
            if weight:
                found[tuple((sum(1 << c for c in hand), reserve) for _, hand, reserve in deal)] += weight
        return found if len(found) <= at_most else None


def deals(hidden, needs):
    """All ways to give the hidden cards to hands and reserves in order."""
    if not needs:
        yield ()
        return
    (seat, back, in_hand, in_reserve), *rest = needs
    for hand in itertools.combinations(hidden, in_hand):
        left = [card for card in hidden if card not in hand]
        for reserve in itertools.permutations(left, in_reserve):
            still = [card for card in left if card not in reserve]
            for others in deals(still, rest):
                yield ((seat, [*back, *hand], reserve), *others)


def key(world, watcher):
    return tuple(
        (int(world.hand[seat]), tuple(world.cards[seat][int(world.drawn[seat]) : int(world.picked[seat])].tolist()))
        for seat in range(int(world.seats))
        if seat != watcher
    )


def check(seen, watcher, expected):
    """Only worlds that fit, and each about as often as its weight says (chi-square, small cells together)."""
    found = Counter(key(world, watcher) for world in other_worlds(seen, watcher, range(SAMPLES)))
    assert set(found) <= set(expected)
    total = sum(expected.values())
    chi, cells, rest = 0.0, 0, [0.0, 0.0]
    for world, weight in expected.items():
        mean = SAMPLES * weight / total
        if mean < 8:
            rest[0] += mean
            rest[1] += found[world]
        else:
            assert found[world] > 0
            chi += (found[world] - mean) ** 2 / mean
            cells += 1
    if rest[0] >= 8:
        chi += (rest[1] - rest[0]) ** 2 / rest[0]
        cells += 1
    free = max(cells - 1, 1)
    assert chi < free + 5 * (2 * free) ** 0.5 + 5
    return chi, free


@pytest.mark.parametrize(("seats", "draws", "waits"), [(3, 0.5, 0.0), (4, 0.6, 0.0), (3, 0.6, 0.15), (4, 0.6, 0.1)])
def test_exactly_the_worlds_that_fit_the_history(seats, draws, waits):
    chi = free = checked = constrained = 0
    for seed in range(100):
        if checked == TABLES:
            break
        story = Story(seats, seed, draws, waits)
        before = -1
        while not story.match.over and checked < TABLES:
            moment = story.round_no * 100 + story.turn
            if moment != before and story.turn >= 6:
                before = moment
                watcher = story.chance.randrange(SPECTATOR, seats)
                expected = story.worlds(watcher, 60)
                if expected is not None and len(expected) > 1:
                    assert key(story.match.state, watcher) in expected
                    seen = story.match.seen(None if watcher == SPECTATOR else watcher)
                    part, degrees = check(seen, watcher, expected)
                    chi, free, checked = chi + part, free + degrees, checked + 1
                    constrained += len(set(expected.values())) > 1
            story.step()
    assert checked == TABLES
    assert INTERPRETED or constrained > 0
    assert chi < free + 4 * (2 * free) ** 0.5  # all tables together: no small bias either


def test_worlds_that_differ_by_a_cycle_of_three():
    """Three players have one card left each, and each is known to lack another suit: no two of them could swap."""
    match = parlour.game("tricky_twist").new(seats=4, seed=3)
    state = match.state
    state.phase, state.picked, state.drawn, state.hand_left, state.turn = Phase.PLAY, 5, 5, 1, 11
    state.to_act = state.leader = 0
    state.turn_drawn[:] = [0, 1, 2, 3, 4]
    left = [36, 0, 12, 24]  # seat 0 has the 1 Circle; the others the 1 Moon, 1 Sun and 1 Square in some order
    rest = [card for card in range(48) if card not in left]
    for seat in range(4):
        row = rest[seat * 11 : seat * 11 + 11]
        state.cards[seat][:12] = [*row, left[(seat + 1) % 3 + 1] if seat else left[0]]
        state.hand[seat] = 1 << int(state.cards[seat][11])
        state.won[seat] = sum(1 << card for card in row)
        for card in row:
            state.played_by[card], state.turn_played[card] = seat, 10
        if seat:
            state.turn_absent[seat][left[seat]] = 10
    masks = [1 << left[1], 1 << left[2], 1 << left[3]]
    both = [tuple((mask, ()) for mask in order) for order in (masks[1:] + masks[:1], masks[2:] + masks[:2])]
    assert key(state, 0) in both
    check(match.seen(0), 0, dict.fromkeys(both, 1))


def test_a_void_binds_the_hand_of_its_turn_only():
    """A suit shown to be missing may come back with a later draw, and only with that."""
    match = parlour.game("tricky_twist").new(seats=3, seed=1)
    state = match.state
    state.phase, state.picked, state.drawn, state.hand_left = Phase.PLAY, 5, [0, 1, 0, 0], [11, 12, 11, 0]
    state.turn, state.turn_drawn[1][0], state.turn_absent[1][:12] = 4, 4, 3  # no Moon in turn 3, a draw before turn 4
    state.cards[:3] = np.arange(48).reshape(3, 16)
    state.hand[0], state.hand[2] = sum(1 << c for c in range(5, 16)), sum(1 << c for c in range(37, 48))
    state.cards[1] = [0, *range(17, 32)]
    state.cards[0][0] = 16
    state.hand[1] = sum(1 << int(card) for card in [0, *state.cards[1][5:]])
    moons = Counter()
    for world in other_worlds(match.seen(2), 2, range(SAMPLES)):
        assert not any(card < 12 for card in world.cards[1][5:])
        moons[int(world.cards[1][0]) < 12] += 1
    assert moons[True] > 0.2 * SAMPLES
    assert moons[False] > 0.2 * SAMPLES


def test_hidden_choices_and_the_pile():
    """While reserves are laid any deal is possible, and the pile is in any order; all about equally often."""
    match = parlour.game("tricky_twist").new(seats=4, seed=5)
    for action in match.legal(1)[:3]:
        match.play(1, action)
    for action in match.legal(2)[:5]:
        match.play(2, action)
    mine = match.state.cards[0][:12].tolist()
    holders, tops, reserve = Counter(), Counter(), Counter()
    card = next(card for card in range(48) if card not in mine)
    for world in other_worlds(match.seen(0), 0, range(SAMPLES)):
        assert sorted(world.cards[0][:12].tolist()) == sorted(mine)
        rows = [world.cards[seat][:12].tolist() for seat in range(4)]
        assert sorted(itertools.chain(*rows)) == list(range(48))
        holders[next(seat for seat in range(4) if card in rows[seat])] += 1
        tops[int(world.pile[1])] += 1
        reserve[card in rows[2][:5]] += 1
    for counts, chances in ((holders, dict.fromkeys((1, 2, 3), 1 / 3)), (tops, dict.fromkeys(tops, 1 / 8))):
        for outcome, share in chances.items():
            mean = SAMPLES * share
            assert abs(counts[outcome] - mean) < 5 * mean**0.5
    assert len(tops) == 8
    assert match.state.pile[0] not in tops
    mean = SAMPLES * 5 / 36
    assert abs(reserve[True] - mean) < 5 * mean**0.5


@pytest.mark.parametrize("seats", [3, 4])
def test_another_world_looks_the_same(seats):
    for seed in range(1 if INTERPRETED else 6):
        story = Story(seats, seed, draws=0.5, waits=0.03)
        number = 0
        while not story.match.over:
            number += 1
            if number % (60 if INTERPRETED else 9) == 0 or (story.match.state.phase >= Phase.BONUS and not INTERPRETED):
                looks_the_same(story.match, number)
            story.step()
        looks_the_same(story.match, number)


def looks_the_same(match, seed):
    for seat in range(SPECTATOR, match.seats):
        person = None if seat == SPECTATOR else seat
        seen = match.seen(person)
        world = other_world(seen, seat, seed)
        again = seen_by(world, seat)
        assert again.tobytes() == seen.tobytes()
        assert world.rng != 0
        if seed % 5 == 0:
            assert RULES.view(again, seat) == RULES.view(seen, seat)
            assert (observed_by(world, seat) == match.observe(person)).all()
