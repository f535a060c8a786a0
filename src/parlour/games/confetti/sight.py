"""What a seat may see. Confetti is open to all (CON-98): hidden is only what lies aside and was never in play."""

import msgspec
import numpy as np

from parlour.kit import SPECTATOR, Pieces, below, copy_record, in_python, pasted, plain, rule

from .cards import CARD_SIDE, CARDS, CELL, COLOURS, COLUMNS, LETTERS, ROWS, SEATS, SHAPES, name_of
from .rules import (
    ASIDE,
    CHOOSE,
    FIFTHS,
    GRACE_MS,
    HELD,
    LOOSE,
    MIDDLE,
    NOBODY,
    OVER,
    PLAY,
    POINT,
    REMOVED,
    UNKNOWN,
    Act,
    card_limit,
    draw_unknown_cards,
    one_pulls,
    pulls_at,
    rounds,
    window_closes,
)


@rule
def is_hidden(state, card):
    """CON-98: put aside and not seen yet. What lay in the middle once is known for good."""
    return (state.place[card] == ASIDE) & (state.fresh_in[card] > state.round_now)


@rule
def see(state, seat, seen):
    """All seats and spectators see the same. Of the hidden cards it is unknown when they come and, if the deck was
    drawn at random, what they show."""
    copy_record(state, seen)
    seen.rng = 0
    if state.drawn:
        for card in range(CARDS):
            if is_hidden(state, card):
                for size in range(3):
                    seen.deck[card, size] = UNKNOWN
    for card in range(CARDS):  # from `seen` to `seen`, and without a branch: sixteen cards go at a time
        seen.fresh_in[card] = UNKNOWN if is_hidden(seen, card) else seen.fresh_in[card]


@rule
def resample(seen, seat, world, seed):
    """The hidden cards are one class: any of them may come in any of the places left in the rounds to come, and
    of a deck drawn at random each may be any card that has not been seen."""
    world.rng = seed
    if world.drawn:
        draw_unknown_cards(world)
    left = 0
    for card in range(CARDS):
        if seen.fresh_in[card] == UNKNOWN:
            left += 1
    for card in range(CARDS):
        if seen.fresh_in[card] == UNKNOWN:
            world.fresh_in[card] = round_of_place(world, below(world, left))
            left -= 1


@rule
def round_of_place(world, place):
    """The round that the `place`-th place still free belongs to."""
    if not (world.seats == 1 and world.solo_pool == FIFTHS):
        return 2  # halves: whatever is hidden is the second half
    number = int(world.round_now)
    while place >= 0:
        number += 1
        place -= 17 if number < 5 else 16
        for card in range(CARDS):
            if world.fresh_in[card] == number:
                place += 1
    return number


# The observation: own seat first, then clockwise. Times are in 20 ms, places in cells. What a card is, is said in small
# numbers: a byte for every possible answer would make it three times as long.

NOT_SEEN = 7  # aside and not seen yet, after the places of CON-23
TICK_MS = 20

pieces = Pieces(
    phase=4,
    round_now=5,
    rounds_left=1,
    seats=SEATS,
    stealing=3,
    conflict=2,
    round2_pool=2,
    limit=2,
    extra_card=2,
    solo_pool=3,
    seconds_left=1,
    card_limit=1,
    card_place=CARDS,
    card_owner=CARDS,  # how far clockwise, oneself being 1; 0: nobody's
    card_pulling=CARDS,  # a bit for each seat, the lowest one's own
    card_face=(CARDS, 3),  # the kinds from 1; 0: not seen yet
    card_wait=CARDS,  # how long until a loose card can be stolen
    card_cell=CARDS,  # from 1, row by row; 0: does not lie in the middle
    pull_left=CARDS,  # how long until a window closes or a tug ends
    take_wait=SEATS,  # how long until the right hand is free
    cards=SEATS,
    points=SEATS,
    owed=SEATS,
    result=SEATS,
    gone=SEATS,
)

PHASE = pieces["phase"].start
ROUND_NOW = pieces["round_now"].start
ROUNDS_LEFT = pieces["rounds_left"].start
SEATS_AT = pieces["seats"].start
STEALING = pieces["stealing"].start
CONFLICT = pieces["conflict"].start
ROUND2_POOL = pieces["round2_pool"].start
LIMIT = pieces["limit"].start
EXTRA_CARD = pieces["extra_card"].start
SOLO_POOL = pieces["solo_pool"].start
SECONDS_LEFT = pieces["seconds_left"].start
CARD_LIMIT = pieces["card_limit"].start
CARD_PLACE = pieces["card_place"].start
CARD_OWNER = pieces["card_owner"].start
CARD_PULLING = pieces["card_pulling"].start
CARD_FACE = pieces["card_face"].start
CARD_WAIT = pieces["card_wait"].start
CARD_CELL = pieces["card_cell"].start
PULL_LEFT = pieces["pull_left"].start
TAKE_WAIT = pieces["take_wait"].start
CARDS_AT = pieces["cards"].start
POINTS = pieces["points"].start
OWED = pieces["owed"].start
RESULT = pieces["result"].start
GONE = pieces["gone"].start


@rule
def ticks(ms):
    """A time to come as a small number; what is past is 0."""
    return (max(0, ms) + TICK_MS - 1) // TICK_MS


@rule
def observe(seen, seat, out):
    now = int(seen.clock)
    seats = int(seen.seats)
    out[PHASE + int(seen.phase)] = 1
    out[ROUND_NOW + int(seen.round_now) - 1] = 1
    out[ROUNDS_LEFT] = rounds(seen) - int(seen.round_now)
    out[SEATS_AT + seats - 1] = 1
    out[STEALING + int(seen.stealing)] = 1
    out[CONFLICT + int(seen.conflict)] = 1
    out[ROUND2_POOL + int(seen.round2_pool)] = 1
    out[LIMIT + int(seen.limit)] = 1
    out[EXTRA_CARD + int(seen.extra_card)] = 1
    out[SOLO_POOL + int(seen.solo_pool)] = 1
    if seen.phase != OVER:
        out[SECONDS_LEFT] = (int(seen.phase_ends) - now + 999) // 1000
    out[CARD_LIMIT] = card_limit(seen)
    first = max(0, seat)
    observe_cards(seen, first, out)
    for i in range(seen.pulls):
        observe_pull(seen, first, np.int64(seen.pulled[i]), out)
        out[PULL_LEFT + int(seen.pulled[i])] = ticks(int(seen.pull_ends[i]) - now)
    for k in range(seats):
        other = seat_clockwise_of(seen, first, k)
        if seen.phase == PLAY:
            out[TAKE_WAIT + k] = ticks(int(seen.free_at[other]) - now)
        out[CARDS_AT + k] = seen.cards[other]
        out[POINTS + k] = seen.points[other]
        out[OWED + k] = seen.owed[other]
        out[RESULT + k] = seen.result[other]
        out[GONE + k] = seen.gone[other]


@rule
def observe_cards(seen, first, out):
    """Without a branch on what a card is, which would be a coin's toss to a processor; sixteen cards at a time."""
    seats = int(seen.seats)
    for card in range(CARDS):
        out[CARD_PLACE + card] = seen.place[card] + NOT_SEEN * (seen.fresh_in[card] == UNKNOWN)  # ASIDE is 0
    for k in range(seats):
        other = np.int8(seat_clockwise_of(seen, first, k))
        for card in range(CARDS):
            out[CARD_OWNER + card] += (k + 1) * (seen.owner[card] == other)
    for card in range(CARDS):
        for size in range(3):
            out[CARD_FACE + 3 * card + size] = seen.deck[card, size] + np.int8(1)
    for card in range(CARDS):
        out[CARD_CELL + card] = (seen.cell[card] + 1) * (seen.place[card] == MIDDLE)
    if seen.phase == PLAY:
        for seat in range(seats):
            for i in range(seen.cards[seat]):
                card = int(seen.zone[seat, i])
                wait = ticks(int(seen.since[card]) + GRACE_MS - int(seen.clock))
                out[CARD_WAIT + card] = wait if seen.place[card] == LOOSE else 0  # no branch: it would be a coin's toss


@pasted
def observe_pull(seen, first, card, out):
    """Nobody pulls at any other card."""
    for other in range(seen.seats):
        if pulls_at(seen, other, card):
            out[CARD_PULLING + card] |= 1 << clockwise_of(seen, first, other)


@pasted
def seat_clockwise_of(seen, first, k):
    """The seat that is k places clockwise of the observer's."""
    return first + k if first + k < seen.seats else first + k - int(seen.seats)


@pasted
def clockwise_of(seen, first, seat):
    """How far clockwise of the observer's a seat is."""
    return seat - first if seat >= first else seat - first + int(seen.seats)


# The view for people

PHASES = ("play", "choose", "break", "over")
STATES = ("aside", "middle", "tug", "loose", "held", "point", "removed")


class CardView(msgspec.Struct):
    """A card that lies open. Colours on the white side, shapes on the black one."""

    number: int
    name: str
    small: str
    medium: str
    big: str
    state: str
    owner: int | None  # of a card in a tug: whose loose card it was
    x: int  # where it lies, or would lie, in the middle
    y: int
    degrees: int


class TugView(msgspec.Struct):
    """A card that is being pulled: by one player while others may still join, or by several."""

    card: CardView
    pullers: list[int]
    open_until: int  # until when others may join
    ends: int


class SetView(msgspec.Struct):
    kind: str
    small: str
    medium: str
    big: str


class ResultView(msgspec.Struct):
    """How a player's last hand was scored, open to all (CON-65, CON-66)."""

    cards: list[str]
    sets: list[SetView]
    spare: list[str]
    points: int


class PlayerView(msgspec.Struct):
    seat: int
    here: bool
    cards: list[CardView]
    can_take_at: int
    points: int
    point_cards: list[str]
    to_keep: int
    to_give_up: int
    result: ResultView | None


class View(msgspec.Struct):
    seat: int | None
    phase: str
    round: int
    rounds: int
    clock: int
    phase_ends: int | None
    acting: list[int]  # who may act now: everybody at once, or who still has to choose
    side: str
    limit: int
    width: int
    height: int
    card_side: int
    middle: list[CardView]
    tugs: list[TugView]
    players: list[PlayerView]
    removed: list[str]
    aside_unseen: int  # cards that have not been in play yet
    aside_seen: int  # cards that wait for a round that gathers what is left


# From here on `seen` is as `plain` reads it.


def card_name(seen, card) -> str:
    return name_of(seen.deck[card])


def kind_names(seen) -> tuple[str, ...]:
    return SHAPES if seen.side else COLOURS


def view_card(seen, card) -> CardView:
    kinds = kind_names(seen)
    small, medium, big = (kinds[kind] for kind in seen.deck[card])
    cell, owner = seen.cell[card], seen.owner[card]
    return CardView(
        number=card,
        name=card_name(seen, card),
        small=small,
        medium=medium,
        big=big,
        state=STATES[seen.place[card]],
        owner=None if owner == NOBODY else owner,
        x=CELL * (cell % COLUMNS) + CELL // 2 + seen.across[card],
        y=CELL * (cell // COLUMNS) + CELL // 2 + seen.down[card],
        degrees=round(seen.angle[card] * 360 / 256),
    )


def view_tug(seen, number) -> TugView:
    card = seen.pulled[number]
    return TugView(
        card=view_card(seen, card),
        pullers=[seat for seat in range(seen.seats) if in_python(pulls_at)(seen, seat, card)],
        open_until=in_python(window_closes)(seen, card),
        ends=seen.pull_ends[number],
    )


def view_sets(seen, cards) -> list[SetView]:
    """The sets that these cards carry, card by card."""
    found = []
    for colour, kind in enumerate(kind_names(seen)):
        by_size = [[card_name(seen, card) for card in cards if seen.deck[card][size] == colour] for size in range(3)]
        found += [SetView(kind, *three) for three in zip(*by_size, strict=False)]
    return found


def view_result(seen, seat) -> ResultView:
    cards = seen.shown[seat][: seen.collected[seat]]
    used = [card for i, card in enumerate(cards) if seen.used[seat] >> i & 1]
    return ResultView(
        cards=[card_name(seen, card) for card in cards],
        sets=view_sets(seen, used),
        spare=[card_name(seen, card) for card in cards if card not in used],
        points=seen.result[seat],
    )


def view_player(seen, seat) -> PlayerView:
    return PlayerView(
        seat=seat,
        here=not seen.gone[seat],
        cards=[view_card(seen, card) for card in seen.zone[seat][: seen.cards[seat]]],
        can_take_at=seen.free_at[seat],
        points=seen.points[seat],
        point_cards=[card_name(seen, card) for card in cards_in(seen, POINT) if seen.owner[card] == seat],
        to_keep=max(0, seen.owed[seat]),
        to_give_up=max(0, -seen.owed[seat]),
        result=None if seen.phase == PLAY else view_result(seen, seat),
    )


def cards_in(seen, place) -> list[int]:
    return [card for card, lies in enumerate(seen.place) if lies == place]


def view(seen, seat) -> View:
    seen = plain(seen)
    unseen = seen.fresh_in.count(UNKNOWN)
    players = [view_player(seen, other) for other in range(seen.seats)]
    if seen.phase == PLAY:
        acting = [player.seat for player in players if player.here]
    else:
        acting = [player.seat for player in players if player.to_keep or player.to_give_up]
    return View(
        seat=None if seat == SPECTATOR else seat,
        phase=PHASES[seen.phase],
        round=seen.round_now,
        rounds=in_python(rounds)(seen),
        clock=seen.clock,
        phase_ends=None if seen.phase == OVER else seen.phase_ends,
        acting=acting,
        side="black" if seen.side else "white",
        limit=in_python(card_limit)(seen),
        width=CELL * COLUMNS,
        height=CELL * ROWS,
        card_side=CARD_SIDE,
        middle=[view_card(seen, card) for card in cards_in(seen, MIDDLE)],
        tugs=[view_tug(seen, number) for number in range(seen.pulls)],
        players=players,
        removed=[card_name(seen, card) for card in cards_in(seen, REMOVED)],
        aside_unseen=unseen,
        aside_seen=len(cards_in(seen, ASIDE)) - unseen,
    )


# The table as text

STYLES = ("bold red", "bold dark_orange", "bold yellow", "bold green", "bold blue", "bold magenta")


def paint(name: str) -> str:
    return "".join(f"[{STYLES[LETTERS.index(letter)]}]{letter}[/]" for letter in name)


def paint_zone(seen, seat) -> str:
    """Loose cards as they are, held ones in brackets, pulled ones with a mark."""
    cards = []
    for card in seen.zone[seat][: seen.cards[seat]]:
        name = paint(card_name(seen, card))
        cards.append(f"({name})" if seen.place[card] == HELD else f" {name} ")
    for card in seen.pulled[: seen.pulls]:
        if in_python(pulls_at)(seen, seat, card):
            cards.append(f" {paint(card_name(seen, card))}{'?' if in_python(one_pulls)(seen, card) else '!'}")
    return " ".join(cards)


def show(seen, seat) -> str:
    seen = plain(seen)
    over = seen.phase == OVER
    seconds = 0 if over else (seen.phase_ends - seen.clock) / 1000
    unseen = seen.fresh_in.count(UNKNOWN)
    limit, last = in_python(card_limit)(seen), in_python(rounds)(seen)
    says = {
        PLAY: f"{seconds:4.1f} s of sand left",
        CHOOSE: f"choosing point cards, {seconds:4.1f} s left",
    }.get(seen.phase, "the game is over" if over else "the next round is about to start")
    lines = [
        f"[bold]Confetti[/]   round {seen.round_now} of {last}   limit {limit}   {says}",
        f"[dim]middle {len(cards_in(seen, MIDDLE))}, aside {len(cards_in(seen, ASIDE))} ({unseen} unseen), "
        f"removed {len(cards_in(seen, REMOVED))}[/]",
        "",
    ]
    here = {seen.cell[card]: card for card in cards_in(seen, MIDDLE)}
    for row in range(ROWS):
        names = [here.get(row * COLUMNS + column) for column in range(COLUMNS)]
        lines.append("   ".join("[dim] . [/]" if card is None else paint(card_name(seen, card)) for card in names))
    lines.append("")
    for other in range(seen.seats):
        who = ("you" if other == seat else f"player {other + 1}") + (" (gone)" if seen.gone[other] else "")
        lines.append(f"{who:<14}[bold]{seen.points[other]:3d}[/] points   {paint_zone(seen, other)}")
        if seen.phase != PLAY:
            lines.append(f"{'':<14}{show_result(seen, other)}")
    if seen.phase == PLAY:
        lines += ["", "[dim](ROY) held   ROY loose   ROY? just taken   ROY! in a tug[/]"]
    return "\n".join(lines)


def show_result(seen, seat) -> str:
    result = view_result(seen, seat)
    cards = " ".join(paint(name) for name in result.cards) or "no cards"
    sets, count = len(result.sets), len(result.cards)
    spare = f", {len(result.spare)} spare" if result.spare else ""
    words = f"{sets} set{'' if sets == 1 else 's'} on {count} card{'' if count == 1 else 's'}"
    return f"[dim]{words}{spare}: {result.points:+d}[/]   {cards}"


def describe(seen, action) -> str:
    """`seen` is a record here."""
    if action == Act.HOLD_ALL:
        return "hold all loose cards"
    if action == Act.LEAVE:
        return "leave the table"
    for act, words in WORDS.items():
        if act <= action < act + CARDS:
            card = action - act
            face = seen.deck[card].tolist()
            return words.format("a card not seen yet" if UNKNOWN in face else name_of(face))
    raise AssertionError(action)


WORDS = {
    Act.TAKE: "take {}",
    Act.HOLD: "hold {}",
    Act.DISCARD: "give back {}",
    Act.LET_GO: "let go of {}",
    Act.KEEP: "keep {} as a point card",
    Act.GIVE_UP: "give up the point card {}",
}
