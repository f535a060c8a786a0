"""Parrot and Tricky Twist in OpenSpiel's form: its own tests, its own algorithms, and the same match as everywhere."""

import os
import pickle
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, random_agent
from open_spiel.python.observation import make_observation

import parlour
import parlour.envs.openspiel
from parlour.envs.position import OVER
from parlour.envs.rewards import REWARDS
from parlour.envs.tree import tree
from parlour.kit import BadInput, IllegalAction, seed_of

GAMES = ("parrot", "tricky_twist")
TABLES = [(name, players) for name in GAMES for players in parlour.game(name).seats]
SHORT = {"parrot": {"rounds": 1}, "tricky_twist": {}}
LONGER = {"parrot": {"rounds": 3}, "tricky_twist": {}}
SIMULATIONS = {"parrot": 10, "tricky_twist": 4}


def load(name, players, **parameters):
    return pyspiel.load_game(f"parlour_{name}", {"players": players, **SHORT[name], **parameters})


def dealt(game, seed):
    state = game.new_initial_state()
    for byte in seed.to_bytes(8):
        assert state.is_chance_node()
        state.apply_action(byte)
    return state


def states_of_a_match(game, seed):
    """A random match, state by state; what is yielded is the very state that goes on."""
    state, choose = dealt(game, seed), random.Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(choose.choice(state.legal_actions()))
    yield state


def play_out(game, seed):
    *_, last = states_of_a_match(game, seed)
    return last


# OpenSpiel's own test and algorithms


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_openspiels_own_test_passes(name, players):
    pyspiel.random_sim_test(load(name, players), num_sims=SIMULATIONS[name], serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_test_passes_as_the_game_comes(name):
    pyspiel.random_sim_test(pyspiel.load_game(f"parlour_{name}"), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", REWARDS)
def test_openspiels_own_test_passes_with_every_reward_and_other_options(reward):
    parrot = {"reward": reward, "float": "free-extra", "decline_discard": "allowed-with-reveal"}
    pyspiel.random_sim_test(load("parrot", 3, **parrot), num_sims=3, serialize=True, verbose=False)
    tricky = {"reward": reward, "take_back_card": "returns-each-round", "rank_cards_side": "value"}
    pyspiel.random_sim_test(load("tricky_twist", 3, **tricky), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "players"), [("parrot", 2), ("parrot", 4), ("tricky_twist", 3)])
def test_openspiels_tree_search_plays_whole_matches(name, players):
    game = load(name, players)
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = ismcts.ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=2, random_state=dice)
    state, moves = dealt(game, 5), 0
    while not state.is_terminal():
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
        moves += 1
    assert moves > 10 * players
    assert sum(state.returns()) == pytest.approx(0)


def test_openspiels_counterfactual_regret_minimisation_runs():
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(load("parrot", 2))
    for _ in range(3):
        solver.iteration()
    assert len(solver._infostates) > 50


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_learning_environment_runs(name):
    game = load(name, 3, reward="margin")
    env = rl_environment.Environment(game, chance_event_sampler=rl_environment.ChanceEventSampler(seed=1))
    agents = [random_agent.RandomAgent(player, game.num_distinct_actions()) for player in range(3)]
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([agents[player].step(step).action])
    assert len(step.rewards) == 3 and sum(step.rewards) == pytest.approx(0)


# The same match as everywhere


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_and_actions_are_the_same_match(name, players):
    game, seed = load(name, players, **LONGER[name]), 2**63 + 5
    match = parlour.game(name).new(players, seed, LONGER[name])
    state, choose = dealt(game, seed), random.Random(1)
    while not state.is_terminal():
        while not match.actors:
            match.wait()
        assert state.at.state.tobytes() == match.state.tobytes()
        player = state.current_player()
        assert player in match.actors
        assert state.legal_actions() == match.legal(player)
        action = choose.choice(state.legal_actions())
        state.apply_action(action)
        match.play(player, action)
    assert match.over
    assert state.at.scores.tolist() == match.scores
    assert state.at.state.tobytes() == match.state.tobytes()
    assert state.full_history()[8:] and [(each.player, each.action) for each in state.full_history()[8:]] == [
        entry[1:3] for entry in match.entries
    ]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_is_the_same_match_in_a_batch(name, players):
    batch = parlour.game(name).batch(1, players, seed=3, options=SHORT[name])
    first = batch.states[0].tobytes()
    game = load(name, players)
    state = dealt(game, int(seed_of(np.uint64(3), np.int64(0))))
    assert state.at.state.tobytes() == first
    choose = random.Random(2)
    while not state.is_terminal():
        assert batch.seats[0] == state.current_player()
        assert np.flatnonzero(batch.legal()[0]).tolist() == state.legal_actions()
        action = choose.choice(state.legal_actions())
        state.apply_action(action)
        batch.step(np.array([action]))
    assert batch.over[0] and batch.scores[0].tolist() == state.at.scores.tolist()


def test_returns_are_what_the_reward_says():
    for reward in REWARDS:
        state = play_out(load("parrot", 3, reward=reward), 11)
        points = state.at.scores.tolist()
        if reward == "points":
            assert state.returns() == [-each for each in points]
        elif reward == "margin":
            assert state.returns() == [(sum(points) - own) / 2 - own for own in points]
        else:
            ahead = [sum((other > own) - (other < own) for other in points) / 2 for own in points]
            assert state.returns() == ahead
        assert state.rewards() == state.returns()
    assert play_out(load("tricky_twist", 3, reward="points"), 4).returns() == [
        float(stars) for stars in play_out(load("tricky_twist", 3), 4).at.scores
    ]


@pytest.mark.parametrize("parameters", [{}, {"float": "free-extra"}, {"rounds": 3, "two_parrots": "wild-pair"}])
def test_no_match_of_parrot_goes_beyond_its_bounds(parameters):
    for players in (2, 6):
        check_bounds("parrot", players, parameters, 40)


@pytest.mark.parametrize("parameters", [{}, {"take_back_card": "returns-each-round", "rank_cards_side": "value"}])
def test_no_match_of_tricky_twist_goes_beyond_its_bounds(parameters):
    for players in (3, 4):
        check_bounds("tricky_twist", players, parameters, 40)


def check_bounds(name, players, parameters, matches):
    for reward in REWARDS:
        game = load(name, players, reward=reward, **parameters)
        for seed in range(matches):
            state = play_out(game, seed)
            assert state.move_number() - 8 <= game.max_game_length()
            assert all(game.min_utility() <= own <= game.max_utility() for own in state.returns())


@pytest.mark.parametrize(("name", "players"), [("parrot", 2), ("parrot", 6), ("tricky_twist", 3), ("tricky_twist", 4)])
def test_players_who_dawdle_come_near_the_longest_match(name, players):
    game = load(name, players)
    state, dice = dealt(game, 2), random.Random(2)
    while not state.is_terminal():
        state.apply_action(dawdle(state, dice))
    assert 0.85 * game.max_game_length() < state.move_number() - 8 <= game.max_game_length()


def dawdle(state, dice):
    """Parrot: take the discard and put it on an up card. Tricky Twist: draw only with the last card in hand."""
    legal, player, record = state.legal_actions(), state.current_player(), state.at.state[0]
    if state.at.rules.name == "parrot":
        if 29 in legal:
            return 29
        up = [action for action in legal if 30 <= action < 38 and record["up"][player, action - 30]]
        return up[0] if up else legal[0]
    if legal == [48, 49]:
        return 48 if record["hand_left"][player] == 1 else 49
    return dice.choice(legal)


def test_bounds_of_points_are_those_of_the_rulebook():
    game = pyspiel.load_game("parlour_parrot(rounds=3,reward=points)")
    assert (game.min_utility(), game.max_utility()) == (-276, 60)
    game = pyspiel.load_game("parlour_tricky_twist(players=4,reward=points)")
    assert (game.min_utility(), game.max_utility()) == (0, 4 * (8 + 5 * 8 + 8 + 12))


# What a player knows


def known(state, player):
    return (
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.current_player(),
        state.legal_actions() if state.current_player() == player else None,
    )


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
                different += other.at.state.tobytes() != state.at.state.tobytes()
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


def test_resampling_uses_the_given_chance_alone():
    state = dealt(load("parrot", 2), 1)
    worlds = [state.resample_from_infostate(0, random.Random(seed).random).at.state.tobytes() for seed in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]


@pytest.mark.parametrize("name", GAMES)
def test_an_information_state_tells_all_that_was_seen_and_done(name):
    """Perfect recall: equal strings come of equal histories as the player saw them, and of no others."""
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
    match = parlour.game(state.at.rules.name).new(state.num_players(), 0, SHORT[state.at.rules.name])
    match._states[:1] = state.at.state
    match.look_again()
    match.play(actor, action)
    return match.seen(player).tobytes().hex()


def last_seen(trail):
    return next(each for each in reversed(trail) if isinstance(each, str))


def test_what_a_player_did_is_remembered_even_if_it_shows_nowhere():
    """A 5 is put on one of two 5s: the table looks the same either way (PAR-32)."""
    state = dealt(load("parrot", 2), 3)
    while 30 not in state.legal_actions():
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    record = state.at.state
    record["hand"], record["from_pile"] = 5, 0
    record["box"][0, player, :2], record["up"][0, player, :2] = 5, 1
    left, right = state.clone(), state.clone()
    left.apply_action(30)
    right.apply_action(31)
    assert left.at.state.tobytes() == right.at.state.tobytes()
    assert left.observation_string(player) == right.observation_string(player)
    assert left.information_state_string(player) != right.information_state_string(player)
    assert left.information_state_string(1 - player) == right.information_state_string(1 - player)


def test_what_lay_open_between_two_rounds_is_remembered():
    """The last player's down cards are turned up and counted (PAR-50), and then everything is dealt anew."""
    left, column = last_turn_with_a_column_down()
    player, right = left.current_player(), left.clone()
    box = right.at.state["box"][0, player]
    box[[column, column + 4]] = box[[column + 4, column]]
    for state in (left, right):
        state.apply_action(next(action for action in state.legal_actions() if 30 <= action < 38))
    assert left.at.state["round_no"][0] == 1
    assert left.at.state.tobytes() == right.at.state.tobytes()
    for seat in range(2):
        assert left.observation_string(seat) == right.observation_string(seat)
        assert left.information_state_string(seat) != right.information_state_string(seat)


def last_turn_with_a_column_down():
    """A state in which the last card of a round goes on an up card, and a column of two different cards is down."""
    game = load("parrot", 2, rounds=3)
    for seed in range(1000):
        for state in states_of_a_match(game, seed):
            record, player = state.at.state[0], state.current_player()
            if record["round_no"] == 0 and record["ender"] == 1 - player and record["phase"] == 2:
                up, box = record["up"][player], record["box"][player]
                for column in range(1, 4):
                    if up[0] and not up[column] and not up[column + 4] and box[column] != box[column + 4]:
                        return state.clone(), column
    raise AssertionError("random players never leave such a column")


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_holds_nothing_but_what_the_player_knows(name):
    """From two worlds that a player cannot tell apart the same chance makes the same world, to the last byte."""
    game, dice = load(name, 3), random.Random(4)
    for number, state in enumerate(states_of_a_match(game, 12)):
        if number % 7 == 0:
            for player in range(3):
                twin = state.resample_from_infostate(player, dice.random)
                point = np.frombuffer(twin.at._bytes, tree(twin.at.rules).Point)[0]
                point["turn"]["rng"] = dice.getrandbits(64)
                for other in {0, 1, 2} - {player}:  # as if they had seen and done something else
                    point["trail"][other] = point["last"][other] = dice.getrandbits(64)
                worlds = [
                    each.resample_from_infostate(player, random.Random(number).random).at.__reduce__()
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


def test_before_the_deal_nobody_sees_anything():
    state = load("parrot", 2).new_initial_state()
    assert state.information_state_string(0).strip("0 ") == "" == state.observation_string(1)
    assert not any(state.observation_tensor(0))
    assert "not dealt yet" in str(state) and state.action_to_string(7) == "seed byte 0 is 7"


# Copies and bytes


@pytest.mark.parametrize("name", GAMES)
def test_a_clone_goes_its_own_way(name):
    state = dealt(load(name, 3), 3)
    before = str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[-1])
    assert str(state) == before != str(clone)
    assert state.legal_actions()[-1] == clone.history()[-1]
    state.apply_action(state.legal_actions()[-1])
    assert str(state) == str(clone)


@pytest.mark.parametrize("name", GAMES)
def test_what_was_written_down_goes_on_the_same(name):
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


def test_history_is_the_whole_match():
    game = load("tricky_twist", 3)
    state = play_out(game, 77)
    again = game.new_initial_state()
    for action in state.history():
        again.apply_action(action)
    assert str(again) == str(state)


# Words for what cannot be


def test_an_illegal_action_names_its_rule_and_changes_nothing():
    state = dealt(load("parrot", 2), 1)
    before = str(state), state.history()
    for action, rule in ((28, "PAR-14"), (111, "PAR-29"), (112, "PAR-29"), (-3, "PAR-29")):
        with pytest.raises(IllegalAction) as refused:
            state.apply_action(action)
        assert refused.value.rule == rule
        assert (str(state), state.history()) == before
    over = play_out(load("parrot", 2), 1)
    with pytest.raises(IllegalAction, match="PAR-99: the game is over"):
        over.apply_action(0)
    assert over.current_player() == OVER == pyspiel.PlayerId.TERMINAL
    with pytest.raises(BadInput, match="chance draws a byte of the seed, 0 to 255, not 256"):
        load("parrot", 2).new_initial_state().apply_action(256)


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"players": 7}, "Parrot is for 2 to 6 players"),
        ({"reward": "gold"}, "there is no reward 'gold'; there are rank, points, margin"),
        ({"rounds": 2}, "the option rounds cannot be 2; it takes 5 or 3 or 1"),
    ],
)
def test_parameters_that_make_no_sense_are_refused_in_a_sentence(parameters, sentence):
    with pytest.raises(BadInput, match=sentence):
        pyspiel.load_game("parlour_parrot", parameters)


def test_observers_that_would_see_too_much_are_refused():
    game = load("parrot", 2)
    with pytest.raises(BadInput, match="what is public, alone or with what one player knows"):
        make_observation(
            game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )
    with pytest.raises(BadInput, match="take no parameters"):
        make_observation(game, None, {"zoom": 2})


# Processes

PLAY = """
import random, sys
import pyspiel
import parlour.envs.openspiel

state = pyspiel.load_game("parlour_parrot(rounds=1)").new_initial_state()
choose = random.Random(1)
for _ in range(40):
    state.apply_action(choose.choice(state.legal_actions()))
world = state.resample_from_infostate(0, choose.random)
print(state.information_state_string(0) == world.information_state_string(0))
print(str(state))
print(state.information_state_string(1))
"""


def test_interpreted_rules_play_the_same_and_the_process_ends_in_peace():
    said = []
    for interpreted in ("0", "1"):
        done = subprocess.run(
            [sys.executable, "-c", PLAY],
            env=os.environ | {"NUMBA_DISABLE_JIT": interpreted},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0 and done.stderr == ""
        said.append(done.stdout)
    assert said[0] == said[1]
    assert said[0].startswith("True\n")
