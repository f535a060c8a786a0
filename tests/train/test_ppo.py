"""Updates: what holds for each of them, whatever was played."""

import pytest

pytest.importorskip("torch")

import torch

import parlour
from parlour.games.parrot.network import FOR_DRAW, ITEMS
from parlour.train.network import shape_for
from parlour.train.ppo import UNLIKELY, Learner
from parlour.train.settings import Settings
from parlour.train.tables import Played

DRAW, TAKE = 28, 29
MATCHES = 64


def test_an_action_that_is_never_tried_becomes_likely_enough_again():
    """Although nothing was gained or lost, and without a bonus for entropy, which has no slope there."""
    rules = parlour.game("parrot").rules
    torch.manual_seed(1)
    settings = Settings("parrot", rate=0.05, entropy=0.0, epochs=200, minibatch=MATCHES)
    learner = Learner(settings, shape_for(rules, 16, True, ITEMS), torch.ones(rules.pieces.size), True, ITEMS)
    rows = torch.zeros(1, MATCHES, 2, rules.pieces.size, dtype=torch.int8)
    legal = torch.zeros(1, MATCHES, rules.answers, dtype=torch.int8)
    legal[:, :, [DRAW, TAKE]] = 1
    with torch.no_grad():
        learner.actor.leave_table.bias[FOR_DRAW] = 25.0

    def log_chance():
        with torch.no_grad():
            return float(learner.actor(rows[0, :1, 0], legal[0, :1]).log_softmax(1)[0, TAKE])

    before = log_chance()
    assert before < -20
    nothing = torch.zeros(1, MATCHES)
    with torch.no_grad():
        chances = learner.actor(rows[0, :, 0], legal[0]).log_softmax(1)[:, DRAW][None]
    played = Played(rows, legal, torch.full((1, MATCHES), DRAW), chances, *[nothing] * 4)
    everything = torch.arange(MATCHES)
    learner._passes(played, everything, nothing[0], nothing[0])
    assert log_chance() > -UNLIKELY - 1
