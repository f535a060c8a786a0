"""Turn-based games for OpenSpiel, e.g. `pyspiel.load_game("parlour_parrot(players=3,rounds=1)")`.

Importing this module registers every installed turn-based game whose rules state their `bounds`. Parameters are
`players`, `reward` (rank, points or margin: see rewards.py; all of it is paid at the end) and every option of the
game. Action numbers are the same as everywhere in Parlour.

**Chance.** We considered three designs. A chance node for every card would need a second version of the rules, cut
open at each draw, and OpenSpiel could not enumerate 10^170 deals anyway. In a sampled game (one chance node; the state
draws internally) nobody can control the luck: the same history would not lead to the same state, and several
algorithms refuse such games. Here chance draws the match's *seed*: eight explicit nodes at the start, one per byte,
most significant first, with 256 equally likely outcomes each. All later randomness (the next deal, a reshuffle, a tie)
follows from the seed, as in `Match`. So the game is explicitly stochastic, and a history is a complete match. To
players it is the same game: it makes no difference to them when a hidden die was rolled. Only algorithms that enumerate
all outcomes are out of reach, as for every game with that many deals.

**Information.** An information state string consists of the seat's history hash (tree_loops.py; it provides perfect
recall) and everything the seat may know now, in hexadecimal; an observation string is the latter alone. Both tensors
are the game's named observation pieces, bytes as floats: a history of hundreds of moves is no input for a network, and
the pieces contain what the rules let a player use. Before the deal all of them are blank. An observer without private
information sees what a spectator sees.

**Resampling** redraws the other hands, the piles and all future randomness, given what the seat knows. The history
stays that of the original state. OpenSpiel's search in Python (`open_spiel.python.algorithms.ismcts`) uses it. The
compiled one (`pyspiel.ISMCTSBot`) cannot: in OpenSpiel 2.0 compiled code is unable to resample a game written in
Python.

**Time** stands still while a seat is on turn: turn timers never run out. Where several seats may choose in secret at
the same time (two cards to turn up, a reserve), they are asked one after another without seeing each other's choice.
When no seat can act (points are being counted), time passes. Leaving the table is not an action here.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from parlour.engine.rewards import POINTS, RANK, REWARDS, reward_number, write_rewards
from parlour.games import rules_of
from parlour.kit import SPECTATOR, BadInput, Bounds
from parlour.kit.extras import needs
from parlour.match import game as game_named

from .ids import openspiel_games, openspiel_name
from .tree_nodes import OVER, SEED_BYTES, ChanceNode, DecisionNode, root_node

with needs("openspiel"):
    import pyspiel

OUTCOMES = [(byte, 1 / 256) for byte in range(256)]


def game_type(name: str, reward: int = RANK) -> Any:
    rules, kinds = rules_of(name), pyspiel.GameType
    return kinds(
        short_name=openspiel_name(name),
        long_name=rules.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if reward == POINTS else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=rules.max_seats,
        min_num_players=rules.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": rules.min_seats,
            "reward": REWARDS[RANK],
            **{option.name: option.default for option in rules.options},
        },
    )


def utility_range(bounds: Bounds, reward: int, lowest_wins: bool) -> tuple[float, float]:
    """The lowest and the highest return of a match."""
    least, most = bounds.least_points, bounds.most_points
    if reward == RANK:
        return -1.0, 1.0
    if reward == POINTS:
        return (float(-most), float(-least)) if lowest_wins else (float(least), float(most))
    return float(least - most), float(most - least)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    def __init__(self, name: str, params: Mapping[str, Any]) -> None:
        chosen = dict(params)
        seats, reward = chosen.pop("players"), chosen.pop("reward")
        self.rules, self.reward = rules_of(name), reward_number(reward)
        self.root = root_node(self.rules, seats, game_named(name).checked(seats, chosen))
        assert self.rules.bounds is not None
        bounds = self.rules.bounds(np.frombuffer(self.root.initial, self.rules.State)[0])
        low, high = utility_range(bounds, self.reward, self.rules.lowest_wins)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=len(OUTCOMES),
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=None if self.reward == POINTS else 0.0,
            max_game_length=bounds.decisions,
        )
        super().__init__(game_type(name, self.reward), info, params)

    def max_chance_nodes_in_history(self) -> int:
        return SEED_BYTES

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match at one moment. OpenSpiel copies and serialises `__dict__`, so `node` is its only attribute."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node: ChanceNode | DecisionNode = game.root

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.player == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal_actions

    def _apply_action(self, action: int) -> None:
        self.node = self.node.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.node.describe(action)

    def __str__(self) -> str:
        return str(self.node)

    def returns(self) -> list[float]:
        if not isinstance(self.node, DecisionNode) or self.node.player != OVER:
            return [0.0] * self.num_players()
        scores, rewards = self.node.scores, np.zeros(self.num_players())
        sign = -1 if self.node.rules.lowest_wins else 1
        write_rewards(self.get_game().reward, sign, len(scores), np.zeros_like(scores), scores, True, rewards)
        return rewards.tolist()  # type: ignore[no-any-return]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """A random state with the same information for this player; everything else is redrawn."""
        halves = [int(probability_sampler() * 2**32) for _ in range(2)]
        other: SpielState = self.clone()
        other.node = self.node.resample(player_id, halves[0] << 32 | halves[1])
        return other


class Observer:
    """What a player sees: as `tensor`, by name in `dict`, and as a string."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise BadInput(f"observers of {game.rules.title} take no parameters, but got {params}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadInput("an observer sees public information, with or without that of one player")
        self._public_only = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._perfect_recall = kind.perfect_recall
        pieces = game.rules.pieces
        self._row = np.zeros(pieces.size, np.int8)
        self.tensor = np.zeros(pieces.size, np.float32)
        self.dict = {
            piece.name: self.tensor[piece.start : piece.start + piece.size].reshape(piece.shape) for piece in pieces
        }

    def set_from(self, state: SpielState, player: int) -> None:
        state.node.observe(SPECTATOR if self._public_only else player, self._row)
        self.tensor[:] = self._row

    def string_from(self, state: SpielState, player: int) -> str:
        history, seen = state.node.information(SPECTATOR if self._public_only else player)
        return f"{history:016x} {seen.hex()}" if self._perfect_recall else seen.hex()


def register(name: str) -> None:
    """Make one game known to OpenSpiel."""

    def initialise(self: SpielGame, params: Mapping[str, Any]) -> None:
        SpielGame.__init__(self, name, params)

    # A class, because OpenSpiel releases its factories after the interpreter has shut down, and a function would crash.
    pyspiel.register_game(game_type(name), type(openspiel_name(name), (SpielGame,), {"__init__": initialise}))


for _name in openspiel_games():
    register(_name)
