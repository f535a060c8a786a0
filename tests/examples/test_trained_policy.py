"""examples/trained_policy.py: ten lines from a trained network to a seat. Needs PyTorch."""

import sys
from pathlib import Path

import pytest

from parlour.envs import evaluate

torch = pytest.importorskip("torch")

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_trained_network_takes_a_seat(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.delitem(sys.modules, "learn_parrot", raising=False)
    from learn_parrot import Network

    torch.save(Network(seats=4).state_dict(), "policy.pt")
    found = evaluate(f"{EXAMPLES / 'trained_policy.py'}:policy", "parrot", matches=8, seats=4, options={"rounds": 1})
    assert not found.notice
    code = (EXAMPLES / "trained_policy.py").read_text().split('"""')[2]
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
