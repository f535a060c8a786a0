"""Confetti: statements that hold at every table, tried with all numbers of players and all options."""

import random

import pytest
from tests.extent import ONCE
from tests.games.confetti.helpers import (
    CARD,
    FULL,
    GIVE_UP,
    HOLD,
    KEEP,
    LET_GO,
    SIX,
    TAKE,
    bookkeeping_holds,
    give,
    give_points,
    middle,
    places,
    run_out,
    to_round,
    when,
    zone,
)
from tests.helpers import table

from parlour import Match
from parlour.games.confetti.cards import OPTIONS
from parlour.games.confetti.dealing import set_up_deck
from parlour.games.confetti.state import UNKNOWN, Phase, Place, card_limit, rounds
from parlour.kit import Choice

CHOICES = [option for option in OPTIONS if isinstance(option, Choice)]


def drawn(number: int) -> dict[str, object]:
    dice = random.Random(number)
    return {option.name: dice.choice(option.values) for option in CHOICES}


TABLES = [(1 + number % 7, drawn(number)) for number in range(14 if ONCE else 28)]


def at_every_table(fewest: int = 1, last_round: bool = False, **fixed: object) -> list[Match]:
    found = []
    for seats, options in TABLES:
        if seats >= fewest:
            match = table("confetti", seats, **options | fixed)
            if last_round:
                to_round(match, int(rounds(match.state)))
            found.append(match)
    return found


def forbidden_by(match: Match, seat: int, action: int) -> str:
    """Asks the rules themselves, because a refusal in words takes long, interpreted."""
    return f"CON-{-when(match, seat, action)}"


def test_the_tables_are_as_various_as_they_should_be():
    for option in CHOICES:
        for value in option.values:
            seats = {seats for seats, options in TABLES if options[option.name] == value}
            assert min(seats - {1}) <= 4
            assert max(seats) > 4


@pytest.mark.rule("CON-06")
def test_a_random_deck_is_drawn_whatever_the_moment():
    for side in ("white", "black"):
        state = table("confetti", 2, deck="random-84", side=side).state
        for phase in (Phase.PLAY, Phase.BREAK):
            state.phase = phase
            set_up_deck(state)
            faces = {tuple(face) for face in state.deck.tolist()}
            assert len(faces) == 84
            assert all(UNKNOWN not in face for face in faces)


@pytest.mark.rule("CON-80", "CON-83", "CON-86", "CON-42", "CON-43")
def test_rounds_and_limits():
    for match in at_every_table():
        state, seats = match.state, match.seats
        last = 5 if seats == 1 else 3 if seats <= 4 else 2
        assert rounds(state) == last
        for number in range(1, last + 1):
            state.round_now = number
            assert card_limit(state) == (9 if number == last and seats > 1 else 6)


@pytest.mark.rule("CON-42", "CON-43", "CON-44", "CON-83", "CON-86")
@pytest.mark.parametrize("last_round", [False, True])
def test_the_limit_is_refused_by_its_own_rule(last_round):
    for match in at_every_table(last_round=last_round):
        soft, seats = match.options["limit"] == "soft-with-penalty", match.seats
        most = (9 if last_round and seats > 1 else 6) + (3 if soft else 0)
        cards = middle(match)
        for seat in {0, seats - 1}:
            give(match, seat, cards[:most], place=Place.HELD)
            expected = "CON-86" if seats == 1 else "CON-43" if last_round else "CON-42" if seats <= 4 else "CON-83"
            assert forbidden_by(match, seat, TAKE + cards[most]) == ("CON-44" if soft else expected)
            for card in cards[:most]:
                match.state.place[card], match.state.owner[card] = Place.MIDDLE, -1
            match.state.zone[seat, :] = -1
            match.state.cards[seat] = 0
            match.look_again()
            assert when(match, seat, TAKE + cards[most]) == match.clock


@pytest.mark.rule("CON-68", "CON-70", "CON-71", "CON-108")
def test_cards_are_kept_one_by_one():
    for match in at_every_table(side="white"):
        seat = match.seats - 1
        held = [*FULL, "GBP"]
        give(match, seat, held, place=Place.HELD)
        run_out(match)
        result = int(match.state.result[seat])
        assert result == 2
        assert (match.state.phase, match.actors) == (Phase.CHOOSE, [seat])
        assert match.due == match.clock + 20_000
        assert match.legal(seat) == sorted(KEEP + CARD[name] for name in held)
        assert forbidden_by(match, seat, GIVE_UP + CARD["ROY"]) == "CON-74"
        match.play(seat, KEEP + CARD["GBP"])
        assert match.state.phase == Phase.CHOOSE
        match.play(seat, KEEP + CARD["OYR"])
        assert match.scores[seat] == 2
        assert (match.state.phase, match.due) == (Phase.BREAK, match.clock + 3000)
        bookkeeping_holds(match)


@pytest.mark.rule("CON-69")
def test_a_hand_without_a_spare_card_is_kept_at_once():
    for match in at_every_table(side="white"):
        give(match, match.seats - 1, FULL, place=Place.HELD)
        run_out(match)
        assert match.scores[-1] == 3
        assert match.state.phase == Phase.BREAK


@pytest.mark.rule("CON-74", "CON-76")
@pytest.mark.parametrize("last_round", [False, True])
def test_point_cards_are_given_up_one_by_one(last_round):
    for match in at_every_table(last_round=last_round):
        seat = match.seats - 1
        give_points(match, seat, SIX[:4])
        give(match, seat, ["PRG", "OGP", "YRG"], place=Place.HELD)
        run_out(match)
        assert match.state.result[seat] == -3
        assert match.legal(seat) == sorted(GIVE_UP + CARD[name] for name in SIX[:4])
        assert forbidden_by(match, seat, KEEP + CARD["PRG"]) == "CON-73"
        for left, name in ((3, "ROY"), (2, "GBP"), (1, "OYR")):
            assert match.state.phase == Phase.CHOOSE
            match.play(seat, GIVE_UP + CARD[name])
            assert match.scores[seat] == left
        assert match.state.phase == (Phase.OVER if last_round else Phase.BREAK)
        bookkeeping_holds(match)


@pytest.mark.rule("CON-71", "CON-108")
def test_cards_taken_late_do_not_disturb_the_choice():
    """Neither a loose card nor a hand that is not free yet makes anything happen before the choice is over."""
    for match in at_every_table(side="white"):
        seat, ends = match.seats - 1, int(match.state.phase_ends)
        give(match, seat, [*FULL, "GBP"], since=ends - 100)
        match.state.free_at[seat] = ends + 300
        match.wait(ends)
        assert (match.state.phase, match.due) == (Phase.CHOOSE, ends + 20_000)
        match.play(seat, KEEP + CARD["OYR"])
        match.play(seat, KEEP + CARD["ROY"])
        assert (match.state.phase, match.due) == (Phase.BREAK, ends + 3000)


@pytest.mark.rule("CON-41", "CON-46")
def test_what_is_pulled_when_time_runs_out():
    for match in at_every_table(fewest=2, conflict="tug"):
        ends, last = int(match.state.phase_ends), match.seats - 1
        alone, pulled = middle(match)[:2]
        match.play(0, TAKE + pulled, at=ends - 1000)
        match.play(last, TAKE + pulled, at=ends - 900)
        match.wait(ends - 1)
        if match.seats > 2:
            match.play(1, TAKE + alone, at=ends - 1)
        match.wait(ends)
        assert places(match, pulled) == [Place.MIDDLE]
        assert match.state.pulls == 0
        if match.seats > 2:
            assert match.state.collected[1] == 1  # a card without a set costs a point, and goes back
            assert match.state.result[1] == -1
        bookkeeping_holds(match)


@pytest.mark.rule("CON-37", "CON-38", "CON-39")
def test_a_tug_from_the_first_moment():
    for match in at_every_table(fewest=2, conflict="tug"):
        card, other = middle(match)[:2]
        last = match.seats - 1
        match.play(0, TAKE + card)
        assert LET_GO + card not in match.legal(0)
        match.play(last, TAKE + card)
        assert match.clock == 0
        for seat in (0, last):
            assert LET_GO + card in match.legal(seat)
            assert forbidden_by(match, seat, TAKE + other) == "CON-39"
        match.play(last, LET_GO + card)
        assert zone(match, 0) == [card]


@pytest.mark.rule("CON-37", "CON-25", "CON-44")
def test_the_owner_of_a_loose_card_may_hold_on_while_there_is_time_and_room():
    for match in at_every_table(fewest=2, conflict="tug", stealing="until-held"):
        card, *more = middle(match)
        thief = match.seats - 1
        give(match, 0, [card], since=0)
        match.play(thief, TAKE + card, at=1500)
        assert HOLD + card in match.legal(0)
        room = 6 + (3 if match.options["limit"] == "soft-with-penalty" else 0)
        give(match, 0, more[:room], place=Place.HELD)
        assert forbidden_by(match, 0, HOLD + card) == (
            "CON-44" if room == 9 else "CON-42" if match.seats <= 4 else "CON-83"
        )
        assert HOLD + card not in match.legal(0)
        match.play(0, 169 + more[0])  # with one card less there is room
        assert when(match, 0, HOLD + card) == match.clock
        # a second rival keeps the tug alive beyond the window, which is closed to the owner then
        if match.seats > 2:
            match.play(1, TAKE + card, at=1600)
            match.wait(1750)
            assert forbidden_by(match, 0, HOLD + card) == "CON-37"
            assert HOLD + card not in match.legal(0)
