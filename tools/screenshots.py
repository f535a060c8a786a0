"""Take screenshots of every screen: desktop and phone, light and dark, some in forced colours and right to left.

python tools/screenshots.py                      all, into a temporary folder that is printed at the end
python tools/screenshots.py --only end-parrot    some of them
python tools/screenshots.py --keep home-desk-light parrot-phone-dark
                                                 only these, and copy them to docs/screens
python tools/screenshots.py --keep               renew what is in docs/screens (make screenshots)

The screens are in scenes.py and scenes_after.py. The browser tests visit the same ones.
"""

import argparse
import base64
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from scenes import SCENES
from scenes_after import ENDS
from visitor import Visitor, chromium

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "docs" / "screens"
MOST_BYTES = 250_000
FAST = 24  # the pace of matches that are played to the end
# Also taken in forced colours, and right to left.
MANNERS = ("home", "piccolo", "parrot")
# Longer than a window, and taken as a whole.
LONG = re.compile("review-|statistics|past|exercises|options|settings|verified|deal|day-")


@contextmanager
def server(folder: Path, pace: int) -> Iterator[str]:
    """Run a server with its own database; yields its address."""
    words = ["serve", "--port", "0", "--no-warm", "--pace", str(pace), "--database", str(folder / f"{pace}.db")]
    program = [sys.executable, "-c", "from parlour.cli import main; main()"]
    with (folder / "log").open("a") as log:
        process = subprocess.Popen([*program, *words], stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].replace("localhost", "127.0.0.1")
    finally:
        process.terminate()
        process.wait()


def shoot(folder: Path, wanted: Callable[[str, str], bool]) -> list[Path]:
    """Take screenshots of the screens that are wanted on a desk or a phone."""
    made = []
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        work = Path(temporary)
        with server(work, 1) as real, server(work, FAST) as fast:
            for device in ("desk", "phone"):
                for base, pace, scenes in ((real, 1, SCENES), (fast, FAST, ENDS)):
                    visitor = Visitor(browser, base, phone=device == "phone", name="Mia", pace=pace)
                    for name, bring in scenes.items():
                        if not wanted(name, device):
                            continue
                        try:
                            bring(visitor)
                        except Exception as error:
                            print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
                            continue
                        for theme in ("light", "dark"):
                            visitor.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                            visitor.settle()
                            file = folder / f"{name}-{device}-{theme}.png"
                            visitor.page.screenshot(path=file, full_page=bool(LONG.match(name)))
                            made.append(file)
                        visitor.page.emulate_media(color_scheme="light")
                        if name in MANNERS:
                            made += manners(visitor, folder, f"{name}-{device}")
                    visitor.context.close()
    return made


def manners(visitor: Visitor, folder: Path, name: str) -> list[Path]:
    """The same screen in forced colours, and in a language that is written from right to left."""
    page = visitor.page
    made = [folder / f"{name}-forced.png", folder / f"{name}-rtl.png"]
    page.emulate_media(forced_colors="active")
    visitor.settle()
    page.screenshot(path=made[0])
    page.emulate_media(forced_colors="none")
    page.evaluate("document.documentElement.dir = 'rtl'")
    visitor.settle()
    page.screenshot(path=made[1])
    page.evaluate("document.documentElement.dir = 'ltr'")
    return made


PIXELS = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(png)).blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
  canvas.drawImage(picture, 0, 0)
  const bytes = canvas.getImageData(0, 0, picture.width, picture.height).data
  let text = ''
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768))
  return [picture.width, picture.height, btoa(text)]
}"""
COLOURS = 255


def keep(pictures: list[Path]) -> list[str]:
    """Copy screenshots to docs/screens, reduced to a palette, which halves their size; returns error messages."""
    KEPT.mkdir(parents=True, exist_ok=True)
    wrong = []
    with chromium() as browser:
        page = browser.new_page()
        for picture in pictures:
            address = "data:image/png;base64," + base64.b64encode(picture.read_bytes()).decode()
            width, height, text = page.evaluate(PIXELS, address)
            pixels = np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)[..., :3]
            made = with_palette(pixels)
            if len(made) > MOST_BYTES:
                wrong.append(f"{picture.name} has {len(made)} bytes; the limit is {MOST_BYTES}.")
            else:
                (KEPT / picture.name).write_bytes(made)
    return wrong


def with_palette(pixels: np.ndarray) -> bytes:
    """A PNG with a palette found by k-means, starting from the most frequent colours."""
    found, where, counts = np.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    points, weight = found.astype(np.float32), np.sqrt(counts).astype(np.float32)
    centres = points[np.argsort(-counts)[:COLOURS]]

    def nearest() -> np.ndarray:
        parts = [((centres**2).sum(1) - 2 * part @ centres.T).argmin(1) for part in np.array_split(points, 64)]
        return np.concatenate(parts)

    for _ in range(6):
        mine = nearest()
        total = np.bincount(mine, weight, len(centres))
        sums = np.stack([np.bincount(mine, weight * points[:, channel], len(centres)) for channel in range(3)], 1)
        centres = np.where(total[:, None] > 0, sums / np.maximum(total, 1e-9)[:, None], centres).astype(np.float32)
    centres = centres[np.argsort(centres @ np.array([3, 6, 1], np.float32))]  # similar neighbours compress better
    rows = nearest().astype(np.uint8)[where.reshape(-1)].reshape(pixels.shape[:2])
    body = np.pad(rows, ((0, 0), (1, 0))).tobytes()  # each row begins with its filter type: none

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", pixels.shape[1], pixels.shape[0], 8, 3, 0, 0, 0)
    palette = centres.round().astype(np.uint8).tobytes()
    chunks = ((b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(body, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*each) for each in chunks)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Take screenshots of every screen.")
    parser.add_argument("--only", nargs="+", metavar="SCREEN", help="take only these")
    parser.add_argument(
        "--keep",
        nargs="*",
        metavar="PICTURE",
        help="take and copy these to docs/screens; without a name, renew those there",
    )
    parser.add_argument("--out", type=Path, help="folder for the screenshots")
    given = parser.parse_args(arguments)
    folder = given.out or Path(tempfile.mkdtemp(prefix="parlour-screens-"))
    folder.mkdir(parents=True, exist_ok=True)
    names = given.keep
    if names == []:
        names = sorted(file.stem for file in KEPT.glob("*.png"))

    def wanted(screen: str, device: str) -> bool:
        if given.only:
            return screen in given.only
        return names is None or any(name.startswith(f"{screen}-{device}-") for name in names)

    made = shoot(folder, wanted)
    unknown = [name for name in given.keep or [] if folder / f"{name}.png" not in made]
    wrong = [f"No screen gives a picture called {name}." for name in unknown]
    wrong += keep([file for name in names or [] if (file := folder / f"{name}.png") in made])
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    print(f"{len(made)} screenshots are in {folder}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
