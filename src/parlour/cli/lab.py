"""`parlour tournament` and `parlour lab`: bots measured against one another, and games measured by bots."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from parlour.bots import Player, bots_of, players
from parlour.games import rules_of
from parlour.kit import BadInput, Option, PerSeat, check_cache, read_options
from parlour.lab.run import Run, Seating, rotations
from parlour.lab.survey import Findings, Playing, Survey, compile_for, slow
from parlour.lab.workers import Cluster, Stop, Threads, Workers, blocks, in_order
from parlour.match import game

from .options import (
    GameName,
    Games,
    Options,
    RayAddress,
    RunSeed,
    ThreadCount,
    app,
    check_numbers,
    options_given,
    progress,
)

Out = Annotated[Path | None, typer.Option(help="An HTML file to write.")]
SeatsOfBots = Annotated[int | None, typer.Option(help="How many play; by default as many as bots are named.")]
DEFAULT_BOT = "sharp"


def at_table(name: str, text: str, seats: int | None) -> list[Player]:
    """One player for each seat. A single bot fills the table, by default one of the usual size."""
    bots = bots_of(rules_of(name))
    if seats is None and "," not in text:
        seats = bots.usual_seats
    if seats is not None:
        game(name).new(seats=seats, seed=0)  # a wrong number of seats is said before a wrong number of bots
    return players(bots, text, seats)


def prepared(name: str, sitting: Sequence[Player], seating: Seating, seed: int, given: dict[str, str]) -> Run:
    """A run, checked."""
    chosen = game(name).new(seats=len(seating[0]), seed=seed, options=given).options
    return Run(name, tuple(sitting), seating, seed, chosen)


class Blocks:
    """The blocks of a run: played on threads or on Ray, with a bar, and stopped by Ctrl-C."""

    def __init__(self, run: Run, matches: int, threads: int | None, ray: str | None) -> None:
        self._run = run
        self._matches = matches
        self._threads = threads
        self._ray = ray

    def __enter__(self) -> "Blocks":
        workers: Workers = Threads(self._threads) if self._ray is None else Cluster(self._ray, self._threads)
        self._workers = workers
        with ExitStack() as stack:
            stack.callback(workers.close)
            compile_for(self._run)
            self._stop = stack.enter_context(Stop().on_interrupt(self._stopping))
            self._advance = stack.enter_context(progress(rules_of(self._run.game).title, self._matches))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *what: Any) -> None:
        self._stack.__exit__(*what)

    def _stopping(self) -> None:
        print("parlour: stopping; the matches at hand are finished first", file=sys.stderr)

    def of(self, job: Callable[[int, int], Any]) -> Iterator[Any]:
        """What the job makes of each block, in order."""
        spans = blocks(self._matches, slow(self._run))
        for (first, last), result in zip(spans, in_order(self._workers, job, spans, self._stop), strict=False):
            yield result
            self._advance(last - first)


def leave_early(matches: int, asked: int) -> None:
    """After a run that was stopped: say so, and leave with the exit code of an interrupted command."""
    if matches < asked:
        print(f"parlour: stopped after {matches:,} of {asked:,} matches", file=sys.stderr)
        raise typer.Exit(130)


@app.command()
def tournament(
    name: GameName,
    bots: Annotated[str, typer.Option(help="The entrants, as in novice,casual,sharp.")],
    seats: Annotated[
        int | None, typer.Option(help="How many sit at a table; by default as many as usually play.")
    ] = None,
    number: Games = 1000,
    seed: RunSeed = 0,
    threads: ThreadCount = None,
    ray: RayAddress = None,
    option: Options = None,
    out: Out = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Let bots meet in every seating equally often, and rate them (OpenSkill, Plackett-Luce)."""
    from parlour.lab.data import check_output, write_whole
    from parlour.lab.tournament import Ratings, in_mixed_order, seatings

    check_numbers(number, threads)
    check_cache()
    ours = bots_of(rules_of(name))
    entrants = players(ours, bots)
    if len({str(entrant) for entrant in entrants}) < len(entrants) or len(entrants) < 2:
        raise BadInput("a tournament has two entrants or more, each named once")
    seats = ours.usual_seats if seats is None else seats
    if seats < 2:
        raise BadInput("a tournament is played with two seats or more, for nobody meets anybody with fewer")
    if out is not None:
        _check_page(out)
        check_output(out)
    given = options_given(option)
    game(name).new(seats=seats, seed=seed, options=given)  # the seats are checked before they are filled
    rows = in_mixed_order(seatings(len(entrants), seats), seed)
    run = prepared(name, entrants, rows, seed, given)
    asked = -(-number // len(rows)) * len(rows)
    if asked != number:
        print(
            f"parlour: {asked:,} matches instead of {number:,}, "
            f"so that each of {len(rows):,} seatings comes equally often",
            file=sys.stderr,
        )
    ratings = Ratings(run, asked)
    with Blocks(run, asked, threads, ray) as played:
        for tallies in played.of(Playing(run)):
            ratings.add(tallies)
    if not ratings.matches:
        raise KeyboardInterrupt
    if out is not None:
        from parlour.lab import standings

        again = _command("tournament", run, bots, number, given, [*_out(out)])
        write_whole(out, standings.page(ratings, asked, again))
    _tell_standings(ratings, asked, as_json)
    if out is not None and not as_json:
        print(f"Written: {out}")
    leave_early(ratings.matches, asked)


def _tell_standings(ratings: Any, asked: int, as_json: bool) -> None:
    from parlour.lab import words
    from parlour.lab.general import WINS_BY_BOT

    standings, run = ratings.standings(), ratings.run
    if as_json:
        told = {
            "game": run.game,
            "seats": run.seats,
            "games": ratings.matches,
            "partial": ratings.matches < asked,
            "seed": run.seed,
            "seatings": len(run.seating),
            "bots": [
                {
                    "bot": one.bot,
                    "rating": one.rating,
                    "sigma": one.sigma,
                    "rating_95": [one.low, one.high],
                    "matches": one.matches,
                    "wins": one.wins.value,
                    "wins_95": [one.wins.low, one.wins.high],
                    "mean_score": one.score.value,
                }
                for one in standings
            ],
        }
        print(json.dumps(told))
        return
    console = Console()
    console.print(f"{ratings.matches:,} matches of {game(run.game).title}, {run.seats} at a table")
    table = Table(box=None, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("bot")
    for head in ("rating", "95 %, it believes", "wins of a seat", "95 % interval", "matches"):
        table.add_column(head, justify="right")
    for place, one in enumerate(standings, start=1):
        won, around = words.estimate(WINS_BY_BOT, one.wins)
        believed = f"{one.low:.2f} to {one.high:.2f}"
        table.add_row(str(place), one.bot, f"{one.rating:.2f}", believed, f"{won} %", around, f"{one.matches:,}")
    console.print(table)
    console.print(
        f"An equal share of wins is {100 / run.seats:.3g} %. Everybody began with a rating of 25.", style="dim"
    )


@app.command()
def lab(
    name: GameName,
    seats: SeatsOfBots = None,
    bots: Annotated[
        str | None,
        typer.Option(help="Who plays, as in sharp,casual: one for each seat, or one for all; by default sharp."),
    ] = None,
    number: Games = 1000,
    out: Annotated[Path, typer.Option(help="The report; its data lie beside it as Parquet.")] = Path("report.html"),
    seed: RunSeed = 0,
    option: Options = None,
    compare: Annotated[
        str | None, typer.Option(help="Play each reading of an option on the same seeds: NAME=VALUE,VALUE.")
    ] = None,
    threads: ThreadCount = None,
    ray: RayAddress = None,
) -> None:
    """Play many matches between bots and write a report on the game: one HTML file, and its data as Parquet."""
    from parlour.lab.data import Ledger, check_output, write_whole

    check_numbers(number, threads)
    check_cache()
    rules = rules_of(name)
    named = bots or (DEFAULT_BOT if DEFAULT_BOT in bots_of(rules).names else "random")
    sitting = at_table(name, named, seats)
    given = options_given(option)
    run = prepared(name, sitting, rotations(len(sitting)), seed, given)
    survey = Survey((run,)) if compare is None else readings(run, compare)
    _check_page(out)
    data = out.with_suffix(".parquet")
    for path in (out, data):
        check_output(path)
    again = _command("lab", run, named, number, given, [*(["--compare", compare] if compare else []), *_out(out)])
    findings = Findings(survey)
    about = {"command": again, "game": name, "rules": rules.version, "seed": seed, "asked": number}
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(data, about))
        with Blocks(run, number, threads, ray) as played:
            for part in played.of(survey):
                ledger.add(survey.runs, survey.readings, part.tallies)
                findings.add(part)
        if not findings.matches:
            raise KeyboardInterrupt
        from parlour.lab.report import About, report

        made = About(number, again, compare.partition("=")[0] if compare else "")
        page = report(findings, made)
        ledger.close()
        write_whole(out, page)
    _tell_findings(findings, made)
    print(f"Written: {out} and {data}")
    leave_early(findings.matches, number)


def readings(run: Run, text: str) -> Survey:
    """The same run under each reading of an option, written NAME=VALUE,VALUE.

    An option with a number for each seat has commas within a value: its values are separated by a stroke, as in
    handicap_ms=0,0,300/0,0,0; without a stroke each number stands for all seats.
    """
    name, equals, listed = text.partition("=")
    if not equals:
        raise BadInput(f"a comparison is given as NAME=VALUE,VALUE, not {text!r}")
    rules = rules_of(run.game)
    option: Option | None = next((option for option in rules.options if option.name == name), None)
    values = listed.split("/" if isinstance(option, PerSeat) and "/" in listed else ",")
    chosen = [read_options(rules.options, {name: value}, run.seats) for value in values]
    if name in run.options:
        raise BadInput(f"{name} is compared, so it cannot be chosen with --option as well")
    if len(values) < 2 or any(one in chosen[:number] for number, one in enumerate(chosen)):
        raise BadInput(f"a comparison takes two different values of {name} or more, not {listed!r}")
    return Survey(tuple(replace(run, options={**run.options, **one}) for one in chosen), tuple(values))


def _check_page(out: Path) -> None:
    if out.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"a report is an HTML file, so its name ends in .html, unlike {str(out)!r}")


def _out(out: Path) -> list[str]:
    return ["--out", str(out)]


def _command(what: str, run: Run, bots: str, number: int, given: dict[str, str], more: Sequence[str]) -> list[str]:
    """What to type to do this again; threads and Ray do not matter."""
    words = ["parlour", what, run.game, "--seats", str(run.seats), "--bots", bots, "--games", str(number)]
    words += ["--seed", str(run.seed)]
    for name, value in given.items():
        words += ["--option", f"{name}={value}"]
    return [*words, *more]


def _tell_findings(findings: Findings, made: Any) -> None:
    from parlour.lab import words
    from parlour.lab.general import GENERAL
    from parlour.lab.report import in_a_sentence, verdict_cells

    console = Console()
    title = rules_of(findings.survey.runs[0].game).title
    if not made.compared:
        console.print(f"{findings.matches:,} matches of {title}")
        table = Table(box=None, pad_edge=False)
        for head in ("", "", "mean", "95 % interval", ""):
            table.add_column(head, justify="right" if head else "left")
        for figure in GENERAL:
            for row, group in enumerate(findings.groups(figure)):
                value, interval = words.estimate(figure, findings.estimate(figure, group))
                table.add_row(figure.title if row == 0 else "", group, value, interval, words.unit_of(figure))
        console.print(table)
        return
    verdicts = findings.verdicts()
    console.print(f"{findings.matches:,} matches of {title} under each of {' / '.join(findings.survey.readings)}")
    console.print(in_a_sentence(findings, made.compared, verdicts))
    table = Table(box=None, pad_edge=False)
    for head in (
        "",
        "",
        "reading",
        findings.survey.readings[0],
        "then",
        "difference",
        "95 % interval",
        "more than chance?",
    ):
        table.add_column(head, justify="right" if head in ("difference", "95 % interval", "then") else "left")
    for verdict in sorted(verdicts, key=lambda verdict: not verdict.differs):
        table.add_row(*verdict_cells(findings, verdict), style="bold" if verdict.differs else "dim")
    console.print(table)
    console.print("Paired on the same seeds; p-values are corrected for the number of comparisons (Holm).", style="dim")
