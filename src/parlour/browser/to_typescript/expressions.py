"""Python expressions as TypeScript, for the plain functions that show a game to people (see `translate`)."""

import ast
from collections.abc import Callable
from enum import IntEnum

from .kinds import (
    BOOL,
    NATURAL,
    NONE,
    NOTHING_YET,
    SMALL,
    TEXT,
    WHOLE,
    DictOf,
    Kind,
    ListOf,
    Maybe,
    Member,
    ObjectOf,
    RecordOf,
    StructOf,
    TupleOf,
    as_number,
    is_list,
    item_of,
    join,
    kind_of_field,
    without_none,
)
from .names import NOT_STATIC
from .operators import Operators
from .writing import (
    ATOM,
    CHOICE,
    Code,
    camel,
    chained,
    group,
    in_template,
    indented,
    is_used,
)


class Expressions(Operators):
    """The expressions of one function."""

    def _Attribute(self, node: ast.Attribute) -> Code:
        value = self.static(node)
        if value is not NOT_STATIC:
            return self.constant(node, node.attr, value)
        owner = self.expression(node.value)
        kind = without_none(owner.kind)
        if isinstance(kind, RecordOf):
            if node.attr not in kind.dtype.names:
                raise self.refuse(node, f"the record has no field {node.attr}")
            return Code(f"{owner.at(ATOM)}.{node.attr}", kind_of_field(kind.dtype.fields[node.attr][0]))
        if isinstance(kind, StructOf):
            field = self.program.struct(kind.struct).get(node.attr)
            if field is None:
                raise self.refuse(node, f"{kind.struct.__name__} has no field {node.attr}")
            return Code(f"{owner.at(ATOM)}.{field.key}", field.kind)
        if isinstance(kind, ObjectOf):
            found = kind.field(node.attr)
            if found is None:
                raise self.refuse(node, f"the object has no field {node.attr}")
            return Code(f"{owner.at(ATOM)}.{node.attr}", found)
        if isinstance(kind, Member) and node.attr == "value":
            return Code(owner.text, as_number(kind), owner.level)
        if isinstance(kind, Member) and node.attr == "name":
            names = {member.value: member.name for member in kind.enum}
            return Code(f"py.item({self.program.constant(kind.enum.__name__ + '_NAMES', names)}, {owner.text})", TEXT)
        if kind == NOTHING_YET:
            return Code(f"{owner.at(ATOM)}.{node.attr}", NOTHING_YET)
        raise self.refuse(node, f"a value of kind {kind.name or type(kind).__name__} has no such attribute here")

    # Lists, tuples, dictionaries, texts

    def _elements(self, nodes: list[ast.expr]) -> tuple[list[str], list[Kind], bool]:
        """The texts and kinds of a display's elements, and whether their number is known."""
        texts, kinds, known = [], [], True
        for node in nodes:
            if not isinstance(node, ast.Starred):
                code = self.expression(node)
                texts.append(code.text)
                kinds.append(code.kind)
                continue
            code = self.iterable(node.value)
            texts.append(f"...{code.text}")
            if isinstance(code.kind, TupleOf):
                kinds += code.kind.items
            else:
                kinds.append(item_of(code.kind))
                known = False
        return texts, kinds, known

    def _List(self, node: ast.List) -> Code:
        texts, kinds, _ = self._elements(node.elts)
        return Code(group("[", texts, "]"), ListOf(item=item_of(TupleOf(items=tuple(kinds)))))

    def _Tuple(self, node: ast.Tuple) -> Code:
        texts, kinds, known = self._elements(node.elts)
        kind = TupleOf(items=tuple(kinds))
        return Code(group("[", texts, "]"), kind if known else ListOf(item=item_of(kind)))

    def _Dict(self, node: ast.Dict) -> Code:
        parts, kind = [], DictOf()
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise self.refuse(node, "there is no translation of ** in a dictionary")
            left, right = self.expression(key), self.expression(value)
            parts.append(f"[{left.text}, {right.text}]")
            kind = DictOf(key=join(kind.key, left.kind), value=join(kind.value, right.kind))
        if not parts:
            return Code("new Map<any, any>()", kind)
        return Code(group("new Map<any, any>([", parts, "])"), kind)

    def _JoinedStr(self, node: ast.JoinedStr) -> Code:
        text = ""
        for part in node.values:
            if isinstance(part, ast.Constant):
                text += in_template(str(part.value))
            elif isinstance(part, ast.FormattedValue):
                if part.format_spec is not None or part.conversion != -1:
                    raise self.refuse(node, "there is no translation of format specifications")
                text += "${" + self.as_text(part.value).text + "}"
        return Code(f"`{text}`", TEXT)

    def as_text(self, node: ast.expr) -> Code:
        """What `str` makes of a value."""
        code = self.expression(node)
        if code.kind == TEXT or as_number(code.kind) in (NATURAL, SMALL, WHOLE, NOTHING_YET):
            return code
        if code.kind in (BOOL, NONE) or (isinstance(code.kind, Maybe) and without_none(code.kind) in (TEXT, SMALL)):
            return Code(f"py.text({code.text})", TEXT)
        raise self.refuse(node, "only whole numbers, texts, True, False and None can become text")

    # Indices and slices

    def _Subscript(self, node: ast.Subscript) -> Code:
        owner = self.expression(node.value)
        if isinstance(node.slice, ast.Slice):
            return self._slice(node, owner, node.slice)
        if isinstance(node.slice, ast.Tuple):
            for part in node.slice.elts:
                owner = self.item(node, owner, part)
            return owner
        return self.item(node, owner, node.slice)

    def item(self, node: ast.Subscript, owner: Code, index: ast.expr) -> Code:
        kind = without_none(owner.kind)
        if isinstance(kind, DictOf):
            return Code(f"py.item({owner.text}, {self.expression(index).text})", kind.value)
        at = self.number(index)
        if kind == NOTHING_YET:
            return Code(f"{owner.at(ATOM)}[{at.text}]", NOTHING_YET)
        if not is_list(kind) and kind != TEXT:
            raise self.refuse(node, "only lists, tuples, texts and dictionaries have indices")
        item = TEXT if kind == TEXT else item_of(kind)
        if isinstance(kind, TupleOf) and isinstance(index, ast.Constant) and isinstance(index.value, int):
            item = kind.items[index.value]
        if at.kind == NATURAL:
            return Code(f"{owner.at(ATOM)}[{at.text}]", item)
        return Code(f"{owner.at(ATOM)}.at({at.text})", item)  # counts negative indices from the end, as Python does

    def _slice(self, node: ast.Subscript, owner: Code, part: ast.Slice) -> Code:
        kind = without_none(owner.kind)
        if not is_list(kind) and kind not in (TEXT, NOTHING_YET):
            raise self.refuse(node, "only lists, tuples and texts can be sliced")
        if part.step is not None:
            raise self.refuse(node, "there is no translation of slices with a step")
        start = self.number(part.lower).text if part.lower else "0"
        end = f", {self.number(part.upper).text}" if part.upper else ""
        item = kind if kind in (TEXT, NOTHING_YET) else ListOf(item=item_of(kind))
        return Code(f"{owner.at(ATOM)}.slice({start}{end})", item)

    # Comprehensions

    def iterable(self, node: ast.expr) -> Code:
        """Something to iterate over, as a list."""
        enum = self.static(node)
        if isinstance(enum, type) and issubclass(enum, IntEnum):
            return Code(self.program.constant(enum.__name__, [member.value for member in enum]), _members(enum))
        code = self.expression(node)
        if is_list(code.kind):
            return code
        if code.kind == TEXT:
            return Code(f"[...{code.text}]", ListOf(item=TEXT))
        if isinstance(code.kind, DictOf):
            return Code(f"[...{code.at(ATOM)}.keys()]", ListOf(item=code.kind.key))
        if code.kind == NOTHING_YET:
            return Code(code.text, ListOf())
        raise self.refuse(node, "it is not known to be a list")

    def bind(self, target: ast.expr, kind: Kind, into: dict[str, Kind]) -> None:
        """The variables of an assignment target, and their kinds."""
        if isinstance(target, ast.Name):
            into[target.id] = kind
            return
        if not isinstance(target, ast.Tuple | ast.List):
            raise self.refuse(target, "only names and tuples of names can be assigned to here")
        for number, part in enumerate(target.elts):
            if isinstance(part, ast.Starred) or not (is_list(kind) or kind == NOTHING_YET):
                raise self.refuse(target, "it is not known to be a list of as many elements")
            items = kind.items if isinstance(kind, TupleOf) else None
            inner = items[number] if items else NOTHING_YET if kind == NOTHING_YET else item_of(kind)
            self.bind(part, inner, into)

    def comprehension(
        self, generators: list[ast.comprehension], write: Callable[[], Code], method: str = "map"
    ) -> Code:
        """A chain of filter, map and flatMap; `write` translates the element, `method` is what to do with it."""
        first, *others = generators
        source = self.iterable(first.iter)
        names: dict[str, Kind] = {}
        self.bind(first.target, item_of(source.kind), names)
        with self.variables(names):
            calls = [f".filter({self.arrow(first.target, self.condition(test))})" for test in first.ifs]
            inner = self.comprehension(others, write, method) if others else write()
            if others:
                method, kind = "flatMap", inner.kind
            else:
                kind = ListOf(item=inner.kind) if method == "map" else BOOL
            if method != "map" or not isinstance(first.target, ast.Name) or inner.text != camel(first.target.id):
                calls.append(f".{method}({self.arrow(first.target, inner)})")
            return Code(chained(source.at(ATOM), calls), kind)

    def arrow(self, target: ast.expr, body: Code) -> str:
        text = body.at(CHOICE)
        if text.startswith("{"):
            text = f"({text})"
        arrow = f"({pattern(target, text)}: any) =>"
        return f"{arrow} {text}" if "\n" not in text or text[0] in "([" else f"{arrow}\n{indented(text)}"

    def _ListComp(self, node: ast.ListComp | ast.GeneratorExp) -> Code:
        return self.comprehension(node.generators, lambda: self.expression(node.elt))

    _GeneratorExp = _ListComp

    def _DictComp(self, node: ast.DictComp) -> Code:
        def pair() -> Code:
            key, value = self.expression(node.key), self.expression(node.value)
            return Code(f"[{key.text}, {value.text}]", TupleOf(items=(key.kind, value.kind)))

        pairs = self.comprehension(node.generators, pair)
        item = item_of(pairs.kind)
        assert isinstance(item, TupleOf)
        return Code(f"new Map<any, any>({pairs.text})", DictOf(key=item.items[0], value=item.items[1]))


def pattern(target: ast.expr, used_in: str | None = None) -> str:
    """An assignment target. Names that are not used get an underscore, which tells TypeScript that this is meant."""
    if isinstance(target, ast.Name):
        name = camel(target.id)
        return name if used_in is None or is_used(name, used_in) or name.startswith("_") else f"_{name}"
    assert isinstance(target, ast.Tuple | ast.List)
    return "[" + ", ".join(pattern(part, used_in) for part in target.elts) + "]"


def _members(enum: type[IntEnum]) -> Kind:
    return ListOf(item=Member(enum=enum))
