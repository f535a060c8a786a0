"""A live match checked from outside: nothing but its log is needed, and nobody has to be believed."""

import msgspec

from parlour.kit import BadInput
from parlour.match import Header, replay

from .seats import commitment


def verify(log: str) -> list[str]:
    """What was found, a line each; BadInput says what does not hold."""
    match = replay(log)  # refuses every move that does not follow the rules
    header = msgspec.json.decode(log.splitlines()[0], type=Header)
    if header.commitment is None or header.salt is None:
        raise BadInput("this log carries no commitment to its seed: it is not of a live match")
    if commitment(header.seed, header.salt) != header.commitment:
        raise BadInput("the seed in this log is not the one that was promised before the match began")
    scores = ", ".join(f"player {seat + 1} has {points}" for seat, points in enumerate(match.scores))
    return [
        f"The seed is the one promised before the match: {header.commitment}.",
        f"All {len(match.entries)} actions follow the rules of {match.rules.title}, version {match.rules.version}.",
        f"{'The match is over' if match.over else 'The match is not over'}: {scores}.",
    ]
