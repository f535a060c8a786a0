"""What tests of the rules have in common."""

from typing import Any

import pytest

import parlour
from parlour import IllegalAction, Match


def table(game: str, seats: int, seed: int = 1, **options: Any) -> Match:
    """A fresh match. Lay cards by hand through `match.state`, then call `match.look_again()`."""
    return parlour.game(game).new(seats=seats, seed=seed, options=options)


def refusal(match: Match, seat: int, action: int, at: int | None = None) -> str:
    """The id of the rule that forbids this; the attempt must leave the state's bytes as they were."""
    before, clock = match.state.tobytes(), match.clock
    with pytest.raises(IllegalAction) as refused:
        match.play(seat, action, at=at)
    assert match.state.tobytes() == before
    assert match.clock == clock
    assert str(refused.value).startswith(f"{refused.value.rule}: ")
    return refused.value.rule


def badly_shuffled(orders: list[list[int]]) -> list[str]:
    """What is wrong with many orders of the same things: places that hold the same few, things that hardly move."""
    assert len(orders) >= 40
    things = sorted(orders[0])
    assert all(sorted(order) == things for order in orders)
    enough = len(things) // 5
    places = [place for place in range(len(things)) if len({order[place] for order in orders}) < enough]
    stuck = [thing for thing in things if len({order.index(thing) for order in orders}) < enough]
    return [f"place {place} is hardly shuffled" for place in places] + [f"{thing} hardly moves" for thing in stuck]
