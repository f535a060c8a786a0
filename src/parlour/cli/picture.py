"""`parlour picture`: a match as a moving picture, or one of its positions."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from parlour.drawing import Picture
from parlour.drawing.canvas import WIDTH
from parlour.drawing.raster import check_installed, checked_width
from parlour.kit import BadInput, check_cache
from parlour.kit.files import check_writable, read_file, write_whole
from parlour.match.film import pictures
from parlour.match.replay import read_log
from parlour.pictures.moving import different, gif, moving_svg

from .options import app, progress, with_options

KINDS = (".svg", ".gif", ".png")


@dataclass(frozen=True)
class Wanted:
    """The arguments and options of `parlour picture`."""

    file: Annotated[Path, typer.Argument(metavar="LOG", help="A log file, as written by `match.log()` or the page.")]
    out: Annotated[
        Path | None,
        typer.Option(help="The picture: a file ending with .svg, .gif or .png. Default: the log's name with .svg."),
    ] = None
    at: Annotated[
        int | None, typer.Option(help="Show one position only: 0 is the deal, 1 what happened then, and so on.")
    ] = None
    seat: Annotated[
        int | None, typer.Option(help="What this player sees, counted from 1. Default: what spectators see.")
    ] = None
    size: Annotated[int, typer.Option(help="The width in pixels.")] = WIDTH
    seconds: Annotated[float, typer.Option(help="How long each position is shown.")] = 0.8
    dark: Annotated[bool, typer.Option("--dark", help="The table by lamplight.")] = False

    @property
    def target(self) -> Path:
        return self.out or self.file.with_suffix(".svg")

    @property
    def kind(self) -> str:
        return self.target.suffix.lower()


@app.command()
@with_options(Wanted)
def picture(wanted: Wanted) -> None:
    """Draw a match from its log: a moving picture (.svg, .gif), or one position of it (.svg, .png)."""
    check_cache()
    check(wanted)
    log = read_file(wanted.file)
    header, _ = read_log(log)
    if wanted.seat is not None and not 1 <= wanted.seat <= header.seats:
        raise BadInput(f"this match has {header.seats} players: --seat is 1 to {header.seats}, not {wanted.seat}")
    seat = None if wanted.seat is None else wanted.seat - 1
    drawn = list(pictures(log, seat, "dark" if wanted.dark else "light"))
    content = still(wanted, drawn) if wanted.at is not None or wanted.kind == ".png" else moving(wanted, drawn)
    write_whole(wanted.target, content)
    print(f"{wanted.target}: {len(content) / 1000:,.0f} kB")


def check(wanted: Wanted) -> None:
    """Raise an error, before the match is played again, if the picture could not be made anyway."""
    if wanted.kind not in KINDS:
        raise BadInput(f"a picture is a file that ends with {', '.join(KINDS)}, not {wanted.target.name}")
    if wanted.kind == ".gif" and wanted.at is not None:
        raise BadInput("a GIF shows the whole match; for one position (--at) choose .svg or .png")
    if not 0.02 <= wanted.seconds <= 60:
        raise BadInput(f"--seconds is 0.02 to 60, not {wanted.seconds:g}")
    checked_width(wanted.size)
    if wanted.kind != ".svg":
        check_installed()
    check_writable(wanted.target)


def still(wanted: Wanted, drawn: list[Picture]) -> str | bytes:
    """One position; the last if none was asked for."""
    at = len(drawn) - 1 if wanted.at is None else wanted.at
    if not 0 <= at < len(drawn):
        raise BadInput(f"this match has the positions 0 to {len(drawn) - 1}, and {at} is none of them")
    return drawn[at].svg(wanted.size) if wanted.kind == ".svg" else drawn[at].png(wanted.size)


def moving(wanted: Wanted, drawn: list[Picture]) -> str | bytes:
    frames = different(drawn)
    if wanted.kind == ".svg":
        return moving_svg(frames, wanted.seconds, wanted.size)
    with progress("pictures", len(frames)) as advance:
        making = gif(frames, wanted.seconds, wanted.size)
        for _ in islice(making, len(frames)):
            advance(1)
        made = next(making)
    assert made is not None
    return made
