"""The review of a bell match: every five, every false ring and its cause, and the same in the page as in Python."""

import base64
import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from tests.browser.typescript import WEB, bundle, node
from tests.helpers import table

from parlour import Match
from parlour.bots.seated import seat_bots
from parlour.browser.description import layout
from parlour.games.bell.review import (
    LOST_MS,
    SOONEST_MS,
    Facts,
    FalseRing,
    Five,
    cost_of,
    usual_time,
    what_to_practise,
)
from parlour.kit import blank
from parlour.kit.review import RealTimeReview
from parlour.match.replay import steps
from parlour.review.real_time import RealTimeReport, moment_of, review_real_time
from parlour.review.registry import review_of

GAMES = ("piccolo", "piccolo_twist")
games = pytest.mark.parametrize("game", GAMES)
FLIP, RING = 0, 1
PACE = 1000
LEAVE = {"piccolo": 4, "piccolo_twist": 2}


def sums(match: Match) -> Counter[str]:
    """What the open cards add up to, from the public view."""
    found: Counter[str] = Counter()
    for line in match.view(None)["seats"]:
        top = line["top"]
        if top is not None:
            kinds = [top["fruit"]] if "fruit" in top else [f"colour {top['colour']}", f"type {top['type']}"]
            for kind in kinds:
                found[kind] += top["amount"]
    return found


def fives(match: Match) -> list[str]:
    return [kind for kind, total in sums(match).items() if total == 5]


def flip(match: Match) -> Counter[str]:
    """The next card; returns the sums before it."""
    before = sums(match)
    at = max(match.clock, int(match.state.last_flip) + PACE) if match.state.flips else 1000
    match.play(int(match.state.turn), FLIP, at=at)
    return before


def flipped_until(game: str, wanted: Callable[[Match, Counter[str]], bool], **options: Any) -> Match:
    """A match of four in which the latest card brought about what is wanted, and no five came before it."""
    for seed in range(1, 400):
        match = table(game, 4, seed=seed, **options)
        for _ in range(20):
            before = flip(match)
            if wanted(match, before):
                return match
            if fives(match):
                break
    raise AssertionError("no such deal")


def with_five(game: str) -> Match:
    return flipped_until(game, lambda match, before: bool(fives(match)))


def reviewed(match: Match, seat: int = 0) -> RealTimeReport:
    review = review_of(match.rules)
    assert isinstance(review, RealTimeReview)
    return review_real_time(match.log(), seat, review)


def settle(match: Match) -> None:
    """The pending rings are judged."""
    while match.state.verdict_at < 2**62:
        match.wait()


# Fives


@games
def test_a_five_that_you_win(game):
    match = with_five(game)
    kinds, at = fives(match), match.clock
    match.play(0, RING, at=at + 420)
    match.play(2, RING, at=at + 500)
    settle(match)
    report = reviewed(match)
    (five,) = report.own["fives"]
    assert five["kind"] in kinds
    assert (five["at"], five["time"], five["winner"], five["winner_time"]) == (at, 420, 0, 420)
    assert (five["outcome"], five["network"], report.own["reactions"]) == ("won", 0, [420])
    assert report.losses == [420 - SOONEST_MS]
    assert report.unit == "ms per five"


@games
def test_a_five_that_somebody_else_wins(game):
    match = with_five(game)
    at = match.clock
    match.play(2, RING, at=at + 500)
    match.play(0, RING, at=at + 560)
    settle(match)
    for seat, outcome, mine in ((0, "late", 560), (1, "beaten", None), (2, "won", 500)):
        (five,) = reviewed(match, seat).own["fives"]
        assert (five["outcome"], five["time"], five["winner"], five["winner_time"]) == (outcome, mine, 2, 500)
    assert reviewed(match, 1).losses[0] > reviewed(match, 0).losses[0] == 560 - SOONEST_MS


@games
def test_a_five_that_nobody_rings(game):
    match = with_five(game)
    at = match.clock
    while fives(match):
        flip(match)
    (five, *_) = reviewed(match).own["fives"]
    assert (five["outcome"], five["time"], five["winner"]) == ("missed", None, None)
    assert five["lay"] == match.clock - at
    assert 0 < reviewed(match).losses[0] <= LOST_MS - SOONEST_MS


@games
def test_a_right_ring_just_after_the_five_was_covered(game):
    match = with_five(game)
    at = match.clock
    while fives(match):
        flip(match)
    match.play(0, RING, at=match.clock + 100)
    settle(match)
    (five, *others) = reviewed(match).own["fives"]
    assert not others
    assert (five["outcome"], five["time"]) == ("won", match.clock - 151 - at)
    assert reviewed(match).own["false_rings"] == []


@games
def test_a_five_made_by_covering_a_card(game):
    match = flipped_until(
        game, lambda match, before: len(fives(match)) == 1 and before[fives(match)[0]] > 5, min_flip_gap_ms=800
    )
    (five,) = reviewed(match).own["fives"]
    assert five["covering"]
    assert five["hard"] == "covering"
    assert not reviewed(with_five(game)).own["fives"][0]["covering"]


@games
def test_how_much_of_a_gap_was_the_network(game):
    """The notes say what counted and what the player's own device measured."""
    match = with_five(game)
    at = match.clock
    match.play(2, RING, at=at + 500, note={"reveal": 9, "estimate": 502.0, "reaction": 500.0, "claimed": 490.0})
    note = {"reveal": 9, "estimate": 560.4, "reaction": 560.4, "claimed": 520.4, "clamped": True}
    match.play(0, RING, at=at + 561, note=note)
    settle(match)
    (five,) = reviewed(match).own["fives"]
    assert (five["time"], five["winner_time"]) == (560.4, 500)
    assert five["network"] == pytest.approx(40 - 10)
    (five,) = reviewed(match, 2).own["fives"]
    assert five["network"] == 0


@games
def test_a_note_about_another_card_is_not_used(game):
    match = with_five(game)
    match.play(0, RING, at=match.clock + 500, note={"reveal": 9, "estimate": 2500.0, "reaction": 2500.0})
    settle(match)
    assert reviewed(match).own["fives"][0]["time"] == 500


@games
def test_players_who_are_out_have_no_fives(game):
    match = table(game, 4, seed=1)
    match.play(0, LEAVE[game], at=500)
    for _ in seat_bots(match, "casual").play_out():
        if match.clock > 60_000:
            break
    assert reviewed(match, 0).own["fives"] == []
    assert reviewed(match, 0).losses == []
    assert reviewed(match, 1).own["fives"]


# False rings


def only_false_ring(match: Match, seat: int = 0) -> dict[str, Any]:
    settle(match)
    (ring,) = reviewed(match, seat).own["false_rings"]
    found: dict[str, Any] = ring
    return found


@games
@pytest.mark.parametrize(("total", "cause"), [(4, "four"), (6, "six")])
def test_a_false_ring_at_four_or_six(game, total, cause):
    def wanted(match, before):
        near = {kind: sum for kind, sum in sums(match).items() if sum != before[kind] and sum in (4, 6)}
        return not fives(match) and list(near.values()) == [total]

    match = flipped_until(game, wanted)
    match.play(0, RING, at=match.clock + 500)
    ring = only_false_ring(match)
    assert (ring["cause"], sums_before_ring(match)[ring["kind"]]) == (cause, total)
    assert (ring["cost"], ring["late"]) == (3, None)
    assert len(reviewed(match).losses) == 1
    assert reviewed(match, 1).own["false_rings"] == []


def sums_before_ring(match: Match) -> Counter[str]:
    return sums(match)  # a false ring of one of four moves no open card


@games
def test_a_false_ring_for_a_five_that_has_been_covered(game):
    match = with_five(game)
    (kind, *_) = fives(match)
    while fives(match):
        flip(match)
    match.play(0, RING, at=match.clock + 300)
    ring = only_false_ring(match)
    assert (ring["cause"], ring["late"]) == ("covered", 300)
    assert ring["kind"] == reviewed(match).own["fives"][0]["kind"]
    assert kind


def test_a_false_ring_at_a_colour_and_a_type_mixed():
    def wanted(match, before):
        tops = [line["top"] for line in match.view(None)["seats"] if line["top"] is not None]
        new = [kind for kind, total in sums(match).items() if total > before[kind]]
        for colour in {top["colour"] for top in tops}:
            for kind in {top["type"] for top in tops}:
                total = sum(top["amount"] for top in tops if top["colour"] == colour or top["type"] == kind)
                if total == 5 and (f"colour {colour}" in new or f"type {kind}" in new):
                    changed = {key for key in {*before, *sums(match)} if before[key] != sums(match)[key]}
                    return not fives(match) and not any(sums(match)[key] in (4, 6) for key in changed)
        return False

    match = flipped_until("piccolo_twist", wanted)
    match.play(0, RING, at=match.clock + 500)
    assert only_false_ring(match)["cause"] == "mixed"


@games
def test_a_false_ring_without_any_cause(game):
    match = flipped_until(game, lambda match, before: not {4, 5, 6} & {*sums(match).values()})
    match.play(0, RING, at=match.clock + 500)
    assert only_false_ring(match)["cause"] == "none"


# What to practise: the rules are in the docstring of `what_to_practise`


LEVELS = tuple((level, 400, 500, median, 700, 800) for level, median in (("novice", 800), ("casual", 700)))


def five_of(ms: float | None, **more: Any) -> Five:
    plain = {"at": 0, "kind": "lime", "cards": 1, "covering": False, "by_type": False, "decoys": 0}
    return Five(**{**plain, "hard": "plain", "pot": 8, "lay": 1000, "time": ms, **more})


def advised(fives: list[Five], causes: tuple[str, ...] = (), usual: float | None = 500) -> list[str]:
    wrong = [FalseRing(0, cause, None, None, 3) for cause in causes]
    costs = [cost_of(five, 9999, (600, 700)) for five in fives]
    return [advice.what for advice in what_to_practise(fives, wrong, costs, usual, LEVELS, 9999)]


def test_what_to_practise():
    quick = [five_of(500)] * 6
    assert advised(quick) == ["harder"]
    assert advised(quick, ("four",)) == ["harder"]
    assert advised(quick, ("four", "six", "four")) == ["four"]
    assert advised(quick, ("four", "six", "covered")) == ["harder"]
    assert advised(quick, ("covered", "covered")) == ["covered"]
    assert advised(quick, usual=701) == ["speed"]
    assert advised([*quick, *[five_of(750, covering=True)] * 3]) == ["covering"]
    assert advised([*quick, *[five_of(750, covering=True)] * 2]) == ["harder"]
    assert advised([*quick, *[five_of(690, by_type=True)] * 3]) == ["harder"]
    assert advised([*quick, *[five_of(750, by_type=True)] * 3]) == ["type"]
    assert advised([*quick, *[five_of(750, cards=3)] * 3]) == ["many"]
    assert advised([*quick, five_of(None, lay=1500), five_of(None, lay=1500)]) == ["watch"]
    assert advised([*quick, five_of(None, lay=1500), five_of(None, lay=1499)]) == ["harder"]
    taken = five_of(None, winner=1, winner_time=400.0)
    assert advised([*quick[:2], *[taken] * 3], usual=None) == ["quicker"]
    assert advised([*quick[:2], *[taken] * 2], usual=None) == ["harder"]
    both = [*quick, five_of(None, lay=1500), five_of(None, lay=1500)]
    assert advised(both, ("mixed", "mixed"), usual=900) == ["mixed", "watch"]


def test_the_usual_time_counts_fives_that_others_took_as_slower():
    assert usual_time([five_of(ms) for ms in (300, 400, 500, 600, 700)], 9999) == 500
    assert usual_time([five_of(ms) for ms in (300, 400)], 9999) is None
    taken = [five_of(None, winner=2, winner_time=450.0)] * 3  # a ring up to 150 ms later would have been noted
    assert usual_time([*taken, *(five_of(ms) for ms in (300, 400, 500, 600, 700))], 9999) == 600


def test_false_rings_cost_their_share_of_a_lost_five():
    """One card for each of the three others, of the cards that the only five was worth."""
    match = with_five("piccolo")
    match.play(0, RING, at=match.clock + 450)
    settle(match)
    match.wait()  # the verdict has been shown
    flip(match)
    assert not fives(match)
    match.play(0, RING, at=match.clock + 500)
    settle(match)
    report = reviewed(match)
    (five,), (ring,) = report.own["fives"], report.own["false_rings"]
    assert ring["cost"] == 3
    assert report.losses == [450 - SOONEST_MS + min(LOST_MS * 3 / five["pot"], LOST_MS)]


# Whole matches


def bot_match(game: str, seed: int, players: str, seats: int = 4) -> Match:
    match = table(game, seats, seed=seed)
    for _ in seat_bots(match, players).play_out():
        pass
    return match


@games
def test_a_match_left_early_is_reviewed_as_far_as_it_went(game):
    match = table(game, 4, seed=3)
    for _ in seat_bots(match, "casual").play_out():
        if match.clock > 45_000:
            break
    report = reviewed(match)
    assert not report.over
    assert report.own["fives"]
    review = review_of(match.rules)
    assert isinstance(review, RealTimeReview)
    assert all(line.strip() for line in review.tells(report.own))
    fresh = reviewed(table(game, 4, seed=3))
    assert (fresh.own["fives"], fresh.losses) == ([], [])
    assert review.tells(fresh.own)


@games
def test_a_review_uses_only_what_the_seat_could_see(game):
    """Any other deal of the hidden cards gives the same facts, whatever was written there before, and the summary is
    made of nothing else."""
    match = table(game, 4, seed=8)
    rules = match.rules
    review = review_of(rules)
    assert isinstance(review, RealTimeReview)
    for number, _ in enumerate(seat_bots(match, "casual").play_out()):
        seen, facts = match.seen_alone(0), blank(Facts, 2)
        facts[1:].view(np.uint8)[:] = number % 256
        world = seen.copy()
        rules.resample(seen[0], 0, world[0], np.uint64(number))
        review.facts(seen[0], 0, facts[0])
        review.facts(world[0], 0, facts[1])
        assert all(np.array_equal(facts[0][name], facts[1][name]) for name in Facts.names)
        if number == 300:
            break


@games
def test_five_players_and_a_long_match_take_less_than_three_seconds(game):
    match = max((bot_match(game, seed, "novice", 5) for seed in range(1, 6)), key=lambda match: len(match.log()))
    reviewed(match)  # compiles
    began = time.process_time()  # other tests run at the same time
    reviewed(match)
    assert time.process_time() - began < 3


@games
def test_better_levels_lose_less(game):
    """A few matches tell novices from champions; docs have the figures of many (tools/bell_times.py --losses)."""
    means = []
    for level in ("novice", "champion"):
        losses = [loss for seed in range(1, 9) for loss in reviewed(bot_match(game, seed, level)).losses]
        means.append(sum(losses) / len(losses))
    assert means[0] > means[1] + 200


RUN = """
import { createInterface } from 'node:readline'
import { readRecord } from '{web}/src/engine/records'
import { summary } from '{web}/src/games/{game}/review.gen'
const Facts = {facts} as any
for await (const line of createInterface({ input: process.stdin })) {
  const { moments, seat, seats } = JSON.parse(line)
  for (const moment of moments) moment.facts = readRecord(Facts, new Uint8Array(Buffer.from(moment.facts, 'base64')))
  console.log(JSON.stringify(summary(moments, seat, seats)))
}
"""


@games
def test_the_page_sums_up_like_python(game, tmp_path):
    """Matches of all levels, with notes as a server writes them."""
    questions, expected = [], []
    review = review_of(table(game, 4).rules)
    assert isinstance(review, RealTimeReview)
    for seed in range(1, 26):
        match = bot_match(game, seed, "novice,casual,sharp,champion")
        lines = match.log().splitlines()
        for number, line in enumerate(lines[1:], start=1):
            ms, seat, action = json.loads(line)
            if action == RING and seed % 3:
                note = {"reveal": ms, "estimate": 400.5, "reaction": 380.2 + seat * 61.3, "claimed": 350.1 - seed}
                lines[number] = json.dumps([ms, seat, action, note])
        log = "\n".join(lines) + "\n"
        for seat in (0, seed % 4):
            moments = [moment_of(step, seat, review) for step in steps(log)]
            given = [
                {**moment._asdict(), "seen": None, "facts": base64.b64encode(moment.facts.tobytes()).decode()}
                for moment in moments
            ]
            questions.append(json.dumps({"moments": given, "seat": seat, "seats": 4}) + "\n")
            expected.append(review.summary(moments, seat, 4))
    run = RUN.replace("{web}", str(WEB)).replace("{game}", game).replace("{facts}", json.dumps(layout(Facts)))
    said, _ = node(bundle(run, tmp_path)).communicate("".join(questions))
    told = [json.loads(line) for line in said.splitlines()]
    assert len(told) == len(expected) == 50
    for one, other in zip(told, expected, strict=True):
        assert one == other
