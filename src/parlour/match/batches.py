"""Batches as `game.batch` makes them: those of the engine, which know nothing of pictures, and their pictures."""

from parlour.drawing import Picture
from parlour.engine.batch import Batch, CpuBatch
from parlour.engine.gpu import GpuBatch
from parlour.kit import BadInput
from parlour.pictures import picture_of
from parlour.pictures.several import first_tables


class PicturedBatch(Batch):
    """A batch that can draw its matches. A notebook shows the first ones as pictures."""

    def picture(self, number: int = 0, seat: int | None = None, theme: str = "light") -> Picture:
        """One match as a picture, as a seat (None: a spectator) sees it; the theme is light or dark."""
        if seat is not None and seat not in range(self.players):
            raise BadInput(f"the seats of this batch are numbered 0 to {self.players - 1}, not {seat!r}")
        return picture_of(self.rules, self.get_states([number]).states, seat, theme=theme)

    def _repr_html_(self) -> str:
        return first_tables(self.count, self.picture, "match")


class PicturedCpuBatch(PicturedBatch, CpuBatch):
    """A batch in main memory, with pictures."""


class PicturedGpuBatch(PicturedBatch, GpuBatch):
    """A batch in GPU memory, with pictures."""
