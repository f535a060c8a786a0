"""All figures of one run, and how they stand to what was asked for."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from parlour.kit import BadInput
from parlour.match import game as game_named

from . import forms, ours, peers
from .race import Absent, Contender, Row, Tell, race
from .singles import Room, Starts, copy_time, room, starts, waits

PACKAGES = ("parlour", "numba", "numpy", "open_spiel", "pgx", "jax", "rlcard", "pettingzoo", "gymnasium", "numba-cuda")

# What was asked for, by game.
TIMES_HEARTS = {"parrot": 40, "piccolo": 40, "piccolo_twist": 40, "tricky_twist": 30, "confetti": 10}
TIMES_LEDUC = {"parrot": 10, "piccolo": 10, "piccolo_twist": 10, "tricky_twist": 10, "confetti": 3}
GPU_MILLIONS = {"parrot": 2500, "piccolo": 1000, "piccolo_twist": 1000, "tricky_twist": 1000, "confetti": 200}
SEEING_TIMES_LEDUC = 2
AEC_TIMES_CLASSIC = 2
SPIEL_TIMES_HEARTS = 0.2
TWO_THREADS = 1.7  # times one


class Target(NamedTuple):
    """Something that was asked for: how many times a reference, or million steps a second."""

    game: str
    form: str
    reference: str
    asked: float
    measured: float

    @property
    def met(self) -> bool:
        return self.measured >= self.asked


class Singles(NamedTuple):
    room: Room
    copy_ns: float
    waits: float  # of the answers that random players of a batch give, how many are to wait
    starts: Starts | None


class Figures(NamedTuple):
    machine: str
    rounds: int
    seconds: float
    rows: list[Row]
    absent: list[Absent]
    targets: list[Target]
    singles: dict[str, Singles]  # by game


class References(NamedTuple):
    """What ratios are taken of, where it was measured."""

    hearts: float | None
    leduc: float | None  # the faster way of running it
    classic: float | None  # the fastest of PettingZoo's card environments


def measure(names: list[str], form: str, rounds: int, seconds: float, with_starts: bool, tell: Tell) -> Figures:
    """Everything in one run, or the forms in whose name `form` occurs. Processes are started before the race begins."""
    if not any(form in each for each in forms.SAYS):
        raise BadInput(f"no form is called {form!r}; there are: {'; '.join(forms.SAYS)}")
    tell("compiling what is not in the cache yet")
    ours.compile_elsewhere(names, form)
    singles = {}
    for name in names:
        tell(f"single figures: {name}")
        game = game_named(name)
        started = starts(game.rules) if with_starts else None
        singles[game.title] = Singles(room(game), copy_time(game.rules), waits(game), started)
    contenders: list[Contender] = []
    others, absent = peers.contenders()
    contenders += others
    contenders += ours.contenders(names)
    no_gpu = ours.no_gpu()
    if no_gpu is None:
        contenders += ours.gpu_contenders(names)
    else:
        absent.append(no_gpu)
    rows, failed = race([each for each in contenders if form in each.form], rounds, seconds, tell)
    return Figures(machine(), rounds, seconds, rows, absent + failed, targets(names, rows), singles)


def machine() -> str:
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        model = next((line.split(": ")[1] for line in info.read_text().splitlines() if "model name" in line), model)
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    versions = ", ".join(f"{name} {found}" for name in PACKAGES if (found := version_of(name)))
    return f"{model}, {forms.THREADS} cores{load}; Python {platform.python_version()}, {versions}"


def version_of(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def references(rows: list[Row]) -> References:
    def fastest(who: str, form: str, *games: str) -> float | None:
        found = [row.steps_per_second for row in rows if (row.who, row.form) == (who, form)]
        named = [row.steps_per_second for row in rows if (row.who, row.form) == (who, form) and row.game in games]
        return max(named if games else found, default=None)

    return References(
        fastest("OpenSpiel", forms.OPENSPIEL, peers.HEARTS),
        fastest("Pgx", forms.SEEING, peers.LEDUC, peers.LEDUC_STEPS),
        fastest("PettingZoo", forms.AEC),
    )


def reference_of(form: str, found: References) -> tuple[str, float] | None:
    """What a form is compared with, and its speed."""
    by_form = {
        forms.ONE_THREAD: ("OpenSpiel's hearts", found.hearts),
        forms.ALL_THREADS: ("OpenSpiel's hearts", found.hearts),
        forms.MATCH: ("OpenSpiel's hearts", found.hearts),
        forms.OPENSPIEL: ("OpenSpiel's hearts", found.hearts),
        forms.AEC: ("PettingZoo's fastest", found.classic),
        forms.BATCH: ("Pgx's Leduc", found.leduc),
        forms.SEEING: ("Pgx's Leduc", found.leduc),
        forms.VECTOR: ("Pgx's Leduc", found.leduc),
    }
    name, speed = by_form.get(form, ("", None))
    return (name, speed) if speed else None


def targets(names: list[str], rows: list[Row]) -> list[Target]:
    """All that can be judged by these rows."""
    found = references(rows)
    speeds = {(row.form, row.game): row.steps_per_second for row in rows if row.who == ours.WHO}
    judged = []
    for name in names:
        title = game_named(name).title
        asked = {
            forms.ONE_THREAD: TIMES_HEARTS.get(name),
            forms.OPENSPIEL: SPIEL_TIMES_HEARTS,
            forms.AEC: AEC_TIMES_CLASSIC,
            forms.BATCH: TIMES_LEDUC.get(name),
            forms.SEEING: SEEING_TIMES_LEDUC,
        }
        for form, times in asked.items():
            reference = reference_of(form, found)
            if times is not None and reference is not None and (form, title) in speeds:
                judged.append(Target(title, form, reference[0], times, speeds[form, title] / reference[1]))
        if forms.THREADS == 2 and {(forms.ONE_THREAD, title), (forms.ALL_THREADS, title)} <= set(speeds):
            gain = speeds[forms.ALL_THREADS, title] / speeds[forms.ONE_THREAD, title]
            judged.append(Target(title, forms.ALL_THREADS, "one thread", TWO_THREADS, gain))
        if (forms.GPU_GAMES, title) in speeds and name in GPU_MILLIONS:
            millions = speeds[forms.GPU_GAMES, title] / 1e6
            judged.append(Target(title, forms.GPU_GAMES, "million steps a second", GPU_MILLIONS[name], millions))
    return sorted(judged, key=lambda target: list(forms.SAYS).index(target.form))


def as_json(figures: Figures) -> dict[str, Any]:
    """The same as plain data."""
    return {
        **figures._asdict(),
        "rows": [row._asdict() for row in figures.rows],
        "absent": [each._asdict() for each in figures.absent],
        "targets": [{**target._asdict(), "met": target.met} for target in figures.targets],
        "singles": {
            game: {
                **single._asdict(),
                "room": single.room._asdict(),
                "starts": single.starts._asdict() if single.starts else None,
            }
            for game, single in figures.singles.items()
        },
    }
