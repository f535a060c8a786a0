"""Build the wheel and the sdist, install each into an empty environment, and play with it (make release-check).

python tools/release_check.py            both
python tools/release_check.py --wheel    only the wheel

The environments get nothing but what pip installs by default, and no Node: neither program is on their path. A match is
played by `parlour sim` and by opening the page in Chromium. The built files stay in dist/.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from visitor import Visitor, chromium

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
NEEDS_LAB = "parlour: the lab needs polars, which is not installed: pip install 'parlour[lab]'"
SCRIPTS = "Scripts" if os.name == "nt" else "bin"


class NotReady(Exception):
    """Says in one sentence what is wrong with a built package."""


def build() -> list[Path]:
    """The wheel and the sdist, newly built."""
    shutil.rmtree(DIST, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(DIST)], cwd=ROOT, check=True)
    return [next(DIST.glob("*.whl")), next(DIST.glob("*.tar.gz"))]


class Installation:
    """A package in an environment of its own."""

    def __init__(self, folder: Path, package: Path) -> None:
        self.folder = folder
        venv.create(folder / "env", with_pip=True)
        self._programs = folder / "env" / SCRIPTS
        self._environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PARLOUR_", "NUMBA_"))
        }
        self._environment |= {"PATH": str(self._programs), "PARLOUR_CACHE": str(folder.parent / "cache")}
        constraints = ["-c", str(ROOT / "constraints.txt")]
        self.run("python", "-m", "pip", "install", "--quiet", "--no-compile", *constraints, str(package))

    def run(self, program: str, *arguments: str, code: int = 0) -> str:
        """What a command prints; NotReady if it ends with another exit code."""
        command = [str(self._programs / program), *arguments]
        done = subprocess.run(
            command, env=self._environment, cwd=self.folder, capture_output=True, encoding="utf-8", check=False
        )
        if done.returncode != code:
            said = (done.stdout + done.stderr)[-2000:]
            raise NotReady(f"`{program} {' '.join(arguments)}` ended with {done.returncode} instead of {code}:\n{said}")
        return done.stdout + done.stderr

    @contextmanager
    def server(self) -> Iterator[str]:
        """A running `parlour serve`; yields its address."""
        command = [str(self._programs / "parlour"), "serve", "--port", "0", "--no-warm"]
        with (self.folder / "log").open("w", encoding="utf-8") as log:
            process = subprocess.Popen(
                command, env=self._environment, cwd=self.folder, stdout=subprocess.PIPE, stderr=log, encoding="utf-8"
            )
        try:
            assert process.stdout is not None
            found = re.search(r"http://localhost:\d+", process.stdout.readline())
            if found is None:
                raise NotReady(f"the server did not start:\n{(self.folder / 'log').read_text(encoding='utf-8')}")
            yield found[0].replace("localhost", "127.0.0.1")
        finally:
            process.terminate()
            process.wait()


def check(installed: Installation) -> None:
    report = installed.run("parlour", "doctor", "--port", "0")
    if "[lab]:          not installed" not in report:
        raise NotReady(f"the installation is not lean:\n{report}")
    said = installed.run("parlour", "lab", "parrot", code=2)
    if NEEDS_LAB not in said:
        raise NotReady(f"`parlour lab` should say how to install the lab, not:\n{said}")
    installed.run("python", "-m", "parlour", "sim", "parrot", "--games", "100")
    installed.run("parlour", "sim", "piccolo", "--games", "20", "--bots", "casual")
    with installed.server() as address, chromium() as browser:
        visitor = Visitor(browser, address)
        visitor.play_now("parrot")
        visitor.page.wait_for_selector(".parrot")
        if visitor.faults:
            raise NotReady(f"the page complains: {visitor.faults}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check what would be published.")
    parser.add_argument("--wheel", action="store_true", help="only the wheel")
    given = parser.parse_args(arguments)
    packages = build()[: 1 if given.wheel else 2]
    try:
        with tempfile.TemporaryDirectory() as folder:
            for package in packages:
                began = time.perf_counter()
                place = Path(folder) / package.name
                place.mkdir()
                check(Installation(place, package))
                megabytes = package.stat().st_size / 1e6
                print(
                    f"{package.name}: {megabytes:.1f} MB, installed and played in {time.perf_counter() - began:.0f} s"
                )
    except NotReady as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
