"""The compiled part of a search: which moves are tried, and playouts that show what each is worth (see search.py)."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from parlour.engine import NOBODY, loops
from parlour.kit import (
    NEVER,
    float64,
    inlined,
    int8,
    int16,
    int32,
    next64,
    record,
    rule,
    uint64,
)
from parlour.kit.minds import Bots, Likely, ask_record

from .judging import judging
from .layers import MOST_ANSWERS, answer_memory, numbers_at


class Searching(NamedTuple):
    Ask: np.dtype[Any]
    Sums: np.dtype[Any]
    Notes: np.dtype[Any]  # of a search in likely worlds
    states: int  # worlds[0] and worlds[1], and those that such a search needs as well
    candidates: Callable[..., Any]
    compare: Callable[..., Any]


@cache
def searching(bots: Bots) -> Searching:
    """The compiled search of one game."""
    rules, plan = bots.rules, bots.plan
    assert plan is not None
    game = loops(rules)
    happen, act, asked_next = game.happen, game.act, game.asked_next
    due, over, legal, resample = rules.due, rules.over, inlined(rules.legal), rules.resample
    policy, settled, worth, score = plan.policy, plan.settled, plan.worth, rules.score
    chance = plan.chance if plan.chance is not None else worth
    thin = plan.thin if plan.thin is not None else _leave
    alike = plan.alike if plan.alike is not None else _never
    likely = plan.likely if plan.likely is not None else Likely(record(rng=uint64), 0, _no_world)
    draw = likely.draw
    judge, gain, margin = _no_judge, _no_gain, np.float32(plan.margin)
    if bots.afterstates is not None:
        judge, gain = judging(bots.afterstates), bots.afterstates.gain
    actions, sign = rules.actions, -1 if rules.lowest_wins else 1
    assert judge is _no_judge or actions <= MOST_ANSWERS
    Ask = ask_record(rules)
    Sums = record(
        alike=int8,  # 1: all legal moves are equally good
        count=int16,  # remaining candidates; the first is the one that the others are compared with
        moves=int16[actions],
        turns=int8,  # with a network: it is asked after so many further turns of the bot
        worth=float64[actions],  # summed over the worlds in which the candidate was tried
        better=float64[actions],  # sum of its advantage over the first move in the same world
        squares=float64[actions],
        # The same for the chance to win, for the points, and for the lead over the mean of the other seats, which are
        # not what the search decides by.
        chance=float64[actions],
        chance_better=float64[actions],
        chance_squares=float64[actions],
        points=float64[actions],
        lead=float64[actions],
        values=float64[rules.max_seats],
        scores=int32[rules.max_seats],
    )

    @rule
    def candidates(seens, seat, worlds, asks, sums, dice, network):  # type: ignore[no-untyped-def]
        """The moves worth trying, first the one that the policy or the network would make."""
        world, ask, candidate = worlds[0], asks[0], sums[0]
        worlds[0] = seens[0]
        candidate.alike = 1 if alike(seens[0], seat) else 0
        if network:
            ask.count = legal(world, seat, ask.moves[:])
            promising(world, seat, ask, candidate, network)
            return
        resample(seens[0], seat, world, next64(dice[0]))
        ask.count = legal(world, seat, ask.moves[:])
        own = np.int64(policy(world, seat, ask, dice[0]))
        thin(world, seat, ask)
        candidate.moves[0] = own
        candidate.count = 1
        for i in range(ask.count):
            if ask.moves[i] != own:
                candidate.moves[candidate.count] = ask.moves[i]
                candidate.count += 1

    @rule
    def promising(seen, seat, ask, candidate, network):  # type: ignore[no-untyped-def]
        """The moves that the network finds nearly as good as the best."""
        judged = numbers_at(answer_memory(), actions, np.float32)
        best = max(np.int64(0), judge(network, seen, seat, ask, judged))
        candidate.moves[0] = ask.moves[best]
        candidate.count = 1
        for i in range(ask.count):
            if i != best and judged[i] >= judged[best] - margin:
                candidate.moves[candidate.count] = ask.moves[i]
                candidate.count += 1

    @rule
    def play_out(world, root, seat, ask, dice):  # type: ignore[no-untyped-def]
        """The policy plays for everybody until the outcome is settled. The seat that acted last is asked first."""
        while not over(world) and not settled(world, root):
            asked = asked_next(world, seat, ask)
            if asked != NOBODY:
                seat = asked
                act(world, seat, np.int64(policy(world, seat, ask, dice)), np.int64(world.clock))
            else:
                at = due(world)
                if at == NEVER:
                    return
                happen(world, at)

    @rule
    def play_on(world, root, seat, ask, dice, network, turns):  # type: ignore[no-untyped-def]
        """What the position is worth for the seat that many of its turns later, or what it has gained if the outcome is
        settled before. A turn begins when it is asked again after others have moved; the policy plays for them."""
        judged = numbers_at(answer_memory(), actions, np.float32)
        asked, others_moved, begun = seat, False, np.int64(0)
        while not over(world) and not settled(world, root):
            now = asked_next(world, asked, ask)
            if now == NOBODY:
                at = due(world)
                if at == NEVER:
                    return 0.0
                happen(world, at)
                continue
            asked = now
            if asked == seat:
                best = judge(network, world, seat, ask, judged)
                if others_moved and best >= 0:
                    begun += 1
                    if begun == turns:
                        return float(judged[best])
                others_moved = False
                action = np.int64(ask.moves[max(np.int64(0), best)])
            else:
                others_moved = True
                action = np.int64(policy(world, asked, ask, dice))
            act(world, asked, action, np.int64(world.clock))
        return float(gain(world, seat))

    @rule
    def ahead(scores, seat, seats):  # type: ignore[no-untyped-def]
        """By how many points a seat is better than the mean of the others."""
        others = 0
        for other in range(seats):
            others += int(scores[other])
        others -= int(scores[seat])
        return sign * (int(scores[seat]) - others / max(1, seats - 1))

    @rule
    def compare(seens, seat, worlds, asks, sums, dice, notes, infer, network, number):  # type: ignore[no-untyped-def]
        """Try all candidates in `number` more worlds; worlds[1] keeps the world that all of them start from."""
        root, world, candidate = seens[0], worlds[0], sums[0]
        for _ in range(number):
            seed = next64(dice[0])
            after = next64(dice[0])
            own, own_chance = 0.0, 0.0
            if infer:
                draw(seens, seat, worlds, notes, seed)
            else:
                worlds[1] = root
                resample(root, seat, worlds[1], seed)
            for i in range(candidate.count):
                worlds[0] = worlds[1]
                act(world, seat, np.int64(candidate.moves[i]), np.int64(world.clock))
                dice[0].rng = seed  # the policy's random choices are the same too
                wins = 0.0
                if network:
                    value = play_on(world, root, np.int64(seat), asks[0], dice[0], network, candidate.turns)
                else:
                    play_out(world, root, np.int64(seat), asks[0], dice[0])
                    worth(world, root, candidate.values[:])
                    value = float(candidate.values[seat])
                    chance(world, root, candidate.values[:])
                    wins = float(candidate.values[seat])
                    score(world, candidate.scores[:])
                    candidate.points[i] += candidate.scores[seat]
                    candidate.lead[i] += ahead(candidate.scores[:], np.int64(seat), np.int64(world.seats))
                if i == 0:
                    own, own_chance = value, wins
                candidate.worth[i] += value
                candidate.better[i] += value - own
                candidate.squares[i] += (value - own) * (value - own)
                candidate.chance[i] += wins
                candidate.chance_better[i] += wins - own_chance
                candidate.chance_squares[i] += (wins - own_chance) * (wins - own_chance)
            dice[0].rng = after

    return Searching(Ask, Sums, likely.Notes, 2 + likely.states, candidates, compare)


@rule
def _leave(world, seat, ask):  # type: ignore[no-untyped-def]
    """Keeps every move."""


@rule
def _no_world(seens, seat, worlds, notes, seed):  # type: ignore[no-untyped-def]
    """In games that know no likely worlds; never called."""


@rule
def _no_judge(base, seen, seat, ask, values):  # type: ignore[no-untyped-def]
    """In games whose networks do not judge positions; never called."""
    return np.int64(0)


@rule
def _no_gain(state, seat):  # type: ignore[no-untyped-def]
    return 0.0


@rule
def _never(seen, seat):  # type: ignore[no-untyped-def]
    return False
