"""Policies by name: files, modules, installed ones, ONNX; and one sentence for everything that cannot be loaded."""

import pickle
import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import numpy as np
import pytest

from parlour import BadInput
from parlour.bots import Player, bots_of
from parlour.games import rules_of
from parlour.kit.extras import MissingExtra
from parlour.policies import Policy, from_text, load, loading, player, players, with_reaction_time

RULES = rules_of("parrot")
BOTS = bots_of(RULES)

MINE = """
import numpy as np

def policy(observation, mask):
    return int(mask.argmax())

def rows(observations, masks):
    return masks.argmax(-1)

class Network:
    def act(self, observations, masks):
        return masks.argmax(-1)

network = Network()

def made():
    return Network()

number = 7
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "mine.py"
    sys.modules.pop("mine", None)


QUESTION = np.ones((1, RULES.pieces.size), np.int8), np.array([[0, 0, 1] + [0] * (RULES.answers - 3)], np.int8)


@pytest.mark.parametrize(
    ("text", "batched"),
    [
        ("mine.py", False),
        ("mine.py:policy", False),
        ("mine.py:rows", True),
        ("mine.py:network", True),
        ("mine.py:Network", True),
        ("mine.py:made", True),
        ("mine:rows", True),
    ],
)
def test_each_form_of_naming(mine, text, batched):
    sitting = player(BOTS, f" {text} ")
    assert (str(sitting), sitting.policy.batched) == (text, batched)
    assert sitting.policy.ask(*QUESTION)[0].tolist() == [2]
    assert pickle.loads(pickle.dumps(sitting)).policy.ask(*QUESTION)[0].tolist() == [2]


def test_an_installed_policy(mine, monkeypatch):
    entry = EntryPoint("ada", "mine:rows", loading.GROUP)
    monkeypatch.setattr(loading, "installed", lambda: {"ada": entry})
    assert player(BOTS, "ada").policy.ask(*QUESTION)[0].tolist() == [2]
    entry = EntryPoint("ada", "mine:nothing", loading.GROUP)
    with pytest.raises(BadInput, match="^the installed policy ada cannot be loaded"):
        player(BOTS, "ada")


def test_functions_and_a_mixture(mine):
    def own(observation, mask):
        return int(mask.argmax())

    sitting = players(BOTS, ["sharp", own, "mine.py:rows", Player("casual")])
    assert [str(each) for each in sitting] == ["sharp", "own", "mine.py:rows", "casual"]
    assert [str(each) for each in players(BOTS, lambda observation, mask: 0, 2)] == ["policy", "policy"]
    assert [str(each) for each in players(BOTS, "mine.py:rows,champion:50")] == ["mine.py:rows", "champion:50"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("none.py:policy", "there is no file none.py, which should contain a policy"),
        ("none.onnx", "there is no file none.onnx, which should contain a policy"),
        ("mine.py:polciy", "there is no policy 'polciy' in mine.py; it has policy, rows, Network, made"),
        ("mine.py:number", "there is no policy 'number' in mine.py"),
        ("nowhere.at.all:policy", "there is no module 'nowhere.at.all' to take a policy from; a file ends in .py"),
        ("genius", "Parrot has no bot 'genius'; it has novice"),
        ("broken.py", r"the policy in broken.py cannot be loaded \(NameError: name 'oops' is not defined\)"),
        ("wrong.py", r"the policy wrong.py cannot play Parrot: given an observation of \d+ numbers and a mask of \d+, "
         r"it crashed \(ValueError: "),
        ("wrong.py:none", "the policy wrong.py:none cannot play Parrot: .* it returned None instead of an action"),
        ("wrong.py:share", "it returned float64 numbers instead of an action"),
        ("wrong.py:Needy", r"the policy wrong.py:Needy cannot be built \(TypeError"),
    ],
)  # fmt: skip
def test_what_cannot_be_loaded_is_one_sentence(mine, tmp_path, text, says):
    (tmp_path / "broken.py").write_text("oops\n")
    (tmp_path / "wrong.py").write_text(
        "import numpy as np\n"
        "def policy(observation, mask): return int((observation @ np.ones((3, mask.shape[-1]))).argmax())\n"
        "def none(observation, mask): pass\n"
        "def share(observation, mask): return 0.5\n"
        "class Needy:\n    def __init__(self, size): pass\n"
    )
    with pytest.raises(BadInput, match=f"^{says}" if says[0] in "tP" else says) as refused:
        player(BOTS, text)
    assert "\n" not in str(refused.value)


def test_something_else_is_refused():
    with pytest.raises(BadInput, match="a policy is a function of an observation and a mask, or its name, not 7"):
        players(BOTS, [7, "casual"])


def test_an_object_says_itself_how_it_wants_to_be_asked():
    class Recurrent:
        batched = False
        reaction_ms = 250
        tick_ms = 100

        def act(self, observation, mask):
            assert observation.ndim == 1
            return mask.argmax(-1)

    policy = load(Recurrent(), RULES)
    assert (policy.name, policy.batched, policy.reaction_ms, policy.tick_ms) == ("Recurrent", False, 250, 100)
    slow = load(with_reaction_time(lambda observation, mask: mask.argmax(-1), 400), RULES)
    assert (slow.batched, slow.reaction_ms) == (True, 400)
    with pytest.raises(BadInput, match="a reaction time is a number of ms"):
        with_reaction_time(Recurrent(), 0)


class FakeSession:
    """Stands for onnxruntime's session: the logit of an action is its own number, plus the first observed number."""

    rows = None

    def __init__(self, path, options, providers):
        self.asked = []

    def get_inputs(self):
        shape = [self.rows, 4]
        return [
            SimpleNamespace(name="x", type="tensor(float)", shape=shape),
            SimpleNamespace(name="legal", type="tensor(bool)", shape=shape),
        ]

    def run(self, outputs, given):
        assert (given["x"].dtype, given["legal"].dtype) == (np.float32, np.bool_)
        self.asked.append(len(given["x"]))
        assert self.rows is None or len(given["x"]) == self.rows
        return [np.arange(given["legal"].shape[1]) + given["x"][:, :1]]


@pytest.mark.parametrize("rows", [None, 1])
def test_an_onnx_file_plays_the_legal_action_with_the_highest_logit(tmp_path, monkeypatch, rows):
    fake = SimpleNamespace(InferenceSession=FakeSession, SessionOptions=SimpleNamespace)
    monkeypatch.setitem(sys.modules, "onnxruntime", fake)
    monkeypatch.setattr(FakeSession, "rows", rows)
    (tmp_path / "net.onnx").write_bytes(b"")
    policy = from_text(str(tmp_path / "net.onnx"), "net")
    policy.check(RULES)
    observations, masks = np.zeros((3, RULES.pieces.size), np.int8), np.zeros((3, RULES.answers), np.int8)
    masks[[0, 1, 1, 2], [5, 2, 9, 0]] = 1
    assert policy.ask(observations, masks)[0].tolist() == [5, 9, 0]


def test_onnx_without_its_package_says_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    (tmp_path / "net.onnx").write_bytes(b"")
    with pytest.raises(MissingExtra, match=r"an ONNX policy needs onnxruntime, .*pip install 'parlour\[onnx\]'"):
        from_text(str(tmp_path / "net.onnx"))


def test_a_real_onnx_network(tmp_path):
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    helper, kind = onnx.helper, onnx.TensorProto
    weights = np.random.default_rng(1).normal(size=(RULES.pieces.size, RULES.answers)).astype(np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["logits"])],
        "net",
        [helper.make_tensor_value_info("x", kind.FLOAT, ["n", RULES.pieces.size])],
        [helper.make_tensor_value_info("logits", kind.FLOAT, ["n", RULES.answers])],
        [onnx.numpy_helper.from_array(weights, "w")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, tmp_path / "net.onnx")
    policy = load(str(tmp_path / "net.onnx"), RULES)
    dice = np.random.default_rng(2)
    observations = dice.integers(0, 5, (20, RULES.pieces.size)).astype(np.int8)
    masks = (dice.random((20, RULES.answers)) < 0.3).astype(np.int8)
    masks[:, 0] = 1
    expected = np.where(masks != 0, observations.astype(np.float32) @ weights, -np.inf).argmax(1)
    assert (policy.ask(observations, masks)[0] == expected).all()
    with pytest.raises(BadInput, match="cannot play Piccolo: given an observation of"):
        load(str(tmp_path / "net.onnx"), rules_of("piccolo"))
    (tmp_path / "letter.onnx").write_text("Dear Ada")
    with pytest.raises(BadInput, match="letter.onnx cannot be loaded as an ONNX network"):
        from_text(str(tmp_path / "letter.onnx"))


def test_a_policy_that_fails_for_some_rows_fails_only_there():
    def careful(observations, masks):
        if (observations[:, 0] == 9).any():
            raise RuntimeError("a nine")
        return np.where(observations[:, 0] == 8, -1, masks.argmax(-1))

    policy = Policy("careful", careful)
    policy.batched = True
    observations, masks = np.zeros((4, 5), np.int8), np.ones((4, 3), np.int8)
    observations[1, 0], observations[2, 0] = 9, 8
    actions, failed = policy.ask(observations, masks)
    assert actions[[0, 3]].tolist() == [0, 0]
    assert failed == {1: "crashed (RuntimeError: a nine)", 2: "chose the illegal action -1"}
