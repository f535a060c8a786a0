"""`parlour doctor`: what a bug report should say about an installation, and what is wrong with it."""

import json
import os
import platform
import re
import socket
import struct
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

import parlour
from parlour.engine.threads import cores
from parlour.games import names
from parlour.kit import INTERPRETED, CacheUnusable, cache_directory, check_cache
from parlour.kit.extras import EXTRAS, how_to_install

from .options import app

DEFAULT_PORT = 8765


class Finding(NamedTuple):
    """One line of the report, and what is wrong, if anything."""

    about: str
    says: str
    problem: str = ""


@app.command()
def doctor(
    port: Annotated[int, typer.Option(envvar="PARLOUR_PORT", min=0, max=65535)] = DEFAULT_PORT,
) -> None:
    """Print versions, extras, caches and problems, for a bug report. The exit code is 1 if there is a problem."""
    found = list(findings(port))
    for each in found:
        print(f"{each.about + ':':<16}{without_home(each.says)}")
    problems = [without_home(each.problem) for each in found if each.problem]
    print(f"{'problems:':<16}{len(problems) or 'none'}")
    for problem in problems:
        print(f"  - {problem}")
    raise typer.Exit(1 if problems else 0)


def findings(port: int) -> Iterator[Finding]:
    bits = struct.calcsize("P") * 8
    yield Finding("parlour", f"{parlour.__version__}, {_installation()}")
    yield Finding("python", f"{platform.python_version()} ({platform.python_implementation()}, {bits} bits)")
    system = " ".join(part for part in (platform.system(), platform.release(), platform.machine()) if part)
    yield Finding("system", f"{system}, {cores()} cores")
    yield _packages()
    for extra in EXTRAS:
        yield _extra(extra)
    yield Finding("environment", ", ".join(sorted(name for name in os.environ if _ours(name))) or "nothing set")
    yield Finding("rules", "interpreted, because of NUMBA_DISABLE_JIT" if INTERPRETED else "compiled by Numba")
    yield _cache()
    yield from _page()
    yield _port(port)


def without_home(text: str) -> str:
    """The same text with `~` for the home directory: a report names no user."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _ours(name: str) -> bool:
    """Environment variables that change what Parlour does. Only their names are shown: one may hold a password."""
    return name.startswith(("PARLOUR_", "NUMBA_"))


def _installation() -> str:
    here = Path(parlour.__file__).parent
    return "from a source tree" if (here.parents[1] / "pyproject.toml").exists() else "installed as a package"


def _version(distribution: str) -> str | None:
    with suppress(PackageNotFoundError):
        return version(distribution)
    return None


def _requirements() -> Iterator[tuple[str, str]]:
    """(distribution, extra) for all that Parlour's own metadata list; the extra is empty for what everybody needs."""
    for line in requires("parlour") or ():
        name = re.match(r"[\w.-]+", line)
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", line)
        if name:
            yield name[0], extra[1] if extra else ""


def _packages() -> Finding:
    found = {name: _version(name) for name, extra in _requirements() if not extra}
    missing = [name for name, number in found.items() if number is None]
    says = ", ".join(f"{name} {number or '(missing)'}" for name, number in found.items())
    needed = f"{', '.join(missing)} must be installed for playing: pip install parlour" if missing else ""
    return Finding("packages", says, needed)


def _extra(extra: str) -> Finding:
    missing = [package for package in EXTRAS[extra].packages if find_spec(package) is None]
    listed = [f"{name} {_version(name)}" for name, of in _requirements() if of == extra and _version(name)]
    if not missing:
        return Finding(f"[{extra}]", ", ".join(listed) or "installed")
    return Finding(f"[{extra}]", f"not installed ({how_to_install(extra)})")


def _cache() -> Finding:
    from parlour.live.parts import Part
    from parlour.live.warm import is_ready

    place = cache_directory()
    try:
        check_cache()
    except CacheUnusable as error:
        return Finding("compile cache", f"{place}, not writable", str(error))
    sizes = [file.stat().st_size for file in place.rglob("*") if file.is_file()]
    ready = [name for name in names() if is_ready(Part(name))]
    return Finding(
        "compile cache",
        f"{place}, {len(sizes):,} files, {sum(sizes) / 1e6:,.0f} MB; "
        f"ready to play: {', '.join(ready) or 'no game yet (each is compiled when it is first needed)'}",
    )


def _page() -> Iterator[Finding]:
    from parlour.live.page_export import PAGE, build_of

    build = build_of(PAGE)
    if build is None:
        problem = "The page is missing: run `make page` in a source tree, or install Parlour from a wheel."
        yield Finding("page", "missing", problem)
        return
    yield Finding("page", f"build {build}")
    missing = [name for name in names() if not any((PAGE / "assets").glob(f"{name}-????????.wasm"))]
    problem = f"The page cannot play {', '.join(missing)} by itself: build it again with `make page`."
    says = ", ".join(name for name in names() if name not in missing) or "missing"
    yield Finding("browser engine", says, problem if missing else "")


def _port(port: int) -> Finding:
    with socket.socket() as probe:
        probe.settimeout(1)
        taken = port != 0 and probe.connect_ex(("127.0.0.1", port)) == 0
    if not taken:
        return Finding(f"port {port}", "free")
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/server", timeout=2) as answer:
            served = json.load(answer)["version"]
        return Finding(f"port {port}", f"Parlour is running there, page {served}")
    except (OSError, ValueError, KeyError, TypeError):
        problem = f"Another program uses port {port}: start with `parlour serve --port` and another number."
        return Finding(f"port {port}", "used by another program", problem)
