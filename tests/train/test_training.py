"""Training: rewards, advantages and masks are right, a run can be resumed, and bad input is one sentence."""

import json
import os
import signal
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

import parlour
from parlour.games import part_of
from parlour.train import rating
from parlour.train.settings import read_settings
from parlour.train.weights import Policy, items_of, part, read, write

torch = pytest.importorskip("torch")

from parlour.engine.rewards import RANK, write_rewards  # noqa: E402
from parlour.train import run as running  # noqa: E402
from parlour.train.advantage import Trace, advantages, rank, soft_rank, win  # noqa: E402
from parlour.train.averaging import average  # noqa: E402
from parlour.train.network import Actor, Shape, actor_for, load, shape_for  # noqa: E402
from parlour.train.ppo import Learner, change_of_rate, scored  # noqa: E402
from parlour.train.rollouts import Rollouts  # noqa: E402
from parlour.train.saving import light  # noqa: E402

GAME, SEATS = "parrot", 3
FIRST = "actor/trunk.enter_items.weight"
SMALL = [
    GAME, "--seats", str(SEATS), "--matches", "24", "--steps", "48", "--minibatch", "288", "--width", "32",
    "--threads", "1", "--evaluate", "0", "--minutes", "5",
]  # fmt: skip


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def small(out, *more):
    return read_settings([*SMALL, "--out", str(out), *more], "parlour train")


def weights_of(folder):
    return read(folder / "checkpoint.npz", parlour.game(GAME).rules)[1]


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Four updates, with a checkpoint after each two."""
    folder = tmp_path_factory.mktemp("whole")
    running.train(small(folder, "--updates", "4", "--checkpoint-updates", "2"))
    return folder


@pytest.fixture(scope="module")
def played():
    game = parlour.game(GAME)
    settings = small("unused", "--critic", "full")
    torch.manual_seed(1)
    learner = Learner(settings, shape_for(game.rules, 32, True), torch.ones(game.rules.pieces.size), True)
    tables = Rollouts(game, settings, SEATS, SEATS, False)
    tables.deal(7)
    length, largest = tables.survey(7)
    assert 100 < length < 1000
    assert largest.max() > 1
    tables.spread_out(learner.choose, length)
    return learner, tables.play(learner.choose, 120)


def points(*rows):
    return torch.tensor(rows, dtype=torch.int32)


@pytest.mark.parametrize("lowest_wins", [False, True])
def test_the_rank_is_that_of_the_environments(lowest_wins):
    results = torch.from_numpy(np.random.default_rng(4).integers(0, 5, (50, 4)).astype(np.int32))
    for row, ours in zip(results.numpy(), rank(results, lowest_wins)):
        theirs = np.zeros(4)
        write_rewards(RANK, -1 if lowest_wins else 1, 4, np.zeros(4, np.int32), row, True, theirs)
        assert ours.numpy() == pytest.approx(theirs)


@pytest.mark.parametrize("lowest_wins", [False, True])
def test_what_a_match_pays_sums_to_zero(lowest_wins):
    results = torch.from_numpy(np.random.default_rng(4).integers(0, 9, (50, 4)).astype(np.int32))
    for paid in (
        rank(results, lowest_wins),
        win(results, lowest_wins),
        soft_rank(results, lowest_wins, 3.0),
    ):
        assert paid.sum(1).abs().max() < 1e-5
        assert paid.abs().max() <= 1


def test_a_win_is_shared():
    paid = win(points([3, 1, 3, 0], [1, 2, 3, 4]), False) + 0.25
    assert paid.tolist() == [[0.5, 0, 0.5, 0], [0, 0, 0, 1]]
    assert (win(points([3, 1, 3, 0]), True) + 0.25).tolist() == [[0, 0, 0, 1]]


def test_advantages_are_those_of_a_slow_and_obvious_version(played):
    _, stretch = played
    torch.manual_seed(2)
    expected = torch.rand(stretch.seats.shape)
    rewards = rank(stretch.results, True)
    rounds = scored(stretch)
    assert rounds.any()
    better, known = advantages(expected, stretch.seats, stretch.ended, rounds, rewards, Trace(0.9, 0.3))
    judged = 0
    for match in range(stretch.seats.shape[1]):
        for seat in range(SEATS):
            mine = [step for step in range(len(known)) if stretch.seats[step, match] == seat]
            for at, step in enumerate(mine):
                ends = [end for end in range(step, len(known)) if stretch.ended[end, match]]
                steps = [later for later in mine[at:] if not ends or later <= ends[0]]
                values = [expected[later, match].item() for later in steps]
                if ends:
                    values.append(rewards[ends[0], match, seat].item())
                assert known[step, match] == (len(values) > 1)
                ends_of_rounds = [int(rounds[step:later, match].sum()) for later in steps]
                total = sum(
                    (after - before) * 0.9**k * 0.3 ** ends_of_rounds[k]
                    for k, (before, after) in enumerate(pairwise(values))
                )
                assert better[step, match].item() == pytest.approx(total, abs=1e-4)
                judged += len(values) > 1
    assert judged == known.sum() > 0
    assert stretch.ended.any()


def test_only_legal_actions_are_ever_chosen(played):
    learner, stretch = played
    rows, legal = stretch.rows[:, :, 0].flatten(0, 1), stretch.legal.flatten(0, 1)
    chances = learner.actor(rows, legal).softmax(1)
    assert (chances[legal == 0] == 0).all()
    assert (legal.gather(1, stretch.actions.flatten()[:, None]) == 1).all()
    assert stretch.chances.flatten().numpy() == pytest.approx(
        chances.gather(1, stretch.actions.flatten()[:, None])[:, 0].log().detach().numpy(), abs=1e-4
    )


def test_matches_are_spread_over_all_stages(played):
    _, stretch = played
    ends = stretch.ended.sum(1)
    assert ends[:60].sum() > 0
    assert ends[60:].sum() > 0


def test_an_update_makes_better_actions_likelier_and_the_critic_truer(played):
    learner, stretch = played
    learner.warm_up = 0
    before = learner.learn(stretch)
    learner.learn(stretch)
    assert learner.learn(stretch).explained > before.explained
    assert learner.updates == 3


def test_a_resumed_run_continues_exactly(trained, tmp_path):
    running.train(small(tmp_path, "--updates", "2", "--checkpoint-updates", "2"))
    running.train(small(tmp_path, "--updates", "2", "--checkpoint-updates", "2", "--resume"))
    whole, resumed = weights_of(trained), weights_of(tmp_path)
    assert whole.keys() == resumed.keys()
    for name, array in whole.items():
        assert (array == resumed[name]).all(), name
    first, again = (json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines())
    assert 0 < first["decisions"] < again["decisions"]


def test_what_is_shipped_is_the_mean_of_the_last_actors(played):
    learner, stretch = played
    learner.averaged, kept = 0, []
    for _ in range(3):
        learner.learn(stretch)
        kept.append([value.detach().clone() for value in learner.actor.parameters()])
    for mean, *values in zip(learner.average, *kept):
        assert torch.allclose(mean, sum(values) / 3, atol=1e-6)
    shipped = light(learner)
    for (name, _), mean in zip(learner.actor.named_parameters(), learner.average):
        assert (shipped[f"actor/{name}"] == mean.half().numpy()).all()


def test_another_seed_learns_otherwise(trained, tmp_path):
    running.train(small(tmp_path, "--updates", "1", "--seed", "1"))
    assert (weights_of(trained)[FIRST] != weights_of(tmp_path)[FIRST]).any()


def test_a_resumed_run_keeps_its_seed_unless_another_is_given(trained, tmp_path):
    def resumed(folder, *more):
        running.train(small(tmp_path / folder, "--updates", "1", "--resume", str(trained / "checkpoint.npz"), *more))
        about, _ = read(tmp_path / folder / "checkpoint.npz", parlour.game(GAME).rules)
        return about["seed"], weights_of(tmp_path / folder)[FIRST]

    (own, kept), (same, again), (other, branch) = resumed("a"), resumed("b"), resumed("c", "--seed", "7")
    assert (own, same, other) == (0, 0, 7)
    assert (kept == again).all()
    assert (kept != branch).any(), "two branches of one run learn from different matches"


def test_numbers_of_seats_take_turns(tmp_path, monkeypatch):
    learn, seen = Learner.learn, []

    def watch(self, played):
        seen.append(played.results.shape[2])
        return learn(self, played)

    monkeypatch.setattr(Learner, "learn", watch)
    given = ["--seats", "2,4,4", "--checkpoint-updates", "3"]
    running.train(small(tmp_path, *given, "--updates", "3"))
    running.train(small(tmp_path, *given, "--updates", "2", "--resume"))
    assert seen == [2, 4, 4, 2, 4]
    assert read(tmp_path / "weights.npz", parlour.game(GAME).rules)[0]["seats"] == [2, 4, 4]


def test_training_continues_from_light_weights_elsewhere(trained, tmp_path):
    light = trained / "weights.npz"
    running.train(small(tmp_path, "--updates", "1", "--resume", str(light)))
    about, _ = read(tmp_path / "checkpoint.npz", parlour.game(GAME).rules)
    assert about["updates"] == 5
    lines = (tmp_path / "curve.jsonl").read_text().splitlines()
    assert len(lines) == 1 + len((trained / "curve.jsonl").read_text().splitlines())
    assert light.stat().st_size < (trained / "checkpoint.npz").stat().st_size / 2


def test_numpy_computes_what_pytorch_does(trained, played):
    about, arrays = read(trained / "weights.npz", parlour.game(GAME).rules)
    actor = actor_for(Shape(**about["shape"]), torch.from_numpy(arrays["scale"]), items_of(about, arrays))
    load(actor, part(arrays, "actor"))
    rows, legal = played[1].rows[5, :, 0], played[1].legal[5]
    ours = Policy(about, arrays).logits(rows.numpy(), legal.numpy())
    theirs = actor(rows, legal).detach().numpy()
    assert (np.isneginf(ours) == (legal.numpy() == 0)).all()
    assert ours[legal.numpy() == 1] == pytest.approx(theirs[legal.numpy() == 1], abs=1e-4)


def test_the_plain_network_is_the_same_in_numpy():
    rules = parlour.game("tricky_twist").rules
    torch.manual_seed(3)
    shape, scale = shape_for(rules, 48, False), torch.rand(rules.pieces.size)
    actor = Actor(shape, scale)
    with torch.no_grad():
        for value in actor.parameters():
            value += 0.05 * torch.randn_like(value)
    arrays = {f"actor/{name}": value.detach().numpy() for name, value in actor.named_parameters()}
    rows = torch.randint(0, 3, (9, shape.size), dtype=torch.int8)
    legal = torch.ones(9, shape.answers, dtype=torch.int8)
    ours = Policy({"shape": shape._asdict()}, {**arrays, "scale": scale.numpy()}).logits(rows.numpy(), legal.numpy())
    assert ours == pytest.approx(actor(rows, legal).detach().numpy(), abs=1e-3)


def test_the_learning_rate_answers_to_the_divergence():
    assert change_of_rate(0.03) < change_of_rate(0.01) == 1 < change_of_rate(0.001)


@pytest.mark.parametrize("name", ["parrot", "tricky_twist"])
def test_the_actor_is_small_enough_to_ship(name):
    rules = parlour.game(name).rules
    items = part_of(name, "network", "ITEMS")
    shape = shape_for(rules, None, True, items)
    actor = actor_for(shape, torch.ones(shape.size), items)
    assert 800_000 < sum(value.numel() for value in actor.parameters()) <= 1_000_000


def test_the_weights_of_two_runs_are_averaged(trained, tmp_path):
    """The mean has the weights in between, training continues from it, and networks of other shapes are refused."""
    rules = parlour.game(GAME).rules
    first, second, mean = trained / "weights.npz", tmp_path / "on" / "weights.npz", tmp_path / "mean.npz"
    running.train(small(tmp_path / "on", "--updates", "3", "--resume", str(first)))
    asked = [sys.executable, "-m", "parlour.train.averaging", GAME, str(first), str(second), "--out", str(mean)]
    subprocess.run([*asked, "--shares", "0.25,0.75"], check=True)
    (_, a), (_, b), (about, c) = (read(path, rules) for path in (first, second, mean))
    for name in (FIRST, "critic/leave.weight"):
        assert c[name] == pytest.approx(0.25 * a[name].astype(float) + 0.75 * b[name].astype(float), abs=1e-3)
        assert (a[name] != b[name]).any()
    assert [each["share"] for each in about["average_of"]] == [0.25, 0.75]
    running.train(small(tmp_path / "further", "--updates", "1", "--resume", str(mean)))
    for shares in ("0.5,0.6", "1", "1.5,-0.5", "half"):
        refused = subprocess.run([*asked, "--shares", shares], capture_output=True, text=True, check=False)
        assert refused.returncode == 2
        assert refused.stderr.startswith("parlour: ")
        assert "share" in refused.stderr
    running.train(small(tmp_path / "wider", "--updates", "1", "--width", "48"))
    with pytest.raises(parlour.BadInput, match="holds a network of another shape"):
        average(rules, [first, tmp_path / "wider" / "weights.npz"], [0.5, 0.5])


def test_what_it_learned_is_rated_against_bots(trained):
    asked = [sys.executable, "-m", "parlour.train.rating", GAME, str(trained / "weights.npz"), "--seats", f"2,{SEATS}"]
    asked += ["--opponents", "random,novice", "--matches", "40", "--threads", "1"]
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    *two, random, novice = json.loads(done.stdout)
    assert [each["seats"] for each in (*two, random, novice)] == [2, 2, SEATS, SEATS]
    assert 0 <= novice["share"] <= random["share"] <= 1
    assert random["matches"] == 40
    assert (
        subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split('"seconds"')[0]
        == (done.stdout.split('"seconds"')[0])
    )


def test_neighbouring_seeds_rate_on_other_matches(trained, monkeypatch):
    dealt = []

    class Noted(rating.VectorTables):
        def reset(self, seeds, generator):
            step = super().reset(seeds, generator)
            dealt.append(set(self.episodes["seed"].tolist()))
            return step

    monkeypatch.setattr(rating, "VectorTables", Noted)
    rules = parlour.game(GAME).rules
    policy = Policy(*read(trained / "weights.npz", rules))
    for seed in (1, 2, 1):
        rating.rate(GAME, policy, SEATS, "random", 20, seed, 1)
    assert len(dealt[0]) == 20
    assert not dealt[0] & dealt[1]
    assert dealt[0] == dealt[2]


def test_a_run_that_is_asked_to_stop_leaves_a_checkpoint(tmp_path):
    command = [sys.executable, "-m", "parlour.train", *SMALL, "--out", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"})
    assert process.stdout is not None
    assert "parameters in the actor" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    said, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "stopped on request" in said
    assert {"checkpoint.npz", "weights.npz"} <= {path.name for path in tmp_path.iterdir()}
    assert not list(tmp_path.glob("*.part"))


def damaged(folder, trained):
    whole = (trained / "weights.npz").read_bytes()
    (folder / "short.npz").write_bytes(whole[: len(whole) // 2])
    (folder / "text.npz").write_text("not an archive")
    (folder / "empty.npz").write_bytes(b"")
    np.savez(folder / "foreign.npz", numbers=np.arange(3))
    about, arrays = read(trained / "weights.npz", parlour.game(GAME).rules)
    write(folder / "other.npz", about | {"game": "tricky_twist"}, arrays)
    write(folder / "older.npz", about | {"layout": about["layout"][1:]}, arrays)
    del arrays[FIRST]
    write(folder / "partial.npz", about, arrays)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("none.npz", "there is no file"),
        ("short.npz", "is damaged, or is not a file that parlour train has written"),
        ("text.npz", "is damaged, or is not a file that parlour train has written"),
        ("empty.npz", "is damaged, or is not a file that parlour train has written"),
        ("foreign.npz", "was not written by parlour train"),
        ("other.npz", "holds a network for tricky_twist, not for parrot"),
        ("older.npz", "laid out differently"),
        ("partial.npz", "is incomplete"),
    ],
)
def test_a_bad_file_is_one_sentence(trained, tmp_path, name, sentence):
    damaged(tmp_path, trained)
    with pytest.raises(parlour.BadInput, match=sentence):
        running.train(small(tmp_path / "out", "--resume", str(tmp_path / name)))


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["parrot", "--seats", "9"], "Parrot is for 2 to 6 players"),
        (["parrot", "--seats", "3,9"], "Parrot is for 2 to 6 players"),
        (["parrot", "--seats", "3,"], "--seats is a number of players, or several as in 3,4, not '3,'"),
        (["piccolo"], "Piccolo is a real-time game; only turn-based games can be trained"),
        (["nonsense"], "there is no game 'nonsense'"),
        (["parrot", "--minutes", "-1"], "--minutes must be more than 0"),
        (["parrot", "--matches", "0"], "--matches must be more than 0, not 0"),
        (["parrot", "--device", "tpu"], "invalid choice"),
        (["parrot", "--resume"], "to resume from"),
    ],
)
def test_bad_input_is_one_sentence(given, sentence, tmp_path):
    with pytest.raises(parlour.ParlourError, match=sentence):
        running.train(read_settings([*given, "--out", str(tmp_path / "new")], "parlour train"))
    assert not (tmp_path / "new").exists()


def test_a_run_is_not_overwritten(trained):
    with pytest.raises(parlour.BadInput, match="already holds a training run: add --resume"):
        running.train(small(trained))


def test_without_pytorch_one_sentence_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(parlour.ParlourError, match=r"pip install 'parlour\[train\]'"):
        running.train(small(tmp_path))
