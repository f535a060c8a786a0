"""What a seat may see of Parrot: nobody knows a down card, and only the drawer knows a drawn card (PAR-102)."""

import msgspec

from parlour.kit import Pieces, below, copy_record, in_python, numbers, plain, rule, shuffle

from .cards import COPIES, HIDDEN, KINDS, NONE, PAIRS, PLACES, ROUNDS, name_of
from .counts import count_of, minus_one, plus
from .rules import (
    CARDS,
    COUNTING_MS,
    NOBODY,
    NOT_CHOSEN,
    OPENING,
    OPENING_MS,
    SEATS,
    TURN_MS,
    Phase,
    rounds_to_play,
)


@rule
def see(state, seat, seen):
    """PAR-15, PAR-102. Every discard was seen once, so the record keeps all; the view shows only the top (PAR-36)."""
    copy_record(state, seen)
    seen.rng = 0
    if state.from_pile and seat != state.turn:
        seen.hand = HIDDEN
    for other in range(state.seats):
        if state.phase == OPENING and other != seat and state.opening[other] != NOT_CHOSEN:
            seen.opening[other] = HIDDEN
        for place in range(PLACES):
            seen.box[other, place] = seen.box[other, place] if seen.up[other, place] else HIDDEN
    for i in range(CARDS):
        seen.pile[i] = HIDDEN if i < state.pile_left else NONE


@rule
def unseen(seen):
    """The number of unseen cards of each kind: in the pile, among the down cards, or drawn by others."""
    counts = 0
    for kind in range(KINDS):
        counts = plus(counts, kind, int(COPIES[kind]))
    for other in range(seen.seats):
        for place in range(PLACES):
            if seen.up[other, place]:
                counts = minus_one(counts, int(seen.box[other, place]))
    for i in range(seen.discarded):
        counts = minus_one(counts, int(seen.discards[i]))
    if seen.hand >= 0:
        counts = minus_one(counts, int(seen.hand))
    return counts


@rule
def in_pile(seen):
    """How many of these are known to be in the pile, or drawn from it by another player: after a reshuffle (PAR-56)
    everybody knows its cards."""
    counts = 0
    for kind in range(KINDS):
        counts = plus(counts, kind, int(seen.recycled[kind]))
    if seen.hand >= 0 and seen.from_pile:
        counts = minus_one(counts, int(seen.hand))
    return counts


@rule
def lay_pile(world, counts):
    """Shuffle these cards and make them the pile. Returns their number."""
    size = 0
    for kind in range(KINDS):
        for _ in range(count_of(counts, kind)):
            world.pile[size] = kind
            size += 1
    shuffle(world, world.pile, size)
    return size


@rule
def resample(seen, seat, world, seed):
    """Before a reshuffle, nobody can tell pile, down cards and a drawn card apart. After it, the down cards are cards
    never seen, and the pile with a drawn card is made of the old discards."""
    world.rng = seed
    pool, pile = unseen(seen), 0
    if seen.reshuffles > 0:
        pile = in_pile(seen)
        pool -= pile
    size = lay_pile(world, pool)
    for other in range(seen.seats):
        for place in range(PLACES):
            if not seen.up[other, place]:
                size -= 1
                world.box[other, place] = world.pile[size]
        if seen.opening[other] == HIDDEN:
            world.opening[other] = below(world, len(PAIRS))
    if seen.reshuffles > 0:
        size = lay_pile(world, pile)
    if seen.hand == HIDDEN:
        size -= 1
        world.hand = world.pile[size]
    for i in range(size, CARDS):
        world.pile[i] = NONE


PIECES = Pieces(
    phase=len(Phase),
    rounds_left=numbers(1, int(ROUNDS.max())),
    your_turn=1,
    turn=SEATS,  # seats are counted clockwise from the observer's
    ender=SEATS,
    ready=SEATS,  # 1: has chosen the opening
    boxes=(SEATS, PLACES, KINDS + 1),  # 0 to 12, Parrot, down
    hand=KINDS + 1,  # the last: an unknown card
    from_pile=1,
    floated=1,
    discard=KINDS,
    pile_left=numbers(1, CARDS),
    turns=numbers(SEATS, 16),
    unseen=numbers(KINDS, int(COPIES.max())),  # how many of each kind are still to come
    in_pile=numbers(KINDS, int(COPIES.max())),  # how many of them are known to be in the pile
    ahead=numbers(SEATS, 64),  # points more than the observer's, at most 127
    two_parrots=1,
    float=1,
    decline_discard=1,
)
AT_PHASE, AT_ROUNDS, AT_YOURS = PIECES["phase"].start, PIECES["rounds_left"].start, PIECES["your_turn"].start
AT_TURN, AT_ENDER, AT_READY = PIECES["turn"].start, PIECES["ender"].start, PIECES["ready"].start
AT_BOXES, AT_HAND, AT_FROM = PIECES["boxes"].start, PIECES["hand"].start, PIECES["from_pile"].start
AT_FLOATED, AT_DISCARD, AT_PILE = PIECES["floated"].start, PIECES["discard"].start, PIECES["pile_left"].start
AT_TURNS, AT_UNSEEN, AT_IN_PILE = PIECES["turns"].start, PIECES["unseen"].start, PIECES["in_pile"].start
AT_AHEAD, AT_TWO_PARROTS = PIECES["ahead"].start, PIECES["two_parrots"].start
AT_FLOAT, AT_DECLINE = PIECES["float"].start, PIECES["decline_discard"].start


@rule
def observe(seen, seat, out):
    me = max(seat, 0)
    seats = int(seen.seats)
    out[AT_PHASE + int(seen.phase)] = 1
    out[AT_ROUNDS] = rounds_to_play(seen) - int(seen.round_no)
    out[AT_YOURS] = seat == seen.turn
    if seen.turn != NOBODY:
        out[AT_TURN + (int(seen.turn) - me) % seats] = 1
    if seen.ender != NOBODY:
        out[AT_ENDER + (int(seen.ender) - me) % seats] = 1
    for k in range(seats):
        other = me + k if me + k < seats else me + k - seats
        out[AT_READY + k] = seen.opening[other] != NOT_CHOSEN
        out[AT_TURNS + k] = seen.turns[other]
        out[AT_AHEAD + k] = min(127, max(-127, int(seen.totals[other]) - int(seen.totals[me])))
        for place in range(PLACES):
            card = int(seen.box[other, place])
            out[AT_BOXES + (k * PLACES + place) * (KINDS + 1) + (KINDS if card == HIDDEN else card)] = 1
    if seen.hand != NONE:
        out[AT_HAND + (KINDS if seen.hand == HIDDEN else int(seen.hand))] = 1
    out[AT_FROM] = seen.from_pile
    out[AT_FLOATED] = seen.floated
    if seen.discarded > 0:
        out[AT_DISCARD + int(seen.discards[int(seen.discarded) - 1])] = 1
    out[AT_PILE] = seen.pile_left
    still, known = unseen(seen), in_pile(seen)
    for kind in range(KINDS):
        out[AT_UNSEEN + kind] = count_of(still, kind)
        out[AT_IN_PILE + kind] = count_of(known, kind)
    out[AT_TWO_PARROTS] = seen.two_parrots
    out[AT_FLOAT] = seen.float
    out[AT_DECLINE] = seen.decline_discard


class SeatView(msgspec.Struct):
    """One player: the Box as eight cards ("?" is down), and the points."""

    box: list[str]
    down: int
    ready: bool  # has chosen the two cards of the opening
    left: bool
    rounds: list[int]
    total: int


class View(msgspec.Struct):
    """Parrot as one person sees it."""

    phase: str
    you: int | None
    round: int
    rounds: int
    turn: int | None
    ender: int | None
    pile: int
    discards: int
    discard: str | None  # the top of the discard pile
    hand: str | None  # the card gained this turn, "?" if only its drawer sees it
    from_pile: bool
    opening: list[int] | None  # the two places you chose, while the others still choose
    deadline: int | None  # when the table makes the current decision
    clock: int
    seats: list[SeatView]


def view(seen, seat: int) -> View:  # type: ignore[no-untyped-def]
    seen = plain(seen)
    phase = Phase(seen.phase)
    done = seen.round_no + (phase in (Phase.COUNTING, Phase.OVER))
    limit = {Phase.OPENING: OPENING_MS, Phase.COUNTING: COUNTING_MS, Phase.OVER: None}.get(phase, TURN_MS)
    chosen = seen.opening[seat] if seat >= 0 and phase == Phase.OPENING else NOT_CHOSEN
    return View(
        phase=phase.name.lower(),
        you=seat if seat >= 0 else None,
        round=seen.round_no + 1,
        rounds=in_python(rounds_to_play)(seen),
        turn=None if seen.turn == NOBODY else seen.turn,
        ender=None if seen.ender == NOBODY else seen.ender,
        pile=seen.pile_left,
        discards=seen.discarded,
        discard=name_of(seen.discards[seen.discarded - 1]) if seen.discarded else None,
        hand=None if seen.hand == NONE else name_of(seen.hand),
        from_pile=bool(seen.from_pile),
        opening=None if chosen == NOT_CHOSEN else PAIRS[chosen].tolist(),
        deadline=None if limit is None else seen.began + limit,
        clock=seen.clock,
        seats=[
            SeatView(
                box=[name_of(card) for card in seen.box[other]],
                down=PLACES - sum(seen.up[other]),
                ready=seen.opening[other] != NOT_CHOSEN,
                left=bool(seen.left[other]),
                rounds=[points[other] for points in seen.points[:done]],
                total=seen.totals[other],
            )
            for other in range(seen.seats)
        ],
    )


COLOURS = ["cyan", "blue", "magenta", "red", "yellow", "green"]  # one per player


def show(seen, seat: int) -> str:  # type: ignore[no-untyped-def]
    """The table in a terminal: Boxes side by side, the piles above."""
    table = view(seen, seat)
    heads, tops, bottoms, sums = [], [], [], []
    for other, player in enumerate(table.seats):
        mark = ">" if other == table.turn else "*" if other == table.ender else " "
        name = "you" if other == table.you else f"player {other + 1}"
        heads.append(f"[bold {COLOURS[other]}]{mark + ' ' + name:<15}[/]")
        tops.append(_row(player.box[:4]))
        bottoms.append(_row(player.box[4:]))
        sums.append(f"[dim]{player.total:>6} points[/]  ")
    hand = f"   in hand [bold]{table.hand}[/]" if table.hand else ""
    piles = f"pile {table.pile}   discard [bold]{table.discard or '-'}[/]"
    return "\n".join(
        [
            f"round {table.round} of {table.rounds}   {piles}{hand}",
            "",
            "   ".join(heads).rstrip(),
            "   ".join(tops).rstrip(),
            "   ".join(bottoms).rstrip(),
            "   ".join(sums).rstrip(),
        ]
    )


def _row(cards: list[str]) -> str:
    """Four cards in fifteen columns; a down card is a dot."""
    return " ".join(
        f"[dim]{'·':>3}[/]" if card == "?" else f"[bold green]{'P':>3}[/]" if card == "P" else f"{card:>3}"
        for card in cards
    )
