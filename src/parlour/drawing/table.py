"""What all tables have in common: the room, the line above and the line below, the players' names and their places."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .canvas import HEIGHT, WIDTH, Canvas, width_of

TOP, BOTTOM = 44, HEIGHT - 36  # a game draws between these
MARGIN = 18


@dataclass(frozen=True)
class Drawing:
    """How a game draws its table, in the module `picture.py` of its package, as `PICTURE`.

    `draw` is given a canvas and the game's view for a seat (or a spectator), the same that a person at the table is
    sent, so a picture can show nothing that this seat may not see. It returns the line above the table.
    """

    art: Path
    draw: Callable[[Canvas, Any], str]


def name_of(seat: int, you: int | None) -> str:
    return "You" if seat == you else f"Player {seat + 1}"


def turn_of(seat: int, you: int | None) -> str:
    """Whose turn it is, in words."""
    return "Your turn" if seat == you else f"Player {seat + 1}'s turn"


def winners(scores: list[int], you: int | None, lowest: bool = False) -> str:
    """Who won, as a sentence without its unit: "Player 2 won with 84"."""
    best = min(scores) if lowest else max(scores)
    won = [name_of(seat, you) for seat, points in enumerate(scores) if points == best]
    return f"{' and '.join(won)} won with {best}"


def around(seats: int, you: int | None) -> list[int]:
    """The seats clockwise, beginning with the one at the bottom of the picture."""
    first = you or 0
    return [(first + step) % seats for step in range(seats)]


def room(canvas: Canvas) -> None:
    """The table itself. It is plain: a gradient would take longer to draw than everything that lies on it."""
    canvas.rect(0, 0, WIDTH, HEIGHT, "table")
    canvas.rect(5, 5, WIDTH - 10, HEIGHT - 10, "table-light", 14, opacity=0.5)


def lines(canvas: Canvas, title: str, headline: str, said: str) -> None:
    """The line above the table, and below it what has just happened."""
    width = canvas.text(title, MARGIN, 24, 20)
    canvas.text(headline, WIDTH - MARGIN, 24, 16, "ink-soft", "end", WIDTH - 3 * MARGIN - width)
    canvas.text(said, WIDTH / 2, HEIGHT - 18, 15, "ink-soft", "middle", WIDTH - 2 * MARGIN)


def plate(
    canvas: Canvas,
    seat: int,
    name: str,
    score: str,
    x: float,
    y: float,
    width: float,
    active: bool = False,
    out: bool = False,
) -> None:
    """A player's name with a dot in the player's colour, and the score; 24 high, from its upper left corner."""
    fill, ink = ("button", "button-ink") if active else ("raised", "raised-ink")
    canvas.rect(x, y, width, 24, fill, 12, stroke="" if active else "card-edge", opacity=0.55 if out else 1)
    canvas.circle(x + 13, y + 12, 5, canvas.player(seat), stroke=ink if active else "", line=1.2)
    taken = width_of(score, 15) + 12 if score else 8
    canvas.text(name, x + 23, y + 12, 14, ink, most=width - 23 - taken - 4)
    canvas.text(score, x + width - 12, y + 12, 15, ink, "end")


def badge(canvas: Canvas, words: str, x: float, y: float) -> None:
    """A number on a pile, around x, y."""
    width = max(20, width_of(words, 13) + 10)
    canvas.rect(x - width / 2, y - 10, width, 20, "button", 10, stroke="card")
    canvas.text(words, x, y, 13, "button-ink", "middle")
