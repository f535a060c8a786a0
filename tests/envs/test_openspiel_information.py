"""What OpenSpiel's players know: information states with perfect recall, resampled worlds, observers, and copies."""

import pickle
import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation
from tests.envs.spiel import GAMES, LONGER, SHORT, TABLES, dealt, known, load, play_out, states_of_a_match

import parlour
from parlour.envs.tree_loops import tree_loops


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_resampled_states_look_the_same_to_the_player(name, players):
    game, dice = load(name, players), random.Random(7)
    different = 0
    for number, state in enumerate(states_of_a_match(game, 9)):
        if number % 5 == 0:
            for player in range(players):
                other = state.resample_from_infostate(player, dice.random)
                assert known(other, player) == known(state, player)
                assert other.history() == state.history()
                different += other.node.state.tobytes() != state.node.state.tobytes()
    assert different > players


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_can_be_played_to_its_end(name):
    game, dice = load(name, 3), random.Random(3)
    for number, state in enumerate(states_of_a_match(game, 2)):
        if number % 10 == 0 and not state.is_terminal():
            other = state.resample_from_infostate(state.current_player(), dice.random)
            again = pickle.loads(pickle.dumps(other))
            while not other.is_terminal():
                action = dice.choice(other.legal_actions())
                other.apply_action(action)
                again.apply_action(action)
            assert str(again) == str(other)
            assert sum(other.returns()) == pytest.approx(0)


def test_resampling_depends_only_on_the_given_sampler():
    state = dealt(load("parrot", 2), 1)
    worlds = [state.resample_from_infostate(0, random.Random(seed).random).node.state.tobytes() for seed in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]


@pytest.mark.parametrize("name", GAMES)
def test_an_information_state_tells_all_that_was_seen_and_done(name):
    """Perfect recall: strings are equal exactly if the histories are equal from the player's point of view."""
    game, players = load(name, 3, **LONGER[name]), 3
    told, seen_as = {}, {}
    for branch in range(6):
        choose = random.Random(branch)
        state = dealt(game, 1 + branch % 2)  # three branches of each deal
        trails = [[state.observation_string(player)] for player in range(players)]
        while not state.is_terminal():
            for player in range(players):
                trail, string = tuple(trails[player]), (player, state.information_state_string(player))
                assert told.setdefault(string, trail) == trail
                assert seen_as.setdefault((player, trail), string) == string
            actor = state.current_player()
            action = choose.choice(state.legal_actions())
            before = state.clone()
            state.apply_action(action)
            trails[actor].append(action)
            for player in range(players):
                for seen in (after_it(before, actor, action, player), state.observation_string(player)):
                    if seen != last_seen(trails[player]):
                        trails[player].append(seen)
    assert len(told) > 100


def after_it(state, actor, action, player):
    """What a player sees after an action, before any time passes."""
    match = parlour.game(state.node.rules.name).new(state.num_players(), 0, SHORT[state.node.rules.name])
    match._states[:1] = state.node.state
    match.look_again()
    match.play(actor, action)
    return match.seen(player).tobytes().hex()


def last_seen(trail):
    return next(each for each in reversed(trail) if isinstance(each, str))


def test_what_a_player_did_is_remembered_even_if_it_leaves_no_trace():
    """A 5 is put on one of two 5s: the table looks the same either way (PAR-32)."""
    state = dealt(load("parrot", 2), 3)
    while 30 not in state.legal_actions():
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    record = state.node.state
    record["hand"], record["from_pile"] = 5, 0
    record["box"][0, player, :2], record["up"][0, player, :2] = 5, 1
    left, right = state.clone(), state.clone()
    left.apply_action(30)
    right.apply_action(31)
    assert left.node.state.tobytes() == right.node.state.tobytes()
    assert left.observation_string(player) == right.observation_string(player)
    assert left.information_state_string(player) != right.information_state_string(player)
    assert left.information_state_string(1 - player) == right.information_state_string(1 - player)


def test_cards_shown_between_two_rounds_are_remembered():
    """The last player's down cards are turned up and counted (PAR-50), and then a new round is dealt."""
    left, column = last_turn_with_a_column_down()
    player, right = left.current_player(), left.clone()
    box = right.node.state["box"][0, player]
    box[[column, column + 4]] = box[[column + 4, column]]
    for state in (left, right):
        state.apply_action(next(action for action in state.legal_actions() if 30 <= action < 38))
    assert left.node.state["round_no"][0] == 1
    assert left.node.state.tobytes() == right.node.state.tobytes()
    for seat in range(2):
        assert left.observation_string(seat) == right.observation_string(seat)
        assert left.information_state_string(seat) != right.information_state_string(seat)


def last_turn_with_a_column_down():
    """A state in which the last card of a round goes on an up card, and a column of two different cards is down."""
    game = load("parrot", 2, rounds=3)
    for seed in range(1000):
        for state in states_of_a_match(game, seed):
            record, player = state.node.state[0], state.current_player()
            if record["round_no"] == 0 and record["ender"] == 1 - player and record["phase"] == 2:
                up, box = record["up"][player], record["box"][player]
                for column in range(1, 4):
                    if up[0] and not up[column] and not up[column + 4] and box[column] != box[column + 4]:
                        return state.clone(), column
    raise AssertionError("random players never leave such a column")


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_contains_only_what_the_player_knows(name):
    """Resampling two worlds that a player cannot distinguish with the same sampler gives identical worlds."""
    game, dice = load(name, 3), random.Random(4)
    for number, state in enumerate(states_of_a_match(game, 12)):
        if number % 7 == 0:
            for player in range(3):
                twin = state.resample_from_infostate(player, dice.random)
                node = np.frombuffer(twin.node._bytes, tree_loops(twin.node.rules).Node)[0]
                node["turn"]["rng"] = dice.getrandbits(64)
                for other in {0, 1, 2} - {player}:  # as if they had seen and done something else
                    node["history"][other] = node["last_seen"][other] = dice.getrandbits(64)
                worlds = [
                    each.resample_from_infostate(player, random.Random(number).random).node.__reduce__()
                    for each in (state, twin)
                ]
                assert worlds[0] == worlds[1]


@pytest.mark.parametrize("name", GAMES)
def test_observers_name_the_pieces(name):
    game, players = load(name, 3), 3
    pieces = parlour.game(name).rules.pieces
    match = parlour.game(name).new(players, 6, SHORT[name])
    observation = make_observation(game)
    public = make_observation(
        game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    )
    assert {piece.name: piece.shape for piece in pieces} == {key: part.shape for key, part in observation.dict.items()}
    state, choose = dealt(game, 6), random.Random(6)
    for _ in range(40):
        for player in range(players):
            observation.set_from(state, player)
            split = pieces.split(match.observe(player))
            assert all((observation.dict[key] == split[key]).all() for key in split)
            assert observation.tensor.tolist() == state.observation_tensor(player)
            public.set_from(state, player)
            assert public.tensor.tolist() == match.observe(None).tolist()
            assert public.string_from(state, player) == match.seen(None).tobytes().hex()
        action, player = choose.choice(state.legal_actions()), state.current_player()
        state.apply_action(action)
        match.play(player, action)
        while not match.actors:
            match.wait()
    assert game.observation_tensor_shape() == [pieces.size] == game.information_state_tensor_shape()


def test_before_the_deal_players_see_nothing():
    state = load("parrot", 2).new_initial_state()
    assert state.information_state_string(0).strip("0 ") == "" == state.observation_string(1)
    assert not any(state.observation_tensor(0))
    assert "not dealt yet" in str(state) and state.action_to_string(7) == "seed byte 0 is 7"


# Copies and serialisation


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_is_independent(name):
    state = dealt(load(name, 3), 3)
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[-1])
    assert str(state) == before != str(clone)
    assert state.legal_actions()[-1] == clone.history()[-1]
    state.apply_action(state.legal_actions()[-1])
    assert str(state) == str(clone)


@pytest.mark.parametrize("name", GAMES)
def test_a_serialised_match_continues_identically(name):
    game = load(name, 3, reward="points")
    for number, state in enumerate(states_of_a_match(game, 8)):
        if number % 20 == 0:
            found, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            assert str(found) == str(game)
            assert str(again) == str(state) and again.history() == state.history()
            assert [known(again, player) for player in range(3)] == [known(state, player) for player in range(3)]
            on, choose, same = state.clone(), random.Random(1), random.Random(1)
            while not on.is_terminal():
                on.apply_action(choose.choice(on.legal_actions()))
                again.apply_action(same.choice(again.legal_actions()))
            assert str(again) == str(on) and again.returns() == on.returns()


@pytest.mark.parametrize("name", GAMES)
def test_history_is_the_whole_match(name):
    game = load(name, 3)
    state = play_out(game, 77)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)
