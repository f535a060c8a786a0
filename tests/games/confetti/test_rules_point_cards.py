"""Confetti: keeping point cards and giving them up (CON-67 to CON-76, CON-107)."""

import pytest
from tests.games.confetti.helpers import (
    CARD,
    FULL,
    GIVE_UP,
    KEEP,
    NOTHING,
    SIX,
    TAKE,
    bookkeeping_holds,
    give,
    give_points,
    middle,
    places,
    random_hands,
    run_out,
    to_round,
    zone,
)
from tests.helpers import refusal, table

from parlour.games.confetti import hand_score
from parlour.games.confetti.point_cards import settle_result
from parlour.games.confetti.state import Phase, Place

# 9. Keeping point cards


@pytest.mark.rule("CON-67", "CON-68", "CON-70", "CON-71")
def test_a_positive_result_keeps_that_many_cards_of_the_players_choice():
    match = table("confetti", 2)
    give(match, 0, [*FULL, "GBP"], place=Place.HELD)
    assert refusal(match, 0, KEEP + CARD["ROY"]) == "CON-71"
    assert refusal(match, 0, GIVE_UP + CARD["ROY"]) == "CON-71"
    free = middle(match)[0]
    run_out(match)
    assert (int(match.state.result[0]), int(match.state.owed[0])) == (2, 2)
    assert (match.state.phase, match.due) == (Phase.CHOOSE, 80_000)
    assert match.actors == [0]
    assert match.view(0)["acting"] == [0]
    assert match.legal(0) == sorted(KEEP + CARD[name] for name in [*FULL, "GBP"])
    assert refusal(match, 0, KEEP + free) == "CON-68"
    match.play(0, KEEP + CARD["GBP"])  # a spare one may be kept too
    assert match.scores == [1, 0]
    assert match.view(0)["players"][0]["to_keep"] == 1
    assert refusal(match, 0, KEEP + CARD["GBP"]) == "CON-68"
    match.play(0, KEEP + CARD["OYR"], at=65_000)
    assert match.scores == [2, 0]
    assert places(match, CARD["GBP"], CARD["OYR"], CARD["ROY"], CARD["YRO"]) == [
        Place.POINT,
        Place.POINT,
        Place.MIDDLE,
        Place.MIDDLE,
    ]
    assert zone(match, 0) == []
    assert (match.state.phase, match.due) == (Phase.BREAK, 68_000)
    assert refusal(match, 0, KEEP + CARD["ROY"]) == "CON-71"
    bookkeeping_holds(match)


@pytest.mark.rule("CON-68")
def test_nobody_keeps_more_than_the_result_says():
    match = table("confetti", 2)
    for seat, hand in ((0, [*FULL, "GBP"]), (1, ["BPG", "PGB", "RYB", "YBR", "BRY"])):
        give(match, seat, hand)
    run_out(match)
    assert match.state.result[:2].tolist() == [2, 1]
    match.play(1, KEEP + CARD["BPG"])
    assert match.actors == [0]
    assert refusal(match, 1, KEEP + CARD["PGB"]) == "CON-68"
    assert refusal(match, 1, GIVE_UP + CARD["BPG"]) == "CON-74"
    assert refusal(match, 1, KEEP + CARD["ROY"]) == "CON-68"
    assert match.state.phase == Phase.CHOOSE


@pytest.mark.rule("CON-69", "CON-73")
def test_a_player_with_nothing_to_choose_is_not_asked():
    match = table("confetti", 3)
    give(match, 0, FULL)
    give(match, 1, ["GBP", "PGB"])
    run_out(match)
    assert match.scores == [3, 0, 0]
    assert match.state.result[:3].tolist() == [3, -2, 0]
    assert places(match, CARD["GBP"], CARD["PGB"]) == [Place.MIDDLE, Place.MIDDLE]
    assert zone(match, 1) == []
    assert match.state.phase == Phase.BREAK
    assert match.due == 63_000
    for names in random_hands(60, 9, seed=6):
        assert hand_score(names, limit=9)[3] <= len(names)


@pytest.mark.rule("CON-71")
def test_after_20_seconds_the_cards_taken_first_are_kept():
    match = table("confetti", 2)
    for since, name in enumerate(["GBP", "YRO", "ROY", "OYR"]):
        give(match, 0, [name], since=100 * since)
    give(match, 1, ["BPG", "PGB", "RYB", "YBR", "BRY"], since=7)  # taken together: the lower number counts as first
    run_out(match)
    match.wait(79_999)
    assert match.state.phase == Phase.CHOOSE
    match.wait()
    assert match.clock == 80_000
    assert places(match, *(CARD[name] for name in ["GBP", "YRO", "ROY", "OYR"])) == [5, 5, 1, 1]
    lowest = min(CARD[name] for name in ["BPG", "PGB", "RYB", "YBR", "BRY"])
    assert places(match, lowest) == [Place.POINT]
    assert match.scores == [2, 1]
    assert (match.state.phase, match.due) == (Phase.BREAK, 83_000)
    bookkeeping_holds(match)


@pytest.mark.rule("CON-72")
def test_point_cards_are_out_of_the_pool_while_they_are_kept():
    match = table("confetti", 2)
    give(match, 0, FULL)
    run_out(match)
    to_round(match, 3)
    assert match.scores == [3, 0]
    assert len(middle(match)) == 81
    assert not {CARD[name] for name in FULL} & set(middle(match))
    assert refusal(match, 1, TAKE + CARD["ROY"]) == "CON-72"
    assert match.view(1)["players"][0]["point_cards"] == sorted(FULL, key=CARD.get)
    give(match, 1, NOTHING[:3])
    run_out(match)
    assert match.scores == [3, 0]  # their faces made no set


@pytest.mark.rule("CON-73")
def test_a_result_of_nothing_keeps_nothing():
    match = table("confetti", 2)
    give(match, 0, ["POG", "OGP", "RGB", "PGO"])
    give(match, 1, [*FULL, "GBP"])
    run_out(match)
    assert match.state.result[:2].tolist() == [0, 2]
    assert refusal(match, 0, KEEP + CARD["POG"]) == "CON-73"
    assert places(match, CARD["POG"]) == [Place.MIDDLE]


@pytest.mark.rule("CON-74", "CON-76")
def test_a_negative_result_gives_up_point_cards_of_the_owners_choice():
    match = table("confetti", 2)
    give_points(match, 0, SIX[:4])
    give_points(match, 1, ["RYB"])
    give(match, 0, ["PRG", "OGP", "YRG"])
    run_out(match)
    assert match.state.result[0] == -3
    assert match.legal(0) == sorted(GIVE_UP + CARD[name] for name in SIX[:4])
    assert match.view(0)["players"][0]["to_give_up"] == 3
    assert match.view(0)["acting"] == [0]
    assert refusal(match, 0, GIVE_UP + CARD["RYB"]) == "CON-76"
    assert refusal(match, 0, GIVE_UP + CARD["PRG"]) == "CON-76"
    assert refusal(match, 1, GIVE_UP + CARD["RYB"]) == "CON-74"
    assert refusal(match, 0, KEEP + CARD["PRG"]) == "CON-73"
    for left, name in ((3, "ROY"), (2, "GBP"), (1, "OYR")):
        match.play(0, GIVE_UP + CARD[name])
        assert match.scores == [left, 1]
    assert places(match, CARD["ROY"], CARD["GBP"], CARD["OYR"], CARD["YRO"]) == [Place.ASIDE] * 3 + [Place.POINT]
    assert (int(match.state.owner[CARD["ROY"]]), int(match.state.since[CARD["GBP"]])) == (-1, 0)
    assert match.state.phase == Phase.BREAK
    to_round(match, 3)
    assert places(match, CARD["ROY"], CARD["GBP"], CARD["OYR"], CARD["YRO"]) == [Place.MIDDLE] * 3 + [Place.POINT]


@pytest.mark.rule("CON-71", "CON-76")
def test_after_20_seconds_the_point_cards_taken_last_are_given_up():
    match = table("confetti", 2)
    give_points(match, 0, ["PGB", "GBP", "ROY", "BPG"])
    give(match, 0, ["PRG", "OGP"])
    give_points(match, 1, ["RYB", "YBR"])
    match.state.since[[CARD["RYB"], CARD["YBR"]]] = 9  # taken together: the higher number stays
    give(match, 1, ["YRG"])
    run_out(match)
    assert match.scores == [4, 2]
    match.wait(80_000)
    assert places(match, *(CARD[name] for name in ["PGB", "GBP", "ROY", "BPG"])) == [5, 5, 0, 0]
    assert places(match, CARD["RYB"], CARD["YBR"]) == [0, 5]
    assert match.scores == [2, 1]


@pytest.mark.rule("CON-75", "CON-107")
def test_totals_never_fall_below_zero():
    for points, left in ((0, 0), (2, 0), (3, 0), (4, 1)):
        match = table("confetti", 2)
        give_points(match, 0, SIX[:points])
        give(match, 0, ["PRG", "OGP", "YRG"])
        run_out(match)
        assert match.state.result[0] == -3
        assert match.state.phase == (Phase.CHOOSE if points == 4 else Phase.BREAK)
        match.wait()
        assert match.scores == [left, 0]
    match = table("confetti", 2)
    give(match, 0, [*SIX[:5], "BRY"])
    match.state.result[0] = 5
    match.state.phase = Phase.CHOOSE
    settle_result(match.state, 0)
    match.look_again()
    for name in SIX[:5]:
        match.play(0, KEEP + CARD[name])
    assert match.scores == [5, 0]
    assert places(match, CARD["BRY"]) == [Place.MIDDLE]
