"""The art that Python draws with is what the page draws."""

import re
from xml.etree import ElementTree

import pytest

import card_art


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.5, ".5"), (-0.5, "-.5"), (2.0, "2"), (46.480000000000004, "46.48"), (-0.001, "0"), (10, "10"), (0, "0")],
)
def test_numbers_are_short(number, text):
    assert card_art.short(number) == text


def test_only_numbers_are_shortened():
    assert card_art.shorten("M-2.900 3.0L0.45-1.250z") == "M-2.9 3L.45-1.25z"
    assert card_art.shorten("M2.0.5L5-0.001.70") == "M2 .5L5 0 .7"
    assert card_art.shorten("url(#a1.50)") == "url(#a1.50)"


def test_the_more_exact_style_counts():
    css = (
        "<style>text.x { font: 700 27px var(--rounded); fill: #111; } .two.x { font-size: 9px } "
        "@media y { .x { fill: red } }</style>"
    )
    drawing = ElementTree.fromstring('<svg><text class="x two" fill="#fff">7</text><text class="z">8</text></svg>')
    card_art.apply_styles(drawing, card_art.styles_of(css))
    first, second = drawing
    assert (first.get("font-size"), first.get("font-weight"), first.get("fill")) == ("9", "700", "#111")
    assert "font-size" not in second.attrib


def test_text_becomes_an_outline_in_its_middle():
    drawn = card_art.read_drawing(
        '<svg viewBox="0 0 9 9"><text class="x" x="50" y="70" fill="#123456">8</text></svg>',
        "<style>.x { font-size: 100px; font-weight: 700; text-anchor: middle; dominant-baseline: central }</style>",
    )
    (path,) = drawn
    assert path.tag == "path"
    assert path.get("fill") == "#123456"
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path.get("d"))]
    assert 20 < min(numbers) < 50 < max(numbers) < 115


def test_a_transparent_colour_becomes_an_opacity():
    drawn = card_art.read_drawing('<svg><rect fill="rgb(60 40 12 / 0.16)" aria-hidden="true"/></svg>', "")
    assert card_art.content_of(drawn) == '<rect fill="#3c280c" fill-opacity=".16"/>'


def test_a_part_that_occurs_twice_is_written_once():
    path = f'<path d="M0 0{"L1 2" * 40}" fill="#fff"/>'
    made = card_art.art_of({name: {"markup": f"<svg>{path}</svg>", "css": ""} for name in ("a", "b")})
    (part,) = made["parts"]
    assert made["drawings"]["a"] == made["drawings"]["b"] == f'<use href="#{part}" fill="#fff"/>'


def test_patterns_keep_their_users():
    markup = '<svg><defs><pattern id="s{0}" width="6"><rect width="2"/></pattern></defs><rect fill="url(#s{0})"/></svg>'
    made = card_art.art_of({str(n): {"markup": markup.format(n), "css": ""} for n in range(2)})
    (part,) = made["parts"]
    assert set(made["drawings"].values()) == {f'<rect fill="url(#{part})"/>'}


def test_both_themes_have_the_same_colours():
    light, dark = card_art.themes().values()
    assert light.keys() == dark.keys()
    assert light["table"] != dark["table"]
