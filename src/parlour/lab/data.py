"""The data of a report as Parquet, one row per match and reading. Files appear complete or not at all."""

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.kit.extras import needs

from .run import Run

with needs("lab"):
    import polars as pl

PART_BYTES = 8 << 20  # kept in memory before a part is written


def to_frame(run: Run, reading: str, tallies: NDArray[Any]) -> pl.DataFrame:
    """The tallies of one block as a table: one column per field, with arrays where a field has several numbers."""
    columns: dict[str, Any] = {}
    if reading:
        columns["reading"] = pl.Series([reading]).new_from_index(0, len(tallies))
    for name in tallies.dtype.names or ():
        field = np.ascontiguousarray(tallies[name])
        if name == "who":
            names = np.array([str(player) for player in run.players])
            sat = names[field[:, : run.seats].ravel()].tolist()
            kinds = pl.Enum(list(dict.fromkeys(names.tolist())))
            columns["bots"] = pl.Series("bots", sat, dtype=kinds).reshape((len(tallies), run.seats))
        elif name == "scores":
            columns[name] = pl.Series(np.ascontiguousarray(field[:, : run.seats]))
        elif name not in ("leader", "last_leader"):  # internal
            columns[name] = pl.Series(field)
    return pl.DataFrame(columns)


class ParquetWriter:
    """A Parquet file written block by block. Only `close` puts it in place; without that, nothing is left behind."""

    def __init__(self, path: Path, about: Mapping[str, Any]) -> None:
        self.path = path
        self._about = {"parlour": json.dumps(about)}
        self._parts = 0
        self._held: list[pl.DataFrame] = []
        self._bytes = 0

    def __enter__(self) -> "ParquetWriter":
        self._directory = Path(tempfile.mkdtemp(prefix=f".{self.path.name}.", dir=self.path.parent))
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self._directory, ignore_errors=True)

    def add(self, runs: Sequence[Run], readings: Sequence[str], tallies: Sequence[NDArray[Any]]) -> None:
        for run, reading, notes in zip(runs, readings, tallies, strict=True):
            self._held.append(to_frame(run, reading, notes))
            self._bytes += notes.nbytes
        if self._bytes > PART_BYTES:
            self._write_part()

    def _write_part(self) -> None:
        if self._held:
            pl.concat(self._held).write_parquet(self._directory / f"{self._parts:06}.parquet")
            self._parts += 1
            self._held, self._bytes = [], 0

    def close(self) -> None:
        self._write_part()
        whole = self._directory / "whole.parquet"
        parts = [self._directory / f"{number:06}.parquet" for number in range(self._parts)]
        pl.scan_parquet(parts).sink_parquet(whole, metadata=self._about)
        os.replace(whole, self.path)
