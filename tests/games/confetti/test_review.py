"""The review of a Confetti match: hands within reach against a slow search, and summaries of whole matches."""

import base64
import json
import random
from itertools import combinations, product

import numpy as np
import pytest
from tests.browser.typescript import WEB, bundle, node
from tests.games.confetti import obvious
from tests.games.confetti.helpers import (
    CARD,
    DISCARD,
    FULL,
    HOLD_ALL,
    LEAVE,
    NINE,
    NOTHING,
    SIX,
    TAKE,
    give,
    middle,
    run_out,
    to_round,
    zone,
)

import parlour
from parlour.bots import seat_bots
from parlour.browser.description import layout
from parlour.games.confetti import DECK, RULES
from parlour.games.confetti.review import REVIEW, tells
from parlour.games.confetti.sight import is_hidden, see
from parlour.games.confetti.state import Place, State, card_limit
from parlour.kit import blank
from parlour.match.replay import steps
from parlour.review.real_time import moment_of, review_real_time

LEVELS = ("novice", "casual", "sharp", "champion")


def new_match(seats=2, seed=1, **options):
    return parlour.game("confetti").new(seats=seats, seed=seed, options=options)


def empty_middle(match, but=()):
    """Put everything in the middle aside, except these cards."""
    for card in range(84):
        if match.state.place[card] in (Place.MIDDLE, Place.ASIDE):
            match.state.place[card] = Place.MIDDLE if DECK[card] in but else Place.ASIDE
    match.look_again()


def facts_of(match, seat=0):
    found = blank(REVIEW.Facts)
    REVIEW.facts(match.seen_alone(seat)[0], seat, found[0])
    return found.view(np.recarray)[0]


def told(match, seat=0):
    """Points now, of the best hand without an exchange and of the best hand within reach, and the takes to it."""
    found = facts_of(match, seat)
    assert found.exact
    return tuple(int(each) for each in (found.points, found.fitting, found.best, found.best_takes))


def best_cards(match, seat=0):
    found = facts_of(match, seat)
    return {DECK[card] for card in found.hand[: found.hand_count]}


# Hands within reach


def test_the_best_hand_of_an_empty_zone_lies_in_the_middle():
    match = new_match()
    empty_middle(match, but=[*FULL, "GBP"])
    assert told(match) == (0, 3, 3, 3)
    assert best_cards(match) == set(FULL)


def test_cards_that_serve_no_set_are_given_back():
    match = new_match()
    give(match, 0, [*FULL[:2], "GBP"])
    empty_middle(match, but=FULL[2:])
    assert told(match) == (-3, 3, 3, 1)
    assert best_cards(match) == set(FULL)


def test_a_full_hand_improves_only_by_an_exchange():
    match = new_match()
    give(match, 0, NOTHING)
    empty_middle(match, but=SIX)
    assert told(match) == (-6, 0, 6, 6)


@pytest.mark.parametrize(("left_ms", "takes"), [(1, 1), (400, 1), (401, 2), (800, 2), (1201, 4)])
def test_takes_are_400_ms_apart(left_ms, takes):
    """CON-20, CON-17."""
    match = new_match()
    empty_middle(match, but=FULL)
    match.state.clock = match.state.phase_ends - left_ms
    match.look_again()
    assert told(match)[2] == (3 if takes >= 3 else 0)
    give(match, 0, FULL[:2])
    assert told(match)[2:] == (3, 1)


def test_nothing_can_be_taken_while_the_hand_is_busy_to_the_end():
    match = new_match()
    give(match, 0, FULL[:2])
    empty_middle(match, but=FULL)
    match.state.free_at[0] = match.state.phase_ends
    match.look_again()
    assert told(match)[2:] == (0, 0)


def test_a_rivals_card_is_within_reach_only_while_it_can_be_taken():
    """CON-18, CON-24, CON-27."""
    for options, place, age, within in (
        ({}, Place.HELD, 5000, False),
        ({}, Place.LOOSE, 999, False),
        ({}, Place.LOOSE, 1000, True),
        ({"stealing": "auto-held-after-2s"}, Place.LOOSE, 1500, True),
        ({"stealing": "auto-held-after-2s"}, Place.LOOSE, 2000, False),
        ({"stealing": "off"}, Place.LOOSE, 5000, False),
    ):
        match = new_match(**options)
        match.state.clock = 10_000
        give(match, 0, FULL[:2], Place.HELD)
        give(match, 1, FULL[2:], place, since=10_000 - age)
        empty_middle(match)
        assert told(match)[2] == (3 if within else 0), (options, place, age)


def test_a_card_just_taken_is_yours_until_a_rival_pulls_at_it():
    """CON-37, CON-46."""
    match = new_match()
    give(match, 0, FULL[:2], Place.HELD)
    empty_middle(match, but=FULL)
    match.play(0, TAKE + CARD["YRO"], at=5000)
    assert told(match) == (3, 3, 3, 0)
    match.play(1, TAKE + CARD["YRO"], at=5100)
    assert told(match) == (-2, 0, 0, 0)
    assert facts_of(match).tug.tolist() == [CARD["YRO"]] + [-1] * 6


def test_the_limit_of_the_last_round_is_nine():
    """CON-42, CON-43."""
    match = new_match()
    empty_middle(match, but=NINE)
    assert told(match)[2] == 6
    to_round(match, 3)
    empty_middle(match, but=NINE)
    assert told(match) == (0, 9, 9, 9)


def test_cards_beyond_a_soft_limit_can_be_worth_their_penalty():
    """CON-64."""
    match = new_match(limit="soft-with-penalty")
    give(match, 0, NINE)
    empty_middle(match)
    assert told(match) == (6, 6, 6, 0)
    hand = [*FULL, "GPR", "ROG", "PRO", "OGP"]
    expected = obvious.hand_score([tuple("ROYGBP".index(letter) for letter in name) for name in hand], 6, "once")
    match = new_match(limit="soft-with-penalty")
    give(match, 0, hand)
    empty_middle(match)
    assert told(match)[0] == expected[3]
    assert told(match)[2] >= expected[3]


def slow_best(own, pool, new, limit):
    """The most points of any hand, by trying all of them, and the fewest added cards for that."""
    best = {}
    for added in range(min(new, limit, len(pool)) + 1):
        for kept in range(min(limit - added, len(own)) + 1):
            for hand in product(combinations(own, kept), combinations(pool, added)):
                faces = [DECK_FACES[card] for part in hand for card in part]
                sets = obvious.sets_of(faces)
                if added < best.get(sets, 99):
                    best[sets] = added
    return max(best), best[max(best)]


DECK_FACES = [tuple("ROYGBP".index(letter) for letter in name) for name in DECK]


def thinned(match, seat, most, dice):
    """Leave a few cards of the middle, of few colours, so that there are sets to be found; the others lie aside."""
    letters = dice.sample("ROYGBP", dice.choice((3, 4, 5)))
    order = sorted(middle(match), key=lambda card: (sum(each not in letters for each in DECK[card]), dice.random()))
    for card in order[most:]:
        match.state.place[card] = Place.ASIDE
    match.look_again()
    return sorted(order[:most])


def test_the_best_hand_is_what_a_slow_search_finds():
    dice = random.Random(8)
    compared = exact = 0
    for seed in range(12):
        match = new_match(seats=4, seed=seed, stealing="off")
        bots = seat_bots(match, ",".join(LEVELS))
        wanted = dice.sample(range(20, 400), 20)
        for number, _ in enumerate(bots.play_out()):
            if number not in wanted or match.state.phase != 0 or match.state.pulls:
                continue
            seat = dice.randrange(4)
            kept = match._states.copy()
            own = zone(match, seat)
            pool = thinned(match, seat, 8 if len(own) < 6 else 5, dice)
            limit = int(card_limit(match.state))
            takes = dice.choice((1, 2, 3, 9))
            match.state.free_at[seat] = 0
            match.state.phase_ends = match.state.clock + 400 * takes
            match.look_again()
            faces = [DECK_FACES[card] for card in own]
            points = obvious.hand_score(faces, limit, "once")[3]
            fitting, _ = slow_best(own, pool, limit - len(own), limit)
            best, best_takes = slow_best(own, pool, takes, limit)
            found = facts_of(match, seat)
            assert found.points == points
            if found.exact:
                assert (found.fitting, found.best, found.best_takes) == (fitting, best, best_takes)
                exact += 1
            else:
                assert found.fitting <= fitting
                assert found.best <= best
            hand = found.hand[: found.hand_count].tolist()
            assert len(set(hand)) == len(hand) <= limit
            assert set(hand) <= {*own, *pool}
            assert sum(card not in own for card in hand) == found.best_takes
            assert obvious.hand_score([DECK_FACES[card] for card in hand], limit, "once")[3] == found.best
            match._states[:] = kept
            match.look_again()
            compared += 1
    assert compared > 60
    assert exact >= compared - 1, "the search is cut short only in the rarest positions"


@pytest.mark.parametrize("deck", ["balanced", "random-84"])
def test_facts_depend_only_on_what_the_seat_sees(deck):
    """CON-98: which card comes into play when, what an unseen random card shows, and the dice are hidden."""
    match = new_match(seats=3, seed=4, deck=deck)
    for _ in range(40):
        states = match._states[:1].copy()
        hidden = [card for card in range(84) if is_hidden(states[0], card)]
        other = states.copy()
        other["rng"] += np.uint64(77)
        other["fresh_in"][0, hidden] = 3
        if deck == "random-84":
            other["deck"][0, hidden] = (states["deck"][0, hidden] + 1) % 6
        assert hidden
        assert states.tobytes() != other.tobytes()
        found = []
        for state in (states, other):
            seen, facts = blank(State), blank(REVIEW.Facts)
            see(state[0], 1, seen[0])
            REVIEW.facts(seen[0], 1, facts[0])
            found.append(facts.tobytes())
        assert found[0] == found[1]
        match.wait(match.clock + 450)
        match.play(1, TAKE + middle(match)[0]) if match.state.cards[1] < 6 else match.play(
            1, DISCARD + zone(match, 1)[0]
        )
        if match.clock > 50_000:
            break


# Whole matches


def played(players, seed, seats=4, until=None, **options):
    match = new_match(seats, seed, **options)
    for _ in seat_bots(match, players).play_out():
        if until is not None and match.clock >= until:
            break
    return match


def check(report, match, seat):
    """What must hold in every summary."""
    rounds = report.own["rounds"]
    assert len(report.losses) == sum(each["takes"] + each["finished"] for each in rounds)
    assert all(loss >= 0 for loss in report.losses)
    assert sum(report.losses) == sum(
        each["missed"] + sum(cost["before"] - cost["after"] for cost in each["costly"]) for each in rounds
    )
    for each in rounds:
        best, curve = each["best"], each["curve"]
        assert best["points"] == len(best["sets"]) <= len(best["cards"]) <= each["limit"]
        assert set(best["to_take"]) <= set(best["cards"])
        assert len(curve) <= each["ms"] // 1000 + 2
        assert all(point["points"] <= point["best"] <= each["limit"] for point in curve)
        assert [point["ms"] for point in curve] == sorted(point["ms"] for point in curve)
        assert all(0 <= gap["start"] < gap["end"] <= each["ms"] for gap in each["idle"])
        assert each["idle_ms"] == sum(gap["end"] - gap["start"] for gap in each["idle"]) <= each["ms"]
        assert len(each["tugs_lost"]) <= each["tugs"]
        assert each["finished"] == (each["hand"] is not None)
        if each["finished"]:
            assert curve[-1] == {"ms": each["ms"], "points": each["hand"]["points"], "best": each["hand"]["points"]}
    assert tells(report.own)


@pytest.mark.parametrize(("seats", "rounds"), [(1, 5), (2, 3), (4, 3), (7, 2)])
def test_a_summary_of_a_whole_match(seats, rounds):
    match = played("sharp", 3, seats)
    for seat in {0, seats - 1}:
        report = review_real_time(match.log(), seat, REVIEW)
        check(report, match, seat)
        assert [each["number"] for each in report.own["rounds"]] == list(range(1, rounds + 1))
        assert report.own["rounds"][-1]["hand"] == match.view(seat)["players"][seat]["result"]


@pytest.mark.parametrize(
    "options",
    [
        {"limit": "soft-with-penalty", "side": "black"},
        {"conflict": "first-come", "stealing": "off"},
        {"deck": "random-84", "stealing": "auto-held-after-2s", "round_seconds": 45},
    ],
)
def test_a_summary_under_options(options):
    match = played("casual,champion,novice", 6, 3, **options)
    report = review_real_time(match.log(), 1, REVIEW)
    check(report, match, 1)
    assert report.own["black"] == (options.get("side") == "black")


def test_a_round_by_hand():
    """A card that fits, one that does not, a tug lost, and time that ran out."""
    match = new_match()
    deal = match._states.copy()
    in_play = [DECK[card] for card in middle(match)]
    report = review_real_time(match.log(), 0, REVIEW)
    assert not report.over
    assert report.losses == []
    first = report.own["rounds"][0]
    assert (first["ms"], first["finished"], first["best"]["points"], first["idle"]) == (0, False, 6, [])
    fits = first["best"]["cards"][0]
    match.play(0, TAKE + CARD[fits], at=2000)
    match.play(0, HOLD_ALL, at=2500)
    stranger = next(name for name in in_play if fitting_after(match, name) < 6)
    match.play(0, TAKE + CARD[stranger], at=3000)
    contested = next(name for name in in_play if name not in (fits, stranger))
    match.play(0, TAKE + CARD[contested], at=4000)
    match.play(1, TAKE + CARD[contested], at=4100)
    match.play(0, parlour.games.confetti.Act.LET_GO + CARD[contested], at=5000)
    run_out(match)
    report = review_real_time(match.log(), 0, REVIEW)
    round_1 = report.own["rounds"][0]
    assert deal.tobytes() != match._states.tobytes()
    assert [cost["card"] for cost in round_1["costly"]][:1] == [stranger]
    assert [(tug["card"], tug["ms"], tug["removed"]) for tug in round_1["tugs_lost"]] == [(contested, 5000, False)]
    assert round_1["idle"] == [{"start": 9000, "end": 60_000}]
    assert round_1["hand"]["points"] == -2
    assert sorted(round_1["hand"]["spare"]) == sorted([fits, stranger])
    assert round_1["missed"] == 8
    assert report.losses[0] == 0
    assert report.losses[-1] == 8


def fitting_after(match, name):
    """The best hand without an exchange if this card were taken next."""
    trial = parlour.replay(match.log())
    try:
        trial.play(0, TAKE + CARD[name], at=3000)
    except parlour.IllegalAction:
        return 99
    return told(trial)[1]


def test_a_player_who_left_is_reviewed_up_to_then():
    match = played("sharp", 9, until=90_000)
    match.play(2, LEAVE)
    left = match.clock
    report = review_real_time(match.log(), 2, REVIEW)
    check(report, match, 2)
    assert [each["finished"] for each in report.own["rounds"]] == [True, False]
    for _ in seat_bots(match, "sharp").play_out():
        pass
    later = review_real_time(match.log(), 2, REVIEW)
    assert later.over
    assert later.own == report.own
    assert later.losses == report.losses
    assert any("was left at" in line for line in tells(later.own))
    assert left < match.clock


def test_a_match_that_was_left_early_is_reviewed_as_far_as_it_goes():
    for until in (0, 30_000, 61_000, 64_000, 100_000):
        match = played("casual", 2, until=until)
        report = review_real_time(match.log(), 3, REVIEW)
        check(report, match, 3)
        assert not report.over


def test_better_players_lose_less_by_their_decisions():
    means = []
    for level in LEVELS:
        losses = []
        for seed in range(10):
            losses += review_real_time(played(level, 50 + seed).log(), 0, REVIEW).losses
        means.append(sum(losses) / len(losses))
    assert means == sorted(means, reverse=True), means


# The page

READ = """
import { createInterface } from 'node:readline'
import { readRecord } from '%(web)s/src/engine/records'
import { summary } from '%(web)s/src/games/confetti/review.gen'
const read = (layout: any, record: string) => readRecord(layout, new Uint8Array(Buffer.from(record, 'base64')))
for await (const line of createInterface({ input: process.stdin })) {
  const { moments, seat, seats } = JSON.parse(line)
  const read_moments = moments.map(([ms, seat, action, seen, facts]: any) => ({
    ms, seat, action, note: null, seen: read(%(state)s, seen), facts: read(%(facts)s, facts),
  }))
  console.log(JSON.stringify(summary(read_moments, seat, seats)))
}
"""


def test_the_page_sums_up_as_python_does(tmp_path):
    source = READ % {
        "web": WEB,
        "state": json.dumps(layout(RULES.State)),
        "facts": json.dumps(layout(REVIEW.Facts)),
    }
    questions, expected = [], []
    for number in range(12):
        seats = (4, 2, 7, 3, 1, 5)[number % 6]
        until = 75_000 if number % 4 == 3 else None
        options = {"side": "black"} if number % 5 == 2 else {}
        match = played(LEVELS[number % 4], number, seats, until, **options)
        seat = number % seats
        moments = [moment_of(step, seat, REVIEW) for step in steps(match.log())]
        expected.append(REVIEW.summary(moments, seat, seats))
        sent = [
            [moment.ms, moment.seat, moment.action, *(encoded(each) for each in (moment.seen, moment.facts))]
            for moment in moments
        ]
        questions.append(json.dumps({"moments": sent, "seat": seat, "seats": seats}) + "\n")
    said, _ = node(bundle(source, tmp_path)).communicate("".join(questions))
    for told_by_page, own in zip(said.splitlines(), expected, strict=True):
        assert json.loads(told_by_page) == own


def encoded(found):
    return base64.b64encode(found.tobytes()).decode()
