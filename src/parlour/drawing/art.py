"""Card art, letters and colours as tools/card_art.py took them from the page.

Everything that a picture refers to is called by a hash of its content, so that several pictures in one document (a
notebook) do not disturb each other.
"""

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

HERE = Path(__file__).parent
REFERENCE = re.compile(r"#(\w+)(?=[\")])")


class Part(NamedTuple):
    """A piece of SVG with a name of its own, and the parts that it refers to."""

    id: str
    svg: str
    refers: tuple["Part", ...] = ()


class Letters(msgspec.Struct):
    middle: int  # from the baseline to the middle of a line
    letters: dict[str, tuple[int, str]]  # advance and outline, all in thousandths of the size


class ArtFile(msgspec.Struct):
    drawings: dict[str, str]
    parts: dict[str, str]


@cache
def themes() -> dict[str, dict[str, str]]:
    """The colours of the page by theme and name."""
    return msgspec.json.decode((HERE / "themes.json").read_bytes(), type=dict[str, dict[str, str]])


@cache
def letters() -> Letters:
    return msgspec.json.decode((HERE / "lettering.json").read_bytes(), type=Letters)


@cache
def letter(char: str) -> tuple[Part | None, int]:
    """A letter in a size of 1000, None if it is a space, and its advance. A letter that the font lacks is a question
    mark."""
    char = char if char in letters().letters else "?"
    advance, outline = letters().letters[char]
    name = f"letter{ord(char):x}"
    return (Part(name, f'<path id="{name}" d="{outline}"/>') if outline else None), advance


def named(svg: str, refers: tuple[Part, ...] = ()) -> Part:
    """A part with its content's hash as its name; `svg` begins with a tag, which gets the name."""
    name = "p" + hashlib.sha256(svg.encode()).hexdigest()[:8]
    tag = re.match(r"<\w+", svg)
    assert tag is not None
    return Part(name, f'{tag[0]} id="{name}"{svg[tag.end() :]}', refers)


class Art:
    """The drawings of one game in the colours of one theme."""

    def __init__(self, file: Path, theme: str) -> None:
        read = msgspec.json.decode(file.read_bytes(), type=ArtFile)
        self._colours = themes()[theme]
        self._raw, self._files = read.parts, read.drawings
        self._parts: dict[str, Part] = {}
        self._drawings: dict[str, Part] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def __getitem__(self, name: str) -> Part:
        if name not in self._drawings:
            self._drawings[name] = self._made(f"<g>{self._files[name]}</g>")
        return self._drawings[name]

    @property
    def names(self) -> list[str]:
        return list(self._files)

    def _made(self, svg: str) -> Part:
        """A part in the theme's colours, with its references resolved."""
        refers: list[Part] = []

        def renamed(found: re.Match[str]) -> str:
            if found[1] not in self._raw:
                return found[0]  # a colour
            if found[1] not in self._parts:
                raw = re.sub(r' id="\w+"', "", self._raw[found[1]], count=1)
                self._parts[found[1]] = self._made(raw)
            refers.append(self._parts[found[1]])
            return f"#{refers[-1].id}"

        svg = re.sub(r"var\(--([\w-]+)\)", lambda found: self._colours[found[1]], svg)
        return named(REFERENCE.sub(renamed, svg), tuple(refers))


@cache
def art(file: Path, theme: str) -> Art:
    return Art(file, theme)
