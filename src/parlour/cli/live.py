"""Commands for live tables: serve them, verify a match, maintain the database, and measure the server."""

import asyncio
import json
import sys
import webbrowser
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from parlour.imports import without_collecting
from parlour.kit import BadInput, check_cache

from .bench import benches
from .options import app, with_options

Database = Annotated[
    str, typer.Option(envvar="PARLOUR_DATABASE", help="A file, or postgresql://... for several processes.")
]


@app.callback(invoke_without_command=True)
def play(context: typer.Context) -> None:
    """Parlour, a home for card games. Without a command, it opens the page in the browser."""
    if context.invoked_subcommand is None:
        # Games against bots run in the page; a game is compiled here when somebody invites friends to it. Parsed as a
        # command line, so that environment variables count.
        command = typer.main.get_command(app)
        command.main(["serve", "--open"], prog_name=context.info_name, standalone_mode=False)


@dataclass
class ServeOptions:
    """The options of `parlour serve`."""

    host: Annotated[
        str | None,
        typer.Option(
            help="The address to listen at; 0.0.0.0 lets others in the network connect. Without it, only this machine "
            "can, until its page opens a table to the network."
        ),
    ] = None
    port: Annotated[int, typer.Option(envvar="PARLOUR_PORT", min=0, max=65535)] = 8765
    database: Database = "parlour.db"
    origin: Annotated[
        list[str] | None, typer.Option(help="Where players reach it, such as https://cards.example.org.")
    ] = None
    behind_proxy: Annotated[bool, typer.Option(help="Clients connect through a proxy; take addresses from it.")] = False
    pace: Annotated[
        float, typer.Option(help="How many times faster than real time matches run.", min=0.1, max=1000)
    ] = 1
    idle_hours: Annotated[float, typer.Option(help="Delete tables that nobody has used for this long.", min=0.01)] = 24
    keep_days: Annotated[float, typer.Option(help="How long finished matches are kept.", min=0)] = 30
    warm: Annotated[bool, typer.Option(help="Compile all games and bots at the start, not when first needed.")] = False
    bot: Annotated[
        list[str] | None,
        typer.Option(help="Offer a policy as an opponent: mine.py:policy, or Ada=mine.py:policy under the name Ada."),
    ] = None
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False


@app.command()
@with_options(ServeOptions)
def serve(asked: ServeOptions) -> None:
    """Serve live tables: people and bots, in the browser."""
    with without_collecting():
        from parlour.live.network import addresses
        from parlour.live.offered import load_offered
        from parlour.live.server import Serving, connections_per_address, write_log
        from parlour.live.server import serve as run
        from parlour.live.tables import Settings

    check_cache()
    write_log()

    def ready(address: str) -> None:
        print(f"Parlour is open at {address}")
        for own in addresses() if asked.host == "0.0.0.0" else []:
            print(f"In this network: http://{own}:{address.rpartition(':')[2]}")
        print("Stop with Ctrl-C.", flush=True)
        if asked.open_page:
            webbrowser.open(address)

    settings = Settings(asked.pace, asked.idle_hours, asked.keep_days, asked.warm, load_offered(asked.bot or ()))
    origins = frozenset(each.rstrip("/") for each in asked.origin or ())
    serving = Serving(
        asked.host or "127.0.0.1",
        asked.port,
        asked.database,
        origins,
        asked.behind_proxy,
        settings,
        connections_per_address(),
        may_open=asked.host is None and not origins and not asked.behind_proxy,
    )
    asyncio.run(run(serving, ready))


@app.command()
def verify(file: Annotated[Path, typer.Argument(metavar="LOG", help="The log of a live match.")]) -> None:
    """Check a live match from its log: was the seed fixed before it began, and did every move follow the rules?"""
    from parlour.live.verify import verify as check

    try:
        log = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"the log {file} cannot be read ({getattr(error, 'strerror', 'it is not text')})") from None
    check_cache()
    for line in check(log):
        print(line)


@app.command()
def backup(file: Annotated[Path, typer.Argument(metavar="FILE")], database: Database = "parlour.db") -> None:
    """Copy the database of a running server into a file."""
    from parlour.live.store import backup as copy

    copy(database, file)
    print(f"Copied to {file}.")


@app.command()
def forget(
    match: Annotated[str, typer.Argument(metavar="MATCH", help="The last part of its replay link.")],
    database: Database = "parlour.db",
) -> None:
    """Delete a finished match from the database of a server, which may be running."""
    from parlour.live.store import forget as delete

    delete(database, match)
    print(f"The match {match} is deleted.")


@benches.command("live")
def bench_live(
    tables: Annotated[str, typer.Option(help="Numbers of tables, measured one after another.")] = "500,1000,2000",
    seconds: Annotated[
        float,
        typer.Option(help="How long each is measured; under 60, the lag while tables are made counts too.", min=1),
    ] = 60,
    settle: Annotated[float, typer.Option(help="How long to play before measuring.", min=0)] = 15,
    restart: Annotated[
        int,
        typer.Option(
            help="Also restart a server with this many tables and measure how long people wait; 0 skips it.", min=0
        ),
    ] = 200,
    as_json: Annotated[bool, typer.Option("--json", help="The figures as JSON.")] = False,
    out: Annotated[Path | None, typer.Option(help="A page to write, in Markdown.")] = None,
) -> None:
    """Load-test live tables: a separate server, one simulated player at each table, bots in the other seats."""
    from parlour.bench.live_load import HEAD, bench, page, rows
    from parlour.bench.live_restart import restart as restart_server
    from parlour.bench.live_restart import section

    numbers = [int(word) for word in tables.split(",") if word.strip().isdecimal() and 0 < int(word) <= 20_000]
    if len(numbers) != len(tables.split(",")):
        raise BadInput(f"--tables takes numbers from 1 to 20,000, such as 500,1000, not {tables!r}")
    check_cache()

    def say(words: str) -> None:
        print(words, file=sys.stderr)

    found = bench(numbers, seconds, settle, say)
    restarted = asyncio.run(restart_server(restart, settle, say)) if restart else None
    if as_json:
        print(json.dumps({"tables": [*map(asdict, found)], "restart": asdict(restarted) if restarted else None}))
    else:
        table = Table(*HEAD)
        for row in rows(found):
            table.add_row(*row)
        Console().print(table)
        if restarted:
            print(
                f"After a restart of {restarted.tables} tables, the last welcome came after {restarted.last_s:.1f} s."
            )
    if out is not None:
        try:
            out.write_text(page(found, section(restarted) if restarted else ""), encoding="utf-8")
        except OSError as error:
            raise BadInput(f"{out} cannot be written ({error.strerror})") from None
