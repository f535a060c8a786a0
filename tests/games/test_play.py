"""Whole random matches of every game with every number of players."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.chance import play_by_chance
from tests.every import every_game, every_table, obvious
from tests.games.census import CENSUS

import parlour
from parlour.engine import STUCK, loops, simulate
from parlour.kit import INTERPRETED, Dice, blank, rule, write_options

MATCHES = 2 if INTERPRETED else 1000
CHECKED = 1 if INTERPRETED else 60


def auditor(rules):
    """A loop that plays matches out at random and looks at every single step: `legal` lists exactly what `when`
    allows now."""
    game = loops(rules)
    deal_out, random_move, when, legal, over = game.start, game.random_move, rules.when, rules.legal, rules.over
    actions, asides = rules.actions, rules.asides

    @rule
    def legal_is_when(state, moves):
        for seat in range(state.seats):
            count = legal(state, seat, moves)
            at = 0
            for action in range(actions):
                first = when(state, seat, action)
                if first >= 0 and first <= state.clock and action not in asides:
                    if at >= count or moves[at] != action:
                        return False
                    at += 1
            if at != count:
                return False
        return True

    @rule
    def audit(work, first, last, dice, pads):
        for number in range(first, last):
            work[1] = work[0]
            deal_out(work, 1, np.uint64(number))
            dice[0].rng = number
            while not over(work[1]):
                if random_move(work, 1, dice, pads) == STUCK:
                    return number
                if not legal_is_when(work[1], pads[0].moves):
                    return number
        return -1

    return audit


def fresh(rules, seats, **options):
    work = blank(rules.State, 2)
    work[0]["seats"] = seats
    write_options(rules.options, options, work[0])
    return work


@every_table
def test_legal_and_when_agree_at_every_step(name, seats):
    rules = parlour.game(name).rules
    game = loops(rules)
    work, dice, pads = fresh(rules, seats), blank(Dice), blank(game.Pad)
    assert auditor(rules)(work, 0, CHECKED, dice, pads) == -1


@every_table
def test_no_card_is_lost_and_scores_are_right_at_every_step(name, seats):
    """A few whole matches, looked at after every single step by the slow version."""
    slow = obvious(name)
    for number in range(1 if INTERPRETED else 4):
        match = parlour.game(name).new(seats=seats, seed=number)
        rules, game = match.rules, loops(match.rules)
        dice, pads, out = blank(Dice), blank(game.Pad), np.zeros(seats, np.int32)
        dice[0]["rng"] = number
        steps = 0
        while not rules.over(match.state):
            moved = game.random_move(match._states, 0, dice, pads)
            steps += 1
            if steps % 7 and steps > 300:
                continue
            assert moved in (0, 1)
            assert slow.all_cards(match.state) == slow.full_deck(match.state)
            if slow.SCORES_AT == "every step" or rules.over(match.state):
                game.score(match._states, 0, out)
                assert out.tolist() == slow.scores(match.state)
        assert slow.all_cards(match.state) == slow.full_deck(match.state)


def census_taker(rules, all_there):
    """A loop that plays matches out at random and looks for every card after every single step."""
    game = loops(rules)
    deal_out, random_move, over = game.start, game.random_move, rules.over

    @rule
    def take_census(work, first, last, dice, pads):
        for number in range(first, last):
            work[1] = work[0]
            deal_out(work, 1, np.uint64(number))
            dice[0].rng = number
            while not over(work[1]):
                if random_move(work, 1, dice, pads) == STUCK or not all_there(work[1]):
                    return number
        return -1

    return take_census


@every_table
def test_a_thousand_matches_end_with_no_card_lost_at_any_step(name, seats):
    rules = parlour.game(name).rules
    work, dice, pads = fresh(rules, seats), blank(Dice), blank(loops(rules).Pad)
    assert census_taker(rules, CENSUS[name])(work, 0, MATCHES, dice, pads) == -1


@every_game
def test_the_census_would_notice(name):
    """It agrees with the slow version, and does so when a card is lost or doubled."""
    match = parlour.game(name).new(seats=3, seed=6)
    slow, noticed = obvious(name), 0
    for count, _ in enumerate(play_by_chance(match, 2)):
        if count > 120:
            break
        assert CENSUS[name](match.state)
        broken = match.state.copy()
        if "row" in broken.dtype.names:
            seat = next(s for s in range(3) if broken.stack_left[s] + broken.bank_left[s] > 0)
            spots, at = broken.row[seat], int(broken.first[seat])
        else:
            field = {"parrot": "box", "tricky_twist": "hand", "confetti": "place"}[name]
            spots, at = broken[field].ravel(), count % 3
        spots[at] += 1
        there = slow.all_cards(broken) == slow.full_deck(broken)
        assert CENSUS[name](broken) == there
        noticed += not there
    assert noticed > 20


@every_table
def test_a_replay_is_identical(name, seats):
    match = parlour.game(name).new(seats=seats, seed=5)
    for count, _ in enumerate(play_by_chance(match, 6)):
        if count in (0, 3, 50):
            assert parlour.replay(match.log()).state.tobytes() == match.state.tobytes()
        if INTERPRETED and count > 50:
            break
    again = parlour.replay(match.log())
    assert again.state.tobytes() == match.state.tobytes()
    assert again.log() == match.log()
    assert (again.scores, again.winners, again.clock, again.due) == (
        match.scores,
        match.winners,
        match.clock,
        match.due,
    )


@every_game
@settings(max_examples=3 if INTERPRETED else 40)
@given(data=st.data())
def test_any_action_is_taken_or_refused_with_a_rule(name, data):
    """Whatever is tried, the answer is a legal step or a refusal that names a rule and changes nothing; `why_not`
    says the same beforehand, and `legal` lists what is taken now."""
    game = parlour.game(name)
    seats = data.draw(st.sampled_from(list(game.seats)))
    match = game.new(seats=seats, seed=data.draw(st.integers(0, 2**32)))
    steps = play_by_chance(match, data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(0, 150))):
        next(steps, None)
    for _ in range(20):
        seat, action = data.draw(st.integers(0, seats - 1)), data.draw(st.integers(0, match.rules.actions - 1))
        late = data.draw(st.sampled_from([None, 0, 1, 100, 2000]))
        at = None if late is None else match.clock + late
        before, listed = match.state.tobytes(), match.legal(seat)
        said = match.why_not(seat, action, at=at)
        assert match.state.tobytes() == before
        try:
            match.play(seat, action, at=at)
        except parlour.IllegalAction as error:
            assert said is not None
            assert (said.rule, said.sentence) == (error.rule, error.sentence)
            assert match.state.tobytes() == before
            assert action not in listed or late
            assert error.rule.startswith(match.rules.prefix + "-")
        else:
            assert said is None
        if match.over:
            break


@every_game
def test_a_match_depends_on_its_seed_and_number_alone(name):
    rules = parlour.game(name).rules
    seats = rules.max_seats
    whole = simulate(rules, seats, {}, 3, 0, 12, 1)
    for threads in (2, 3):
        parts = simulate(rules, seats, {}, 3, 0, 12, threads)
        assert all((a == b).all() for a, b in zip(whole, parts, strict=True))
    later = simulate(rules, seats, {}, 3, 5, 9, 1)
    assert all((a[5:9] == b).all() for a, b in zip(whole, later, strict=True))
    assert (simulate(rules, seats, {}, 4, 0, 12, 1)[1] != whole[1]).any()


@every_game
def test_states_are_small_and_their_fields_are_named_safely(name):
    State = parlour.game(name).rules.State
    assert State.itemsize <= (2048 if name == "confetti" else 1024)
    assert not any(hasattr(np.void, field) for field in State.names)


def test_a_field_cannot_be_called_like_an_attribute_of_a_record():
    for wrong in ("round", "item", "take", "choose", "sort"):
        with pytest.raises(ValueError, match="numpy.void has an attribute"):
            parlour.kit.record(**{wrong: parlour.kit.int8})
