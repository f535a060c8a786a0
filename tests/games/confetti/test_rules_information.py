"""Confetti: the end of the game, what is public, and whole matches (CON-95 to CON-99)."""

import random

import numpy as np
import pytest
from tests.games.confetti import obvious
from tests.games.confetti.helpers import (
    CARD,
    DISCARD,
    FULL,
    HOLD_ALL,
    KEEP,
    LEAVE,
    TAKE,
    bookkeeping_holds,
    cards_in,
    give,
    give_points,
    middle,
    places,
    run_out,
    to_round,
    when,
    zone,
)
from tests.helpers import refusal, table

from parlour.games.confetti import RULES
from parlour.games.confetti.state import Phase, Place

# 14. End of the game, ties, information


@pytest.mark.rule("CON-95", "CON-96", "CON-97")
def test_most_point_cards_win_and_equals_share():
    match = table("confetti", 4)
    give_points(match, 0, ["ROY"])
    give_points(match, 1, ["OYR", "YRO"])
    give_points(match, 3, ["GBP", "BPG"])
    assert match.scores == [1, 2, 0, 2]
    assert match.winners == []
    while not match.over:
        match.wait()
    assert match.scores == [1, 2, 0, 2]
    assert match.winners == [1, 3]
    assert match.actors == []
    assert refusal(match, 0, TAKE) == "CON-95"
    assert refusal(match, 0, KEEP) == "CON-95"


@pytest.mark.rule("CON-98")
def test_only_what_is_put_aside_is_unseen():
    match = table("confetti", 3, deck="random-84")
    give_points(match, 1, [])
    match.play(1, TAKE + middle(match)[0])
    aside = cards_in(match, Place.ASIDE)
    for seat in (0, 1, 2, None):
        seen = match.seen(seat)
        hidden = [card in aside for card in range(84)]
        assert [face == [-1, -1, -1] for face in seen.deck.tolist()] == hidden
        assert [fresh_in == -1 for fresh_in in seen.fresh_in.tolist()] == hidden
        assert seen.place.tolist() == match.state.place.tolist()
        assert seen.rng == 0
        assert [player["points"] for player in match.view(seat)["players"]] == [0, 0, 0]
        assert len(match.view(seat)["tugs"]) == 1
    assert match.describe(TAKE + aside[0]) == "take a card not seen yet"
    to_round(match, 2)
    assert (match.seen(0).deck != -1).all()
    known = table("confetti", 3)
    assert known.seen(0).deck.tolist() == known.state.deck.tolist()


@pytest.mark.rule("CON-99")
def test_a_player_who_leaves_returns_the_zone_and_lets_go_of_every_tug():
    match = table("confetti", 3)
    give_points(match, 0, FULL)
    give(match, 0, ["GBP"])
    give(match, 0, ["BPG", "RYB"], place=Place.HELD)
    one = middle(match)[0]
    match.wait(2000)
    match.play(1, TAKE + CARD["GBP"])
    match.play(0, HOLD_ALL, at=2100)
    match.play(0, DISCARD + CARD["RYB"])
    match.play(0, LEAVE, at=2200)
    assert zone(match, 0) == []
    assert zone(match, 1) == [CARD["GBP"]]
    assert match.state.since[CARD["GBP"]] == 2200
    assert places(match, CARD["BPG"], CARD["ROY"]) == [Place.MIDDLE, Place.POINT]
    assert match.scores == [3, 0, 0]
    assert match.legal(0) == []
    assert match.actors == [1, 2]
    assert match.view(1)["players"][0]["here"] is False
    assert match.view(1)["acting"] == [1, 2]
    assert refusal(match, 0, TAKE + one) == "CON-99"
    assert refusal(match, 0, LEAVE) == "CON-99"
    bookkeeping_holds(match)
    while not match.over:
        match.wait()
    assert match.state.round_now == 3  # the number of players at the start fixes the rounds
    assert match.winners == [0]


@pytest.mark.rule("CON-99")
def test_a_player_who_leaves_in_an_open_window_returns_that_card_too():
    match = table("confetti", 3)
    one, two = middle(match)[:2]
    match.play(0, TAKE + one)
    match.play(1, TAKE + two)
    match.play(2, TAKE + two)
    match.play(0, LEAVE, at=249)
    assert places(match, one, two) == [Place.MIDDLE, Place.TUG]
    assert match.state.pulled.tolist() == [two] + [-1] * 6
    match.play(2, LEAVE)
    assert places(match, two) == [Place.LOOSE]
    assert zone(match, 1) == [two]
    assert match.state.pulls == 0


@pytest.mark.rule("CON-99", "CON-71")
def test_the_choice_is_made_for_a_player_who_leaves():
    match = table("confetti", 3)
    give(match, 0, [*FULL, "GBP"])
    give_points(match, 1, ["PGB", "BPG", "RYB"])
    give(match, 1, ["PRG", "OGP"])
    run_out(match)
    assert match.actors == [0, 1]
    match.play(0, LEAVE)
    assert match.scores == [2, 3, 0]
    assert match.state.phase == Phase.CHOOSE
    match.play(1, LEAVE, at=61_000)
    assert match.scores == [2, 1, 0]
    assert (match.state.phase, match.due) == (Phase.BREAK, 64_000)
    match.play(2, LEAVE, at=62_000)
    match.wait()
    assert match.state.round_now == 2
    assert match.actors == []
    assert refusal(match, 2, TAKE + middle(match)[0]) == "CON-99"


# What is seen


@pytest.mark.rule("CON-98")
def test_an_observation_begins_with_the_observers_seat():
    match = table("confetti", 3, deck="random-84")
    card, other = middle(match)[:2]
    give(match, 1, [card])
    match.play(2, TAKE + other)
    match.wait(10)
    rows = {seat: RULES.pieces.split(match.observe(seat)) for seat in (0, 1, 2, None)}
    assert [rows[seat]["card_owner"][card] for seat in (0, 1, 2)] == [2, 1, 3]
    assert [rows[seat]["card_pulling"][other] for seat in (0, 1, 2)] == [0b100, 0b10, 0b1]
    assert np.count_nonzero(rows[0]["card_owner"]) == np.count_nonzero(rows[0]["card_pulling"]) == 1
    assert rows[2]["take_wait"].tolist() == [20, 0, 0, 0, 0, 0, 0]
    assert match.observe(None).tolist() == match.observe(0).tolist()
    row = rows[0]
    assert row["pull_left"][other] == 12
    assert row["card_wait"][card] == 50
    assert row["seconds_left"].tolist() == [60]
    assert (row["phase"].tolist(), row["round_now"].tolist()) == ([1, 0, 0, 0], [1, 0, 0, 0, 0])
    assert (row["card_limit"].tolist(), row["rounds_left"].tolist()) == ([6], [2])
    aside = cards_in(match, Place.ASIDE)
    assert [card for card in range(84) if row["card_place"][card] == 7] == aside
    assert row["card_place"][[card, other]].tolist() == [Place.LOOSE, Place.TUG]
    assert row["card_face"].tolist() == [[kind + 1 for kind in face] for face in match.seen(0).deck.tolist()]
    assert [card for card in range(84) if not row["card_face"][card].any()] == aside
    third = middle(match)[0]
    assert row["card_cell"][third] == match.state.cell[third] + 1
    assert np.flatnonzero(row["card_cell"]).tolist() == middle(match)


def test_the_table_is_shown_in_every_phase():
    match = table("confetti", 2)
    give(match, 0, [*FULL, "GBP"], place=Place.HELD)
    match.play(1, TAKE + middle(match)[0])
    assert "60.0 s of sand left" in match.show(0)
    assert "you   " in match.show(0)
    assert "you" not in match.show(None)
    run_out(match)
    assert "choosing point cards" in match.show(1)
    assert "3 sets on 4 cards, 1 spare: +2" in match.show(1)
    assert "0 sets on 1 card, 1 spare: -1" in match.show(1)
    match.play(0, LEAVE)
    assert "player 1 (gone)" in match.show(1)
    assert "about to start" in match.show(1)
    while not match.over:
        match.wait()
    assert "the game is over" in match.show(1)
    assert "no cards" in match.show(1)
    assert [match.describe(action) for action in (HOLD_ALL, LEAVE)] == ["hold all loose cards", "leave the table"]
    assert match.describe(DISCARD) == "give back ROY"


# Whole matches


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {"deck": "random-84", "solo_pool": "fifths"}),
        (2, {"stealing": "auto-held-after-2s", "limit": "soft-with-penalty"}),
        (3, {"round_seconds": 45}),
        (7, {"conflict": "first-come", "side": "black"}),
    ],
)
def test_legal_agrees_with_when_and_no_card_is_lost(seats, options):
    match = table("confetti", seats, 9, **options)
    dice = random.Random(seats)
    scored = 0
    for turn in range(110):
        if match.over:
            break
        seat = dice.randrange(seats)
        legal = match.legal(seat)
        if turn % 11 == 0:
            now = [action for action in range(RULES.actions - 1) if 0 <= when(match, seat, action) <= match.clock]
            assert legal == now
            bookkeeping_holds(match)
        if legal and dice.random() < 0.7:
            match.play(seat, dice.choice(legal))
        else:
            match.wait(match.clock + dice.choice((10, 100, 240, 500, 1500)))
        if match.state.phase != Phase.PLAY and match.state.round_now > scored:
            scored = int(match.state.round_now)
            assert match.state.result[:seats].tolist() == obvious.results(match.state)
