"""The moving picture of the README: its GIF code, and the file itself."""

from pathlib import Path

import numpy as np
import pytest

import moving_picture

SIZE = 7


def decoded(data, size=SIZE):
    """GIF's code, read as its specification says."""
    clear, end = 1 << size, (1 << size) + 1
    bits = int.from_bytes(data, "little")
    out, table, width, before = bytearray(), {}, size + 1, None
    while True:
        code, bits = bits & ((1 << width) - 1), bits >> width
        if code == clear:
            table, width, before = {number: bytes([number]) for number in range(clear)}, size + 1, None
            following = end + 1
            continue
        if code == end:
            return bytes(out)
        word = table[code] if code in table else before + before[:1]
        out += word
        if before is not None and following < 4096:
            table[following] = before + word[:1]
            following += 1
        if following == 1 << width and width < 12:
            width += 1
        before = word


@pytest.mark.parametrize("length", [1, 2, 130, 257, 3900, 60_000])
@pytest.mark.parametrize("colours", [2, 128])
def test_the_code_can_be_read_again(length, colours):
    indices = np.random.default_rng(length).integers(0, colours, length).astype(np.uint8).tobytes()
    assert decoded(moving_picture.lzw(indices, SIZE)) == indices


def test_a_picture_contains_only_what_changes():
    frames = []
    for number in range(4):
        frame = np.full((60, 80, 3), 200, np.uint8)
        frame[10:20, 10 * number : 10 * number + 10] = (200, 30, 30)
        frames.append((100, frame))
    frames.append((500, frames[-1][1]))  # nothing changes: the last frame stays longer
    made = moving_picture.gif(frames)
    assert made.startswith(b"GIF89a")
    assert made.endswith(b"\x3b")
    images = [place for place in range(len(made)) if made[place : place + 3] == b"\x21\xf9\x04"]
    assert len(images) == 4
    assert int.from_bytes(made[images[-1] + 4 : images[-1] + 6], "little") == 60
    sizes = [int.from_bytes(made[place + 13 : place + 15], "little") for place in images]
    assert sizes == [80, 20, 20, 20]


def test_the_picture_is_small_enough():
    picture = Path(__file__).parents[2] / "docs" / "screens" / "play.gif"
    assert picture.read_bytes().startswith(b"GIF89a")
    assert picture.stat().st_size <= 1_000_000
