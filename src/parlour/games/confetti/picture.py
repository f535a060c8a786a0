"""Confetti's table as a picture: the heap in the middle, the others above it, the player at the bottom."""

from pathlib import Path

from parlour.drawing import Canvas, Drawing, around, name_of
from parlour.drawing.canvas import WIDTH
from parlour.drawing.table import BOTTOM, MARGIN, TOP, plate, winners

from .cards import CELL, JITTER, SIZES
from .views import CardView, PlayerView, View

SQUARE = (100.0, 100.0)
BLACK = ("#241e19", "#9b8768", 3)  # the stock of the black side, as in the page's Cards.svelte
WHITE = ("card", "card-edge", 2)
HELD = 8  # the width of the edge around a card that is held
MOST_IN_LINE = 3  # players above the heap
LINE = 66  # the height of their name and cards
OWN = 72
SMALL, LARGE = 36.0, 56.0  # cards of the others, and of the player at the bottom
MARGIN_OF_FIELD = CELL / 2 - JITTER  # a card's centre is never nearer to the edge of the rules' own field
LEAN = -7  # degrees: a loose card lies askew, so that it can be told from one that is held


def draw(canvas: Canvas, view: View) -> str:
    own, *others = around(len(view.players), view.seat)
    lines = -(-len(others) // MOST_IN_LINE)
    anchors = {own: (MARGIN + 80.0, BOTTOM - OWN + 14.0)}
    width = (WIDTH - 2 * MARGIN - 10 * (MOST_IN_LINE - 1)) / MOST_IN_LINE
    for place, seat in enumerate(others):
        line, column = divmod(place, MOST_IN_LINE)
        in_line = min(MOST_IN_LINE, len(others) - line * MOST_IN_LINE)
        x = WIDTH / 2 - (in_line * (width + 10) - 10) / 2 + column * (width + 10)
        y = TOP + 4 + line * LINE
        draw_plate(canvas, view, view.players[seat], x, y, width)
        draw_cards(canvas, view, view.players[seat], (x + 4, y + 27), SMALL, width - 8)
        anchors[seat] = (x + width / 2, y + 24)
    top = TOP + 8 + lines * LINE
    draw_heap(canvas, view, anchors, top, BOTTOM - OWN - top - 6)
    player = view.players[own]
    draw_plate(canvas, view, player, MARGIN, BOTTOM - OWN + 24, 160)
    draw_cards(canvas, view, player, (MARGIN + 176, BOTTOM - OWN + 8), LARGE, WIDTH - 2 * MARGIN - 176)
    return headline(view)


def draw_plate(canvas: Canvas, view: View, player: PlayerView, x: float, y: float, width: float) -> None:
    name = name_of(player.seat, view.seat) + ("" if player.here else " (left)")
    chooses = view.phase == "choose" and player.seat in view.acting
    plate(canvas, player.seat, name, str(player.points), x, y, width, chooses, not player.here)


def draw_cards(
    canvas: Canvas, view: View, player: PlayerView, where: tuple[float, float], side: float, room: float
) -> None:
    """A player's cards: those at the edge of the table, or after the round those that were counted."""
    x, y = where
    counted = player.result.cards if player.result is not None else []
    cards: list[CardView | str] = [*player.cards] if view.phase == "play" else [*counted]
    pitch = min(side + 5, (room - side) / max(1, len(cards) - 1))
    for place, card in enumerate(cards):
        if isinstance(card, str):
            draw_card(canvas, view, card, x + place * pitch, y, side)
        elif card.state == "held":
            draw_card(canvas, view, card.name, x + place * pitch, y, side, edge=canvas.player(player.seat))
        else:
            draw_card(canvas, view, card.name, x + place * pitch, y, side, LEAN)


def draw_card(
    canvas: Canvas, view: View, name: str, x: float, y: float, side: float, turn: float = 0, edge: str = ""
) -> None:
    face = tuple(f"{view.side} {size} {name[SIZES.index(size)]}" for size in reversed(SIZES))
    stock = BLACK if view.side == "black" else WHITE
    if edge:
        stock = (stock[0], edge, HELD)
    canvas.card(face, x, y, side, turn, size=SQUARE, stock=stock)


def draw_heap(canvas: Canvas, view: View, anchors: dict[int, tuple[float, float]], top: float, height: float) -> None:
    if view.phase != "play":
        draw_results(canvas, view, top, height)
        return
    across = (WIDTH - 2 * MARGIN) / view.width * CELL
    down = height / view.height * CELL
    side = min(across, 0.93 * down)

    def spot(card: CardView) -> tuple[float, float]:
        x = (card.x - MARGIN_OF_FIELD) / (view.width - 2 * MARGIN_OF_FIELD)
        y = (card.y - MARGIN_OF_FIELD) / (view.height - 2 * MARGIN_OF_FIELD)
        return MARGIN + x * (WIDTH - 2 * MARGIN - side), top + y * (height - side)

    for card in view.middle:
        draw_card(canvas, view, card.name, *spot(card), side, card.degrees)
    for tug in view.tugs:
        x, y = spot(tug.card)
        for seat in tug.pullers:
            canvas.line(anchors[seat], (x + side / 2, y + side / 2), canvas.player(seat), 5, 0.85)
        draw_card(canvas, view, tug.card.name, x - side * 0.1, y - side * 0.1, side * 1.2, LEAN, canvas.colour("brass"))


def draw_results(canvas: Canvas, view: View, top: float, height: float) -> None:
    """How the round was counted, player by player."""
    lines = [player for player in view.players if player.result is not None]
    step = min(30, height / max(1, len(lines)))
    y = top + (height - step * (len(lines) - 1)) / 2
    for player in lines:
        assert player.result is not None
        sets, spare = len(player.result.sets), len(player.result.spare)
        said = f"{sets} set{'' if sets == 1 else 's'}" + (f", {spare} spare" if spare else "")
        canvas.circle(WIDTH / 2 - 152, y, 6, canvas.player(player.seat))
        canvas.text(name_of(player.seat, view.seat), WIDTH / 2 - 138, y, 17, most=110)
        canvas.text(said, WIDTH / 2 - 20, y, 17, "ink-soft")
        canvas.text(f"{player.result.points:+d}", WIDTH / 2 + 160, y, 19, "ink", "end")
        y += step


def headline(view: View) -> str:
    if view.phase == "over":
        return f"{winners([player.points for player in view.players], view.seat)} points"
    said = f"Round {view.round} of {view.rounds}"
    if view.phase == "choose":
        return f"{said} · point cards are chosen"
    left = max(0, (view.phase_ends or 0) - view.clock) // 1000
    return f"{said} · {left} s left" if view.phase == "play" else f"{said} is counted"


PICTURE = Drawing(Path(__file__).with_name("art.json"), draw)
