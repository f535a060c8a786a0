"""Builds and checks the files of web/engine: each game's WebAssembly and description, and a digest of the sources that
they were built from, so that stale files are noticed without compiling.

Games are built in processes of their own, which translate rules instead of compiling them for this machine.
"""

import hashlib
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from parlour.games import names, package_of, rules_of
from parlour.kit.compile import sources_of

OUTPUT = Path(__file__).resolve().parents[3] / "web" / "engine"
DIGESTS = "sources.json"
SPEED_SCRIPT = Path(__file__).with_name("speed.mjs")
OWN = tuple(f"parlour.browser.{part}" for part in ("exports", "description", "webassembly", "results", "object_file"))

# With these, Numba translates in the same order and to the same text in every process.
SURROUNDINGS = {"PYTHONHASHSEED": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_DISABLE_JIT": "0"}


def sources_digest(name: str) -> str:
    """A hash of everything that a game's files are built from: the modules of its rules, its bots, its review and this
    package, and its rulebook."""
    package = package_of(name)
    digest = hashlib.sha256(rules_of(name).rulebook.read_bytes())
    parts = [f"{package}.{part}" for part in ("bots", "review") if find_spec(f"{package}.{part}")]
    for module, path in sources_of([package, *parts, *OWN]):
        digest.update(module.encode() + b"\0" + (path.read_bytes() if path else b"") + b"\0")
    return digest.hexdigest()


def files_of(name: str, where: Path = OUTPUT) -> tuple[Path, Path]:
    return where / f"{name}.wasm", where / f"{name}.json"


def built_files(name: str) -> tuple[Path, Path] | None:
    """A game's WebAssembly and description: from the source tree, or from the page of an installed Parlour."""
    found = files_of(name)
    if not all(path.exists() for path in found):
        assets = Path(__file__).resolve().parents[1] / "page" / "assets"
        code, description = (sorted(assets.glob(f"{name}-????????.{kind}")) for kind in ("wasm", "json"))
        if not code or not description:
            return None
        found = code[0], description[0]
    return found


def _built_digest(name: str, where: Path) -> str:
    digest = hashlib.sha256()
    for path in files_of(name, where):
        digest.update(path.read_bytes() if path.exists() else b"")
    return digest.hexdigest()


def digests(name: str, where: Path = OUTPUT) -> dict[str, str]:
    return {"sources": sources_digest(name), "files": _built_digest(name, where)}


def recorded(where: Path = OUTPUT) -> dict[str, Any]:
    path = where / DIGESTS
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def stale(where: Path = OUTPUT) -> list[str]:
    """The games whose files were not built from the present sources."""
    known = recorded(where)
    return [name for name in names() if known.get(name) != digests(name, where)]


def build(name: str, where: Path) -> None:
    """Build one game's files. Only in a process of its own: rules cannot run in it afterwards."""
    from .webassembly import compile_module, only_translate

    only_translate()
    from parlour.bots.registry import bots_of
    from parlour.review.registry import review_of

    from .description import describe
    from .exports import bot_exports, review_exports, rules_exports

    rules = rules_of(name)
    bots = bots_of(rules)
    exports = [*rules_exports(rules), *bot_exports(bots), *review_exports(rules, review_of(rules))]
    binary = compile_module(exports, vectors=bots.weights is not None)  # networks are several times as fast with them
    code, description = files_of(name, where)
    where.mkdir(parents=True, exist_ok=True)
    code.write_bytes(binary.code)
    description.write_text(json.dumps(describe(rules, exports, binary), ensure_ascii=False) + "\n", encoding="utf-8")


def build_all(wanted: list[str], where: Path = OUTPUT, processes: int = 2) -> bool:
    """Build these games' files, each in a process of its own, and record what they were built from."""
    running: dict[str, subprocess.Popen[bytes]] = {}
    waiting, fine = list(wanted), True
    while waiting or running:
        while waiting and len(running) < processes:
            name = waiting.pop(0)
            command = [sys.executable, "-m", "parlour.browser", "--only", name, "--out", str(where)]
            running[name] = subprocess.Popen(command, env={**os.environ, **SURROUNDINGS})
        name, process = next(iter(running.items()))
        fine &= process.wait() == 0
        del running[name]
    if fine:
        known = {**recorded(where), **{name: digests(name, where) for name in wanted}}
        ordered = {name: known[name] for name in sorted(known)}
        (where / DIGESTS).write_text(json.dumps(ordered, indent=2) + "\n", encoding="utf-8")
    return fine
