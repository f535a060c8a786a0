"""Writes the page's card art as SVG for pictures made by Python: cards are drawn once and look the same everywhere.

python tools/card_art.py            write art.json of each game, and lettering.json and themes.json of parlour/drawing
python tools/card_art.py --check    write nothing; exit with 1 and name the first outdated file, if there is one

web/drawings.mjs renders the components that a game lists in web/src/games/<game>/art.ts. What a browser would still
have to do is done here: styles become attributes, text becomes outlines (so that no font is needed), and parts that
occur several times are written once.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

import docs
import web_build
from rulebooks import ROOT

WEB = ROOT / "web"
GAMES = ROOT / "src" / "parlour" / "games"
DRAWING = ROOT / "src" / "parlour" / "drawing"
FONT = WEB / "node_modules" / "@fontsource-variable" / "fredoka" / "files" / "fredoka-latin-wght-normal.woff2"
WEIGHT = 500  # of the lettering
LETTERS = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x100)])) + "–—‘’“”…−"
FONT_SIZE = 16  # a browser's, where a style sets none
SHARED_FROM = 90  # characters: a shorter part is repeated instead of shared

# Attributes that a drawing keeps, besides its geometry. All others are for the page.
PAINT = (
    "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin", "opacity",
    "paint-order", "clip-path",
)  # fmt: skip
GEOMETRY = (
    "d", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "transform", "id", "patternUnits",
    "patternTransform",
)  # fmt: skip
LETTERING = ("font-size", "font-weight", "letter-spacing", "text-anchor", "dominant-baseline")


# Styles


class Style(NamedTuple):
    """A rule of a style sheet for one kind of element: its tag, its classes, and what it sets."""

    tag: str
    classes: frozenset[str]
    sets: dict[str, str]

    def applies(self, element: Element) -> bool:
        return self.tag in ("", element.tag) and self.classes <= set(element.get("class", "").split())


def styles_of(css: str) -> list[Style]:
    """The rules whose selectors are a tag, classes, or both, weakest first. The page's other rules are about layout."""
    css = re.sub(r"/\*.*?\*/|</?style[^>]*>|@[\w-]+[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css, flags=re.DOTALL)
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        sets: dict[str, str] = {}
        for line in body.split(";"):
            name, colon, value = (part.strip() for part in line.partition(":"))
            if name == "font":
                weight, size = value.split()[:2]
                sets |= {"font-weight": weight, "font-size": size}
            elif colon:
                sets[name] = value
        for selector in selectors.split(","):
            simple = re.fullmatch(r"\s*([a-z]*)((?:\.[\w-]+)*)\s*", selector)
            if simple:
                found.append(Style(simple[1], frozenset(simple[2].split(".")[1:]), sets))
    return sorted(found, key=lambda style: len(style.classes))


def apply_styles(drawing: Element, styles: list[Style]) -> None:
    """What a style says counts more than an attribute."""
    for element in drawing.iter():
        for style in styles:
            if style.applies(element):
                for name in (*PAINT, *LETTERING):
                    if name in style.sets:
                        element.set(name, style.sets[name].removesuffix("px"))


# Text as outlines


class Lettering:
    """The page's rounded font in one weight."""

    def __init__(self, weight: int) -> None:
        self._font = instantiateVariableFont(TTFont(FONT), {"wght": weight})
        self._glyphs, self._cmap = self._font.getGlyphSet(), self._font.getBestCmap()
        self.unit = self._font["head"].unitsPerEm
        metrics = self._font["hhea"]
        self.middle = (metrics.ascent + metrics.descent) / 2 / self.unit  # above the baseline, of a size of 1

    def advance(self, letter: str) -> float:
        width: float = self._glyphs[self._cmap[ord(letter)]].width / self.unit
        return width

    def outline(self, letter: str, size: float, x: float = 0, y: float = 0, decimals: int = 1) -> str:
        pen = SVGPathPen(self._glyphs, lambda number: short(number, decimals))
        scale = size / self.unit
        self._glyphs[self._cmap[ord(letter)]].draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
        return str(pen.getCommands())

    def knows(self, letter: str) -> bool:
        return ord(letter) in self._cmap


_letterings: dict[int, Lettering] = {}


def lettering(weight: int) -> Lettering:
    if weight not in _letterings:
        _letterings[weight] = Lettering(weight)
    return _letterings[weight]


def outline_text(element: Element) -> None:
    """Turn a <text> into a <path> of the same look."""
    font = lettering(int(element.attrib.pop("font-weight", "400")))
    size = float(element.attrib.pop("font-size", FONT_SIZE))
    spacing = float(element.attrib.pop("letter-spacing", 0))
    text, element.text = element.text or "", None
    widths = [size * font.advance(letter) + spacing for letter in text]
    x, y = float(element.attrib.pop("x", 0)), float(element.attrib.pop("y", 0))
    if element.attrib.pop("text-anchor", "start") == "middle":
        x -= sum(widths) / 2
    if element.attrib.pop("dominant-baseline", "") == "central":
        y += size * font.middle
    path = ""
    for letter, width in zip(text, widths, strict=True):
        path += font.outline(letter, size, x, y)
        x += width
    element.tag = "path"
    element.set("d", path)


# One drawing


def short(number: float, decimals: int = 2) -> str:
    """A number in as few characters as possible."""
    text = f"{number:.{decimals}f}".rstrip("0").rstrip(".") if decimals else f"{number:.0f}"
    text = text.replace("-0.", "-.") if text.startswith("-0.") else text.removeprefix("0") if "." in text[:2] else text
    return "0" if text in ("", "-0", "-") else text


def shorten(value: str) -> str:
    """Shorten the numbers of an attribute that have decimals. Where a sign or a point that is dropped has separated two
    numbers, a space does."""

    def shortened(found: re.Match[str]) -> str:
        text = short(float(found[0]))
        if found[0][0] in "-." and text[0] != found[0][0]:
            text = f" {text}"
        return f"{text} " if value[found.end() :].startswith(".") and "." not in text else text

    return value if "#" in value else re.sub(r"-?\d*\.\d+", shortened, value)


def read_drawing(markup: str, css: str) -> Element:
    markup = re.sub(r"<!--.*?-->", "", markup, flags=re.DOTALL)
    found = re.search(r"<svg\b.*</svg>", markup, re.DOTALL)
    drawing = ElementTree.fromstring(found[0] if found else f"<svg>{markup}</svg>")
    apply_styles(drawing, styles_of(css))
    drawing.attrib.clear()
    drawing.tag = "g"
    for element in list(drawing.iter()):
        if element.tag == "text":
            outline_text(element)
        clean(element)
    return drawing


def clean(element: Element) -> None:
    """Keep what a drawing needs. A colour with a transparency becomes a colour and an opacity, as in older SVG."""
    kept = {name: element.attrib[name] for name in (*GEOMETRY, *PAINT) if name in element.attrib}
    for paint in ("fill", "stroke"):
        mixed = re.fullmatch(r"rgb\((.*?) ?/ ?([\d.]+)\)", kept.get(paint, ""))
        if mixed:
            numbers = mixed[1].split()
            solid = mixed[1] if len(numbers) == 1 else "#" + "".join(f"{int(number):02x}" for number in numbers)
            kept |= {paint: solid, f"{paint}-opacity": mixed[2]}
    element.attrib.clear()
    element.attrib.update({name: shorten(value) for name, value in kept.items()})
    element.tail = None
    if element.text and not element.text.strip():
        element.text = None


def text_of(element: Element) -> str:
    return ElementTree.tostring(element, encoding="unicode", short_empty_elements=True).replace(" />", "/>")


def content_of(element: Element) -> str:
    return "".join(text_of(child) for child in element)


def name_parts(drawing: Element) -> None:
    """Call patterns and clips by their content: what the page calls them differs from drawing to drawing."""
    for element in drawing.iter():
        old = element.attrib.pop("id", None)
        if old is None:
            continue
        new = hashlib.sha256(text_of(element).encode()).hexdigest()[:6]
        element.set("id", new)
        for user in drawing.iter():
            for name, value in user.attrib.items():
                user.attrib[name] = value.replace(f"url(#{old})", f"url(#{new})")


# All drawings of a game


def inside(element: Element) -> Iterator[tuple[Element, int, Element]]:
    """All elements in it, the outer ones first, each with its parent and its place there."""
    for place, child in enumerate(element):
        yield element, place, child
        yield from inside(child)


def share(drawings: dict[str, Element]) -> dict[str, str]:
    """Take out the parts that occur several times: the fruit of a card, the sign of a suit, a pattern. Returns them."""
    shared: dict[str, str] = {}
    for drawing in drawings.values():
        for parent, _, child in list(inside(drawing)):
            if "id" in child.attrib:  # a pattern or a clip, found by its name wherever it is
                part = child.attrib["id"]
                shared[part] = text_of(child)
                parent.remove(child)
        for parent, _, child in list(inside(drawing)):
            if child.tag == "defs" and not len(child):
                parent.remove(child)
    counts = Counter(
        text for drawing in drawings.values() for _, _, child in inside(drawing) if (text := inner(child)) is not None
    )
    for drawing in drawings.values():
        for parent, place, child in list(inside(drawing)):
            text = inner(child)
            if text is None or counts[text] < 2 or child not in parent:
                continue
            part = hashlib.sha256(text.encode()).hexdigest()[:6]
            shared[part] = text
            if child.tag == "g":
                child[:] = [Element("use", {"href": f"#{part}"})]
            else:
                del child.attrib["d"]
                parent[place] = Element("use", {"href": f"#{part}", **child.attrib})
    return shared


def inner(element: Element) -> str | None:
    """What could be shared of an element: the content of a group, or an outline, painted where it is used; None if that
    would be too short."""
    if element.tag == "g":
        text = f"<g>{content_of(element)}</g>"
    elif element.tag == "path":
        text = f'<path d="{element.attrib.get("d", "")}"/>'
    else:
        return None
    return text if len(text) >= SHARED_FROM else None


def art_of(rendered: dict[str, dict[str, str]]) -> dict[str, Any]:
    drawings = {name: read_drawing(**each) for name, each in rendered.items()}
    for drawing in drawings.values():
        name_parts(drawing)
    parts = share(drawings)
    made = {name: content_of(drawing) for name, drawing in drawings.items()}
    return {"drawings": made, "parts": used(made, parts)}


def used(drawings: dict[str, str], parts: dict[str, str]) -> dict[str, str]:
    """The parts that these drawings refer to, directly or through other parts."""
    waiting, found = list(drawings.values()), set()
    while waiting:
        for part in re.findall(r"#(\w+)[\")]", waiting.pop()):
            if part in parts and part not in found:
                found.add(part)
                waiting.append(parts[part])
    return {part: parts[part] for part in sorted(found)}


def themes() -> dict[str, dict[str, str]]:
    """The colours of the page's theme by day and by lamplight."""
    css = (WEB / "src" / "kit" / "theme.css").read_text(encoding="utf-8")
    found: dict[str, dict[str, str]] = {}
    for name, selector in (("light", r":root \{"), ("dark", r":root\[data-theme='dark'\] \{")):
        body = re.search(rf"^{selector}(.*?)^\}}", css, re.DOTALL | re.MULTILINE)
        assert body is not None, f"theme.css has no {name} theme"
        colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body[1]))
        lift = re.search(r"--lift: (\d+) (\d+) (\d+);", body[1])
        assert lift is not None
        colours["lift"] = "#" + "".join(f"{int(number):02x}" for number in lift.groups())
        found[name] = {**found.get("light", {}), **colours}
    return found


def letters() -> dict[str, Any]:
    """Each letter's advance and outline, in thousandths of the size."""
    font = lettering(WEIGHT)
    known = [letter for letter in LETTERS if font.knows(letter)]
    drawn = {letter: [round(1000 * font.advance(letter)), font.outline(letter, 1000, decimals=0)] for letter in known}
    return {"middle": round(font.middle * 1000), "letters": drawn}


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=0) + "\n"


def rendered() -> dict[str, dict[str, dict[str, str]]]:
    """What the page's components draw, by game and name."""
    npm = web_build.install(everything=False)
    node = str(Path(npm[0]).with_name("node"))
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:  # larger than a pipe, which Node would cut off
        subprocess.run([node, "drawings.mjs"], cwd=WEB, stdout=out, check=True)
        out.seek(0)
        found: dict[str, dict[str, dict[str, str]]] = json.load(out)
    return found


def pages() -> dict[Path, str]:
    made = {GAMES / game / "art.json": as_json(art_of(drawings)) for game, drawings in rendered().items()}
    made[DRAWING / "lettering.json"] = as_json(letters())
    made[DRAWING / "themes.json"] = as_json(themes())
    return made


if __name__ == "__main__":
    sys.exit(docs.main(None, pages, "Write the page's card art as SVG for pictures made by Python."))
