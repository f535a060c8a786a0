"""OpenSpiel: its information-set tree search plays Parrot against two random players.

pip install 'parlour[openspiel]'
python examples/openspiel_ismcts.py [matches]
"""

import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import parlour.envs.openspiel  # noqa: F401 (registers parlour_parrot and parlour_tricky_twist)

matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
game = pyspiel.load_game("parlour_parrot(players=3,rounds=1,reward=margin)")
dice = np.random.RandomState(7)

# The bots written in Python. OpenSpiel's compiled MCTSBot and ISMCTSBot crash with any game written in Python.
evaluator = mcts.RandomRolloutEvaluator(1, dice)
search = ismcts.ISMCTSBot(game, evaluator, uct_c=20.0, max_simulations=30, random_state=dice)
bots = [search] + [uniform_random.UniformRandomBot(seat, dice) for seat in (1, 2)]
margins = []
for match in range(1, matches + 1):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            action = dice.choice(outcomes, p=chances)
        else:
            action = bots[state.current_player()].step(state)
        state.apply_action(action)
    margins.append(state.returns()[0])
    print(f"match {match}: the search is {margins[-1]:+.1f} points ahead of the mean of the others")
print(f"mean of {matches}: {np.mean(margins):+.1f} ± {1.96 * np.std(margins) / matches**0.5:.1f} points")
