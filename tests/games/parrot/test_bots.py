"""Parrot's bots see only what their seat sees and calculate correctly; the lab counts correctly."""

import random
from itertools import product

import numpy as np
import pytest

import parlour
from parlour.bots import Bot, bots_of, deciding, simulation
from parlour.bots.bot import player
from parlour.engine import loops
from parlour.games.parrot import RULES, box_score
from parlour.games.parrot.outlook import DOWN, final
from parlour.games.parrot.rules import DRAW, FLOAT, PLACE, REVEAL, TAKE
from parlour.games.parrot.tactics import kinds_down, kinds_drawn, policy, thin
from parlour.kit import INTERPRETED, Dice, blank, read_options
from parlour.lab.run import Run, play, study_of
from parlour.lab.strength import strength

LOOPS = loops(RULES)
BOTS = bots_of(RULES)
LEVELS = ("novice", "casual", "sharp", "champion:20", "reference")
FEW_MATCHES = 1 if INTERPRETED else 5
P = 13


def bots_match(seats, seed, names, played=lambda match: None, **options):
    """A match played by bots, move by move: (match, seat, action) before each move; `played` is called after it."""
    match = parlour.game("parrot").new(seats=seats, seed=seed, options=options)
    bots = [Bot(BOTS, names[seat % len(names)], seat, seed) for seat in range(seats)]
    while not match.over:
        if not match.actors:
            match.wait()
            continue
        seat = match.actors[0]
        seens = blank(RULES.State)
        seens[0] = match.seen_alone(seat)[0]
        action, _ = bots[seat].think(seens, match.legal(seat))
        yield match, seat, action
        match.play(seat, action)
        played(match)


def worlds_of(seens, seat, many):
    for seed in range(many):
        worlds = blank(RULES.State)
        LOOPS.resample(seens, 0, seat, worlds, 0, np.uint64(seed))
        yield worlds


def asked(moves):
    asks = blank(deciding(BOTS).Ask)
    asks["count"][0] = len(moves)
    asks["moves"][0, : len(moves)] = moves
    return asks


def test_a_bot_answers_alike_whatever_is_hidden():
    """Worlds that differ only in hidden cards get the same answer. The search's policy and its pruning are given the
    worlds themselves; they answer the same too and leave them unchanged."""
    rng, dice, told = random.Random(1), blank(Dice), 0
    for match, seat, _ in bots_match(3, 7, ["casual", "sharp"], rounds=1):
        if rng.random() > (0.15 if INTERPRETED else 0.5):
            continue
        moves = match.legal(seat)
        seens = blank(RULES.State)
        seens[0] = match.seen_alone(seat)[0]
        answers, policies, kept = {name: set() for name in LEVELS}, set(), set()
        for worlds in worlds_of(seens, seat, 3):
            again = blank(RULES.State)
            LOOPS.see(worlds, 0, seat, again, 0)
            for name in LEVELS:
                answers[name].add(Bot(BOTS, name, seat, seed=told).think(again, moves))
            before, asks = worlds.tobytes(), asked(moves)
            dice["rng"][0] = 1
            policies.add(int(policy(worlds[0], seat, asks[0], dice[0])))
            thin(worlds[0], seat, asks[0])
            kept.add(tuple(asks["moves"][0, : asks["count"][0]].tolist()))
            assert worlds.tobytes() == before
        assert all(len(given) == 1 for given in answers.values())
        assert len(policies) == len(kept) == 1
        assert policies <= set(moves)
        assert set(min(kept)) <= set(moves)
        told += 1
    assert told > 5


def packed(box):
    return sum(card << (4 * place) for place, card in enumerate(box))


@pytest.mark.parametrize(
    ("box", "kinds"),
    [
        ([3, 5, 7, 9, 1, 2, 4, DOWN], [9, 9, 0, 12, P]),
        ([5, DOWN, 1, 2, 5, 5, 3, 4], [5, 5, 6, P]),  # a Quartet, if it is a 5 or a Parrot
        ([P, 8, 0, 2, DOWN, 8, 3, 4], [8, 1, 2]),
        ([DOWN, 8, 0, 2, DOWN, 9, 3, 4], [6, 6, 1, P, 12]),
    ],
)
def test_the_expected_points_are_those_of_every_way_to_turn_up_the_cards(box, kinds):
    hidden = [place for place in range(8) if box[place] == DOWN]
    ways = [way for way in product(range(len(kinds)), repeat=len(hidden)) if len(set(way)) == len(way)]
    total = 0
    for way in ways:
        shown = list(box)
        for place, which in zip(hidden, way, strict=True):
            shown[place] = kinds[which]
        total += box_score(["P" if card == P else card for card in shown])
    counts = sum(1 << (4 * kind) for kind in kinds)
    assert final(packed(box), counts, len(kinds)) == pytest.approx(total / len(ways))


def test_what_is_not_seen_is_counted_by_where_it_can_be():
    """Before a reshuffle a down card is like a card of the pile; after it the pile is the old discards."""
    classes = set()
    match = parlour.game("parrot").new(seats=6, seed=3, options={"rounds": 1})
    while not match.over:  # nobody ever turns up a card, so that the pile runs out
        state, seat = match.state, match.actors[0]
        if state.phase != 1:
            match.play(seat, 0 if state.phase == 0 else PLACE)
            continue
        seens = blank(RULES.State)
        seens[0] = match.seen_alone(seat)[0]
        down = [int(state.box[s, p]) for s in range(6) for p in range(8) if not state.up[s, p]]
        pile = [int(card) for card in state.pile[: state.pile_left]]
        classes.add((state.reshuffles > 0, bool(pile)))
        if state.reshuffles == 0 and pile:
            down = pile = down + pile
        elif not pile:
            pile = [int(card) for card in state.discards[: state.discarded - 1]]
        for counts, cards in ((kinds_down(seens[0]), down), (kinds_drawn(seens[0]), pile)):
            assert [(int(counts) >> (4 * kind)) & 15 for kind in range(14)] == [cards.count(k) for k in range(14)]
        match.play(seat, DRAW)
    assert {(False, True), (False, False), (True, True)} <= classes


def laid(box, up, top, **options):
    """Two players, the first to move; its Box is laid by hand."""
    match = parlour.game("parrot").new(seats=2, seed=4, options=options)
    for seat in range(2):
        match.play(seat, 0)
    state = match.state
    state.turn = 0
    for place in range(8):
        state.box[0, place], state.up[0, place] = box[place], up[place]
    state.discards[0] = top
    match.look_again()
    return match


def answer(match, name):
    seens = blank(RULES.State)
    seens[0] = match.seen_alone(0)[0]
    return Bot(BOTS, name, 0, 1).think(seens, match.legal(0))[0]


@pytest.mark.parametrize("name", ["casual", "sharp", "champion:200", "reference"])
def test_a_pair_of_twelves_is_taken_and_completed(name):
    match = laid([12, 3, 1, 2, 9, 3, 1, 2], [1, 1, 1, 1, 0, 1, 0, 0], 12)
    assert answer(match, name) == TAKE
    match.play(0, TAKE)
    assert answer(match, name) == PLACE + 4


@pytest.mark.parametrize("name", ["sharp", "champion:200"])
def test_a_parrot_floats_to_where_it_saves_more(name):
    """The 7 takes over from the Parrot, which makes a Pair with the 11."""
    match = laid([P, 11, 1, 0, 7, 12, 12, 2], [1, 1, 1, 1, 1, 0, 0, 1], 7)
    assert answer(match, name) == TAKE
    match.play(0, TAKE)
    assert answer(match, name) == FLOAT + 0 * 8 + 5


OPTIONS = [
    {},
    {"rounds": 3, "two_parrots": "wild-pair"},
    {"rounds": 1, "float": "free-extra"},
    {"rounds": 1, "decline_discard": "allowed-with-reveal"},
    {"rounds": 1, "float": "free-extra", "decline_discard": "allowed-with-reveal", "two_parrots": "wild-pair"},
]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("options", OPTIONS)
def test_every_level_plays_every_table(seats, options):
    """An illegal answer, or a table where nobody acts, would stop the run."""
    players = tuple(player(BOTS, name) for name in LEVELS)
    seating = tuple(tuple((first + seat) % len(players) for seat in range(seats)) for first in range(len(players)))
    run = Run("parrot", players, seating, 5, read_options(RULES.options, options, seats))
    tallies = play(run, 0, FEW_MATCHES)
    rounds = options.get("rounds", 5)
    assert (tallies["rounds"] == rounds).all()
    assert (tallies["points"][:, :rounds].sum(axis=1) == tallies["scores"]).all()


@pytest.mark.skipif(INTERPRETED, reason="takes too long")
@pytest.mark.parametrize(("one", "rest"), [("casual", "novice"), ("sharp", "casual"), ("sharp", "reference")])
def test_each_level_beats_the_one_below(one, rest):
    assert strength("parrot", one, rest, 400, seed=3).low > 1.15


def test_the_lab_counts_what_happens():
    """Compared with a plain recount of a match played move by move."""
    measure = study_of("parrot").measure
    tallies, before = blank(simulation(BOTS, measure).Tally), blank(RULES.State)
    takes, draws, floats = np.zeros((5, 6), int), np.zeros((5, 6), int), np.zeros((5, 6), int)
    enders, opener = [-1] * 5, None
    pending = [None, None]

    def note(match):
        after = blank(RULES.State)
        after[0] = match.state
        measure.noted(before[0], after[0], *pending, tallies[0])

    for match, seat, action in bots_match(3, 21, ["sharp", "casual", "novice"], note, rounds=3):
        state = match.state
        number = int(state.round_no)
        if opener is None and state.phase == 1:
            opener = int(state.turn)
        takes[number, seat] += action == TAKE
        draws[number, seat] += action == DRAW
        floats[number, seat] += action >= FLOAT
        down = [place for place in range(8) if not state.up[seat, place]]
        used_last = len(down) == 1 and action in (PLACE + down[0], REVEAL + down[0], *range(FLOAT, FLOAT + 64))
        if enders[number] < 0 and state.phase == 2 and used_last:
            enders[number] = seat
        before[0] = state
        pending[:] = seat, action
    final_state = blank(RULES.State)
    final_state[0] = match.state
    measure.closed(final_state[0], tallies[0])
    tally = tallies[0]
    for field, counted in (("takes", takes), ("draws", draws), ("floats", floats)):
        assert (tally[field] == counted).all()
    assert tally["opener"] == opener
    assert tally["ender"][:3].tolist() == enders[:3]
    assert tally["points"][:3, :3].sum(axis=0).tolist() == match.scores
    last = [[int(card) for card in match.state.box[seat]] for seat in range(3)]
    assert tally["parrots"][2, :3].tolist() == [box.count(P) for box in last]
    pairs = [
        sum({box[k], box[k + 4]} != {P} and (box[k] == box[k + 4] or P in (box[k], box[k + 4])) for k in range(4))
        for box in last
    ]
    assert tally["pairs"][2, :3].tolist() == pairs


def test_the_figures_are_complete_and_in_range():
    run = Run("parrot", (player(BOTS, "sharp"), player(BOTS, "casual")), ((0, 1, 1, 1), (1, 0, 1, 1)), 2)
    tallies = play(run, 0, 2 if INTERPRETED else 60)
    for figure in study_of("parrot").figures:
        values = (figure.values if hasattr(figure, "values") else figure.counts)(tallies, run.facts)
        assert values
        for sums, weights in values.values():
            assert len(sums) == len(weights)
            assert np.isfinite(sums).all()
            if getattr(figure, "share", False):
                assert (sums <= weights + 1e-9).all()
