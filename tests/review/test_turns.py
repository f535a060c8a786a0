"""Reviews of turn-based games: sums, what they may know, and what they say."""

import functools
import random
import string
import time

import numpy as np
import pytest

import parlour
from parlour.bots import seat_bots
from parlour.bots.registry import bots_of
from parlour.bots.search import Effort, Search
from parlour.games import names
from parlour.kit import BadInput, blank, statement
from parlour.kit.review import ABOUT, Reason, TurnReview
from parlour.match.replay import follow
from parlour.review.registry import review_of
from parlour.review.run import review
from parlour.review.summary import mistakes_of, parts_of
from parlour.review.turns import CERTAIN, WORTH_TELLING, situations

QUICK = Effort(playouts=24, worlds=12)
TURN_GAMES = [name for name in names() if isinstance(review_of(parlour.game(name).rules), TurnReview)]

of_each_game = pytest.mark.parametrize("name", TURN_GAMES)


@functools.cache
def log_of(name, seed, part=1.0):
    """A match between weak bots, which make every kind of mistake; with `part` below 1 it is left early."""
    rules = parlour.game(name).rules
    seats = rules.min_seats + seed % 2
    match = parlour.game(name).new(seats=seats, seed=seed)
    for _ in seat_bots(match, bots(seats)).play_out():
        pass
    if part == 1.0:
        return match.log()
    entries = match.entries[: int(part * len(match.entries))]
    begun = parlour.game(name).new(seats=seats, seed=seed)
    for ms, seat, action, *_ in entries:
        begun.play(seat, action, at=ms)
    return begun.log()


def bots(seats):
    return ",".join(("novice", "casual")[seat % 2] for seat in range(seats))


@of_each_game
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("part", [1.0, 0.37])
def test_luck_and_losses_add_up_to_the_result(name, seed, part):
    log = log_of(name, seed, part)
    for seat in range(2):
        report = review(log, seat, effort=QUICK)
        end = report.start + sum(one.luck for one in report.decisions) + report.luck - sum(report.losses)
        last = report.decisions[-1]
        assert report.over == (part == 1.0)
        assert end == (report.result if report.over else last.chance - last.loss)
        before = report.start
        for one in report.decisions:
            assert before + one.luck == one.chance
            before = one.chance - one.loss
        parts = parts_of(report)
        assert parts.start + parts.luck - parts.lost == parts.end


@of_each_game
def test_a_winner_ends_with_everything_and_the_others_with_nothing(name):
    log = log_of(name, 1)
    reports = [review(log, seat, effort=QUICK) for seat in range(2)]
    winners = reports[0].winners
    assert [report.result for report in reports] == [
        1_000_000 // len(winners) if seat in winners else 0 for seat in range(2)
    ]


@of_each_game
def test_the_number_of_threads_changes_nothing(name):
    log = log_of(name, 2, 0.37)
    assert review(log, 0, effort=QUICK, threads=1) == review(log, 0, effort=QUICK, threads=3)


@of_each_game
def test_only_real_decisions_are_judged(name):
    log = log_of(name, 0, 0.37)
    report = review(log, 0, effort=QUICK)
    judged = {one.entry for one in report.decisions}
    rules = parlour.game(name).rules
    counts = []
    legal = []
    for match in follow(log):
        done = len(match.entries)
        if done > len(counts):
            counts.append(len(legal))
        legal = match.legal(0)
    entries = match.entries
    forced = {i for i, (_, seat, _, *_) in enumerate(entries) if seat == 0 and counts[i] == 1}
    assert judged
    assert not judged & forced
    assert all(entries[i][1] == 0 and entries[i][2] not in rules.asides for i in judged)
    assert len(judged) < sum(seat == 0 for _, seat, *_ in entries)


@of_each_game
def test_progress_is_told(name):
    told = []
    review(log_of(name, 0, 0.37), 0, effort=QUICK, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert {total for _, total in told} == {len(told)}


@pytest.mark.deep
@of_each_game
def test_a_long_match_is_reviewed_within_ten_seconds_on_two_cores(name):
    """Four seats and all rounds, with the full effort. CPU time is counted, which a busy machine hardly changes."""
    match = parlour.game(name).new(seats=4, seed=5)
    for _ in seat_bots(match, bots(4)).play_out():
        pass
    review(log_of(name, 0, 0.37), 0, effort=QUICK)  # compiles
    began = time.process_time()
    review(match.log(), 0, threads=2)
    assert time.process_time() - began < 2 * 10


@of_each_game
def test_advice_depends_only_on_what_the_seat_saw(name):
    """The hidden cards are exchanged: what the seat saw is the same, and so is everything that it is told."""
    rules = parlour.game(name).rules
    asked = review_of(rules)
    search = Search(bots_of(rules))
    exchanged = 0
    found, _ = situations(log_of(name, 1), 0)
    for number, situation in enumerate(random.Random(3).sample(found, 12)):
        world = blank(rules.State)
        world[:] = situation.seens
        rules.resample(situation.seens[0], 0, world[0], np.uint64(1000 + number))
        other = blank(rules.State)
        other[:] = situation.seens
        rules.resample(situation.seens[0], 0, other[0], np.uint64(2000 + number))
        exchanged += world.tobytes() != other.tobytes()
        advice = []
        for state in (world, other):
            seen = blank(rules.State)
            rules.see(state[0], 0, seen[0])
            judged = search.judge(seen, 0, situation.played, 7, QUICK)
            reason = blank(Reason)
            if judged is not None:
                asked.reason(seen[0], 0, judged.played, judged.best, reason[0])
            advice.append((judged, reason.tobytes()))
        assert advice[0] == advice[1]
    assert exchanged > 6


@of_each_game
def test_mistakes_are_certain_worth_telling_and_explained(name):
    report = review(log_of(name, 0), 0, effort=Effort(100, 100))
    assert mistakes_of(report)
    for one in report.decisions:
        assert one.mistake == (one.loss > CERTAIN * one.error and one.loss >= WORTH_TELLING)
        assert bool(one.reason) == bool(one.rules) == one.mistake
        if one.best == one.played:
            assert one.loss == 0
    losses = [one.loss for one in mistakes_of(report)]
    assert losses == sorted(losses, reverse=True)


@of_each_game
def test_every_reason_has_words_and_rules(name):
    rules = parlour.game(name).rules
    asked = review_of(rules)
    for number, explanation in asked.explanations.items():
        for about in ([0] * ABOUT, [1] * ABOUT, [2, 1, 2, 3, 1, 0]):
            words = asked.words(number, about)
            said = explanation.says.format(*words)
            assert "{" not in said
            gaps = {int(gap) for _, gap, _, _ in string.Formatter().parse(explanation.says) if gap is not None}
            assert gaps <= set(range(len(words)))
        assert explanation.says.endswith(".")
        assert explanation.rules
        for rule in explanation.rules:
            assert statement(rules, rule).id == rule


@of_each_game
def test_every_pair_of_moves_gets_a_reason(name):
    """Whatever the search prefers, a reason is found, and what the seat saw is not changed."""
    rules = parlour.game(name).rules
    asked = review_of(rules)
    dice = random.Random(5)
    said = set()
    found, _ = situations(log_of(name, 0), 0)
    for situation in dice.sample(found, min(40, len(found))):
        world = blank(rules.State)
        world[:] = situation.seens
        rules.resample(situation.seens[0], 0, world[0], np.uint64(1))
        moves = np.zeros(rules.actions, np.int16)
        count = rules.legal(world[0], 0, moves)
        for best in moves[:count]:
            if best == situation.played:
                continue
            before = situation.seens.tobytes()
            reason = blank(Reason)
            asked.reason(situation.seens[0], 0, situation.played, int(best), reason[0])
            number = int(reason["number"][0])
            assert asked.explanations[number].says.format(*asked.words(number, reason["about"][0].tolist()))
            assert situation.seens.tobytes() == before
            said.add(number)
    assert len(said) > 5


# What cannot be reviewed


@of_each_game
def test_what_cannot_be_reviewed_is_said_in_a_sentence(name):
    log = log_of(name, 0, 0.37)
    with pytest.raises(BadInput, match="players: seats are 0 to"):
        review(log, 7)
    with pytest.raises(BadInput, match="the log is empty"):
        review("", 0)
    with pytest.raises(BadInput, match="not a log of Parlour"):
        review("hello", 0)
    with pytest.raises(BadInput, match="version 99 of the rules"):
        review(log.replace('"rules":1', '"rules":99', 1), 0)
    with pytest.raises(BadInput, match="cut off or broken"):
        review(log[:-3], 0)
    with pytest.raises(BadInput, match="does not follow the rules"):
        review("\n".join([*log.splitlines()[:5], "[9999999,0,1]", *log.splitlines()[5:]]), 0)
    with pytest.raises(BadInput, match="made no decision"):
        review(log.splitlines()[0].replace(f'"clock":{clock_of(log)}', '"clock":0'), 0)


def clock_of(log):
    return log.splitlines()[0].split('"clock":')[1].split(",")[0].rstrip("}")
