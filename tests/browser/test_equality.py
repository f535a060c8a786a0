"""The engine in the browser plays the same: every state, score, view and decision equals native code, byte for byte.

`make test-all` compares ten times as much as `make test`, which takes 530 s of CPU time on both sides together: 2,000
matches at every table after every step (70 s), 20,000 at their ends (165 s), and 1,000 between bots of every level
(295 s; of champions that search, the first 16 moves of each). Networks play 100 matches of each game. Only `make soak`
has more of what takes longest: whole matches of champions, 1,000 of networks (a second for each match of Parrot),
searches in parts, and what seats see.
"""

import pytest
from tests.browser import native
from tests.every import GAMES, every_table
from tests.extent import ONCE, SOAK

import parlour
from parlour.bots import bots_of, seat_bots
from parlour.games import rules_of
from parlour.kit import LEARNED, LEVELS, Choice, Number, PerSeat, seed_of

SEED = 14
TIMES = 1 if ONCE else 10
EXPENSIVE = 10 if SOAK else 1  # the same for what takes long
CHAMPION = LEVELS[-1]
SEARCHED = None if SOAK else 16  # moves of a match between bots that search; None: all


@every_table
def test_every_option_is_written_the_same(node, name, seats):
    every = rules_of(name).options
    others = [{option.name: option.values[-1]} for option in every if isinstance(option, Choice)]
    for option in every:
        if isinstance(option, PerSeat):
            values = [[option.low] * seats, [option.high, *[option.normal] * (seats - 1)]]
        elif isinstance(option, Number):
            values = [option.low, option.high]
        else:
            values = list(option.values if isinstance(option, Choice) else option.named)
        for other in ({}, *others):
            for value in values:
                options = {**other, option.name: value}
                begun = node.ask("begin", game=name, seats=seats, seed="3", first=0, options=options)
                assert begun == native.begun(name, seats, 3, 0, options)


@every_table
def test_random_matches_are_equal_after_every_step(node, name, seats):
    run = {"game": name, "seats": seats, "seed": str(SEED), "first": 0, "last": 200 * TIMES}
    node.start("steps", **run)
    expected = native.steps(name, seats, SEED, 0, 200 * TIMES)
    assert node.answer() == expected


@every_table
def test_random_matches_end_in_the_same_bytes_and_scores(node, name, seats):
    run = {"game": name, "seats": seats, "seed": str(SEED), "first": 0, "last": 2000 * TIMES}
    node.start("ends", **run)
    expected = native.ends(name, seats, SEED, 0, 2000 * TIMES)
    assert node.answer() == expected


@every_table
def test_seats_see_observe_and_imagine_the_same(node, name, seats):
    run = {"game": name, "seats": seats, "seed": str(SEED), "first": 0, "last": EXPENSIVE}
    node.start("sights", **run)
    expected = native.sights(name, seats, SEED, 0, EXPENSIVE)
    assert node.answer() == expected


def players():
    return [
        pytest.param(name, level, id=f"{name}-{level}") for name in GAMES for level in bots_of(rules_of(name)).names
    ]


def searching_matches(name, seats, playouts, most, first, last):
    """All moves as [ms, seat, action], and the final scores, of matches between champions that search."""
    found = []
    for number in range(first, last):
        match = parlour.game(name).new(seats=seats, seed=int(seed_of(SEED, number)))
        for _ in seat_bots(match, f"{CHAMPION}:{playouts}").play_out():
            if most is not None and len(match.entries) >= most:
                break
        found.append([[list(entry[:3]) for entry in match.entries], match.scores])
    return found


@pytest.mark.parametrize(("name", "level"), players(), ids=str)
def test_bots_act_the_same_at_the_same_moments(node, name, level):
    game = parlour.game(name)
    tables = list(game.seats)
    searches = bots_of(game.rules).plan is not None and level == CHAMPION
    matches = EXPENSIVE * (10 if ONCE else 100) if level == LEARNED else 100 * TIMES
    first = 0
    for i, seats in enumerate(tables):
        last = matches * (i + 1) // len(tables)
        run = {"game": name, "seats": seats, "seed": str(SEED), "first": first, "last": last, "level": level}
        if searches:
            node.start("bots", playouts=1, most=SEARCHED, **run)
            expected = searching_matches(name, seats, 1, SEARCHED, first, last)
        else:
            node.start("bots", **run)
            expected = native.bot_matches(name, level, seats, SEED, first, last)
        assert node.answer() == expected
        first = last


@pytest.mark.parametrize("parts", [1, 2, 3])
@pytest.mark.parametrize("name", [name for name in GAMES if bots_of(rules_of(name)).plan is not None])
@pytest.mark.parametrize("sure", [0, 2], ids=["halving", "race"])
def test_a_search_in_parts_finds_the_same_with_the_same_values(node, name, parts, sure):
    seats, last = max(parlour.game(name).seats), 10 * EXPENSIVE
    run = {"game": name, "seats": seats, "seed": str(SEED), "first": 0, "last": last}
    node.start("search", parts=parts, playouts=200, sure=sure, **run)
    assert node.answer() == native.searches(name, seats, SEED, 0, last, parts, 200, sure)
