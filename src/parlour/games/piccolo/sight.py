"""What players may see of Piccolo: everything except the order of the draw piles, hidden from everyone."""

from typing import Any

import msgspec

from parlour.games.bell.rules import NO_CARD, OVERTIME_MS, SEATS
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

from .cards import FRUITS
from .rules import FRUIT_KINDS, Act, Ending, score

PIECES = Pieces(
    **BELL_PIECES,  # type: ignore[arg-type]
    top_fruit=(SEATS, FRUIT_KINDS),
    top_amount=(SEATS, 5),
    voted=SEATS,
    elimination=3,
    short_payment=3,
    until_stop=numbers(1, LONG),  # in ticks
)
TOP_FRUIT, TOP_AMOUNT = PIECES["top_fruit"].start, PIECES["top_amount"].start
VOTED, ELIMINATION = PIECES["voted"].start, PIECES["elimination"].start
SHORT_PAYMENT, UNTIL_STOP = PIECES["short_payment"].start, PIECES["until_stop"].start


@rule
def see(state, seat, seen):
    """PIC-58 to PIC-60: nobody has private information, so every seat and every spectator sees the same."""
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
            out[TOP_FRUIT + step * FRUIT_KINDS + int(seen.fruit[card])] = 1
            out[TOP_AMOUNT + step * 5 + int(seen.amount[card]) - 1] = 1
        out[VOTED + step] = seen.voted[other]
    out[ELIMINATION + int(seen.elimination)] = 1
    out[SHORT_PAYMENT + int(seen.short_payment)] = 1
    out[UNTIL_STOP] = ticks(int(seen.latest_end) - int(seen.clock))


# For people


class Card(msgspec.Struct):
    fruit: str
    amount: int


class Seat(msgspec.Struct):
    playing: bool
    draw_pile: int
    discard_pile: int
    top: Card | None
    rings_at: int | None  # the moment for which a pending ring counts
    locked: bool  # may not ring before the next flip
    votes_to_stop: bool
    score: int


class View(msgspec.Struct):
    you: int | None
    turn: int | None
    dealer: int
    seats: list[Seat]
    pace: Pace
    result: Result | None
    cap_at: int | None  # from when on the next right ring ends the game
    stops_at: int | None  # when the game ends without a right ring
    ending: str | None


ENDINGS = {
    Ending.NONE: None,
    Ending.LAST_PLAYER: "one player has gathered all cards",
    Ending.AGREED: "the players agreed to stop",
    Ending.STALEMATE: "nobody had a card left to flip",
    Ending.CAP: "the game had gone on for long enough",
}


def top_of(seen: Any, seat: int) -> Card | None:
    card = seen.tops[seat]
    return None if card == NO_CARD else Card(FRUITS[seen.fruit[card]], seen.amount[card])


def view(seen: Any, seat: int) -> View:
    """PIC-58, PIC-60, PIC-61: tops and the sizes of piles, but never the cards under a top."""
    seen = plain(seen)
    scores = [0] * SEATS
    in_python(score)(seen, scores)
    return View(
        you=None if seat == SPECTATOR else seat,
        turn=None if seen.ending else seen.turn,
        dealer=seen.dealt_by,
        seats=[
            Seat(
                playing=bool(seen.playing[other]),
                draw_pile=seen.bank_left[other],
                discard_pile=seen.stack_left[other],
                top=top_of(seen, other),
                rings_at=rang_at(seen, other),
                locked=bool(seen.locked[other]),
                votes_to_stop=bool(seen.voted[other]),
                score=scores[other],
            )
            for other in range(seen.seats)
        ],
        pace=pace(seen),
        result=result(seen),
        cap_at=None if seen.latest_end == NEVER else seen.latest_end - OVERTIME_MS,
        stops_at=None if seen.latest_end == NEVER else seen.latest_end,
        ending=ENDINGS[seen.ending],
    )


COLOURS = {"banana": "yellow", "strawberry": "red", "lime": "green", "plum": "magenta"}


def show(seen: Any, seat: int) -> str:
    """The table in a terminal: one line per seat with its piles and its top."""
    told = view(seen, seat)
    lines = [f"[bold]Piccolo[/]   {told.pace.clock / 1000:.1f} s   flip {told.pace.flips}", ""]
    lines.append("[dim]              draw  discard  cards   in view[/]")
    for number, line in enumerate(told.seats):
        mark = "[bold]>[/]" if number == told.turn else " "
        name = "you" if number == told.you else f"player {number + 1}"
        row = f"{name:<14}{line.draw_pile:>2}  {line.discard_pile:>7}  {line.score:>5}   "
        lines.append(f"{mark} {row if line.playing else f'[dim]{row}[/]'}{picture(line.top)} {remarks(line)}".rstrip())
    lines += ["", headline(told)]
    return "\n".join(lines)


def picture(top: Card | None) -> str:
    if top is None:
        return f"[dim]{'-':<18}[/]"
    return f"[{COLOURS[top.fruit]}]{'●' * top.amount:<5} {top.amount} {top.fruit:<10}[/]"


def remarks(line: Seat) -> str:
    words = []
    if not line.playing:
        words.append("out")
    if line.rings_at is not None:
        words.append("[bold]rings![/]")
    if line.locked:
        words.append("bell locked")
    if line.votes_to_stop:
        words.append("votes to stop")
    return ", ".join(words)


def headline(told: View) -> str:
    if told.ending is not None or told.turn is None:
        best = max(line.score for line in told.seats)
        winners = [f"player {number + 1}" for number, line in enumerate(told.seats) if line.score == best]
        return f"[bold]Over: {told.ending}. Won by {' and '.join(winners)}.[/]"
    if told.pace.verdict_at is not None:
        return "[bold]The bell rings.[/]"
    if told.result is not None:
        right = "rightly" if told.result.right else "wrongly"
        return f"Player {told.result.seat + 1} rang {right}. Player {told.turn + 1} flips."
    return f"Player {told.turn + 1} flips."


WORDS = {
    Act.FLIP: "flip the next card",
    Act.RING: "ring the bell",
    Act.VOTE_STOP: "vote to stop the game",
    Act.VOTE_ON: "refuse to stop the game",
    Act.LEAVE: "leave the table",
}


def describe(seen: Any, action: int) -> str:
    return WORDS[Act(action)]
