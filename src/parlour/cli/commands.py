"""Commands about games and single matches."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from parlour.bots import bots_of, seat_bots
from parlour.games import names
from parlour.kit import check_cache, statement
from parlour.kit.files import read_file
from parlour.match import Game, follow, game
from parlour.match.words import values_of, words_of
from parlour.policies import players as seated

from .options import GameName, Options, Seats, Seed, app, options_given, tell_failures
from .terminal import TerminalView

Delay = Annotated[float | None, typer.Option(help="Seconds between moves on a terminal.", min=0, max=60)]


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
    name: GameName,
    rule: Annotated[
        str | None, typer.Argument(metavar="ID", help="A rule: its id as in the rulebook, or just its number.")
    ] = None,
) -> None:
    """Show the rulebook of a game, or a single rule."""
    from rich.markdown import Markdown  # which takes a while, and no other command needs it

    book = game(name).rules
    console = Console()
    if rule is None:
        console.print(Markdown(book.rulebook.read_text(encoding="utf-8")))
    else:
        found = statement(book, rule)
        source = {"R": "rulebook", "D": "derived", "H": "house ruling"}[found.source]
        console.print(Markdown(f"**{found.id}** ({source}; {found.section}) {found.text}"))


@app.command()
def options(name: GameName) -> None:
    """List the options of a game."""
    table = Table(box=None, pad_edge=False)
    for head in ("option", "values (default first)", "in words", "rules"):
        table.add_column(head)
    rules = game(name).rules
    for option in rules.options:
        question = words_of(rules).options[option.name]
        values = values_of(option)
        listed = [(str(value), question.answer(value)) for value in values] or [
            (f"{option.default} ({option.values_in_words()})", question.answer(option.default) if question.unit else "")
        ]
        table.add_row(option.name, "", f"[bold]{question.asks}[/]", ", ".join(option.rules))
        for value, answer in listed:
            table.add_row("", value, answer, "")
    Console().print(table)


@app.command()
def watch(
    name: GameName,
    seats: Seats = None,
    bots: Annotated[
        str, typer.Option(help="One bot or policy for all seats, or one per seat, as in sharp,mine.py:policy.")
    ] = "",
    seed: Seed = None,
    option: Options = None,
    delay: Delay = None,
) -> None:
    """Watch a match between bots."""
    check_cache()
    played = game(name)
    bots_of_game = bots_of(played.rules)
    players = bots or ("casual" if "casual" in bots_of_game.names else "random")
    named = len(players.split(","))
    match = played.new(
        seats=named if seats is None and named > 1 else seats_or_minimum(played, seats),
        seed=seed,
        options=options_given(option),
    )
    sitting = seated(bots_of_game, players, match.seats)
    with TerminalView(match, 0.4 if delay is None else delay) as view:
        for move in seat_bots(match, sitting).play_out():
            view.moved(move)
    tell_failures(bots_of_game, sitting)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A log file, as written by `match.log()`.")],
    delay: Delay = None,
) -> None:
    """Replay a match from its log."""
    check_cache()
    log = read_file(file)
    for _ in follow(log):  # reject a broken log before showing any of it
        pass
    steps = follow(log)
    match = next(steps)
    with TerminalView(match, 0.4 if delay is None else delay) as view:
        done = 0
        for _ in steps:
            entries = match.entries
            view.moved(entries[-1][1:3] if len(entries) > done else None)
            done = len(entries)


def seats_or_minimum(played: Game, seats: int | None) -> int:
    return max(2, played.rules.min_seats) if seats is None else seats
