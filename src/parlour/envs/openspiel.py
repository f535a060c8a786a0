"""Parrot and Tricky Twist for OpenSpiel: `pyspiel.load_game("parlour_parrot(players=3,rounds=1)")`.

Importing this module registers them. Parameters are `players`, `reward` (rank, points or margin: rewards.py; all of it
is paid at the end) and every option of the game. Actions have the numbers they have everywhere in Parlour.

**Chance.** Three shapes were weighed. A chance node for every card would need the rules a second time, cut open at each
draw, and OpenSpiel could do nothing with the 10^170 deals either. A sampled game (one chance node, the state draws by
itself) hides the luck from whoever should control it: the same history would not lead to the same state, and several
algorithms refuse it. Here chance draws the match's *seed*: eight explicit nodes at the start, one for each byte, the
highest first, 256 equal outcomes each. All later luck (the next deal, a reshuffle, a tie) follows from it, as in
`Match`. So the game is explicitly stochastic, and a history is the whole match. It is the same game: to a player it
makes no difference when a hidden die was cast. Only algorithms that walk through all outcomes are out of reach, as for
every game with this many deals.

**Information.** An information state string is the seat's trail (tree.py: it makes for perfect recall) and all that the
seat may know now, in hexadecimal; an observation string is the latter alone. The tensors are the game's named pieces,
bytes as floats, the same for both: a history of hundreds of moves is no input for a network, and the pieces hold what
the rules let a player make use of. Before the cards are dealt all of them are blank. An observer without private
information sees what a spectator sees.

**Resampling** draws the other hands, the piles and all luck to come anew, given what the seat knows. The history stays
that of the state it was made from. OpenSpiel's search in Python (`open_spiel.python.algorithms.ismcts`) uses it. The
compiled one (`pyspiel.ISMCTSBot`) cannot: OpenSpiel 2.0 does not let compiled code resample a game written in Python.

**Time** stands still while a seat is to act: turn times never run out. Where several may choose in secret at the same
time (two cards to turn up, a reserve) they are asked one after another and do not see what the others chose. When
nobody can act (points are being counted) time passes. Leaving is no action here.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from parlour.games import rules_of
from parlour.games.parrot.cards import FREE_EXTRA, ROUNDS
from parlour.games.parrot.rules import MOST_TURNS
from parlour.games.tricky_twist.cards import BONUS_CARDS, CARDS, SUITS
from parlour.games.tricky_twist.scoring import base_score
from parlour.games.tricky_twist.state import RESERVE
from parlour.kit import SPECTATOR, BadInput, ParlourError
from parlour.match import game as game_named

from .position import OVER, SEED_BYTES, Position, Undealt, undealt
from .rewards import POINTS, RANK, REWARDS, reckon, reward_number

try:
    import pyspiel
except ImportError as error:
    raise ParlourError(
        "this form needs open_spiel, which is not installed: pip install 'parlour[openspiel]'"
    ) from error

OUTCOMES = [(byte, 1 / 256) for byte in range(256)]


class Limits(NamedTuple):
    """What no match of a game goes beyond: decisions in all, and the points of a seat."""

    decisions: int
    least: int
    most: int


def parrot_limits(first: Any) -> Limits:
    """PAR-58: 40 turns each, and one more after an ender. PAR-71: a Box counts -20 to 92."""
    rounds, seats = int(ROUNDS[first["rounds"]]), int(first["seats"])
    in_a_turn = 4 if first["float"] == FREE_EXTRA else 2  # where a card comes from and where it goes, perhaps twice
    return Limits(rounds * seats * (1 + in_a_turn * (MOST_TURNS + 1)), -20 * rounds, 92 * rounds)


def tricky_twist_limits(first: Any) -> Limits:
    """TRK-78: in each turn everybody plays a card, and may draw one before. Each 7 grants a bonus card, one of them
    twice if it is taken back (TRK-58). A turn leaves a seat one trick or false trick at most; Joker and V1 to V4 add
    one each.
    """
    seats = int(first["seats"])
    turns = CARDS // seats
    bonus = (len(SUITS) + 1) + 1 + BONUS_CARDS + seats  # taken or declined, carried out, declared, committed
    counts = range(turns + 5 + 1)
    best = max(int(base_score(t, f)) + t for t in counts for f in counts if t + f in counts)
    decisions = seats * (RESERVE + 2 * turns) + bonus
    return Limits(seats * decisions, 0, seats * (best + int(first["tables"].max())))


LIMITS: Mapping[str, Callable[[Any], Limits]] = {"parrot": parrot_limits, "tricky_twist": tricky_twist_limits}


def game_type(name: str, reward: int = RANK) -> Any:
    rules, kinds = rules_of(name), pyspiel.GameType
    return kinds(
        short_name=f"parlour_{name}",
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


def utilities(limits: Limits, reward: int, lowest_wins: bool) -> tuple[float, float]:
    """The least and the most that a match can be worth."""
    if reward == RANK:
        return -1.0, 1.0
    if reward == POINTS:
        ends = sorted((-limits.least, -limits.most) if lowest_wins else (limits.least, limits.most))
        return float(ends[0]), float(ends[1])
    return float(limits.least - limits.most), float(limits.most - limits.least)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters."""

    def __init__(self, name: str, params: Mapping[str, Any]) -> None:
        chosen = dict(params)
        seats, reward = chosen.pop("players"), chosen.pop("reward")
        self.rules, self.reward = rules_of(name), reward_number(reward)
        self.begins = undealt(self.rules, seats, game_named(name).checked(seats, chosen))
        limits = LIMITS[name](np.frombuffer(self.begins.first, self.rules.State)[0])
        low, high = utilities(limits, self.reward, self.rules.lowest_wins)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=len(OUTCOMES),
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=None if self.reward == POINTS else 0.0,
            max_game_length=limits.decisions,
        )
        super().__init__(game_type(name, self.reward), info, params)

    def max_chance_nodes_in_history(self) -> int:
        return SEED_BYTES

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A match at one moment. OpenSpiel copies and writes down what is in `__dict__`, so that `at` is all there is."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.at: Undealt | Position = game.begins

    def current_player(self) -> int:
        return self.at.player

    def is_terminal(self) -> bool:
        return self.at.player == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.moves

    def _apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.describe(action)

    def __str__(self) -> str:
        return str(self.at)

    def returns(self) -> list[float]:
        if not isinstance(self.at, Position) or self.at.player != OVER:
            return [0.0] * self.num_players()
        scores, rewards = self.at.scores, np.zeros(self.num_players())
        sign = -1 if self.at.rules.lowest_wins else 1
        reckon(self.get_game().reward, sign, len(scores), np.zeros_like(scores), scores, True, rewards)
        return rewards.tolist()  # type: ignore[no-any-return]

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """A state that looks the same to a player: everything else is drawn anew."""
        halves = [int(probability_sampler() * 2**32) for _ in range(2)]
        other: SpielState = self.clone()
        other.at = self.at.imagine(player_id, halves[0] << 32 | halves[1])
        return other


class Observer:
    """What a player sees: `tensor`, the same by name in `dict`, and as a string."""

    def __init__(self, game: SpielGame, kind: Any, params: Any) -> None:
        if params:
            raise BadInput(f"observers of {game.rules.title} take no parameters, and these were given: {params}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadInput("an observer sees what is public, alone or with what one player knows")
        self._alone = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recalls = kind.perfect_recall
        pieces = game.rules.pieces
        self._row = np.zeros(pieces.size, np.int8)
        self.tensor = np.zeros(pieces.size, np.float32)
        self.dict = {
            piece.name: self.tensor[piece.start : piece.start + piece.size].reshape(piece.shape) for piece in pieces
        }

    def set_from(self, state: SpielState, player: int) -> None:
        state.at.observe(SPECTATOR if self._alone else player, self._row)
        self.tensor[:] = self._row

    def string_from(self, state: SpielState, player: int) -> str:
        trail, seen = state.at.knows(SPECTATOR if self._alone else player)
        return f"{trail:016x} {seen.hex()}" if self._recalls else seen.hex()


class Parrot(SpielGame):
    def __init__(self, params: Mapping[str, Any]) -> None:
        super().__init__("parrot", params)


class TrickyTwist(SpielGame):
    def __init__(self, params: Mapping[str, Any]) -> None:
        super().__init__("tricky_twist", params)


pyspiel.register_game(game_type("parrot"), Parrot)  # classes, because OpenSpiel lets go of them too late for functions
pyspiel.register_game(game_type("tricky_twist"), TrickyTwist)
