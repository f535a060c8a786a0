"""What a seat of Tricky Twist may see: the record with secrets cut, the tensor, another world, the view, the table."""

from typing import Any

import msgspec
import numpy as np

from parlour.kit import SPECTATOR, Pieces, below, copy_record, in_python, pasted, plain, rule, shuffle

from .cards import (
    BONUS_CARDS,
    BONUS_NAMES,
    CARDS,
    KIND_NAMES,
    KIND_SAYS,
    SCORING_CARDS,
    SUITS,
    THINGS,
    VALUES,
    Bonus,
    Kind,
    bonus_says,
    card_name,
    thing_name,
)
from .rules import (
    DECISION_MS,
    NOTHING,
    RESERVE,
    RESERVE_MS,
    ROW,
    SEATS,
    Act,
    Phase,
    clockwise,
    dealt,
    everyone,
    holds,
    kind_in_force,
    lowest_place,
    next_slot,
    over,
    reserve_left,
    set_of,
    value_side,
    value_side_with,
)

TURNS = 16  # TRK-78
LATER = 99  # a turn after every other: when a card that still lies in a reserve will enter the hand
FIRST_HAND = -1  # a turn before the first: when the cards of the first hand entered it

# What a seat knows


@rule
def see(state, seat, seen):
    """TRK-106, TRK-107: all that is public, the own cards without the order of the reserve, nothing else. Tricks lie
    face down, but everybody saw their cards played."""
    copy_record(state, seen)
    seen.rng = 0
    for i in range(SCORING_CARDS):
        if i > state.round_no:
            seen.pile[i] = NOTHING
    for other in range(SEATS):
        if other == seat:
            hide_order(state, other, seen)
        else:
            hide_cards(state, other, seen)
    if state.phase == Phase.DECLARE and state.to_act != seat:
        hide_declaration(state, seen)


@pasted
def hide_order(state, seat, seen):
    """TRK-23, TRK-26: what has been drawn in its order; of the rest of the reserve only which cards they are."""
    picked, drawn = np.int64(state.picked[seat]), np.int64(state.drawn[seat])
    write_in_order(seen.cards[seat], drawn, set_of(state.cards[seat], drawn, picked))
    write_in_order(seen.cards[seat], picked, set_of(state.cards[seat], picked, dealt(state)))


@pasted
def write_in_order(row, first, cards):
    """The cards of a set, ascending, from row[first] on."""
    i = first
    while cards:
        row[i] = lowest_place(cards)
        cards &= cards - 1
        i += 1


@pasted
def hide_cards(state, seat, seen):
    """TRK-27, TRK-106: sizes only, and of a reserve that is being picked only whether it is done."""
    seen.hand[seat] = 0
    for i in range(ROW):
        seen.cards[seat, i] = NOTHING
    if state.phase == Phase.RESERVE and state.picked[seat] < RESERVE and seat < state.seats:
        seen.picked[seat] = 0
        seen.hand_left[seat] = dealt(state)


@rule
def hide_declaration(state, seen):
    """TRK-80: nothing is open before everything is declared."""
    seen.slot = 0
    for bonus in range(BONUS_CARDS):
        if holds(state.owned[state.to_act], bonus):
            seen.chosen[bonus] = NOTHING


# Another world that looks the same


@rule
def resample(seen, seat, world, seed):
    """Uniform over the deals, the reserves and their orders that fit what was seen.

    Each card has a place in somebody's row, and the row says when it entered the hand. A card that was played must
    have entered its player's hand by then; a card that was shown to be absent must have entered later. First every
    card is put somewhere that fits, then each is lifted and put somewhere else, pushing others on until one falls
    into the gap. Such a chain of pushes and its reverse are equally likely, because each card goes to any place that
    it fits with a chance that depends on the card alone; and any world can be reached from any other. So mixing
    tends to all worlds being equally likely, and one sweep is ample.
    """
    world.rng = seed
    shuffle_pile(seen, world)
    if seat != SPECTATOR:
        shuffle(world, world.cards[seat][seen.drawn[seat] : seen.picked[seat]], reserve_left(seen, seat))
    if seen.phase == Phase.DECLARE and seen.to_act != seat:  # nothing is declared yet
        world.slot = next_slot(seen, np.int64(seen.to_act), 0)
    for card in range(CARDS):
        if not in_own_row(seen, seat, card):
            settle(seen, seat, world, card)
    for other in everyone(seen):
        if other != seat:
            for i in range(dealt(seen)):
                card = np.int64(world.cards[other, i])
                world.cards[other, i] = NOTHING
                settle(seen, seat, world, card)
    for other in everyone(seen):
        if other != seat:
            world.hand[other] = hand_from_row(seen, other, world.cards[other])


@rule
def shuffle_pile(seen, world):
    """The scoring cards not yet turned up are in any order."""
    count = int(seen.round_no) + 1
    for card in range(SCORING_CARDS):
        known = False
        for i in range(seen.round_no + 1):
            known = known or seen.pile[i] == card
        if not known:
            world.pile[count] = card
            count += 1
    shuffle(world, world.pile[seen.round_no + 1 :], SCORING_CARDS - 1 - int(seen.round_no))


@rule
def in_own_row(seen, seat, card):
    if seat != SPECTATOR:
        for i in range(dealt(seen)):
            if seen.cards[seat, i] == card:
                return True
    return False


@rule
def settle(seen, seat, world, card):
    """Put a card into a random place that it fits; what lay there is put elsewhere in the same way."""
    each = dealt(seen)
    while card != NOTHING:
        other = np.int64(seen.played_by[card])
        if other == NOTHING:
            other = another_seat(seen, seat, world)
        i = below(world, each)
        if fits(seen, other, i, card):
            pushed = np.int64(world.cards[other, i])
            world.cards[other, i] = card
            card = pushed


@rule
def another_seat(seen, seat, world):
    if seat == SPECTATOR:
        return below(world, np.int64(seen.seats))
    other = below(world, np.int64(seen.seats) - 1)
    return other + 1 if other >= seat else other


@rule
def fits(seen, seat, i, card):
    """Whether a card can have been dealt to place i of a row, given what was played and shown."""
    entered = entry(seen, seat, i)
    if seen.played_by[card] != NOTHING:
        first_played = seen.back_turn if card == seen.back_card else seen.turn_of[card]
        if seen.played_by[card] != seat or entered > first_played:
            return False
    return entered > seen.absent[seat, card]


@rule
def entry(seen, seat, i):
    """The turn before whose first card the card at place i of a row entered the hand."""
    if i < seen.drawn[seat]:
        return int(seen.drawn_turn[seat, i])
    return LATER if i < seen.picked[seat] else FIRST_HAND


@rule
def hand_from_row(seen, seat, row):
    """The cards that have entered the hand and are not played (or are taken back)."""
    drawn, picked = np.int64(seen.drawn[seat]), np.int64(seen.picked[seat])
    entered = set_of(row, 0, drawn) | set_of(row, picked, dealt(seen))
    hand = 0
    for card in range(CARDS):
        if holds(entered, card) and (seen.played_by[card] == NOTHING or held_again(seen, card)):
            hand |= 1 << card
    return hand


@rule
def held_again(seen, card):
    """Whether this is the card taken back, not played since."""
    return card == seen.back_card and seen.turn_of[card] == seen.back_turn


# The tensor

PIECES = Pieces(
    seats=2,
    phase=len(Phase),
    to_act=SEATS,
    starter=SEATS,
    leader=SEATS,
    round_no=SEATS,
    turn=TURNS + 1,
    scoring_card=SCORING_CARDS,
    scoring_suits=len(SUITS),
    scoring_cards_seen=SCORING_CARDS,
    value_side=1,
    table_is_last_turn=1,
    hand=CARDS,
    reserve=CARDS,
    slot=BONUS_CARDS + 1,
    display=BONUS_CARDS,
    chosen=BONUS_CARDS,
    hand_left=SEATS,
    reserve_left=SEATS,
    reserve_laid=SEATS,
    waiting=SEATS,
    left=SEATS,
    tricks=SEATS,
    total=(SEATS, 2),
    owned=(SEATS, BONUS_CARDS),
    table=(SEATS, CARDS),
    won=(SEATS, CARDS),
    false_tricks=(SEATS, CARDS),
    played_by=(SEATS, CARDS),
    played_turn=CARDS,
    absent=(SEATS, CARDS),
    drawn_turn=(SEATS, RESERVE),
)
AT_SEATS, AT_PHASE, AT_TO_ACT, AT_STARTER, AT_LEADER, AT_ROUND, AT_TURN = [
    PIECES[name].start for name in ("seats", "phase", "to_act", "starter", "leader", "round_no", "turn")
]
AT_SCORING_CARD, AT_SCORING_SUITS, AT_SCORING_SEEN, AT_VALUE_SIDE, AT_LAST_TURN = [
    PIECES[name].start
    for name in ("scoring_card", "scoring_suits", "scoring_cards_seen", "value_side", "table_is_last_turn")
]
AT_HAND, AT_RESERVE, AT_SLOT, AT_DISPLAY, AT_CHOSEN = [
    PIECES[name].start for name in ("hand", "reserve", "slot", "display", "chosen")
]
AT_HAND_LEFT, AT_RESERVE_LEFT, AT_RESERVE_LAID, AT_WAITING, AT_LEFT, AT_TRICKS, AT_TOTAL, AT_OWNED = [
    PIECES[name].start
    for name in ("hand_left", "reserve_left", "reserve_laid", "waiting", "left", "tricks", "total", "owned")
]
AT_TABLE, AT_WON, AT_FALSE, AT_PLAYED_BY, AT_PLAYED_TURN, AT_ABSENT, AT_DRAWN_TURN = [
    PIECES[name].start for name in ("table", "won", "false_tricks", "played_by", "played_turn", "absent", "drawn_turn")
]


@rule
def observe(seen, seat, out):
    """Seats are counted clockwise from the watcher's own (a spectator's is 0). Turns are counted from 1, 0 is never."""
    own = max(np.int64(seat), 0)
    out[AT_SEATS + int(seen.seats) - 3] = 1
    out[AT_PHASE + int(seen.phase)] = 1
    if not (over(seen) or seen.phase == Phase.RESERVE):
        out[AT_TO_ACT + place_from(seen, own, int(seen.to_act))] = 1
    out[AT_STARTER + place_from(seen, own, int(seen.starter))] = 1
    out[AT_LEADER + place_from(seen, own, int(seen.leader))] = 1
    out[AT_ROUND + int(seen.round_no)] = 1
    out[AT_TURN + int(seen.turn)] = 1
    observe_cards_in_force(seen, out)
    observe_history(seen, seat, out)
    other = own
    for place in everyone(seen):
        observe_seat(seen, other, place, out)
        other = clockwise(seen, other)
    if seat != SPECTATOR:
        observe_set(np.int64(seen.hand[seat]), out, AT_HAND)
        for i in range(seen.drawn[seat], seen.picked[seat]):
            out[AT_RESERVE + int(seen.cards[seat, i])] = 1
    for card in range(CARDS):
        out[AT_PLAYED_TURN + card] = seen.turn_of[card] + 1


@rule
def observe_history(seen, seat, out):
    """Who played which card, and what was shown to be absent.

    Sixteen cards go at a time, as long as bytes are compared with a byte, the compiler sees that no index is below 0,
    and does not unroll the loops because it knows how long they are: so `cards`, which is always CARDS.
    """
    other = max(np.int64(seat), 0)
    cards = dealt(seen) * int(seen.seats)
    for place in everyone(seen):
        player = np.int8(other)
        for card in range(cards):
            out[AT_PLAYED_BY + place * CARDS + card] = seen.played_by[card] == player
        for card in range(cards):
            shown = seen.absent[other, card]
            out[AT_ABSENT + place * CARDS + card] = shown + 1 if shown >= 0 else 0
        other = clockwise(seen, other)


@pasted
def place_from(seen, own, seat):
    """How far clockwise of the watcher a seat is."""
    return seat - own if seat >= own else seat - own + int(seen.seats)


@pasted
def observe_cards_in_force(seen, out):
    kind = kind_in_force(seen)
    out[AT_SCORING_CARD + kind] = 1
    if kind == Kind.SUIT2_A or kind == Kind.SUIT2_B:
        card = seen.scoring_cards[seen.pile[seen.round_no]]
        out[AT_SCORING_SUITS + int(card[1])] = 1
        out[AT_SCORING_SUITS + int(card[2])] = 1
    for i in range(seen.round_no + 1):
        out[AT_SCORING_SEEN + int(seen.pile[i])] = 1
    out[AT_VALUE_SIDE] = 1 if value_side(seen) else 0
    out[AT_LAST_TURN] = 1 if turn_is_over(seen) else 0
    out[AT_SLOT + int(seen.slot)] = 1
    observe_bonus_cards(np.int64(seen.display), out, AT_DISPLAY)
    for bonus in range(BONUS_CARDS):
        out[AT_CHOSEN + bonus] = seen.chosen[bonus] + 1


@pasted
def observe_seat(seen, seat, place, out):
    out[AT_HAND_LEFT + place] = seen.hand_left[seat]
    out[AT_RESERVE_LEFT + place] = reserve_left(seen, seat)
    out[AT_RESERVE_LAID + place] = 1 if seen.picked[seat] == RESERVE else 0
    out[AT_WAITING + place] = 1 if holds(seen.waiting, seat) else 0
    out[AT_LEFT + place] = seen.left[seat]
    out[AT_TRICKS + place] = seen.tricks[seat]
    out[AT_TOTAL + 2 * place] = int(seen.total[seat]) // 100
    out[AT_TOTAL + 2 * place + 1] = int(seen.total[seat]) % 100
    observe_bonus_cards(np.int64(seen.owned[seat]), out, AT_OWNED + place * BONUS_CARDS)
    if seen.table[seat] != NOTHING:
        out[AT_TABLE + place * CARDS + int(seen.table[seat])] = 1
    observe_set(np.int64(seen.won[seat]), out, AT_WON + place * CARDS)
    observe_set(np.int64(seen.false_tricks[seat]), out, AT_FALSE + place * CARDS)
    for i in range(RESERVE):
        out[AT_DRAWN_TURN + place * RESERVE + i] = seen.drawn_turn[seat, i] + 1


@pasted
def observe_set(cards, out, at):
    """Card by card: most sets are small, and the row is blank."""
    while cards:
        out[at + lowest_place(cards)] = 1
        cards &= cards - 1


@pasted
def observe_bonus_cards(bonus_cards, out, at):
    for bonus in range(BONUS_CARDS):
        out[at + bonus] = bonus_cards >> bonus & 1


@rule
def turn_is_over(seen):
    """TRK-107: whether the cards on the table are those of the last turn, still to be seen."""
    return seen.phase != Phase.PLAY or seen.to_act == seen.leader


# The view for people

PHASES = ("reserve", "draw", "play", "bonus", "take-back", "declare", "over")


class ScoringCard(msgspec.Struct):
    name: str
    says: str
    suits: list[str]
    stars: list[int]


class BonusCard(msgspec.Struct):
    name: str
    says: str


class Player(msgspec.Struct):
    seat: int
    hand: int
    reserve: int
    reserve_laid: bool
    tricks: list[int]  # cards in each
    false_tricks: list[str]
    bonus: list[BonusCard]
    declared: list[str]
    waiting: bool  # still to decide in this phase
    left: bool
    score: int


class SeatResult(msgspec.Struct):
    tricks: int
    false_tricks: int
    base: int
    card: int
    star: int
    declared: list[str]


class RoundResult(msgspec.Struct):
    scoring_card: str
    seats: list[SeatResult]


class View(msgspec.Struct):
    game: str
    seat: int | None
    phase: str
    round: int
    rounds: int
    turn: int
    to_act: int | None
    starter: int
    leader: int
    scoring_card: ScoringCard
    variable_side: str
    display: list[BonusCard]
    players: list[Player]
    table: list[str | None]
    table_is_last_turn: bool
    hand: list[str]
    reserve: list[str]  # which cards are left in the own reserve; their order is not known
    own_tricks: list[list[str]]
    declaring: str | None  # the bonus card that the own declaration has come to, or "commit"
    results: list[RoundResult]
    clock: int
    decide_by: int | None


def view(seen: Any, seat: int) -> View:
    """Everything a person needs to play, in words. Others' tricks are shown as sizes (TRK-107)."""
    seen = plain(seen)
    phase = seen.phase
    alone = phase not in (Phase.RESERVE, Phase.OVER)
    declaring = phase == Phase.DECLARE and seen.to_act == seat
    limit = RESERVE_MS if phase == Phase.RESERVE else DECISION_MS
    return View(
        game="tricky_twist",
        seat=None if seat == SPECTATOR else seat,
        phase=PHASES[phase],
        round=seen.round_no + 1,
        rounds=seen.seats,
        turn=seen.turn + (phase < Phase.DECLARE),
        to_act=seen.to_act if alone else None,
        starter=seen.starter,
        leader=seen.leader,
        scoring_card=_scoring_card(seen, seen.round_no),
        variable_side="value" if _on_value_side(seen, seen.round_no) else "symbol",
        display=_bonus_cards(seen, seen.display),
        players=[_player(seen, other) for other in range(seen.seats)],
        table=[None if card == NOTHING else card_name(card) for card in seen.table[: seen.seats]],
        table_is_last_turn=in_python(turn_is_over)(seen),
        hand=[] if seat == SPECTATOR else _names(seen.hand[seat]),
        reserve=[] if seat == SPECTATOR else [card_name(card) for card in _own_reserve(seen, seat)],
        own_tricks=[] if seat == SPECTATOR else [[card_name(c) for c in trick] for trick in _tricks(seen, seat)],
        declaring=(*BONUS_NAMES, "commit")[seen.slot] if declaring else None,
        results=[_result(seen, number) for number in range(_rounds_scored(seen))],
        clock=seen.clock,
        decide_by=None if phase == Phase.OVER else seen.since + limit,
    )


# From here on `seen` is as `plain` reads it.


def _cards(bits: int) -> list[int]:
    return [card for card in range(bits.bit_length()) if bits >> card & 1]


def _names(bits: int) -> list[str]:
    return [card_name(card) for card in _cards(bits)]


def _own_reserve(seen: Any, seat: int) -> list[int]:
    return seen.cards[seat][seen.drawn[seat] : seen.picked[seat]]  # type: ignore[no-any-return]


def _tricks(seen: Any, seat: int) -> list[list[int]]:
    """The cards of a seat's tricks, one list each, in the order in which they were won."""
    tricks: dict[int, list[int]] = {}
    for card in _cards(seen.won[seat]):
        tricks.setdefault(seen.turn_of[card], []).append(card)
    return [tricks[turn] for turn in sorted(tricks)]


def _rounds_scored(seen: Any) -> int:
    return seen.round_no + (seen.phase == Phase.OVER)  # type: ignore[no-any-return]


def _on_value_side(seen: Any, number: int) -> bool:
    """TRK-13: whether the variable cards lie on their value sides in a round."""
    kind = seen.scoring_cards[seen.pile[number]][0]
    return in_python(value_side_with)(seen, kind)  # type: ignore[no-any-return]


def _scoring_card(seen: Any, number: int) -> ScoringCard:
    kind, first, second = seen.scoring_cards[seen.pile[number]]
    suits = [SUITS[first].capitalize(), SUITS[second].capitalize()] if kind in (Kind.SUIT2_A, Kind.SUIT2_B) else []
    stars = list(seen.tables[kind])
    while len(stars) > 1 and stars[-1] == stars[-2]:
        stars.pop()
    return ScoringCard(KIND_NAMES[kind], KIND_SAYS[kind], suits, stars)


def _bonus_cards(seen: Any, bits: int) -> list[BonusCard]:
    side = _on_value_side(seen, seen.round_no)
    return [BonusCard(BONUS_NAMES[b], bonus_says(b, side)) for b in range(BONUS_CARDS) if bits >> b & 1]


def _player(seen: Any, seat: int) -> Player:
    owned = seen.owned[seat]
    side = _on_value_side(seen, seen.round_no)
    return Player(
        seat=seat,
        hand=seen.hand_left[seat],
        reserve=in_python(reserve_left)(seen, seat),
        reserve_laid=seen.picked[seat] == RESERVE,
        tricks=[len(trick) for trick in _tricks(seen, seat)],
        false_tricks=_names(seen.false_tricks[seat]),
        bonus=_bonus_cards(seen, owned),
        declared=[
            _declared(b, seen.chosen[b], side)
            for b in range(BONUS_CARDS)
            if owned >> b & 1 and seen.chosen[b] != NOTHING
        ],
        waiting=bool(seen.waiting >> seat & 1),
        left=bool(seen.left[seat]),
        score=seen.total[seat],
    )


def _declared(bonus: int, choice: int, on_value_side: bool) -> str:
    """A declared bonus card in words."""
    name = BONUS_NAMES[bonus]
    if bonus == Bonus.FLIP:
        return f"{name}: {card_name(choice)}"
    if bonus == Bonus.JOKER:
        return f"{name}: {('trick', 'false trick')[choice]}"
    if not on_value_side:
        return f"{name}: {SUITS[choice].capitalize()}"
    if bonus == Bonus.V4:
        return f"{name}: {'+1' if choice < THINGS else '-1'} on {thing_name(choice % THINGS)}"
    return f"{name}: {choice + 1}"


def _result(seen: Any, number: int) -> RoundResult:
    kind = seen.scoring_cards[seen.pile[number]][0]
    on_value_side = _on_value_side(seen, number)
    seats = []
    for seat in range(seen.seats):
        declared = [
            _declared(b, seen.declarations[number][b], on_value_side)
            for b in range(BONUS_CARDS)
            if seen.owners[number][b] == seat and seen.declarations[number][b] != NOTHING
        ]
        tricks, false_tricks, base, card, star = seen.results[number][seat]
        seats.append(SeatResult(tricks, false_tricks, base, card, star, declared))
    return RoundResult(KIND_NAMES[kind], seats)


# An action in words


def describe(seen: Any, action: int) -> str:
    """What everybody at the table may hear. `seen` is a record here."""
    fixed = {
        Act.DRAW: "draw from the reserve",
        Act.STAY: "leave the reserve alone",
        Act.DECLINE: "take no bonus card",
        Act.KEEP_FALSE: "take no false trick back",
        Act.JOKER_TRICK: "the Joker counts as a trick",
        Act.JOKER_FALSE: "the Joker counts as a false trick",
        Act.UNUSED: "leave the bonus card unused",
        Act.COMMIT: "declare",
        Act.LEAVE: "leave the game",
    }
    if action in fixed:
        return fixed[Act(action)]
    base = max(act for act in Act if act <= action)
    what = action - base
    if base == Act.RESERVE:
        return f"lay the {card_name(what)} into the reserve"
    if base == Act.PLAY:
        return f"play the {card_name(what)}"
    if base == Act.TAKE:
        return f"take {BONUS_NAMES[what]}: {bonus_says(what, bool(value_side(seen)))}"
    if base == Act.TAKE_BACK:
        return f"take the {thing_name(what)} back to the hand"
    if base == Act.FLIP:
        return f"flip with the {thing_name(what)} on top"
    if base == Act.SUIT:
        return f"count as a false trick of {SUITS[what].capitalize()}"
    if base == Act.VALUE:
        return f"count as a false trick of value {what + 1}"
    return f"{'+1' if base == Act.PLUS else '-1'} on the {thing_name(what)}"


# The table as text

COLOURS = ("bright_blue", "yellow", "green", "magenta")
SIGNS = ("☾", "☀", "■", "●")


def show(seen: Any, seat: int) -> str:
    """The table for a terminal of 100 columns, with Rich markup."""
    seen_as = view(seen, seat)
    seen = plain(seen)
    lines = [_headline(seen_as), _scoring_line(seen_as.scoring_card), _display_line(seen_as), ""]
    lines.append(
        f"[dim]{'':12}{'hand':>5}{'res.':>6}{'tricks':>8}{'score':>7}   table    false tricks and bonus cards[/]"
    )
    for player in seen_as.players:
        lines += _player_lines(seen, seen_as, player, seat)
    if seat != SPECTATOR:
        lines += ["", f"[bold]Your hand[/]     {_row(_cards(seen.hand[seat]))}"]
        lines.append(f"[bold]Your reserve[/]  {_row(sorted(_own_reserve(seen, seat)))} [dim](in unknown order)[/]")
        if seen_as.own_tricks:
            tricks = "  ".join(f"({_row(trick)})" for trick in _tricks(seen, seat))
            lines.append(f"[bold]Your tricks[/]   {tricks}")
    if seen_as.results:
        lines += ["", *_result_lines(seen_as)]
    return "\n".join(lines)


def _card(card: int) -> str:
    suit = card // VALUES
    return f"[{COLOURS[suit]}]{card % VALUES + 1}{SIGNS[suit]}[/]"


def _row(cards: list[int]) -> str:
    return " ".join(_card(card) for card in cards) if cards else "[dim]none[/]"


def _headline(seen_as: View) -> str:
    doing = {
        "reserve": "everybody lays a reserve",
        "draw": "draws from the reserve?",
        "play": "plays a card",
        "bonus": "may take a bonus card",
        "take-back": "may take a false trick back",
        "declare": "declares",
        "over": "the game is over",
    }[seen_as.phase]
    who = "" if seen_as.to_act is None else f"Player {seen_as.to_act + 1} "
    return (
        f"[bold]Tricky Twist[/]  round {seen_as.round} of {seen_as.rounds}, turn {seen_as.turn}   "
        f"[bold]{who}{doing}[/]   [dim]{seen_as.clock / 1000:.1f} s[/]"
    )


def _scoring_line(card: ScoringCard) -> str:
    suits = f" ({' or '.join(card.suits)})" if card.suits else ""
    stars = " ".join(str(stars) for stars in card.stars)
    return f"Scoring card  [bold]{card.name}[/] {card.says}{suits}: {stars} stars"


def _display_line(seen_as: View) -> str:
    names = ", ".join(card.name for card in seen_as.display) or "none"
    return f"Bonus cards   {names} [dim](variable cards on the {seen_as.variable_side} side)[/]"


def _player_lines(seen: Any, seen_as: View, player: Player, seat: int) -> list[str]:
    own = player.seat == seat
    name = "You" if own else f"Player {player.seat + 1}"
    marks = (">" if player.seat == seen_as.to_act else " ") + name + ("*" if player.seat == seen_as.leader else "")
    card = seen.table[player.seat]
    table = "   -" if card == NOTHING else f"{'':{3 - len(str(card % VALUES + 1))}}{_card(card)}"
    if seen_as.table_is_last_turn and card != NOTHING:
        table = f"[dim]{table}[/]"
    false_tricks = _row(_cards(seen.false_tricks[player.seat]))
    numbers = f"{player.hand:>5}{player.reserve:>6}{len(player.tricks):>8}{player.score:>7}"
    bonus = ", ".join(card.name for card in player.bonus)
    lines = [f"{marks:12}{numbers}   {table}     {false_tricks}{'   [cyan]' + bonus + '[/]' if bonus else ''}"]
    if player.declared:
        lines.append(f"{'':50}[cyan]{'; '.join(player.declared)}[/]")
    if player.left:
        lines.append(f"{'':50}[dim]has left; the lowest card is played[/]")
    return lines


def _result_lines(seen_as: View) -> list[str]:
    names = "".join(
        f"{'You' if player.seat == seen_as.seat else f'Player {player.seat + 1}':20}" for player in seen_as.players
    )
    lines = [f"[dim]{'Rounds':17}{names}[/]"]
    for number, result in enumerate(seen_as.results, 1):
        cells = ""
        for seat in result.seats:
            stars = f"{seat.base}+{seat.card}+{seat.star} = {seat.base + seat.card + seat.star}"
            cells += f"{f'{seat.tricks}/{seat.false_tricks}':5}{stars:15}"
        lines.append(f"[dim]{number}  {result.scoring_card:14}[/]{cells}".rstrip())
    return lines
