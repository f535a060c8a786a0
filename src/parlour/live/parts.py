"""What is compiled for a table: its game, and what the bots that may sit at it need in addition.

A game is one part, with all bots that decide by rules alone. The network of `learned`, the search of `champion` and the
loops that ask a policy are parts of their own, because they take long and most tables need none of them.
"""

from collections.abc import Iterable
from typing import NamedTuple

import parlour
from parlour.bots import Player, Schedule, bots_of, searches, seat_bot
from parlour.kit import LEARNED, LEVELS, Bots, check_cache
from parlour.policies import Policy, substitute

GAME, NETWORK, SEARCH, POLICIES = "game", "network", "search", "policies"
RULES, BOTS = "rules", "bots"
# Steps are compiled by processes of their own. A game's rules and its bots have little in common and take about equally
# long, so two of them are done in little more than half the time.
STEPS = {GAME: (RULES, BOTS), NETWORK: (NETWORK,), SEARCH: (SEARCH,), POLICIES: (POLICIES,)}


class Part(NamedTuple):
    """What is compiled and waited for as a whole."""

    game: str
    kind: str = GAME


def part_of(bots: Bots, who: Player) -> Part:
    """What has to be compiled for this bot."""
    name = bots.rules.name
    if who.policy is not None:
        return Part(name, POLICIES)
    if who.name == LEARNED:
        return Part(name, NETWORK)
    return Part(name, SEARCH) if searches(bots, who) else Part(name)


def in_order(parts: Iterable[Part]) -> list[Part]:
    """Games first: everything else of a game needs its rules."""
    return sorted(set(parts), key=lambda part: (part.kind != GAME, part))


def load(part: Part) -> None:
    """Load a part from the cache (what is not there, is compiled)."""
    for step in STEPS[part.kind]:
        compile_step(part.game, step)


def compile_step(game: str, step: str) -> None:
    """Compile one step, or load it: everything that a live match calls, without playing one."""
    check_cache()
    if step == RULES:
        _compile_rules(game)
    else:
        bots = bots_of(parlour.game(game).rules)
        seat_bot(bots, _example(bots, step), 0, 1).compile()


def _compile_rules(name: str) -> None:
    game = parlour.game(name)
    match = game.new(seats=bots_of(game.rules).usual_seats, seed=1)
    match.first_moment(0, 0)
    match.why_not(0, 0)
    match.wait(until=match.clock)
    match.view(0)
    _ = match.scores
    Schedule(game.rules, 1).earliest({0: 0})


def _example(bots: Bots, step: str) -> Player:
    """A bot for which exactly this step is compiled."""
    if step == POLICIES:
        return Player("policy", policy=Policy("policy", lambda observation, mask: 0))
    return Player({BOTS: substitute(bots), NETWORK: LEARNED, SEARCH: LEVELS[-1]}[step])
