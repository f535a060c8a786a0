"""`parlour sim --bots`, `tournament` and `lab` as users run them."""

import json
import re
import sys

import polars as pl
import pytest
from tests import command
from tests.command import PARLOUR

from parlour.cli.lab import make_run, seat_players
from parlour.kit import BadInput
from parlour.lab.run import rotations
from parlour.match import Game

# A user who presses Ctrl-C when the given number of blocks has been counted.
INTERRUPTED = """
import os, signal
from parlour.lab.experiment import Results
add, seen = Results.add, []
def interrupted(self, part):
    add(self, part)
    seen.append(part)
    if len(seen) == {blocks}:
        os.kill(os.getpid(), signal.SIGINT)
Results.add = interrupted
"""


def run(*arguments, **more):
    return command.run(*arguments, COLUMNS="200", **more)


def test_players_and_options_are_checked_without_a_match(monkeypatch):
    """Dealing one would compile the rules once more."""
    monkeypatch.delattr(Game, "new")
    sitting = seat_players("parrot", "sharp", 4)
    assert make_run("parrot", sitting, rotations(4), 1, {"rounds": "1"}).options["rounds"] == 1
    with pytest.raises(BadInput, match="2 to 6 players"):
        seat_players("parrot", "sharp", 9)


SHORT = ("-o", "rounds=1", "--bots", "random")


def test_sim_with_bots_tells_each_bots_wins_with_intervals():
    done = run("sim", "parrot", "--bots", "random,reference,random", "--games", 90, "-o", "rounds=1", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["seats"], told["games"], told["partial"]) == (3, 90, False)
    bots = {one["bot"]: one for one in told["bots"]}
    assert {name: one["seats"] for name, one in bots.items()} == {"random": 2, "reference": 1}
    assert sum(one["wins"] * one["seats"] for one in bots.values()) == pytest.approx(1)
    for one in bots.values():
        low, high = one["wins_95"]
        assert low <= one["wins"] <= high
        assert 0 < high - low < 0.2
        assert one["mean_score_95"][0] < one["mean_score"] < one["mean_score_95"][1]
    again = run("sim", "parrot", "--bots", "random,reference,random", "--games", 90, "-o", "rounds=1", "--threads", 1)
    assert told["digest"][:16] in again.stdout
    assert "95 % interval" in again.stdout


def test_sim_with_one_bot_in_every_seat_gives_it_an_equal_share():
    done = run("sim", "parrot", "--bots", "random", "--seats", 2, "--games", 20, "-o", "rounds=1", "--json")
    assert done.returncode == 0, done.stderr
    (only,) = json.loads(done.stdout)["bots"]
    assert (only["bot"], only["seats"]) == ("random", 2)
    assert only["wins"] == pytest.approx(0.5)


@pytest.mark.deep
def test_a_tournament_rates_every_entrant_the_same_on_any_number_of_threads(tmp_path):
    command = ("tournament", "parrot", "--bots", "random,reference", "--seats", 3, "--games", 50, "-o", "rounds=1")
    page = tmp_path / "cup.html"
    one = run(*command, "--json", "--threads", 1, "--out", page)
    assert one.returncode == 0, one.stderr
    assert "54 matches instead of 50, so that each of 6 seatings is played equally often" in one.stderr
    told = json.loads(one.stdout)
    assert told["games"] == 54
    assert {bot["bot"] for bot in told["bots"]} == {"random", "reference"}
    assert all(bot["rating_95"][0] < bot["rating"] < bot["rating_95"][1] for bot in told["bots"])
    assert json.loads(run(*command, "--json", "--threads", 2).stdout) == told
    assert "rating" in run(*command).stdout
    assert self_contained(page.read_text()).count('class="chart"') == 2


def self_contained(html):
    """The page, after checking that it loads nothing from elsewhere."""
    own, _, rest = html.partition('<script type="application/json" id="charts">')
    specs = rest.partition("</script>")[0]
    assert json.loads(specs)
    assert not re.search(r"<(link|img|iframe)\b|<script[^>]+src|@import|url\(", own)
    return html


def test_a_report_is_one_page_and_its_data(tmp_path):
    out = tmp_path / "report.html"
    command = ("lab", "parrot", "--seats", 3, *SHORT, "--games", 120, "--seed", 7, "--out", out)
    done = run(*command, "--threads", 1)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "report.parquet"]
    html = self_contained(out.read_text())
    for said in ("Wins by seat", "Final scores", "Length in minutes", "Lead changes", "Ties", "120 matches"):
        assert said in html
    for said in (
        "rules version 1",
        "<dd>7</dd>",
        "rounds = 1",
        "parlour lab parrot --seats 3 --bots random --games 120",
    ):
        assert said in html
    assert "partial" not in html.partition("<script")[0]
    data = pl.read_parquet(out.with_suffix(".parquet"))
    assert data["match_no"].to_list() == list(range(120))
    assert data["scores"].dtype == pl.Array(pl.Int32, 3)
    assert data["bots"].to_list()[0] == ["random"] * 3
    assert json.loads(pl.read_parquet_metadata(out.with_suffix(".parquet"))["parlour"])["seed"] == 7
    assert run(*command, "--threads", 2).returncode == 0
    assert out.read_text() == html
    assert pl.read_parquet(out.with_suffix(".parquet")).equals(data)


@pytest.mark.deep
def test_a_comparison_is_shown_on_the_terminal_and_in_the_report(tmp_path):
    out = tmp_path / "report.html"
    done = run(
        "lab", "parrot", "--seats", 2, "--bots", "random", "--games", 100, "--compare", "rounds=1,3", "--out", out
    )
    assert done.returncode == 0, done.stderr
    steps = next(line for line in done.stdout.splitlines() if line.startswith("Length in steps"))
    assert "yes, p < 0.001" in steps
    assert "Holm" in done.stdout
    html = out.read_text()
    assert "Differences" in html
    assert "yes, p &lt; 0.001" in html
    data = pl.read_parquet(out.with_suffix(".parquet"))
    assert data["reading"].value_counts().sort("reading")["count"].to_list() == [100, 100]


def test_ctrl_c_writes_what_is_finished_and_says_so(tmp_path):
    out = tmp_path / "report.html"
    code = INTERRUPTED.format(blocks=3) + PARLOUR
    command = ("lab", "parrot", "--seats", 2, *SHORT, "--games", 200_000, "--threads", 2, "--out", out)
    done = run(*command, code=code)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    played = int(re.search(r"stopped after ([\d,]+) of 200,000 matches", done.stderr)[1].replace(",", ""))
    assert 1_500 <= played <= 6_000
    assert played % 500 == 0
    assert f"stopped after {played:,} of 200,000 matches" in re.sub(r"\s+", " ", out.read_text())
    assert pl.read_parquet(out.with_suffix(".parquet"))["match_no"].to_list() == list(range(played))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "report.parquet"]


def test_a_run_that_fails_leaves_nothing_and_keeps_what_was_there(tmp_path):
    out = tmp_path / "report.html"
    out.write_text("an older report")
    code = "import parlour.lab.report as r\ndef fail(*_): raise KeyboardInterrupt\nr._figure = fail\n" + PARLOUR
    done = run("lab", "parrot", "--seats", 2, *SHORT, "--games", 20, "--out", out, code=code)
    assert done.returncode == 130
    assert out.read_text() == "an older report"
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def test_unknown_bots_and_wrong_numbers_are_refused(refused, monkeypatch, tmp_path):
    lab = ("lab", "parrot", "--out", tmp_path / "report.html")
    assert "Parrot has no bot 'genius'; it has" in refused(*lab, "--bots", "genius")
    assert "2 bots for 3 seats" in refused(*lab, "--bots", "random,random", "--seats", 3)
    assert "Parrot is for 2 to 6 players" in refused(*lab, "--bots", "random", "--seats", 7)
    assert "Parrot is for 2 to 6 players" in refused(*lab, "--bots", ",".join(["random"] * 7))
    assert "the number of matches is 1 or more, not 0" in refused(*lab, "--games", 0)
    assert "the number of threads is 1 or more, not 0" in refused(*lab, "--threads", 0)
    assert "a seed is a whole number" in refused(*lab, "--seed", -1, "--bots", "random")
    assert "at least two entrants" in refused("tournament", "parrot", "--bots", "random")
    assert "each named once" in refused("tournament", "parrot", "--bots", "random,random")
    assert "at least two seats" in refused("tournament", "confetti", "--bots", "random,reference", "--seats", 1)
    assert "has no bot 'genius'" in refused("sim", "parrot", "--bots", "genius")
    assert "the number of matches is 1 or more" in refused("sim", "parrot", "--games", -5)
    assert "NAME=VALUE,VALUE" in refused(*lab, "--bots", "random", "--compare", "rounds")
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "--ray needs ray, which is not installed" in refused(*lab, *SHORT, "--ray", "auto")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.deep
def test_a_cluster_that_cannot_be_reached_is_refused(refused, tmp_path):
    pytest.importorskip("ray", reason="the package ray is not installed (make setup-all)")
    lab = ("lab", "parrot", "--out", tmp_path / "report.html")
    assert "no Ray cluster at '127.0.0.1:1'" in refused(*lab, *SHORT, "--ray", "127.0.0.1:1")
    assert "HOST:PORT, or auto" in refused(*lab, *SHORT, "--ray", "somewhere")
    assert list(tmp_path.iterdir()) == []


def test_an_output_that_cannot_be_written_is_refused_before_anything_is_played(refused, tmp_path):
    long = ("lab", "parrot", *SHORT, "--games", 10**9, "--out")
    (tmp_path / "file").write_text("")
    (tmp_path / "taken.html").mkdir()
    (tmp_path / "beside.parquet").mkdir()
    assert "is a directory" in refused(*long, tmp_path / "taken.html")
    assert "is a directory" in refused(*long, tmp_path / "beside.html")
    assert "cannot be written (No such file or directory)" in refused(*long, tmp_path / "none" / "report.html")
    assert "cannot be written (Not a directory)" in refused(*long, tmp_path / "file" / "report.html")
    assert "its name must end in .html" in refused(*long, tmp_path / "report.parquet")
    cup = ("tournament", "parrot", "--bots", "random,reference", "--games", 10**9, "--out")
    assert "is a directory" in refused(*cup, tmp_path / "taken.html")
