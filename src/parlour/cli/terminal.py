"""Shows a match: redrawn in place on a terminal, as one line per move in a file or pipe."""

import time
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from parlour.match import Match

LINES = 6  # recent moves shown below the table


class TerminalView:
    """Shows a match while it is played."""

    def __init__(self, match: Match, delay: float) -> None:
        self.match = match
        self.delay = delay
        self.console = Console()
        self.moves: list[str] = []
        self.live: Live | None = None

    def __enter__(self) -> "TerminalView":
        if self.console.is_terminal:
            self.live = Live(self._picture(), console=self.console, auto_refresh=False)
            self.live.__enter__()
        else:
            self.console.print(self._table())
        return self

    def moved(self, move: tuple[int, int] | None) -> None:
        """Show a move, or (None) that time has passed."""
        if move is not None:
            seat, action = move
            self.moves.append(f"{self._clock()}  player {seat + 1}: {self.match.describe(action)}")
            if self.live is None:
                self.console.print(self.moves[-1], markup=False, highlight=False)
        if self.live is not None:
            self.live.update(self._picture(), refresh=True)
            time.sleep(self.delay if move is not None else self.delay / 4)

    def __exit__(self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None) -> None:
        if self.live is not None:
            self.live.__exit__(None, None, None)
        elif kind is None:
            self.console.print(self._table())
        if kind is None:
            self.console.print(self._end())

    def _clock(self) -> str:
        minutes, seconds = divmod(self.match.clock / 1000, 60)
        return f"{int(minutes):2d}:{seconds:04.1f}"

    def _table(self) -> Panel:
        text = Text.from_markup(self.match.show())
        return Panel(text, title=f"{self.match.rules.title}  {self._clock()}", expand=False, padding=(1, 2))

    def _picture(self) -> Group:
        return Group(self._table(), *(Text(line, style="dim") for line in self.moves[-LINES:]))

    def _end(self) -> str:
        scores = ", ".join(f"player {seat + 1} has {points}" for seat, points in enumerate(self.match.scores))
        if not self.match.over:
            return f"Not over yet: {scores}. Seed {self.match.seed}."
        winners = " and ".join(f"player {seat + 1}" for seat in self.match.winners)
        return f"{winners[0].upper()}{winners[1:]} won: {scores}. Seed {self.match.seed}."
