"""OpenSpiel's form of the games, for tests: loading, dealing and playing at random."""

import random

import pyspiel

import parlour
import parlour.envs.openspiel
from parlour.envs.ids import openspiel_games

GAMES = openspiel_games()
TABLES = [(name, players) for name in GAMES for players in parlour.game(name).seats]
SHORT = {"parrot": {"rounds": 1}, "tricky_twist": {}}
LONGER = {"parrot": {"rounds": 3}, "tricky_twist": {}}


def load(name, players, **parameters):
    return pyspiel.load_game(f"parlour_{name}", {"players": players, **SHORT[name], **parameters})


def dealt(game, seed):
    state = game.new_initial_state()
    for byte in seed.to_bytes(8):
        assert state.is_chance_node()
        state.apply_action(byte)
    return state


def states_of_a_match(game, seed):
    """The states of a random match. Each is the very object that the match goes on with: clone it to keep it."""
    state, choose = dealt(game, seed), random.Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(choose.choice(state.legal_actions()))
    yield state


def play_out(game, seed):
    *_, last = states_of_a_match(game, seed)
    return last


def known(state, player):
    """Everything that OpenSpiel tells a player."""
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.current_player(),
        state.legal_actions() if state.current_player() == player else None,
    )
