"""A match as a film: every frame shows what its picture shows."""

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.every import every_game

import parlour
from parlour import BadInput
from parlour.match.film import pictures
from parlour.pictures.moving import LAST_FRAME, different, gif, moving_svg

GOLDEN = Path(__file__).parents[1] / "games" / "golden"
SVG = "{http://www.w3.org/2000/svg}"


def log_of(name):
    return max(GOLDEN.glob(f"{name}-[2-4].jsonl")).read_text(encoding="utf-8")


def frames_of(svg, count):
    """What is visible in each frame, read from the style sheet as a browser would."""
    style = re.search(r"<style>(.*)</style>", svg)[1]
    shown = {}
    for name, body in re.findall(r"@keyframes ([\w-]+)\{((?:[\d.]+%\{[\w:]+\})+)\}", style):
        steps = [(float(at), state == "visible") for at, state in re.findall(r"([\d.]+)%\{visibility:(\w+)\}", body)]
        shown[name] = steps
    frames = []
    body = svg[svg.index("</style>") + 8 : -len("</svg>\n")]
    pieces = re.findall(r'<g class="(?:\w+ )?([\w-]+)">(.*?)</g>|(<(?:use|rect|circle|path)[^>]*/>)', body)
    for frame in range(count):
        at = 100 * (frame + 0.5) / (count - 1 + LAST_FRAME)
        now = ""
        for name, inner, alone in pieces:
            if not name:
                now += alone
            elif [visible for moment, visible in shown[name] if moment <= at][-1]:
                now += inner
        frames.append(now)
    return frames


@every_game
def test_every_frame_of_a_film_shows_its_picture(name):
    frames = different(list(pictures(log_of(name))))
    assert len(frames) > 20
    svg = moving_svg(frames, 0.5)
    ElementTree.fromstring(svg)
    assert len(svg) < 1_000_000
    assert frames_of(svg, len(frames)) == ["".join(frame.elements) for frame in frames]


def test_without_motion_the_last_frame_is_shown():
    frames = different(list(pictures(log_of("parrot"))))[:30]
    svg = moving_svg(frames, 0.5)
    name = re.search(r"\.(\w+)\{visibility:hidden\}</style>", svg)[1]
    assert "prefers-reduced-motion:no-preference" in svg
    still = re.sub(rf'<g class="{name} [\w-]+">.*?</g>', "", svg[svg.index("</style>") + 8 :])
    assert re.sub(r'<g class="[\w-]+">|</g>', "", still)[: -len("</svg>\n")] == "".join(frames[-1].elements)


def test_a_gif_has_one_frame_for_each_picture():
    from PIL import Image

    frames = different(list(pictures(log_of("parrot"), seat=0)))[:12]
    *drawn, content = gif(frames, 0.3, 240)
    assert drawn == [None] * 12
    image = Image.open(BytesIO(content))
    assert image.n_frames == 12
    assert image.size == (240, 168)
    assert image.info["loop"] == 0
    lasts = []
    for frame in range(12):
        image.seek(frame)
        lasts.append(image.info["duration"])
    assert lasts == [300] * 11 + [300 * LAST_FRAME]


def test_pictures_of_a_log_are_those_of_the_match():
    log = log_of("parrot")
    drawn = list(pictures(log, 1, "dark"))
    assert drawn[-1].elements == parlour.replay(log).picture(1, "dark").elements
    assert drawn[0].title.startswith("Parrot. Round 1")


def test_a_log_has_no_other_seats():
    with pytest.raises(BadInput, match="there is no seat 9 in this match"):
        next(pictures(log_of("parrot"), 9))
