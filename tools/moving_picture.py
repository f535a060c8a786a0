"""Record the moving picture at the top of README.md: real play in a real browser, as a GIF (docs/screens/play.gif).

python tools/moving_picture.py

The match runs slowly while it is recorded, so that even a busy machine paints enough frames, and at its own pace in the
picture. Frames share one palette, and each contains only the pixels that differ from the one before.
"""

import base64
import struct
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Error as PageError

from screenshots import PIXELS, ROOT, server
from visitor import Visitor, bell_by_keys, chromium

PICTURE = ROOT / "docs" / "screens" / "play.gif"
MOST_BYTES = 1_000_000
SLOWER = 4  # times slower than in the picture
FRAME_MS = 120
LAST_MS = 1600  # of the last frame of a scene
WIDTH, HEIGHT = 1120, 700
COLOURS = 127  # and one that means "as before"
Pixels = NDArray[np.uint8]


class Recorder:
    """Collects what the page paints, with the time in the picture."""

    def __init__(self, visitor: Visitor) -> None:
        self.frames: list[tuple[float, bytes]] = []
        self._recording = False
        self._session = visitor.context.new_cdp_session(visitor.page)
        self._session.on("Page.screencastFrame", self._painted)
        self._session.send("Animation.enable")
        self._session.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
        self._session.send("Page.startScreencast", {"format": "png"})

    def _painted(self, frame: dict[str, Any]) -> None:
        if self._recording:
            self.frames.append((time.monotonic() * 1000 / SLOWER, base64.b64decode(frame["data"])))
        with suppress(PageError):  # the last frame may come when the browser is already closing
            self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def stop(self) -> None:
        self._session.send("Page.stopScreencast")

    def scene(self, visitor: Visitor, play: Callable[[], None]) -> list[tuple[float, bytes]]:
        """The frames painted while `play` runs, and a moment longer."""
        self.frames, self._recording = [], True
        play()
        visitor.wait(400 * SLOWER)
        self._recording = False
        return self.frames


def _flips(visitor: Visitor) -> None:
    """Piccolo, from the first card to the second bell that somebody wins."""
    visitor.play(bell_by_keys, lambda: len(visitor.races) > 1 and visitor.there(".verdict li"), 800)


SCENES = {"piccolo": _flips}


def record() -> list[tuple[int, Pixels]]:
    """(duration in ms, pixels) of every frame."""
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, server(Path(folder), 1) as base:
        visitor = Visitor(browser, base, name="Mia", pace=1 / SLOWER)
        visitor.page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
        recorder = Recorder(visitor)
        made: list[tuple[int, Pixels]] = []
        painter = browser.new_page()
        for game, play in SCENES.items():
            visitor.play_now(game)
            painted = recorder.scene(visitor, lambda play=play: play(visitor))  # type: ignore[misc]
            shown = sampled(painted)
            pixels = [_pixels(painter, png) for png in shown]
            print(f"{game}: {len(painted)} frames painted, {len(shown)} kept", file=sys.stderr)
            made += [(FRAME_MS, each) for each in pixels[:-1]] + [(LAST_MS, pixels[-1])]
        recorder.stop()
    return made


def sampled(painted: list[tuple[float, bytes]]) -> list[bytes]:
    """What was on the screen every FRAME_MS."""
    first, last = painted[0][0], painted[-1][0]
    kept, at = [], 0
    for number in range(int((last - first) / FRAME_MS) + 1):
        while at + 1 < len(painted) and painted[at + 1][0] <= first + number * FRAME_MS:
            at += 1
        kept.append(painted[at][1])
    return kept


def _pixels(painter: Any, png: bytes) -> Pixels:
    width, height, text = painter.evaluate(PIXELS, "data:image/png;base64," + base64.b64encode(png).decode())
    return np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)[..., :3]


# The file


def palette(frames: list[Pixels]) -> Pixels:
    """Colours for all frames: k-means over a sample, starting from the most frequent."""
    sample = np.concatenate([frame[::3, ::3].reshape(-1, 3) for frame in frames[:: max(1, len(frames) // 24)]])
    found, counts = np.unique(packed(sample // 4 * 4 + 2), return_counts=True)
    points, weight = unpacked(found).astype(np.float32), np.sqrt(counts).astype(np.float32)
    centres = points[np.argsort(-counts)[:COLOURS]]
    for _ in range(8):
        mine = nearest(points, centres)
        total = np.bincount(mine, weight, len(centres))
        sums = np.stack([np.bincount(mine, weight * points[:, channel], len(centres)) for channel in range(3)], 1)
        centres = np.where(total[:, None] > 0, sums / np.maximum(total, 1e-9)[:, None], centres).astype(np.float32)
    return np.clip(np.round(centres), 0, 255).astype(np.uint8)


def nearest(points: NDArray[Any], centres: NDArray[Any]) -> NDArray[Any]:
    wide = centres.astype(np.float32)
    parts = np.array_split(points.astype(np.float32), max(1, len(points) // 20_000))
    return np.concatenate([((wide**2).sum(1) - 2 * part @ wide.T).argmin(1) for part in parts])


def indexed(frame: Pixels, colours: Pixels) -> Pixels:
    found, where = np.unique(packed(frame), return_inverse=True)
    return nearest(unpacked(found), colours).astype(np.uint8)[where.reshape(-1)].reshape(frame.shape[:2])


def packed(pixels: Pixels) -> NDArray[np.int32]:
    """One number for each pixel: numbers are sorted faster than rows."""
    red, green, blue = np.moveaxis(pixels.reshape(-1, 3).astype(np.int32), 1, 0)
    return red << 16 | green << 8 | blue


def unpacked(numbers: NDArray[np.int32]) -> Pixels:
    return np.stack([numbers >> 16, numbers >> 8 & 255, numbers & 255], 1).astype(np.uint8)


def gif(frames: list[tuple[int, Pixels]]) -> bytes:
    """An endless GIF."""
    colours = palette([frame for _, frame in frames])
    height, width = frames[0][1].shape[:2]
    size = 7  # bits of an index
    table = np.zeros((1 << size, 3), np.uint8)
    table[: len(colours)] = colours
    parts = [b"GIF89a", struct.pack("<HHBBB", width, height, 0xF0 | (size - 1), 0, 0), table.tobytes()]
    parts.append(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
    before: Pixels | None = None
    waiting: tuple[int, bytes] | None = None  # a frame is written when it is known how long it stays
    for ms, frame in frames:
        now = indexed(frame, colours)
        changed = np.ones_like(now, bool) if before is None else now != before
        if waiting is not None and not changed.any():
            waiting = (waiting[0] + ms, waiting[1])
            continue
        if waiting is not None:
            parts += [_control(waiting[0]), waiting[1]]
        waiting, before = (ms, _image(now, changed, size)), now
    assert waiting is not None
    return b"".join([*parts, _control(waiting[0]), waiting[1], b"\x3b"])


def _control(ms: int) -> bytes:
    return b"\x21\xf9\x04" + struct.pack("<BHB", 0x05, ms // 10, COLOURS) + b"\x00"


def _image(now: Pixels, changed: NDArray[np.bool_], size: int) -> bytes:
    rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    part = np.where(changed, now, COLOURS)[top:bottom, left:right].astype(np.uint8)
    data = lzw(part.tobytes(), size)
    blocks = b"".join(bytes([len(data[at : at + 255])]) + data[at : at + 255] for at in range(0, len(data), 255))
    return b"\x2c" + struct.pack("<HHHHB", left, top, right - left, bottom - top, 0) + bytes([size]) + blocks + b"\x00"


def lzw(indices: bytes, size: int) -> bytes:
    """The variable-length code of GIF."""
    clear, end = 1 << size, (1 << size) + 1
    out, held, bits = bytearray(), 0, 0
    known: dict[int, int] = {}
    width, following = size + 1, end + 1

    def put(code: int) -> None:
        nonlocal held, bits
        held |= code << bits
        bits += width
        while bits >= 8:
            out.append(held & 255)
            held >>= 8
            bits -= 8

    put(clear)
    prefix = indices[0]
    for index in indices[1:]:
        pair = prefix << 8 | index
        code = known.get(pair)
        if code is not None:
            prefix = code
            continue
        put(prefix)
        if following < 4096:
            known[pair] = following
            if following == 1 << width:
                width += 1
            following += 1
        else:
            put(clear)
            width, known, following = size + 1, {}, end + 1
        prefix = index
    put(prefix)
    if following == 1 << width and width < 12:
        width += 1
    put(end)
    if bits:
        out.append(held & 255)
    return bytes(out)


def main() -> int:
    made = gif(record())
    if len(made) > MOST_BYTES:
        print(f"The picture has {len(made):,} bytes; the limit is {MOST_BYTES:,}.", file=sys.stderr)
        return 1
    PICTURE.write_bytes(made)
    print(f"{PICTURE.relative_to(ROOT)}: {len(made):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
