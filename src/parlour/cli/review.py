"""`parlour review`: how one player played a match."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from parlour.engine.threads import cores
from parlour.kit import BadInput, check_cache
from parlour.kit.files import check_writable, read_file, write_whole
from parlour.match import game
from parlour.match.replay import read_log

from .options import app


@app.command()
def review(
    file: Annotated[Path, typer.Argument(metavar="LOG", help="A log file, as written by `match.log()` or the page.")],
    seat: Annotated[int, typer.Option(help="The player to review, counted from 1.")],
    out: Annotated[Path | None, typer.Option(help="Also write the review to this HTML file.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    threads: Annotated[int | None, typer.Option(help="Number of threads. Default: one per core.")] = None,
) -> None:
    """Review a match: how well one player played, what would have been better, and what was luck."""
    from parlour.review.run import grade, review
    from parlour.review.text import lines

    check_cache()
    if threads is not None and threads < 1:
        raise BadInput(f"the number of threads is 1 or more, not {threads}")
    log = read_file(file)
    header, _ = read_log(log)
    if not 1 <= seat <= header.seats:
        raise BadInput(f"this match has {header.seats} players: --seat is 1 to {header.seats}, not {seat}")
    if out is not None:
        check_writable(out)
    bar = Progress(
        TextColumn("decisions"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with bar:
        task = bar.add_task("", total=None)
        report = review(
            log,
            seat - 1,
            threads=threads or cores(),
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    rules = game(header.game).rules
    graded = grade(rules.name, report)
    if out is not None:
        from parlour.review.page import page

        write_whole(out, page(rules, report, graded))
    if as_json:
        found = {"game": rules.name, "grade": msgspec.to_builtins(graded), "review": msgspec.to_builtins(report)}
        print(msgspec.json.format(msgspec.json.encode(found), indent=1).decode())
        return
    for line in lines(rules, report, graded):
        print(line)
    if out is not None:
        print(f"\nThe whole review: {out}")
