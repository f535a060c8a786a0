"""Likely worlds of Tricky Twist: they fit what was seen, and if the others play as `sharp` does, they are nearer to the
truth; from players who do not, nothing is concluded."""

import numpy as np
import pytest

import parlour
from parlour.bots import How, Search, bots_of, seat_bots
from parlour.engine import loops
from parlour.games.tricky_twist import RULES
from parlour.games.tricky_twist import inference as inferring
from parlour.games.tricky_twist.bots import BOTS
from parlour.games.tricky_twist.state import RESERVE, Phase
from parlour.kit import INTERPRETED, blank

from .test_worlds import seen_by

pytestmark = pytest.mark.skipif(INTERPRETED, reason="thousands of steps for each world")
LOOPS = loops(RULES)


def positions(level, seats, seeds, every=7):
    """Some decisions in matches between bots: (true states, seat that decides)."""
    for seed in seeds:
        match = parlour.game("tricky_twist").new(seats=seats, seed=seed)
        bots = seat_bots(match, ",".join([level] * seats))
        for number, _ in enumerate(bots.play_out()):
            if number % every == 0 and not match.over and match.state.phase != Phase.DECLARE:
                yield match._states[:1].copy(), match.actors[0]


class LikelyWorlds:
    """Likely worlds for one seat, as one search would draw them."""

    def __init__(self, states, seat):
        self.seat = seat
        self.seens = blank(RULES.State)
        LOOPS.see(states, 0, seat, self.seens, 0)
        self.worlds = blank(RULES.State, 2 + inferring.LIKELY.states)
        self.notes = blank(inferring.Notes)

    def next(self, seed):
        inferring.draw_likely(self.seens, self.seat, self.worlds, self.notes, np.uint64(seed))
        return self.worlds.view(np.recarray)[1]


def any_world(seens, seat, seed):
    worlds = blank(RULES.State)
    LOOPS.resample(seens, 0, seat, worlds, 0, np.uint64(seed))
    return worlds.view(np.recarray)[0]


def in_common(world, truth, seat):
    """How many cards of the others' hands are right, and how many there are."""
    others = [other for other in range(int(truth.seats)) if other != seat]
    right = sum((int(world.hand[other]) & int(truth.hand[other])).bit_count() for other in others)
    return right, sum(int(truth.hand[other]).bit_count() for other in others)


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("level", ["sharp", "random"])
def test_likely_worlds_look_the_same_to_the_seat(level, seats):
    for states, seat in positions(level, seats, [seats], every=23):
        drawing = LikelyWorlds(states, seat)
        for seed in range(inferring.WALKS + 3):
            world = drawing.next(seed)
            assert seen_by(world, seat).tobytes() == drawing.seens[0].tobytes()


@pytest.mark.parametrize("seats", [3, 4])
def test_what_sharp_did_is_never_odd_in_the_true_deal(seats):
    """Unless it is not known in which order it took its bonus cards."""
    judged = odd = 0
    for states, seat in positions("sharp", seats, range(6)):
        drawing = LikelyWorlds(states, seat)
        drawing.next(1)
        for other in set(range(seats)) - {seat}:
            judged += 1
            note, truth = drawing.notes[0], states.view(np.recarray)[0]
            odd += inferring.oddity(truth, other, drawing.worlds, note, 1e9) > 0
    assert judged > 300
    assert odd < 0.03 * judged


def test_another_card_than_the_one_sharp_would_have_played_is_odd():
    """As if it had played a neighbouring card. Sometimes that one would have been better still."""
    found = 0
    for states, seat in positions("sharp", 4, range(3)):
        drawing = LikelyWorlds(states, seat)
        drawing.next(1)
        note, truth = drawing.notes[0], states.view(np.recarray)[0]
        for number in range(int(note["plays"])):
            who, what = int(note["who"][number]), int(note["what"][number])
            if inferring.oddity(truth, who, drawing.worlds, note, 1e9) == 0:
                note["what"][number] = what + 1 if what % 2 == 0 else what - 1
                odd = inferring.oddity(truth, who, drawing.worlds, note, 1e9)
                assert odd in (0.0, inferring.ODD_CARD)
                found += odd > 0
                note["what"][number] = what
    assert found > 100


def test_hands_are_guessed_better_than_by_chance():
    likely, evenly = np.zeros(2), np.zeros(2)
    for states, seat in positions("sharp", 4, range(5), every=11):
        drawing, truth = LikelyWorlds(states, seat), states.view(np.recarray)[0]
        for seed in range(8):
            likely += in_common(drawing.next(seed), truth, seat)
            evenly += in_common(any_world(drawing.seens, seat, seed), truth, seat)
    assert likely[0] / likely[1] > 1.2 * evenly[0] / evenly[1]


def test_reserves_are_mostly_the_sensible_ones():
    states, seat = next(
        (states, seat) for states, seat in positions("sharp", 4, [1], every=1) if states["phase"][0] == Phase.PLAY
    )
    drawing = LikelyWorlds(states, seat)
    shared = {"likely": 0, "evenly": 0}
    for seed in range(inferring.WALKS):
        likely = drawing.next(seed)
        for name, world in (("likely", likely), ("evenly", any_world(drawing.seens, seat, seed + 99))):
            for other in set(range(4)) - {seat}:
                wanted = int(inferring.sensible_reserve(world, other, drawing.notes[0]))
                shared[name] += sum(wanted >> int(card) & 1 for card in world.cards[other][:RESERVE])
    laid = inferring.WALKS * 3 * RESERVE
    assert shared["likely"] > 0.9 * laid
    assert shared["evenly"] < 0.6 * laid


@pytest.mark.parametrize(("level", "least", "most"), [("sharp", 0.0, 0.2), ("casual", 0.7, 1.0), ("random", 0.7, 1.0)])
def test_nothing_is_concluded_from_players_who_play_in_another_way(level, least, most):
    judged = unexplained = 0
    for states, seat in positions(level, 4, range(4), every=5):
        if states["turn"][0] >= 5 and states["phase"][0] == Phase.PLAY:
            drawing = LikelyWorlds(states, seat)
            for seed in range(inferring.TRIALS + 1):
                drawing.next(seed)
            judged += 3
            unexplained += int(drawing.notes["unexplained"][0]).bit_count()
    assert judged >= 30
    assert least <= unexplained / judged <= most


def test_a_search_in_likely_worlds_depends_on_its_seed_alone():
    search, pair, likely = Search(BOTS), Search(BOTS, threads=2), How(infer=True)
    differ = 0
    for states, seat in positions("sharp", 4, [2], every=31):
        seens = blank(RULES.State)
        LOOPS.see(states, 0, seat, seens, 0)
        first = search.choose(seens, seat, seed=1, playouts=60, how=likely)
        differ += first != search.choose(seens, seat, seed=1, playouts=60)
        assert first == search.choose(seens, seat, seed=1, playouts=60, how=likely)
        assert pair.choose(seens, seat, 1, 60, how=likely) == pair.choose(seens, seat, 1, 60, how=likely)
    assert differ > 3


def test_only_the_newest_champion_searches_likely_worlds():
    assert bots_of(RULES).earlier == {"champion@1": {"infers": 0}}
    for name, infers in (("champion@1:12", False), ("champion@2:12", True), ("champion:12", True)):
        asked = []
        match = parlour.game("tricky_twist").new(seats=4, seed=1)
        bot = parlour.bots.bot.seat_bot(BOTS, name, 0, 1)
        choose = bot._search.choose

        def spy(*given, choose=choose, asked=asked):
            asked.append(given[-1].infer)
            return choose(*given)

        bot._search.choose = spy
        bot.think(match.seen_alone(0), match.legal(0))
        assert asked == [infers]
