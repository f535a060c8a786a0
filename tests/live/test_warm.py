"""Games are compiled once, no matter how many servers ask and how often they are killed meanwhile."""

import asyncio
import os
import subprocess
import sys

import pytest

from parlour.live import warm

GAME = "parrot"


@pytest.fixture
def compiler(tmp_path, monkeypatch):
    """A fake child process: it takes a while, leaves the mark, and notes that it ran."""
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    notes, mark = tmp_path / "notes", tmp_path / "mark"
    code = "; ".join(
        (
            "import time, pathlib",
            "time.sleep(0.5)",
            f"pathlib.Path({str(mark)!r}).touch()",
            f"open({str(notes)!r}, 'a').write('x')",
        )
    )
    monkeypatch.setattr(warm, "_command", lambda game: [sys.executable, "-c", code])
    return notes, mark


def test_a_game_is_compiled_by_one_process_at_a_time(compiler):
    notes, mark = compiler

    async def several():
        await asyncio.gather(*(warm.compile_in_child(GAME, mark) for _ in range(4)))

    asyncio.run(several())
    assert notes.read_text() == "x"


def test_a_compiler_outlives_the_server_that_is_killed_and_the_next_waits_for_it(compiler):
    notes, mark = compiler

    async def killed_and_started_again():
        with (warm.cache_directory() / f"ready-{GAME}.lock").open("w") as lock:
            assert warm._locked(lock)
            child = await asyncio.create_subprocess_exec(*warm._command(GAME), pass_fds=[lock.fileno()])
        await warm.compile_in_child(GAME, mark)  # like the next server, while the child of the first still works
        return await child.wait()

    assert asyncio.run(killed_and_started_again()) == 0
    assert notes.read_text() == "x"


def test_a_compiler_that_never_ends_is_not_waited_for(compiler, monkeypatch):
    notes, mark = compiler
    monkeypatch.setattr(warm, "PATIENCE_S", 0.5)

    async def wait_a_little():
        with (warm.cache_directory() / f"ready-{GAME}.lock").open("w") as lock:
            assert warm._locked(lock)
            await warm.compile_in_child(GAME, mark)

    asyncio.run(wait_a_little())
    assert notes.read_text() == "x"


def test_every_process_looks_for_the_same_mark():
    """Otherwise some servers would compile again what is compiled already."""
    code = f"from parlour.live.warm import mark_of; print(mark_of({GAME!r}))"
    environments = [{**os.environ, "PYTHONHASHSEED": seed} for seed in ("1", "2", "3", "4")]
    marks = [
        subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
        for env in environments
    ]
    assert marks[0]
    assert len(set(marks)) == 1
