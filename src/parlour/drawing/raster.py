"""Pictures as pixels.

Most of a picture looks as it did a moment ago. So each element is drawn once, and its pixels are kept and pasted from
then on: a picture takes a few milliseconds instead of a hundred.
"""

import math
import re
from collections.abc import Sequence
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

from parlour.kit import BadInput
from parlour.kit.extras import needs

from .art import Part

SMALLEST, LARGEST = 100, 4000  # widths, in pixels
MOST_KEPT = 64_000_000  # bytes, of one size of pictures
SHEET = 1600  # the width of a sheet on which new elements are drawn

Box = tuple[float, float, float, float]  # left, top, right, bottom


def checked_width(width: Any) -> int:
    if isinstance(width, bool) or not isinstance(width, int) or not SMALLEST <= width <= LARGEST:
        raise BadInput(f"a picture is {SMALLEST} to {LARGEST} pixels wide, not {width!r}")
    return width


def check_installed() -> None:
    """Raise an error that says how to install what is missing, if something is."""
    with needs("pictures"):
        import resvg_py  # noqa: F401


def png(svg: str, width: int) -> bytes:
    """An SVG picture as a PNG file."""
    with needs("pictures"):
        import resvg_py

    # There is no text in our pictures, only outlines, so no time is lost with the system's fonts.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


class Patch(NamedTuple):
    """The pixels of an element, and where their upper left corner is in a picture."""

    image: Any
    left: int
    top: int


class Painter:
    """Paints pictures of one size; `scale` is how many pixels a unit of theirs has."""

    def __init__(self, size: tuple[int, int], scale: float) -> None:
        self._size, self._scale = size, scale
        self._patches: dict[str, Patch] = {}
        self._bytes = 0

    def image(self, elements: Sequence[str], boxes: Sequence[Box], parts: Sequence[Part]) -> Any:
        """A picture as an image of Pillow."""
        check_installed()
        from PIL import Image

        new = {element: box for element, box in zip(elements, boxes, strict=True) if element not in self._patches}
        if new:
            if self._bytes > MOST_KEPT:
                self._patches, self._bytes = {}, 0
                new = dict(zip(elements, boxes, strict=True))
            self._paint(new, parts)
        painted = Image.new("RGB", self._size)
        for element in elements:
            patch = self._patches[element]
            painted.paste(patch.image, (patch.left, patch.top), patch.image)
        return painted

    def _paint(self, new: dict[str, Box], parts: Sequence[Part]) -> None:
        """Paint new elements next to each other on one sheet, and cut them out."""
        from PIL.PngImagePlugin import PngImageFile

        x = y = row = 0
        placed, spots = [], []
        for element, box in new.items():
            left, top = (max(-1, math.floor(side * self._scale) - 1) for side in box[:2])
            right, bottom = (
                min(most + 1, math.ceil(side * self._scale) + 1) for side, most in zip(box[2:], self._size, strict=True)
            )
            wide, high = max(1, right - left), max(1, bottom - top)
            if x + wide > SHEET:
                x, y, row = 0, y + row, 0
            placed.append(f'<g transform="translate({x - left} {y - top}) scale({self._scale:g})">{element}</g>')
            spots.append((element, left, top, (x, y, x + wide, y + high)))
            x, row = x + wide, max(row, high)
        width, height = max(spot[3][2] for spot in spots), y + row
        used = "".join(part.svg for part in referred(new, parts))
        sheet = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
            f"<defs>{used}</defs>{''.join(placed)}</svg>"
        )
        with PngImageFile(BytesIO(png(sheet, width))) as image:
            for element, left, top, spot in spots:
                self._patches[element] = Patch(image.crop(spot), left, top)
                self._bytes += 4 * (spot[2] - spot[0]) * (spot[3] - spot[1])


def referred(elements: dict[str, Box], parts: Sequence[Part]) -> list[Part]:
    """The parts that these elements refer to, directly or through others."""
    named = {part.id: part for part in parts}
    waiting = [named[name] for element in elements for name in re.findall(r'href="#(\w+)"', element)]
    found: dict[str, Part] = {}
    while waiting:
        part = waiting.pop()
        if part.id not in found:
            found[part.id] = part
            waiting += part.refers
    return list(found.values())


@cache
def painter(size: tuple[int, int], scale: float) -> Painter:
    return Painter(size, scale)
