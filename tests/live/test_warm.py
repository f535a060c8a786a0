"""Games are compiled once, no matter how many servers ask and how often they are killed meanwhile."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.extent import ONCE
from tests.live.serving import LONG

from parlour.live import warm
from parlour.live.parts import SEARCH, Part

GAME, STEP = "parrot", "rules"


# A child process whose compiler is a fake: it takes a while and notes that it ran.
CHILD = """
import time
from parlour.live import warm

def compiler(game, step):
    with (warm.cache_directory() / "notes").open("a") as notes:
        notes.write("begins ")
    time.sleep({seconds})
    with (warm.cache_directory() / "notes").open("a") as notes:
        notes.write("ends ")

warm.compile_step, warm.PATIENCE_S = compiler, {patience}
warm.compile_if_missing({game!r}, {step!r})
"""


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    return tmp_path


def child(seconds=0.5, patience=60.0, game=GAME, step=STEP):
    return [sys.executable, "-c", CHILD.format(seconds=seconds, patience=patience, game=game, step=step)]


def notes(cache):
    """What the compilers have noted. The file exists a moment before anything is in it."""
    file = cache / "notes"
    return file.read_text() if file.exists() else ""


def begun(cache):
    while not notes(cache):
        time.sleep(0.02)


def test_a_game_is_compiled_by_one_process_at_a_time(cache, monkeypatch):
    monkeypatch.setattr(warm, "_command", lambda game, step: child())

    async def several():
        await asyncio.gather(*(warm.compile_in_child(GAME, STEP) for _ in range(3)))

    asyncio.run(several())
    assert notes(cache) == "begins ends "


def test_a_server_that_is_started_again_waits_for_the_compiler_that_outlived_the_first(cache, monkeypatch):
    first = subprocess.Popen(child(seconds=2))
    begun(cache)
    monkeypatch.setattr(warm, "_command", lambda game, step: child())
    asyncio.run(warm.compile_in_child(GAME, STEP))
    assert notes(cache) == "begins ends "
    assert first.wait() == 0


def test_a_compiler_that_dies_holds_nobody_up(cache):
    first = subprocess.Popen(child(seconds=60))
    begun(cache)
    first.kill()
    first.wait()
    subprocess.run(child(), check=True, timeout=LONG)
    assert notes(cache) == "begins begins ends "


def test_a_compiler_that_never_ends_is_not_waited_for(cache):
    first = subprocess.Popen(child(seconds=60))
    begun(cache)
    subprocess.run(child(patience=0.2), check=True, timeout=LONG)
    assert notes(cache) == "begins begins ends "
    first.kill()
    first.wait()


def test_a_stopped_server_stops_its_compiler(cache, monkeypatch):
    monkeypatch.setattr(warm, "_command", lambda game, step: child(seconds=3))

    async def stopped():
        task = asyncio.create_task(warm.compile_in_child(GAME, STEP))
        while not notes(cache):
            await asyncio.sleep(0.02)
        task.cancel()
        await asyncio.wait([task])
        await asyncio.sleep(4)

    asyncio.run(stopped())
    assert notes(cache) == "begins "


def test_a_compiler_that_is_killed_is_not_replaced_by_the_server(cache, monkeypatch):
    """The server would compile at the expense of all its tables."""
    monkeypatch.setattr(warm, "_command", lambda game, step: child(seconds=60))
    monkeypatch.setattr(warm, "load", lambda part: pytest.fail("compiled in this process"))

    async def killed():
        task = asyncio.create_task(warm.make_ready(Part(GAME, SEARCH), asyncio.Semaphore(2)))
        while not notes(cache):
            await asyncio.sleep(0.02)
        for process in compilers():
            os.kill(process, signal.SIGKILL)
        await task

    with pytest.raises(warm.CompileFailed, match="search of parrot"):
        asyncio.run(killed())


def compilers():
    """The processes that this one has started and that compile."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return [int(each) for each in children if b"compile_if_missing" in Path(f"/proc/{each}/cmdline").read_bytes()]


def test_the_steps_of_a_game_are_compiled_side_by_side(cache, monkeypatch):
    monkeypatch.setattr(warm, "_command", lambda game, step: child(seconds=3, game=game, step=step))
    monkeypatch.setattr(warm, "load", lambda part: None)

    def order(slots):
        (cache / "notes").unlink(missing_ok=True)
        for mark in cache.glob("ready-*"):
            mark.unlink()
        asyncio.run(warm.make_ready(Part(GAME), asyncio.Semaphore(slots)))
        return notes(cache)

    assert order(2) == "begins begins ends ends "
    assert order(1) == "begins ends begins ends "


def test_every_process_looks_for_the_same_mark():
    """Otherwise some servers would compile again what is compiled already."""
    code = f"from parlour.live.warm import mark_of; print(mark_of({GAME!r}, {STEP!r}))"
    environments = [{**os.environ, "PYTHONHASHSEED": seed} for seed in (("1", "2") if ONCE else ("1", "2", "3", "4"))]
    marks = [
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
        for env in environments
    ]
    assert marks[0]
    assert len(set(marks)) == 1
