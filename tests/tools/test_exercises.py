"""The exercises that come with the page, and the tool that mines them."""

import gzip

import msgspec
import numpy as np
import pytest

import exercises
import parlour
from exercises import Effort, Exercises, Judge, Miner, Position, file_of, judged_again, positions_of, read, write
from parlour.kit import BadInput
from parlour.kit.minds import LEVELS

GAMES = exercises.games()
FEWEST = 300
LARGEST = 60_000  # bytes, compressed
QUICK = Effort(screening=20, block=60, blocks=3, asked=3, champion_asked=1)


@pytest.fixture(scope="module")
def stored():
    return {game: read(game) for game in GAMES}


def test_turn_based_games_with_a_search_have_exercises():
    assert GAMES
    for game in GAMES:
        assert not parlour.game(game).rules.real_time


@pytest.mark.parametrize("game", GAMES)
def test_every_stored_position_is_a_decision_with_these_moves(stored, game):
    every = positions_of(stored[game])
    assert len(every) >= FEWEST
    assert len(gzip.compress(file_of(game).read_bytes())) <= LARGEST
    for _, position in every:
        assert position.level in range(len(LEVELS))
        assert all(loss > 0 for _, loss, _ in position.others)


@pytest.mark.parametrize("game", GAMES)
def test_the_stored_positions_are_varied(stored, game):
    rules = parlour.game(game).rules
    every = positions_of(stored[game])
    assert {position.level for _, position in every} == set(range(len(LEVELS)))
    assert len({moment.round_no for moment, _ in every}) > 2
    kinds = [exercises.kind_of(rules, moment.seens, position.best) for moment, position in every]
    assert len(set(kinds)) >= 5
    assert max(map(kinds.count, kinds)) <= exercises.KIND_SHARE * exercises.POSITIONS
    seats = {match.seats for match in stored[game].matches}
    assert seats == set(range(rules.min_seats, min(rules.max_seats, exercises.MOST_SEATS) + 1))
    for match in stored[game].matches:  # not two nearly equal positions
        entries = [position.entry for position in match.positions]
        assert len(entries) == len(set(entries)) <= exercises.OF_A_MATCH


@pytest.mark.parametrize("game", GAMES)
def test_ten_positions_are_confirmed_with_other_seeds(stored, game):
    assert judged_again(stored[game], 10, seed=2027, effort=Effort(block=200, blocks=3)) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_tiny_run(game, tmp_path):
    miner = Miner(game, 3, QUICK)
    for number in range(4):
        miner.mine(number)
    assert miner.found.count() == 3
    write(miner.found, tmp_path)
    again = read(game, tmp_path)
    assert again == miner.found
    assert len(positions_of(again)) == 3
    fresh = Miner(game, 3, QUICK)
    fresh.mine(0)
    assert fresh.found.matches[0] == miner.found.matches[0], "the same seeds give the same positions"


@pytest.mark.parametrize("game", GAMES)
def test_a_level_that_finds_the_move_is_one_that_plays_it(stored, game):
    """An exercise of the lowest level is found by all levels that do not search, one of the highest by none."""
    judge = Judge(parlour.game(game).rules, Effort())
    every = positions_of(stored[game])
    for level in (0, 3):
        moment, position = next(each for each in every if each[1].level == level)
        finds = [judge.finds(name, moment, position.best) for name in LEVELS[:-1]]
        assert finds[-1] == (level == 0)
        assert all(finds) or level == 3


def broken(found: Exercises, **changes) -> Exercises:
    return msgspec.structs.replace(found, **changes)


def test_what_is_wrong_with_stored_positions_is_said(stored, tmp_path):
    found = stored[GAMES[0]]
    title = parlour.game(GAMES[0]).rules.title
    with pytest.raises(BadInput, match=f"the exercises of {title} belong to version 99 of its rules"):
        positions_of(broken(found, rules=99))
    first = found.matches[0]
    position = first.positions[0]
    missing = Position(position.entry, position.best, 0, 0, position.others[1:])
    with pytest.raises(BadInput, match="has other legal moves"):
        positions_of(broken(found, matches=[msgspec.structs.replace(first, positions=[missing])]))
    late = Position(len(first.log), position.best, 0, 0, position.others)
    with pytest.raises(BadInput, match="is no decision"):
        positions_of(broken(found, matches=[msgspec.structs.replace(first, positions=[late])]))
    with pytest.raises(BadInput, match="is missing"):
        read(GAMES[0], tmp_path)
    file_of(GAMES[0], tmp_path).write_text("{")
    with pytest.raises(BadInput, match="cannot be read"):
        read(GAMES[0], tmp_path)


def test_all_moves_are_compared_with_the_first(stored):
    """The loss is a difference in the same worlds, so exchanging two moves changes its sign."""
    game = GAMES[0]
    moment, position = positions_of(stored[game])[0]
    judge = Judge(parlour.game(game).rules, QUICK)
    other = position.others[-1][0]
    one = judge.search.compared(moment.seens, moment.seat, [position.best, other], 5, 300)
    two = judge.search.compared(moment.seens, moment.seat, [other, position.best], 5, 300)
    assert (one[0].loss, one[0].error) == (0, 0)
    assert np.isclose(one[1].loss, one[0].chance - one[1].chance)
    assert np.isclose(one[1].loss, -two[1].loss)
    assert np.isclose(one[1].points, two[0].points)
