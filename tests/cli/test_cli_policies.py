"""Policies on the command line: `sim`, `tournament`, `lab` and `watch`, as users run them."""

import json
import re

import pytest
from tests.cli.test_lab import run

MINE = """
import numpy as np

def policy(observations, masks):
    return masks.argmax(-1)

def last(observation, mask):
    return int(np.flatnonzero(mask)[-1])

def crash(observation, mask):
    if observation.sum() % 3 == 0:
        raise RuntimeError("no idea")
    return int(mask.argmax())
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


def test_sim_plays_policies_among_bots(folder):
    words = ("sim", "parrot", "--bots", "mine.py:policy,mine.py:last,casual", "-o", "rounds=1", "--games", 40, "--json")
    done, again = (run(*words, *more, cwd=folder) for more in ((), ("--threads", 2)))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [each["bot"] for each in told["bots"]] == ["mine.py:policy", "mine.py:last", "casual"]
    assert sum(each["wins"] for each in told["bots"]) == pytest.approx(1)
    assert json.loads(again.stdout)["digest"] == told["digest"]


def test_a_policy_that_fails_is_one_sentence_at_the_end(folder):
    done = run("sim", "parrot", "--bots", "mine.py:crash,casual", "-o", "rounds=1", "--games", 20, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "20 matches of Parrot" in done.stdout
    said = re.sub(r"Compiling the rules .*\n", "", done.stderr).strip()
    assert re.fullmatch(
        r"parlour: the policy mine.py:crash was replaced by a casual bot for the rest of the match \d+ times, "
        r"first because it crashed \(RuntimeError: no idea\)",
        said,
    ), said


@pytest.mark.deep
def test_tournament_lab_and_watch_take_policies(folder):
    done = run(
        "tournament", "parrot", "--bots", "mine.py:policy,novice", "--seats", 2, "-o", "rounds=1", "--games", 20,
        "--out", folder / "cup.html", cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "mine.py:policy" in done.stdout
    assert "mine.py:policy" in (folder / "cup.html").read_text()
    done = run("lab", "parrot", "--bots", "mine.py,casual", "-o", "rounds=1", "--games", 40, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "mine.py" in (folder / "report.html").read_text()
    done = run(
        "watch", "parrot", "--bots", "mine.py:crash,casual", "-o", "rounds=1", "--seed", 1, "--delay", 0, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    assert "mine.py:crash was replaced by a casual bot for the rest of the match once, first because" in done.stderr


def test_what_cannot_be_loaded_is_refused_before_anything_is_played(refused, folder, monkeypatch):
    monkeypatch.chdir(folder)
    for command in ("sim", "tournament", "lab", "watch"):
        assert "there is no file none.py" in refused(command, "parrot", "--bots", "none.py:policy,sharp")
    assert "there is no policy 'polciy' in mine.py; it has" in refused(
        "sim", "parrot", "--bots", "mine.py:polciy,sharp"
    )
    assert "cannot use --ray" in refused("sim", "parrot", "--bots", "mine.py,sharp", "--ray", "auto")
    assert [path.name for path in folder.iterdir() if path.suffix != ""] == ["mine.py"]
