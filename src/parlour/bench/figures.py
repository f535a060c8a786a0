"""All figures of one run, and how they compare with the targets (targets.toml)."""

import os
import platform
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple

from parlour.kit import BadInput
from parlour.match import game as game_named

from . import forms, ours, peers
from .footprint import Memory, Starts, copy_time, memory, starts, waits
from .race import Absent, Contender, Row, Tell, race

PACKAGES = ("parlour", "numba", "numpy", "open_spiel", "pgx", "jax", "rlcard", "pettingzoo", "gymnasium", "numba-cuda")
_TARGETS_FILE = Path(__file__).with_name("targets.toml")
TARGETS: dict[str, dict[str, float]] = tomllib.loads(_TARGETS_FILE.read_text(encoding="utf-8"))  # by form


class Target(NamedTuple):
    """A speed target: a multiple of a reference, or million steps per second."""

    game: str
    form: str
    reference: str
    asked: float
    measured: float

    @property
    def met(self) -> bool:
        return self.measured >= self.asked


class Singles(NamedTuple):
    memory: Memory
    copy_ns: float
    waits: float  # the share of waits among the answers of random players in a batch
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
    """The speeds that others are compared with; None where not measured."""

    hearts: float | None
    leduc: float | None  # the faster way to run it
    classic: float | None  # the fastest of PettingZoo's card environments


def measure(names: list[str], form: str, rounds: int, seconds: float, with_starts: bool, tell: Tell) -> Figures:
    """Measure all forms whose name contains `form`. Start-up times are taken before the race begins."""
    if not any(form in each for each in forms.SAYS):
        raise BadInput(f"no form has {form!r} in its name; the forms are: {'; '.join(forms.SAYS)}")
    tell("compiling")
    ours.compile_elsewhere(names, form)
    singles = {}
    for name in names:
        tell(f"memory and start-up time of {name}")
        game = game_named(name)
        started = starts(game.rules) if with_starts else None
        singles[game.title] = Singles(memory(game), copy_time(game.rules), waits(game), started)
    contenders: list[Contender] = []
    others, absent = peers.contenders()
    contenders += others
    contenders += ours.contenders(names)
    no_node = ours.no_node(names)
    if no_node is None:
        contenders += ours.node_contenders(names)
    else:
        absent.append(no_node)
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
        lines = info.read_text(encoding="utf-8").splitlines()
        model = next((line.split(": ")[1] for line in lines if "model name" in line), model)
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""  # noqa: TID251
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
    """The reference of a form, and its speed."""
    by_form = {
        forms.ONE_THREAD: ("OpenSpiel's hearts", found.hearts),
        forms.ALL_THREADS: ("OpenSpiel's hearts", found.hearts),
        forms.NODE: ("OpenSpiel's hearts", found.hearts),
        forms.MATCH: ("OpenSpiel's hearts", found.hearts),
        forms.OPENSPIEL: ("OpenSpiel's hearts", found.hearts),
        forms.AEC: ("PettingZoo's fastest", found.classic),
        forms.BATCH: ("Pgx's Leduc", found.leduc),
        forms.SEEING: ("Pgx's Leduc", found.leduc),
        forms.VECTOR: ("Pgx's Leduc", found.leduc),
    }
    name, speed = by_form.get(form, ("", None))
    return (name, speed) if speed else None


def target_reference(form: str, found: References, one_thread: float | None) -> tuple[str, float] | None:
    """The reference that a form's target is a multiple of; `one_thread` is the game's own speed on one thread."""
    if form == forms.ALL_THREADS:
        return ("one thread", one_thread) if one_thread and forms.THREADS == 2 else None
    if form == forms.NODE:
        return ("one thread", one_thread) if one_thread else None
    if form == forms.GPU_GAMES:
        return "million steps a second", 1e6
    return reference_of(form, found)


def targets(names: list[str], rows: list[Row]) -> list[Target]:
    """All targets that these rows can judge."""
    found = references(rows)
    speeds = {(row.form, row.game): row.steps_per_second for row in rows if row.who == ours.WHO}
    judged = []
    for name in names:
        title = game_named(name).title
        for form, asked in TARGETS.items():
            target = asked.get(name, asked.get("default"))
            reference = target_reference(form, found, speeds.get((forms.ONE_THREAD, title)))
            if target is not None and reference is not None and (form, title) in speeds:
                judged.append(Target(title, form, reference[0], target, speeds[form, title] / reference[1]))
    return sorted(judged, key=lambda target: list(forms.SAYS).index(target.form))


def as_json(figures: Figures) -> dict[str, Any]:
    """The figures as plain data."""
    return {
        **figures._asdict(),
        "rows": [row._asdict() for row in figures.rows],
        "absent": [each._asdict() for each in figures.absent],
        "targets": [{**target._asdict(), "met": target.met} for target in figures.targets],
        "singles": {
            game: {
                **single._asdict(),
                "memory": single.memory._asdict(),
                "starts": single.starts._asdict() if single.starts else None,
            }
            for game, single in figures.singles.items()
        },
    }
