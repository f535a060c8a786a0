"""A training run from start to finish: set-up, updates, checkpoints, evaluations, and the end."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import parlour
from parlour.bots import bots_of, cited
from parlour.games import part_of
from parlour.kit import BadInput, ParlourError, check_cache
from parlour.policies import player

from . import torch_or_explain
from .settings import BESIDE, Settings
from .weights import Arrays, items_of, layout, read, write

SAY_EVERY = 20.0  # seconds
CHECKPOINT, WEIGHTS, CURVE = "checkpoint.npz", "weights.npz", "curve.jsonl"
BEST_RESPONSE = "best_response.json"

Start = tuple[dict[str, Any], Arrays] | None


def train(settings: Settings) -> None:
    """Everything `parlour train` does. User errors raise a ParlourError."""
    began = time.perf_counter()
    game = parlour.game(settings.game)
    for seats in settings.numbers_of_seats:
        game.checked(seats, {})
    if game.rules.real_time:
        raise BadInput(f"{game.title} is a real-time game; only turn-based games can be trained")
    if settings.method == "values" and part_of(game.rules.name, "afterstates", "AFTERSTATES") is None:
        raise BadInput(f"{game.title} does not describe the positions that moves lead to: use --method policy")
    if min(settings.numbers_of_seats) < 2:
        raise BadInput("training needs two seats or more, since the reward is a comparison with the others")
    torch = torch_or_explain()
    if settings.device == "cuda" and not torch.cuda.is_available():
        raise ParlourError("--device cuda needs an NVIDIA GPU, and a PyTorch made for it")
    torch.set_float32_matmul_precision("high")  # TF32 on a GPU
    if settings.threads:
        torch.set_num_threads(settings.threads)
    start = _start(settings, game.rules)  # a bad file is refused before anything is compiled
    try:
        settings.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"the folder {settings.out} cannot be made ({error.strerror})") from None
    check_cache()
    with stop_requests() as stopped:
        if settings.method == "values":
            from .values import ValueRun

            ValueRun(settings, game, start, began).until(stopped)
        else:
            Run(settings, game, start, began).until(stopped)


def _start(settings: Settings, rules: Any) -> Start:
    """The file to continue from, if there is one."""
    kept = [settings.out / name for name in (CHECKPOINT, WEIGHTS) if (settings.out / name).exists()]
    if settings.resume is None:
        if kept:
            raise BadInput(f"{settings.out} already holds a training run: add --resume, or choose another --out")
        return None
    if settings.resume == BESIDE and not kept:
        raise BadInput(f"there is nothing in {settings.out} to resume from")
    path = kept[0] if settings.resume == BESIDE else Path(settings.resume)
    about, arrays = read(path, rules)
    if about.get("method", "policy") != settings.method:
        raise BadInput(f"{path} was trained with --method {about.get('method', 'policy')}, not {settings.method}")
    curve, old = settings.out / CURVE, path.with_name(CURVE)
    if not curve.exists() and old.exists():
        settings.out.mkdir(parents=True, exist_ok=True)
        curve.write_bytes(old.read_bytes())
    return about, arrays


@contextmanager
def stop_requests() -> Iterator[list[int]]:
    """A list to which SIGTERM and SIGINT add their numbers; a second one ends the process as usual."""
    received: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def stop(number: int, _: Any) -> None:
        received.append(number)
        restore()

    for number in before:
        signal.signal(number, stop)
    try:
        yield received
    finally:
        restore()


def note(folder: Path, line: dict[str, Any]) -> None:
    """Add a line to the learning curve."""
    with (folder / CURVE).open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


class Run:
    """One call of the command. The time between two checkpoints is a stretch; everything random in it follows from the
    seed and the number of the stretch, so a run that was killed continues as if it had not been."""

    def __init__(self, settings: Settings, game: Any, start: Start, began: float) -> None:
        import torch

        from .network import shape_for
        from .ppo import Learner
        from .rollouts import Rollouts
        from .saving import restored
        from .tables import stretch_seed

        self.settings, self._game, self._began = settings, game, began
        full, rules = settings.critic == "full", game.rules
        about, arrays = start or ({}, {})
        if start:
            full = about["shape"]["full"]
        self._seed = about.get("seed", 0) if settings.seed is None else settings.seed
        self.stretch = about.get("stretch", 0)
        self._seconds_before = about.get("seconds", 0.0)
        items = items_of(about, arrays) if start else part_of(rules.name, "network", "ITEMS")
        by_seats = {
            seats: Rollouts(game, settings, seats, (2 if items else seats) if full else 1, items is not None)
            for seats in settings.numbers_of_seats
        }
        self._rollouts = [*by_seats.values()]
        self._turns = [by_seats[seats] for seats in settings.numbers_of_seats]
        if start:
            self._length = about["length"]
            self.learner = restored(settings, about, arrays, rules.lowest_wins)
        else:
            self._length, largest = self._rollouts[0].survey(stretch_seed(self._seed, 0))
            torch.manual_seed(stretch_seed(self._seed, 0))
            scale = torch.ones(rules.pieces.size)
            for piece in rules.pieces:  # flags stay as they are, counts are divided by the largest that was seen
                own = slice(piece.start, piece.start + piece.size)
                scale[own] /= largest[own].max().clamp_min(1)
            shape = shape_for(rules, settings.actor_width, full, items)
            self.learner = Learner(settings, shape, scale, rules.lowest_wins, items)
        same = settings.best_response and about.get("against") == settings.against
        self._other_decisions = about["decisions"] - about["against_decisions"] if same else self.learner.decisions
        self._evaluation: subprocess.Popen[str] | None = None
        self._say_next = self._save_next = 0.0
        self._begin_stretch()

    @property
    def elapsed(self) -> float:
        return time.perf_counter() - self._began

    @property
    def _against_decisions(self) -> int:
        """The decisions of a best response that were made against the player it is to beat."""
        return int(self.learner.decisions - self._other_decisions)

    def _begin_stretch(self) -> None:
        import torch

        from .tables import stretch_seed

        seed = stretch_seed(self._seed, self.stretch)
        torch.manual_seed(seed)
        for rollouts in self._rollouts:
            rollouts.deal(seed)
            rollouts.spread_out(self.learner.choose, self._length)
        self._save_next = self.elapsed + 60 * self.settings.checkpoint_minutes

    def until(self, stopped: list[int]) -> None:
        """Updates until the time is up, then the last checkpoint and evaluation."""
        settings, learner = self.settings, self.learner
        seats = " or ".join(map(str, sorted({*settings.numbers_of_seats})))
        actor = sum(value.numel() for value in learner.actor.parameters())
        critic = sum(value.numel() for value in learner.critic.parameters())
        print(
            f"{self._game.title}, {seats} seats, {settings.match_count} matches on {settings.device}: "
            f"{actor:,} parameters in the actor, {critic:,} in the critic; ready after {self.elapsed:.0f} s",
            flush=True,
        )
        first, done, mark = learner.updates, learner.decisions, self.elapsed
        while self.elapsed < 60 * settings.minutes and not stopped:
            rollouts = self._turns[learner.updates % len(self._turns)]
            report = learner.learn(rollouts.play(learner.choose, settings.steps))
            made = learner.updates - first
            if self.elapsed >= self._say_next:
                speed = (learner.decisions - done) / (self.elapsed - mark)
                self._say(report, speed)
                done, mark, self._say_next = learner.decisions, self.elapsed, self.elapsed + SAY_EVERY
            if settings.updates and made >= settings.updates:
                break
            every = settings.checkpoint_updates
            if made % every == 0 if every else self.elapsed >= self._save_next:
                self.save()
                self._hear_evaluation(wait=False)
                self._start_evaluation(settings.evaluate)
                self._begin_stretch()
        self.save()
        self._hear_evaluation(wait=True)
        if stopped:
            print("stopped on request; training can be resumed", flush=True)
        else:
            self._start_evaluation(2 * settings.evaluate)
            found = self._hear_evaluation(wait=True)
            if settings.best_response and not self._against_decisions:
                print(f"no update was finished against {settings.against}: train longer, with --resume", flush=True)
            elif settings.best_response and found:
                self._note_best_response(found[0])

    def _say(self, report: Any, speed: float) -> None:
        learner = self.learner
        minutes, seconds = divmod(int(self.elapsed), 60)
        print(
            f"{minutes:3d}:{seconds:02d}  {learner.decisions / 1e6:9.1f} M decisions  {speed / 1e6:6.3f} M/s  "
            f"entropy {report.entropy:.3f}  KL {report.kl:.4f}  explained {report.explained:5.2f}  "
            f"points {report.points:6.1f}  rate {learner.rate:.1e}"
            + ("" if math.isnan(report.won) else f"  won {report.won:.1%}"),
            flush=True,
        )
        self._note({
            "decisions": learner.decisions, "updates": learner.updates, "seconds": round(self._seconds, 1),
            "per_second": round(speed), "rate": learner.rate, "device": self.settings.device,
            **{name: round(value, 5) for name, value in report._asdict().items() if not math.isnan(value)},
        })  # fmt: skip

    @property
    def _seconds(self) -> float:
        return self._seconds_before + self.elapsed

    def _note(self, line: dict[str, Any]) -> None:
        note(self.settings.out, line)

    def save(self) -> None:
        """Both files; the next stretch starts from them."""
        from .saving import about_learner, complete, light

        self.stretch += 1
        rules = self._game.rules
        about = {
            "game": rules.name, "rules_version": rules.version, "layout": layout(rules),
            "seats": self.settings.numbers_of_seats,
            "seed": self._seed, "stretch": self.stretch, "length": self._length, "seconds": round(self._seconds, 1),
            **about_learner(self.learner),
        }  # fmt: skip
        if self.settings.best_response:
            about |= {"against": self.settings.against, "against_decisions": self._against_decisions}
        write(self.settings.out / CHECKPOINT, about, complete(self.learner))
        write(self.settings.out / WEIGHTS, about, light(self.learner))
        self.learner.averaged = 0

    def _start_evaluation(self, matches: int) -> None:
        """Evaluate in a separate process, which can use the CPU cores while a GPU trains."""
        if not matches or self._evaluation is not None:
            return
        settings = self.settings
        command = [sys.executable, "-m", "parlour.train.rating", settings.game, str(settings.out / WEIGHTS)]
        command += [
            "--seats",
            ",".join(map(str, sorted({*settings.numbers_of_seats}))),
            "--opponents",
            settings.evaluated_against,
            "--matches",
            str(matches),
        ]
        surroundings = os.environ | {"CUDA_VISIBLE_DEVICES": ""}
        if settings.threads:
            command += ["--threads", str(settings.threads)]
            surroundings |= {"OMP_NUM_THREADS": str(settings.threads), "OPENBLAS_NUM_THREADS": str(settings.threads)}
        self._evaluation = subprocess.Popen(
            command, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def _hear_evaluation(self, wait: bool) -> list[dict[str, Any]]:
        running = self._evaluation
        if running is None or (not wait and running.poll() is None):
            return []
        told, wrong = running.communicate()
        self._evaluation = None
        if running.returncode:
            print(f"the evaluation failed: {(wrong.strip().splitlines() or ['?'])[-1]}", flush=True)
            return []
        found: list[dict[str, Any]] = json.loads(told)
        for each in found:
            print(
                f"        after {each['decisions'] / 1e6:.1f} M decisions: "
                f"one of {each['seats']} seats against {each['opponents']} wins "
                f"{each['share']:.1%} ± {each['off']:.1%} of {each['matches']} matches, "
                f"{each['relative']:.2f} of an equal share ({each['seconds']:.0f} s)",
                flush=True,
            )
            self._note({"rating": each})
        return found

    def _note_best_response(self, rating: dict[str, Any]) -> None:
        """How often the network beats the player that it was trained against: `parlour leaderboard` shows it."""
        settings, rules = self.settings, self._game.rules
        bots, seats = bots_of(rules), settings.numbers_of_seats[0]
        share, off = rating["share"], rating["off"]
        found = {
            "game": rules.name, "rules": rules.version, "seats": seats,
            "against": cited(bots, player(bots, rating["opponents"])),
            "trained_against": cited(bots, player(bots, settings.against or "")),
            "share": share, "low": round(max(0.0, share - off), 4), "high": round(min(1.0, share + off), 4),
            "matches": rating["matches"], "decisions": self._against_decisions,
            "decisions_before": self._other_decisions, "seconds": round(self._seconds), "device": settings.device,
            "seed": self._seed, "parlour": parlour.__version__,
        }  # fmt: skip
        (settings.out / BEST_RESPONSE).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        print(
            f"Best response to {found['against']}: {share:.1%} of the wins ({found['low']:.1%} to "
            f"{found['high']:.1%}), an equal share is {1 / seats:.1%}; "
            f"written to {settings.out / BEST_RESPONSE}",
            flush=True,
        )
