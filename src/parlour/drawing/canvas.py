"""A canvas: shapes, words and cards are put on it one after another, and it becomes an SVG picture."""

from dataclasses import dataclass
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .art import Art, Part, art, letter, letters, named, themes
from .raster import Box, checked_width, painter, png

WIDTH, HEIGHT = 800, 560  # of every picture, in its own units: pixels at the usual size
CARD = (100.0, 140.0)  # most games' cards are drawn in this size
CORNER = 8  # radius, on a card of that size
STOCK = ("card", "card-edge", 1.6)  # a card's colour, its edge's, and how wide the edge is


Point = tuple[float, float]


def square(x: float, y: float, radius: float) -> Box:
    return x - radius, y - radius, x + radius, y + radius


def number(value: float) -> str:
    """A coordinate in few characters."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@dataclass(frozen=True)
class Picture:
    """A finished picture: its elements in the order in which they are drawn, what each of them covers, the parts that
    they refer to, and what the picture shows in words."""

    elements: tuple[str, ...]
    boxes: tuple[Box, ...]
    parts: tuple[Part, ...]
    title: str

    def svg(self, width: int = WIDTH) -> "Svg":
        return document(self.parts, "".join(self.elements), self.title, width)

    def png(self, width: int = WIDTH) -> bytes:
        """The picture as a PNG file."""
        return png(self.svg(), checked_width(width))

    def pixels(self, width: int = WIDTH) -> NDArray[np.uint8]:
        """The picture as an array of height, width and three colours."""
        return np.asarray(self.image(width))

    def image(self, width: int = WIDTH) -> Any:
        """The picture as an image of Pillow."""
        size = checked_width(width), height_of(width)
        return painter(size, width / WIDTH).image(self.elements, self.boxes, self.parts)

    def _repr_svg_(self) -> str:
        return self.svg()


class Svg(str):
    """An SVG document, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def document(parts: tuple[Part, ...], body: str, title: str, width: int) -> Svg:
    defined = "".join(part.svg for part in parts)
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height_of(width)}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{escape(title)}</title>'
        f"<defs>{defined}</defs>{body}</svg>\n"
    )


def height_of(width: int) -> int:
    """The height that belongs to a width; even, as videos need it, if the width is even."""
    return round(width * HEIGHT / WIDTH / 2) * 2


@lru_cache(maxsize=4096)
def lettered(text: str) -> tuple[Part, float]:
    """Words as one part of size 1000 whose baseline begins at 0 0, and their width."""
    x, placed, used = 0, [], {}
    for char in text:
        part, advance = letter(char)
        if part is not None:
            used[part.id] = part
            placed.append(f'<use href="#{part.id}"' + (f' x="{x}"/>' if x else "/>"))
        x += advance
    return named(f"<g>{''.join(placed)}</g>", tuple(used.values())), x


@lru_cache(maxsize=4096)
def on_stock(
    faces: tuple[Part, ...], size: tuple[float, float], stock: tuple[str, str, float], shadow: str, dark: bool
) -> Part:
    """A card's stock with its edge and shadow, as in the page's kit/Card.svelte, and the face on it."""
    sides = f'width="{number(size[0])}" height="{number(size[1])}" rx="{CORNER}"'
    uses = "".join(f'<use href="#{face.id}"/>' for face in faces)
    return named(
        f'<g><rect x="1" y="3" {sides} fill="{shadow}" opacity="{".4" if dark else ".18"}"/>'
        f'<rect {sides} fill="{stock[0]}" stroke="{stock[1]}" stroke-width="{number(stock[2])}"/>{uses}</g>',
        faces,
    )


class Canvas:
    """Collects the elements of a picture. Angles are in degrees, clockwise."""

    def __init__(self, art_file: Path | None = None, theme: str = "light") -> None:
        self.colours = themes()[theme]
        self.dark = theme == "dark"
        self._art: Art | None = None if art_file is None else art(art_file, theme)
        self._elements: list[str] = []
        self._boxes: list[Box] = []
        self._parts: dict[str, Part] = {}

    def picture(self, title: str) -> Picture:
        return Picture(tuple(self._elements), tuple(self._boxes), tuple(self._parts.values()), title)

    def colour(self, name: str) -> str:
        """A colour of the theme by its name; any other colour as it is."""
        return self.colours.get(name, name)

    def player(self, seat: int) -> str:
        return self.colours[f"player-{seat}"]

    # Shapes

    def add(self, element: str, box: Box) -> None:
        self._elements.append(element)
        self._boxes.append(box)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = "none",
        radius: float = 0,
        stroke: str = "",
        line: float = 1,
        opacity: float = 1,
    ) -> None:
        where = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
        box = (x - line, y - line, x + width + line, y + height + line)
        self.add(f"<rect {where}{_optional('rx', radius)}{self._paint(fill, stroke, line, opacity)}/>", box)

    def circle(
        self,
        x: float,
        y: float,
        radius: float,
        fill: str = "none",
        stroke: str = "",
        line: float = 1,
        opacity: float = 1,
    ) -> None:
        where = f'cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"'
        self.add(f"<circle {where}{self._paint(fill, stroke, line, opacity)}/>", square(x, y, radius + line))

    def line(self, start: Point, end: Point, stroke: str, line: float = 1, opacity: float = 1) -> None:
        path = f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}"
        (left, right), (top, bottom) = sorted((start[0], end[0])), sorted((start[1], end[1]))
        self.add(
            f'<path d="{path}" stroke-linecap="round"{self._paint("none", stroke, line, opacity)}/>',
            (left - line, top - line, right + line, bottom + line),
        )

    def _paint(self, fill: str, stroke: str, line: float, opacity: float) -> str:
        drawn = f' fill="{self.colour(fill)}"'
        if stroke:
            drawn += f' stroke="{self.colour(stroke)}" stroke-width="{number(line)}"'
        return drawn + (f' opacity="{number(opacity)}"' if opacity < 1 else "")

    # Words

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float = 15,
        fill: str = "ink",
        anchor: str = "start",
        most: float | None = None,
    ) -> float:
        """Words whose lines' middle is at `y`; `anchor` is start, middle or end. They are cut off beyond the width
        `most`. Returns their width."""
        if most is not None:
            words = fitting(words, size, most)
        if not words:
            return 0
        part, width = lettered(words)
        self.need(part)
        scale = size / 1000
        left = x - width * scale * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        base = y + letters().middle * scale
        where = f"translate({number(left)} {number(base)}) scale({scale:.4g})"
        self.add(
            f'<use href="#{part.id}" transform="{where}" fill="{self.colour(fill)}"/>',
            (left - size / 4, y - size, left + width * scale + size / 4, y + size),
        )
        return width * scale

    # Cards

    def drawn(self, name: str, x: float, y: float, scale: float = 1, size: tuple[float, float] = CARD) -> None:
        """A drawing of the game's art with its origin at x, y; it covers at most `size` in any direction from there."""
        assert self._art is not None
        part = self._art[name]
        self.need(part)
        where = f"translate({number(x)} {number(y)})" + (f" scale({scale:.4g})" if scale != 1 else "")
        across, down = size[0] * scale, size[1] * scale
        box = (x - across / 4, y - down / 4, x + across, y + down)
        self.add(f'<use href="#{part.id}" transform="{where}"/>', box)

    def card(
        self,
        face: str | tuple[str, ...],
        x: float,
        y: float,
        width: float,
        turn: float = 0,
        lit: bool = False,
        size: tuple[float, float] = CARD,
        stock: tuple[str, str, float] = STOCK,
    ) -> None:
        """A card with its upper left corner at x, y; it turns around its middle. Its face is a drawing, or several on
        top of each other; `lit` gives it a brass edge, `stock` is its colour, its edge's, and how wide that is."""
        assert self._art is not None
        faces = tuple(self._art[name] for name in ((face,) if isinstance(face, str) else face))
        part = on_stock(faces, size, (self.colour(stock[0]), *self._edge(stock, lit)), self.colours["lift"], self.dark)
        self.need(part)
        where = f"translate({number(x)} {number(y)}) scale({width / size[0]:.4g})"
        if turn:
            where += f" rotate({number(turn)} {number(size[0] / 2)} {number(size[1] / 2)})"
        high, rim = width * size[1] / size[0], 0.1 * width
        box = (x - rim, y - rim, x + width + rim, y + high + rim)
        if turn:
            box = square(x + width / 2, y + high / 2, (width + high) / 2 * 1.1)
        self.add(f'<use href="#{part.id}" transform="{where}"/>', box)

    def _edge(self, stock: tuple[str, str, float], lit: bool) -> tuple[str, float]:
        return (self.colours["brass-light"], 6) if lit else (self.colour(stock[1]), stock[2])

    def need(self, part: Part) -> None:
        """Define a part, and those that it refers to, in the picture."""
        if part.id in self._parts:
            return
        for other in part.refers:
            self.need(other)
        self._parts[part.id] = part


def width_of(words: str, size: float) -> float:
    """The width of words at a size."""
    return lettered(words)[1] * size / 1000


def fitting(words: str, size: float, most: float) -> str:
    """These words, cut off with an ellipsis if they are wider than `most`."""
    if width_of(words, size) <= most:
        return words
    while words and width_of(words + "…", size) > most:
        words = words[:-1]
    return words.rstrip() + "…" if words else ""


def _optional(name: str, value: float, usual: float = 0) -> str:
    return "" if value == usual else f' {name}="{number(value)}"'
