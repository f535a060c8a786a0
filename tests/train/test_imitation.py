"""A network learns some of a bot's decisions, and keeps its own in the others."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

import parlour
from parlour.kit import BadInput
from parlour.train import imitation
from parlour.train.imitation import collected, imitate
from parlour.train.saving import restored
from parlour.train.settings import Settings
from parlour.train.weights import read

KEPT = Path(__file__).parents[2] / "training" / "parrot" / "learned-2.npz"
DRAW, TAKE = 28, 29


def kept_learner():
    rules = parlour.game("parrot").rules
    about, arrays = read(KEPT, rules)
    return restored(Settings("parrot"), about, arrays, rules.lowest_wins)


@pytest.fixture(scope="module")
def decisions():
    return collected("parrot", "novice", 4, 5, 6, 1)


def test_decisions_are_what_was_seen_and_done(decisions):
    assert decisions.rows.shape == (len(decisions.actions), parlour.game("parrot").rules.pieces.size)
    assert decisions.legal[np.arange(len(decisions.actions)), decisions.actions].all()
    assert (decisions.legal.sum(1) > 1).all()
    again = collected("parrot", "novice", 4, 5, 6, 2)
    assert all((a == b).all() for a, b in zip(decisions, again, strict=True))


def test_some_decisions_are_copied_and_the_others_kept(decisions, monkeypatch):
    monkeypatch.setitem(imitation.BATCH, "cpu", 64)
    monkeypatch.setattr(imitation, "RATE", 2e-3)
    torch.manual_seed(1)
    learner = kept_learner()
    others = ~np.isin(decisions.actions, (DRAW, TAKE))
    rows, legal = (torch.from_numpy(each[others]) for each in (decisions.rows, decisions.legal))
    with torch.no_grad():
        old = learner.actor(rows, legal)
    before, after = imitate(learner, decisions, (DRAW, TAKE), 80)
    with torch.no_grad():
        new = learner.actor(rows, legal)
    assert 1 - after < (1 - before) / 2
    assert float((old.argmax(1) == new.argmax(1)).float().mean()) > 0.9
    assert float(new.softmax(1).amax(1).mean()) < float(old.softmax(1).amax(1).mean())  # the same, held less firmly


def test_an_action_that_the_bot_never_chooses(decisions):
    with pytest.raises(BadInput, match="always or never"):
        imitate(kept_learner(), decisions, (111,), 1)


def test_a_wrong_number_gets_one_sentence(tmp_path):
    asked = [sys.executable, "-m", "parlour.train.imitation", "parrot", "none.npz", "--out", str(tmp_path / "new.npz")]
    done = subprocess.run([*asked, "--actions", "28,draw"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "parlour: --actions are numbers below 112, as in 28,29 (docs/actions.md), not '28,draw'\n"
