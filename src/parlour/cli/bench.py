"""`parlour bench`: measure speed on this machine."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from parlour.games import names
from parlour.kit import BadInput, check_cache
from parlour.match import game as game_named

from .options import app

benches = typer.Typer()
app.add_typer(benches, name="bench")


@benches.callback(invoke_without_command=True)
def bench(
    context: typer.Context,
    game: Annotated[list[str] | None, typer.Option(help="Measure only this game. May be repeated.")] = None,
    form: Annotated[str, typer.Option(help="Measure only forms whose name contains this, e.g. batch.")] = "",
    rounds: Annotated[int, typer.Option(help="Runs per contender; the median counts.", min=1)] = 5,
    seconds: Annotated[float, typer.Option(help="Length of a run.", min=0.01)] = 1.0,
    starts: Annotated[bool, typer.Option(help="Also measure the start-up time in a new process.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    out: Annotated[Path | None, typer.Option(help="Also write the figures to this Markdown file.")] = None,
) -> None:
    """Measure the speed of Parlour and similar libraries."""
    if context.invoked_subcommand is not None:
        return
    from parlour.bench.figures import as_json as plain
    from parlour.bench.figures import measure
    from parlour.bench.page import HEAD, page, rows

    if out is not None and not out.parent.is_dir():  # fail now, not after ten minutes
        raise BadInput(f"{out} cannot be written (there is no directory {out.parent})")
    chosen = [game_named(name).name for name in game or names()]
    check_cache()
    with Console(stderr=True).status("") as status:
        figures = measure(chosen, form, rounds, seconds, starts, status.update)
    if as_json:
        print(json.dumps(plain(figures)))
    else:
        table = Table(*HEAD)
        for row in rows(figures):
            table.add_row(*row)
        Console().print(table)
        for target in figures.targets:
            if not target.met:
                print(f"target missed: {target.form}, {target.game}: {target.measured:.3g} instead of {target.asked:g}")
        for each in figures.absent:
            print(f"not measured: {each.who}: {each.why}", file=sys.stderr)
    if out is not None:
        try:
            out.write_text(page(figures), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{out} cannot be written ({error.strerror})") from None
