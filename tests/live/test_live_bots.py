"""Bots at a live match: they act at their moments, and searches run in threads."""

import pytest
from tests.live.decks import NO_FIVES
from tests.live.play_harness import PlayHarness

import parlour
from parlour.bots import Player, bots_of
from parlour.games import names, rules_of
from parlour.kit import LEARNED
from parlour.live.fair import FRAME
from parlour.live.live_bots import QUICKEST_MS, TEMPOS, hurried


def test_bots_act_at_their_moments_and_the_match_can_be_replayed():
    harness = PlayHarness(seats=4, rtts={}).go()
    for seat in range(4):
        harness.play.seat_bot(seat, "sharp", 70 + seat)
    assert harness.clock.until(lambda: harness.match.over, 3_600_000)
    ends = [told.ms for _, told in harness.told]
    assert ends == sorted(ends)
    assert len({told.seat for _, told in harness.told}) == 5, "every bot, and time"
    assert any(told.rings for _, told in harness.told)
    for when, told in harness.told:
        if told.reveal and told.seat is not None:
            assert when == pytest.approx(told.at, abs=0.01), "nobody has a line, so nothing is decided ahead"
    assert parlour.match.replay(harness.match.log()).state.tobytes() == harness.match.state.tobytes()


@pytest.mark.parametrize("game", [name for name in names() if LEARNED in bots_of(rules_of(name)).names])
def test_a_learned_bot_plays_at_a_live_table_at_a_human_pace(game):
    harness = PlayHarness(game, seats=rules_of(game).min_seats, rtts={}).go()
    for seat in range(rules_of(game).min_seats):
        harness.play.seat_bot(seat, LEARNED, 70 + seat)
    assert harness.clock.until(lambda: len([told for _, told in harness.told if told.seat is not None]) > 30, 3_600_000)
    moments = [when for when, told in harness.told if told.seat is not None]
    assert moments[-1] - moments[0] > 30 * QUICKEST_MS
    assert parlour.match.replay(harness.match.log()).state.tobytes() == harness.match.state.tobytes()


def test_bots_decide_ahead_for_players_with_slow_connections():
    harness = PlayHarness(seats=2, rtts={0: 300.0}, deck=NO_FIVES)
    harness.play.seat_bot(1, "sharp", 3)
    harness.go()
    assert harness.clock.until(lambda: any(told.seat == 1 for _, told in harness.told), 60_000)
    when, flip = next((when, told) for when, told in harness.told if told.seat == 1)
    assert when == pytest.approx(flip.at - 150 - FRAME, abs=0.01)


def test_a_search_is_done_elsewhere_and_never_twice_at_once():
    harness = PlayHarness("parrot", seats=2, rtts={0: 20.0})
    harness.clock.search_ms = 300_000.0
    harness.play.seat_bot(1, Player("champion", playouts=2), 3)
    harness.go()
    assert harness.clock.searches == 1
    harness.clock.run(200_000)
    assert harness.number > 2, "the time to decide ran out, more than once"
    assert harness.clock.searches == 1
    assert harness.clock.until(lambda: harness.clock.searches == 2, 200_000), (
        "what was found is no longer wanted, so it is asked again"
    )


def test_the_answer_of_a_bot_that_was_unseated_is_ignored():
    harness = PlayHarness("parrot", seats=2, rtts={0: 20.0})
    harness.clock.search_ms = 1000.0
    harness.play.seat_bot(1, Player("champion", playouts=2), 3)
    harness.go()
    harness.clock.run(500)
    harness.play.unseat_bot(1)
    harness.clock.run(5000)
    assert not harness.told


def played(game, tempo):
    """The entries of a match between bots at this tempo: ms, seat, action."""
    harness = PlayHarness(game, seats=3, rtts={})
    harness.play.tempo = tempo
    for seat in range(3):
        harness.play.seat_bot(seat, "casual", 70 + seat)
    harness.go()
    assert harness.clock.until(lambda: harness.match.over, 7_200_000)
    return [(ms, seat, action) for ms, seat, action, *_ in harness.match.entries]


@pytest.mark.parametrize("game", names())
def test_at_another_tempo_bots_play_the_same_match_and_only_people_wait_less(game):
    """In a race, the hands of bots must not become faster: there the tempo changes nothing."""
    calm, normal, fast = (played(game, tempo) for tempo in ("calm", "normal", "fast"))
    if parlour.game(game).rules.real_time:
        assert calm == normal == fast
        return
    for seat in range(3):  # of choices that are made at the same time, another one may come first
        moves = [[action for _, by, action in entries if by == seat] for entries in (calm, normal, fast)]
        assert moves[0] == moves[1] == moves[2]
    assert 1.6 < calm[-1][0] / normal[-1][0] < 2.2
    assert 2.2 < calm[-1][0] / fast[-1][0] < 4.2


def test_short_pauses_stay_long_enough_to_follow():
    assert [hurried(pause, "fast") for pause in (0, 300, 1000, 4000)] == [0, 300, QUICKEST_MS, 1000]
    assert [hurried(4000, tempo) for tempo in TEMPOS] == [4000, 2000, 1000]
