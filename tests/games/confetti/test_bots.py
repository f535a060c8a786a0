"""Confetti's bots play by the rules, at human speed and without hidden knowledge; the lab counts correctly."""

import numpy as np
import pytest

import parlour
from parlour.bots import Bot, Player, bots_of, player, seat_bots, simulation
from parlour.engine import loops
from parlour.games import rules_of
from parlour.games.confetti.state import NOBODY, Act, Phase, Place
from parlour.games.confetti.study import STUDY, noted
from parlour.kit import INTERPRETED, LEVELS, NEVER, SPECTATOR, blank, read_options, rule
from parlour.kit.figures import Means
from parlour.lab.run import Run, play, rotations
from parlour.lab.strength import strength

RULES = rules_of("confetti")
BOTS = bots_of(RULES)
EVERYBODY = (*LEVELS, "reference", "random")
MATCHES = 1 if INTERPRETED else 12
VALUES = [(option.name, value) for option in RULES.options for value in getattr(option, "values", None) or option.named]


def run(players, seats, seed=1, **options):
    """A run in which each of the named bots sits in every seat in turn."""
    seating = rotations(len(players))
    seating = tuple(tuple(row[seat % len(row)] for seat in range(seats)) for row in seating)
    given = read_options(RULES.options, options, seats)
    return Run("confetti", tuple(Player(name) for name in players), seating, seed, given)


@pytest.mark.parametrize("seats", range(1, 8))
def test_they_play_to_the_end_with_any_number_of_players(seats):
    tallies = play(run(EVERYBODY, seats), 0, MATCHES)
    assert (tallies["rounds_played"] == {1: 5, 2: 3, 3: 3, 4: 3}.get(seats, 2)).all()
    assert tallies["takes"][:, :seats].sum() > 3 * seats * MATCHES


@pytest.mark.parametrize(("option", "value"), VALUES, ids=str)
def test_they_play_to_the_end_with_every_option(option, value):
    for seats in (1,) if option == "solo_pool" else (4, 5):
        tallies = play(run(EVERYBODY, seats, **{option: value}), 0, MATCHES)
        assert (tallies["rounds_played"] > 1).all()
        assert tallies["scores"].max() > 4


def test_they_play_to_the_end_with_all_the_rarer_options_at_once():
    rarer = {"stealing": "auto-held-after-2s", "limit": "soft-with-penalty", "extra_card": "twice", "side": "black"}
    tallies = play(run(EVERYBODY, 7, deck="random-84", layout="grid", round_seconds=45, **rarer), 0, MATCHES)
    assert tallies["scores"].max() > 4


@pytest.mark.skipif(INTERPRETED, reason="takes hundreds of matches")
@pytest.mark.parametrize(("one", "rest"), [("casual", "novice"), ("sharp", "casual"), ("champion", "sharp")])
def test_each_level_beats_the_one_below(one, rest):
    assert strength("confetti", one, rest, 200, seed=9).low > 1.3


@pytest.mark.skipif(INTERPRETED, reason="takes hundreds of matches")
@pytest.mark.parametrize("seats", range(2, 8))
def test_the_champion_beats_sharp_at_tables_of_every_size(seats):
    assert strength("confetti", "champion", "sharp", 200, seats=seats, seed=9).low > 1.3


@pytest.mark.skipif(INTERPRETED, reason="takes hundreds of matches")
def test_the_champion_takes_its_first_cards_without_a_survey_where_cards_are_scarce():
    """Its first version surveys the whole table, and has fewer cards in the end than players who simply begin."""
    for champion, has_more in (("champion", True), ("champion@1", False)):
        players = (player(BOTS, champion), Player("sharp"))
        seating = tuple(tuple(int(seat != alone) for seat in range(7)) for alone in range(7))
        tallies = play(Run("confetti", players, seating, 9), 0, 140)
        is_champion = tallies["who"] == 0
        collected = tallies["collected"]
        assert (collected[is_champion].mean() > collected[~is_champion].mean()) == has_more


@pytest.mark.skipif(INTERPRETED, reason="takes hundreds of matches")
def test_the_reference_is_between_novice_and_sharp():
    assert strength("confetti", "reference", "novice", 100, seed=9).low > 1
    assert strength("confetti", "sharp", "reference", 200, seed=9).low > 1


# Matches from Python, move by move


def moves(match, seed, levels):
    """Bots play a match, the first to act first; after each change what happened: the seat, or NOBODY for time."""
    bots = [Bot(BOTS, level, seat, seed) for seat, level in enumerate(levels)]
    while not match.over:
        answers = [(*bot.think(match.seen_alone(bot.seat), match.legal(bot.seat))[::-1], bot.seat) for bot in bots]
        at, action, seat = min((answer for answer in answers if answer[1] is not None), default=(NEVER, None, NOBODY))
        if match.due is not None and match.due <= at:
            match.wait()
            yield NOBODY, NOBODY
        else:
            match.play(seat, action, at=at)
            yield seat, action


@pytest.mark.skipif(INTERPRETED, reason="takes thousands of thoughts")
def test_hands_and_eyes_need_their_time():
    """Nobody reaches two cards within half a second, nor the first one before it could be seen."""
    match = parlour.game("confetti").new(seats=4, seed=3)
    for _ in moves(match, 4, LEVELS):
        if match.state.phase_ends > 60_000:
            break
    for seat in range(4):
        takes = [ms for ms, who, action in match.entries if who == seat and action < Act.HOLD and ms < 60_000]
        assert takes[0] > 800
        assert min(np.diff(takes)) > 500
        assert 3 <= len(takes) <= 40


@pytest.mark.parametrize("level", [*LEVELS, "reference"])
def test_what_lies_aside_makes_no_difference(level):
    """Worlds that differ only in hidden cards, the same mind and the same dice: the same answers throughout."""
    match = parlour.game("confetti").new(seats=4, seed=5, options={"deck": "random-84"})
    twin = parlour.game("confetti").new(seats=4, seed=6, options={"deck": "random-84"})
    ours, theirs = Bot(BOTS, level, 0, 1), Bot(BOTS, level, 0, 1)
    differed = False
    for count, _ in enumerate(moves(match, 7, ("sharp", "casual", "champion", "novice"))):
        loops(RULES).resample(match.seen_alone(0), 0, 0, twin._states, 0, np.uint64(count))
        twin.look_again()
        differed |= twin.state.deck.tobytes() != match.state.deck.tobytes()
        answer = ours.think(match.seen_alone(0), match.legal(0))
        assert answer == theirs.think(twin.seen_alone(0), twin.legal(0))
        if count > (20 if INTERPRETED else 150):
            break
    assert differed


# What they want, on tables laid by hand


def laid(mine, middle, held=True, left=60_000):
    """A table for two: seat 0 has some cards, some lie in the middle, and this much sand is left."""
    match = parlour.game("confetti").new(seats=2, seed=1)
    state, names = match.state, list(parlour.games.confetti.DECK)
    state.place[:] = Place.ASIDE
    state.phase_ends = left
    for card in middle:
        number = names.index(card)
        state.place[number], state.cell[number], state.fresh_in[number] = Place.MIDDLE, number, 1
    for i, number in enumerate(sorted(names.index(card) for card in mine)):
        state.place[number], state.owner[number], state.zone[0, i] = Place.HELD if held else Place.LOOSE, 0, number
        state.fresh_in[number] = 1
    state.cards[0] = len(mine)
    match.look_again()
    return match


def says(match, level, seed=1):
    """The next action of a bot in seat 0, in words, and its time."""
    action, at = Bot(BOTS, level, 0, seed).think(match.seen_alone(0), match.legal(0))
    return None if action is None else match.describe(action), at


FULL = ["ROY", "OYR", "YRO"]
TWO_FULL = [*FULL, "GBP", "BPG", "PGB"]


@pytest.mark.parametrize("level", [*LEVELS, "reference"])
def test_a_bot_with_all_points_wants_no_more_cards(level):
    assert says(laid(TWO_FULL, ["RYB", "YBR", "BRY"]), level)[0] is None


@pytest.mark.parametrize("level", [*LEVELS, "reference"])
def test_loose_cards_get_held(level):
    assert says(laid(TWO_FULL, [], held=False), level)[0] == "hold all loose cards"


@pytest.mark.parametrize("level", [*LEVELS, "reference"])
def test_the_card_that_finishes_a_set_is_fetched(level):
    assert says(laid(["ROY", "OYR"], ["YRO"]), level)[0] == "take YRO"


@pytest.mark.parametrize("level", ["sharp", "champion", "reference"])
def test_cards_that_serve_several_sets_come_first(level):
    for seed in range(5):
        assert says(laid(["ROY", "OYR"], ["YGB", "YRO", "PRG"]), level, seed)[0] == "take YRO"


def test_a_novice_takes_the_first_card_that_fits():
    """Small, medium or big of the one colour in mind, whatever else is on it: over many novices, all of these."""
    taken = {says(laid(["ROY", "OYR"], ["YRO", "YGB", "PRG"]), "novice", seed)[0] for seed in range(60)}
    assert {"take YRO", "take YGB", "take PRG"} <= taken


@pytest.mark.parametrize("level", ["casual", "sharp", "champion", "reference"])
def test_no_set_is_begun_that_cannot_be_finished(level):
    """A second is left, and the card in the middle alone would be a penalty."""
    assert says(laid(FULL, ["GBP"], left=1000), level)[0] is None


@pytest.mark.parametrize("level", ["sharp", "champion", "reference"])
def test_a_useless_card_goes_back_before_the_end(level):
    said, at = says(laid([*FULL, "GBP"], []), level)
    assert said == "give back GBP"
    assert 50_000 < at < 59_000


def test_a_swap_gives_back_the_least_useful_card():
    match = laid([*FULL, "GBP", "BPG", "RGB"], ["PGB"])
    assert says(match, "sharp")[0] == "give back RGB"
    assert says(match, "champion")[0] == "give back RGB"


def test_a_tug_for_little_is_let_go_sooner_than_one_for_much():
    def pulls_for(mine, card):
        """How long sharp bots pull at a card that a rival reached at the same time."""
        times = []
        for seed in range(40):
            match = laid(mine, [card])
            bot = Bot(BOTS, "sharp", 0, seed)
            action, at = bot.think(match.seen_alone(0), match.legal(0))
            match.play(1, action, at=at - 100)
            assert bot.think(match.seen_alone(0), match.legal(0)) == (action, at)  # too late to stop the hand
            match.play(0, action, at=at)
            assert match.state.place[action] == Place.TUG
            said, let_go = bot.think(match.seen_alone(0), match.legal(0))
            assert said == Act.LET_GO + action
            times.append(let_go - at)
        return sorted(times)[20]

    assert 300 < pulls_for([], "ROY") < 1500 < pulls_for(["ROY", "OYR"], "YRO")


# What the lab counts


@rule
def note(befores, states, seat, action, tallies):
    noted(befores[0], states[0], seat, action, tallies[0])


@pytest.mark.skipif(INTERPRETED, reason="takes thousands of thoughts")
def test_the_counters_are_those_of_an_obvious_recount():
    players = ("novice", "random", "sharp", "random", "champion", "random", "novice")
    match = parlour.game("confetti").new(seats=7, seed=12)
    tallies, before = blank(simulation(BOTS, STUDY.measure).Tally), match._states.copy()
    tugs, steals, sets, spare, last = 0, [0] * 7, [0] * 7, [0] * 7, [0] * 7
    for seat, action in moves(match, 13, players):
        note(before, match._states, np.int64(seat), np.int64(action), tallies)
        if seat >= 0 and action < Act.HOLD:
            steals[seat] += action in before["zone"][0]
        tugs += len(in_tugs(match._states) - in_tugs(before))
        if before["phase"][0] == Phase.PLAY != match._states["phase"][0]:
            for player in match.rules.view(match.seen(None), SPECTATOR).players:
                sets[player.seat] += len(player.result.sets)
                spare[player.seat] += len(player.result.spare)
                began = before["phase_ends"][0] - 60_000
                taken = [ms for ms, who, what in match.entries if who == player.seat and what < Act.HOLD]
                last[player.seat] += max((ms - began for ms in taken if ms >= began), default=0)
        before = match._states.copy()
    tally = tallies[0]
    done = [[what for _, who, what in match.entries if who == seat] for seat in range(7)]
    assert tally["rounds_played"] == 2
    assert tally["takes"].tolist() == [sum(what < Act.HOLD for what in his) for his in done]
    assert tally["discards"].tolist() == [sum(Act.DISCARD <= what < Act.LET_GO for what in his) for his in done]
    assert tally["gave_way"].tolist() == [sum(Act.LET_GO <= what < Act.KEEP for what in his) for his in done]
    assert tally["steals"].tolist() == steals
    assert tally["robbed"].sum() == sum(steals) > 0
    assert tally["sets_shown"].tolist() == sets
    assert tally["spare"].tolist() == spare
    assert tally["last_takes"].tolist() == last
    assert (tally["tugs"], tally["removed"]) == (tugs, (match.state.place == Place.REMOVED).sum())
    assert tally["pulled_in"].sum() >= 2 * tugs > 0


def in_tugs(states):
    """The cards that two or more pull at."""
    return {card for card, pulling in enumerate(states["pulling"][0].tolist()) if pulling.bit_count() > 1}


def test_figures_agree_with_the_notes():
    settled = run(("novice", "sharp", "novice", "sharp"), 4)
    tallies = play(settled, 0, 4)
    figures = {figure.title: figure for figure in STUDY.figures}
    assert len(figures) == len(STUDY.figures)
    for figure in STUDY.figures:
        groups = (
            figure.values(tallies, settled.facts)
            if isinstance(figure, Means)
            else figure.counts(tallies, settled.facts)
        )
        assert set(groups) in ({"novice", "sharp"}, {""}), figure.title
    sets, rounds = figures["Sets"].values(tallies, settled.facts)["sharp"]
    sharps = [[seat for seat in range(4) if settled.players[who[seat]].name == "sharp"] for who in tallies["who"]]
    assert sets.tolist() == [tally["sets_shown"][seats].sum() for tally, seats in zip(tallies, sharps, strict=True)]
    assert rounds.tolist() == [6.0] * 4
    where, counts = figures["Results"].counts(tallies, settled.facts)["novice"]
    points, rounds = figures["Points of a round"].values(tallies, settled.facts)["novice"]
    assert counts.sum() == rounds.sum() == 24
    assert (where * counts).sum() == points.sum()


def test_a_random_player_that_comes_too_late_for_a_race_decides_again():
    """It decides on a card while others may still join the race for it, and moves after that."""
    deck = {"cards": ["ROY", "OYR", "YRO", "GBP", "BPG", "PGB", "RGB"] * 12}
    options = {"round2_pool": "cumulative", "limit": "soft-with-penalty", "deck": deck}
    match = parlour.game("confetti").new(seats=7, seed=59, options=options)
    for _ in seat_bots(match, "sharp,sharp,sharp,random,reference,reference,random").play_out():
        pass
    assert match.over
