"""Parrot's table as a picture: the Boxes on both sides, the piles in between."""

from pathlib import Path

from parlour.drawing import Canvas, Drawing, around, name_of
from parlour.drawing.canvas import WIDTH
from parlour.drawing.table import BOTTOM, MARGIN, TOP, badge, plate, turn_of, winners

from .cards import COLUMNS, PLACES
from .rules import Phase
from .sight import View

SIDE = 296  # the width of the columns of Boxes
GAP = 5  # between cards
PLATE = 30  # a name and the room below it
DOWN, PARROT = "?", "P"
OPENING, COUNTING, OVER = (phase.name.lower() for phase in (Phase.OPENING, Phase.COUNTING, Phase.OVER))


def draw(canvas: Canvas, view: View) -> str:
    order = around(len(view.seats), view.you)
    left = order[: (len(order) + 1) // 2]  # up the left side and down the right, so play goes clockwise
    right = order[len(left) :]
    for seats, x in ((left[::-1], MARGIN), (right, WIDTH - MARGIN - SIDE)):
        room = (BOTTOM - TOP) / max(len(left), len(right))
        start = TOP + (BOTTOM - TOP - room * len(seats)) / 2
        for place, seat in enumerate(seats):
            draw_seat(canvas, view, seat, x, start + place * room, room)
    draw_piles(canvas, view)
    return headline(view)


def draw_seat(canvas: Canvas, view: View, seat: int, x: float, y: float, room: float) -> None:
    """A player's name above the Box, both in the middle of the room."""
    player = view.seats[seat]
    card = min((SIDE - 3 * GAP) / COLUMNS, ((room - PLATE - GAP - 8) / 2) / 1.4)
    width, height = COLUMNS * card + 3 * GAP, 2 * card * 1.4 + GAP
    left, top = x + (SIDE - width) / 2, y + (room - height - PLATE) / 2 + PLATE
    active = seat == view.turn
    name = name_of(seat, view.you)
    if player.left:
        name += " (left)"
    elif view.phase == OPENING and player.ready:
        name += " · ready"
    plate(canvas, seat, name, str(player.total), left, top - PLATE, width, active, player.left)
    for column in range(COLUMNS):
        if is_pair(player.box[column], player.box[column + COLUMNS]):
            where = left + column * (card + GAP)
            canvas.rect(where - 3, top - 3, card + 6, height + 6, "brass-light", 8)
    for place in range(PLACES):
        row, column = divmod(place, COLUMNS)
        spot = left + column * (card + GAP), top + row * (card * 1.4 + GAP)
        lit = seat == view.you and view.opening is not None and place in view.opening
        draw_card(canvas, player.box, place, spot, card, lit)


def draw_card(
    canvas: Canvas, box: list[str], place: int, spot: tuple[float, float], width: float, lit: bool = False
) -> None:
    """A card of a Box; a Parrot looks at its mate and says the mate's number."""
    card = box[place]
    if card != PARROT:
        canvas.card(card, *spot, width, lit=lit)
        return
    mate = box[(place + COLUMNS) % PLACES]
    canvas.card(f"{PARROT} {'down' if place < COLUMNS else 'up'}", *spot, width, lit=lit)
    canvas.drawn(f"says {'…' if mate == PARROT else mate}", *spot, width / 100)


def draw_piles(canvas: Canvas, view: View) -> None:
    """Draw pile and discard pile, above them the card in hand."""
    card, middle = 62.0, WIDTH / 2
    top = (TOP + BOTTOM) / 2 - 20
    left, right = middle - card - 5, middle + 5
    for x in (left, right):
        canvas.rect(x, top, card, card * 1.4, "none", 5, stroke="card-edge", line=1.5)
    if view.pile:
        for step in range(min(3, view.pile - 1), -1, -1):
            canvas.card(DOWN, left - step * 1.5, top - step * 1.5, card)
        badge(canvas, str(view.pile), left + card / 2, top + card * 1.4)
    if view.discard is not None:
        canvas.card(view.discard, right, top, card)
        if view.discards > 1:
            badge(canvas, str(view.discards), right + card / 2, top + card * 1.4)
    if view.hand is not None and view.turn is not None:
        size = 74.0
        canvas.card(view.hand, middle - size / 2, top - size * 1.4 - 42, size, lit=True)
        whose = "in your hand" if view.turn == view.you else f"in {name_of(view.turn, view.you)}'s hand"
        canvas.text(whose, middle, top - size * 1.4 - 56, 13, "ink-soft", "middle", 142)


def is_pair(upper: str, lower: str) -> bool:
    """Two cards of a number, or a Parrot and what it copies."""
    return DOWN not in (upper, lower) and (upper == lower or PARROT in (upper, lower))


def headline(view: View) -> str:
    if view.phase == OVER:
        return f"{winners([seat.total for seat in view.seats], view.you, lowest=True)} points"
    said = f"Round {view.round} of {view.rounds}"
    if view.phase == OPENING:
        return f"{said} · everybody turns up two cards"
    if view.phase == COUNTING:
        points = [seat.rounds[-1] for seat in view.seats if seat.rounds]
        return f"{said} · counted: {', '.join(map(str, points))}"
    last = "" if view.ender is None else " · last turns"
    return said + last if view.turn is None else f"{said}{last} · {turn_of(view.turn, view.you)}"


PICTURE = Drawing(Path(__file__).with_name("art.json"), draw)
