"""Observations as numbers for a network: what each piece says of its values is true."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from tests.every import every_game

import parlour
from parlour import BadInput
from parlour.envs.ids import env_id


@every_game
def test_the_values_of_every_piece_are_what_it_says(name):
    """In random matches with the most players: flags are 0 or 1, kinds and bits in range, numbers not far above 1."""
    game = parlour.game(name)
    pieces = game.rules.pieces
    batch = game.batch(64, seats=max(game.seats), seed=3)
    largest, moved = {piece.name: 0.0 for piece in pieces}, set()
    for step in range(600):
        if step % 5 == 0:
            for piece, values in zip(pieces, pieces.split(batch.observe()).values(), strict=True):
                if piece.kind == "numbers":
                    largest[piece.name] = max(largest[piece.name], float(np.abs(piece.floats(values)).max()))
                elif piece.kind == "bits":
                    assert values.min() >= 0 and values.max() < 2**piece.most, piece.name
                else:
                    assert values.min() >= 0 and values.max() < max(2, piece.most), piece.name
                if values.any():
                    moved.add(piece.name)
        batch.step(batch.sample(), autoreset=True)
    assert max(largest.values()) <= 2.0, largest
    assert len(moved) > len(largest) / 2


@every_game
@pytest.mark.parametrize("form", ["float", "dict"])
def test_environments_give_them(name, form):
    env = gymnasium.make(env_id(name), opponents="random", observation=form).unwrapped
    check_env(env, skip_render_check=True)
    plain = gymnasium.make(env_id(name), opponents="random")
    pieces = parlour.game(name).rules.pieces
    (shown, _), (row, _) = env.reset(seed=5), plain.reset(seed=5)
    whole = (
        shown["observation"] if form == "float" else np.concatenate([p.ravel() for p in shown["observation"].values()])
    )
    assert whole.tolist() == pieces.floats(row["observation"]).tolist()
    many = gymnasium.make_vec(env_id(name), num_envs=2, opponents="random", observation=form)
    shown, _ = many.reset(seed=5)
    assert many.observation_space.contains(shown)
    zoo = parlour.envs.aec(name, observation=form)
    zoo.reset(seed=5)
    agent = zoo.agent_selection
    assert zoo.observation_space(agent).contains(zoo.observe(agent))


def test_a_form_that_does_not_exist():
    with pytest.raises(BadInput, match="no observation 'pixels'; choose one of bytes, float, dict"):
        parlour.envs.parallel("parrot", observation="pixels")
