"""Many matches as arrays: the same rules, one call per step of the whole batch, on several threads."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.kit import INTERPRETED, BadInput, Dice, IllegalAction, Rules, blank, readable, write_options

from .aligned import aligned
from .batch_loops import OBSERVE, STEP, batch_loops, new_share, one_match, set_share
from .loops import NOBODY, STUCK, loops
from .moments import TICK_MS, checked_tick, moments
from .pointer import address_of
from .rewards import RANK, REWARDS, reward_number
from .threads import WorkerLoop, cores, run_together, split_evenly

SMALL = 256  # fewer matches than this are not worth another thread


class Outcome(NamedTuple):
    """Results of matches that were played to the end: arrays with one row per match."""

    scores: Any  # int32[count, players]
    steps: Any  # int64[count], moves made since the call
    ends: Any  # int64[count], ms on the match's clock


Policy = Callable[[Any, Any, Any], Any]  # (current players, observations, masks) -> an action for each match


def rows_of(array: Any, which: Any) -> Any:
    """Copies of rows; of records with the gaps between their fields, which NumPy's own copy leaves to chance."""
    if array.dtype.names is None:
        return array[which]
    whole = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), -1)
    return whole[which].view(array.dtype)[:, 0]


def put_rows(array: Any, which: Any, rows: Any) -> None:
    if array.dtype.names is None:
        array[which] = rows
    else:
        array.view(np.uint8).reshape(len(array), -1)[which] = rows.view(np.uint8).reshape(len(rows), -1)


class Saved(NamedTuple):
    """Matches of a batch at one moment, taken by `get_states`: NumPy arrays with one row per match."""

    states: Any  # the complete states, secrets included
    rest: dict[str, Any]  # what else belongs to each match: whose turn it is, its mask, its random numbers

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, which: Any) -> "Saved":  # type: ignore[override]
        """Some of them, in this order; a number may occur several times."""
        rows = np.atleast_1d(np.arange(len(self.states))[which])
        return Saved(rows_of(self.states, rows), {name: rows_of(array, rows) for name, array in self.rest.items()})


class Batch(ABC):
    """`count` matches of one game. In match i the seat `current_player[i]` is asked, and `legal_action_mask[i]` is the
    mask of its legal answers.

    In a turn-based game an answer is an action and is carried out at once. In a real-time game all seats that can act
    are asked about the same moment; the last answer number means to wait; when all have answered, their answers are
    carried out in random order, and `tick_ms` pass. Match i depends only on the seed and its number, whatever the
    device.

    The arrays below are the batch's own: each step writes into them.
    """

    device: str
    current_player: Any  # int16[count]: the seat that is asked; -1 where the match is finished
    legal_action_mask: Any  # int8[count, answers]: 1 where an answer is legal; everywhere in a finished match
    terminated: Any  # int8[count]: 1 where the last step finished a match
    rewards: Any  # float32[count, players]: of every seat, for the last step
    final_scores: Any  # int32[count, players]: the scores of the match that was finished last in each place

    def __init__(
        self,
        rules: Rules,
        count: int,
        players: int,
        seed: int,
        options: dict[str, Any],
        tick_ms: int = TICK_MS,
        reward: str = REWARDS[RANK],
    ) -> None:
        self.rules = rules
        self.count = count
        self.players = players
        self.seed = seed
        self.tick_ms = checked_tick(tick_ms)
        self._reward = reward_number(reward)
        self.first = blank(rules.State, 1)
        self.first[0]["seats"] = players
        write_options(rules.options, options, self.first[0])

    def __len__(self) -> int:
        return self.count

    @abstractmethod
    def reset(self, which: Any = None) -> None:
        """Deal all matches as at the start, or give only those numbered `which` a new deal."""

    @abstractmethod
    def observe(self, out: Any = None) -> Any:
        """int8[count, size]: what the seat that is asked sees; blank where the match is finished. Into `out`, if
        given."""

    @abstractmethod
    def sample(self) -> Any:
        """int16[count]: one random legal answer per match, drawn from the match's own random numbers."""

    @abstractmethod
    def step(self, actions: Any, autoreset: bool = False) -> None:
        """One answer for each match; those of finished matches are ignored. With `autoreset`, a match that is finished
        is replaced by a new deal at once: `terminated`, `rewards` and `final_scores` still describe the old one.
        """

    @abstractmethod
    def play_out(self) -> Outcome:
        """Play every match to its end with random moves, in one call."""

    @property
    @abstractmethod
    def finished(self) -> Any:
        """bool[count]: True where the match is finished (a NumPy array on every device)."""

    @property
    @abstractmethod
    def scores(self) -> Any:
        """int32[count, players]: points so far, final where the match is finished."""

    @abstractmethod
    def get_states(self, which: Any = None) -> Saved:
        """Copies of all matches, or of those numbered `which`, to be put back later by `set_states`: for searches that
        try out moves and return. On a GPU they are copied to main memory."""

    @abstractmethod
    def set_states(self, saved: Saved, which: Any = None) -> None:
        """Continue from saved matches: all of them, or in the places numbered `which`. They may come from another batch
        of the same game with the same number of players. Everything later, random numbers included, is as it was after
        they were saved; to make copies of one match differ, choose different actions."""

    def rollout(self, policy: Policy, steps: int, autoreset: bool = True) -> int:
        """Up to `steps` steps by a policy, fewer if every match is finished; returns the number of steps.

        The policy gets the seats that are asked, their observations and their masks, on the batch's device.
        """
        for made in range(steps):
            if not autoreset and self.finished.all():
                return made
            self.step(policy(self.current_player, self.observe(), self.legal_action_mask), autoreset)
        return steps

    def _check_saved(self, saved: Saved, which: Any) -> NDArray[np.int64]:
        places = np.arange(self.count) if which is None else self._chosen_matches(which)
        if saved.states.dtype != self.rules.State or (len(saved) and saved.states["seats"][0] != self.players):
            raise BadInput(f"these are not saved matches of {self.rules.title} with {self.players} players")
        if len(saved) != len(places):
            raise BadInput(f"{len(saved)} saved matches do not fit into {len(places)} places")
        return places

    def refusal(self, i: int, state: Any, seat: int, action: int) -> IllegalAction:
        """Why an answer is illegal in match i."""
        rules = self.rules
        number = rules.no_such_action
        if 0 <= action < rules.actions:
            one = blank(rules.State, 2)
            one[0] = state[0]
            code = loops(rules).why(address_of(one), seat, action)
            number = -code if code < 0 else rules.waiting_rule(action)
        return IllegalAction(rules.rule_id(number), f"match {i}: {rules.sentences.get(number, 'no such action')}")

    def _chosen_matches(self, which: Any) -> NDArray[np.int64]:
        chosen = np.atleast_1d(np.asarray(which))
        if chosen.dtype == bool:
            chosen = np.flatnonzero(chosen)
        chosen = np.asarray(chosen, np.int64)
        if chosen.size and not 0 <= chosen.min() <= chosen.max() < self.count:
            raise BadInput(f"the matches of this batch are numbered 0 to {self.count - 1}")
        return chosen

    @property
    def bytes_per_match(self) -> int:
        """Memory per match, including its mask and one observation."""
        rules = self.rules
        own = rules.State.itemsize + moments(rules).Turn.itemsize + Dice.itemsize
        lists = 8 + 2 + 2 + 2 + 1  # numbers, current players, drawn and chosen answers, terminated
        lists += (4 + 4 + 4) * self.players  # final scores, rewards, scores before the step
        given_out = rules.pieces.size + 2  # observations, and copies of drawn answers
        return own + rules.answers + lists + given_out


class CpuBatch(Batch):
    """A batch in main memory."""

    device = "cpu"

    def __init__(
        self,
        rules: Rules,
        count: int,
        players: int,
        seed: int,
        options: dict[str, Any],
        tick_ms: int = TICK_MS,
        threads: int | None = None,
        reward: str = REWARDS[RANK],
    ) -> None:
        super().__init__(rules, count, players, seed, options, tick_ms, reward)
        if threads is not None and (not isinstance(threads, int) or threads < 1):
            raise BadInput(f"a batch needs at least one thread, not {threads!r}")
        self.threads = 1 if INTERPRETED else max(1, min(threads or cores(), count // SMALL))
        one = one_match(rules)
        self.states = blank(rules.State, count)
        self.current_player = aligned(count, np.int16)
        self.legal_action_mask = aligned((count, rules.answers), np.int8)
        self.terminated = aligned(count, np.int8)
        self.rewards = aligned((count, players), np.float32)
        self.final_scores = aligned((count, players), np.int32)
        self._before = np.zeros((count, players), np.int32)
        self._turns = blank(moments(rules).Turn, count)
        self._turns["tick_ms"] = tick_ms
        self._dice = blank(Dice, count)
        self._numbers = np.zeros(count, np.int64)
        self._masks = readable(self.legal_action_mask.view(one.Mask)[:, 0])
        self._drawn = np.zeros(count, np.int16)  # a random legal answer of each match
        self._given: NDArray[np.int16] | None = None  # the last result of `sample`, known to be legal
        self._chosen = np.zeros(count, np.int16)
        self._Row = one.Row
        self._loops = batch_loops(rules)
        self._workers = WorkerLoop(self.threads)
        self._pads = [blank(loops(rules).Pad) for _ in range(self.threads)]
        self._seens = [blank(rules.State) for _ in range(self.threads)]
        self._afters = [np.zeros(players, np.int32) for _ in range(self.threads)]
        self._shares = self._share_out()
        self.reset()

    def _share_out(self) -> list[Any]:
        """What each thread works on."""
        return [
            new_share(
                begin=begin,
                end=end,
                count=self.count,
                players=self.players,
                seed=np.uint64(self.seed),
                template=self.first,
                states=self.states,
                turns=self._turns,
                dice=self._dice,
                masks=self._masks,
                numbers=self._numbers,
                seats=self.current_player,
                drawn=self._drawn,
                chosen=self._chosen,
                terminated=self.terminated,
                final_scores=self.final_scores,
                reward=self._reward,
                rewards=self.rewards,
                before=self._before,
                after=after,
                pad=pad,
                seen=seen,
            )
            for (begin, end), pad, seen, after in zip(
                split_evenly(self.count, self.threads), self._pads, self._seens, self._afters, strict=True
            )
        ]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_shares", "_masks")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """In a copy the arrays have other addresses."""
        vars(self).update(kept)
        self._masks = readable(self.legal_action_mask.view(one_match(self.rules).Mask)[:, 0])
        self._shares = self._share_out()

    def _all(self, span: Callable[[int, int, int], Any], count: int | None = None) -> list[Any]:
        """`span(begin, end, thread)` for all matches, split evenly over the threads."""
        count = self.count if count is None else count
        if self.threads == 1 or count < 2 * SMALL:
            return [span(0, count, 0)]
        return run_together(
            [partial(span, *part, thread) for thread, part in enumerate(split_evenly(count, self.threads))]
        )

    def reset(self, which: Any = None) -> None:
        if which is None:
            self._numbers[:] = np.arange(self.count)
            chosen = self._numbers.copy()
        else:
            chosen = self._chosen_matches(which)
            self._numbers[chosen] += self.count
        self._deal(chosen)

    def _deal(self, which: NDArray[np.int64]) -> None:
        self._all(
            lambda begin, end, thread: self._loops.deal(self._shares[thread], begin, end, which),
            len(which),
        )

    def observe(self, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        shape = (self.count, self.rules.pieces.size)
        if out is None:
            out = aligned(shape, np.int8)
        elif out.shape != shape or out.dtype != np.int8 or not out.flags.c_contiguous:
            raise BadInput(f"observations are int8{list(shape)} in one piece, not {out.dtype}{list(out.shape)}")
        self._round(OBSERVE, rows=readable(out.view(self._Row)[:, 0]))
        return out

    def _round(self, task: int, **fields: Any) -> None:
        for share in self._shares:
            set_share(share, task=task, **fields)
        self._workers.round(lambda flag, polls, thread: self._loops.work(flag, polls, self._shares[thread]))

    def sample(self) -> NDArray[np.int16]:
        self._given = self._drawn.copy()
        self._given.flags.writeable = False
        return self._given

    def step(self, actions: Any, autoreset: bool = False) -> None:
        """If any answer is illegal, none is carried out, and the error names the first."""
        known = self._given is not None and actions is self._given
        self._chosen[:] = actions if known else self._checked(actions)
        self._given = None
        self._round(STEP, renew=self.count if autoreset else 0)
        if self.current_player.min() < NOBODY:
            raise RuntimeError(f"match {int(self.current_player.argmin())} is stuck: nobody can act and nothing is due")

    def _checked(self, actions: Any) -> NDArray[np.int16]:
        if np.shape(actions) != (self.count,):
            raise BadInput(f"a step takes one action for each of {self.count} matches, not {np.shape(actions)}")
        chosen = np.ascontiguousarray(actions)
        if chosen.dtype.kind not in "iu":
            raise BadInput(f"actions are whole numbers, not {chosen.dtype}")
        if chosen.dtype != np.int16:
            chosen = np.clip(chosen, -1, self.rules.answers).astype(np.int16)
        i = self._loops.first_illegal(chosen, self.current_player, self._masks)
        if i >= 0:
            raise self.refusal(i, self.states[i : i + 1], int(self.current_player[i]), int(actions[i]))
        return chosen

    def play_out(self) -> Outcome:
        steps = np.zeros(self.count, np.int64)
        self._all(lambda begin, end, thread: self._loops.play_out(self._shares[thread], begin, end, steps))
        if (steps == STUCK).any():
            raise RuntimeError(f"match {int(np.argmin(steps))} is stuck: nobody can act and nothing is due")
        self._turns["seat"] = self.current_player[:] = NOBODY
        self.legal_action_mask[:] = 1
        return Outcome(self.scores, steps, self.states["clock"].copy())

    @property
    def finished(self) -> NDArray[np.bool_]:
        return self.current_player < 0  # type: ignore[no-any-return]

    @property
    def _rest(self) -> dict[str, Any]:
        """Everything that belongs to a match, besides its state."""
        return {
            "current_player": self.current_player,
            "legal_action_mask": self.legal_action_mask,
            "turns": self._turns,
            "dice": self._dice,
            "drawn": self._drawn,
            "before": self._before,
        }

    def get_states(self, which: Any = None) -> Saved:
        places = np.arange(self.count) if which is None else self._chosen_matches(which)
        return Saved(rows_of(self.states, places), {name: rows_of(array, places) for name, array in self._rest.items()})

    def set_states(self, saved: Saved, which: Any = None) -> None:
        places = self._check_saved(saved, which)
        put_rows(self.states, places, saved.states)
        for name, array in self._rest.items():
            put_rows(array, places, saved.rest[name])
        self._given = None

    @property
    def scores(self) -> NDArray[np.int32]:
        out = np.zeros((self.count, self.players), np.int32)
        self._all(lambda begin, end, _: self._loops.score(begin, end, self.states, out))
        return out


def simulate(
    rules: Rules,
    seats: int,
    options: dict[str, Any],
    seed: int,
    first: int,
    last: int,
    threads: int = 1,
    tell: Callable[[int], None] | None = None,
) -> tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.int64]]:
    """Matches `first` to `last` - 1 of a run, played at random: scores, number of moves, and ms at the end.

    Match i depends only on the seed and i, not on the threads. `tell` is called with the number of matches just done.
    """
    game = loops(rules)
    count = last - first
    scores = np.zeros((count, seats), np.int32)
    steps = np.zeros(count, np.int64)
    ends = np.zeros(count, np.int64)

    def part(begin: int, end: int) -> None:
        work = blank(rules.State, 2)
        work[0]["seats"] = seats
        write_options(rules.options, options, work[0])
        here = slice(begin - first, end - first)
        stuck = game.simulate(
            work, np.uint64(seed), begin, end, blank(Dice), blank(game.Pad), scores[here], steps[here], ends[here]
        )
        if stuck >= 0:
            raise RuntimeError(f"match {stuck} of seed {seed} is stuck: nobody can act and nothing is due")
        if tell:
            tell(end - begin)

    chunk = max(1, min(5_000, -(-count // (4 * threads))))
    spans = [(at, min(at + chunk, last)) for at in range(first, last, chunk)]
    if threads == 1:
        for span in spans:
            part(*span)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda span: part(*span), spans))
    return scores, steps, ends
