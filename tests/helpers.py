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


def assert_shuffled(orders: list[list[int]]) -> None:
    """Each of many orders has the same things; everywhere in the order lie many of them, each about as often."""
    assert len(orders) >= 40
    size = len(orders[0])
    enough = size // 5
    things = sorted(orders[0])
    assert all(sorted(order) == things for order in orders)
    for place in range(size):
        assert len({order[place] for order in orders}) >= enough, f"place {place} is hardly shuffled"
    for thing in set(things):
        assert len({order.index(thing) for order in orders}) >= enough, f"{thing} hardly moves"
