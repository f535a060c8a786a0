"""A training run that learns to judge positions (`parlour train --method values`).

Threads play matches with the newest network; meanwhile it learns from positions drawn at random from those of the last
matches. The network that plays is a running mean, in the 8 bits in which it will be shipped.
"""

import os
import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.games import part_of
from parlour.kit import BadInput, blank, seed_of
from parlour.kit.extras import needs
from parlour.kit.weights import Block, layout

from .packing import value_weights
from .positions import Player
from .run import CHECKPOINT, WEIGHTS, note
from .settings import Settings
from .value_network import ValueNetwork, as_arrays, load
from .weights import Arrays, part, write

with needs("train"):
    import torch

SAY_EVERY = 20.0  # seconds
SHOW_EVERY = 2.5  # after this time those who play get the newest network
MIDDLE = 32  # width of the inner layers
TRIES = 0.05  # of the moves are not those that seem best
IMITATION = 0.1  # the share of a new run's time in which matches of the game's policy are learned from
IMITATION_TRIES = 0.012
MEAN_RATE, MEAN_EVERY = 0.01, 5  # how fast the running mean follows, and how often
LEAST_RATE = 0.02  # of the learning rate at the start of a run, at its end
WARM_UP = 300  # gradient steps with a lower rate
STEPS_AT_ONCE = 20
LARGEST_WORTH = 60.0  # points
POSITIONS_AT_ONCE = {"cpu": 20_000, "cuda": 60_000}  # of one thread
KEPT = {"cpu": 2_000_000, "cuda": 24_000_000}  # positions that are drawn from
ENOUGH = {"cpu": 20_000, "cuda": 200_000}  # to begin with


class Stretch(NamedTuple):
    """Some matches of one thread."""

    rows: NDArray[np.int16]
    targets: NDArray[np.float32]
    imitated: bool


class Newest:
    """The newest positions, in the device's memory."""

    def __init__(self, room: int, length: int, device: str) -> None:
        self._rows = torch.empty((room, length), dtype=torch.int16, device=device)
        self._worth = torch.empty(room, device=device)
        self._room, self._at, self.size = room, 0, 0

    def add(self, stretch: Stretch) -> int:
        """Overwrites the oldest; returns how many of the new ones are known to be worth something."""
        known = ~np.isnan(stretch.targets)
        at, rows, worth = self._at, stretch.rows[known], stretch.targets[known]
        rows, worth = rows[: self._room - at], worth[: self._room - at]
        end = at + len(rows)
        self._rows[at:end] = torch.from_numpy(rows).to(self._rows.device)
        self._worth[at:end] = torch.from_numpy(worth).to(self._rows.device)
        self.size, self._at = max(self.size, end), end % self._room
        return len(rows)

    def forget(self) -> None:
        self._at = self.size = 0

    def draw(self, count: int) -> tuple[Any, Any]:
        """Some of them at random: their features, and what they were worth."""
        chosen = torch.randint(self.size, (count,), device=self._rows.device)
        return self._rows[chosen], self._worth[chosen].clamp(-LARGEST_WORTH, LARGEST_WORTH)


class ValueRun:
    """One call of the command."""

    def __init__(self, settings: Settings, game: Any, start: Any, began: float) -> None:
        self.settings, self._game, self._began = settings, game, began
        rules, device = game.rules, settings.device
        self._afterstates = described = part_of(rules.name, "afterstates", "AFTERSTATES")
        nothing: tuple[dict[str, Any], Arrays] = {}, {}
        about, arrays = start or nothing
        self.shape = about.get("shape") or {
            "size": rules.pieces.size, "answers": rules.answers, "width": settings.width or 256, "middle": MIDDLE,
        }  # fmt: skip
        if self.shape.get("features", 0) > described.features:
            raise BadInput(f"the file was trained when positions of {game.title} were described differently")
        self.shape = {**self.shape, "features": described.features}  # some may have been added since
        self._seed = about.get("seed", 0) if settings.seed is None else settings.seed
        self.stretch, self._seconds_before = about.get("stretch", 0), about.get("seconds", 0.0)
        self.decisions, self.updates = about.get("decisions", 0), about.get("updates", 0)
        torch.manual_seed(self._seed)
        self.network = ValueNetwork(described.features, self.shape["width"], self.shape["middle"]).to(device)
        if arrays:
            load(self.network, part(arrays, "actor"))
        self.mean = {name: value.detach().clone() for name, value in self.network.state_dict().items()}
        if "trained/bias" in arrays:
            load(self.network, part(arrays, "trained"))
        self.optimiser = torch.optim.Adam(self.network.parameters(), lr=settings.rate, fused=device == "cuda")
        self._new, self._steps = not arrays, 0
        self._threads = settings.threads or max(1, (os.cpu_count() or 2) - 1)
        self._weights, self._imitates, self._ended = self._packed(), self._new, threading.Event()
        self._filled: queue.Queue[Stretch] = queue.Queue(2 * self._threads)
        seeds = [int(seed_of(np.uint64(self._seed + 1), self.stretch * 1000 + k)) for k in range(self._threads)]
        self._players = [Player(game, described, seed, POSITIONS_AT_ONCE[device]) for seed in seeds]
        self._players[0].result(self._weights, settings.numbers_of_seats[0])  # compiles it

    def _packed(self) -> Block:
        return value_weights(self.shape, part(as_arrays(self.mean), "actor"))

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._began

    def _fill(self, number: int) -> None:
        """What a thread does: at every other table one seat is the network's, at the others two or all."""
        player, numbers = self._players[number], self.settings.numbers_of_seats
        turn = 7 * number
        while not self._ended.is_set():
            turn += 1
            seats, imitates = numbers[turn % len(numbers)], self._imitates
            learners = seats if imitates or turn % 4 == 2 else 2 if turn % 4 == 0 else 1
            rows, targets = player.play(
                self._weights, seats, learners, IMITATION_TRIES if imitates else TRIES, imitates
            )
            while not self._ended.is_set():
                try:
                    self._filled.put(Stretch(rows, targets, imitates), timeout=0.5)
                    break
                except queue.Full:
                    continue

    def until(self, stopped: list[int]) -> None:
        """Learn until the time is up, then the last checkpoint and evaluation."""
        settings, device = self.settings, self.settings.device
        count = sum(value.numel() for value in self.network.parameters())
        seats = " or ".join(map(str, sorted({*settings.numbers_of_seats})))
        print(
            f"{self._game.title}, {seats} seats, {self._threads} threads and {device}: "
            f"{count:,} parameters; ready after {self.elapsed:.0f} s",
            flush=True,
        )
        self._newest = Newest(KEPT[device], self._afterstates.length, device)
        threads = [threading.Thread(target=self._fill, args=(k,), daemon=True) for k in range(self._threads)]
        for thread in threads:
            thread.start()
        start, end = self.elapsed, 60 * settings.minutes
        said = shown = saved = start
        first, losses, mark = self.updates, [], self.decisions
        while self.elapsed < end and not stopped:
            now = (self.elapsed - start) / max(1e-9, end - start)
            if self._imitates and now > IMITATION:
                self._imitates, self._weights = False, self._packed()
                self._newest.forget()
            self._collect()
            if not self._newest.size:
                continue
            losses.append(self._learn(settings.rate * max(LEAST_RATE, 1 - now)))
            if self.elapsed - shown > SHOW_EVERY and not self._imitates:
                self._weights, shown = self._packed(), self.elapsed
            if self.elapsed - said > SAY_EVERY:
                self._say(float(np.mean(losses)), (self.decisions - mark) / (self.elapsed - said))
                said, mark, losses = self.elapsed, self.decisions, []
            if settings.updates and self.updates - first >= settings.updates:
                break
            if self.elapsed - saved > 60 * settings.checkpoint_minutes:
                self.save()
                saved = self.elapsed
        self._ended.set()
        for thread in threads:
            thread.join()
        self.save()
        if stopped:
            print("stopped on request; training can be resumed", flush=True)
        elif settings.evaluate:
            self.evaluate()

    def _collect(self) -> None:
        """Take over what the threads have played; wait for it as long as there is too little to learn from."""
        while self._newest.size < ENOUGH[self.settings.device] or not self._filled.empty():
            try:
                stretch = self._filled.get(timeout=1)
            except queue.Empty:
                return
            if stretch.imitated == self._imitates:
                self.decisions += self._newest.add(stretch)

    def _learn(self, rate: float) -> float:
        """Some gradient steps; returns the last one's loss."""
        batch = self.settings.minibatch or {"cpu": 1024, "cuda": 16_384}[self.settings.device]
        loss = torch.zeros(())
        for _ in range(STEPS_AT_ONCE):
            self._steps += 1
            for group in self.optimiser.param_groups:
                group["lr"] = rate * min(1.0, self._steps / WARM_UP)
            rows, worth = self._newest.draw(batch)
            loss = (self.network(rows) - worth).square().mean()
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            self.optimiser.step()
            if self._steps % MEAN_EVERY == 0:
                with torch.no_grad():
                    for name, value in self.network.state_dict().items():
                        self.mean[name].lerp_(value, MEAN_RATE)
        self.updates += 1
        return float(loss.detach())

    def _say(self, loss: float, speed: float) -> None:
        rate = self.optimiser.param_groups[0]["lr"]
        tallies = [player.tally[0] for player in self._players]
        matches = sum(int(tally["matches"]) for tally in tallies)
        seated = max(1, sum(int(tally["seated"]) for tally in tallies))
        points = sum(int(tally["points"]) for tally in tallies) / seated
        others = max(1, sum(int(tally["others"]) for tally in tallies))
        others_points = sum(int(tally["others_points"]) for tally in tallies) / others
        for player in self._players:
            player.tally[:1] = blank(player.tally.dtype)
        minutes, seconds = divmod(int(self.elapsed), 60)
        print(
            f"{minutes:3d}:{seconds:02d}  {self.decisions / 1e6:9.1f} M positions  {speed / 1e6:6.3f} M/s  "
            f"loss {loss:6.2f}  rate {rate:.1e}  {matches} matches, {points:.1f} points (others {others_points:.1f})",
            flush=True,
        )
        note(self.settings.out, {
            "decisions": self.decisions, "updates": self.updates, "seconds": round(self._seconds, 1),
            "per_second": round(speed), "rate": rate, "device": self.settings.device, "loss": round(loss, 4),
            "points": round(points, 2), "others_points": round(others_points, 2),
        })  # fmt: skip

    @property
    def _seconds(self) -> float:
        return float(self._seconds_before + self.elapsed)

    def save(self) -> None:
        """Both files: the mean at 16 bits, and with it the network that learns at 32."""
        self.stretch += 1
        rules = self._game.rules
        about = {
            "method": "values", "game": rules.name, "rules_version": rules.version, "layout": layout(rules),
            "shape": self.shape, "seats": self.settings.numbers_of_seats, "seed": self._seed, "stretch": self.stretch,
            "seconds": round(self._seconds, 1), "decisions": self.decisions, "updates": self.updates,
        }  # fmt: skip
        learning = {
            f"trained/{name.removeprefix('actor/')}": array
            for name, array in as_arrays(self.network.state_dict()).items()
        }
        write(self.settings.out / CHECKPOINT, about, as_arrays(self.mean) | learning)
        write(self.settings.out / WEIGHTS, about, as_arrays(self.mean, np.float16))

    def evaluate(self) -> None:
        """Whole matches without trying anything: one seat for the network, the others for the game's policy."""
        weights, matches = self._packed(), -(-2 * self.settings.evaluate // self._threads)
        for seats in sorted({*self.settings.numbers_of_seats}):
            began = time.perf_counter()
            with ThreadPoolExecutor(self._threads) as pool:

                def several(player: Player, seats: int = seats) -> list[tuple[float, float]]:
                    return [player.result(weights, seats) for _ in range(matches)]

                results = np.array([each for found in pool.map(several, self._players) for each in found])
            share, off = results[:, 0].mean(), 1.96 * results[:, 0].std() / len(results) ** 0.5
            note(self.settings.out, {"rating": {
                "decisions": self.decisions, "seats": seats, "opponents": "policy", "matches": len(results),
                "share": round(float(share), 4), "off": round(float(off), 4),
                "relative": round(float(share) * seats, 3), "points": round(float(results[:, 1].mean()), 2),
                "seconds": round(time.perf_counter() - began, 1),
            }})  # fmt: skip
            print(
                f"        after {self.decisions / 1e6:.1f} M positions: one of {seats} seats against the game's policy "
                f"wins {share:.1%} ± {off:.1%} of {len(results)} matches, {share * seats:.2f} of an equal share",
                flush=True,
            )
