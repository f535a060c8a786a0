"""Piccolo, sections 5 and 6 of the rulebook: right and wrong rings."""

from collections import Counter

import pytest
from tests.games.piccolo.tables import (
    FLIP,
    RING,
    discards,
    draws,
    heap,
    lay,
    piccolo,
    pile,
    playing,
    ring_out,
    with_seeds,
)

# 5. Right ring


@pytest.mark.rule("PIC-22", "PIC-23", "PIC-24", "PIC-26", "PIC-65")
def test_a_right_ring_takes_every_discard_pile():
    three = ["plum1", "plum2", "lime5"]
    four = ["plum1", "plum1", "lime1", "banana1"]
    match = lay(piccolo(3), [20, 15, 11], [three, four, ["plum2", "banana1"]], turn=2)
    own, won = pile(match, 0), [card for seat in range(3) for card in heap(match, seat)]
    ring_out(match, 0)
    assert draws(match) == [29, 15, 11]
    assert discards(match) == [0, 0, 0]
    assert match.state.turn == 0
    assert [seat["top"] for seat in match.view(None)["seats"]] == [None] * 3
    assert pile(match, 0)[:20] == own
    assert sorted(pile(match, 0)[20:]) == sorted(won)
    assert match.state.mixed_heaps == 0
    match.play(0, FLIP)
    assert match.clock == 151 + 1500
    assert heap(match, 0) == own[:1]
    assert match.state.turn == 1


@pytest.mark.rule("PIC-23")
def test_piles_of_players_who_are_out_are_won_too():
    match = lay(piccolo(4), [5, 5, 0, 5], [["lime5"], [], ["plum1", "plum1"], ["banana1"]], turn=1, out=(2,))
    ring_out(match, 3)
    assert draws(match) == [5, 5, 0, 9]
    assert discards(match) == [0] * 4


@pytest.mark.rule("PIC-25")
def test_won_cards_are_shuffled():
    orders = Counter()
    start = lay(piccolo(2), [4, 4], [["plum1", "lime5"], ["banana1"]])
    won = heap(start, 0) + heap(start, 1)
    for match in with_seeds(start, 120):
        ring_out(match, 1)
        orders[tuple(won.index(card) for card in pile(match, 1)[4:])] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 8


@pytest.mark.rule("PIC-26")
def test_a_winner_without_a_draw_pile_still_opens():
    match = lay(piccolo(3), [5, 0, 5], [["lime1"], ["plum2", "lime4"], []], turn=2)
    ring_out(match, 1)
    assert draws(match) == [5, 3, 5]
    assert match.state.turn == 1
    match.play(1, FLIP)
    assert match.state.turn == 2


@pytest.mark.rule("PIC-27")
def test_anybody_may_ring_at_any_time_and_nobody_must():
    match = lay(piccolo(4), [["lime5", 5], 5, 5, 5], [[], [], [], []])
    assert match.actors == [0, 1, 2, 3]
    match.play(0, FLIP)
    for seat in range(4):
        assert match.legal(seat) == [RING]
    match.wait(800)
    assert [match.legal(seat) for seat in range(4)] == [[RING], [FLIP, RING], [RING], [RING]]
    match.play(1, FLIP)
    assert draws(match) == [5, 4, 5, 5]


# 6. Wrong ring


@pytest.mark.rule("PIC-28", "PIC-29", "PIC-30", "PIC-34", "PIC-66")
def test_a_wrong_ring_pays_one_card_to_each():
    match = lay(piccolo(4), [9, 7, 5, 3], [["lime4"], ["plum1"], [], []], turn=2)
    paid, others = pile(match, 0)[:3], [pile(match, seat) for seat in (1, 2, 3)]
    mine = pile(match, 0)
    ring_out(match, 0)
    assert draws(match) == [6, 8, 6, 4]
    assert discards(match) == [1, 1, 0, 0]
    assert match.state.turn == 2
    assert pile(match, 0) == mine[3:]
    for seat in (1, 2, 3):  # the top card, to the bottom
        assert pile(match, seat) == [*others[seat - 1], paid[seat - 1]]
    assert match.view(3)["result"] == {"seat": 0, "right": False}
    assert match.state.group_size[0] == 53


@pytest.mark.rule("PIC-31", "PIC-32", "PIC-67")
def test_a_player_who_cannot_pay_everybody_pays_clockwise_and_is_out():
    match = lay(piccolo(4), [9, 7, 5, 2], [[], ["lime1"], [], ["plum1"]], turn=3)
    paid = pile(match, 3)
    ring_out(match, 3)
    assert draws(match) == [10, 8, 5, 0]
    assert [pile(match, 0)[-1], pile(match, 1)[-1]] == paid
    assert playing(match) == [1, 1, 1, 0]
    assert discards(match) == [0, 1, 0, 1]
    assert match.state.turn == 0
    assert match.state.players == 3


@pytest.mark.rule("PIC-31")
def test_payment_starts_at_the_ringers_left():
    match = lay(piccolo(4), [5, 1, 5, 5], [["lime1"], ["plum1"], [], []], turn=0)
    ring_out(match, 1)
    assert draws(match) == [5, 0, 6, 5]
    assert match.state.turn == 0


@pytest.mark.rule("PIC-32", "PIC-39")
def test_a_player_who_pays_everybody_with_the_last_cards_waits_for_the_next_turn():
    match = lay(piccolo(3), [2, 5, 5], [["lime1"], [], []], turn=1)
    ring_out(match, 0)
    assert draws(match) == [0, 6, 6]
    assert playing(match) == [1, 1, 1]
    assert match.clock == 151
    match.wait(1651)
    match.play(1, FLIP)
    match.play(2, FLIP)
    assert match.clock == 2451
    assert match.due == 3251
    match.wait(3250)
    assert playing(match) == [1, 1, 1]
    match.wait(3251)
    assert playing(match) == [0, 1, 1]
    assert match.state.turn == 1


@pytest.mark.rule("PIC-32", "PIC-41")
def test_a_player_who_pays_everybody_with_the_last_cards_and_has_no_discard_pile_is_out():
    match = lay(piccolo(3), [2, 5, 5], [[], ["lime1"], []], turn=0)
    ring_out(match, 0)
    assert draws(match) == [0, 6, 6]
    assert playing(match) == [0, 1, 1]
    assert match.state.turn == 1


@pytest.mark.rule("PIC-32", "PIC-40")
def test_short_payment_can_be_forgiven():
    match = lay(piccolo(4, short_payment="pay-and-stay"), [9, 7, 5, 2], [[], [], [], ["plum1"]], turn=0)
    ring_out(match, 3)
    assert draws(match) == [10, 8, 5, 0]
    assert playing(match) == [1, 1, 1, 1]
    match.wait(1651)
    match.play(0, FLIP)
    ring_out(match, 3)  # with nothing at all to pay
    assert draws(match) == [9, 8, 5, 0]
    assert playing(match) == [1, 1, 1, 1]


@pytest.mark.rule("PIC-32", "PIC-40")
def test_short_payment_can_come_from_the_discard_pile():
    match = lay(piccolo(4, short_payment="use-discard"), [9, 7, 5, 1], [[], [], [], ["plum1", "plum2", "lime1"]])
    bottom, middle, top = heap(match, 3)
    hidden = pile(match, 3)
    ring_out(match, 3)
    assert draws(match) == [10, 8, 6, 0]
    assert [pile(match, seat)[-1] for seat in range(3)] == [*hidden, bottom, middle]
    assert heap(match, 3) == [top]
    assert match.state.tops[3] == top
    assert playing(match) == [1, 1, 1, 1]
    assert match.state.group[bottom] == 1  # each is known by itself
    assert match.state.group[middle] == 2
    seen = match.seen(None)
    assert seen.row[1, 7] == -2
    assert seen.row[2, 5] == -3


@pytest.mark.rule("PIC-32", "PIC-40")
def test_the_top_never_pays_and_a_player_still_short_is_out():
    match = lay(piccolo(4, short_payment="use-discard"), [9, 7, 5, 0], [[], [], [], ["plum1", "plum2"]])
    top = heap(match, 3)[1]
    ring_out(match, 3)
    assert draws(match) == [10, 7, 5, 0]
    assert playing(match) == [1, 1, 1, 0]
    assert heap(match, 3) == [top]


@pytest.mark.rule("PIC-33")
def test_an_empty_draw_pile_receives_its_card():
    match = lay(piccolo(3), [5, 0, 5], [["lime1"], ["plum1"], []], turn=1)
    match.state.last_flip = 0
    paid = pile(match, 0)[0]
    ring_out(match, 0)
    assert draws(match) == [3, 1, 6]
    assert match.state.turn == 1
    match.play(1, FLIP)
    assert match.clock == 1651
    assert match.state.tops[1] == paid
    assert playing(match) == [1, 1, 1]


@pytest.mark.rule("PIC-35", "PIC-37", "PIC-68")
def test_with_two_a_wrong_ring_loses_the_round():
    low, high = ["plum1", "plum1", "lime1"], ["plum2", "plum2", "banana1", "banana2"]
    match = lay(piccolo(2), [12, 36], [low, high], turn=0)
    mine, theirs = pile(match, 0), pile(match, 1)
    won = heap(match, 0) + heap(match, 1)
    ring_out(match, 0)
    assert draws(match) == [12, 43]
    assert discards(match) == [0, 0]
    assert match.state.turn == 1
    assert pile(match, 0) == mine
    assert pile(match, 1)[:36] == theirs
    assert sorted(pile(match, 1)[36:]) == sorted(won)


@pytest.mark.rule("PIC-36")
def test_two_left_of_three_play_by_the_two_player_rule():
    match = lay(piccolo(3), [12, 0, 20], [["lime1"], ["plum1", "plum2"], []], out=(1,))
    ring_out(match, 0)
    assert draws(match) == [12, 0, 23]
    assert match.state.turn == 2
    match = lay(
        piccolo(3, two_player_penalty="only-two-player-games"), [12, 0, 20], [["lime1"], ["plum1"], []], out=(1,)
    )
    ring_out(match, 0)
    assert draws(match) == [11, 0, 21]
    assert discards(match) == [1, 1, 0]
    assert match.state.turn == 0


@pytest.mark.rule("PIC-36")
def test_a_game_of_two_always_plays_by_the_two_player_rule():
    match = lay(piccolo(2, two_player_penalty="only-two-player-games"), [12, 20], [["lime1"], ["plum1"]])
    ring_out(match, 0)
    assert draws(match) == [12, 22]


@pytest.mark.rule("PIC-37", "PIC-57")
def test_with_two_and_nothing_on_the_table_nothing_moves():
    match = lay(piccolo(2), [12, 20], [[], []])
    ring_out(match, 0)
    assert draws(match) == [12, 20]
    assert match.state.turn == 0
    assert match.view(0)["result"] == {"seat": 0, "right": False}
    assert playing(match) == [1, 1]
