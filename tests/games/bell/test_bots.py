"""The players of the bell games, and what the lab measures."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from tests.helpers import table

from parlour import Match
from parlour.bots import Bot, Player, bots_of, deciding
from parlour.engine import loops
from parlour.games import rules_of
from parlour.games.bell.bots import TRAITS
from parlour.games.bell.tactics import HAND_MS, REFERENCE_MS, RING, SOONEST_MS
from parlour.games.piccolo import is_five as is_five_by_fruit
from parlour.games.piccolo_twist import is_five as is_five_by_twist
from parlour.kit import LEVELS, NEVER, blank, read_options, seed_of
from parlour.kit.figures import Means, Spread
from parlour.lab.run import Run, play, rotations, study_of
from parlour.lab.strength import strength

GAMES = ("piccolo", "piccolo_twist")
games = pytest.mark.parametrize("game", GAMES)
FLIP = 0
FLIPPED = 40_000  # the moment of the flip in a tableau laid by hand


# A match between bots, move by move


@dataclass
class Change:
    """Something happened: the seat that did it (None: time did), and the public view before and after."""

    seat: int | None
    action: int | None
    ring_for: int  # the flip that a ring answers, according to its player
    before: dict[str, Any]
    after: dict[str, Any]


def played(match: Match, names: list[str]) -> Iterator[Change]:
    """The bots' match as the compiled table plays it, except that the lower seat goes first if two act at once."""
    bots = [Bot(bots_of(match.rules), name, seat, match.seed) for seat, name in enumerate(names)]
    before = match.view(None)
    while not match.over:
        answers = []
        for seat, bot in enumerate(bots):
            action, at = bot.think(match.seen_alone(seat), match.legal(seat))
            if action is not None:
                answers.append((at, seat, action))
        at, seat, action = min(answers, default=(NEVER, None, None))
        ring_for = 0
        if match.due is not None and match.due <= at:
            seat = action = None
            match.wait()
        else:
            ring_for = int(bots[seat]._minds["ring_for"][0])
            assert match.play(seat, action, at=at) == at
        after = match.view(None)
        yield Change(seat, action, ring_for, before, after)
        before = after


def is_five(game: str, view: dict[str, Any]) -> bool:
    tops = [line["top"] for line in view["seats"] if line["top"] is not None]
    if game == "piccolo":
        return is_five_by_fruit([(top["fruit"], top["amount"]) for top in tops])
    return is_five_by_twist([(top["type"], top["colour"], top["amount"]) for top in tops])


def bank(line: dict[str, Any]) -> int:
    return int(line["draw_pile"] if "draw_pile" in line else line["bank"])


def cards(line: dict[str, Any]) -> int:
    return bank(line) + int(line["discard_pile"] if "discard_pile" in line else line["stack"])


def is_in(line: dict[str, Any]) -> bool:
    return bool(line["playing"]) if "playing" in line else line["status"] != "out"


# Options with which a five is often covered before it is answered, and then gone at once.
HURRIED = {"flip": "automatic", "min_flip_gap_ms": 300, "late_grace_ms": 0}


@games
@pytest.mark.parametrize("options", [{}, HURRIED], ids=["usual", "hurried"])
def test_lab_counts_what_happened(game: str, options: dict[str, Any]) -> None:
    names = ["novice", "casual", "sharp", "champion"]
    checked = read_options(rules_of(game).options, options, 4)
    run = Run(game, tuple(Player(name) for name in names), (tuple(range(4)),), seed=11, options=checked)
    grace = options.get("late_grace_ms", 250)
    tallies = play(run, 0, 6)
    for number, tally in enumerate(tallies):
        match = Match(rules_of(game), 4, int(seed_of(np.uint64(run.seed), number)), checked)
        assert tally["opener"] == match.view(None)["turn"]
        count: Counter[Any] = Counter()
        reactions = []
        five_since = covered = first_out = -9999
        for change in played(match, names):
            before, after = change.before, change.after
            now = after["pace"]["clock"]
            count["steps"] += change.seat is not None
            if after["pace"]["flips"] > before["pace"]["flips"]:
                if is_five(game, before):
                    covered = now
                elif is_five(game, after):
                    count["fives"] += 1
                    five_since = now
            if change.action == RING and (is_five(game, after) or now - covered < grace):
                reactions.append((change.seat, now - five_since))
            if after["pace"]["shown_until"] != before["pace"]["shown_until"]:
                by, right = after["result"]["seat"], after["result"]["right"]
                count["right" if right else "wrong", by] += 1
                if right:
                    count["won", by] += bank(after["seats"][by]) - bank(before["seats"][by])
                else:
                    count["paid", by] += cards(before["seats"][by]) - cards(after["seats"][by])
                    count["late", by] += before["seats"][by]["rings_at"] - covered < 1000
                if not any(line["top"] for line in after["seats"]):
                    covered = -9999
            if first_out < 0 and not all(map(is_in, after["seats"])):
                first_out = now
        assert tally["scores"][:4].tolist() == match.scores
        assert (tally["ms"], tally["flips"]) == (match.clock, match.view(None)["pace"]["flips"])
        assert (tally["steps"], tally["fives"]) == (count["steps"], count["fives"])
        assert tally["first_out"] == max(first_out, -1)
        assert study_of(game).figures[-1].values(tallies, run.facts)[match.view(None)["ending"]][0][number] == 1
        for seat in range(4):
            for name in ("right", "wrong", "late", "won", "paid"):
                assert tally[name][seat] == count[name, seat]
            times = [ms for who, ms in reactions if who == seat]
            answers = [ms for ms in times if ms >= SOONEST_MS]
            assert (tally["answers"][seat], tally["lucky"][seat]) == (len(answers), len(times) - len(answers))
            assert tally["answer_ms"][seat] == sum(answers)
            assert tally["reactions"][seat].tolist() == np.histogram(answers, 120, (0, 3000))[0].tolist()
    assert tallies["wrong"].sum() > 0
    assert (tallies["late"].sum() > 0) == (options == HURRIED)


@games
def test_nobody_answers_under_150_ms_and_a_hand_on_its_way_still_lands(game: str) -> None:
    carried = 0
    for seed in range(4):
        match = table(game, 3, seed, **HURRIED)
        for change in played(match, ["novice"] * 3):
            if change.action == RING:
                pace = change.after["pace"]
                assert pace["clock"] - change.ring_for >= SOONEST_MS
                carried += change.ring_for < pace["last_flip"]
    assert carried > 20
    five = (0, 5) if game == "piccolo" else (0, 3, 5)
    assert times(game, "champion", five, mu=0.0, tau=1.0).tolist().count(SOONEST_MS) > 500  # if anybody were that quick


@games
def test_cards_are_flipped_at_a_human_pace(game: str) -> None:
    medians = []
    for level in LEVELS:
        match, pauses = table(game, 2, 3), []
        for change in played(match, [level] * 2):
            pace = change.before["pace"]
            if change.action == FLIP and pace["last_flip"] is not None and pace["last_flip"] > pace["shown_until"]:
                pauses.append(change.after["pace"]["clock"] - pace["last_flip"])
        assert min(pauses) >= 800
        medians.append(np.median(pauses))
    assert medians == sorted(medians, reverse=True)
    assert 850 < medians[-1] < medians[0] < 1700


# One look at a tableau laid by hand


def laid(game: str, *tops: tuple[Any, ...], now: int = FLIPPED, seats: int = 4) -> Any:
    """The public state when the last of these tops has just been flipped: (fruit, amount) or (type, colour, amount)."""
    match = table(game, seats)
    state = match.state
    faces = [(state.fruit[card], state.amount[card]) if game == "piccolo" else state.faces[card] for card in range(55)]
    for seat, top in enumerate(tops):
        face = (top[0], top[1]) if game == "piccolo" else top[0] << 5 | top[1] << 3 | top[2]
        card = next(card for card, other in enumerate(faces) if other == face and card not in state.tops[:seat])
        state.tops[seat] = card
        state.stack_left[seat] += 1
        state.bank_left[seat] -= 1
    state.flips, state.last_flip, state.clock, state.turn = len(tops), now, now, seats - 1
    match.look_again()
    state.five = is_five(game, match.view(None))
    return match.seen_alone(0)


def asked(game: str, seens: Any, minds: Any) -> Any:
    """The answer of each of these minds in seat 0, which may ring; the minds remember."""
    compiled = deciding(bots_of(rules_of(game)))
    asks = blank(compiled.Ask)
    asks["count"][0], asks["moves"][0, 0] = 1, RING
    for i in range(len(minds)):
        compiled.decide(seens, 0, 0, asks, minds, i)
    return minds


def minds_of(game: str, level: str, many: int = 600, quiet: int = 1000, **traits: float) -> Any:
    """Players of one level who saw a five not long ago and remember no tableau."""
    bots = bots_of(rules_of(game))
    minds = blank(bots.Mind, many)
    for i in range(many):
        minds[i] = bots.mind(level)
        minds["rng"][i] = seed_of(np.uint64(5), i)
    minds["quiet_since"] = FLIPPED - quiet
    for name, value in traits.items():
        minds[name] = value
    return minds


def times(game: str, level: str, *tops: tuple[Any, ...], **how: Any) -> Any:
    """The reaction times of the players of a level who ring at this."""
    minds = asked(game, laid(game, *tops), minds_of(game, level, **how))
    return minds["at"][minds["action"] == RING] - FLIPPED


@pytest.mark.parametrize("level", LEVELS)
def test_the_harder_a_five_the_later_it_is_rung(level: str) -> None:
    def middle(*tops: tuple[int, int], **how: Any) -> float:
        return float(np.median(times("piccolo", level, *tops, **how)))

    one, two, three = middle((0, 5)), middle((0, 3), (0, 2)), middle((0, 2), (0, 2), (0, 1))
    assert one + 30 < two < three - 30
    assert middle((0, 3), (0, 2), (1, 4), (2, 4)) > two + 10  # two decoys
    assert middle((0, 3), (0, 2), sums=7) > two + 30  # a seven fell to five
    assert middle((0, 3), (0, 2), quiet=39_000) > two + 10  # nothing has happened for a long time
    by_colour = np.median(times("piccolo_twist", level, (0, 0, 3), (1, 0, 1), (2, 0, 1)))
    by_type = np.median(times("piccolo_twist", level, (0, 0, 3), (0, 1, 1), (0, 2, 1)))
    assert by_type > by_colour + 30


def test_reaction_times_lie_where_people_lie() -> None:
    """Practised people have medians of about 380 to 450 ms in go or no-go tasks, and a champion looks twice at such a
    small heap; beginners take longer, and nobody's answer is a mere reflex."""
    medians = []
    for level in LEVELS:
        answers = times("piccolo", level, (0, 5), many=4000)
        medians.append(float(np.median(answers)))
        assert answers.min() > 200
        assert np.mean(answers) > np.median(answers) + 5  # the tail is to the right
    assert medians == sorted(medians, reverse=True)
    assert 380 < medians[-1] < 470 < medians[0] < 700


@games
def test_fives_are_missed_and_others_taken_for_fives(game: str) -> None:
    if game == "piccolo":
        five, four, nothing = ((0, 3), (0, 2)), ((0, 3), (0, 1)), ((0, 1), (0, 1))
        sums_of_four = 4
    else:  # hats and candles, all red
        five, four, nothing = ((0, 0, 3), (3, 0, 2)), ((0, 0, 3), (3, 0, 1)), ((0, 0, 1), (3, 0, 1))
        sums_of_four = 4 | 3 << 32 | 1 << 56
    rung = {level: len(times(game, level, *five, many=4000)) / 4000 for level in LEVELS}
    assert rung["novice"] < rung["casual"] < rung["sharp"] < rung["champion"] < 1
    assert rung["novice"] > 0.75
    fooled = {level: len(times(game, level, *four, many=8000)) / 8000 for level in LEVELS}
    assert fooled["novice"] > fooled["casual"] > fooled["sharp"] > fooled["champion"] > 0
    assert len(times(game, "novice", *nothing, many=8000)) / 8000 < fooled["novice"] / 3
    known = len(times(game, "novice", *four, many=8000, sums=sums_of_four)) / 8000  # it was four before
    assert known < fooled["novice"] / 3


def test_who_weighs_the_risk_dares_more_when_much_lies_open() -> None:
    def middle(level: str, heap: int, bank: int, seats: int = 4) -> float:
        seens = laid("piccolo", (0, 5), seats=seats)
        seens["stack_left"][0, 1], seens["bank_left"][0, 0] = heap, bank
        return float(np.median(asked("piccolo", seens, minds_of("piccolo", level))["ring_at"]))

    assert middle("champion", 20, 10) < middle("champion", 1, 10) - 10
    assert middle("champion", 20, 10) < middle("champion", 20, 2) - 10  # a wrong ring could not be paid
    assert middle("champion", 20, 10) < middle("champion", 20, 10, seats=2) - 10
    assert middle("novice", 20, 10) == middle("novice", 1, 10)


# What the hand does when something interferes


def about_to_ring(level: str) -> tuple[Any, Any]:
    seens = laid("piccolo", (0, 3), (0, 2))
    minds = asked("piccolo", seens, minds_of("piccolo", level))
    kept = minds[minds["action"] == RING]
    return seens, kept


def test_a_reaction_is_drawn_once() -> None:
    seens, minds = about_to_ring("sharp")
    before = minds["at"].copy()
    seens["voted"][0, 2] = seens["votes"][0] = 1
    seens["clock"] += 10
    assert asked("piccolo", seens, minds)["at"].tolist() == before.tolist()


@pytest.mark.parametrize("level", LEVELS)
def test_a_hand_is_held_back_if_there_is_time(level: str) -> None:
    """Another hand lands on the bell: players about to follow still do, others do not."""
    seens, minds = about_to_ring(level)
    planned = minds["at"].copy()
    rang = int(np.median(planned)) - 200
    seens["clock"], seens["ring_at"][0, 1], seens["verdict_at"][0] = rang, rang, rang + 151
    waiting = planned >= rang
    asked("piccolo", seens, minds)
    lands = minds["action"] == RING
    assert minds["at"][lands & waiting].tolist() == planned[lands & waiting].tolist()
    assert lands[waiting & (planned - rang <= SOONEST_MS)].all()
    assert not lands[planned - rang > 420].any()
    assert 0.1 < lands[waiting].mean() < 0.9


def test_a_covered_five_is_given_up_unless_the_hand_is_down_at_once() -> None:
    _, minds = about_to_ring("casual")
    planned = minds["at"].copy()
    covered = int(np.median(planned)) - 200
    gone = laid("piccolo", (0, 3), (1, 1), now=covered)
    gone["flips"] += 1
    waiting = planned >= covered
    asked("piccolo", gone, minds)
    lands = (minds["action"] == RING) & (minds["ring_for"] == FLIPPED)
    assert lands[waiting & (planned - covered <= SOONEST_MS)].all()
    assert not lands[planned - covered > 420].any()
    still = laid("piccolo", (0, 3), (0, 2), (1, 1), now=covered)  # if the five had stayed, nobody would have wavered
    _, minds = about_to_ring("casual")
    asked("piccolo", still, minds)
    assert minds["at"][waiting].tolist() == planned[waiting].tolist()


def test_a_hand_near_the_bell_flips_no_card() -> None:
    seens, minds = about_to_ring("sharp")
    seens["turn"][0] = 0
    planned = minds["ring_at"].copy()
    flip_at = FLIPPED + 800
    minds["flip_at"] = flip_at
    asked("piccolo", seens, minds)
    near = planned - HAND_MS <= flip_at
    assert (minds["action"][near] == RING).all()
    assert (minds["action"][~near] == FLIP).all()


@games
def test_reference_does_what_its_rule_says(game: str) -> None:
    five_since, rings = 0, 0
    match = table(game, 2, 8)
    for change in played(match, ["reference", "novice"]):
        now, flips = change.after["pace"]["clock"], change.after["pace"]["flips"]
        if flips > change.before["pace"]["flips"] and is_five(game, change.after) and not is_five(game, change.before):
            five_since = now
        if change.seat == 0 and change.action == RING:
            assert is_five(game, change.before) and now - five_since == REFERENCE_MS
            rings += 1
    assert rings > 5


# No peeking, and the order of strength


@games
def test_hidden_cards_make_no_difference(game: str) -> None:
    match = table(game, 4, 2)
    compiled, worlds, seens = loops(match.rules), blank(match.rules.State), blank(match.rules.State)
    first, second = ([Bot(bots_of(match.rules), level, seat, 7) for seat, level in enumerate(LEVELS)] for _ in range(2))
    changes = 0
    for _ in played(match, list(LEVELS)):
        for seat in range(4):
            seen = match.seen_alone(seat)
            compiled.resample(seen, 0, seat, worlds, 0, np.uint64(changes))
            compiled.see(worlds, 0, seat, seens, 0)
            moves = match.legal(seat)
            assert first[seat].think(seen, moves) == second[seat].think(seens, moves)
        changes += 1
    assert changes > 50


@games
def test_each_level_beats_the_one_below(game: str) -> None:
    for better, worse in zip(LEVELS[1:], LEVELS, strict=False):
        assert strength(game, better, worse, 300, seed=3).times > 1.5
    assert strength(game, "sharp", "reference", 300, seed=3).times > 1.2
    assert strength(game, "reference", "novice", 300, seed=3).times > 1.2


@games
def test_traits_say_why(game: str) -> None:
    bots = bots_of(rules_of(game))
    assert {trait.name for trait in TRAITS} <= {trait.name for trait in bots.traits}
    assert all(trait.why.endswith(".") for trait in bots.traits)
    assert set(bots.characters) == set(LEVELS)


@games
def test_figures_agree_with_each_other(game: str) -> None:
    run = Run(game, tuple(Player(name) for name in ("sharp", "sharp", "novice")), rotations(3), seed=4)
    tallies = play(run, 0, 90)
    figures = {figure.title: figure for figure in study_of(game).figures}

    def means(title: str) -> dict[str, float]:
        assert isinstance(figures[title], Means)
        values = figures[title].values(tallies, run.facts).items()
        return {group: float(value.sum() / weight.sum()) for group, (value, weight) in values}

    won = means("Fives won")
    assert set(won) == {"sharp", "novice"}
    assert won["sharp"] * 2 + won["novice"] == pytest.approx(means("Fives that are rung")[""])
    assert sum(means("How matches end").values()) == pytest.approx(1)
    assert isinstance(figures["Times to ring"], Spread)
    where, many = figures["Times to ring"].counts(tallies, run.facts)["sharp"]
    assert means("Time to ring")["sharp"] == pytest.approx(float((where * many).sum() / many.sum()), abs=13)
    assert where[many > 0].min() > SOONEST_MS
