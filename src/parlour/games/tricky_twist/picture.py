"""Tricky Twist's table as a picture: the others above, the turn in the middle between scoring card and bonus cards, and
the player at the bottom with the hand."""

from pathlib import Path

from parlour.drawing import Canvas, Drawing, around, name_of
from parlour.drawing.canvas import WIDTH
from parlour.drawing.table import MARGIN, TOP, badge, plate, winners

from .views import Player, ScoringCard, View

OTHERS, MIDDLE, OWN = TOP + 6, 188, 366  # where the three parts of the table begin
GAP = 10
TICKET = (120.0, 76.0)  # a bonus card as it is drawn
RANKS = ("FEW", "MANY")  # scoring cards that count places

DOING = {
    "reserve": "everybody picks a reserve",
    "draw": "may draw from the reserve",
    "play": "to play",
    "bonus": "may take a bonus card",
    "take-back": "may take a false trick back",
    "declare": "to declare",
}


def draw(canvas: Canvas, view: View) -> str:
    own, *others = around(len(view.players), view.seat)
    width = (WIDTH - 2 * MARGIN - GAP * (len(others) - 1)) / len(others)
    for place, seat in enumerate(others):
        draw_other(canvas, view, view.players[seat], MARGIN + place * (width + GAP), width)
    draw_scoring_card(canvas, view.scoring_card, MARGIN + 16, MIDDLE + 4, 108)
    draw_turn(canvas, view, [own, *others])
    for place, bonus in enumerate(view.display):
        row, column = divmod(place, 2)
        draw_ticket(canvas, view, bonus.name, WIDTH - MARGIN - 150 + column * 76, MIDDLE - 4 + row * 43, 64)
    draw_own(canvas, view, view.players[own])
    return headline(view)


def draw_other(canvas: Canvas, view: View, player: Player, x: float, width: float) -> None:
    """The name, the piles, false tricks and bonus cards."""
    draw_plate(canvas, view, player, x, OTHERS, width)
    y = OTHERS + 33
    for place, (cards, says) in enumerate(piles(player, hand=True)):
        draw_pile(canvas, cards, says, x + 8 + place * 50, y, 30)
    left = x + 166
    draw_false_tricks(canvas, player, left, y, 30, x + width - left)
    for place, bonus in enumerate(player.bonus):
        draw_ticket(canvas, view, bonus.name, left + place * 44, y + 52, 42)


def draw_own(canvas: Canvas, view: View, player: Player) -> None:
    """The player at the bottom, of whom a spectator sees only the backs of the cards in hand."""
    draw_plate(canvas, view, player, MARGIN, OWN + 2, 210)
    x = MARGIN + 230.0
    for cards, says in piles(player, hand=False):
        draw_pile(canvas, cards, says, x, OWN - 8, 30, beside=True)
        x += 96 if says == "reserve" else 84
    bonus = len(player.bonus) * 68
    draw_false_tricks(canvas, player, x, OWN - 8, 32, WIDTH - MARGIN - bonus - x - 8)
    for place, each in enumerate(player.bonus):
        draw_ticket(canvas, view, each.name, WIDTH - MARGIN - bonus + place * 68 + 4, OWN - 6, 64)
    hand = view.hand if player.seat == view.seat else ["back"] * player.hand
    card, room = 76.0, WIDTH - 2 * MARGIN
    pitch = min(card + 6, (room - card) / max(1, len(hand) - 1))
    start = WIDTH / 2 - (pitch * (len(hand) - 1) + card) / 2
    for place, name in enumerate(hand):
        canvas.card(name, start + place * pitch, OWN + 49, card)


def draw_plate(canvas: Canvas, view: View, player: Player, x: float, y: float, width: float) -> None:
    name = name_of(player.seat, view.seat)
    if player.left:
        name += " (left)"
    elif view.phase == "reserve" and player.reserve_laid:
        name += " · ready"
    elif player.declared:
        name += " · declared"
    plate(canvas, player.seat, name, str(player.score), x, y, width, player.seat == view.to_act, player.left)


def piles(player: Player, hand: bool) -> list[tuple[int, str]]:
    """A player's piles: how many cards, and what they are."""
    held = [(player.hand, "hand")] if hand else []
    return [*held, (player.reserve, "reserve"), (len(player.tricks), "tricks")]


def draw_pile(canvas: Canvas, cards: int, says: str, x: float, y: float, width: float, beside: bool = False) -> None:
    """A pile face down with its number, and what it is below or beside it."""
    high = width * 1.4
    if cards:
        for layer in range(min(2, cards - 1), -1, -1):
            canvas.card("back", x + 2 * layer, y + 1.5 * layer, width)
        badge(canvas, str(cards), x + width / 2, y + high)
    else:
        canvas.rect(x, y, width, high, "none", 3, stroke="card-edge", line=1.2)
    if beside:
        canvas.text(says, x + width + 8, y + high / 2, 13, "ink-soft")
    else:
        canvas.text(says, x + width / 2, y + high + 20, 12, "ink-soft", "middle")


def draw_false_tricks(canvas: Canvas, player: Player, x: float, y: float, width: float, room: float) -> None:
    cards = player.false_tricks
    pitch = min(width + 4, (room - width) / max(1, len(cards) - 1))
    for place, card in enumerate(cards):
        canvas.card(f"mini {card}", x + place * pitch, y, width)


def draw_ticket(canvas: Canvas, view: View, name: str, x: float, y: float, width: float) -> None:
    """A bonus card; the variable ones show the side that counts in this round."""
    symbol = view.variable_side == "symbol" and name.startswith("V")
    canvas.drawn(f"{name} symbol" if symbol else name, x, y, width / TICKET[0], TICKET)


def draw_scoring_card(canvas: Canvas, card: ScoringCard, x: float, y: float, width: float) -> None:
    """The picture is art; the stars below it are an option of the game."""
    scale = width / 100
    canvas.card(" or ".join(card.suits) or card.name, x, y, width)
    wide = 90 / len(card.stars)
    for place, stars in enumerate(card.stars):
        middle = x + scale * (5 + wide * (place + 0.5))
        last = place + 1 == len(card.stars)
        after = "." if card.name in RANKS else "+" if last and card.name != "SUITS" else ""
        canvas.text(f"{place + 1}{after}", middle, y + scale * 104.5, 10.5 * scale, "#55452f", "middle")
        size = 0.78 if len(card.stars) > 5 else 0.92 if len(card.stars) > 4 else 1.05
        canvas.drawn("star" if stars else "no star", middle, y + scale * 121.5, size * scale, (48, 48))
        canvas.text(str(stars), middle, y + scale * 122.3, 9.5 * scale, "#2a2017", "middle")


def draw_turn(canvas: Canvas, view: View, order: list[int]) -> None:
    """The cards of this turn, or of the last one while the next has not begun, each with its player's colour."""
    card = 78.0
    pitch = card + 18
    start = WIDTH / 2 - (pitch * (len(order) - 1) + card) / 2
    for place, seat in enumerate(order):
        x, name = start + place * pitch, view.table[seat]
        canvas.rect(x, MIDDLE + 12, card, card * 1.4, "none", 6, stroke="card-edge", line=1.5)
        if name is not None:
            canvas.card(name, x, MIDDLE + 12, card)
        leads = " leads" if seat == view.leader and view.phase not in ("reserve", "over") else ""
        width = canvas.text(
            name_of(seat, view.seat) + leads, x + card / 2 + 6, MIDDLE + 136, 12, "ink-soft", "middle", 96
        )
        canvas.circle(x + card / 2 - width / 2 - 3, MIDDLE + 136, 4, canvas.player(seat))


def headline(view: View) -> str:
    if view.phase == "over":
        return f"{winners([player.score for player in view.players], view.seat)} stars"
    said = f"Round {view.round} of {view.rounds}"
    if view.to_act is None:
        return f"{said} · {DOING[view.phase]}"
    return f"{said} · {name_of(view.to_act, view.seat)} {DOING[view.phase]}"


PICTURE = Drawing(Path(__file__).with_name("art.json"), draw)
