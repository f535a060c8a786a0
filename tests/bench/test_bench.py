"""`parlour bench`: contenders take turns, ratios use the fastest references, and the page shows the results."""

import json

import numpy as np
import pytest
from tests import command
from tests.every import every_game

import parlour
from parlour.bench import forms, ours, peers
from parlour.bench.figures import TARGETS, Figures, Singles, as_json, references, targets
from parlour.bench.footprint import Memory, Starts, memory, waits
from parlour.bench.page import page, short_number
from parlour.bench.race import Absent, Contender, Row, race, repeated


def run(*arguments):
    return command.run("bench", *arguments)


def rows(**speeds):
    """Rows of Parrot and of the libraries it is compared with."""
    named = {
        "hearts": ("OpenSpiel", forms.OPENSPIEL, peers.HEARTS),
        "leduc": ("Pgx", forms.SEEING, peers.LEDUC),
        "leduc_steps": ("Pgx", forms.SEEING, peers.LEDUC_STEPS),
        "kuhn": ("Pgx", forms.SEEING, "Kuhn"),
        "holdem": ("PettingZoo", forms.AEC, "Texas hold'em"),
        "classic": ("PettingZoo", forms.AEC, "Leduc"),
        "one": ("Parlour", forms.ONE_THREAD, "Parrot"),
        "spiel": ("Parlour", forms.OPENSPIEL, "Parrot"),
        "aec": ("Parlour", forms.AEC, "Parrot"),
        "batch": ("Parlour", forms.BATCH, "Parrot"),
        "seeing": ("Parlour", forms.SEEING, "Parrot"),
        "gpu": ("Parlour", forms.GPU_GAMES, "Parrot"),
    }
    return [Row(*named[name], speed, [speed]) for name, speed in speeds.items()]


def test_contenders_take_turns_and_the_median_counts():
    order = []

    def contender(name, speeds):
        def ready():
            given = iter(speeds)
            return lambda seconds: (order.append((name, seconds)), next(given))[1]

        return Contender("Somebody", forms.BATCH, name, ready)

    def missing():
        raise ImportError("No module named 'jax'")

    said = []
    contenders = [contender("a", [5, 1, 3]), Contender("Pgx", forms.BATCH, "Leduc", missing), contender("b", [7, 9, 8])]
    found, absent = race(contenders, 3, 0.5, said.append)
    assert order == [("a", 0.5), ("b", 0.5)] * 3
    assert [(row.game, row.steps_per_second, row.runs) for row in found] == [("a", 3, [5, 1, 3]), ("b", 8, [7, 9, 8])]
    assert absent == [Absent("Pgx, Leduc", "cannot be imported: No module named 'jax'")]
    assert "round 3 of 3: Somebody, b, batch, with masks" in said


def test_a_run_counts_the_steps_of_whole_matches():
    played = []
    speed = repeated(lambda number: played.append(number) or 10)(0.0)
    assert played == [0, 1]  # the first call is a warm-up
    assert speed > 0


def test_ratios_are_of_the_fastest_way_a_peer_can_be_run():
    found = references(rows(hearts=200, leduc=3, leduc_steps=5, kuhn=50, holdem=7, classic=6))
    assert found == (200, 5, 7)
    assert references([]) == (None, None, None)


def test_targets_are_judged_where_both_were_measured():
    judged = targets(["parrot"], rows(hearts=200, one=8000, spiel=39, leduc=5, batch=50, seeing=9, aec=20, gpu=2.6e9))
    assert [(each.form, each.asked, each.measured, each.met) for each in judged] == [
        (forms.ONE_THREAD, 40, 40, True),
        (forms.OPENSPIEL, 0.2, 39 / 200, False),
        (forms.BATCH, 10, 10, True),
        (forms.SEEING, 2, 9 / 5, False),
        (forms.GPU_GAMES, 2500, 2600, True),
    ]


def test_targets_are_for_existing_forms_and_games():
    assert set(TARGETS) <= set(forms.SAYS)
    assert {name for asked in TARGETS.values() for name in asked} <= {"default", *parlour.games()}


def test_the_page_says_what_was_found_and_what_was_not():
    found = rows(hearts=200_000, one=8_100_000, spiel=39_000, gpu=2.6e9)
    single = Singles(Memory(464, 112, 873, 1500), 15.5, 0.0, Starts((11.1, 1.2), (12.6, 1.3)))
    figures = Figures(
        "a machine",
        5,
        1.0,
        found,
        [Absent("RLCard", "not installed: pip install 'parlour[bench]'")],
        targets(["parrot"], found),
        {"Parrot": single, "Piccolo": single._replace(waits=0.25, starts=None)},
    )
    text = page(figures)
    assert "| whole games, one thread | Parrot | OpenSpiel's hearts | 40 | 40.5 | yes |" in text
    assert "| OpenSpiel state, from Python | Parrot | OpenSpiel's hearts | 0.2 | 0.195 | **no** |" in text
    assert "- RLCard: not installed: pip install 'parlour[bench]'" in text
    assert "| Parlour | Parrot | 8.1 M | 40.5 |" in text
    assert "| Parlour | Parrot | 2.6 G |" in text
    assert "| Parrot | 464 | 112 | 873 | 1,500 | 15.5 |" in text
    assert "in a batch: Piccolo 25%." in text
    assert "| Parrot | 11.1 | 1.2 | 12.6 | 1.3 |" in text
    assert all(len(line) <= 120 or line.startswith("|") for line in text.splitlines())
    told = json.loads(json.dumps(as_json(figures)))
    assert told["rows"][1] == {
        "who": "Parlour", "form": forms.ONE_THREAD, "game": "Parrot", "steps_per_second": 8.1e6, "runs": [8.1e6],
    }  # fmt: skip
    assert [each["met"] for each in told["targets"]] == [True, False, True]
    assert told["singles"]["Parrot"]["memory"]["state"] == 464


def test_speeds_are_abbreviated():
    assert [short_number(speed) for speed in (12, 12_345, 1_234_567, 2.5e9)] == ["12", "12.3 k", "1.23 M", "2.5 G"]


def test_random_legal_actions_are_uniform():
    masks = np.array([[0, 1, 0, 1, 1]] * 30_000, np.int8)
    drawn = np.bincount(ours.random_legal(masks, np.random.default_rng(1)), minlength=5)
    assert drawn[0] == drawn[2] == 0
    assert abs(drawn[[1, 3, 4]] - 10_000).max() < 500


@every_game
def test_memory_of_a_match_is_what_a_batch_really_takes(name):
    game = parlour.game(name)
    found = memory(game)
    batch = game.batch(512, 4, seed=1)
    assert found.state == batch.states.nbytes // 512
    assert found.mask == batch.legal_action_mask[0].nbytes
    assert found.observation == batch.observe()[0].nbytes
    assert found.everything > found.state + found.mask + found.observation


@pytest.mark.deep
def test_only_real_time_games_wait():
    assert waits(parlour.game("parrot")) == 0
    assert 0.05 < waits(parlour.game("piccolo")) < 0.95


@pytest.mark.deep
def test_the_command_measures_and_writes_its_page(tmp_path):
    out = tmp_path / "speed.md"
    quick = ("--game", "parrot", "--form", "from Python", "--rounds", "2", "--seconds", "0.05", "--no-starts")
    done = run(*quick, "--json", "--out", out)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    found = {(row["who"], row["form"], row["game"]): row for row in told["rows"]}
    assert {("Parlour", form, "Parrot") for form in (forms.MATCH, forms.OPENSPIEL, forms.AEC)} <= set(found)
    assert all(len(row["runs"]) == 2 and row["steps_per_second"] > 100 for row in told["rows"])
    assert ("OpenSpiel", forms.OPENSPIEL, "hearts") in found
    assert all(each["who"] and each["why"] for each in told["absent"])
    assert "## Match, from Python" in out.read_text()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--game", "poker"), "there is no game 'poker'"),
        (("--form", "abacus"), "no form has 'abacus' in its name"),
    ],
)
def test_invalid_arguments_are_explained_in_one_sentence(arguments, sentence):
    done = run(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert sentence in done.stderr and len(done.stderr.splitlines()) == 1


def test_an_unwritable_page_is_reported_before_anything_is_measured(tmp_path):
    done = run("--out", tmp_path / "nowhere" / "speed.md")
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1
    assert "speed.md cannot be written (there is no directory" in done.stderr


@pytest.mark.deep
def test_a_page_that_cannot_be_written_at_the_end_is_reported(tmp_path):
    full = run("--game", "parrot", "--form", "match, from", "--seconds", "0.01", "--no-starts", "--out", tmp_path)
    assert full.returncode == 2 and full.stderr.splitlines()[-1].startswith(f"parlour: {tmp_path} cannot be written")
