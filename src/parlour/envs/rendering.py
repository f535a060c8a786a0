"""The render modes of the environments: text, SVG, pixels and a window."""

from io import StringIO
from typing import Any

from parlour.drawing import Picture
from parlour.drawing.raster import check_installed
from parlour.engine import loops
from parlour.kit import SPECTATOR, BadInput, Rules, blank, with_attributes
from parlour.pictures import Said, picture_of
from parlour.pictures.window import Window

RENDER_MODES = ["ansi", "svg", "rgb_array", "human"]
TURNS_PER_SECOND = 2  # in a film of a game that is played in turns


def frames_per_second(rules: Rules, tick_ms: int) -> int:
    """How fast a film of an environment should be: real time, or turns that people can follow."""
    return max(1, 1000 // tick_ms) if rules.real_time else TURNS_PER_SECOND


class Rendering:
    """Renders the table of an environment, as a seat (None: a spectator) sees it. A copy has a window of its own."""

    def __init__(self, mode: str | None, modes: list[str] = RENDER_MODES) -> None:
        if mode is not None and mode not in modes:
            raise BadInput(f"there is no render mode {mode!r}, only {', '.join(modes)}")
        if mode in ("rgb_array", "human"):
            check_installed()
        self.mode = mode
        self._window: Window | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_window": None}

    def __call__(self, rules: Rules, states: Any, seat: int | None, said: Said, fps: int = 1, number: int = 0) -> Any:
        if self.mode == "ansi":
            return as_text(rules, states, seat, number)
        picture = picture_of(rules, states, seat, said, number=number)
        if self.mode == "svg":
            return picture.svg()
        if self.mode == "rgb_array":
            return picture.pixels()
        self._show(picture, rules.title, fps)
        return None

    def _show(self, picture: Picture, title: str, fps: int) -> None:
        if self._window is None:
            self._window = Window(title)
        self._window.show(picture.pixels(), fps)

    def close(self) -> None:
        if self._window is not None:
            self._window.close()
            self._window = None


def as_text(rules: Rules, states: Any, seat: int | None, number: int = 0) -> str:
    """The table as a seat sees it, as text with ANSI colours."""
    from rich.console import Console

    watcher = SPECTATOR if seat is None else seat
    seen = blank(rules.State)
    loops(rules).see(states, number, watcher, seen, 0)
    picture, out = rules.show(with_attributes(seen)[0], watcher), StringIO()
    Console(file=out, force_terminal=True, highlight=False, width=120).print(picture)
    return out.getvalue()
