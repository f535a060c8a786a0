"""`parlour bench`: measure this machine."""

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
    game: Annotated[list[str] | None, typer.Option(help="Only this game; may be given more than once.")] = None,
    form: Annotated[str, typer.Option(help="Only forms in whose name this occurs, such as batch.")] = "",
    rounds: Annotated[int, typer.Option(help="How often each contender runs; the median counts.", min=1)] = 5,
    seconds: Annotated[float, typer.Option(help="How long each run takes.", min=0.01)] = 1.0,
    starts: Annotated[bool, typer.Option(help="Also how soon a game is ready in a new process.")] = True,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
    out: Annotated[Path | None, typer.Option(help="A page to write, in Markdown.")] = None,
) -> None:
    """Measure Parlour in all its forms, and every peer that is installed, in one run."""
    if context.invoked_subcommand is not None:
        return
    from parlour.bench.figures import as_json as plain
    from parlour.bench.figures import measure
    from parlour.bench.page import HEAD, page, rows

    if out is not None and not out.parent.is_dir():  # better said now than after ten minutes
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
                print(f"{target.form}, {target.game}: {target.measured:.3g} of the {target.asked:g} asked for")
        for each in figures.absent:
            print(f"not measured: {each.who}: {each.why}", file=sys.stderr)
    if out is not None:
        try:
            out.write_text(page(figures))
        except OSError as error:
            raise BadInput(f"{out} cannot be written ({error.strerror})") from None
