"""`parlour bench live`: a real server, a few tables, and plausible figures."""

import json
import subprocess

from tests.live.serving import LONG, PARLOUR

from parlour.bench.live_load import HEAD, Measurement, is_five, page
from parlour.bench.live_restart import Restart, section


def run(*arguments):
    return subprocess.run(
        [*PARLOUR, "bench", "live", *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=5 * LONG,
    )


def test_a_few_tables_are_played_and_measured(games_ready):
    done = run("--tables", "2,3", "--seconds", "6", "--settle", "1", "--restart", "0", "--json")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    found = json.loads(done.stdout)
    assert [each["tables"] for each in found["tables"]] == [2, 3]
    assert found["restart"] is None
    for each in found["tables"]:
        assert 0.2 * each["tables"] < each["events"] < 5 * each["tables"]  # about one per second at each table
        assert each["cpu"] > 0 and each["kib"] > 0


def test_numbers_of_tables_that_make_no_sense_are_refused():
    for words in ("500,0", "many"):
        done = run("--tables", words)
        assert done.returncode == 2
        assert done.stderr.startswith("parlour: --tables takes numbers") and len(done.stderr.splitlines()) == 1


def test_the_page_says_what_was_found():
    found = Measurement(1000, 60.0, 1030.0, 100.0, 12.5, 4.5, 0.5, 101.0, 0.15, 0.3)
    text = page([found], section(Restart(200, 400, 21_852, 1.2, 2.1, 3.9, 3.4, 0.2)))
    assert "21,852 events" in text and "| until the last welcome | 3.9 |" in text
    assert "| 1,000 | 1,030 | 100 | 12.5 | 4.5 | 50 % | 101 |" in text
    assert text.partition("##")[0].count("| ---:") == len(HEAD)


def test_a_five_is_exactly_five_of_a_fruit():
    def view(*tops):
        return {"seats": [{"top": top and {"fruit": top[0], "amount": top[1]}} for top in tops]}

    assert is_five(view(("lime", 2), None, ("lime", 3), ("plum", 1)))
    assert is_five(view(("plum", 5), ("lime", 1)))
    assert not is_five(view(("lime", 3), ("plum", 2), ("lime", 3)))
    assert not is_five(view(None, None))
