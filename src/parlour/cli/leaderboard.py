"""`parlour leaderboard`: every player of every game, rated in cross-play."""

import json
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from parlour.bots import Player, bots_of
from parlour.games import names, rules_of
from parlour.kit import BadInput, check_cache
from parlour.kit.files import check_writable, write_whole
from parlour.lab import leaderboard_page
from parlour.lab.leaderboard import (
    Board,
    Pair,
    Results,
    board,
    boards,
    count_for,
    entrants,
    measure_costs,
    missing,
    play_missing,
)
from parlour.lab.workers import Stop
from parlour.match import game
from parlour.policies import player

from .options import ThreadCount, app, check_numbers, progress, tell_failures, with_options


@dataclass
class Given:
    """The options of the command."""

    games: Annotated[list[str] | None, typer.Argument(metavar="GAME...", help="Default: all installed games.")] = None
    seats: Annotated[
        list[int] | None, typer.Option(help="Number of players; may be repeated. Default: every number.")
    ] = None
    matches: Annotated[int, typer.Option(help="Matches for each pair, over all seeds.")] = 1000
    searching: Annotated[int, typer.Option(help="Matches for pairs with a bot that searches; 0: none.", min=0)] = 100
    count: Annotated[
        list[str] | None,
        typer.Option(help="Matches for pairs with one player, as in champion=40; may be repeated."),
    ] = None
    further: Annotated[
        list[str] | None,
        typer.Option("--with", help="A further player, as in mine.py:policy or champion:2000; may be repeated."),
    ] = None
    best_response: Annotated[
        list[Path] | None,
        typer.Option(help="A best_response.json of `parlour train`, to be shown as well; may be repeated."),
    ] = None
    minutes: Annotated[
        float | None, typer.Option(help="Stop after this time; the same command goes on from there.")
    ] = None
    threads: ThreadCount = None
    out: Annotated[
        Path, typer.Option(help="The page; results are kept next to it as JSON, and only what is missing is played.")
    ] = Path("leaderboard.md")
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False


@app.command()
@with_options(Given)
def leaderboard(given: Given) -> None:
    """Rate every player in cross-play, with intervals."""
    check_numbers(given.matches, given.threads)
    check_cache()
    counts = _counts(given.count)
    if given.minutes is not None and given.minutes <= 0:
        raise BadInput(f"--minutes must be more than 0, not {given.minutes:g}")
    if given.out.suffix.lower() != ".md":
        raise BadInput(f"a leaderboard is a Markdown file, so its name must end in .md, not {str(given.out)!r}")
    kept = given.out.with_suffix(".json")
    for path in (given.out, kept):
        check_writable(path)
    results = Results.read(kept)
    tables = {table: _players(table[0], given.further) for table in _tables(given.games or names(), given.seats)}
    results.passing = {str(each) for players in tables.values() for each in players if each.policy is not None}
    for path in given.best_response or ():
        results.add_best_response(path)
    work = [
        pair
        for (name, seats), players in tables.items()
        for pair in missing(
            results, name, seats, players, lambda who, name=name: count_for(  # type: ignore[misc]
                counts, given.matches, given.searching, name, who
            )
        )
    ]  # fmt: skip
    finished = _play(results, work, given)
    if finished:
        for (name, seats), players in tables.items():
            measure_costs(results, name, seats, players)
    results.save()
    found = boards(results)
    write_whole(given.out, leaderboard_page.page(found))
    own = [board(results, name, seats) for name, seats in tables]
    if given.as_json:
        print(json.dumps(leaderboard_page.data(own)))
    else:
        _show(own)
        print(f"Wrote {given.out} and {kept}")
    for (name, _), players in tables.items():
        tell_failures(bots_of(rules_of(name)), players)
    if not finished:
        print("parlour: stopped before all matches were played; the same command goes on from here", file=sys.stderr)
        raise typer.Exit(130)


def _counts(given: Sequence[str] | None) -> dict[str, int]:
    counts = {}
    for text in given or ():
        name, equals, number = text.rpartition("=")
        if not equals or not number.isdecimal():
            raise BadInput(f"write a number of matches as NAME=NUMBER, as in champion=40, not {text!r}")
        counts[name] = int(number)
    return counts


def _tables(chosen: Sequence[str], seats: Sequence[int] | None) -> list[tuple[str, int]]:
    """The games and numbers of seats that are asked for; a game is left out if it cannot be played with any of them."""
    possible = {name: [number for number in game(name).seats if number > 1] for name in dict.fromkeys(chosen)}
    for number in seats or ():
        if not any(number in each for each in possible.values()):
            listed = ", ".join(f"{rules_of(name).title} {each[0]} to {each[-1]}" for name, each in possible.items())
            raise BadInput(f"no leaderboard has {number} seats: {listed}")
    return [(name, number) for name, each in possible.items() for number in each if not seats or number in seats]


def _players(name: str, further: Sequence[str] | None) -> list[Player]:
    bots = bots_of(rules_of(name))
    return entrants(name, [player(bots, text) for text in further or ()])


def _play(results: Results, work: Sequence[Pair], given: Given) -> bool:
    """Play what is missing; False if it was stopped before the end."""
    stop = Stop()
    timer = threading.Timer(60 * (given.minutes or 0), stop.requested.set)
    timer.daemon = True
    if given.minutes is not None:
        timer.start()
    total = sum(pair.last - pair.first for pair in work)
    played = 0

    def count(more: int) -> None:
        nonlocal played
        played += more
        advance(more)

    try:
        with stop.on_interrupt(_stopping), progress("Leaderboard", total) as advance:
            for _ in play_missing(results, work, given.threads, stop, count):
                pass
    finally:
        timer.cancel()
    return played == total


def _stopping() -> None:
    print("parlour: stopping after the running matches; press Ctrl-C again to abort", file=sys.stderr)


def _show(found: Sequence[Board]) -> None:
    console = Console()
    for each in found:
        console.print(f"{rules_of(each.game).title}, {each.seats} seats")
        table = Table(box=None, pad_edge=False)
        table.add_column("player")
        for head in ("rating", "95 % interval", "CPU per decision"):
            table.add_column(head, justify="right")
        for one in each.standings:
            around = "" if one.rating is None else f"{one.rating.low:+.0f} to {one.rating.high:+.0f}"
            value = "" if one.rating is None else f"{one.rating.value:+.0f}"
            table.add_row(one.name, value, around, leaderboard_page.cost(one))
        console.print(table)
