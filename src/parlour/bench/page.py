"""The figures as a Markdown page, and as rows for the terminal."""

from . import forms
from .figures import Figures, reference_of, references
from .race import Row

HEAD = ("form", "who", "game", "steps per second", "times", "of")

PAGE = """<!-- Made by `parlour bench --out docs/speed.md` (make bench). -->

# Speed

{machine}. Medians of {rounds} interleaved runs of about {seconds:g} s each; the load is that of the last minute, this
benchmark included. All players are random, four at a table where the game allows it. A step is one accepted action of
a seat. In batches and environments of real-time games it is one answer of a seat, which may also be to wait; share of
waits in a batch: {waits}. Figures of an H200 are in [speed-gpu.md](speed-gpu.md).

## Targets

All ratios compare speeds measured in this run.

{targets}
{absent}
{forms}
## Memory of a batch

Bytes per match, whatever the size of the batch. *Everything* includes what the batch itself needs: seats on turn,
random numbers, results.

{memory}
## Start-up

Times of whole processes, including the start of Python. With an empty cache the rules are compiled first.

{ready}"""


def short_number(speed: float) -> str:
    for unit, name in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if speed >= unit:
            return f"{speed / unit:.3g} {name}"
    return f"{speed:.0f}"


def rows(figures: Figures) -> list[tuple[str, ...]]:
    """One row per contender, in the order of the forms."""
    found = references(figures.rows)
    lines: list[tuple[str, ...]] = []
    for row in in_order(figures.rows):
        reference = reference_of(row.form, found)
        times = (f"{row.steps_per_second / reference[1]:.3g}", reference[0]) if reference else ("", "")
        lines.append((row.form, row.who, row.game, short_number(row.steps_per_second), *times))
    return lines


def in_order(found: list[Row]) -> list[Row]:
    return sorted(found, key=lambda row: list(forms.SAYS).index(row.form))


def table(head: tuple[str, ...], lines: list[tuple[str, ...]], words: int) -> str:
    """A Markdown table; the columns after the first `words` ones are numbers."""
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, rule, *lines))


def page(figures: Figures) -> str:
    waiting = [f"{game} {single.waits:.0%}" for game, single in figures.singles.items() if single.waits]
    return PAGE.format(
        machine=figures.machine,
        rounds=figures.rounds,
        seconds=figures.seconds,
        waits=", ".join(waiting) or "none",
        targets=targets(figures),
        absent=absent(figures),
        forms="".join(sections(figures)),
        memory=memory(figures),
        ready=ready(figures),
    )


def targets(figures: Figures) -> str:
    lines: list[tuple[str, ...]] = [
        (
            each.form,
            each.game,
            each.reference,
            f"{each.asked:g}",
            f"{each.measured:.3g}",
            "yes" if each.met else "**no**",
        )
        for each in figures.targets
    ]
    return table(("form", "game", "relative to", "target", "measured", "met"), lines, 3)


def absent(figures: Figures) -> str:
    if not figures.absent:
        return ""
    lines = "".join(f"- {each.who}: {each.why}\n" for each in figures.absent)
    return f"\nNot measured:\n\n{lines}"


def sections(figures: Figures) -> list[str]:
    """A section for each form that was measured."""
    lines = rows(figures)
    parts = []
    for form, says in forms.SAYS.items():
        own = [line[1:4] + line[4:5] for line in lines if line[0] == form]
        if own:
            of = next(line[5] for line in lines if line[0] == form)
            head = ("who", "game", "steps per second", f"times {of}" if of else "")
            width = len(head) if of else len(head) - 1
            parts.append(f"\n## {form[0].upper()}{form[1:]}\n\n{says}\n\n")
            parts.append(table(head[:width], [line[:width] for line in own], 2))
    return [*parts, "\n"]


def memory(figures: Figures) -> str:
    lines = [
        (game, *(f"{number:,}" for number in single.memory), f"{single.copy_ns:.1f}")
        for game, single in figures.singles.items()
    ]
    return table(("game", "state", "mask", "observation", "everything", "copy of a state, ns"), lines, 1)


def ready(figures: Figures) -> str:
    lines = [
        (game, *(f"{seconds:.1f}" for pair in single.starts for seconds in pair))
        for game, single in figures.singles.items()
        if single.starts
    ]
    if not lines:
        return "Not measured in this run.\n"
    head = ("game", "first simulation, s: empty cache", "next process", "first move, s: empty cache", "next process")
    return table(head, lines, 1)
