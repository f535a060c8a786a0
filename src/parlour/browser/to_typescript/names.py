"""The names and constants in a Python function, as TypeScript."""

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from types import FunctionType
from typing import Any

from parlour.kit import in_python

from .kinds import (
    Kind,
    kind_of_value,
)
from .program import Program, Signature
from .python_source import Place, value_of_name
from .writing import (
    Code,
    camel,
    literal,
)

LESS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
NOT_STATIC = object()


class Names:
    """The names and constants of one function."""

    def __init__(self, program: Program, function: FunctionType) -> None:
        self.program = program
        self.function = function
        self.signature: Signature = program.signature(function)
        self.refuse = Place(function).refuse
        self._inner: list[dict[str, Kind]] = []  # variables of comprehensions and lambdas

    def expression(self, node: ast.expr) -> Code:
        write: Callable[[Any], Code] | None = getattr(self, f"_{type(node).__name__}", None)
        if write is None:
            raise self.refuse(node, "there is no translation of this construct")
        return write(node)

    def call(self, node: ast.Call) -> Code:
        raise NotImplementedError

    def _Call(self, node: ast.Call) -> Code:
        return self.call(node)

    # Names and constants

    def is_local(self, name: str) -> bool:
        return name in self.signature.variables or any(name in names for names in self._inner)

    @contextmanager
    def variables(self, names: dict[str, Kind]) -> Iterator[None]:
        """Inside, these names stand for variables of a comprehension or a lambda."""
        self._inner.append(names)
        yield
        self._inner.pop()

    def static(self, node: ast.expr) -> Any:
        """The live object that a name, an attribute of a module or class, or `in_python(rule)` stands for."""
        if isinstance(node, ast.Name) and not self.is_local(node.id):
            try:
                return value_of_name(self.function, node.id)
            except NameError:
                raise self.refuse(node, "there is no such name") from None
        if isinstance(node, ast.Attribute):
            owner = self.static(node.value)
            return NOT_STATIC if owner is NOT_STATIC else getattr(owner, node.attr, NOT_STATIC)
        if isinstance(node, ast.Call) and len(node.args) == 1 and self.static(node.func) is in_python:
            return self.static(node.args[0])
        return NOT_STATIC

    def constant(self, node: ast.expr, name: str, value: Any) -> Code:
        kind = kind_of_value(value)
        if isinstance(node, ast.Attribute):
            member = self.static(node.value) if node.attr == "value" else value
            if isinstance(member, IntEnum):
                return Code(f"/* {type(member).__name__}.{member.name} */ {member.value}", kind)
        try:
            return Code(self.program.constant(name, value), kind)
        except TypeError:
            raise self.refuse(node, f"{name} is neither a constant nor called here") from None

    def _Name(self, node: ast.Name) -> Code:
        for names in reversed(self._inner):
            if node.id in names:
                return Code(camel(node.id), names[node.id])
        if node.id in self.signature.variables:
            return Code(camel(node.id), self.signature.variables[node.id])
        return self.constant(node, node.id, self.static(node))

    def _Constant(self, node: ast.Constant) -> Code:
        try:
            return Code(literal(node.value), kind_of_value(node.value))
        except TypeError:
            raise self.refuse(node, "this constant has no counterpart") from None
