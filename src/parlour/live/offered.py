"""The policies that the operator of a server offers as opponents, under names that players can choose.

They are loaded when the server starts, from the command line. A name that comes from a player or from the database is
only looked up among those, and never loaded.
"""

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import msgspec
import numpy as np

from parlour.bots import Player, bots_of
from parlour.games import names, rules_of
from parlour.kit import BadInput, Rules
from parlour.policies import Policy, from_text, substitute
from parlour.policies.policy import Question

from .names import tidy_name
from .parts import Part, part_of

# Asks for all games at once. Interpreted, because compiling them would take minutes.
QUESTIONS = """
import json
from parlour.games import names, rules_of
from parlour.policies.policy import first_question
print(json.dumps({name: [row.tolist() for row in first_question(rules_of(name))] for name in names()}))
"""


class Offered:
    """Policies by game and name."""

    def __init__(self, policies: Mapping[str, Mapping[str, Policy]] | None = None) -> None:
        self._policies = policies or {}

    def policies(self, rules: Rules) -> list[str]:
        return list(self._policies.get(rules.name, ()))

    def names(self, rules: Rules) -> tuple[str, ...]:
        """All bots that players can choose in a game: its own, and the policies."""
        return (*bots_of(rules).available, *self.policies(rules))

    def player(self, rules: Rules, name: str) -> Player:
        """The bot of this name. If it is not offered any more, a usual one."""
        policy = self._policies.get(rules.name, {}).get(name)
        if policy is not None:
            return Player(name, policy=policy)
        bots = bots_of(rules)
        return Player(name if name in bots.available else substitute(bots))

    def parts(self, rules: Rules, names: Iterable[str]) -> set[Part]:
        """What is compiled for a game and the bots of these names."""
        bots = bots_of(rules)
        return {Part(rules.name)} | {part_of(bots, self.player(rules, name)) for name in names}


def load_offered(texts: Iterable[str]) -> Offered:
    """Policies as an operator names them, `mine.py:policy` or `Ada=mine.py:policy`, in all games that they can play."""
    found: dict[str, dict[str, Policy]] = {}
    taken: set[str] = set()
    for text in texts:
        label, _, source = text.rpartition("=")
        label = tidy_name(label or _label(source))
        built_in = {name for game in names() for name in bots_of(rules_of(game)).names}
        if label in built_in | taken:
            raise BadInput(f"there is a bot {label!r} already; name the policy as in Ada={source}")
        taken.add(label)
        policy = from_text(source, label)
        problems = []
        for game in names():
            try:
                policy.check(rules_of(game), first_questions()[game])
                found.setdefault(game, {})[label] = policy
            except BadInput as error:
                problems.append(str(error))
        if len(problems) == len(names()):
            raise BadInput(f"{source} can play none of the games; for example, {problems[0]}")
    return Offered(found)


def _label(source: str) -> str:
    """A short name: of the policy, or of the file or module if that is just called `policy`."""
    where, colon, name = source.rpartition(":")
    if not colon or name == "policy" or source.endswith((".py", ".onnx")):
        place = Path(where if colon and name == "policy" else source)
        return place.stem if place.suffix in (".py", ".onnx") else place.name.rpartition(".")[2]
    return name


@cache
def first_questions() -> dict[str, Question]:
    """The first question of every game."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", QUESTIONS], env=environment, capture_output=True, check=True, stdin=subprocess.DEVNULL
    )
    asked = msgspec.json.decode(done.stdout, type=dict[str, tuple[list[int], list[int]]])
    return {game: (np.array(row, np.int8), np.array(mask, np.int8)) for game, (row, mask) in asked.items()}
