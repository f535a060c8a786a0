"""What people see of Confetti: the view a page is given, the table as text, and actions in words."""

from typing import Any

import msgspec

from parlour.kit import SPECTATOR, in_python, plain

from .cards import CARD_SIDE, CARDS, CELL, COLOURS, COLUMNS, LETTERS, ROWS, SHAPES, name_of
from .state import NOBODY, UNKNOWN, Act, Phase, Place, Side, card_limit, rounds
from .tugs import one_pulls, pulls_at, window_closes

PHASES = ("play", "choose", "break", "over")
STATES = ("aside", "middle", "tug", "loose", "held", "point", "removed")


class CardView(msgspec.Struct):
    """A card that lies face up: colours on the white side, shapes on the black side."""

    number: int
    name: str
    small: str
    medium: str
    big: str
    state: str
    owner: int | None  # of a card in a tug: the player whose loose card it was
    x: int  # its position in the middle, or where it would lie if given back
    y: int
    degrees: int


class TugView(msgspec.Struct):
    """A card that is being pulled: by one player while others may still join, or by several players."""

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
    """How a player's last hand was scored, visible to all (CON-65, CON-66)."""

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
    acting: list[int]  # seats that may act now: all of them, or those that still have to choose
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
    aside_seen: int  # cards left over from earlier rounds


# Below, `seen` is a plain Python copy of the record (see `plain`).


def card_name(seen: Any, card: int) -> str:
    return name_of(seen.deck[card])


def kind_names(seen: Any) -> tuple[str, ...]:
    return SHAPES if seen.side == Side.BLACK else COLOURS


def view_card(seen: Any, card: int) -> CardView:
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


def view_tug(seen: Any, number: int) -> TugView:
    card = seen.pulled[number]
    return TugView(
        card=view_card(seen, card),
        pullers=[seat for seat in range(seen.seats) if in_python(pulls_at)(seen, seat, card)],
        open_until=in_python(window_closes)(seen, card),
        ends=seen.pull_ends[number],
    )


def view_sets(seen: Any, cards: list[int]) -> list[SetView]:
    """The sets that these cards carry, and the card for each size."""
    found = []
    for colour, kind in enumerate(kind_names(seen)):
        by_size = [[card_name(seen, card) for card in cards if seen.deck[card][size] == colour] for size in range(3)]
        found += [SetView(kind, *three) for three in zip(*by_size, strict=False)]
    return found


def view_result(seen: Any, seat: int) -> ResultView:
    cards = seen.shown[seat][: seen.collected[seat]]
    used = [card for i, card in enumerate(cards) if seen.used[seat] >> i & 1]
    return ResultView(
        cards=[card_name(seen, card) for card in cards],
        sets=view_sets(seen, used),
        spare=[card_name(seen, card) for card in cards if card not in used],
        points=seen.result[seat],
    )


def view_player(seen: Any, seat: int) -> PlayerView:
    return PlayerView(
        seat=seat,
        here=not seen.gone[seat],
        cards=[view_card(seen, card) for card in seen.zone[seat][: seen.cards[seat]]],
        can_take_at=seen.free_at[seat],
        points=seen.points[seat],
        point_cards=[card_name(seen, card) for card in cards_in(seen, Place.POINT) if seen.owner[card] == seat],
        to_keep=max(0, seen.owed[seat]),
        to_give_up=max(0, -seen.owed[seat]),
        result=None if seen.phase == Phase.PLAY else view_result(seen, seat),
    )


def cards_in(seen: Any, place: int) -> list[int]:
    return [card for card, lies in enumerate(seen.place) if lies == place]


def view(seen: Any, seat: int) -> View:
    seen = plain(seen)
    unseen = seen.fresh_in.count(UNKNOWN)
    players = [view_player(seen, other) for other in range(seen.seats)]
    if seen.phase == Phase.PLAY:
        acting = [player.seat for player in players if player.here]
    else:
        acting = [player.seat for player in players if player.to_keep or player.to_give_up]
    return View(
        seat=None if seat == SPECTATOR else seat,
        phase=PHASES[seen.phase],
        round=seen.round_now,
        rounds=in_python(rounds)(seen),
        clock=seen.clock,
        phase_ends=None if seen.phase == Phase.OVER else seen.phase_ends,
        acting=acting,
        side="black" if seen.side == Side.BLACK else "white",
        limit=in_python(card_limit)(seen),
        width=CELL * COLUMNS,
        height=CELL * ROWS,
        card_side=CARD_SIDE,
        middle=[view_card(seen, card) for card in cards_in(seen, Place.MIDDLE)],
        tugs=[view_tug(seen, number) for number in range(seen.pulls)],
        players=players,
        removed=[card_name(seen, card) for card in cards_in(seen, Place.REMOVED)],
        aside_unseen=unseen,
        aside_seen=len(cards_in(seen, Place.ASIDE)) - unseen,
    )


# The table as text

STYLES = ("bold red", "bold dark_orange", "bold yellow", "bold green", "bold blue", "bold magenta")


def paint(name: str) -> str:
    return "".join(f"[{STYLES[LETTERS.index(letter)]}]{letter}[/]" for letter in name)


def paint_zone(seen: Any, seat: int) -> str:
    """Loose cards plain, held ones in brackets, pulled ones with a mark."""
    cards = []
    for card in seen.zone[seat][: seen.cards[seat]]:
        name = paint(card_name(seen, card))
        cards.append(f"({name})" if seen.place[card] == Place.HELD else f" {name} ")
    for card in seen.pulled[: seen.pulls]:
        if in_python(pulls_at)(seen, seat, card):
            cards.append(f" {paint(card_name(seen, card))}{'?' if in_python(one_pulls)(seen, card) else '!'}")
    return " ".join(cards)


def show(seen: Any, seat: int) -> str:
    seen = plain(seen)
    over = seen.phase == Phase.OVER
    seconds = 0 if over else (seen.phase_ends - seen.clock) / 1000
    unseen = seen.fresh_in.count(UNKNOWN)
    limit, last = in_python(card_limit)(seen), in_python(rounds)(seen)
    says = {
        Phase.PLAY: f"{seconds:4.1f} s of sand left",
        Phase.CHOOSE: f"choosing point cards, {seconds:4.1f} s left",
    }.get(seen.phase, "the game is over" if over else "the next round is about to start")
    lines = [
        f"[bold]Confetti[/]   round {seen.round_now} of {last}   limit {limit}   {says}",
        f"[dim]middle {len(cards_in(seen, Place.MIDDLE))}, aside {len(cards_in(seen, Place.ASIDE))} ({unseen} unseen), "
        f"removed {len(cards_in(seen, Place.REMOVED))}[/]",
        "",
    ]
    here = {seen.cell[card]: card for card in cards_in(seen, Place.MIDDLE)}
    for row in range(ROWS):
        names = [here.get(row * COLUMNS + column) for column in range(COLUMNS)]
        lines.append("   ".join("[dim] . [/]" if card is None else paint(card_name(seen, card)) for card in names))
    lines.append("")
    for other in range(seen.seats):
        who = ("you" if other == seat else f"player {other + 1}") + (" (gone)" if seen.gone[other] else "")
        lines.append(f"{who:<14}[bold]{seen.points[other]:3d}[/] points   {paint_zone(seen, other)}")
        if seen.phase != Phase.PLAY:
            lines.append(f"{'':<14}{show_result(seen, other)}")
    if seen.phase == Phase.PLAY:
        lines += ["", "[dim](ROY) held   ROY loose   ROY? just taken   ROY! in a tug[/]"]
    return "\n".join(lines)


def show_result(seen: Any, seat: int) -> str:
    result = view_result(seen, seat)
    cards = " ".join(paint(name) for name in result.cards) or "no cards"
    sets, count = len(result.sets), len(result.cards)
    spare = f", {len(result.spare)} spare" if result.spare else ""
    words = f"{sets} set{'' if sets == 1 else 's'} on {count} card{'' if count == 1 else 's'}"
    return f"[dim]{words}{spare}: {result.points:+d}[/]   {cards}"


def describe(seen: Any, action: int) -> str:
    """An action in words. `seen` is a record here."""
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
