"""One seat of a table belongs to the environment, the guest's; bots sit in the others. Compiled, for many tables.

In a game of turns the guest is asked as soon as it can act. In a real-time game it is asked tick by tick, and may wait;
bots act in between, at the very millisecond they choose. Ticks in which the guest can only wait pass by themselves.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.bots import seated
from parlour.bots.simulate import DONE, FAULT, STUCK, for_ties
from parlour.engine import loops, moments
from parlour.kit import (
    NEVER,
    NOTHING,
    Bots,
    below,
    float64,
    int8,
    int32,
    int64,
    pasted,
    record,
    rule,
    scramble,
    seed_of,
    uint64,
)

from .rewards import reckon

SEAT = np.uint64(2)  # added to a match's seed: the dice that draw the guest's seat
ANY_SEAT = -1  # the guest's seat is drawn for each match
AT_ONCE = 0  # in `until`: the guest is asked as soon as it can act

Terms = record(reward=int8, seat=int8, tick_ms=int64)  # what the guest has asked for


class Guests(NamedTuple):
    """Functions of one game. `states` are many matches, `chairs` what the guest of each has beside it, `minds` those of
    their bots, so many for each match as the game has seats at most."""

    Chair: np.dtype[Any]
    Ask: np.dtype[Any]
    # step(first, last, states, fresh, chairs, minds, templates, terms, seens, asks, chosen,
    #      observations, masks, rewards, ends, resumed)
    step: Callable[..., Any]
    why: Callable[..., Any]  # why(states, i, seat, action): why it cannot be done now; 0 if it can


@cache
def guests(bots: Bots) -> Guests:
    rules = bots.rules
    game, company = loops(rules), seated(bots)
    deal, happen, act, ponder = game.begin, game.happen, game.act, company.ponder
    when, legal, due, over = rules.when, pasted(rules.legal), rules.due, rules.over
    score, see, observe = rules.score, rules.see, rules.observe
    actions, size, most = rules.actions, rules.pieces.size, rules.max_seats
    real_time, same_eyes, sign = rules.real_time, rules.open_table, -1 if rules.lowest_wins else 1
    wait, refused = actions, moments(rules).refused
    Chair = record(
        seed=uint64,  # of the first match here; later ones follow from it
        episode=int64,
        seat=int8,
        over=int8,  # the next step deals a new match
        dealt=int8,  # which has just been done
        until=int64,  # the guest is asked again at this moment
        refused=int64,  # why its last answer was not carried out, or 0
        rng=uint64,  # dice for ties between bots
        scores=int32[most],
        before=int32[most],
        rewards=float64[most],
    )

    @rule
    def can_act(state, seat, ask):  # type: ignore[no-untyped-def]
        return legal(state, seat, ask.moves[:]) > 0

    @rule
    def look_again(minds, first, seats):  # type: ignore[no-untyped-def]
        """The table has changed, so that whatever a bot had in mind is thought over."""
        for k in range(first, first + seats):
            minds[k].asked = 0

    @rule
    def next_bot(states, i, guest, minds, seens, asks, chair):  # type: ignore[no-untyped-def]
        """The bot that wants to act first, and when; ties are drawn. A bot that must search stops the asking."""
        state, ask, seats = states[i], asks[0], np.int64(states[i].seats)
        best, chosen, tied, looked = np.int64(NEVER), np.int64(NOTHING), 1, False
        for seat in range(seats):
            if seat == guest:
                continue
            mind = minds[i * most + seat]
            if not mind.asked:
                count = legal(state, seat, ask.moves[:])
                if count == 0 and not real_time:
                    continue
                ask.count = count
                if not (same_eyes and looked):
                    see(state, seat, seens[0])
                    looked = True
                ponder(seens, asks, seat, minds, i * most + seat)
                if mind.outside:
                    return np.int64(NOTHING), seat, True
            if mind.action == NOTHING:
                continue
            at = np.int64(mind.at)
            if at < best:
                best, chosen, tied = at, seat, 1
            elif at == best and at != NEVER:
                tied += 1
                if below(chair, tied) == 0:
                    chosen = seat
        return best, chosen, False

    @rule
    def play_until_asked(states, i, minds, seens, asks, chair):  # type: ignore[no-untyped-def]
        """Bots play, and what is due happens, until the chair's moment (or AT_ONCE: until the guest can act)."""
        state, guest, until = states[i], np.int64(chair.seat), np.int64(chair.until)
        seats = np.int64(state.seats)
        last = np.int64(NEVER) if until == AT_ONCE else until
        while not over(state):
            if until == AT_ONCE and can_act(state, guest, asks[0]):
                break
            at, seat, must_search = next_bot(states, i, guest, minds, seens, asks, chair)
            if must_search:
                return seat
            next_due = due(state)
            if min(at, next_due) == NEVER:
                return np.int64(STUCK)
            if next_due <= at and next_due <= last:
                happen(state, next_due)
                look_again(minds, i * most, seats)
            elif at < last and at < next_due:
                action = np.int64(minds[i * most + seat].action)
                if at > state.clock:
                    state.clock = at
                first = when(state, seat, action)
                if first < 0 or first > state.clock:
                    return np.int64(FAULT) - seat
                act(state, seat, action, np.int64(state.clock))
                if real_time:
                    look_again(minds, i * most, seats)
                else:
                    minds[i * most + seat].asked = 0
            else:
                state.clock = last
                break
        return np.int64(DONE)

    @rule
    def play_on(states, i, minds, seens, asks, chair, terms):  # type: ignore[no-untyped-def]
        """The same, on and on while the guest could do nothing but wait."""
        while True:
            answer = play_until_asked(states, i, minds, seens, asks, chair)
            state = states[i]
            if answer != DONE or over(state) or can_act(state, np.int64(chair.seat), asks[0]):
                return answer
            chair.until = int(state.clock) + int(terms.tick_ms) if real_time else AT_ONCE

    @rule
    def take_place(states, i, fresh, minds, templates, chair, terms):  # type: ignore[no-untyped-def]
        """A match is dealt, the guest sits down, and bots beside it: the first of them clockwise from its seat."""
        seed = np.uint64(chair.seed)
        if chair.episode > 0:
            seed = seed_of(seed, np.int64(chair.episode))
        states[i] = fresh[0]
        state = states[i]
        deal(state, seed)
        seats = np.int64(state.seats)
        chair.over = 0
        chair.dealt = 1
        chair.refused = 0
        chair.until = AT_ONCE
        if terms.seat == ANY_SEAT:
            chair.rng = scramble(seed + SEAT)
            chair.seat = below(chair, seats)
        else:
            chair.seat = terms.seat
        chair.rng = for_ties(seed)
        for k in range(1, seats):
            seat = (int(chair.seat) + k) % seats
            minds[i * most + seat] = templates[k - 1]
            minds[i * most + seat].rng = seed_of(seed, seat + 1)
        score(state, chair.scores[:])

    @rule
    def take_answer(states, i, action, minds, chair, terms):  # type: ignore[no-untyped-def]
        """The guest acts, or time begins to pass: because it waits, or because its action is refused."""
        state = states[i]
        chair.dealt = 0
        chair.refused = 0
        chair.until = int(state.clock) + int(terms.tick_ms)
        if action == wait and real_time:
            return
        chair.refused = refused(state, np.int64(chair.seat), action)
        if chair.refused != 0:
            return
        act(state, np.int64(chair.seat), action, np.int64(state.clock))
        if real_time:
            look_again(minds, i * most, np.int64(state.seats))
        else:
            chair.until = AT_ONCE

    @rule
    def show(states, i, seens, asks, chair, terms, observation, mask):  # type: ignore[no-untyped-def]
        """What the guest sees, may do and is paid."""
        state, seat, seats = states[i], np.int64(chair.seat), np.int64(states[i].seats)
        for other in range(seats):
            chair.before[other] = chair.scores[other]
        score(state, chair.scores[:])
        chair.over = over(state)
        reckon(np.int64(terms.reward), sign, seats, chair.before[:], chair.scores[:], chair.over, chair.rewards[:])
        for k in range(len(mask)):
            mask[k] = 0
        if real_time and not chair.over:
            mask[wait] = 1
        count = legal(state, seat, asks[0].moves[:])
        for k in range(count):
            mask[asks[0].moves[k]] = 1
        see(state, seat, seens[0])
        for k in range(size):
            observation[k] = 0
        observe(seens[0], seat, observation)

    @rule
    def step(  # type: ignore[no-untyped-def]
        first, last, states, fresh, chairs, minds, templates, terms, seens, asks, chosen,
        observations, masks, rewards, ends, resumed,
    ):  # fmt: skip
        """The guests' answers at tables `first` to `last` - 1, and all that happens until they are asked again; where a
        match was over, a new one is dealt instead. With `resumed`, only the rest of a step that a search interrupted.

        Answers DONE, the seat of a bot whose move is to be searched for, or what is wrong.
        """
        for i in range(first, last):
            chair = chairs[i]
            if resumed:
                pass
            elif chair.over:
                chair.episode += 1
                take_place(states, i, fresh, minds, templates, chair, terms[0])
            else:
                take_answer(states, i, np.int64(chosen[i]), minds, chair, terms[0])
            answer = play_on(states, i, minds, seens, asks, chair, terms[0])
            if answer != DONE:
                return answer
            show(states, i, seens, asks, chair, terms[0], observations[i], masks[i])
            rewards[i] = 0.0 if chair.dealt else chair.rewards[chair.seat]
            ends[i] = chair.over
        return np.int64(DONE)

    @rule
    def why(states, i, seat, action):  # type: ignore[no-untyped-def]
        return refused(states[i], seat, action)

    return Guests(Chair, company.Ask, step, why)
