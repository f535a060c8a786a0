"""`parlour sim`: many matches between random players or bots, and their results."""

import hashlib
import json
import time
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from parlour.engine import simulate
from parlour.engine.threads import cores
from parlour.kit import check_cache
from parlour.kit.figures import Means, by_player, win_shares
from parlour.lab import formatting
from parlour.lab.compiling import compile_random_play
from parlour.lab.estimates import Moments
from parlour.lab.experiment import PlayRun
from parlour.lab.run import rotations
from parlour.match import Game, game

from .commands import seats_or_minimum
from .lab import BlockRunner, exit_if_stopped, make_run, seat_players
from .options import (
    GameName,
    Games,
    Options,
    RayAddress,
    RunSeed,
    Seats,
    ThreadCount,
    app,
    check_numbers,
    options_given,
    progress,
)

WINS = Means(
    "Wins",
    "",
    "of its matches",
    lambda tallies, facts: by_player(tallies, facts, win_shares(tallies, facts)),
    share=True,
)
SCORE = Means("Score", "", "points", lambda tallies, facts: by_player(tallies, facts, tallies["scores"]))


@app.command()
def sim(
    name: GameName,
    seats: Seats = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="A bot or policy for all seats, or one per seat, as in mine.py:policy,sharp. Default: random players."
        ),
    ] = None,
    number: Games = 1000,
    seed: RunSeed = 0,
    threads: ThreadCount = None,
    ray: RayAddress = None,
    option: Options = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Play many matches and show wins and scores."""
    check_numbers(number, threads)
    check_cache()
    if bots is not None or ray is not None:
        _between_bots(name, seats, bots or "random", number, seed, threads, ray, option, as_json)
        return
    played = game(name)
    players = seats_or_minimum(played, seats)
    chosen = played.checked(players, options_given(option), seed)
    workers = threads or cores()
    compile_random_play(played.name)
    simulate(played.rules, players, chosen, seed, 0, 1)  # the rest of it, so that it is not timed
    with progress(played.title, number) as advance:
        began = time.perf_counter()
        scores, steps, _ = simulate(played.rules, players, chosen, seed, 0, number, workers, advance)
        seconds = time.perf_counter() - began
    _print_summary(_summary(played, players, scores, int(steps.sum()), seconds), as_json)


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


def _print_summary(summary: dict[str, Any], as_json: bool) -> None:
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


def _between_bots(
    name: str,
    seats: int | None,
    bots: str,
    number: int,
    seed: int,
    threads: int | None,
    ray: str | None,
    option: list[str] | None,
    as_json: bool,
) -> None:
    sitting = seat_players(name, bots, seats)
    run = make_run(name, sitting, rotations(len(sitting)), seed, options_given(option))
    figures = (WINS, SCORE)
    sums: dict[tuple[str, str], Moments] = {}
    digest, matches, steps = hashlib.sha256(), 0, 0
    with BlockRunner(run, number, threads, ray) as blocks:
        began = time.perf_counter()
        for tallies in blocks.of(PlayRun(run)):
            for figure in figures:
                for group, pair in figure.values(tallies, run.facts).items():
                    more = Moments.of([pair])
                    if (figure.title, group) in sums:
                        sums[figure.title, group].add(more)
                    else:
                        sums[figure.title, group] = more
            digest.update(np.ascontiguousarray(tallies["scores"][:, : run.seats], "<i4").tobytes())
            matches += len(tallies)
            steps += int(tallies["steps"].sum())
        seconds = time.perf_counter() - began
    rows = []
    for group in dict.fromkeys(run.facts.players):
        wins = sums[WINS.title, group].estimate(matches, share=True)
        score = sums[SCORE.title, group].estimate(matches)
        rows.append((group, wins, score))
    if as_json:
        data = {
            "game": name,
            "seats": run.seats,
            "games": matches,
            "partial": matches < number,
            "seed": seed,
            "steps": steps,
            "seconds": seconds,
            "games_per_second": matches / seconds,
            "versions": run.versions,
            "bots": [
                {
                    "bot": group,
                    "seats": run.facts.players.count(group),
                    "wins": wins.value,
                    "wins_95": [wins.low, wins.high],
                    "mean_score": score.value,
                    "mean_score_95": [score.low, score.high] if matches > 1 else None,
                }
                for group, wins, score in rows
            ],
            "digest": digest.hexdigest(),
        }
        print(json.dumps(data))
    else:
        console = Console()
        console.print(
            f"{matches:,} matches of {game(name).title} in {seconds:.2f} s: {matches / seconds:,.0f} a second"
        )
        table = Table(box=None, pad_edge=False)
        table.add_column("bot")
        for head in ("wins per seat", "95 % interval", "mean score", "95 % interval"):
            table.add_column(head, justify="right")
        for group, wins, score in rows:
            won, around = formatting.estimate(WINS, wins)
            table.add_row(group, f"{won} %", around, *formatting.estimate(SCORE, score))
        console.print(table)
        console.print(
            f"An equal share of wins is {100 / run.seats:.3g} %. Digest of all scores {digest.hexdigest()[:16]}.",
            style="dim",
        )
    exit_if_stopped(matches, number)
