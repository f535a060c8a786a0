"""Compiled loops for many tables at which one seat belongs to a learner and bots sit in the others.

In a turn-based game the learner is asked as soon as it can act. In a real-time game it is asked tick by tick and may
wait; bots act in between, at the exact millisecond they choose. Ticks in which the learner can only wait are skipped.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.bots import deciding
from parlour.bots.deciding import ILLEGAL, TOO_LATE, schedule_fields, tie_dice
from parlour.bots.simulate import DONE, FAULT
from parlour.engine import STUCK, loops, moments
from parlour.engine.rewards import write_rewards
from parlour.kit import (
    NEVER,
    NOTHING,
    Bots,
    below,
    float64,
    inlined,
    int8,
    int32,
    int64,
    record,
    rule,
    scramble,
    seed_of,
    uint64,
)

SEAT = np.uint64(2)  # added to a match's seed: the generator that draws the learner's seat
ANY_SEAT = -1  # the learner's seat is drawn for each match
AT_ONCE = 0  # in `until`: the learner is asked as soon as it can act

Settings = record(reward=int8, seat=int8, tick_ms=int64)  # the same for all tables


class AgainstBotsLoops(NamedTuple):
    """Functions of one game. `states` are many matches, `episodes` the learner's additional data for each, `minds` the
    minds of their bots: for each match, one for each of the game's maximum number of seats."""

    Episode: np.dtype[Any]
    Ask: np.dtype[Any]
    # step(first, last, states, initial, episodes, minds, templates, settings, seens, asks, chosen,
    #      observations, masks, rewards, ends, resumed)
    step: Callable[..., Any]
    why: Callable[..., Any]  # why(states, i, seat, action): the rule that forbids an action now; 0 if it is legal


@cache
def against_bots_loops(bots: Bots) -> AgainstBotsLoops:
    rules = bots.rules
    game, bot = loops(rules), deciding(bots)
    deal, happen, act = game.begin, game.happen, game.act
    next_bot, carry_out, reconsider = bot.next_bot, bot.carry_out, bot.reconsider
    legal, due, over = inlined(rules.legal), rules.due, rules.over
    score, see, observe = rules.score, rules.see, rules.observe
    actions, size, most = rules.actions, rules.pieces.size, rules.max_seats
    real_time, sign = rules.real_time, -1 if rules.lowest_wins else 1
    wait, refused = actions, moments(rules).refused
    Episode = record(
        seed=uint64,  # of the first match at this table; later ones are derived from it
        number=int64,
        seat=int8,
        over=int8,  # the next step deals a new match
        dealt=int8,  # this step dealt a new match
        until=int64,  # the learner is asked again at this time
        refused=int64,  # the rule that forbade its last action, or 0
        **schedule_fields(rules),  # which bot acts next
        scores=int32[most],
        before=int32[most],
        rewards=float64[most],
    )

    @rule
    def can_act(state, seat, ask):  # type: ignore[no-untyped-def]
        return legal(state, seat, ask.moves[:]) > 0

    @rule
    def play_until_asked(states, i, minds, seens, asks, episode):  # type: ignore[no-untyped-def]
        """Bots act and timers fire until `episode.until` (or AT_ONCE: until the learner can act)."""
        state, learner, until = states[i], np.int64(episode.seat), np.int64(episode.until)
        seats = np.int64(state.seats)
        last = np.int64(NEVER) if until == AT_ONCE else until
        while not over(state):
            if until == AT_ONCE and can_act(state, learner, asks[0]):
                break
            seat, must_search = next_bot(state, seens[0], minds, i * most, learner, asks[0], episode)
            if must_search:
                return seat
            at = np.int64(NEVER) if seat == NOTHING else np.int64(minds[i * most + seat].at)
            next_due = due(state)
            if min(at, next_due) == NEVER:
                return np.int64(STUCK)
            if next_due <= at and next_due <= last:
                happen(state, next_due)
                reconsider(minds, i * most, seats)
            elif at < last and at < next_due:
                done = carry_out(state, seat, minds[i * most + seat])
                if done == ILLEGAL:
                    return np.int64(FAULT) - seat
                if done == TOO_LATE:
                    continue
                if real_time:
                    reconsider(minds, i * most, seats)
            else:
                state.clock = last
                break
        return np.int64(DONE)

    @rule
    def play_until_choice(states, i, minds, seens, asks, episode, settings):  # type: ignore[no-untyped-def]
        """The same, until the learner can do something other than wait."""
        while True:
            answer = play_until_asked(states, i, minds, seens, asks, episode)
            state = states[i]
            if answer != DONE or over(state) or can_act(state, np.int64(episode.seat), asks[0]):
                return answer
            episode.until = int(state.clock) + int(settings.tick_ms) if real_time else AT_ONCE

    @rule
    def start_episode(states, i, initial, minds, templates, episode, settings):  # type: ignore[no-untyped-def]
        """Deal a match and seat the learner and the bots, the first of them to the learner's left."""
        seed = np.uint64(episode.seed)
        if episode.number > 0:
            seed = seed_of(seed, np.int64(episode.number))
        states[i] = initial[0]
        state = states[i]
        deal(state, seed)
        seats = np.int64(state.seats)
        episode.over = 0
        episode.dealt = 1
        episode.refused = 0
        episode.until = AT_ONCE
        if settings.seat == ANY_SEAT:
            episode.rng = scramble(seed + SEAT)
            episode.seat = below(episode, seats)
        else:
            episode.seat = settings.seat
        episode.rng = tie_dice(seed)
        for k in range(1, seats):
            seat = (int(episode.seat) + k) % seats
            minds[i * most + seat] = templates[k - 1]
            minds[i * most + seat].rng = seed_of(seed, seat + 1)
        score(state, episode.scores[:])

    @rule
    def apply_action(states, i, action, minds, episode, settings):  # type: ignore[no-untyped-def]
        """The learner acts, or time starts to pass because it waits or its action is refused."""
        state = states[i]
        episode.dealt = 0
        episode.refused = 0
        episode.until = int(state.clock) + int(settings.tick_ms)
        if action == wait and real_time:
            return
        episode.refused = refused(state, np.int64(episode.seat), action)
        if episode.refused != 0:
            return
        act(state, np.int64(episode.seat), action, np.int64(state.clock))
        if real_time:
            reconsider(minds, i * most, np.int64(state.seats))
        else:
            episode.until = AT_ONCE

    @rule
    def show(states, i, seens, asks, episode, settings, observation, mask):  # type: ignore[no-untyped-def]
        """Write the learner's observation, mask and reward. After the end any action is accepted and ignored, so no
        mask is ever empty."""
        state, seat, seats = states[i], np.int64(episode.seat), np.int64(states[i].seats)
        for other in range(seats):
            episode.before[other] = episode.scores[other]
        score(state, episode.scores[:])
        episode.over = over(state)
        kind, before, after = np.int64(settings.reward), episode.before[:], episode.scores[:]
        write_rewards(kind, sign, seats, before, after, episode.over, episode.rewards[:])
        for k in range(len(mask)):
            mask[k] = episode.over
        if real_time:
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
        first, last, states, initial, episodes, minds, templates, settings, seens, asks, chosen,
        observations, masks, rewards, ends, resumed,
    ):  # fmt: skip
        """One step at tables `first` to `last` - 1: the learners' actions, and everything until they are asked again;
        where a match was over, a new one is dealt instead. `resumed` continues a step that a search interrupted.

        Returns DONE, the seat of a bot that must search, or an error code.
        """
        for i in range(first, last):
            episode = episodes[i]
            if resumed:
                pass
            elif episode.over:
                episode.number += 1
                start_episode(states, i, initial, minds, templates, episode, settings[0])
            else:
                apply_action(states, i, np.int64(chosen[i]), minds, episode, settings[0])
            answer = play_until_choice(states, i, minds, seens, asks, episode, settings[0])
            if answer != DONE:
                return answer
            show(states, i, seens, asks, episode, settings[0], observations[i], masks[i])
            rewards[i] = 0.0 if episode.dealt else episode.rewards[episode.seat]
            ends[i] = episode.over
        return np.int64(DONE)

    @rule
    def why(states, i, seat, action):  # type: ignore[no-untyped-def]
        return refused(states[i], seat, action)

    return AgainstBotsLoops(Episode, bot.Ask, step, why)
