"""`parlour tournament` rates bots against each other; `parlour lab` measures a game with bots."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from parlour.bots import Player, bots_of
from parlour.games import rules_of
from parlour.kit import BadInput, check_cache
from parlour.kit.files import check_writable, write_whole
from parlour.lab.compiling import compile_for
from parlour.lab.experiment import Experiment, PlayRun, Results, compare_readings, slow
from parlour.lab.run import Run, Seating, rotations
from parlour.lab.workers import Cluster, Stop, Threads, Workers, blocks, in_order
from parlour.match import game
from parlour.policies import players

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
    tell_failures,
)

Out = Annotated[Path | None, typer.Option(help="Also write the results to this HTML file.")]
SeatsOfBots = Annotated[
    int | None, typer.Option(help="Number of players. Default: the number of bots named, or the usual number.")
]
DEFAULT_BOT = "sharp"


def seat_players(name: str, text: str, seats: int | None) -> list[Player]:
    """One player for each seat, a bot or a policy; a single one fills all of them, by default at a table of the usual
    size."""
    bots = bots_of(rules_of(name))
    if seats is None and "," not in text:
        seats = bots.usual_seats
    if seats is not None:
        game(name).checked(seats, {})  # reports a wrong number of seats before a wrong number of bots
    return players(bots, text, seats)


def make_run(name: str, sitting: Sequence[Player], seating: Seating, seed: int, given: dict[str, str]) -> Run:
    """A run with checked options."""
    chosen = game(name).checked(len(seating[0]), given, seed)
    return Run(name, tuple(sitting), seating, seed, chosen)


class BlockRunner:
    """Plays the blocks of a run on threads or on Ray, with a progress bar; Ctrl-C stops it.

    Policies are asked in one thread, so that they need not be thread-safe and are asked in the same order every time. A
    notice at the end says which of them failed.
    """

    def __init__(self, run: Run, matches: int, threads: int | None, ray: str | None) -> None:
        if run.with_policies and ray is not None:
            raise BadInput("policies are asked on this machine, so a run with one cannot use --ray")
        self._run = run
        self._matches = matches
        self._threads = 1 if run.with_policies else threads
        self._ray = ray

    def __enter__(self) -> "BlockRunner":
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
        tell_failures(bots_of(rules_of(self._run.game)), self._run.players)

    def _stopping(self) -> None:
        print("parlour: stopping after the running matches; press Ctrl-C again to abort", file=sys.stderr)

    def of(self, job: Callable[[int, int], Any]) -> Iterator[Any]:
        """The results of a job for each block, in order."""
        spans = blocks(self._matches, slow(self._run), self._run.with_policies)
        for (first, last), result in zip(spans, in_order(self._workers, job, spans, self._stop), strict=False):
            yield result
            self._advance(last - first)


def exit_if_stopped(matches: int, requested: int) -> None:
    """If the run was stopped early: say so, and exit with the code of an interrupted command."""
    if matches < requested:
        print(f"parlour: stopped after {matches:,} of {requested:,} matches", file=sys.stderr)
        raise typer.Exit(130)


@app.command()
def tournament(
    name: GameName,
    bots: Annotated[str, typer.Option(help="The entrants, for example casual,sharp,mine.py:policy.")],
    seats: Annotated[int | None, typer.Option(help="Players per match. Default: the usual number.")] = None,
    number: Games = 1000,
    seed: RunSeed = 0,
    threads: ThreadCount = None,
    ray: RayAddress = None,
    option: Options = None,
    out: Out = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Rate bots against each other in a tournament."""
    from parlour.lab.tournament import Ratings, in_mixed_order, seatings

    check_numbers(number, threads)
    check_cache()
    ours = bots_of(rules_of(name))
    entrants = players(ours, bots)
    if len({str(entrant) for entrant in entrants}) < len(entrants) or len(entrants) < 2:
        raise BadInput("a tournament needs at least two entrants, each named once")
    seats = ours.usual_seats if seats is None else seats
    if seats < 2:
        raise BadInput("a tournament needs at least two seats")
    if out is not None:
        from parlour.lab import tournament_page

        _check_page(out)
        check_writable(out)
    given = options_given(option)
    game(name).checked(seats, given, seed)  # the number of seats, before anything is played
    rows = in_mixed_order(seatings(len(entrants), seats), seed)
    run = make_run(name, entrants, rows, seed, given)
    requested = -(-number // len(rows)) * len(rows)
    if requested != number:
        print(
            f"parlour: {requested:,} matches instead of {number:,}, "
            f"so that each of {len(rows):,} seatings is played equally often",
            file=sys.stderr,
        )
    ratings = Ratings(run, requested)
    with BlockRunner(run, requested, threads, ray) as played:
        for tallies in played.of(PlayRun(run)):
            ratings.add(tallies)
    if not ratings.matches:
        raise KeyboardInterrupt
    if out is not None:
        again = _command_line("tournament", run, bots, number, given, [*_out(out)])
        write_whole(out, tournament_page.page(ratings, requested, again))
    _print_standings(ratings, requested, as_json)
    if out is not None and not as_json:
        print(f"Wrote {out}")
    exit_if_stopped(ratings.matches, requested)


def _print_standings(ratings: Any, requested: int, as_json: bool) -> None:
    from parlour.lab import formatting
    from parlour.lab.general_figures import WINS_BY_BOT

    standings, run = ratings.standings(), ratings.run
    if as_json:
        data = {
            "game": run.game,
            "seats": run.seats,
            "games": ratings.matches,
            "partial": ratings.matches < requested,
            "seed": run.seed,
            "seatings": len(run.seating),
            "versions": run.versions,
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
        print(json.dumps(data))
        return
    console = Console()
    console.print(f"{ratings.matches:,} matches of {game(run.game).title}, {run.seats} at a table")
    table = Table(box=None, pad_edge=False)
    table.add_column("", justify="right")
    table.add_column("bot")
    for head in ("rating", "95 % credible interval", "wins per seat", "95 % interval", "matches"):
        table.add_column(head, justify="right")
    for place, one in enumerate(standings, start=1):
        won, around = formatting.estimate(WINS_BY_BOT, one.wins)
        believed = f"{one.low:.2f} to {one.high:.2f}"
        table.add_row(str(place), one.bot, f"{one.rating:.2f}", believed, f"{won} %", around, f"{one.matches:,}")
    console.print(table)
    console.print(
        f"An equal share of wins is {100 / run.seats:.3g} %. All bots start with a rating of 25.", style="dim"
    )


@app.command()
def lab(
    name: GameName,
    seats: SeatsOfBots = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="One bot or policy for all seats, or one per seat, as in mine.py:policy,sharp. Default: sharp."
        ),
    ] = None,
    number: Games = 1000,
    out: Annotated[Path, typer.Option(help="The report; its data are written next to it, as Parquet.")] = Path(
        "report.html"
    ),
    seed: RunSeed = 0,
    option: Options = None,
    compare: Annotated[
        str | None, typer.Option(help="Compare values of an option on the same seeds: NAME=VALUE,VALUE.")
    ] = None,
    threads: ThreadCount = None,
    ray: RayAddress = None,
) -> None:
    """Write a report on a game from many bot matches."""
    from parlour.lab.data import ParquetWriter
    from parlour.lab.report import ReportInfo, report

    check_numbers(number, threads)
    check_cache()
    rules = rules_of(name)
    named = bots or (DEFAULT_BOT if DEFAULT_BOT in bots_of(rules).names else "random")
    sitting = seat_players(name, named, seats)
    given = options_given(option)
    run = make_run(name, sitting, rotations(len(sitting)), seed, given)
    experiment = Experiment((run,)) if compare is None else compare_readings(run, compare)
    _check_page(out)
    data = out.with_suffix(".parquet")
    for path in (out, data):
        check_writable(path)
    again = _command_line("lab", run, named, number, given, [*(["--compare", compare] if compare else []), *_out(out)])
    results = Results(experiment)
    about = {"command": again, "game": name, "seed": seed, "asked": number, **run.versions}
    with ExitStack() as stack:
        writer = stack.enter_context(ParquetWriter(data, about))
        with BlockRunner(run, number, threads, ray) as played:
            for part in played.of(experiment):
                writer.add(experiment.runs, experiment.readings, part.tallies)
                results.add(part)
        if not results.matches:
            raise KeyboardInterrupt
        made = ReportInfo(number, again, compare.partition("=")[0] if compare else "")
        page = report(results, made)
        writer.close()
        write_whole(out, page)
    _print_results(results, made)
    print(f"Wrote {out} and {data}")
    exit_if_stopped(results.matches, number)


def _check_page(out: Path) -> None:
    if out.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"a report is an HTML file, so its name must end in .html, not {str(out)!r}")


def _out(out: Path) -> list[str]:
    return ["--out", str(out)]


def _command_line(what: str, run: Run, bots: str, number: int, given: dict[str, str], more: Sequence[str]) -> list[str]:
    """The command that reproduces a run; threads and Ray make no difference."""
    words = ["parlour", what, run.game, "--seats", str(run.seats), "--bots", bots, "--games", str(number)]
    words += ["--seed", str(run.seed)]
    for name, value in given.items():
        words += ["--option", f"{name}={value}"]
    return [*words, *more]


def _print_results(results: Results, made: Any) -> None:
    from parlour.lab import formatting
    from parlour.lab.general_figures import GENERAL
    from parlour.lab.report import comparison_cells, summary_sentence

    console = Console()
    title = rules_of(results.experiment.runs[0].game).title
    if not made.compared:
        console.print(f"{results.matches:,} matches of {title}")
        table = Table(box=None, pad_edge=False)
        for head in ("", "", "mean", "95 % interval", ""):
            table.add_column(head, justify="right" if head else "left")
        for figure in GENERAL:
            for row, group in enumerate(results.groups(figure)):
                value, interval = formatting.estimate(figure, results.estimate(figure, group))
                table.add_row(figure.title if row == 0 else "", group, value, interval, formatting.unit_of(figure))
        console.print(table)
        return
    comparisons = results.comparisons()
    console.print(f"{results.matches:,} matches of {title} under each of {' / '.join(results.experiment.readings)}")
    console.print(summary_sentence(results, made.compared, comparisons))
    table = Table(box=None, pad_edge=False)
    for head in (
        "",
        "",
        "reading",
        results.experiment.readings[0],
        "other",
        "difference",
        "95 % interval",
        "significant?",
    ):
        table.add_column(head, justify="right" if head in ("difference", "95 % interval", "other") else "left")
    for comparison in sorted(comparisons, key=lambda comparison: not comparison.differs):
        table.add_row(*comparison_cells(results, comparison), style="bold" if comparison.differs else "dim")
    console.print(table)
    console.print("Paired by seed; p-values are corrected for the number of comparisons (Holm).", style="dim")
