"""Makes mutants of a game's rules: copies with one small change. tools/mutants.py runs the tests against them.

Changes are: `<` for `<=`, 4 for 3, `or` for `and`, an inverted condition, a statement left out, a refusal that names
another rule.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OPPOSITES = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
ARITHMETIC = {"+": "-", "-": "+", "*": "+", "//": "*", "%": "+", "+=": "-=", "-=": "+=", "&": "|", "|": "&"}
ARITHMETIC |= {"<<": ">>", ">>": "<<", "^": "&"}
WORDS = {"and": "or", "or": "and", "True": "False", "False": "True", "min": "max", "max": "min"}
WORDS |= {"break": "continue", "continue": "break"}
VALUE_ENDS = {")", "]", "}"}  # an operator after one of these, a name or a number is binary


@dataclass(frozen=True)
class Edit:
    """One change: a range of characters in a file, and their replacement."""

    file: Path
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]

    def compiles(self, source: str) -> bool:
        try:
            ast.parse(self.apply(source))
        except SyntaxError:
            return False
        return True

    def line(self, source: str) -> int:
        return source.count("\n", 0, self.start) + 1

    def before_and_after(self, source: str) -> tuple[str, str]:
        """The affected lines before and after the change, without indentation."""
        begin = source.rfind("\n", 0, self.start) + 1
        stop = source.find("\n", self.end)
        before = source[begin : stop if stop >= 0 else None]
        after = self.apply(source)[
            begin : (stop if stop >= 0 else len(source)) + len(self.text) + self.start - self.end
        ]
        return " ".join(before.split()), " ".join(after.split())


def edits_of(file: Path, source: str) -> list[Edit]:
    """All possible changes of a file, in order."""
    tree = ast.parse(source)
    positions = Positions(source)
    found = {*token_edits(source, tree, positions), *tree_edits(tree, positions)}
    return [Edit(file, *edit) for edit in sorted(found)]


class Positions:
    """Converts lines and columns into offsets in the text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = source.splitlines(keepends=True)
        self.offsets = [0]
        for line in self.lines:
            self.offsets.append(self.offsets[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        """`column` counts bytes, as in the syntax tree."""
        return self.offsets[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)


def statement_at(source: str, line: int) -> range:
    """The lines of the innermost statement that contains a line; of a compound statement only the header."""
    best = range(line, line + 1)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            last = node.end_lineno or node.lineno
            if body := getattr(node, "body", None):
                last = max(node.lineno, body[0].lineno - 1)
            if node.lineno <= line <= last:
                best = range(node.lineno, last + 1)
    return best


def not_rules(tree: ast.Module) -> Iterator[ast.expr | ast.stmt]:
    """What is not part of a rule: imports, names of actions and rules, the state layout, docstrings, annotations."""
    for top in tree.body:
        if isinstance(top, ast.Import | ast.ImportFrom | ast.ClassDef):
            yield top
        elif isinstance(top, ast.Assign) and isinstance(top.value, ast.Call):
            if isinstance(top.value.func, ast.Name) and top.value.func.id == "record":
                yield top
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node
        if isinstance(node, ast.FunctionDef):
            yield from node.decorator_list
            if node.returns:
                yield node.returns
            yield from (argument.annotation for argument in node.args.args if argument.annotation)
        if isinstance(node, ast.AnnAssign):
            yield node.annotation


def token_edits(source: str, tree: ast.Module, positions: Positions) -> Iterator[tuple[int, int, str]]:
    """Changes of a single token: an operator, a number or a keyword."""
    excluded = [positions.span(node) for node in not_rules(tree)]
    before = tokenize.TokenInfo(tokenize.NEWLINE, "", (0, 0), (0, 0), "")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        start, end = (positions.offsets[row - 1] + column for row, column in (token.start, token.end))
        if token.type in (tokenize.OP, tokenize.NUMBER, tokenize.NAME):
            if not any(first <= start < last for first, last in excluded):
                for text in replacements(token, before):
                    yield start, end, text
        if token.type not in (tokenize.NL, tokenize.COMMENT):
            before = token


def replacements(token: tokenize.TokenInfo, before: tokenize.TokenInfo) -> Iterator[str]:
    word = token.string
    if token.type == tokenize.NUMBER:
        if re.fullmatch(r"[0-9_]+|0x[0-9A-Fa-f_]+", word):
            yield str(int(word, 0) + 1)
            if int(word, 0) > 0:
                yield str(int(word, 0) - 1)
    elif token.type == tokenize.NAME:
        if word in WORDS:
            yield WORDS[word]
        elif word == "not":
            yield ""
    elif word in COMPARISONS:
        yield COMPARISONS[word]
        if word in OPPOSITES:
            yield OPPOSITES[word]
    elif word in ARITHMETIC:
        binary = before.type in (tokenize.NAME, tokenize.NUMBER) or before.string in VALUE_ENDS
        if binary and before.string not in ("return", "in", "and", "or", "not", "if", "else", "yield"):
            yield ARITHMETIC[word]
        elif word == "-":
            yield ""  # `return -28`: a refusal that refuses nothing


def tree_edits(tree: ast.Module, positions: Positions) -> Iterator[tuple[int, int, str]]:
    """An inverted condition, a statement left out, a refusal that names another rule."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    refusals: dict[str, list[str]] = {}
    inside = [node for function in functions for statement in function.body for node in ast.walk(statement)]
    for node in inside:
        if named := refusal_named(node):
            names = refusals.setdefault(named[0], [])
            if named[1] not in names:
                names.append(named[1])
    for node in inside:
        if isinstance(node, ast.If | ast.While | ast.IfExp) and not inverted_by_a_token(node.test):
            start, end = positions.span(node.test)
            yield start, end, f"not ({positions.source[start:end]})"
        elif changes_state(node):
            assert isinstance(node, ast.stmt)
            start, end = positions.span(node)
            yield start, end, "pass"
        if named := refusal_named(node):
            assert isinstance(node, ast.UnaryOp)
            names = refusals[named[0]]
            other = names[(names.index(named[1]) + 1) % len(names)]
            if other != named[1]:
                yield *positions.span(node), f"-{named[0]}.{other}"


def inverted_by_a_token(test: ast.expr) -> bool:
    """One comparison, `not` or a constant: a token change already inverts it."""
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1
    return isinstance(test, ast.Constant) or (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def changes_state(node: ast.AST) -> bool:
    """A call for its side effect, or an assignment to a field or element. Leaving out a local name would only crash."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    return isinstance(node, ast.AugAssign)


def refusal_named(node: ast.AST) -> tuple[str, str] | None:
    """`-Forbids.OVER` as ("Forbids", "OVER")."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Attribute):
        if isinstance(node.operand.value, ast.Name):
            return node.operand.value.id, node.operand.attr
    return None
