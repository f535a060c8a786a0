"""The table of a game that has no picture of its own: its view as a list of names and values."""

from collections.abc import Iterator
from typing import Any

from parlour.drawing import Canvas, name_of
from parlour.drawing.canvas import WIDTH
from parlour.drawing.table import BOTTOM, MARGIN, TOP

LINE = 21
INDENT = 20


def draw_any(canvas: Canvas, view: dict[str, Any], you: int | None) -> str:
    """Two columns of lines; what does not fit is left out."""
    rows = int((BOTTOM - TOP) / LINE)
    for place, (depth, name, value) in enumerate(listed(view, you)):
        column, row = divmod(place, rows)
        if column > 1:
            break
        x, y = MARGIN + column * WIDTH / 2 + depth * INDENT, TOP + (row + 0.5) * LINE
        width = canvas.text(name, x, y, 15, "ink-soft", most=200)
        canvas.text(value, x + max(width + 10, 110), y, 15, most=WIDTH / 2 - MARGIN - 120 - depth * INDENT)
    return ""


def listed(value: Any, you: int | None, depth: int = 0, of: str = "") -> Iterator[tuple[int, str, str]]:
    """Depth, name and value of each line; `of` is the name of the whole list."""
    for name, part in value.items() if isinstance(value, dict) else enumerate(value):
        title = str(name).replace("_", " ")
        if isinstance(name, int):
            title = name_of(name, you) if of in ("seats", "players") else str(name + 1)
        if isinstance(part, dict) or (isinstance(part, list) and any(isinstance(each, dict | list) for each in part)):
            yield depth, title, ""
            yield from listed(part, you, depth + 1, str(name))
        elif isinstance(part, list):
            yield depth, title, ", ".join(in_text(each) for each in part) or "–"
        else:
            yield depth, title, in_text(part)


def in_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value is None else str(value)
