"""Windows and macOS are supported: what only POSIX has is found here, and by ruff's banned names (pyproject.toml).

The last tests take such names away, in a process of its own, and then play, simulate and serve.
"""

import ast
import os
import re
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src" / "parlour").rglob("*.py"))
TEXT_METHODS = {"read_text", "write_text"}
POSIX_ARGUMENTS = {"pass_fds", "preexec_fn", "start_new_session", "process_group"}
POSIX_METHODS = {"add_signal_handler": "live/stopping.py"}  # and where it is guarded


def findings(source, where=""):
    """What in a module does not work everywhere: (line, sentence)."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        given = {keyword.arg for keyword in node.keywords}
        if name in TEXT_METHODS | {"open", "fdopen", "NamedTemporaryFile"} and not _encoded(node, name):
            yield node.lineno, f"`{name}` without encoding: Windows would not use UTF-8"
        if found := given & POSIX_ARGUMENTS:
            yield node.lineno, f"`{found.pop()}` does not exist on Windows"
        if name in POSIX_METHODS and where != POSIX_METHODS[name]:
            yield node.lineno, f"`{name}` does not exist on Windows: use parlour.live.stopping"


def _encoded(node, name):
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    if "encoding" in given or (name == "write_text" and len(node.args) > 1) or (name == "read_text" and node.args):
        return True
    if name in TEXT_METHODS:
        return False
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        if node.func.value.id in ("os", "webbrowser", "Store", "tarfile", "zipfile") and name == "open":
            return True  # opens no text file
    modes = [part.value for part in (*node.args, *given.values()) if isinstance(part, ast.Constant)]
    texts = [mode for mode in modes if isinstance(mode, str) and re.fullmatch(r"[rwax+bt]{1,3}", mode)]
    return any("b" in mode for mode in texts) or (name == "NamedTemporaryFile" and not texts)


def test_sources_work_on_every_platform():
    found = []
    for path in SOURCES:
        where = path.relative_to(ROOT / "src" / "parlour").as_posix()
        for line, sentence in findings(path.read_text(encoding="utf-8"), where):
            found.append(f"{where}:{line}: {sentence}")
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "path.read_text()",
        "path.write_text(words)",
        "open('deck.toml')",
        "path.open('w')",
        "subprocess.Popen(command, pass_fds=[3])",
        "loop.add_signal_handler(15, stop)",
    ],
)
def test_what_is_not_portable_is_found(source):
    assert list(findings(source))


@pytest.mark.parametrize(
    "source", ["path.read_text(encoding='utf-8')", "open(name, 'rb')", "path.open('wb')", "os.open(file, os.O_CREAT)"]
)
def test_what_is_portable_is_left_alone(source):
    assert not list(findings(source))


@pytest.mark.parametrize("source", ["import fcntl\n", "import os\nos.sched_getaffinity(0)\n", "import resource\n"])
def test_ruff_finds_names_that_other_platforms_lack(source):
    command = [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--stdin-filename", "src/parlour/x.py", "-"]
    done = subprocess.run(command, input=source, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "TID251" in done.stdout or "banned-api" in done.stdout


# Windows, as far as it can be imitated: the modules and names that ruff forbids are gone, event loops take no signal
# handlers, and text files are not UTF-8 unless somebody says so. What the standard library has imported it keeps.
BANNED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["ruff"]["lint"][
    "flake8-tidy-imports"
]["banned-api"]
ELSEWHERE = f"""
import asyncio, builtins, importlib, os, socket, subprocess, select, signal, sys, webbrowser
import uuid, tempfile, multiprocessing, concurrent.futures.process
import numpy, numba, aiohttp, sqlalchemy, msgspec, typer, rich.console, filelock  # they know their platforms
for banned in {sorted(BANNED)!r}:
    module, _, name = banned.partition(".")
    if not name:
        sys.modules[module] = None
    elif module not in ("asyncio", "select") and name not in ("SIGCHLD", "AF_UNIX"):  # asyncio uses these here
        vars(sys.modules[module]).pop(name, None)
def no_signals(self, *_):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = no_signals
webbrowser.open = lambda address: True
from parlour.cli import main
# Commands are separated by a slash.
for command in " ".join(sys.argv[1:]).split(" / "):
    sys.argv[1:] = command.split()
    try:
        main()
    except SystemExit as ended:
        if ended.code:
            raise
    print("ended:", command, flush=True)
"""


def elsewhere(*arguments, **surroundings):
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-c", ELSEWHERE, *arguments]
    return subprocess.Popen(
        command, env=environment | surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )


@pytest.mark.parametrize(
    "commands",
    [
        # In one process, because most of the time goes into importing Parlour.
        [
            "sim parrot --games 2",
            "sim parrot --games 2 --bots casual -o rounds=1",
            "watch parrot --delay 0 -o rounds=1",
            "rules parrot",
        ],
        pytest.param(["sim piccolo --games 2 --bots casual"], marks=pytest.mark.deep),
    ],
)
def test_commands_work_where_posix_is_missing(commands):
    process = elsewhere(" / ".join(commands))
    said, wrong = process.communicate(timeout=120)
    assert process.returncode == 0, wrong
    before = 0
    for command in commands:
        end = said.index(f"ended: {command}\n")
        assert said[before:end].strip(), f"{command} says nothing"
        before = end + len(f"ended: {command}\n")


def test_the_server_works_where_posix_is_missing(tmp_path):
    process = elsewhere("serve", "--port", "0", "--no-warm", "--database", str(tmp_path / "parlour.db"))
    try:
        first = process.stdout.readline()
        port = re.search(r"http://localhost:(\d+)", first)
        assert port, first + process.stderr.read()
        with urllib.request.urlopen(f"http://127.0.0.1:{port[1]}/api/rules/parrot", timeout=30) as answer:
            assert "PAR-28" in answer.read().decode()
    finally:
        process.terminate()
        _, wrong = process.communicate(timeout=30)
    assert process.returncode == 0, wrong
    assert "Traceback" not in wrong


def test_parlour_is_also_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "games"], capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0
    assert "Tricky Twist" in done.stdout
