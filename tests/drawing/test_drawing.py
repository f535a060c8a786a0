"""The canvas: words as outlines, names that do not clash, and pixels that are kept."""

import time
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from tests.chance import play_by_chance
from tests.every import every_game

import parlour
from parlour import BadInput
from parlour.drawing import Canvas
from parlour.drawing.canvas import HEIGHT, WIDTH, fitting, height_of, lettered, width_of
from parlour.drawing.raster import MOST_KEPT, Painter

PARROT = Path(parlour.__file__).parent / "games" / "parrot" / "art.json"


def test_words_are_cut_off_where_they_are_too_long():
    assert fitting("Player 1", 15, 200) == "Player 1"
    short = fitting("Player 1: take the top discard", 15, 100)
    assert short.endswith("…")
    assert width_of(short, 15) <= 100
    assert fitting("anything", 15, 1) == ""


def test_the_width_of_words_is_that_of_their_letters():
    assert width_of("ab", 10) == pytest.approx(width_of("a", 10) + width_of("b", 10))
    assert width_of("", 10) == 0


def test_a_letter_that_the_font_lacks_becomes_a_question_mark():
    assert lettered("日") == lettered("?")


def test_the_same_name_always_means_the_same_thing():
    """Several pictures may be in one document."""
    defined = {}
    for theme in ("light", "dark"):
        for seed in range(3):
            match = parlour.game("parrot").new(seats=3, seed=seed)
            for part in match.picture(theme=theme).parts:
                assert defined.setdefault(part.id, part.svg) == part.svg
    assert len(defined) > 20


def test_pixels_are_those_of_the_svg():
    from PIL import Image

    picture = parlour.game("parrot").new(seats=4, seed=3).picture(0)
    whole = np.asarray(Image.open(BytesIO(picture.png())).convert("RGB")).astype(int)
    pieced = picture.pixels()
    assert pieced.shape == (HEIGHT, WIDTH, 3)
    assert pieced.dtype == np.uint8
    assert np.abs(whole - pieced).mean() < 1
    assert (np.abs(whole - pieced).max(axis=2) > 60).sum() < 20  # nothing is cut off or drawn twice


def test_pixels_that_were_forgotten_are_painted_again():
    pictures = [parlour.game("parrot").new(seats=2, seed=seed).picture() for seed in (1, 2)]
    painter = Painter((WIDTH, HEIGHT), 1.0)
    first = [np.asarray(painter.image(p.elements, p.boxes, p.parts)) for p in pictures]
    painter._bytes = MOST_KEPT + 1
    painter._patches.popitem()
    again = [np.asarray(painter.image(p.elements, p.boxes, p.parts)) for p in pictures]
    for old, new in zip(first, again, strict=True):
        assert (np.abs(old.astype(int) - new).max(axis=2) > 4).sum() < 20  # roundings of another place on the sheet


@pytest.mark.parametrize("width", [100, 333, 800, 1600])
def test_a_picture_in_any_size(width):
    picture = parlour.game("parrot").new(seats=2, seed=1).picture()
    assert picture.pixels(width).shape == (height_of(width), width, 3)
    assert f'width="{width}" height="{height_of(width)}"' in picture.svg(width)
    assert height_of(width) % 2 == 0


@pytest.mark.parametrize("width", [0, 99, 4001, 1.5, "wide", True])
def test_a_size_that_makes_no_sense(width):
    picture = parlour.game("parrot").new(seats=2, seed=1).picture()
    for make in (picture.pixels, picture.png):
        with pytest.raises(BadInput, match="a picture is 100 to 4000 pixels wide, not"):
            make(width)


def test_a_card_hides_what_lies_under_it():
    canvas = Canvas(PARROT)
    canvas.card("3", 10, 10, 50)
    below = canvas.picture("").pixels()
    canvas.card("?", 10, 10, 50)
    above = canvas.picture("").pixels()
    assert (below != above).any()
    other = Canvas(PARROT)
    other.card("?", 10, 10, 50)
    assert np.abs(above[12:78, 12:58].astype(int) - other.picture("").pixels()[12:78, 12:58]).max() < 8


@every_game
def test_pictures_are_drawn_quickly(name):
    """Processor time, so that a busy machine does not matter much: the median of several positions."""
    rules = parlour.game(name).rules
    match = parlour.game(name).new(seats=rules.max_seats, seed=2)
    svg, pixels = [], []
    for count, _ in enumerate(play_by_chance(match, 3)):
        began = time.process_time()
        picture = match.picture(0)
        picture.svg()
        drawn = time.process_time()
        picture.pixels()
        svg.append(drawn - began)
        pixels.append(time.process_time() - drawn)
        if count == 20:
            break
    assert np.median(svg) < 0.010
    assert np.median(pixels) < 0.100
