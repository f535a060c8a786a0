"""`parlour leaderboard` as users run it."""

import json

import pytest
from tests.cli.test_cli_policies import folder  # noqa: F401
from tests.cli.test_lab import run

BOARD = ("leaderboard", "piccolo", "--seats", 2, "--out", "board.md")


@pytest.mark.deep
def test_a_leaderboard_is_made_in_pieces_and_is_the_same_every_time(folder):  # noqa: F811
    begun = run(*BOARD, "--matches", 10, cwd=folder)
    assert begun.returncode == 0, begun.stderr
    assert "Wrote board.md and board.json" in begun.stdout
    assert "casual@1" in begun.stdout
    first = (folder / "board.md").read_text()
    more = run(*BOARD, "--matches", 10, "--with", "mine.py:policy", "--json", cwd=folder)
    assert more.returncode == 0, more.stderr
    told = json.loads(more.stdout)
    assert told["seeds"] == [2026, 2027, 2028, 2029, 2030]
    players = {each["name"]: each for each in told["boards"][0]["players"]}
    assert players["mine.py:policy"]["how_made"] == "a policy"
    assert players["sharp@1"]["cost_ms"][0] > 0
    assert "`mine.py:policy`" in (folder / "board.md").read_text()
    run(*BOARD, "--matches", 10, cwd=folder)
    assert (folder / "board.md").read_text() == first


@pytest.mark.deep
def test_a_leaderboard_can_be_stopped_and_goes_on(folder):  # noqa: F811
    stopped = run(*BOARD, "--matches", 400, "--minutes", 0.001, cwd=folder)
    assert stopped.returncode == 130, stopped.stderr
    assert "stopped before all matches were played; the same command goes on from here" in stopped.stderr
    assert (folder / "board.md").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seats", 9), "no leaderboard has 9 seats: Piccolo 2 to 5"),
        (("--count", "champion"), "write a number of matches as NAME=NUMBER, as in champion=40, not 'champion'"),
        (("--matches", 0), "the number of matches is 1 or more, not 0"),
        (("--minutes", 0), "--minutes must be more than 0, not 0"),
        (("--out", "board.html"), "a leaderboard is a Markdown file, so its name must end in .md, not 'board.html'"),
        (("--with", "sharp@9"), "Piccolo has no sharp@9; the versions of sharp are sharp@1"),
        (("--best-response", "nothing.json"), "nothing.json is not a best_response.json, as `parlour train` writes it"),
    ],
)
def test_bad_input_is_one_sentence(words, says, refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert refused("leaderboard", "piccolo", *words) == f"parlour: {says}"


def test_other_commands_take_versions_and_say_which_played(refused):
    words = ("--seats", 2, "--bots", "novice@1,random", "--games", 4, "--json")
    for command in ("sim", "tournament"):
        told = json.loads(run(command, "parrot", *words).stdout)
        assert told["versions"]["bots"] == ["novice@1", "random@1"]
        assert [each["bot"] for each in told["bots"]] == ["novice@1", "random"]
        says = "parlour: Parrot has no sharp@9; the versions of sharp are sharp@1"
        assert refused(command, "parrot", "--bots", "sharp@9,casual") == says
