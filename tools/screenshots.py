"""Take screenshots of every screen: desktop and phone, light and dark, some in forced colours and right to left.

python tools/screenshots.py                      all, into a temporary folder that is printed at the end
python tools/screenshots.py --only end-parrot    some of them
python tools/screenshots.py --keep home-desk-light parrot-phone-dark
                                                 copy these to docs/screens as well
python tools/screenshots.py --keep               renew what is in docs/screens (make screenshots)

Every screen is reached as a player reaches it, on a server of its own. The browser tests visit the same screens.
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

import exercises
from visitor import (
    COMPILES,
    HANDS,
    Visitor,
    bell_by_keys,
    chromium,
    confetti_by_touch,
    parrot_by_touch,
    tricky_by_keys,
)

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "docs" / "screens"
MOST_BYTES = 250_000
FAST = 24  # the pace of matches that are played to the end


def _home(visitor: Visitor) -> None:
    visitor.go()
    visitor.page.locator("[data-play=parrot]").wait_for()


def _at(path: str, shows: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.go(path)
        visitor.page.wait_for_selector(shows, timeout=1000 * COMPILES)

    return go


def _set_up(visitor: Visitor) -> None:
    visitor.go()
    visitor.page.locator("[data-invite=piccolo]").click()
    visitor.invitation()


def _options(visitor: Visitor) -> None:
    _set_up(visitor)
    visitor.page.locator("details.options summary").click()


def _sit(visitor: Visitor) -> None:
    """What a friend sees after following the link."""
    _set_up(visitor)
    link = visitor.invitation()
    visitor.page.evaluate("localStorage.removeItem('parlour.tables')")
    visitor.page.goto(re.sub(r"^https?://[^/]+", visitor.base, link))
    visitor.page.reload()
    visitor.page.get_by_role("button", name="Sit here").first.click()
    visitor.page.get_by_role("dialog").wait_for()


def _playing(game: str, shows: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.play_now(game)
        visitor.page.wait_for_selector(shows)

    return go


def _open_cards(game: str) -> Callable[[Visitor], None]:
    """A bell game in which everybody has an open card."""

    def go(visitor: Visitor) -> None:
        visitor.play_now(game)
        _until_open(visitor)

    return go


def _until_open(visitor: Visitor) -> None:
    """Turn up cards without ringing until everybody has an open card."""
    visitor.page.wait_for_selector("button.bell")
    visitor.play(_flip, lambda: all(seat["top"] for seat in visitor.view["seats"]) and not visitor.there(".verdict"))


def _flip(visitor: Visitor) -> None:
    visitor.key("Enter")


def _verdict(visitor: Visitor) -> None:
    visitor.play_now("piccolo")
    visitor.page.wait_for_selector("button.bell:not([disabled])")
    visitor.play(bell_by_keys, lambda: visitor.there(".verdict li"))


def _trick(visitor: Visitor) -> None:
    """Tricky Twist, on turn, with cards to play."""
    visitor.play_now("tricky_twist")

    def ours() -> bool:
        view = visitor.view
        return bool(view["phase"] == "play" and view["to_act"] == visitor.you and view["turn"] > 1)

    visitor.play(tricky_by_keys, ours)


def _some_taken(visitor: Visitor) -> None:
    """Confetti, with some cards taken."""
    visitor.play_now("confetti")
    visitor.play(confetti_by_touch, lambda: len(visitor.view["players"][visitor.you]["cards"]) > 3)


def _turn(visitor: Visitor) -> None:
    """Parrot, some turns into the round, with a card in hand."""
    visitor.play_now("parrot")

    def ours() -> bool:
        view = visitor.view
        return bool(view["phase"] == "use" and view["turn"] == visitor.you and view["seats"][visitor.you]["down"] <= 5)

    visitor.play(parrot_by_touch, ours)


def _menu(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("m")
    visitor.page.get_by_role("dialog").wait_for()


def _keys(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("?")
    visitor.page.get_by_role("dialog").wait_for()


def _pause(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("p")
    visitor.page.get_by_role("button", name="Resume").wait_for()


def _refused(visitor: Visitor) -> None:
    visitor.play_now("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.until(lambda: visitor.legal, "the opening")
    visitor.key("d")
    visitor.page.wait_for_selector(".toast.refusal")


def _curtain(visitor: Visitor) -> None:
    visitor.go("/local/tricky_twist")
    visitor.page.get_by_role("button", name="Start").click()
    visitor.until(lambda: visitor.table.get("status") == "playing", "the match", COMPILES)
    visitor.play(HANDS["tricky_twist"], lambda: visitor.there(".curtain"))


def _pads(visitor: Visitor) -> None:
    visitor.go("/local/piccolo")
    visitor.page.get_by_role("button", name="Add player").click()
    visitor.page.get_by_role("button", name="Start").click()
    visitor.until(lambda: visitor.table.get("status") == "playing", "the match", COMPILES)
    _until_open(visitor)


def _end(game: str) -> Callable[[Visitor], None]:
    def go(visitor: Visitor) -> None:
        visitor.play_now(game)
        visitor.play(HANDS[game])

    return go


def _invitation(visitor: Visitor) -> None:
    """Inviting one more friend during a match."""
    visitor.play_on_server("parrot")
    visitor.page.wait_for_selector(".parrot")
    visitor.key("m")
    visitor.page.get_by_role("dialog").get_by_role("button", name="Invite").click()
    visitor.invitation()


def _results(visitor: Visitor) -> None:
    """Confetti between two rounds."""
    visitor.play_now("confetti")
    visitor.play(confetti_by_touch, lambda: visitor.there(".results"))


def _counted(visitor: Visitor) -> None:
    """Tricky Twist between two rounds."""
    visitor.play_now("tricky_twist")
    visitor.play(tricky_by_keys, lambda: visitor.there(".scored"))


def _replay(visitor: Visitor) -> None:
    """The replay of the last match."""
    if not visitor.there("[data-end]"):
        _end("parrot")(visitor)
    visitor.page.locator("a[href^='#/replay/']").click()
    line = visitor.page.locator("input[type=range]")
    line.wait_for()
    visitor.page.locator("footer .round").click()  # pauses, so that the moment is the same each time
    for _ in range(4):
        line.press("PageUp")


def _exercise(game: str) -> Callable[[Visitor], None]:
    """The first stored position of a game, and what the page says when the move is shown."""

    def show(visitor: Visitor) -> None:
        match = exercises.read(game).matches[0]
        visitor.go(f"/exercises/{game}/{match.seed}/{match.positions[0].entry}")
        visitor.page.get_by_role("button", name="Show me").click()
        visitor.page.locator("[data-answered]").wait_for()

    return show


# On a server at normal pace ...
SCENES: dict[str, Callable[[Visitor], None]] = {
    "home": _home,
    "lobby": _at("/lobby", "h1"),
    "settings": _at("/settings", "h1"),
    "rules": _at("/rules/parrot", "article, section, li"),
    "statistics-empty": _at("/statistics", "h1"),
    "drill": _at("/drill/piccolo_twist/7", "[data-start]"),
    "one-device": _at("/local/piccolo", "ol li"),
    "set-up": _set_up,
    "options": _options,
    "sit": _sit,
    "piccolo": _open_cards("piccolo"),
    "verdict": _verdict,
    "piccolo-twist": _open_cards("piccolo_twist"),
    "tricky-twist-reserve": _playing("tricky_twist", ".hand button"),
    "tricky-twist": _trick,
    "confetti": _some_taken,
    "parrot-opening": _playing("parrot", ".parrot"),
    "parrot": _turn,
    "menu": _menu,
    "keys": _keys,
    "invitation": _invitation,
    "pause": _pause,
    "refused": _refused,
    "curtain": _curtain,
    "pads": _pads,
    **{f"learn-{game.replace('_', '-')}": _at(f"/learn/{game}", ".coach .text") for game in HANDS},
    "exercises": _at("/exercises", ".games"),
    **{f"exercise-{game.replace('_', '-')}": _exercise(game) for game in exercises.games()},
}
# ... and on a fast one.
ENDS: dict[str, Callable[[Visitor], None]] = {
    **{f"end-{game.replace('_', '-')}": _end(game) for game in HANDS},
    "replay": _replay,
    "past": _at("/past", "h1"),
    "statistics": _at("/statistics", "h1"),
    "confetti-results": _results,
    "tricky-twist-scored": _counted,
}
# Also taken in forced colours, and right to left.
MANNERS = ("home", "piccolo", "parrot")


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


def shoot(folder: Path, wanted: Callable[[str], bool]) -> list[Path]:
    """Take screenshots of the wanted screens."""
    made = []
    with tempfile.TemporaryDirectory() as temporary, chromium() as browser:
        work = Path(temporary)
        with server(work, 1) as real, server(work, FAST) as fast:
            for phone in (False, True):
                for base, pace, scenes in ((real, 1, SCENES), (fast, FAST, ENDS)):
                    visitor = Visitor(browser, base, phone=phone, name="Mia", pace=pace)
                    for name, bring in scenes.items():
                        if not wanted(name):
                            continue
                        try:
                            bring(visitor)
                        except Exception as error:
                            print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
                            continue
                        for theme in ("light", "dark"):
                            visitor.page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                            visitor.settle()
                            file = folder / f"{name}-{'phone' if phone else 'desk'}-{theme}.png"
                            visitor.page.screenshot(path=file)
                            made.append(file)
                        visitor.page.emulate_media(color_scheme="light")
                        if name in MANNERS:
                            made += manners(visitor, folder, f"{name}-{'phone' if phone else 'desk'}")
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
        "--keep", nargs="*", metavar="PICTURE", help="copy these to docs/screens; without a name, renew those there"
    )
    parser.add_argument("--out", type=Path, help="folder for the screenshots")
    given = parser.parse_args(arguments)
    folder = given.out or Path(tempfile.mkdtemp(prefix="parlour-screens-"))
    folder.mkdir(parents=True, exist_ok=True)
    made = shoot(folder, lambda name: not given.only or name in given.only)
    names = given.keep
    if names == []:
        names = sorted(file.stem for file in KEPT.glob("*.png"))
    wrong = keep([file for name in names or [] if (file := folder / f"{name}.png") in made])
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    print(f"{len(made)} screenshots are in {folder}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
