"""The command line as users run it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.chance import play_by_chance
from tests.command import PARLOUR, run

import parlour


def test_sim_prints_one_json_object():
    done = run("sim", "parrot", "--seats", 3, "--games", 50, "--seed", 4, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert list(told) == [
        "game",
        "seats",
        "games",
        "steps",
        "seconds",
        "steps_per_second",
        "games_per_second",
        "wins",
        "mean_scores",
        "digest",
    ]
    assert (told["game"], told["seats"], told["games"]) == ("parrot", 3, 50)
    assert told["steps"] > 50 * 50
    assert told["steps_per_second"] == pytest.approx(told["steps"] / told["seconds"])
    assert sum(told["wins"]) == pytest.approx(1)
    scores, steps, _ = parlour.engine.simulate(parlour.game("parrot").rules, 3, {}, 4, 0, 50)
    assert told["mean_scores"] == pytest.approx(scores.mean(axis=0).tolist())
    assert told["steps"] == steps.sum()


def test_the_digest_does_not_depend_on_threads_but_on_the_seed_and_the_options():
    def digest(*more):
        return json.loads(run("sim", "parrot", "--games", 40, "--json", *more).stdout)["digest"]

    one = digest("--threads", 1)
    assert digest("--threads", 3) == one
    assert digest("--seed", 1) != one
    assert digest("-o", "rounds=3") != one


def test_sim_without_json_is_a_table():
    done = run("sim", "parrot", "--games", 20)
    assert done.returncode == 0
    assert "20 matches of Parrot" in done.stdout
    assert "mean score" in done.stdout


@pytest.mark.parametrize("name", parlour.games())
def test_watch_shows_a_match_to_its_end(name):
    seats = parlour.game(name).rules.max_seats
    done = run("watch", name, "--seats", seats, "--seed", 5)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert sum("player 1: " in line for line in lines) >= 1
    assert " won: " in " ".join(lines[-4:])
    assert max(map(len, lines)) <= 200
    assert run("watch", name, "--seats", seats, "--seed", 5).stdout == done.stdout


def test_parlour_alone_opens_the_game_table(tmp_path):
    environment = {**os.environ, "PARLOUR_PORT": "0", "BROWSER": "true"}
    with subprocess.Popen(
        [sys.executable, "-c", PARLOUR], cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout.readline().startswith("Parlour is open at http://localhost:")
        finally:
            process.terminate()
            assert process.wait(20) == 0


def test_rules_prints_the_book_or_one_statement(refused):
    assert "PAR-120" in run("rules", "parrot").stdout
    for wanted in ("PAR-28", "par-28", "28"):
        assert "A card taken from the discard pile must be used" in run("rules", "parrot", wanted).stdout.replace(
            "\n", " "
        )
    assert (
        refused("rules", "parrot", "PAR-999") == "parlour: Parrot has no rule PAR-999; its rules are PAR-01 to PAR-121"
    )


def test_options_and_games_are_listed():
    assert "allowed-with-reveal" in run("options", "parrot").stdout.replace("\n", "")
    listed = run("games").stdout
    for name in parlour.games():
        assert name in listed


@pytest.fixture
def log(tmp_path):
    match = parlour.game("parrot").new(seats=2, seed=9, options={"rounds": 1})
    for _ in play_by_chance(match, 1):
        pass
    path = tmp_path / "match.jsonl"
    path.write_text(match.log())
    return path


def test_replay_shows_a_log_to_its_end(log):
    done = run("replay", log)
    assert done.returncode == 0, done.stderr
    assert " won: " in done.stdout.replace("\n", " ")
    match = parlour.replay(log.read_text())
    assert done.stdout.count("player ") > len(match.entries)


def test_a_match_that_is_not_over_can_be_replayed(tmp_path):
    match = parlour.game("parrot").new(seats=2, seed=9)
    match.play(0, 0)
    path = tmp_path / "match.jsonl"
    path.write_text(match.log())
    assert "Not over yet" in run("replay", path).stdout


def header(**changes):
    return json.dumps({"game": "parrot", "rules": 1, "seats": 2, "options": {}, "seed": 1, "clock": 0} | changes) + "\n"


WRONG_LOGS = {
    "": "the log is empty",
    "hello\n": "not a log of Parlour",
    '{"game":"chess"}\n': "not a log of Parlour",
    header(extra=1): "not a log of Parlour",
    header(game="chess"): "there is no game 'chess'",
    header(rules=999): "version 999 of the rules of Parrot",
    header(seats=9): "2 to 6 players",
    header(seed=-1): "a seed is a whole number",
    header(options={"x": 1}): "there is no option 'x'",
    header() + "[0,0,28]\n": "line 2 of the log does not follow the rules: PAR-14",
    header() + "[0,0,0]\n[0,1,": "line 3 of the log is cut off",
    header() + '{"a":1}\n': "line 2 of the log should be",
    header() + "[9,0,0]\n[8,1,0]\n": "time never runs back",
    header() + "[9,0,0]\n": "ends at 0 ms, but",
}


@pytest.mark.parametrize(("text", "says"), WRONG_LOGS.items(), ids=range(len(WRONG_LOGS)))
def test_a_broken_truncated_or_foreign_log_is_refused(tmp_path, text, says, refused):
    path = tmp_path / "match.jsonl"
    path.write_text(text)
    assert says in refused("replay", path)


def test_a_log_that_cannot_be_read_is_refused(tmp_path, refused):
    assert "cannot be read" in refused("replay", tmp_path / "none")
    assert "cannot be read" in refused("replay", tmp_path)
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in refused("replay", tmp_path / "binary")


def test_wrong_seats_games_options_and_values_are_refused(refused):
    assert "Parrot is for 2 to 6 players (PAR-01), not 7" in refused("sim", "parrot", "--seats", 7)
    assert "there is no game 'chess'; there are confetti, parrot" in refused("watch", "chess")
    assert "there is no option 'colour'; there are rounds" in refused("sim", "parrot", "-o", "colour=red")
    assert "rounds cannot be '4'; it takes 5 or 3 or 1" in refused("sim", "parrot", "-o", "rounds=4")
    assert "NAME=VALUE" in refused("sim", "parrot", "-o", "rounds")
    assert "a seed is a whole number from 0" in refused("sim", "parrot", "--seed", -1)
    assert run("sim", "parrot", "--games", 0).returncode == 2
    assert run("sim").returncode == 2


def test_a_cache_that_cannot_be_written_is_refused(tmp_path):
    """There is a file in place of the directory, which fails for all users, even root."""
    (tmp_path / "file").write_text("")
    place = tmp_path / "file" / "cache"
    done = run("sim", "parrot", PARLOUR_CACHE=str(place))
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"(Compiling the rules .*\n)?parlour: compiled rules cannot be stored in .* set PARLOUR_CACHE .*\n", done.stderr
    )
    assert (tmp_path / "file").read_text() == ""


def test_the_readme_names_commands_that_exist():
    root = Path(__file__).parents[2]
    text = "".join((root / name).read_text(encoding="utf-8") for name in ("README.md", "docs/command-line.md"))
    named = set(re.findall(r"^    parlour (\w+)", text, re.M))
    assert len(named) > 8
    helped = run("--help").stdout
    for command in named:
        assert re.search(rf"^  {command}\b", helped, re.M), command
