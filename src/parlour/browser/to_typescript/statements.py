"""Whole functions: Python's statements as TypeScript."""

import ast
from types import FunctionType

from .calls import Calls
from .expressions import pattern
from .kinds import (
    NATURAL,
    NONE,
    NOTHING_YET,
    DictOf,
    Kind,
    ListOf,
    RecordOf,
    StructOf,
    is_list,
    item_of,
    without_none,
)
from .program import Program
from .python_source import syntax_of
from .scopes import names_in, scopes_of
from .writing import ATOM, CHOICE, UNARY, Code, camel, comment, indented, is_used

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


class FunctionWriter(Calls):
    """Writes one function."""

    def __init__(self, program: Program, function: FunctionType) -> None:
        super().__init__(program, function)
        self._node = syntax_of(function)
        arguments = self._node.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            raise self.refuse(self._node, "only plain parameters are translated")
        node = self._node
        self._body: list[ast.stmt] = [ast.Return(node.body)] if isinstance(node, ast.Lambda) else node.body
        for part in self._body:
            for name in _stores(part):
                self.signature.variables.setdefault(name, NOTHING_YET)
        self._scopes = scopes_of(self._body, self.signature.parameters)

    def write(self, name: str, types: dict[str, str], returns: str, exported: bool) -> str:
        """The function under this name; parameters and result are `any` unless a type is given."""
        said = None if isinstance(self._node, ast.Lambda) else ast.get_docstring(self._node)
        top = "".join(f"let {camel(variable)}: any\n" for variable in self._scopes.hoisted)
        body = top + self._block(self._body)
        if not any(isinstance(part, ast.Return) and part.value for part in _walk(self._body)):
            self.program.returns(self.signature, NONE)
            returns = "void" if returns == "any" else returns
        parts = []
        for parameter in self.signature.parameters:
            mark = "" if is_used(camel(parameter), body) else "_"
            parts.append(f"{mark}{camel(parameter)}: {types.get(parameter, 'any')}")
        head = f"{'export ' if exported else ''}function {name}({', '.join(parts)}): {returns} {{\n"
        return (comment(said) if said else "") + head + indented(body) + "}\n"

    def _block(self, body: list[ast.stmt]) -> str:
        return "".join(self._statement(statement) for statement in body)

    def _statement(self, node: ast.stmt) -> str:
        match node:
            case ast.Pass():
                return ""
            case ast.Break():
                return "break\n"
            case ast.Continue():
                return "continue\n"
            case ast.Expr(value=ast.Constant()):  # a docstring
                return ""
            case ast.Expr():
                return f"{self.expression(node.value).text}\n"
            case ast.Return():
                code = self.expression(node.value) if node.value else Code("", NONE)
                self.program.returns(self.signature, code.kind)
                return f"return {code.at(CHOICE)}".rstrip() + "\n"
            case ast.Assign(targets=[target]):
                return self._assign(node, target, node.value)
            case ast.AnnAssign(value=ast.expr()):
                assert node.value is not None
                return self._assign(node, node.target, node.value)
            case ast.AugAssign():
                return self._augment(node)
            case ast.If():
                return self._if(node)
            case ast.While(orelse=[]):
                return f"while ({self.condition(node.test).text}) {{\n{indented(self._block(node.body))}}}\n"
            case ast.For(orelse=[]):
                return self._for(node)
            case ast.Match():
                return self._match(node)
            case ast.Raise():
                return f"throw new Error({self._message(node)})\n"
            case ast.Assert():
                return f"if (!{self.condition(node.test).at(UNARY)}) throw new Error('assertion failed')\n"
        raise self.refuse(node, "there is no translation of this statement")

    def _message(self, node: ast.Raise) -> str:
        if isinstance(node.exc, ast.Call) and len(node.exc.args) == 1:
            code = self.as_text(node.exc.args[0])
            return f"String({code.text})"
        return ""

    def _if(self, node: ast.If) -> str:
        text = f"if ({self.condition(node.test).text}) {{\n{indented(self._block(node.body))}}}"
        if len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
            return f"{text} else {self._if(node.orelse[0])}"
        return f"{text} else {{\n{indented(self._block(node.orelse))}}}\n" if node.orelse else f"{text}\n"

    def _match(self, node: ast.Match) -> str:
        """Values, `|` and `_`."""
        texts = []
        for case in node.cases:
            tests = [part for part in (self._case(node.subject, case.pattern), case.guard) if part is not None]
            body = f"{{\n{indented(self._block(case.body))}}}"
            joined: ast.expr | None = ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0] if tests else None
            texts.append(f"if ({self.condition(joined).text}) {body}" if joined is not None else body)
        return " else ".join(texts) + "\n"

    def _case(self, subject: ast.expr, wanted: ast.pattern) -> ast.expr | None:
        """The test that a pattern stands for; None if it fits everything."""
        test: ast.expr | None
        match wanted:
            case ast.MatchValue(value=value):
                test = ast.Compare(subject, [ast.Eq()], [value])
            case ast.MatchSingleton(value=value):
                test = ast.Compare(subject, [ast.Is()], [ast.Constant(value)])
            case ast.MatchOr(patterns=patterns):
                tests = [self._case(subject, part) for part in patterns]
                test = ast.BoolOp(ast.Or(), [part for part in tests if part is not None])
            case ast.MatchAs(pattern=None, name=None):
                return None
            case _:
                raise self.refuse(wanted, "only values are translated as patterns")
        return ast.fix_missing_locations(ast.copy_location(test, subject))

    def _for(self, node: ast.For) -> str:
        source = self.iterable(node.iter)
        self._learn(node.target, item_of(source.kind))
        body = self._block(node.body)
        names = [*names_in(node.target, ast.Store)]
        word = ""
        if all(self._scopes.declares(node, name) for name in names):
            word = "const " if all(name in self._scopes.constant for name in names) else "let "
        target = pattern(node.target, body if word else None)
        return f"for ({word}{target} of {source.text}) {{\n{indented(body)}}}\n"

    # Assignment

    def _learn(self, target: ast.expr, kind: Kind) -> None:
        kinds: dict[str, Kind] = {}
        self.bind(target, kind, kinds)
        for name, each in kinds.items():
            self.program.grow(self.signature.variables, name, each)

    def _assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> str:
        code = self.expression(value)
        if isinstance(target, ast.Subscript):
            return self._put(target, code)
        if isinstance(target, ast.Attribute):
            return self._put_field(target, code)
        self._learn(target, code.kind)
        text = pattern(target)
        if text == code.text:
            return ""
        names = [*names_in(target, ast.Store)]
        if all(self._scopes.declares(node, name) for name in names):
            if all(name in self._scopes.constant for name in names):
                loose = ": any" if is_list(code.kind) and isinstance(target, ast.Name) else ""
                return f"const {text}{loose} = {code.text}\n"
            return f"let {text}: any = {code.text}\n"
        return f"{';' if text[0] == '[' else ''}{text} = {code.text}\n"

    def _put(self, target: ast.Subscript, code: Code) -> str:
        """An element of a list or a dictionary is replaced."""
        indices = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        owner = self.expression(target.value)
        kind = without_none(owner.kind)
        if isinstance(kind, DictOf):
            key = self.expression(target.slice)
            self.absorb(target.value, DictOf(key=key.kind, value=code.kind))
            return f"{owner.at(ATOM)}.set({key.text}, {code.text})\n"
        if not is_list(kind) and kind != NOTHING_YET:
            raise self.refuse(target, "only elements of lists and dictionaries can be replaced")
        self._check_records(target.value)
        put: Kind = code.kind
        for _ in indices:
            put = ListOf(item=put)
        self.absorb(target.value, put)
        for index in indices[:-1]:
            owner = self.item(target, owner, index)
        at = self.number(indices[-1])
        if at.kind in (NATURAL, NOTHING_YET):
            return f"{owner.at(ATOM)}[{at.text}] = {code.text}\n"
        return f"py.put({owner.text}, {at.text}, {code.text})\n"

    def _put_field(self, target: ast.Attribute, code: Code) -> str:
        self._check_records(target)
        owner = without_none(self.expression(target.value).kind)
        if isinstance(owner, StructOf):
            field = self.program.struct(owner.struct).get(target.attr)
            if field is not None:
                self.program.grow_field(field, code.kind)
        return f"{self.expression(target).text} = {code.text}\n"

    def _check_records(self, node: ast.expr) -> None:
        """The record that a view is made from stays as it is."""
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(self.expression(part.value).kind, RecordOf):
                if not self.program.changes_records:
                    raise self.refuse(node, "a record must not be changed")

    def _augment(self, node: ast.AugAssign) -> str:
        read = ast.copy_location(_as_read(node.target), node.target)
        if isinstance(node.op, ast.Add) and is_list(self.expression(read).kind):
            code = self.iterable(node.value)
            self.absorb(read, ListOf(item=item_of(code.kind)))
            return f"{self.expression(read).at(ATOM)}.push(...{code.text})\n"
        code = self.operate(node, read, node.op, node.value)
        if isinstance(node.target, ast.Subscript):
            return self._put(node.target, code)
        if isinstance(node.target, ast.Attribute):
            return self._put_field(node.target, code)
        assert isinstance(node.target, ast.Name)
        self._learn(node.target, code.kind)
        name, sign = camel(node.target.id), SIGNS.get(type(node.op))
        if sign and code.text.startswith(f"{name} {sign} "):
            return f"{name} {sign}= {code.text[len(name) + 3 :]}\n"
        return f"{name} = {code.text}\n"


def _as_read(target: ast.expr) -> ast.expr:
    """The same expression, read instead of assigned."""
    return ast.parse(ast.unparse(target), mode="eval").body


def _walk(body: list[ast.stmt]) -> list[ast.AST]:
    return [part for statement in body for part in ast.walk(statement)]


def _stores(node: ast.AST) -> list[str]:
    return [*names_in(node, ast.Store)]
