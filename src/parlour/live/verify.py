"""Checks a live match from its log alone, without trusting the server that ran it."""

import msgspec

from parlour.kit import BadInput
from parlour.match import Header, replay

from .seats import commitment


def verify(log: str) -> list[str]:
    """The findings, one sentence each. BadInput says what is wrong with the log."""
    match = replay(log)  # rejects every move that breaks the rules
    header = msgspec.json.decode(log.splitlines()[0], type=Header)
    if header.commitment is None or header.salt is None:
        raise BadInput("this log has no commitment to its seed: it is not the log of a live match")
    if commitment(header.seed, header.salt) != header.commitment:
        raise BadInput("the seed in this log is not the one that was promised before the match began")
    scores = ", ".join(f"player {seat + 1} has {points}" for seat, points in enumerate(match.scores))
    return [
        f"The seed is the one promised before the match: {header.commitment}.",
        f"All {len(match.entries)} actions follow the rules of {match.rules.title}, version {match.rules.version}.",
        f"{'The match is over' if match.over else 'The match is not over'}: {scores}.",
    ]
