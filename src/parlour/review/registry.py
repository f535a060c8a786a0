"""Which review a game has."""

from functools import cache

from parlour.games import part_of
from parlour.kit import Rules
from parlour.kit.review import Review


@cache
def review_of(rules: Rules) -> Review | None:
    """The review of a game; None for a game that has no `review.py`."""
    review: Review | None = part_of(rules.name, "review", "REVIEW")
    return review
