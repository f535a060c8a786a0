"""Training against bots: the network has one seat, its matches follow one another, and wins are counted."""

import json

import numpy as np
import pytest

import parlour
from parlour.bots import bots_of, cited, player
from parlour.engine import TICK_MS
from parlour.envs.vector_tables import TableSettings, VectorTables
from parlour.train.settings import read_settings

torch = pytest.importorskip("torch")

from parlour.train import run as running  # noqa: E402
from parlour.train.advantage import rank  # noqa: E402
from parlour.train.rollouts import Rollouts, share_of_wins  # noqa: E402
from parlour.train.tables import Played  # noqa: E402

GAME, SEATS, STEPS = "parrot", 3, 400


def settings(*more):
    given = [GAME, "--seats", str(SEATS), "--matches", "24", "--threads", "2", "--against", "reference"]
    return read_settings([*given, "--against-share", "0.25", *more], "parlour train")


def first_legal(rows, legal):
    actions = legal.argmax(1)
    return actions, torch.zeros(len(actions))


@pytest.fixture(scope="module")
def played():
    tables = Rollouts(parlour.game(GAME), settings(), SEATS, 2, True)
    tables.deal(5)
    tables.spread_out(first_legal, 60)
    return tables.play(first_legal, STEPS)


def test_some_matches_are_self_play_and_the_rest_has_one_seat_of_the_network(played):
    assert played.actions.shape == (STEPS, 24)
    for match in range(24):
        ends = np.flatnonzero(played.ended[:, match]) + 1
        for seats in np.split(played.seats[:, match].numpy(), ends)[1:-1]:
            assert len(set(seats)) == (SEATS if match < 18 else 1), match
    assert played.ended[:, 18:].sum() > 6, "matches follow one another"
    drawn = played.seats[:, 18:][played.ended[:, 18:]]
    assert set(drawn.tolist()) == set(range(SEATS)), "the network's seat is drawn for each match"


def test_what_is_kept_belongs_together(played):
    chosen = played.legal.gather(2, played.actions[..., None])
    assert (chosen == 1).all()
    assert (played.rows[:, 18:, 0] != played.rows[:, 18:, 1]).any(), "the critic also sees the hidden cards"
    started = torch.cat([torch.zeros(1, 24, dtype=torch.bool), played.ended[:-1]])
    assert (played.points[started] == 0).all(), "a new match begins without points"
    ends = played.results[:, 18:][played.ended[:, 18:]]
    assert (rank(ends, True).sum(1).abs() < 1e-5).all()
    assert (ends.amax(1) > 0).all(), "a match that ended has points"


def test_wins_are_counted_and_shared():
    results = torch.tensor([[[1, 2, 3], [5, 4, 4], [9, 9, 9]]])  # one step, three matches
    seats, ended = torch.tensor([[0, 1, 2]]), torch.tensor([[True, True, False]])
    stretch = Played(*[torch.zeros(1)] * 4, seats, ended, torch.zeros(1), results)
    assert share_of_wins(stretch, 0, lowest_wins=True) == pytest.approx((1 + 0.5) / 2)
    assert share_of_wins(stretch, 1, lowest_wins=False) == 0
    assert np.isnan(share_of_wins(stretch, 3, lowest_wins=True))


def test_a_run_against_bots_learns_from_both(tmp_path):
    small = ["--steps", "16", "--minibatch", "96", "--width", "32", "--evaluate", "0", "--updates", "2"]
    running.train(settings(*small, "--out", str(tmp_path)))
    assert (tmp_path / "checkpoint.npz").exists()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--against", "nobody"], "Parrot has no bot 'nobody'"),
        (["--against", "champion"], "champion searches for every move: give it a budget, as in champion:20, or choose"),
        (["--against", "sharp@9"], "Parrot has no sharp@9; the versions of sharp are sharp@1"),
        (["--against-share", "1.5"], "--against-share is more than 0 and at most 1, not 1.5"),
        (["--against-share", "1", "--against", "sharp,casual"], "a best response is learned against one player"),
    ],
)
def test_bad_input_is_one_sentence(given, sentence, tmp_path):
    with pytest.raises(parlour.BadInput, match=sentence):
        running.train(settings(*given, "--out", str(tmp_path / "new")))


SMALL = ["--matches", "12", "--steps", "24", "--minibatch", "96", "--width", "32", "--evaluate", "8"]


def respond(folder, against, *more):
    given = [GAME, "--seats", str(SEATS), "--threads", "1", "--against", against, "--against-share", "1"]
    running.train(read_settings([*given, *SMALL, "--out", str(folder), *more], "parlour train"))
    return json.loads((folder / "best_response.json").read_text())


def test_a_best_response_plays_frozen_opponents_only_and_can_be_resumed(tmp_path, capfd):
    found = respond(tmp_path, "reference@1", "--updates", "2")
    assert (found["game"], found["seats"], found["against"]) == (GAME, SEATS, "reference@1")
    assert found["matches"] == 16
    assert 0 <= found["low"] <= found["share"] <= found["high"] <= 1
    assert found["decisions"] == 2 * 12 * 24
    said = capfd.readouterr().out
    assert "Best response to reference@1: " in said
    assert "against reference@1 wins" in said, "it is evaluated against the player that it learned to beat"
    again = respond(tmp_path, "reference@1", "--updates", "1", "--resume")
    assert (again["decisions"], again["decisions_before"]) == (3 * 12 * 24, 0)
    other = respond(tmp_path, "novice", "--updates", "1", "--resume")
    assert (other["decisions"], other["decisions_before"]) == (12 * 24, 3 * 12 * 24)


def test_a_best_response_to_a_bot_that_searches(tmp_path):
    bots = bots_of(parlour.game(GAME))
    found = respond(tmp_path, "champion:2", "--updates", "1", "--evaluate", "2", "--matches", "3")
    assert found["against"] == found["trained_against"] == cited(bots, player(bots, "champion:2"))


def test_searching_opponents_play_at_many_tables_as_at_one():
    def shown(seeds):
        where = TableSettings(GAME, SEATS, "champion:3", "random", None, "rank", TICK_MS, "raise")
        tables = VectorTables(where, len(seeds), 1)
        step = tables.reset(seeds, np.random.default_rng(0))
        rows = [step.observations]
        for _ in range(6):
            step = tables.step(step.masks.argmax(1))
            rows.append(step.observations)
        return np.stack(rows, 1)

    assert (shown([4, 5, 6]) == np.concatenate([shown([seed]) for seed in (4, 5, 6)])).all()


def test_without_self_play_the_network_has_one_seat_at_every_table():
    tables = Rollouts(parlour.game(GAME), settings("--against-share", "1"), SEATS, 2, True)
    assert tables.survey(3)[0] > 50
    tables.deal(5)
    stretch = tables.play(first_legal, 120)
    for match in range(24):
        ends = np.flatnonzero(stretch.ended[:, match]) + 1
        assert all(len(set(seats)) <= 1 for seats in np.split(stretch.seats[:, match].numpy(), ends))
