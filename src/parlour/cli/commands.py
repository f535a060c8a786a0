"""What can be asked of `parlour`."""

import hashlib
import json
import os
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.prompt import Prompt
from rich.table import Table

from parlour.games import names
from parlour.kit import BadInput, check_cache
from parlour.match import Game, follow, game, play_by_chance, simulate, statement

from .stage import Stage

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of the installed games.")]
Seats = Annotated[int | None, typer.Option(help="How many play; by default the fewest from two on.")]
Seed = Annotated[int | None, typer.Option(help="The same seed deals the same match.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="A choice of the table: NAME=VALUE.")]
Delay = Annotated[float | None, typer.Option(help="Seconds between two moves on a terminal.", min=0, max=60)]


@app.callback(invoke_without_command=True)
def play(context: typer.Context) -> None:
    """Parlour, a home for card games. Without a command: choose a game and watch it being played."""
    if context.invoked_subcommand is not None:
        return
    name = names()[0]
    if sys.stdin.isatty():
        console = Console()
        for number, known in enumerate(names(), start=1):
            console.print(f"  [bold]{number}[/]  {game(known).title}")
        numbers = [str(number + 1) for number in range(len(names()))]
        name = names()[int(Prompt.ask("Which game", choices=numbers, default="1")) - 1]
    watch(name)


@app.command(name="games")
def list_games() -> None:
    """List the installed games."""
    table = Table(box=None, pad_edge=False)
    for head in ("game", "title", "players", "rules"):
        table.add_column(head)
    for name in names():
        rules = game(name).rules
        table.add_row(name, rules.title, f"{rules.min_seats} to {rules.max_seats}", f"version {rules.version}")
    Console().print(table)


@app.command()
def rules(
    name: GameName, rule: Annotated[str | None, typer.Argument(metavar="ID", help="Such as PAR-28.")] = None
) -> None:
    """Show the rulebook of a game, or one statement of it."""
    book = game(name).rules
    console = Console()
    if rule is None:
        console.print(Markdown(book.rulebook.read_text()))
    else:
        said = statement(book, rule)
        source = {"R": "rulebook", "D": "derived", "H": "house ruling"}[said.source]
        console.print(Markdown(f"**{said.id}** ({source}; {said.section}) {said.text}"))


@app.command()
def options(name: GameName) -> None:
    """List what a table of a game may choose."""
    table = Table(box=None, pad_edge=False)
    for head in ("option", "values, the default first", "what it decides", "rules"):
        table.add_column(head)
    for option in game(name).options:
        values = option.values_in_words()
        if not values.startswith(str(option.default)):
            values = f"{option.default} ({values})"
        table.add_row(option.name, values, option.says, ", ".join(option.rules))
    Console().print(table)


@app.command()
def watch(name: GameName, seats: Seats = None, seed: Seed = None, option: Options = None, delay: Delay = None) -> None:
    """Watch random players play a match, card by card."""
    check_cache()
    played = game(name)
    match = played.new(seats=_seats(played, seats), seed=seed, options=_options(option))
    with Stage(match, 0.4 if delay is None else delay) as stage:
        for move in play_by_chance(match, match.seed):
            stage.moved(move)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log, as `match.log()` writes it.")],
    delay: Delay = None,
) -> None:
    """Show a match again from its log."""
    check_cache()
    try:
        log = file.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the log {file} cannot be read ({getattr(error, 'strerror', 'it is not text')})") from None
    for _ in follow(log):  # a broken log is refused before any of it is shown
        pass
    steps = follow(log)
    match = next(steps)
    with Stage(match, 0.4 if delay is None else delay) as stage:
        done = 0
        for _ in steps:
            entries = match.entries
            stage.moved(entries[-1][1:3] if len(entries) > done else None)
            done = len(entries)


@app.command()
def sim(
    name: GameName,
    seats: Seats = None,
    number: Annotated[int, typer.Option("--games", help="How many matches.", min=1)] = 1000,
    seed: Annotated[int, typer.Option(help="Match i of a run depends on the seed and i alone.")] = 0,
    threads: Annotated[int | None, typer.Option(help="By default as many as there are cores.", min=1)] = None,
    option: Options = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Play many matches at random and say how they went."""
    check_cache()
    played = game(name)
    players = _seats(played, seats)
    chosen = played.new(seats=players, seed=seed, options=_options(option)).options
    workers = threads or len(os.sched_getaffinity(0))
    simulate(played.rules, players, chosen, seed, 0, 1)  # compiles, which is not timed
    with Progress(
        TextColumn(played.title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
    ) as progress:
        task = progress.add_task("", total=number)
        began = time.perf_counter()
        scores, steps, _ = simulate(
            played.rules, players, chosen, seed, 0, number, workers, lambda more: progress.advance(task, more)
        )
        seconds = time.perf_counter() - began
    _tell(_summary(played, players, scores, int(steps.sum()), seconds), as_json)


def _summary(played: Game, players: int, scores: Any, steps: int, seconds: float) -> dict[str, Any]:
    best = scores.min(axis=1, keepdims=True) if played.rules.lowest_wins else scores.max(axis=1, keepdims=True)
    won = scores == best
    return {
        "game": played.name,
        "seats": players,
        "games": len(scores),
        "steps": steps,
        "seconds": seconds,
        "steps_per_second": steps / seconds,
        "games_per_second": len(scores) / seconds,
        "wins": (won / won.sum(axis=1, keepdims=True)).mean(axis=0).tolist(),
        "mean_scores": scores.mean(axis=0).tolist(),
        "digest": hashlib.sha256(np.ascontiguousarray(scores, "<i4").tobytes()).hexdigest(),
    }


def _tell(summary: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print(json.dumps(summary))
        return
    console = Console()
    console.print(
        f"{summary['games']:,} matches of {game(summary['game']).title}, {summary['steps']:,} moves "
        f"in {summary['seconds']:.2f} s: {summary['steps_per_second']:,.0f} moves a second"
    )
    table = Table(box=None, pad_edge=False)
    for head in ("player", "wins", "mean score"):
        table.add_column(head, justify="right")
    for seat, (share, mean) in enumerate(zip(summary["wins"], summary["mean_scores"], strict=True)):
        table.add_row(str(seat + 1), f"{share:.1%}", f"{mean:.2f}")
    console.print(table)
    console.print(f"digest of all scores {summary['digest'][:16]}", style="dim")


def _seats(played: Game, seats: int | None) -> int:
    return max(2, played.rules.min_seats) if seats is None else seats


def _options(given: list[str] | None) -> dict[str, str]:
    chosen = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise BadInput(f"an option is given as NAME=VALUE, not {text!r}")
        chosen[name] = value
    return chosen
