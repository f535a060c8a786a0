"""What players may see of Piccolo Twist: everything except the order of the banks, hidden from everyone."""

from typing import Any

import msgspec

from parlour.games.bell.rules import NO_CARD, SEATS
from parlour.games.bell.sight import (
    BELL_PIECES,
    LONG,
    Pace,
    Result,
    observe_bell,
    pace,
    rang_at,
    resample_bell,
    result,
    seat_from,
    see_bell,
    ticks,
)
from parlour.kit import NEVER, SPECTATOR, Pieces, in_python, numbers, plain, rule

from .cards import MOST, TYPES, amount_of, colour_of, parts_of, type_of
from .rules import KINDS, Act, Ending, LastRound, cap_at, score

PIECES = Pieces(
    **BELL_PIECES,  # type: ignore[arg-type]
    top_type=(SEATS, KINDS),
    top_colour=(SEATS, KINDS),
    top_amount=(SEATS, MOST),
    colour_sums=numbers(KINDS, SEATS * MOST),  # the sum of the tops of each colour
    type_sums=numbers(KINDS, SEATS * MOST),
    barred=SEATS,
    last_round=3,  # not yet, the next, now
    options=6,  # 1: the second value is chosen; own stack, short payment, last chance, end, two-player end, cap
    two_player_penalty=1,  # 1: the second value is chosen
    grace=1,  # likewise
    until_stop=numbers(1, LONG),  # in ticks
)
TOP_TYPE, TOP_COLOUR, TOP_AMOUNT = (PIECES[name].start for name in ("top_type", "top_colour", "top_amount"))
COLOUR_SUMS, TYPE_SUMS = PIECES["colour_sums"].start, PIECES["type_sums"].start
BARRED, LAST_ROUND, OPTIONS = (PIECES[name].start for name in ("barred", "last_round", "options"))
PENALTY, GRACE, UNTIL_STOP = (PIECES[name].start for name in ("two_player_penalty", "grace", "until_stop"))


@rule
def see(state, seat, seen):
    """TWI-61, TWI-62: nobody has private information, so every seat and every spectator sees the same."""
    see_bell(state, seen)


@rule
def resample(seen, seat, world, seed):
    resample_bell(seen, world, seed)


@rule
def observe(seen, seat, out):
    observe_bell(seen, seat, out)
    for step in range(seen.seats):
        other = seat_from(seen, seat, step)
        card = int(seen.tops[other])
        if card != NO_CARD:
            observe_top(int(seen.faces[card]), step, out)
        out[BARRED + step] = seen.barred[other]
    out[LAST_ROUND + int(seen.last_round)] = 1
    out[OPTIONS] = seen.own_stack
    out[OPTIONS + 1] = seen.short_payment
    out[OPTIONS + 2] = seen.last_chance_wrong_ring
    out[OPTIONS + 3] = seen.game_end
    out[OPTIONS + 4] = seen.two_player_end
    out[OPTIONS + 5] = seen.cap_minutes_choice
    out[PENALTY] = seen.two_player_penalty
    out[GRACE] = seen.late_grace_ms_choice
    if seen.overtime_ends != NEVER:
        out[UNTIL_STOP] = ticks(int(seen.overtime_ends) - int(seen.clock))


@rule
def observe_top(face, step, out):
    kind, colour, amount = type_of(face), colour_of(face), amount_of(face)
    out[TOP_TYPE + step * KINDS + kind] = 1
    out[TOP_COLOUR + step * KINDS + colour] = 1
    out[TOP_AMOUNT + step * MOST + amount - 1] = 1
    out[COLOUR_SUMS + colour] += amount
    out[TYPE_SUMS + kind] += amount


# For people


class Card(msgspec.Struct):
    type: str
    colour: str
    amount: int


class Seat(msgspec.Struct):
    status: str  # "in", "last chance" (TWI-38), "empty" (an empty bank without a last chance) or "out"
    bank: int
    stack: int
    top: Card | None
    rings_at: int | None  # the moment for which a pending ring counts
    locked: bool  # may not ring before the next flip
    barred: bool  # may not ring in the rest of the last round
    handicap_ms: int
    score: int


class View(msgspec.Struct):
    you: int | None
    turn: int | None  # whose card is flipped next; None when nobody has a card or the game is over
    seats: list[Seat]
    pace: Pace
    result: Result | None
    last_round: str  # "not yet", "next" or "now"
    cap_at: int | None  # when the time limit makes the current round the last
    stops_at: int | None  # when the game ends without a right ring, once the cap is reached
    ending: str | None


LAST_ROUNDS = {LastRound.NOT_YET: "not yet", LastRound.NEXT: "next", LastRound.NOW: "now"}
ENDINGS = {
    Ending.NONE: None,
    Ending.LAST_ROUND_WON: "the last round has been won",
    Ending.LAST_ROUND_LOST: "the last round has been lost by a wrong ring",
    Ending.STALEMATE: "nobody has a card left to flip",
    Ending.CAP: "the time is up",
    Ending.LAST_PLAYER: "one player is left",
}


def moment(ms: int) -> int | None:
    return None if ms == NEVER else ms


def top_of(seen: Any, seat: int) -> Card | None:
    card = seen.tops[seat]
    return None if card == NO_CARD else Card(*parts_of(seen.faces[card]))


STATUSES = IN, LAST_CHANCE, EMPTY, OUT = ("in", "last chance", "empty", "out")


def status_of(seen: Any, seat: int) -> str:
    if not seen.playing[seat]:
        return OUT
    if seen.bank_left[seat] > 0:
        return IN
    return LAST_CHANCE if seen.seats > 2 and seen.last_round != LastRound.NOW else EMPTY


def view(seen: Any, seat: int) -> View:
    """TWI-61, TWI-62: tops and the sizes of banks and stacks, but never the cards under a top."""
    seen = plain(seen)
    scores = [0] * SEATS
    in_python(score)(seen, scores)
    return View(
        you=None if seat == SPECTATOR else seat,
        turn=None if seen.ending or seen.bank_left[seen.turn] == 0 else seen.turn,
        seats=[
            Seat(
                status=status_of(seen, other),
                bank=seen.bank_left[other],
                stack=seen.stack_left[other],
                top=top_of(seen, other),
                rings_at=rang_at(seen, other),
                locked=bool(seen.locked[other]),
                barred=bool(seen.barred[other]),
                handicap_ms=seen.handicap_ms[other],
                score=scores[other],
            )
            for other in range(seen.seats)
        ],
        pace=pace(seen),
        result=result(seen),
        last_round=LAST_ROUNDS[seen.last_round],
        cap_at=moment(in_python(cap_at)(seen)),
        stops_at=moment(seen.overtime_ends),
        ending=ENDINGS[seen.ending],
    )


SIGNS = dict(zip(TYPES, "▲♦●■", strict=True))  # so that types differ without colour too
CARD_WIDTH = 26


def show(seen: Any, seat: int) -> str:
    """The table in a terminal: one line per seat with bank, stack and top."""
    told = view(seen, seat)
    lines = [
        f"[bold]Piccolo Twist[/]   {told.pace.clock / 1000:.1f} s   flip {told.pace.flips}{round_in_words(told)}",
        "",
        f"[dim]{'':<14}{'bank':>5}{'stack':>7}{'cards':>7}   {'in view':<{CARD_WIDTH}}[/]",
    ]
    for number, line in enumerate(told.seats):
        mark = ">" if number == told.turn else " "
        name = "you" if number == told.you else f"player {number + 1}"
        row = f"{mark} {name:<12}{line.bank:>5}{line.stack:>7}{line.score:>7}   "
        style = "dim" if line.status == "out" else "bold" if number == told.turn else "default"
        lines.append(f"[{style}]{row}[/]{picture(line.top)}{remarks(line)}".rstrip())
    lines += ["", headline(told)]
    return "\n".join(lines)


def round_in_words(told: View) -> str:
    if told.ending is not None or told.last_round == "not yet":
        return ""
    return "   [bold]last round[/]" if told.last_round == "now" else "   the next round is the last"


def picture(top: Card | None) -> str:
    if top is None:
        return f"[dim]{'-':<{CARD_WIDTH}}[/]"
    signs = " ".join(SIGNS[top.type] * top.amount)
    return f"[{top.colour}]{f'{signs:<10}{top.amount} {top.type}':<{CARD_WIDTH}}[/]"


def remarks(line: Seat) -> str:
    words = [] if line.status == "in" else [line.status]
    if line.rings_at is not None:
        words.append("[bold]rings![/]")
    if line.barred:
        words.append("may not ring")
    elif line.locked:
        words.append("bell locked")
    if line.handicap_ms:
        words.append(f"rings {line.handicap_ms} ms late")
    return ", ".join(words)


def headline(told: View) -> str:
    if told.ending is not None:
        best = max(line.score for line in told.seats)
        winners = [f"player {number + 1}" for number, line in enumerate(told.seats) if line.score == best]
        return f"[bold]Over: {told.ending}. Won by {' and '.join(winners)} with {best} cards.[/]"
    if told.pace.verdict_at is not None:
        return "[bold]The bell rings.[/]"
    turn = "Nobody has a card left to flip." if told.turn is None else f"Player {told.turn + 1} flips."
    if told.result is None:
        return turn
    return f"Player {told.result.seat + 1} rang {'rightly' if told.result.right else 'wrongly'}. {turn}"


WORDS = {Act.FLIP: "flip the next card", Act.RING: "ring the bell", Act.LEAVE: "leave the table"}


def describe(seen: Any, action: int) -> str:
    return WORDS[Act(action)]
