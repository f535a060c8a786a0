"""The source of a live function, and what the names in it stand for."""

import ast
import builtins
import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from parlour.kit.errors import ParlourError

Function = ast.FunctionDef | ast.Lambda


class Untranslatable(ParlourError):
    """Python that the translator to TypeScript does not know."""


@cache
def _functions(file: str) -> dict[int, list[Function]]:
    """All functions and lambdas of a file by the line where they begin, and where their decorators do."""
    found: dict[int, list[Function]] = {}
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, Function):
            for line in {node.lineno, *_decorated_from(node)}:
                found.setdefault(line, []).append(node)
    return found


def _decorated_from(node: Function) -> list[int]:
    return [node.decorator_list[0].lineno] if isinstance(node, ast.FunctionDef) and node.decorator_list else []


def plain_function(function: Callable[..., Any]) -> FunctionType:
    """The Python function of a rule, compiled or not."""
    return cast(FunctionType, getattr(function, "py_func", function))


def is_function(value: Any) -> bool:
    return isinstance(plain_function(value), FunctionType)


def syntax_of(function: FunctionType) -> Function:
    """The syntax tree of a function or of a lambda."""
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    found = [node for node in _functions(file).get(line, []) if tuple(arg.arg for arg in node.args.args) == names]
    if len(found) != 1:
        raise Untranslatable(f"{file}, line {line}: exactly one function with these parameters should begin here")
    return found[0]


def value_of_name(function: FunctionType, name: str) -> Any:
    """What a name that is not local stands for; NameError if there is no such name."""
    captured = inspect.getclosurevars(function).nonlocals
    for names in (captured, function.__globals__, vars(builtins)):
        if name in names:
            return names[name]
    raise NameError(name)


class Place:
    """Where a construct stands, for errors."""

    def __init__(self, function: FunctionType) -> None:
        self._file = function.__code__.co_filename

    def refuse(self, node: ast.AST, what: str) -> Untranslatable:
        line = getattr(node, "lineno", 0)
        source = ast.unparse(node).splitlines()[0]
        return Untranslatable(f"{self._file}, line {line}: {what}, so `{source}` cannot be translated to TypeScript")
