"""A batch on a GPU: the same rule functions, one thread per match. Arrays stay on the GPU."""

from typing import Any

import numpy as np

from parlour.kit import INTERPRETED, BadInput, Dice, IllegalAction, ParlourError, Rules, blank
from parlour.kit.extras import how_to_install

from .batch import Batch, Outcome, Saved, put_rows, rows_of
from .batch_loops import one_match
from .loops import NOBODY
from .moments import moments
from .rewards import RANK, REWARDS

BLOCK = 256  # threads per block
WARP = 32  # threads
SHARED_BYTES = 48 * 1024 - 272  # what every GPU gives a block, less what the step kernel uses for its list
MULTIPROCESSORS = 132  # of the largest GPU measured (H200)
SMALL_STATE = 500  # bytes
NEEDS_GPU = f"device='cuda' needs an NVIDIA GPU and {how_to_install('gpu')}; device='cpu' works everywhere"


class NoGpu(ParlourError):
    """There is no usable GPU."""


def toolkit() -> Any:
    """numba.cuda, if there is a GPU or its simulator is switched on."""
    if INTERPRETED:
        raise NoGpu(f"interpreted rules do not run on a GPU: {NEEDS_GPU}")
    if not hasattr(np, "row_stack"):  # numba-cuda 0.30 still uses it, NumPy 2.5 removed it
        np.row_stack = np.vstack  # type: ignore[attr-defined]
    try:
        from numba import cuda

        if cuda.is_available():
            return cuda
    except Exception as error:  # whatever a half-installed toolkit raises, there is no usable GPU
        raise NoGpu(f"{NEEDS_GPU} ({type(error).__name__})") from None
    raise NoGpu(NEEDS_GPU)


def thread_count(rules: Rules) -> int:
    """Threads for `play_out`, each playing one match after another. For small states, fewer than fit on the GPU: then
    the cache holds what they touch (Parrot is a fifth faster with 768 per multiprocessor than with 1,024). Large states
    never fit into the cache, and every further thread hides some memory latency."""
    return MULTIPROCESSORS * (768 if rules.State.itemsize < SMALL_STATE else 2048)


def flat_views(rows: Any) -> tuple[Any, Any]:
    """All bytes of an array on the GPU; and the same as 64-bit words, without a rest, if it begins at a whole word."""
    from .kernels import WORD

    flat = rows.reshape(rows.size)
    address = rows.__cuda_array_interface__["data"][0] if hasattr(rows, "__cuda_array_interface__") else 0
    return flat, flat[: 0 if address % WORD else rows.size // WORD * WORD].view(np.int64)


class Shared:
    """An array on the GPU. `torch.from_dlpack(array)` and `jax.dlpack.from_dlpack(array)` share its memory, so they
    also see what the batch writes later."""

    def __init__(self, array: Any) -> None:
        self.array = array

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.array.dtype  # type: ignore[no-any-return]

    def copy_to_host(self) -> Any:
        return self.array.copy_to_host()

    @property
    def __cuda_array_interface__(self) -> Any:
        return self.array.__cuda_array_interface__

    def __dlpack__(self, **how: Any) -> Any:
        toolkit().synchronize()  # the consumer may use another stream
        return self._view().__dlpack__(**how)

    def __dlpack_device__(self) -> Any:
        return self._view().__dlpack_device__()

    def _view(self) -> Any:
        from cuda.core.utils import StridedMemoryView

        return StridedMemoryView.from_any_interface(self.array, stream_ptr=-1)


class GpuBatch(Batch):
    """A batch in GPU memory. Its arrays are `Shared`."""

    device = "cuda"

    def __init__(
        self,
        rules: Rules,
        count: int,
        players: int,
        seed: int,
        options: dict[str, Any],
        tick_ms: int,
        reward: str = REWARDS[RANK],
    ) -> None:
        cuda = self._cuda = toolkit()
        super().__init__(rules, count, players, seed, options, tick_ms, reward)
        one, Turn = one_match(rules), moments(rules).Turn
        from .kernels import kernels

        self._kernels = kernels(rules)
        turns = blank(Turn, count)
        turns["tick_ms"] = tick_ms
        self._first = cuda.to_device(self.first)
        self._turns = cuda.to_device(turns)
        self._dice = cuda.to_device(blank(Dice, count))
        self._states = cuda.to_device(blank(rules.State, count))
        self._numbers = cuda.to_device(np.zeros(count, np.int64))
        self._everyone = cuda.to_device(np.arange(count))
        self._chosen = cuda.to_device(np.zeros(count, np.int16))
        mask = cuda.to_device(np.zeros((count, rules.answers), np.int8))
        self._masks, self.legal_action_mask = mask.view(one.Mask), Shared(mask)
        self.current_player = Shared(cuda.to_device(np.full(count, NOBODY, np.int16)))
        self._drawn = Shared(cuda.to_device(np.zeros(count, np.int16)))
        self.terminated = Shared(cuda.to_device(np.zeros(count, np.int8)))
        self.rewards = Shared(cuda.to_device(np.zeros((count, players), np.float32)))
        self.final_scores = Shared(cuda.to_device(np.zeros((count, players), np.int32)))
        self._before = cuda.to_device(np.zeros((count, players), np.int32))
        self._ended, self._listed = cuda.to_device(np.zeros(count, np.int64)), cuda.to_device(np.zeros(1, np.int64))
        self._none = cuda.to_device(np.zeros(1, np.int64))
        self._mask_bytes, self._mask_words = flat_views(mask)
        self.reset()

    def _launch_staged(self, kernel: Any, row: int, *arguments: Any) -> None:
        """Launch a kernel whose threads each have a row of `row` bytes in shared memory. The number of threads in a
        block is a multiple of eight, so that the rows of every block begin at a whole word."""
        from .kernels import MOST_THREADS, WORD

        most = MOST_THREADS if self.rules.real_time else MOST_THREADS // 2  # see the step kernel; otherwise 4 % slower
        fit = SHARED_BYTES // row
        block = min(most, fit // WARP * WARP or fit // WORD * WORD, -(-self.count // WORD) * WORD)
        if not block:
            raise BadInput(f"{self.rules.title} has rows of {row} bytes, too long for a GPU; use device='cpu'")
        kernel[-(-self.count // block), block, 0, -(-block * row // WORD) * WORD](*arguments)

    def _deal(self, which: Any, listed: Any, threads: int, further: int, keep_rewards: bool) -> None:
        self._launch(
            self._kernels.deal, threads, which, listed, further, self._first, np.uint64(self.seed), self._numbers,
            self._states, self._turns, self._dice, self._masks, self.current_player.array, self._drawn.array,
            keep_rewards, self.rewards.array, self._before,
        )  # fmt: skip

    def _launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        block = min(count, BLOCK)
        kernel[-(-count // block), block](*arguments)

    @property
    def bytes_per_match(self) -> int:
        """Plus lists of all match numbers and of the finished ones, but without a copy of the drawn answers."""
        return super().bytes_per_match + 8 + 8 - 2

    @property
    def states(self) -> Any:
        """The state records, on the GPU."""
        return self._states

    def reset(self, which: Any = None) -> None:
        further = self.count
        if which is None:
            self._numbers.copy_to_device(self._everyone)
            which, further = self._everyone, 0
        elif not hasattr(which, "__cuda_array_interface__"):
            which = self._chosen_matches(which)
        which = self._cuda.to_device(which)
        if len(which):
            self._deal(which, self._cuda.to_device(np.full(1, len(which), np.int64)), len(which), further, False)

    def observe(self, out: Any = None) -> Any:
        cuda = self._cuda
        shape = (self.count, self.rules.pieces.size)
        out = Shared(cuda.device_array(shape, np.int8)) if out is None else out
        rows = out.array if isinstance(out, Shared) else cuda.as_cuda_array(out)
        if rows.shape != shape or rows.dtype != np.int8:
            raise BadInput(f"observations are int8{list(shape)}, not {rows.dtype}{list(rows.shape)}")
        self._launch_staged(self._kernels.observe, shape[1], self._states, self._turns, *flat_views(rows))
        return out

    def sample(self) -> Shared:
        return self._drawn

    def step(self, actions: Any, autoreset: bool = False) -> None:
        from .kernels import BITS, mask_length

        chosen = actions.array if actions is self._drawn else self._checked(actions)
        if autoreset:
            self._listed.copy_to_device(self._none)
        self._launch_staged(
            self._kernels.step, BITS // 8 * mask_length(self.rules.answers), int(autoreset), chosen, self._states,
            self._turns, self._dice, self._mask_bytes, self._mask_words, self.current_player.array, self._drawn.array,
            self.terminated.array, self.final_scores.array, self._reward, self.rewards.array, self._before, self._ended,
            self._listed,
        )  # fmt: skip
        if autoreset:
            self._deal(self._ended, self._listed, min(self.count, thread_count(self.rules)), self.count, True)

    def _checked(self, actions: Any) -> Any:
        cuda = self._cuda
        if isinstance(actions, Shared):
            given = actions.array
        elif hasattr(actions, "__cuda_array_interface__"):
            given = cuda.as_cuda_array(actions)
        else:
            given = cuda.to_device(np.ascontiguousarray(actions))
        if tuple(given.shape) != (self.count,):
            raise BadInput(f"a step takes one action for each of {self.count} matches, not {tuple(given.shape)}")
        if given.dtype.kind not in "iu":
            raise BadInput(f"actions are whole numbers, not {given.dtype}")
        first_wrong = cuda.to_device(np.full(1, self.count, np.int64))
        self._launch(
            self._kernels.wrong, self.count, given, self._chosen, self.current_player.array, self._masks, first_wrong
        )
        i = int(first_wrong.copy_to_host()[0])
        if i < self.count:
            raise self._refusal(i, given)
        return self._chosen

    def _refusal(self, i: int, given: Any) -> IllegalAction:
        one = blank(self.rules.State, 1)
        self._states[i : i + 1].copy_to_host(one)
        seat, action = self.current_player.array[i : i + 1].copy_to_host()[0], given[i : i + 1].copy_to_host()[0]
        return self.refusal(i, one, int(seat), int(action))

    def play_out(self) -> Outcome:
        from .kernels import uses_all_registers

        cuda = self._cuda
        steps, ends = cuda.device_array(self.count, np.int64), cuda.device_array(self.count, np.int64)
        arguments = (cuda.to_device(np.zeros(1, np.int64)), self._states, self._turns, self._dice, steps, ends)
        kernel = self._kernels.play_out
        if uses_all_registers(kernel, *arguments):
            kernel = self._kernels.play_out_without_lto
        self._launch(kernel, min(self.count, thread_count(self.rules)), *arguments)
        masks, players = self.legal_action_mask.array, self.current_player.array
        self._launch(self._kernels.close, self.count * self.rules.answers, masks, players)
        return Outcome(self.scores, Shared(steps), Shared(ends))

    @property
    def finished(self) -> Any:
        return self.current_player.copy_to_host() < 0

    @property
    def _rest(self) -> dict[str, Any]:
        """Everything that belongs to a match, besides its state."""
        return {
            "current_player": self.current_player.array,
            "legal_action_mask": self.legal_action_mask.array,
            "turns": self._turns,
            "dice": self._dice,
            "drawn": self._drawn.array,
            "before": self._before,
        }

    def get_states(self, which: Any = None) -> Saved:
        places = np.arange(self.count) if which is None else self._chosen_matches(which)
        rest = {name: rows_of(array.copy_to_host(), places) for name, array in self._rest.items()}
        return Saved(rows_of(self._states.copy_to_host(), places), rest)

    def set_states(self, saved: Saved, which: Any = None) -> None:
        places = self._check_saved(saved, which)
        for array, rows in [
            (self._states, saved.states),
            *((self._rest[name], saved.rest[name]) for name in saved.rest),
        ]:
            all_rows = array.copy_to_host()
            put_rows(all_rows, places, rows)
            array.copy_to_device(all_rows)

    @property
    def scores(self) -> Shared:
        out = self._cuda.to_device(np.zeros((self.count, self.players), np.int32))
        self._launch(self._kernels.score, self.count, self._states, out)
        return Shared(out)
