"""The bots of Tricky Twist use only what their seat sees and declare perfectly; the lab counts correctly."""

import random
from collections import Counter

import numpy as np
import pytest
from tests.games.tricky_twist.helpers import SEQ, V4, cards, ended

from parlour.bots import Bot, bots_of, deciding, simulation
from parlour.bots.bot import player
from parlour.engine import loops
from parlour.games.tricky_twist import RULES
from parlour.games.tricky_twist.declaration import COMMITTING
from parlour.games.tricky_twist.state import Act, Phase
from parlour.games.tricky_twist.tactics import sensible
from parlour.kit import INTERPRETED, blank, read_options, write_options
from parlour.lab.run import Run, play, study_of
from parlour.lab.strength import strength

LOOPS = loops(RULES)
BOTS = bots_of(RULES)
LEVELS = ("novice", "casual", "sharp", "champion:1" if INTERPRETED else "champion:20", "reference")
FEW_MATCHES = 1 if INTERPRETED else 8


def dealt(seats, seed, **options):
    """A match in an array of one, so that it can be handed to compiled rules."""
    states = blank(RULES.State)
    states["seats"][0] = seats
    write_options(RULES.options, read_options(RULES.options, options, seats), states[0])
    LOOPS.start(states, 0, seed)
    return states


def moves_of(states, seat):
    moves = np.zeros(RULES.actions, np.int16)
    return moves[: RULES.legal(states[0], seat, moves)].tolist()


def act(states, seat, action):
    LOOPS.act(states[0], seat, action, int(states["clock"][0]))


def decisions(states, rng):
    """Random play, move by move: (seat, its moves, the one it will make)."""
    while not RULES.over(states[0]):
        for seat in range(int(states["seats"][0])):
            moves = moves_of(states, seat)
            if moves:
                action = rng.choice(moves)
                yield seat, moves, action
                act(states, seat, action)


def seen_by(states, seat):
    seens = blank(RULES.State)
    LOOPS.see(states, 0, seat, seens, 0)
    return seens


def another_world(seens, seat, seed):
    worlds = blank(RULES.State)
    LOOPS.resample(seens, 0, seat, worlds, 0, np.uint64(seed))
    return worlds


def some_decisions(seats, seed, often=0.05):
    """A few decisions of a random match, of every phase: (true state, seat, moves)."""
    rng = random.Random(seed)
    states = dealt(seats, seed)
    told = Counter()
    for seat, moves, _ in decisions(states, rng):
        phase = int(states["phase"][0])
        if told[phase] < 3 or rng.random() < often:
            told[phase] += 1
            yield states, seat, moves


@pytest.mark.parametrize("seats", [3, 4])
def test_a_bot_answers_alike_whatever_is_hidden(seats):
    for number, (states, seat, moves) in enumerate(some_decisions(seats, 5)):
        seens = seen_by(states, seat)
        for name in LEVELS:
            answers = set()
            for seed in (1, 2):
                worlds = another_world(seens, seat, seed + 2 * number)
                answers.add(Bot(BOTS, name, seat, seed=number).think(seen_by(worlds, seat), moves))
            assert len(answers) == 1


@pytest.mark.parametrize("seats", [3, 4])
def test_the_search_lets_others_play_by_what_they_see(seats):
    """The policy is handed complete worlds; it must not look at what its seat cannot see, nor leave a trace."""
    asks = blank(deciding(BOTS).Ask)
    for number, (states, seat, moves) in enumerate(some_decisions(seats, 11, often=0.3)):
        seens = seen_by(states, seat)
        answers = set()
        for seed in range(4):
            worlds = another_world(seens, seat, seed + 4 * number)
            before = worlds.tobytes()
            asks["count"][0] = len(moves)
            asks["moves"][0, : len(moves)] = moves
            answers.add(int(sensible(worlds[0], seat, asks[0])))
            assert worlds.tobytes() == before
        assert len(answers) == 1
        assert answers <= set(moves)


# The declaration


def copied(states):
    copy = blank(RULES.State)
    copy[0] = states[0]
    return copy


def stars_in_the_end(states, seat):
    """The round is scored once everybody else has left the bonus cards unused."""
    number = int(states["round_no"][0])
    while int(states["round_no"][0]) == number and not RULES.over(states[0]):
        declarer = int(states["to_act"][0])
        act(states, declarer, Act.COMMIT if states["slot"][0] == COMMITTING else Act.UNUSED)
    return int(states["results"][0, number, seat, 2:].sum())


def best_by_trying(states, seat):
    """Every possible declaration, by the rules alone."""
    if states["slot"][0] == COMMITTING:
        return stars_in_the_end(copied(states), seat)
    best = 0
    for action in moves_of(states, seat):
        then = copied(states)
        act(then, seat, action)
        best = max(best, best_by_trying(then, seat))
    return best


def ways(states, seat):
    """Roughly the number of possible declarations."""
    then, product = copied(states), 1
    while then["slot"][0] != COMMITTING:
        moves = moves_of(then, seat)
        product *= len(moves)
        act(then, seat, moves[0])
    return product


def all_declarations(seed, **options):
    """Every player with something to declare, at the end of each round of random matches."""
    states = dealt(4 - seed % 2, seed, **options)
    begun = None
    for seat, _, _ in decisions(states, random.Random(seed)):
        now = (int(states["round_no"][0]), seat)
        if states["phase"][0] == Phase.DECLARE and now != begun and states["slot"][0] != COMMITTING:
            begun = now
            yield states, seat


@pytest.mark.parametrize("side", ["symbol", "value"])
def test_no_declaration_scores_more(side):
    kinds, used = set(), Counter()
    for seed in range(2 if INTERPRETED else 16):
        for states, seat in all_declarations(seed, rank_cards_side=side):
            if ways(states, seat) > (40 if INTERPRETED else 700):
                continue
            best = best_by_trying(states, seat)
            for name in ("sharp", "champion"):
                then = copied(states)
                bot = Bot(BOTS, name, seat, seed=seed)
                while then["slot"][0] != COMMITTING:
                    slot = int(then["slot"][0])
                    action, _ = bot.think(seen_by(then, seat), moves_of(then, seat))
                    used[slot] += action != Act.UNUSED
                    act(then, seat, action)
                assert stars_in_the_end(then, seat) == best
            kinds.add(int(states["pile"][0, states["round_no"][0]]))
    if not INTERPRETED:
        assert kinds == set(range(9))
        assert set(used) >= {1, 2, 4, 5, 6, 7}
        assert min(used.values()) > 0


@pytest.mark.parametrize(
    ("alike", "third", "best"), [("1 sun, 1 circle", "3 sun", Act.PLUS), ("12 sun, 12 circle", "10 sun", Act.MINUS)]
)
def test_one_of_two_alike_is_changed_to_close_a_gap(alike, third, best):
    """Only this makes a run of three."""
    match = ended(SEQ, (4, 0, 0, 0), (f"{alike}, {third}", "", "", ""), {0: [V4]})
    action, _ = Bot(BOTS, "sharp", 0, seed=1).think(seen_by(match._states, 0), match.legal(0))
    assert action - best in cards(alike)


# Whole matches


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"take_back_card": "returns-each-round", "rank_cards_side": "value"},
        {"recollected_seven": "no-grant", "rank_ties": "dense"},
    ],
)
def test_all_levels_play_with_all_options(seats, options):
    names = (LEVELS[3], "sharp", "casual", "novice", "reference", "random")
    players = tuple(player(BOTS, name) for name in names)
    seating = tuple(tuple((seat + turn) % len(names) for seat in range(seats)) for turn in range(len(names)))
    tallies = play(
        Run("tricky_twist", players, seating, 3, read_options(RULES.options, options, seats)), 0, FEW_MATCHES
    )
    assert (tallies["scores"][:, :seats] > 0).all()


@pytest.mark.skipif(INTERPRETED, reason="needs many matches")
@pytest.mark.parametrize(
    ("one", "rest", "matches", "least"),
    [
        ("casual", "novice", 300, 1.3),
        ("sharp", "casual", 300, 1.3),
        ("sharp", "reference", 300, 1.5),
        ("reference", "novice", 600, 1.0),
        ("champion:25", "sharp", 40, 0.9),
    ],
)
def test_each_level_beats_the_one_below(one, rest, matches, least):
    assert strength("tricky_twist", one, rest, matches, seed=4).times > least


# The lab


def recount(states, rng, note):
    """A random match, counted from its actions and final totals alone."""
    seats = int(states["seats"][0])
    counts = {"turns": 0, "sevens": [0] * seats, "drawn": Counter(), "drawn_stars": Counter(), "backs": 0, "taken": 0}
    turn, drawn, total = [], [0] * seats, [0] * seats
    for seat, _, action in decisions(states, rng):
        before = copied(states)
        after = copied(states)
        act(after, seat, action)
        note(before, after, seat, action)
        drawn[seat] += action == Act.DRAW
        counts["backs"] += action == Act.TAKE
        counts["taken"] += Act.TAKE <= action < Act.DECLINE
        if Act.PLAY <= action < Act.TAKE:
            turn.append((seat, action - Act.PLAY))
        if len(turn) == seats:
            counts["turns"] += 1
            led = turn[0][1] // 12
            winner = max((card, who) for who, card in turn if card // 12 == led)[1]
            for who, card in turn:
                if card % 12 == 6:
                    counts["sevens"][winner if card // 12 == led else who] += 1
            turn = []
        if after["round_no"][0] != before["round_no"][0] or RULES.over(after[0]):
            for other in range(seats):
                stars = int(after["total"][0, other]) - total[other]
                total[other] += stars
                counts["drawn"][drawn[other]] += 1
                counts["drawn_stars"][drawn[other]] += stars
            drawn = [0] * seats
    counts["total"] = total
    return counts


@pytest.mark.parametrize("seats", [3, 4])
def test_the_lab_counts_what_happened(seats):
    study = study_of("tricky_twist")
    for seed in range(FEW_MATCHES):
        states, tallies = dealt(seats, seed), blank(simulation(BOTS, study.measure).Tally)
        study.measure.opened(states[0], tallies[0])
        assert tallies["opener"][0] == states["starter"][0]

        def note(before, after, seat, action, tally=tallies[0]):
            study.measure.noted(before[0], after[0], seat, action, tally)

        counts = recount(states, random.Random(seed), note)
        results = states["results"][0, :seats, :seats].astype(int)
        kinds = states["scoring_cards"][0, states["pile"][0, :seats], 0]
        tally = tallies[0]
        assert tally["turns"] == counts["turns"]
        assert tally["sevens"][:seats].tolist() == counts["sevens"]
        assert {i: n for i, n in enumerate(tally["drawn_seats"].tolist()) if n} == counts["drawn"]
        assert all(tally["drawn_stars"][i] == stars for i, stars in counts["drawn_stars"].items())
        assert (tally["from_base"] + tally["from_card"] + tally["from_star"])[:seats].tolist() == counts["total"]
        assert tally["tricks"][:seats].tolist() == results[:, :, 0].sum(axis=0).tolist()
        assert tally["false_tricks"][:seats].tolist() == results[:, :, 1].sum(axis=0).tolist()
        equal = (results[:, :, 0] == results[:, :, 1]) & (results[:, :, 0] > 0)
        assert tally["equal"][:seats].tolist() == equal.sum(axis=0).tolist()
        for number, kind in enumerate(kinds.tolist()):
            assert tally["kind_card"][kind] == results[number, :, 3].sum()
            assert tally["kind_stars"][kind] == results[number, :, 2:].sum()
            assert tally["kind_seats"][kind] == seats
        assert tally["bonus_owned"].sum() == counts["taken"]
        assert tally["bonus_owned"][0] == counts["backs"]
        owners, declared = states["owners"][0, :seats], states["declarations"][0, :seats]
        assert tally["bonus_used"].tolist() == ((owners >= 0) & (declared >= 0)).sum(axis=0).tolist()


def test_every_figure_has_a_value_for_each_match():
    run = Run("tricky_twist", (player(BOTS, "sharp"), player(BOTS, "novice")), ((0, 1, 1, 1),), 1)
    tallies = play(run, 0, 5)
    for figure in study_of("tricky_twist").figures:
        if hasattr(figure, "values"):
            groups = figure.values(tallies, run.facts)
            assert all(values.shape == weights.shape == (5,) for values, weights in groups.values())
            assert all((weights >= 0).all() for _, weights in groups.values())
            assert any(weights.sum() > 0 for _, weights in groups.values())
