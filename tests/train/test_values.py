"""Learning what positions are worth: targets are right, a run can be resumed, and all ways to compute a value agree."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.games import part_of
from parlour.kit import write_options
from parlour.kit.weights import checked
from parlour.train.positions import TRACE, Player
from parlour.train.settings import read_settings
from parlour.train.weights import Judge, read

torch = pytest.importorskip("torch")

from parlour.train import run as running  # noqa: E402
from parlour.train.averaging import average  # noqa: E402
from parlour.train.packing import packed, value_weights  # noqa: E402
from parlour.train.value_network import ValueNetwork, as_arrays, load  # noqa: E402

GAME = parlour.game("parrot")
AFTERSTATES = part_of("parrot", "afterstates", "AFTERSTATES")
SHAPE = {"size": GAME.rules.pieces.size, "answers": GAME.rules.answers, "width": 16, "middle": 8}
SHAPE["features"] = AFTERSTATES.features
SMALL = [
    "parrot", "--method", "values", "--seats", "3,2", "--minibatch", "256", "--width", "16", "--threads", "1",
    "--evaluate", "0", "--minutes", "5",
]  # fmt: skip


def small(out, *more):
    return read_settings([*SMALL, "--out", str(out), *more], "parlour train")


def network(seed):
    torch.manual_seed(seed)
    made = ValueNetwork(AFTERSTATES.features, SHAPE["width"], SHAPE["middle"])
    with torch.no_grad():
        made.direct.weight[:-1].normal_(0, 0.3)
    return made


def actor(made):
    return {name.removeprefix("actor/"): array for name, array in as_arrays(made.state_dict()).items()}


@pytest.fixture(scope="module")
def player():
    """One round is one match, so all positions belong to the same part of it."""
    made = Player(GAME, AFTERSTATES, 3, 2_000)
    for seats in GAME.seats:
        write_options(GAME.rules.options, GAME.checked(seats, {"rounds": 1}), made._blanks[seats][0])
    return made


def expected_targets(notes, gains):
    """What each position was worth, from the last to the first: slow and obvious."""
    targets, following = np.zeros(len(notes)), {}
    for k in reversed(range(len(notes))):
        seat = int(notes[k]["seat"])
        if seat not in following:
            targets[k] = gains[seat]
        elif notes[following[seat]]["tried"]:
            targets[k] = notes[following[seat]]["best"]
        else:
            after = following[seat]
            targets[k] = (1 - TRACE) * notes[after]["best"] + TRACE * targets[after]
        following[seat] = k
    return targets


def test_positions_are_worth_what_followed(player):
    weights, tried = value_weights(SHAPE, actor(network(5))), 0
    for _ in range(20):
        rows, targets = player.play(weights, 4, 2, 0.2, matches=1)
        notes = player._notes[: len(rows)]
        gains = [float(AFTERSTATES.gain(player._states[0], seat)) for seat in range(4)]
        assert len({int(note["seat"]) for note in notes}) == 2
        assert targets == pytest.approx(expected_targets(notes, gains), abs=1e-3)
        tried += int(notes["tried"].sum())
    assert tried > 20


def test_without_trying_every_position_is_the_best_one(player):
    """What is noted is what the network thinks of the position in the row."""
    made = network(6)
    weights, judge = value_weights(SHAPE, actor(made)), Judge(as_arrays(made.state_dict()))
    rows, _ = player.play(weights, 3, 3, 0.0, matches=5)
    notes = player._notes[: len(rows)]
    assert not notes["tried"].any()
    assert np.corrcoef(judge.values(rows), notes["best"])[0, 1] > 0.999, "8 bits"


def test_imitation_is_worth_what_the_round_brought(player):
    """Before a move that was only tried, nobody knows."""
    weights = value_weights(SHAPE, actor(network(7)))
    known = unknown = 0
    for _ in range(20):
        rows, targets = player.play(weights, 4, 4, 0.02, imitates=True, matches=1)
        notes = player._notes[: len(rows)]
        for seat in range(4):
            own = notes["seat"] == seat
            last = np.flatnonzero(notes["tried"][own])
            first = last[-1] if len(last) else 0
            assert np.isnan(targets[own][:first]).all()
            gain = float(AFTERSTATES.gain(player._states[0], seat))
            assert targets[own][first:] == pytest.approx(gain, abs=1e-3)
            known, unknown = known + len(targets[own]) - first, unknown + first
    assert known > 200
    assert unknown > 20


def test_numpy_computes_what_pytorch_does(player):
    made = network(8)
    rows, _ = player.play(value_weights(SHAPE, actor(made)), 2, 2, 0.3, matches=3)
    assert (rows < 0).any()
    with torch.no_grad():
        expected = made(torch.from_numpy(rows)).numpy()
    assert Judge(as_arrays(made.state_dict())).values(rows) == pytest.approx(expected, abs=1e-4)


def test_a_network_plays_on_when_features_are_added():
    """They begin at 0, so the network thinks the same of every position."""
    older = ValueNetwork(100, 8, 4)
    newer = ValueNetwork(120, 8, 4)
    load(newer, actor(older))
    rows = torch.from_numpy(np.random.default_rng(1).integers(0, 100, (50, 20)).astype(np.int16))
    more = torch.cat([rows, torch.full((50, 1), 110, dtype=torch.int16)], 1)
    with torch.no_grad():
        assert newer(more) == pytest.approx(older(rows), abs=1e-5)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    folder = tmp_path_factory.mktemp("values")
    running.train(small(folder, "--updates", "3"))
    return folder


def test_a_run_is_resumed_and_packed(trained, tmp_path, capsys):
    about, before = read(trained / "checkpoint.npz", GAME.rules)
    assert about["method"] == "values"
    assert about["updates"] == 3
    assert about["decisions"] > 10_000
    running.train(small(trained, "--updates", "2", "--resume", "--evaluate", "3"))
    assert capsys.readouterr().out.count("against the game's policy wins") == 2
    more, after = read(trained / "checkpoint.npz", GAME.rules)
    assert more["updates"] == 5
    assert more["decisions"] > about["decisions"]
    assert (after["trained/features.weight"] != before["trained/features.weight"]).any()
    lines = [json.loads(line) for line in (trained / "curve.jsonl").read_text().splitlines()]
    assert sorted(line["rating"]["seats"] for line in lines if "rating" in line) == [2, 3]
    assert all(0 <= line["rating"]["share"] <= 1 for line in lines if "rating" in line)
    file = packed(GAME.rules, trained / "weights.npz", {"hardware": "a test"})
    assert checked(file, Path("packed"), GAME.rules).about["hardware"] == "a test"
    mean = average(GAME.rules, [trained / "weights.npz", trained / "checkpoint.npz"], [0.5, 0.5])[1]
    assert not any(name.startswith("trained/") for name in mean)


def test_learning_helps(trained):
    """After some gradient steps the network explains what rounds bring better than their mean does."""
    unused = value_weights(SHAPE, actor(network(9)))
    rows, targets = Player(GAME, AFTERSTATES, 11, 100_000).play(unused, 3, 3, 0.0, imitates=True)
    torch.manual_seed(1)
    made = ValueNetwork(AFTERSTATES.features, 16, 8)
    optimiser = torch.optim.Adam(made.parameters(), lr=2e-3)
    given, worth = torch.from_numpy(rows), torch.from_numpy(targets)
    for _ in range(200):
        chosen = torch.randint(len(given) // 2, (1024,))
        loss = (made(given[chosen]) - worth[chosen]).square().mean()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    with torch.no_grad():
        half = len(given) // 2
        assert (made(given[half:]) - worth[half:]).square().mean() < 0.9 * worth[half:].var()


def test_other_methods_and_games_are_refused_in_a_sentence(trained, tmp_path):
    out = tmp_path / "new"
    with pytest.raises(parlour.BadInput, match="Tricky Twist does not describe the positions that moves lead to"):
        running.train(read_settings(["tricky_twist", "--method", "values", "--out", str(out)], "x"))
    with pytest.raises(parlour.BadInput, match="was trained with --method values, not policy"):
        running.train(read_settings(["parrot", "--out", str(out), "--resume", str(trained / "weights.npz")], "x"))
    assert not out.exists()
    for option in (["--matches", "64"], ["--entropy", "0.1"], ["--compile"]):
        with pytest.raises(parlour.BadInput, match=f"{option[0]} has no meaning with --method values"):
            small(out, *option)
    for words in (["rating"], ["imitation", "--actions", "28,29", "--out", str(tmp_path / "new.npz")]):
        asked = [sys.executable, "-m", f"parlour.train.{words[0]}", "parrot", str(trained / "weights.npz"), *words[1:]]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.startswith("parlour: ")
        assert "judges positions" in done.stderr
        assert len(done.stderr.splitlines()) == 1
