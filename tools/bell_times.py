"""Measures in bot matches how quickly each level rings at a bell game, for the reviews of these games.

python tools/bell_times.py             write level_times.py of both bell games (some minutes)
python tools/bell_times.py --losses    print the mean loss per five of each level, against equals and among casual bots
"""

import argparse
import math
from collections.abc import Iterator

from parlour import game
from parlour.bots.seated import seat_bots
from parlour.games.bell.review import LOST_MS
from parlour.kit import LEVELS
from parlour.kit.review import RealTimeReview
from parlour.review.real_time import RealTimeReport, review_real_time
from parlour.review.registry import review_of
from rulebooks import ROOT

GAMES = ("piccolo", "piccolo_twist")
SEATS = 4
MATCHES = 100
OTHERS = "casual"
TENTHS = (0.1, 0.25, 0.5, 0.75, 0.9)
REFERENCE = 100
FIRST_SEED = 10_001
NEVER_RINGS = {"miss": 1.0, "fooled": 0.0, "stray": 0.0}  # traits
HEAD = '''"""How quickly the levels ring, in ms: measured by tools/bell_times.py, which writes this file.

LEVELS: the 10 %, 25 %, 50 %, 75 % and 90 % quantiles of each level. REFERENCE: a hundred quantiles of a casual player.
"""
'''


def reports(name: str, level: str, others: str, matches: int, quiet: bool = False) -> Iterator[RealTimeReport]:
    """Reviews of one such bot, which sits in each seat in turn. `quiet`: the others never ring, and leave it time."""
    for number in range(matches):
        seat = number % SEATS
        options = {"min_flip_gap_ms": LOST_MS} if quiet else {}
        match = game(name).new(seats=SEATS, seed=FIRST_SEED + number, options=options)
        bots = seat_bots(match, ",".join(level if other == seat else others for other in range(SEATS)))
        if quiet:
            for other, bot in bots.bots.items():
                if other != seat:
                    for trait, value in NEVER_RINGS.items():
                        bot._minds[trait] = value
        for _ in bots.play_out():
            pass
        review = review_of(match.rules)
        assert isinstance(review, RealTimeReview)
        yield review_real_time(match.log(), seat, review)


def times(name: str, level: str) -> list[int]:
    """The time for each five; one that was missed counts as LOST_MS."""
    rows = []
    for report in reports(name, level, OTHERS, MATCHES, quiet=True):
        for five in report.own["fives"]:
            rows.append(LOST_MS if five["time"] is None else min(round(five["time"]), LOST_MS))
    return sorted(rows)


def quantiles(rows: list[int], shares: list[float]) -> list[int]:
    return [rows[int(share * len(rows))] for share in shares]


def level_times(name: str) -> str:
    lines = []
    for level in LEVELS:
        rows = times(name, level)
        found = quantiles(rows, list(TENTHS))
        lines.append(f'    ("{level}", {", ".join(map(str, found))}),\n')
        if level == OTHERS:
            reference = quantiles(rows, [(number + 0.5) / REFERENCE for number in range(REFERENCE)])
    table = "".join(f"    *({', '.join(map(str, reference[at : at + 10]))}),\n" for at in range(0, REFERENCE, 10))
    return f"{HEAD}\nLEVELS = (\n{''.join(lines)})\nREFERENCE = (\n{table})\n"


def print_losses(name: str, matches: int) -> None:
    """The mean over matches of the mean loss per five, and its 95 % interval."""
    for others in ("equals", OTHERS):
        for level in LEVELS:
            found = reports(name, level, level if others == "equals" else others, matches)
            means = [sum(report.losses) / len(report.losses) for report in found if report.losses]
            mean = sum(means) / len(means)
            half = 1.96 * math.sqrt(sum((each - mean) ** 2 for each in means) / (len(means) - 1) / len(means))
            print(
                f"{name}, against {others}: {level} {mean:.1f} ms, {mean - half:.1f} to {mean + half:.1f}", flush=True
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--losses", action="store_true", help="print losses; write nothing")
    parser.add_argument("--matches", type=int, default=300, help="of each level, for --losses")
    given = parser.parse_args()
    for name in GAMES:
        if given.losses:
            print_losses(name, given.matches)
        else:
            path = ROOT / "src" / "parlour" / "games" / name / "level_times.py"
            path.write_text(level_times(name))


if __name__ == "__main__":
    main()
