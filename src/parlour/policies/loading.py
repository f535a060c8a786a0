"""Policies by name: a Python file, an installed package or module, or an ONNX file.

Naming a policy runs its code, so only the user of a command or the operator of a server may do it. Nothing that comes
over a network reaches this module: at live tables players choose among the names that the operator offers
(`live/offered.py`).
"""

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.bots import Player, is_bot, one_for_each
from parlour.bots import player as bot_by_name
from parlour.kit import BadInput, Bots, Rules

from .policy import Policy

GROUP = "parlour.policies"  # entry points of installed packages
USUAL = "policy"  # the name of the policy in a file, if none is given

Named = str | Callable[..., Any] | Policy | Player


@cache
def installed() -> dict[str, EntryPoint]:
    """The policies of installed packages, by name."""
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def is_policy(text: str) -> bool:
    """True if a text can name a policy; nothing is loaded."""
    return text in installed() or ":" in text or text.endswith((".py", ".onnx"))


def from_text(text: str, name: str | None = None) -> Policy:
    """A policy as a user names it: `mine.py:policy`, `mine.py`, `package.module:policy`, an installed one, or a file
    `policy.onnx`."""
    text = text.strip()
    if text.endswith(".onnx"):
        from .onnx import OnnxPolicy

        return Policy(name or text, OnnxPolicy(_file(text)), text)
    if text in installed():
        try:
            found = installed()[text].load()
        except Exception as error:
            raise BadInput(f"the installed policy {text} cannot be loaded ({_first_line(error)})") from None
        return Policy(name or text, _built(found, text), text)
    where, colon, attribute = text.rpartition(":")
    if text.endswith(".py") or not colon:
        where, attribute = text, USUAL
    module = _run_file(_file(where)) if where.endswith(".py") else _import(where)
    found = getattr(module, attribute, None)
    if not callable(found) and not hasattr(found, "act"):
        others = [key for key, value in vars(module).items() if _could_be(module, key, value)]
        has = f"; it has {', '.join(others)}" if others else ""
        raise BadInput(f"there is no policy {attribute!r} in {where}{has}")
    return Policy(name or text, _built(found, text), text)


def _could_be(module: ModuleType, key: str, value: Any) -> bool:
    return not key.startswith("_") and callable(value) and getattr(value, "__module__", None) == module.__name__


def _file(text: str) -> Path:
    path = Path(text)
    if not path.is_file():
        raise BadInput(f"there is no file {text}, which should contain a policy")
    return path.resolve()


@cache
def _run_file(path: Path) -> ModuleType:
    """The module in a file. Its folder goes to the end of the search path, so that it can import its neighbours."""
    spec = importlib.util.spec_from_file_location(f"parlour_policy_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    sys.modules[spec.name] = module  # so that what it defines can be pickled
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadInput(f"the policy in {path.name} cannot be loaded ({_first_line(error)})") from None
    return module


def _import(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            raise BadInput(f"there is no module {name!r} to take a policy from; a file ends in .py") from None
        raise BadInput(f"the policy in {name} cannot be loaded ({_first_line(error)})") from None
    except Exception as error:
        raise BadInput(f"the policy in {name} cannot be loaded ({_first_line(error)})") from None


def _built(found: Any, text: str) -> Any:
    """The policy itself. A class, or a function without parameters, is called once and returns it."""
    if not callable(found):
        return found
    try:
        parameters = inspect.signature(found).parameters
    except (TypeError, ValueError):
        return found
    if parameters and not inspect.isclass(found):
        return found
    try:
        return found()
    except Exception as error:
        raise BadInput(f"the policy {text} cannot be built ({_first_line(error)})") from None


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return f"{type(error).__name__}: {text.splitlines()[0]}" if text else type(error).__name__


def load(named: str | Callable[..., Any] | Policy, rules: Rules, name: str | None = None) -> Policy:
    """A policy by name, or a function or object as one, checked with a question of this game."""
    policy: Policy
    if isinstance(named, Policy):
        policy = named
    elif isinstance(named, str):
        policy = from_text(named, name)
    elif callable(named) or hasattr(named, "act"):
        own = getattr(named, "__name__", type(named).__name__)
        policy = Policy(name or (USUAL if own == "<lambda>" else own), named)
    else:
        raise BadInput(f"a policy is a function of an observation and a mask, or its name, not {named!r}")
    policy.check(rules)
    return policy


def player(bots: Bots, named: Named, name: str | None = None) -> Player:
    """A bot or a policy: `sharp`, `sharp@1`, `champion:2000`, `mine.py:policy`, or a function."""
    if isinstance(named, Player):
        return named
    if isinstance(named, str) and (is_bot(bots, named) or not is_policy(named.strip())):
        return bot_by_name(bots, named)
    policy = load(named, bots.rules, name)
    return Player(policy.name, policy=policy)


def players(bots: Bots, named: Named | Sequence[Named], seats: int | None = None) -> list[Player]:
    """One player for each seat, as a user writes them (`mine.py:policy,sharp`) or as a list of names and functions; a
    single one is seated everywhere."""
    each: list[Named]
    if isinstance(named, str):
        each = list(named.split(","))
    elif isinstance(named, Sequence):
        each = list(named)
    else:
        each = [named]
    return one_for_each([player(bots, one) for one in each], seats)
