"""Bots of every game at one table: the same match in the lab and move by move, and nobody sees more than a seat may."""

import numpy as np
import pytest
from tests.every import every_game

import parlour
from parlour.bots import Bot, Search, bots_of, seat_bots
from parlour.engine import loops
from parlour.games import rules_of
from parlour.kit import LEVELS, BadInput, Dice, blank, seed_of
from parlour.kit.human_timing import ex_gaussian, fraction, happens, hesitation, normal
from parlour.lab.run import Run, play, rotations

QUICK = "champion:60"  # playouts, where a champion searches


def lineup(name, seats):
    """One of each level, over and over."""
    bots = bots_of(rules_of(name))
    champion = LEVELS[-1] if bots.plan is None else QUICK
    levels = [champion if each == LEVELS[-1] else each for each in bots.names]
    return [levels[seat % len(levels)] for seat in range(seats)]


@every_game
def test_a_match_of_the_lab_can_be_played_again_move_by_move(name):
    bots = bots_of(rules_of(name))
    seats = rules_of(name).max_seats
    named = parlour.bots.players(bots, ",".join(lineup(name, seats)), seats)
    run = Run(name, tuple(named), rotations(seats), seed=5)
    tally = play(run, 0, 1)[0]
    match = parlour.game(name).new(seats=seats, seed=int(seed_of(np.uint64(5), 0)))
    for _ in seat_bots(match, ",".join(lineup(name, seats))).play_out():
        pass
    assert match.scores == tally["scores"][:seats].tolist()
    assert (len(match.entries), match.clock) == (tally["steps"], tally["ms"])


@every_game
def test_bots_answer_alike_in_worlds_they_cannot_tell_apart(name):
    """Two states that differ only in what a seat cannot know: the same mind answers the same."""
    rules = rules_of(name)
    bots, game = bots_of(rules), loops(rules)
    seats = bots.usual_seats
    match = parlour.game(name).new(seats=seats, seed=8)
    twin = parlour.game(name).new(seats=seats, seed=9)
    asked = differed = 0
    for count, _ in enumerate(seat_bots(match, "casual").play_out()):
        if match.over or count % 9 or count > 400:
            continue
        for seat in match.actors[:2]:
            seen = match.seen_alone(seat)
            game.resample(seen, 0, seat, twin._states, 0, np.uint64(count))
            twin.look_again()
            differed += twin.state.tobytes() != match.state.tobytes()
            who = lineup(name, 6)[asked % 6]
            answers = [
                Bot(bots, who, seat, seed=count).think(table.seen_alone(seat), table.legal(seat))
                for table in (match, twin)
            ]
            assert answers[0] == answers[1]
            asked += 1
    assert asked > 15
    assert differed > asked / 2


@every_game
def test_every_answer_is_legal_at_its_moment_with_every_number_of_players(name):
    for seats in parlour.game(name).seats:
        match = parlour.game(name).new(seats=seats, seed=seats)
        for _ in seat_bots(match, ",".join(lineup(name, seats))).play_out():
            pass  # an illegal answer would raise
        assert match.over


@pytest.mark.parametrize("name", [name for name in parlour.games() if bots_of(rules_of(name)).plan is not None])
def test_a_search_depends_on_its_seed_alone_and_threads_add_up(name):
    bots = bots_of(rules_of(name))
    match = parlour.game(name).new(seats=bots.usual_seats, seed=3)
    seat = match.actors[0]
    seen = match.seen_alone(seat)
    alone, pair = Search(bots), Search(bots, threads=2)
    first = alone.choose(seen, seat, seed=1, playouts=300)
    assert first == alone.choose(seen, seat, seed=1, playouts=300)
    assert first != alone.choose(seen, seat, seed=2, playouts=300)
    assert first.playouts >= 200
    assert {action for action, *_ in first.moves} <= set(match.legal(seat))
    assert pair.choose(seen, seat, seed=1, playouts=300).playouts >= 200
    timed = pair.choose(seen, seat, seed=1, playouts=0, seconds=0.05)
    assert timed.playouts > 2


def test_times_are_drawn_as_they_say():
    dice = blank(Dice)
    dice["rng"][0] = 1
    draws = [ex_gaussian(dice[0], 400.0, 50.0, 120.0) for _ in range(20_000)]
    assert np.mean(draws) == pytest.approx(520, abs=4)
    assert np.std(draws) == pytest.approx((50**2 + 120**2) ** 0.5, rel=0.03)
    assert np.mean([normal(dice[0]) for _ in range(20_000)]) == pytest.approx(0, abs=0.03)
    assert np.median([hesitation(dice[0], 900.0, 0.4) for _ in range(20_000)]) == pytest.approx(900, rel=0.03)
    assert np.mean([happens(dice[0], 0.3) for _ in range(20_000)]) == pytest.approx(0.3, abs=0.02)
    assert 0 <= min(fraction(dice[0]) for _ in range(2000)) < 0.01


def test_bots_by_name():
    bots = bots_of(rules_of("parrot"))
    assert [str(who) for who in parlour.bots.players(bots, "sharp", 3)] == ["sharp"] * 3
    assert [str(who) for who in parlour.bots.players(bots, "sharp,champion:50ms,champion:9", 3)] == [
        "sharp",
        "champion:50ms",
        "champion:9",
    ]
    for text, says in {
        "clever": "Parrot has no bot 'clever'; it has novice, casual, sharp, champion, learned, reference, random",
        "sharp,casual": "2 bots for 3 seats: name one for all seats, or one for each",
        "sharp:50ms": "sharp of Parrot does not search and has no budget; write 'sharp'",
        "champion:soon": "a budget is a number of playouts or of ms, as in champion:2000 or champion:50ms, not 'soon'",
    }.items():
        with pytest.raises(BadInput) as refused:
            parlour.bots.players(bots, text, 3)
        assert str(refused.value) == says
