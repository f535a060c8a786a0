"""Calls: Python's builtins and methods, structs, and functions that are translated in turn."""

import ast
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import msgspec
import numpy as np

from parlour.kit import plain

from .expressions import Expressions
from .kinds import (
    BOOL,
    FLOAT,
    NATURAL,
    NONE,
    NOTHING_YET,
    NUMBERS,
    SMALL,
    TEXT,
    WHOLE,
    DictOf,
    Kind,
    ListOf,
    Maybe,
    Member,
    ObjectOf,
    StructOf,
    TupleOf,
    as_number,
    is_list,
    item_of,
    join,
    kind_of_value,
    without_none,
)
from .names import NOT_STATIC
from .python_source import is_function, plain_function
from .writing import ATOM, CHOICE, EQUALITY, Code, group, literal

WRAPPERS = (int, np.int64)  # leave whole numbers as they are


class Calls(Expressions):
    """The calls in one function."""

    def call(self, node: ast.Call) -> Code:
        called = self.static(node.func)
        if called is NOT_STATIC or (isinstance(node.func, ast.Attribute) and self._is_method(node.func)):
            if not isinstance(node.func, ast.Attribute):
                raise self.refuse(node, "only functions, classes and methods can be called")
            return self._method(node, node.func)
        if called is plain:
            return self.expression(node.args[0])
        if called in WRAPPERS:
            return self._whole(node)
        if called is np.uint64:
            return Code(f"py.unsigned({self.number(*self._arguments(node, 1, 1)).text})", WHOLE)
        if isinstance(called, type) and issubclass(called, IntEnum):
            return Code(self.number(node.args[0]).text, Member(enum=called))
        if isinstance(called, type) and issubclass(called, msgspec.Struct):
            return self._struct(node, called)
        if is_function(called):
            return self._function(node, called)
        write: Callable[[ast.Call], Code] | None = getattr(self, f"_call_{getattr(called, '__name__', '')}", None)
        if write is None or called.__module__ != "builtins":
            raise self.refuse(node, "there is no translation of what is called")
        return write(node)

    def _is_method(self, function: ast.Attribute) -> bool:
        """True for a method of a constant, such as `", ".join` or `NAMES.index`."""
        owner = self.static(function.value)
        return owner is not NOT_STATIC and not isinstance(owner, type | type(np))

    def _whole(self, node: ast.Call) -> Code:
        code = self.number(node.args[0])
        return Code(f"Math.trunc({code.text})", SMALL) if code.kind == FLOAT else code

    def _arguments(self, node: ast.Call, least: int, most: int) -> list[ast.expr]:
        """Positional arguments of a builtin or a method; their number is checked."""
        if node.keywords or not least <= len(node.args) <= most or any(isinstance(a, ast.Starred) for a in node.args):
            raise self.refuse(node, "it is translated only with plain positional arguments")
        return node.args

    # Functions and structs

    def _function(self, node: ast.Call, called: Any) -> Code:
        function = plain_function(called)
        signature = self.program.signature(function)
        given: dict[str, ast.expr] = dict(zip(signature.parameters, node.args, strict=False))
        given |= {word.arg: word.value for word in node.keywords if word.arg}
        if len(given) != len(node.args) + len(node.keywords) or any(isinstance(a, ast.Starred) for a in node.args):
            raise self.refuse(node, "arguments must match the parameters one by one")
        first_default = len(signature.parameters) - len(function.__defaults__ or ())
        texts = []
        for number, name in enumerate(signature.parameters):
            if name in given:
                code = self.expression(given[name])
                self.program.grow(signature.variables, name, code.kind)
                self.absorb(given[name], signature.variables[name])
                texts.append(code.text)
            elif number >= first_default:
                value = (function.__defaults__ or ())[number - first_default]
                self.program.grow(signature.variables, name, kind_of_value(value))
                texts.append(literal(value))
            else:
                raise self.refuse(node, f"the argument {name} is missing")
        return Code(group(f"{self.program.name(function)}(", texts, ")"), signature.returns)

    def absorb(self, node: ast.expr, kind: Kind) -> None:
        """Elements of this kind are put into a list or a dictionary, of which the variable is known."""
        if not (is_list(kind) or isinstance(kind, DictOf)):
            return
        if isinstance(node, ast.Name) and node.id in self.signature.variables:
            self.program.grow(self.signature.variables, node.id, kind)
        elif isinstance(node, ast.Subscript):
            owner = self.expression(node.value).kind
            if isinstance(owner, DictOf):
                self.absorb(node.value, DictOf(key=owner.key, value=kind))
            elif is_list(owner):
                self.absorb(node.value, ListOf(item=kind))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "setdefault":
            self.absorb(node.func.value, DictOf(key=self.expression(node.args[0]).kind, value=kind))

    def _struct(self, node: ast.Call, struct: type) -> Code:
        """An object with the struct's fields in order, as msgspec writes them."""
        fields = self.program.struct(struct)
        if any(isinstance(arg, ast.Starred) for arg in node.args):
            return self._struct_from_list(node, struct)
        given: dict[str, ast.expr] = dict(zip(fields, node.args, strict=False))
        given |= {word.arg: word.value for word in node.keywords if word.arg}
        if len(given) != len(node.args) + len(node.keywords) or not given.keys() <= fields.keys():
            raise self.refuse(node, f"arguments must match the fields of {struct.__name__}")
        parts = []
        for name, place in fields.items():
            if name not in given and place.default is msgspec.NODEFAULT:
                raise self.refuse(node, f"the field {name} is missing")
            if name in given:
                code = self.expression(given[name])
            else:
                code = Code(literal(place.default), kind_of_value(place.default))
            self.program.grow_field(place, code.kind)
            parts.append(place.key if code.text == place.key else f"{place.key}: {code.at(CHOICE)}")
        return Code(group("{", parts, "}", spaced=True), StructOf(struct=struct))

    def _struct_from_list(self, node: ast.Call, struct: type) -> Code:
        """`Card(kind, *three)`: the fields are given by a list."""
        fields = [*self.program.struct(struct).values()]
        texts, kinds, known = self._elements(node.args)
        if node.keywords or (known and len(kinds) != len(fields)):
            raise self.refuse(node, f"arguments must match the fields of {struct.__name__}")
        if NOTHING_YET not in kinds:
            sure = (
                next(i for i, arg in enumerate(node.args) if isinstance(arg, ast.Starred)) if not known else len(kinds)
            )
            rest = item_of(TupleOf(items=tuple(kinds[sure:])))
            for number, place in enumerate(fields):
                self.program.grow_field(place, kinds[number] if number < sure else rest)
        keys = ", ".join(literal(place.key) for place in fields)
        return Code(f"py.struct([{keys}], [{', '.join(texts)}])", StructOf(struct=struct))

    # Builtins

    def _call_len(self, node: ast.Call) -> Code:
        code = self.expression(*self._arguments(node, 1, 1))
        if isinstance(code.kind, DictOf):
            return Code(f"{code.at(ATOM)}.size", NATURAL)
        if is_list(code.kind) or code.kind in (TEXT, NOTHING_YET):
            return Code(f"{code.at(ATOM)}.length", NATURAL)
        raise self.refuse(node, "it is not known to be a list")

    def _call_range(self, node: ast.Call) -> Code:
        numbers = [self.number(arg) for arg in self._arguments(node, 1, 3)]
        rises = len(numbers) < 3 or numbers[2].kind == NATURAL
        natural = rises and (len(numbers) == 1 or numbers[0].kind == NATURAL)
        return Code(
            group("py.range(", [code.text for code in numbers], ")"), ListOf(item=NATURAL if natural else SMALL)
        )

    def _call_enumerate(self, node: ast.Call) -> Code:
        code = self.iterable(*self._arguments(node, 1, 1))
        return Code(f"py.enumerate({code.text})", ListOf(item=TupleOf(items=(NATURAL, item_of(code.kind)))))

    def _call_zip(self, node: ast.Call) -> Code:
        """`strict` only raises errors."""
        if any(word.arg != "strict" for word in node.keywords):
            raise self.refuse(node, "zip has no such argument")
        texts, kinds, known = self._elements([a if isinstance(a, ast.Starred) else self._listed(a) for a in node.args])
        items = tuple(item_of(kind) if is_list(kind) else NOTHING_YET for kind in kinds)
        kind = TupleOf(items=items) if known else ListOf(item=item_of(TupleOf(items=items)))
        return Code(f"py.zip({', '.join(texts)})", ListOf(item=kind))

    def _listed(self, node: ast.expr) -> ast.expr:
        if not is_list(self.expression(node).kind):
            raise self.refuse(node, "it is not known to be a list")
        return node

    def _call_sum(self, node: ast.Call) -> Code:
        code = self.iterable(*self._arguments(node, 1, 1))
        item = as_number(item_of(code.kind))
        return Code(f"py.sum({code.text})", NATURAL if item == BOOL else item)

    def _call_min(self, node: ast.Call) -> Code:
        return self._extreme(node, "min")

    def _call_max(self, node: ast.Call) -> Code:
        return self._extreme(node, "max")

    def _extreme(self, node: ast.Call, name: str) -> Code:
        args = self._arguments(node, 1, 99)
        if len(args) == 1:
            code = self.iterable(args[0])
            return Code(f"py.{name}Of({code.text})", item_of(code.kind))
        codes = [self.number(arg) for arg in args]
        kind = NOTHING_YET
        for code in codes:
            kind = join(kind, code.kind)
        owner = "py" if kind == WHOLE else "Math"
        if name == "max" and kind == SMALL and NATURAL in [code.kind for code in codes]:
            kind = NATURAL
        return Code(f"{owner}.{name}({', '.join(code.text for code in codes)})", kind)

    def _call_abs(self, node: ast.Call) -> Code:
        code = self.number(*self._arguments(node, 1, 1))
        if code.kind == WHOLE:
            return Code(f"py.abs({code.text})", WHOLE)
        return Code(f"Math.abs({code.text})", FLOAT if code.kind == FLOAT else NATURAL)

    def _call_round(self, node: ast.Call) -> Code:
        code = self.number(*self._arguments(node, 1, 1))
        return Code(f"py.round({code.text})", SMALL) if code.kind == FLOAT else code

    def _call_divmod(self, node: ast.Call) -> Code:
        first, second = self._arguments(node, 2, 2)
        parts = [self.operate(node, first, op, second) for op in (ast.FloorDiv(), ast.Mod())]
        return Code(group("[", [part.text for part in parts], "]"), TupleOf(items=(parts[0].kind, parts[1].kind)))

    def _call_bool(self, node: ast.Call) -> Code:
        (arg,) = self._arguments(node, 1, 1)
        code = self.condition(arg)
        if code.kind == BOOL:
            return code
        if as_number(code.kind) in NUMBERS:
            return Code(f"{code.at(EQUALITY)} !== 0", BOOL, EQUALITY)
        return Code(f"Boolean({code.text})", BOOL)

    def _call_str(self, node: ast.Call) -> Code:
        code = self.as_text(*self._arguments(node, 1, 1))
        return code if code.kind == TEXT else Code(f"String({code.text})", TEXT)

    def _call_list(self, node: ast.Call) -> Code:
        code = self.iterable(*self._arguments(node, 1, 1))
        return Code(f"[...{code.text}]", ListOf(item=item_of(code.kind)))

    _call_tuple = _call_list

    def _call_reversed(self, node: ast.Call) -> Code:
        code = self.iterable(*self._arguments(node, 1, 1))
        return Code(f"[...{code.text}].reverse()", ListOf(item=item_of(code.kind)))

    def _call_any(self, node: ast.Call) -> Code:
        return self._quantified(node, "some")

    def _call_all(self, node: ast.Call) -> Code:
        return self._quantified(node, "every")

    def _quantified(self, node: ast.Call, method: str) -> Code:
        (arg,) = self._arguments(node, 1, 1)
        if isinstance(arg, ast.GeneratorExp) and len(arg.generators) == 1:
            return self.comprehension(arg.generators, lambda: self.condition(arg.elt), method)
        raise self.refuse(node, "any and all are translated with a generator of one loop")

    def _call_sorted(self, node: ast.Call) -> Code:
        """By number or text, or by the numbers and texts that a lambda makes."""
        words = {word.arg: word.value for word in node.keywords}
        if len(node.args) != 1 or not words.keys() <= {"key", "reverse"}:
            raise self.refuse(node, "sorted is translated with a list, key and reverse")
        code = self.iterable(node.args[0])
        texts = [code.text]
        if "key" in words or "reverse" in words:
            key = words.get("key")
            texts.append("(item: any) => item" if key is None else self._lambda(key, item_of(code.kind)))
        if "reverse" in words:
            texts.append(self.expression(words["reverse"]).text)
        return Code(group("py.sorted(", texts, ")"), ListOf(item=item_of(code.kind)))

    def _lambda(self, node: ast.expr, item: Kind) -> str:
        if not isinstance(node, ast.Lambda) or len(node.args.args) != 1:
            raise self.refuse(node, "a key must be a lambda of one argument")
        target = ast.Name(node.args.args[0].arg, ast.Store())
        with self.variables({target.id: item}):
            return self.arrow(target, self.expression(node.body))

    # Methods

    def _method(self, node: ast.Call, function: ast.Attribute) -> Code:
        owner = self.expression(function.value)
        kind = without_none(owner.kind)
        if kind == NOTHING_YET:
            for arg in node.args:
                self.expression(arg)
            return Code("null", NOTHING_YET)
        group_name = _group_of(kind)
        write: Callable[[ast.Call, Code], Code] | None = getattr(self, f"_{group_name}_{function.attr}", None)
        if write is None:
            raise self.refuse(node, f"there is no translation of the method {function.attr} here")
        return write(node, owner)

    def _text_capitalize(self, node: ast.Call, owner: Code) -> Code:
        self._arguments(node, 0, 0)
        return Code(f"py.capitalize({owner.text})", TEXT)

    def _text_lower(self, node: ast.Call, owner: Code) -> Code:
        self._arguments(node, 0, 0)
        return Code(f"{owner.at(ATOM)}.toLowerCase()", TEXT)

    def _text_upper(self, node: ast.Call, owner: Code) -> Code:
        self._arguments(node, 0, 0)
        return Code(f"{owner.at(ATOM)}.toUpperCase()", TEXT)

    def _text_join(self, node: ast.Call, owner: Code) -> Code:
        parts = self.iterable(*self._arguments(node, 1, 1))
        if item_of(parts.kind) not in (TEXT, NOTHING_YET):
            raise self.refuse(node, "only texts can be joined")
        return Code(f"{parts.at(ATOM)}.join({owner.text})", TEXT)

    def _text_format(self, node: ast.Call, owner: Code) -> Code:
        texts = [self.as_text(arg).text for arg in self._arguments(node, 1, 9)]
        return Code(group("py.format(", [owner.text, *texts], ")"), TEXT)

    def _text_replace(self, node: ast.Call, owner: Code) -> Code:
        old, new = (self.expression(arg).text for arg in self._arguments(node, 2, 2))
        return Code(f"{owner.at(ATOM)}.replaceAll({old}, {new})", TEXT)

    def _list_append(self, node: ast.Call, owner: Code) -> Code:
        code = self.expression(*self._arguments(node, 1, 1))
        assert isinstance(node.func, ast.Attribute)
        self.absorb(node.func.value, ListOf(item=code.kind))
        return Code(f"{owner.at(ATOM)}.push({code.text})", NONE)

    def _list_extend(self, node: ast.Call, owner: Code) -> Code:
        code = self.iterable(*self._arguments(node, 1, 1))
        assert isinstance(node.func, ast.Attribute)
        self.absorb(node.func.value, ListOf(item=item_of(code.kind)))
        return Code(f"{owner.at(ATOM)}.push(...{code.text})", NONE)

    def _list_pop(self, node: ast.Call, owner: Code) -> Code:
        self._arguments(node, 0, 0)
        return Code(f"{owner.at(ATOM)}.pop()", item_of(owner.kind))

    def _list_index(self, node: ast.Call, owner: Code) -> Code:
        code = self.expression(*self._arguments(node, 1, 1))
        return Code(f"py.index({owner.text}, {code.text})", NATURAL)

    def _list_count(self, node: ast.Call, owner: Code) -> Code:
        code = self.expression(*self._arguments(node, 1, 1))
        return Code(f"py.count({owner.text}, {code.text})", NATURAL)

    def _list_tolist(self, node: ast.Call, owner: Code) -> Code:
        """A record's array is a list already; the copy keeps constants from being changed through a view."""
        self._arguments(node, 0, 0)
        if is_list(item_of(owner.kind)):
            return Code(f"py.copy({owner.text})", owner.kind)
        return Code(f"[...{owner.text}]", owner.kind)

    _list_copy = _list_tolist

    def _dict_get(self, node: ast.Call, owner: Code) -> Code:
        codes = [self.expression(arg) for arg in self._arguments(node, 1, 2)]
        assert isinstance(owner.kind, DictOf)
        default = codes[1] if len(codes) > 1 else Code("null", NONE)
        texts = [owner.text, codes[0].text, default.text]
        return Code(group("py.get(", texts, ")"), join(owner.kind.value, default.kind))

    def _object_get(self, node: ast.Call, owner: Code) -> Code:
        """Data read from JSON: a field that is missing is None."""
        kind, key = without_none(owner.kind), _constant_text(*self._arguments(node, 1, 1))
        found = kind.field(key) if isinstance(kind, ObjectOf) else None
        if found is None:
            raise self.refuse(node, "the object has no such field")
        return Code(f"{owner.at(ATOM)}.{key} ?? null", Maybe(inner=found), CHOICE)

    def _dict_setdefault(self, node: ast.Call, owner: Code) -> Code:
        key, default = (self.expression(arg) for arg in self._arguments(node, 2, 2))
        assert isinstance(node.func, ast.Attribute)
        assert isinstance(owner.kind, DictOf)
        self.absorb(node.func.value, DictOf(key=key.kind, value=default.kind))
        return Code(f"py.setdefault({owner.text}, {key.text}, {default.text})", join(owner.kind.value, default.kind))

    def _dict_items(self, node: ast.Call, owner: Code) -> Code:
        assert isinstance(owner.kind, DictOf)
        return Code(f"[...{owner.text}]", ListOf(item=TupleOf(items=(owner.kind.key, owner.kind.value))))

    def _dict_keys(self, node: ast.Call, owner: Code) -> Code:
        assert isinstance(owner.kind, DictOf)
        return Code(f"[...{owner.at(ATOM)}.keys()]", ListOf(item=owner.kind.key))

    def _dict_values(self, node: ast.Call, owner: Code) -> Code:
        assert isinstance(owner.kind, DictOf)
        return Code(f"[...{owner.at(ATOM)}.values()]", ListOf(item=owner.kind.value))

    def _number_bit_length(self, node: ast.Call, owner: Code) -> Code:
        self._arguments(node, 0, 0)
        return Code(f"py.bitLength({owner.text})", NATURAL)


def _constant_text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _group_of(kind: Kind) -> str:
    """Which methods a value has."""
    if isinstance(kind, DictOf):
        return "dict"
    if isinstance(kind, ObjectOf):
        return "object"
    return "list" if is_list(kind) else "text" if kind == TEXT else "number"
