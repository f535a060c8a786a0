"""Networks with shared weights: items are treated alike, and NumPy computes what PyTorch does."""

import numpy as np
import pytest

import parlour
from parlour.games import part_of
from parlour.games.parrot.cards import COLUMNS, PAIRS, PLACES
from parlour.games.parrot.rules import ACTIONS, DRAW, FLOAT, PLACE, REVEAL
from parlour.kit.items import ARRAYS
from parlour.train.weights import Policy, features

torch = pytest.importorskip("torch")

from parlour.train.item_network import Features  # noqa: E402
from parlour.train.network import actor_for, critic_for, shape_for  # noqa: E402

RULES = parlour.game("parrot").rules
ITEMS = part_of("parrot", "network", "ITEMS")


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def positions():
    """Observations and masks from random matches."""
    batch = parlour.game("parrot").batch(40, 4, seed=8)
    rows, masks = [], []
    for step in range(160):
        if step % 16 == 0:
            rows.append(np.array(batch.observe()))
            masks.append(np.array(batch.legal_action_mask))
        batch.step(batch.sample(), autoreset=True)
    return np.concatenate(rows), np.concatenate(masks)


@pytest.fixture(scope="module")
def actor():
    """Weights that are nowhere zero."""
    torch.manual_seed(5)
    made = actor_for(shape_for(RULES, 32, True, ITEMS), torch.rand(RULES.pieces.size), ITEMS)
    with torch.no_grad():
        for value in made.parameters():
            value += 0.1 * torch.randn_like(value)
    return made


def another_order(seed):
    """A Box with its columns in another order and some of them upside down: where each place comes from."""
    rng = np.random.default_rng(seed)
    columns, turned = rng.permutation(COLUMNS), rng.integers(0, 2, COLUMNS) * COLUMNS
    return np.concatenate([columns + turned, (columns + turned + COLUMNS) % PLACES])


def boxes_moved(rows, player, order):
    rows = rows.copy()
    boxes = RULES.pieces.split(rows)["boxes"]
    boxes[:, player] = boxes[:, player][:, order]
    return rows


def answers_moved(order):
    """Which old answer each new one corresponds to."""
    old = np.arange(ACTIONS)
    numbers = {frozenset(pair): k for k, pair in enumerate(PAIRS.tolist())}
    for k, (a, b) in enumerate(PAIRS.tolist()):
        old[k] = numbers[frozenset((int(order[a]), int(order[b])))]
    for place in range(PLACES):
        old[PLACE + place], old[REVEAL + place] = PLACE + order[place], REVEAL + order[place]
        for to in range(PLACES):
            old[FLOAT + PLACES * place + to] = FLOAT + PLACES * order[place] + order[to]
    return old


def logits(actor, rows, masks):
    return actor(torch.from_numpy(rows), torch.from_numpy(masks)).detach().numpy()


@pytest.mark.parametrize("seed", range(3))
def test_another_order_of_the_places_gives_the_same_logits_in_that_order(actor, positions, seed):
    rows, masks = positions
    order = another_order(seed)
    assert (order != np.arange(PLACES)).any()
    old = answers_moved(order)
    everything = np.ones_like(masks)
    here, there = logits(actor, rows, everything), logits(actor, boxes_moved(rows, 0, order), everything)
    assert there == pytest.approx(here[:, old], abs=1e-4)
    assert here[:, PLACE : PLACE + PLACES].std(1).max() > 0.01  # places do differ


def test_the_order_of_another_players_box_does_not_matter(actor, positions):
    rows, masks = positions
    there = logits(actor, boxes_moved(rows, 2, another_order(4)), masks)
    assert (np.isneginf(there) == (masks == 0)).all()
    assert there[masks == 1] == pytest.approx(logits(actor, rows, masks)[masks == 1], abs=1e-4)


def test_every_answer_but_leaving_depends_on_the_network(actor, positions):
    rows, masks = positions
    varied = logits(actor, rows, np.ones_like(masks)).std(0) > 1e-4
    assert varied[:-1].all()
    assert masks[:, -1].sum() == 0


def test_numpy_computes_the_same_features_and_logits(actor, positions):
    rows, masks = positions
    for ours, theirs in zip(features(ITEMS, rows), Features(ITEMS)(torch.from_numpy(rows))):
        assert (ours == theirs.numpy()).all()
    arrays = {f"actor/{name}": value.detach().numpy() for name, value in actor.named_parameters()}
    arrays |= {f"items/{name}": getattr(ITEMS, name) for name in ARRAYS}
    torch.manual_seed(5)
    arrays["scale"] = torch.rand(RULES.pieces.size).numpy()
    about = {"shape": {"blocks": 2}, "item_outputs": [ITEMS.table_outputs, ITEMS.item_outputs]}
    ours, theirs = Policy(about, arrays).logits(rows, masks), logits(actor, rows, masks)
    assert (np.isneginf(ours) == (masks == 0)).all()
    assert ours[masks == 1] == pytest.approx(theirs[masks == 1], abs=1e-3)


def test_features_of_a_place_are_what_they_should_be(positions):
    rows, _ = positions
    own, table = features(ITEMS, rows)
    pieces = RULES.pieces.split(rows)
    boxes, unseen = pieces["boxes"], pieces["unseen"]
    mate = np.roll(boxes[:, 0], COLUMNS, 1)
    assert (own[:, :, :15] == boxes[:, 0]).all()
    assert (own[:, :, 15:30] == mate).all()
    assert (own[:, :, 30:45] == boxes[:, 0] * mate).all()
    assert (own[:, :, 45:].sum(2) <= 3 + unseen.max()).all()
    counts = boxes[:, 1:].sum(2).reshape(len(rows), -1)
    assert (table[:, -counts.shape[1] - 65 : -65] == counts).all()
    pairs = (boxes[:, 1:, :COLUMNS] * boxes[:, 1:, COLUMNS:])[..., :13].sum(2).reshape(len(rows), -1)
    assert (table[:, -65:] == pairs).all()
    assert pairs.any()


@pytest.mark.parametrize("full", [True, False])
def test_the_critic_looks_at_one_view_or_two(positions, full):
    rows = torch.from_numpy(positions[0][:, None].repeat(2 if full else 1, 1))
    critic = critic_for(shape_for(RULES, 32, full, ITEMS), torch.ones(RULES.pieces.size), ITEMS)
    assert critic(rows).shape == (len(rows),)
    critic(rows).sum().backward()
    assert critic.leave.weight.grad.abs().sum() > 0


def test_openings_are_told_apart_only_by_whether_they_are_a_column(actor, positions):
    rows, masks = positions
    opening = logits(actor, rows, np.ones_like(masks))[:, :DRAW]
    column = PAIRS[:, 1] == PAIRS[:, 0] + COLUMNS
    assert opening[:, column].std(1).max() < 1e-6
    assert np.abs(opening[:, column][:, 0] - opening[:, ~column][:, 0]).min() > 0
