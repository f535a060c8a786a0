"""Sentences that newcomers stumbled over must not come back, in the page, the rulebooks or the Python messages."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OLD = (
    "Go on playing",
    "Once more",
    "Look at the table",
    "What are you called",
    "Lamplight",
    "photograph this",
    "Bots on top",
    "Deal, with",
    "Anything goes",
    "The line is lost",
    "slow line:",
    "The clock stands still",
    "Nobody else looks",
    "one watches",
    "on the average of",
    "Hands too quick",
    "win together",
    "How the cards went round",
    "Who has run out",
    "Are both equal",
    "of the own Box",
    "The sand has run.",
    "lays a reserve",
    "To the first screen",
    "Change the table",
    "Was the deal fair",
    "Look again",
    "Touch back",
)


def texts() -> list[Path]:
    page = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte", ".json")]
    return [*page, *(ROOT / "src" / "parlour").rglob("*.py"), *(ROOT / "src" / "parlour").rglob("*.md")]


@pytest.mark.parametrize("sentence", OLD)
def test_an_old_sentence_is_gone(sentence: str) -> None:
    found = [str(path.relative_to(ROOT)) for path in texts() if sentence in path.read_text()]
    assert not found, f"{sentence!r} is still in {found}"
