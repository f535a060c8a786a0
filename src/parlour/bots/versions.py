"""Versions of bots: `sharp@1` names the same behaviour for good, `sharp` the newest version.

"When a bot changes" in docs/adding-a-game.md says when a new one is needed, and how the earlier ones stay available
beside it.
"""

from parlour.kit import BadInput, Bots

FIRST = 1


def versions(bots: Bots, name: str) -> tuple[int, ...]:
    """The versions of a bot that can be named, oldest first."""
    newest = FIRST
    while f"{name}@{newest}" in bots.earlier:
        newest += 1
    return tuple(range(FIRST, newest + 1))


def checked_version(bots: Bots, name: str, text: str) -> int:
    """The version that a user wrote after the @."""
    known = versions(bots, name)
    if not text.isdecimal():
        raise BadInput(f"a version of a bot is a number, as in {name}@{known[-1]}, not {text!r}")
    if int(text) not in known:
        listed = ", ".join(f"{name}@{version}" for version in known)
        raise BadInput(f"{bots.rules.title} has no {name}@{text}; the versions of {name} are {listed}")
    return int(text)
