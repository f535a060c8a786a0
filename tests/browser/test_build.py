"""The files of web/engine: built from the present sources, small, and the same whenever and wherever they are built."""

import gzip
import json
import os
import subprocess
import sys

import pytest
from tests.every import GAMES
from tests.extent import SOAK

from parlour.browser import build
from parlour.browser.object_file import IMPORT, imported_functions, sections
from parlour.games import rules_of

LARGEST = 120_000  # bytes, compressed, of code and description together


def test_the_committed_files_are_built_from_the_present_sources():
    assert build.stale() == [], "run `make engine`"


def test_a_changed_source_or_file_is_noticed(tmp_path, monkeypatch):
    name = GAMES[0]
    for path in (*build.files_of(name), build.OUTPUT / build.DIGESTS):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    assert name not in build.stale(tmp_path)
    code, _ = build.files_of(name, tmp_path)
    whole = code.read_bytes()
    code.write_bytes(whole[:-1])
    assert name in build.stale(tmp_path)
    code.write_bytes(whole)
    assert name not in build.stale(tmp_path)
    monkeypatch.setattr(build, "sources_of", lambda modules: [])
    assert name in build.stale(tmp_path)


# These take no time, so `make test` looks at every game too.


def test_every_game_is_small_enough():
    sizes = {name: sum(len(gzip.compress(path.read_bytes(), 9)) for path in build.files_of(name)) for name in GAMES}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


def test_the_engine_needs_nothing_from_the_page():
    """But memory: logarithms and the like are the kit's own. (What Numba declares for arrays is never called.)"""
    for name in GAMES:
        code = build.files_of(name)[0].read_bytes()
        assert {*imported_functions(dict(sections(code))[IMPORT])} <= {"NRT_MemInfo_call_dtor"}, name


def test_the_descriptions_are_those_of_the_rules():
    for name in GAMES:
        rules, described = rules_of(name), json.loads(build.files_of(name)[1].read_text())
        assert (described["title"], described["version"]) == (rules.title, rules.version)
        assert described["layouts"]["State"]["size"] == rules.State.itemsize
        assert described["sentences"] == {str(number): said for number, said in rules.sentences.items()}
        for number in rules.sentences:
            assert described["statements"][rules.rule_id(number)]


@pytest.mark.skipif(not SOAK, reason="compiles a game for a minute")
def test_a_build_is_the_same_to_the_byte(tmp_path):
    name = min(GAMES, key=lambda name: build.files_of(name)[0].stat().st_size)
    command = [sys.executable, "-m", "parlour.browser", "--only", name, "--out", str(tmp_path)]
    subprocess.run(command, env={**os.environ, **build.SURROUNDINGS}, check=True)
    for made, committed in zip(build.files_of(name, tmp_path), build.files_of(name), strict=True):
        assert made.read_bytes() == committed.read_bytes()
