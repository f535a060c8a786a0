"""What people see of Tricky Twist: the view a page is given, actions in words, and the table as text."""

from typing import Any

import msgspec

from parlour.kit import SPECTATOR, in_python, plain

from .cards import (
    BONUS_CARDS,
    BONUS_NAMES,
    KIND_NAMES,
    KIND_SAYS,
    SUITS,
    TARGETS,
    VALUES,
    Bonus,
    Kind,
    bonus_says,
    card_name,
    target_name,
)
from .reserve import reserve_left
from .state import DECISION_MS, NOTHING, RESERVE, RESERVE_MS, Act, Phase, value_side, value_side_with
from .tricks import turn_is_over

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
    waiting: bool  # has yet to decide in this phase
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
    reserve: list[str]  # the cards left in your reserve; their order is not known
    own_tricks: list[list[str]]
    declaring: str | None  # the bonus card that you are to declare next, or "commit"
    results: list[RoundResult]
    clock: int
    decide_by: int | None


def view(seen: Any, seat: int) -> View:
    """Everything a person needs to play, in words. Of the others' tricks only the sizes are shown (TRK-107)."""
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


# Below, `seen` is a plain Python copy of the record (see `plain`).


def _cards(bits: int) -> list[int]:
    return [card for card in range(bits.bit_length()) if bits >> card & 1]


def _names(bits: int) -> list[str]:
    return [card_name(card) for card in _cards(bits)]


def _own_reserve(seen: Any, seat: int) -> list[int]:
    return seen.cards[seat][seen.drawn[seat] : seen.picked[seat]]  # type: ignore[no-any-return]


def _tricks(seen: Any, seat: int) -> list[list[int]]:
    """The cards of each of a seat's tricks, in the order in which the tricks were won."""
    tricks: dict[int, list[int]] = {}
    for card in _cards(seen.won[seat]):
        tricks.setdefault(seen.turn_played[card], []).append(card)
    return [tricks[turn] for turn in sorted(tricks)]


def _rounds_scored(seen: Any) -> int:
    return seen.round_no + (seen.phase == Phase.OVER)  # type: ignore[no-any-return]


def _on_value_side(seen: Any, number: int) -> bool:
    """TRK-13: True if the variable cards show their value sides in a round."""
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
        left=bool(seen.gone[seat]),
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
        return f"{name}: {'+1' if choice < TARGETS else '-1'} on {target_name(choice % TARGETS)}"
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
    """An action in words that everybody at the table may hear. `seen` is a record here."""
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
        return f"put the {card_name(what)} into the reserve"
    if base == Act.PLAY:
        return f"play the {card_name(what)}"
    if base == Act.TAKE:
        return f"take {BONUS_NAMES[what]}: {bonus_says(what, bool(value_side(seen)))}"
    if base == Act.TAKE_BACK:
        return f"take the {target_name(what)} back into the hand"
    if base == Act.FLIP:
        return f"flip with the {target_name(what)} on top"
    if base == Act.SUIT:
        return f"count as a false trick of {SUITS[what].capitalize()}"
    if base == Act.VALUE:
        return f"count as a false trick of value {what + 1}"
    return f"{'+1' if base == Act.PLUS else '-1'} on the {target_name(what)}"


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
        "reserve": "everybody picks a reserve",
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
        lines.append(f"{'':50}[dim]has left; the lowest legal card is played[/]")
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
