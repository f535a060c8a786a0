"""examples/learn_parrot.py learns, and from the right signals. Needs PyTorch."""

import copy
import importlib.util
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from parlour.games.parrot.rules import Act

torch = pytest.importorskip("torch")

SCRIPT = Path(__file__).parents[2] / "examples" / "learn_parrot.py"
SEATS = 3


@pytest.fixture(scope="module")
def learner():
    spec = importlib.util.spec_from_file_location("learn_parrot", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.MATCHES = {"cpu": 24}
    module.MINIBATCHES = {"cpu": 4}
    return module


@pytest.fixture(scope="module")
def beginner(learner):
    torch.manual_seed(5)
    return learner.Network(SEATS)


@pytest.fixture(scope="module")
def played(learner, beginner):
    return learner.SelfPlay("cpu", SEATS, seed=3).play(beginner, 160)


def lessons(learner, seed, count):
    """The weights after a number of lessons."""
    torch.manual_seed(seed)
    network = learner.Network(SEATS)
    progress = iter([lesson / count for lesson in range(count + 1)])
    assert learner.train(network, learner.SelfPlay("cpu", SEATS, seed), progress.__next__) == count * 24 * learner.STEPS
    return torch.cat([weights.flatten() for weights in network.state_dict().values()])


def test_only_legal_actions_are_chosen(learner, beginner, played):
    rows, legal = played.rows.flatten(0, 1), played.legal.flatten(0, 1)
    chances = beginner(rows, legal)[0].softmax(1)
    assert (chances[legal == 0] == 0).all()
    assert (chances[legal == 1] > 0).all()
    assert (legal.gather(1, played.answers.flatten()[:, None]) == 1).all()


def test_every_answer_has_the_number_of_its_action(learner):
    network = learner.Network(SEATS)
    for weights in network.parameters():
        weights.data.zero_()
    network.here.bias.data = torch.tensor([1.0, 2.0, 30.0, 400.0])
    network.anywhere.bias.data = torch.tensor([5.0, 6.0, 7.0, 8.0])
    answers, expected = network(torch.zeros(1, learner.PIECES.size), torch.ones(1, learner.GAME.rules.answers))
    wanted = torch.zeros(learner.GAME.rules.answers)
    wanted[Act.DRAW], wanted[Act.TAKE], wanted[Act.PASS] = 5, 6, 7
    wanted[Act.PLACE : Act.REVEAL], wanted[Act.REVEAL : Act.PASS] = 1, 2
    wanted[Act.FLOAT : Act.LEAVE] = 430
    assert torch.equal(answers[0], wanted)
    assert expected.item() == 8


def test_a_float_goes_from_the_first_place_to_the_second(learner, beginner, played):
    network = copy.deepcopy(beginner)
    network.here.weight.data[3] = 0  # wherever it lands
    answers = network(played.rows[40], torch.ones(24, learner.GAME.rules.answers))[0]
    floats = answers[:, Act.FLOAT : Act.LEAVE].reshape(24, 8, 8)
    assert torch.equal(floats, floats[:, :, :1].expand(24, 8, 8))
    assert not torch.equal(floats, floats[:, :1].expand(24, 8, 8))


def test_a_box_is_as_good_with_its_columns_in_another_order(learner, beginner, played):
    order = torch.tensor([2, 0, 3, 1, 6, 4, 7, 5])
    rows = played.rows[40]
    moved = rows.clone()
    box = learner.PIECES.split(moved)["boxes"][:, 0]
    box.copy_(learner.PIECES.split(rows)["boxes"][:, 0][:, order])
    every = torch.ones(len(rows), learner.GAME.rules.answers)
    (answers, expected), (other, likewise) = beginner(rows, every), beginner(moved, every)
    assert not torch.equal(rows, moved)
    assert torch.allclose(expected, likewise, atol=1e-5)
    assert torch.allclose(answers[:, Act.PLACE + order], other[:, Act.PLACE : Act.REVEAL], atol=1e-5)


def test_advantages_agree_with_a_simple_calculation(learner, played):
    better, known = learner.advantages(played)
    judged = 0
    for match in range(played.seats.shape[1]):
        for seat in range(SEATS):
            mine = [step for step in range(len(known)) if played.seats[step, match] == seat]
            for at, step in enumerate(mine):
                steps = mine[at:]
                ends = [end for end in range(step, len(known)) if played.ended[end, match]]
                if ends:
                    steps = [later for later in steps if later <= ends[0]]
                values = [played.expected[later, match].item() for later in steps]
                if ends:
                    values.append(played.rewards[ends[0], match, seat].item())
                assert known[step, match] == (len(values) > 1)
                gains = [after - before for before, after in pairwise(values)]
                total = sum(gain * learner.GAE_LAMBDA**k for k, gain in enumerate(gains))
                assert better[step, match].item() == pytest.approx(total, abs=1e-4)
                judged += len(values) > 1
    assert judged == known.sum() > 0
    assert played.ended.any()


def test_an_update_makes_better_actions_likelier_and_values_more_accurate(learner, played):
    torch.manual_seed(5)
    pupil = learner.Network(SEATS)  # the beginner again
    better, known = learner.advantages(played)
    rows, legal = played.rows.flatten(0, 1), played.legal.flatten(0, 1)

    def looks(network):
        with torch.no_grad():
            likely, expected = network(rows, legal)
        chances = likely.log_softmax(1).gather(1, played.answers.flatten()[:, None])[:, 0]
        target = (played.expected + better).flatten()
        return (chances * better.flatten())[known.flatten()].mean(), (expected - target)[
            known.flatten()
        ].square().mean()

    before = looks(pupil)
    learner.learn(pupil, torch.optim.Adam(pupil.parameters(), 1e-3), played)
    after = looks(pupil)
    assert after[0] > before[0]
    assert after[1] < 0.95 * before[1]  # more than better actions alone would achieve


def test_the_same_seed_learns_the_same(learner):
    once = lessons(learner, 1, 2)
    assert torch.isfinite(once).all()
    assert torch.equal(once, lessons(learner, 1, 2))
    assert not torch.equal(once, lessons(learner, 2, 2))


def test_the_evaluation_counts_shares_of_wins(learner, beginner):
    share, off = learner.contest(beginner, "novice", 12, seed=1)
    assert 0 <= share <= 1
    assert off >= 0
    assert learner.contest(beginner, "novice", 12, seed=1) == (share, off)


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        (["--seats", "9"], "Parrot is for 2 to 6 players (PAR-01), not 9"),
        (["--minutes", "-1"], "--minutes must be more than 0, not -1.0"),
        (["--out", "nowhere/policy.pt"], "--out nowhere/policy.pt: there is no such folder"),
    ],
)
def test_bad_input_is_one_sentence(given, answer):
    asked = subprocess.run([sys.executable, SCRIPT, *given], capture_output=True, text=True, check=False)
    assert asked.returncode != 0
    assert asked.stderr.splitlines()[-1].endswith(answer)
    assert "Traceback" not in asked.stderr
