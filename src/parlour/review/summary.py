"""A review in numbers for people: parts that still add up after rounding, and the mistakes, worst first."""

from typing import NamedTuple

from .turns import WHOLE, Decision, TurnReport

TENTH = WHOLE // 1000  # of a percent


class Parts(NamedTuple):
    """What the result is made of, in tenths of a percent of the chance to win. start + luck - lost == end."""

    start: int
    luck: int
    lost: int
    end: int


def parts_of(report: TurnReport) -> Parts:
    """Luck gets the rounding, so that the other three are what a reader can check."""
    lost = sum(report.losses)
    luck = report.luck + sum(decision.luck for decision in report.decisions)
    start, lost_tenths, end = (_tenths(share) for share in (report.start, lost, report.start + luck - lost))
    return Parts(start, end - start + lost_tenths, lost_tenths, end)


def _tenths(share: int) -> int:
    return (share + TENTH // 2) // TENTH


def mistakes_of(report: TurnReport) -> list[Decision]:
    return sorted((d for d in report.decisions if d.mistake), key=lambda d: -d.loss)


def percent(tenths: int, signed: bool = False) -> str:
    sign = "-" if tenths < 0 else "+" if signed else ""
    return f"{sign}{abs(tenths) // 10}.{abs(tenths) % 10} %"


def share(chance: int) -> str:
    """A chance in millionths as a percentage."""
    return percent(_tenths(chance))


def moment(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


def number(value: float) -> str:
    """A number with three digits, as figures of a review are known no better."""
    return f"{value:.3g}"


def place_of(report_scores: list[int], seat: int, lowest_wins: bool) -> int:
    """The place of a seat, from 1; equal scores share it."""
    sign = -1 if lowest_wins else 1
    return 1 + sum(sign * other > sign * report_scores[seat] for other in report_scores)
