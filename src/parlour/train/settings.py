"""The options of `parlour train`: one table, read by both `parlour train` and `python -m parlour.train`."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NoReturn

from parlour.kit import BadInput

OUT = Path("training")
OF_A_POLICY = (
    "reward", "critic", "matches", "against", "against_share", "steps", "epochs", "entropy", "checkpoint_updates",
    "opponents", "compile",
)  # fmt: skip
BESIDE = "(--out)"  # --resume without a file: continue from the files in the output folder


def _option(default: Any, text: str, **more: Any) -> Any:
    return field(default=default, metadata={"help": text, **more})


@dataclass(frozen=True)
class Settings:
    """All settings of a run. None means that the value depends on the device."""

    game: str
    seats: str = _option("4", "players at each table; several numbers, as in 3,4,4, take turns", metavar="N[,N]")
    method: str = _option(
        "policy",
        "what the network learns: a policy (PPO), or what positions are worth (games that describe them)",
        choices=("policy", "values"),
    )
    minutes: float = _option(10.0, "wall time, from the start of the command to the end of training")
    device: str = _option("cpu", "where matches are played and learned from", choices=("cpu", "cuda"))
    seed: int | None = _option(None, "seed of the deals and of a new network (0; a resumed run keeps its own)")
    out: Path = _option(OUT, "folder for checkpoints and the learning curve", metavar="DIR")  # noqa: RUF009
    resume: str | None = _option(
        None,
        "continue from a checkpoint or weights file; without FILE, from the one in --out",
        nargs="?",
        const=BESIDE,
        metavar="FILE",
    )
    reward: str | None = _option(
        None, "what a finished match pays (rank; win if all tables are against bots)", choices=("rank", "win")
    )
    critic: str = _option("full", "what the critic sees: all seats, or only its own", choices=("full", "own"))
    width: int | None = _option(None, "width of the actor (cpu 128; cuda as wide as 2 MB allow)", positive=True)
    matches: int | None = _option(None, "matches played side by side (cpu 256, cuda 16384)", positive=True)
    against: str | None = _option(None, "bots that take all other seats at some of the tables", metavar="BOT")
    against_share: float = _option(0.25, "the share of the tables at which they do; 1: learn the best response to them")
    steps: int = _option(128, "decisions in each match between two updates", positive=True)
    minibatch: int | None = _option(None, "decisions per gradient step (cpu 2048, cuda 32768)", positive=True)
    epochs: int = _option(2, "passes over the decisions of each update", positive=True)
    rate: float = _option(7e-4, "learning rate at the start; falls as decisions accumulate", positive=True)
    entropy: float = _option(0.01, "weight of the entropy bonus at the start; falls likewise")
    updates: int | None = _option(None, "stop after this many updates, even if time is left", positive=True)
    checkpoint_minutes: float = _option(2.5, "wall time between checkpoints", positive=True)
    checkpoint_updates: int | None = _option(None, "write a checkpoint after every N updates instead", positive=True)
    evaluate: int = _option(2_000, "matches against bots after each checkpoint, twice as many at the end; 0: none")
    opponents: str | None = _option(
        None, "kinds of bots to evaluate against, one after another (sharp,casual; with --against-share 1, that bot)"
    )
    threads: int | None = _option(None, "CPU threads (all cores)", positive=True)
    compile: bool = _option(False, "compile the networks with torch.compile", action="store_true")

    @property
    def numbers_of_seats(self) -> list[int]:
        """Each update is made from tables of one number of seats; these take turns."""
        return [int(each) for each in self.seats.split(",")]

    @property
    def actor_width(self) -> int | None:
        return self.width or {"cpu": 128, "cuda": None}[self.device]

    @property
    def match_count(self) -> int:
        return self.matches or {"cpu": 256, "cuda": 16_384}[self.device]

    @property
    def bot_count(self) -> int:
        """The matches in which bots take the other seats."""
        return round(self.match_count * self.against_share) if self.against else 0

    @property
    def self_play_count(self) -> int:
        return self.match_count - self.bot_count

    @property
    def best_response(self) -> bool:
        """True if the network only learns to beat one frozen player."""
        return self.against is not None and self.against_share == 1

    @property
    def final_reward(self) -> str:
        return self.reward or ("win" if self.best_response else "rank")

    @property
    def evaluated_against(self) -> str:
        return self.opponents or (self.against if self.best_response and self.against else "sharp,casual")

    @property
    def minibatch_size(self) -> int:
        return self.minibatch or {"cpu": 2_048, "cuda": 32_768}[self.device]


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise BadInput(message)


def read_settings(arguments: Sequence[str], program: str) -> Settings:
    """The settings given on a command line; BadInput says what is wrong with them."""
    parser = _Parser(prog=program, description="Train a network by self-play (docs/training.md).")
    parser.add_argument("game", metavar="GAME", help="one of the installed turn-based games")
    for each in fields(Settings)[1:]:
        more = {name: value for name, value in each.metadata.items() if name != "positive"}
        if "action" not in more:
            kind = str(each.type)
            more["type"] = int if "int" in kind else float if "float" in kind else Path if "Path" in kind else str
            more["default"] = each.default
            if each.default is not None:
                more["help"] += f" ({each.default})"
        parser.add_argument("--" + each.name.replace("_", "-"), **more)
    settings = Settings(**vars(parser.parse_args(arguments)))
    for each in fields(Settings):
        value = getattr(settings, each.name)
        if each.metadata.get("positive") and value is not None and value <= 0:
            raise BadInput(f"--{each.name.replace('_', '-')} must be more than 0, not {value}")
        if settings.method == "values" and each.name in OF_A_POLICY and value != each.default:
            raise BadInput(f"--{each.name.replace('_', '-')} has no meaning with --method values")
    numbers = settings.seats.split(",")
    if not all(each.isdecimal() for each in numbers):
        raise BadInput(f"--seats is a number of players, or several as in 3,4, not {settings.seats!r}")
    if settings.best_response and len(numbers) > 1:
        raise BadInput("a best response is learned with one number of seats: give --seats only one")
    if settings.against and not 0 < settings.against_share <= 1:
        raise BadInput(f"--against-share is more than 0 and at most 1, not {settings.against_share:g}")
    if settings.best_response and "," in (settings.against or ""):
        raise BadInput(
            "a best response is learned against one player: with --against-share 1, --against names only one"
        )
    if settings.minutes <= 0 or settings.entropy < 0 or settings.evaluate < 0:
        raise BadInput("--minutes must be more than 0, --entropy and --evaluate at least 0")
    return settings
