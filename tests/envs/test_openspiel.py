"""Turn-based games in OpenSpiel: its own tests, its own algorithms, and the same match as everywhere in Parlour."""

import os
import random
import subprocess
import sys

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr, random_agent
from open_spiel.python.observation import make_observation
from tests.envs.spiel import GAMES, LONGER, SHORT, TABLES, dealt, load, play_out
from tests.games.sixth_game.install import install_guess

import parlour
from parlour.engine.rewards import REWARDS
from parlour.envs.tree_nodes import OVER
from parlour.kit import BadInput, IllegalAction, seed_of

SIMULATIONS = {"parrot": 10, "tricky_twist": 4}


# OpenSpiel's own test and algorithms


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_openspiels_own_test_passes(name, players):
    pyspiel.random_sim_test(load(name, players), num_sims=SIMULATIONS[name], serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_own_test_passes_with_default_parameters(name):
    pyspiel.random_sim_test(pyspiel.load_game(f"parlour_{name}"), num_sims=1, serialize=True, verbose=False)


OTHER_OPTIONS = {
    "parrot": {"float": "free-extra", "decline_discard": "allowed-with-reveal"},
    "tricky_twist": {"take_back_card": "returns-each-round", "rank_cards_side": "value"},
}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("reward", REWARDS)
def test_openspiels_own_test_passes_with_every_reward_and_other_options(reward, name):
    game = load(name, 3, reward=reward, **OTHER_OPTIONS[name])
    pyspiel.random_sim_test(game, num_sims=3 if name == "parrot" else 1, serialize=True, verbose=False)


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


def test_openspiels_tree_search_with_all_cards_face_up_plays_too():
    """The Python form of a compiled bot that crashes. It searches the true state, so it knows all cards."""
    game = load("parrot", 2, rounds=1)
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = mcts.MCTSBot(game, uct_c=2.0, max_simulations=4, evaluator=evaluator, random_state=dice)
    state = dealt(game, 5)
    for _ in range(6):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


COMPILED = """
import pyspiel, parlour.envs.openspiel
game = pyspiel.load_game("parlour_parrot(players=2,rounds=1)")
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(state.legal_actions()[0])
evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
bot = {bot}
print("made", flush=True)
bot.step(state)
print("played", flush=True)
"""


@pytest.mark.deep
@pytest.mark.parametrize(
    "bot",
    [
        "pyspiel.MCTSBot(game, evaluator, 2.0, 4, 100, True, 1, False)",
        "pyspiel.ISMCTSBot(1, evaluator, 2.0, 4, -1, pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)",
    ],
)
def test_openspiels_compiled_tree_search_still_crashes_with_games_in_python(bot):
    """The documentation warns of it; when this fails, the warning can go."""
    command = [sys.executable, "-c", COMPILED.format(bot=bot)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "made" in done.stdout, done.stderr
    assert "played" not in done.stdout


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
        assert state.node.state.tobytes() == match.state.tobytes()
        player = state.current_player()
        assert player in match.actors
        assert state.legal_actions() == match.legal(player)
        action = choose.choice(state.legal_actions())
        state.apply_action(action)
        match.play(player, action)
    assert match.over
    assert state.node.scores.tolist() == match.scores
    assert state.node.state.tobytes() == match.state.tobytes()
    assert state.full_history()[8:] and [(each.player, each.action) for each in state.full_history()[8:]] == [
        entry[1:3] for entry in match.entries
    ]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_same_seed_is_the_same_match_in_a_batch(name, players):
    batch = parlour.game(name).batch(1, players, seed=3, options=SHORT[name])
    first = batch.states[0].tobytes()
    game = load(name, players)
    state = dealt(game, int(seed_of(np.uint64(3), np.int64(0))))
    assert state.node.state.tobytes() == first
    choose = random.Random(2)
    while not state.is_terminal():
        assert batch.current_player[0] == state.current_player()
        assert np.flatnonzero(batch.legal_action_mask[0]).tolist() == state.legal_actions()
        action = choose.choice(state.legal_actions())
        state.apply_action(action)
        batch.step(np.array([action]))
    assert batch.finished[0] and batch.scores[0].tolist() == state.node.scores.tolist()


def test_returns_are_what_the_reward_says():
    for reward in REWARDS:
        state = play_out(load("parrot", 3, reward=reward), 11)
        points = state.node.scores.tolist()
        if reward == "points":
            assert state.returns() == [-each for each in points]
        elif reward == "margin":
            assert state.returns() == [(sum(points) - own) / 2 - own for own in points]
        else:
            ahead = [sum((other > own) - (other < own) for other in points) / 2 for own in points]
            assert state.returns() == ahead
        assert state.rewards() == state.returns()


@pytest.mark.deep
def test_points_that_are_good_are_returned_as_they_are():
    assert play_out(load("tricky_twist", 3, reward="points"), 4).returns() == [
        float(stars) for stars in play_out(load("tricky_twist", 3), 4).node.scores
    ]


@pytest.mark.parametrize("parameters", [{}, {"float": "free-extra"}, {"rounds": 3, "two_parrots": "wild-pair"}])
def test_no_match_of_parrot_exceeds_its_bounds(parameters):
    for players in (2, 6):
        check_bounds("parrot", players, parameters, 40)


@pytest.mark.deep
@pytest.mark.parametrize("parameters", [{}, {"take_back_card": "returns-each-round", "rank_cards_side": "value"}])
def test_no_match_of_tricky_twist_exceeds_its_bounds(parameters):
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
def test_slow_players_come_near_the_longest_match(name, players):
    game = load(name, players)
    state, dice = dealt(game, 2), random.Random(2)
    while not state.is_terminal():
        state.apply_action(slow_action(state, dice))
    assert 0.85 * game.max_game_length() < state.move_number() - 8 <= game.max_game_length()


def slow_action(state, dice):
    """Parrot: take the discard and put it on an up card. Tricky Twist: draw only with the last card in hand."""
    legal, player, record = state.legal_actions(), state.current_player(), state.node.state[0]
    if state.node.rules.name == "parrot":
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


# Errors


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
        ({"reward": "gold"}, "there is no reward 'gold'; choose one of rank, points, margin"),
        ({"rounds": 2}, "the option rounds cannot be 2; it takes 5 or 3 or 1"),
    ],
)
def test_invalid_parameters_are_explained(parameters, sentence):
    with pytest.raises(BadInput, match=sentence):
        pyspiel.load_game("parlour_parrot", parameters)


def test_observers_that_would_see_too_much_are_refused():
    game = load("parrot", 2)
    with pytest.raises(BadInput, match="sees public information, with or without that of one player"):
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


def test_interpreted_rules_play_the_same_and_the_process_exits_cleanly():
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


PLAY_ANOTHER_PACKAGES_GAME = """
import pyspiel
import parlour.envs.openspiel

game = pyspiel.load_game("parlour_guess(players=3,reward=points)")
pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
print(game.max_game_length(), game.min_utility(), game.max_utility())
print([name for name in pyspiel.registered_names() if name.startswith("parlour_")])
"""


@pytest.mark.deep
def test_a_game_of_another_package_is_registered_because_its_rules_state_bounds(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PLAY_ANOTHER_PACKAGES_GAME],
        env=install_guess(tmp_path) | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-2:] == [
        "3 0.0 1.0",
        "['parlour_guess', 'parlour_parrot', 'parlour_tricky_twist']",
    ]
