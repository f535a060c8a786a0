"""A search that stops when it is sure: it drops what is clearly worse, and close decisions get the playouts."""

import numpy as np
import pytest

import parlour
from parlour.bots import Search, bots_of, fresh_mind, how_to_search, player, seat_bots
from parlour.bots.search import AT_ONCE, _Candidates
from parlour.games import rules_of
from parlour.kit import INTERPRETED

NAMES = [name for name in parlour.games() if bots_of(rules_of(name)).plan is not None]
every_game = pytest.mark.parametrize("name", NAMES)
DECISIONS = 4 if INTERPRETED else 20
MOST = 100 if INTERPRETED else 1000
SURE = 2.0


def decisions(name):
    """What seats of a match see where more than one move is tried, and how the champion tries them."""
    bots = bots_of(rules_of(name))
    match, search = parlour.game(name).new(seats=bots.usual_seats, seed=8), Search(bots)
    how = how_to_search(fresh_mind(bots, player(bots, "champion")))._replace(sure=SURE)
    found = []
    for _ in seat_bots(match, "sharp").play_out():
        for seat in match.actors:
            if len(match.legal(seat)) > 1:
                seen = match.seen_alone(seat)
                if len(search.choose(seen, seat, 1, 1, how=how).moves) > 1:
                    found.append((seen, seat))
        if len(found) >= DECISIONS:
            break
    return search, how, found


@every_game
def test_it_spends_its_playouts_where_moves_are_close(name):
    search, how, found = decisions(name)
    spent = []
    for seen, seat in found:
        race = search.choose(seen, seat, 2, MOST, how=how)
        assert race == search.choose(seen, seat, 2, MOST, how=how), "it depends on its seed alone"
        assert race.playouts < MOST + AT_ONCE * len(race.moves)
        spent.append(race.playouts)
        assert all(worlds >= AT_ONCE for _, worlds, _ in race.moves)
    assert min(spent) < MOST / 3
    if not INTERPRETED:
        assert max(spent) >= MOST / 2


@pytest.mark.deep
@every_game
@pytest.mark.skipif(INTERPRETED, reason="thousands of playouts")
def test_it_finds_what_a_thorough_search_finds(name):
    """Or moves that this one finds nearly as good."""
    search, how, found = decisions(name)
    lost, spreads = [], []
    for seen, seat in found:
        race = search.choose(seen, seat, 3, 4 * MOST, how=how)
        thorough = search.choose(seen, seat, 4, 16 * MOST, how=how._replace(sure=0.0))
        values = {move: mean for move, _, mean in thorough.moves}
        lost.append(values[thorough.action] - values[race.action])
        spreads.append(max(values.values()) - min(values.values()))
    assert np.mean(lost) < 0.1 * np.mean(spreads)


def test_in_a_limited_time_it_stops_early_too():
    name = NAMES[0]
    search, how, found = decisions(name)
    spent = []
    for seen, seat in found:
        race = search.choose(seen, seat, 2, 0, seconds=0.05, how=how)
        assert race.playouts > 1
        spent.append(max(worlds for _, worlds, _ in race.moves))
    assert min(spent) < max(spent)


def test_on_three_threads_it_tries_moves_in_as_many_worlds():
    _, how, found = decisions(NAMES[0])
    three = Search(bots_of(rules_of(NAMES[0])), threads=3)
    for seen, seat in found[:3]:
        race = three.choose(seen, seat, 2, 1, how=how)
        assert race == three.choose(seen, seat, 2, 1, how=how)
        assert {worlds for _, worlds, _ in race.moves} == {33}


def candidates(*gains, worlds=100):
    """Moves whose gains over the first were these in every world, give or take 1."""
    made = _Candidates(np.arange(len(gains)))
    made.worlds[:] = worlds
    made.better[:] = worlds * np.array(gains)
    made.squares[1:] = worlds * (np.array(gains[1:]) ** 2 + 1)  # a standard error of 0.1
    return made


@pytest.mark.parametrize(
    ("gains", "left"),
    [
        ((0, 0.05, -0.1), [0, 1, 2]),  # all are close
        ((0, 0.15, -0.1), [0, 1]),  # the last is worse than the best by more than two standard errors
        ((0, 0.5, 0.4), [0, 1, 2]),  # the first is clearly worse, but the others are compared with it
        ((0, 0.5, 0.2), [1]),
        ((0, -0.3, -0.5), [0]),
        ((0, -0.1, -0.5), [0, 1]),
    ],
)
def test_what_is_clearly_worse_is_dropped(gains, left):
    made = candidates(*gains)
    made.drop_clearly_worse(SURE)
    assert made.alive.tolist() == left


def test_equal_moves_are_not_told_apart_for_ever():
    made = candidates(0, 0, 0)
    made.squares[:] = 0
    made.drop_clearly_worse(SURE)
    assert made.alive.tolist() == [0]


@every_game
def test_a_bot_that_is_never_sure_uses_all_its_playouts(name):
    search, how, found = decisions(name)
    for seen, seat in found[:2]:
        assert search.choose(seen, seat, 2, MOST, how=how._replace(sure=0.0)).playouts > MOST / 2
