"""How a game describes the positions that a move leads to, so that a network can judge them (docs/training.md).

In a game where everybody sees nearly the same, the best move is the one after which the position is best, and a network
need not know what moves do: it is shown the position after each. A position is a list of features, of which each is
there or not. Most of them do not depend on the move, so they are listed once for all moves of a decision.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

# Results of `lead_to`.
NO_MORE = -1  # the move leads to no further position
SKIPPED = 0  # this one is impossible, or equivalent to another
AFTER_MOVE = 1  # the position after the move
AFTER_MORE = 2  # one that the same player can reach from there without anything being revealed

ABSENT = -1  # instead of a feature: nothing to say, because this table has fewer players for example


class Afterstates(NamedTuple):
    """What a game's module `afterstates` holds as `AFTERSTATES`. Functions are `@rule`s."""

    features: int  # features are numbered from 0 to this
    own: int  # a position has this many features of its own
    common: int  # and these that all moves of the decision share, after its own
    describe: Callable[..., Any]  # describe(seen, seat, row): write the common features
    lead_to: Callable[..., Any]  # lead_to(seen, seat, action, k, row): write the features of the k-th position
    gain: Callable[..., Any]  # gain(state, seat): how good the part of the match that has just been settled was
    # These two are for a player with time for second thoughts; a game has both or neither.
    # Some decisions lead to another one of the same player. outcome(seen, seat, action, k, world): `world` is a copy of
    # what the seat sees; write into it what it will see if the move reveals the k-th of all that it can reveal (if it
    # reveals nothing there is one). Returns how many cards that can be, or NO_MORE
    outcome: Callable[..., Any] | None = None
    # expect(seen, seat, ask, values): add to the value of each move what the game's own calculation expects of it
    expect: Callable[..., Any] | None = None

    @property
    def length(self) -> int:
        return self.own + self.common
