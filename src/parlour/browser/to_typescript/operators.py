"""Truth, arithmetic and comparison: Python's operators as TypeScript."""

import ast

from .kinds import (
    ANY,
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
    RecordOf,
    TupleOf,
    as_number,
    is_list,
    item_of,
    join,
    without_none,
)
from .names import LESS, NOT_STATIC, Names
from .writing import (
    AND,
    ATOM,
    CHOICE,
    EQUALITY,
    OR,
    PRODUCT,
    RELATION,
    SUM,
    UNARY,
    WIDTH,
    Code,
    indented,
)


class Operators(Names):
    """The operators in one function."""

    # Truth

    def condition(self, node: ast.expr) -> Code:
        """An expression of which only the truth matters."""
        if isinstance(node, ast.BoolOp):
            return self._joined(node, [self.condition(part) for part in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self._UnaryOp(node)
        code = self.expression(node)
        if is_list(code.kind):
            return Code(f"{code.at(ATOM)}.length > 0", BOOL, RELATION)
        if isinstance(code.kind, DictOf):
            return Code(f"{code.at(ATOM)}.size > 0", BOOL, RELATION)
        self._check_native_truth(node, code.kind)
        return code

    def _check_native_truth(self, node: ast.expr, kind: Kind) -> None:
        """JavaScript agrees with Python about 0, '' and null, but not about empty lists and dictionaries."""
        inner = without_none(kind)
        if inner == ANY or is_list(inner) or isinstance(inner, DictOf | RecordOf):
            raise self.refuse(node, "the truth of such a value has no counterpart")

    def _joined(self, node: ast.BoolOp, parts: list[Code]) -> Code:
        sign, level = (" && ", AND) if isinstance(node.op, ast.And) else (" || ", OR)
        kind = NOTHING_YET
        for part in parts:
            kind = join(kind, part.kind)
        return Code(sign.join(part.at(level + 1) for part in parts), kind, level)

    def _BoolOp(self, node: ast.BoolOp) -> Code:
        """`and` and `or` return one of their operands."""
        parts = [self.expression(part) for part in node.values]
        for part, code in zip(node.values[:-1], parts[:-1], strict=True):
            self._check_native_truth(part, code.kind)
        joined = self._joined(node, parts)
        if isinstance(node.op, ast.Or):  # None is never returned from the left
            kind = parts[-1].kind
            for code in parts[:-1]:
                kind = join(kind, without_none(code.kind))
            return Code(joined.text, kind, joined.level)
        return joined

    def _IfExp(self, node: ast.IfExp) -> Code:
        test, first, second = self.condition(node.test), self.expression(node.body), self.expression(node.orelse)
        parts = test.at(CHOICE + 1), first.at(CHOICE), second.at(CHOICE)
        text = "{} ? {} : {}".format(*parts)
        if len(text) > WIDTH or "\n" in text:
            text = "{}\n{}\n{}".format(parts[0], indented(f"? {parts[1]}"), indented(f": {parts[2]}"))
        return Code(text, join(first.kind, second.kind), CHOICE)

    # Arithmetic

    def number(self, node: ast.expr) -> Code:
        """An operand of arithmetic; True and False count as 1 and 0."""
        code = self.expression(node)
        kind = as_number(without_none(code.kind))
        if kind == BOOL:
            return Code(f"Number({code.text})", NATURAL)
        if kind not in (*NUMBERS, NOTHING_YET):
            raise self.refuse(node, "it is not known to be a number")
        return Code(code.text, kind, code.level)

    def _UnaryOp(self, node: ast.UnaryOp) -> Code:
        if isinstance(node.op, ast.Not):
            return Code(f"!{self.condition(node.operand).at(UNARY)}", BOOL, UNARY)
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self._Constant(ast.copy_location(ast.Constant(-node.operand.value), node))  # type: ignore[operator]
        code = self.number(node.operand)
        if isinstance(node.op, ast.Invert):
            return Code(f"py.invert({code.text})", join(code.kind, SMALL))
        if isinstance(node.op, ast.UAdd):
            return code
        if code.kind == WHOLE:
            return Code(f"py.sub(0, {code.text})", WHOLE)
        return Code(f"-{code.at(UNARY)}", join(code.kind, SMALL), UNARY)

    def _BinOp(self, node: ast.BinOp) -> Code:
        return self.operate(node, node.left, node.op, node.right)

    def operate(self, node: ast.AST, first: ast.expr, op: ast.operator, second: ast.expr) -> Code:
        if isinstance(op, ast.Add | ast.Mult):
            kinds = self.expression(first).kind, self.expression(second).kind
            if any(kind == TEXT or is_list(kind) for kind in kinds):
                return self._operate_on_sequences(node, first, op, second)
        left, right = self.number(first), self.number(second)
        kind = join(left.kind, right.kind)
        wide, natural = kind == WHOLE, kind in (NATURAL, NOTHING_YET)
        constant = isinstance(second, ast.Constant) or self.static(second) is not NOT_STATIC
        both = f"({left.text}, {right.text})"
        match op:
            case ast.Add():
                return Code(f"py.add{both}", WHOLE) if wide else _infix(left, "+", right, SUM, kind)
            case ast.Sub():
                return Code(f"py.sub{both}", WHOLE) if wide else _infix(left, "-", right, SUM, join(kind, SMALL))
            case ast.Mult():
                return Code(f"py.mul{both}", WHOLE) if wide else _infix(left, "*", right, PRODUCT, kind)
            case ast.Div():
                if wide:
                    raise self.refuse(node, "numbers that may exceed 2^53 cannot be divided with /")
                return _infix(left, "/", right, PRODUCT, FLOAT)
        if kind == FLOAT:
            raise self.refuse(node, "this operator is translated for whole numbers only")
        match op:
            case ast.FloorDiv():
                if constant and not wide:
                    return Code(f"Math.floor({left.at(PRODUCT)} / {right.at(PRODUCT + 1)})", kind)
                return Code(f"py.floorDiv{both}", kind)
            case ast.Mod():
                if constant and natural:
                    return _infix(left, "%", right, PRODUCT, NATURAL)
                return Code(f"py.mod{both}", NATURAL if right.kind == NATURAL else kind)
            case ast.LShift():
                return Code(f"py.shl{both}", WHOLE)
            case ast.RShift():
                return Code(f"py.shr{both}", left.kind)
            case ast.BitAnd():
                if isinstance(first, ast.BinOp) and isinstance(first.op, ast.RShift) and right.text == "1":
                    return Code(f"py.bit({self.number(first.left).text}, {self.number(first.right).text})", NATURAL)
                return Code(f"py.and{both}", NATURAL if NATURAL in (left.kind, right.kind) else kind)
            case ast.BitOr():
                return Code(f"py.or{both}", kind)
            case ast.BitXor():
                return Code(f"py.xor{both}", kind)
        raise self.refuse(node, "there is no translation of this operator")

    def _operate_on_sequences(self, node: ast.AST, first: ast.expr, op: ast.operator, second: ast.expr) -> Code:
        left, right = self.expression(first), self.expression(second)
        if isinstance(op, ast.Mult):
            if not (left.kind == TEXT or is_list(left.kind)):
                first, left, second = second, right, first
            kind = left.kind if left.kind == TEXT else ListOf(item=item_of(left.kind))
            return Code(f"py.repeat({left.text}, {self.number(second).text})", kind)
        if left.kind in (TEXT, NOTHING_YET) and right.kind in (TEXT, NOTHING_YET):
            return _infix(left, "+", right, SUM, TEXT)
        if not all(is_list(code.kind) or code.kind == NOTHING_YET for code in (left, right)):
            raise self.refuse(node, "only two texts or two lists can be added")
        if isinstance(left.kind, TupleOf) and isinstance(right.kind, TupleOf):
            return Code(f"[...{left.text}, ...{right.text}]", TupleOf(items=left.kind.items + right.kind.items))
        return Code(f"[...{left.text}, ...{right.text}]", ListOf(item=item_of(join(left.kind, right.kind))))

    # Comparison

    def _Compare(self, node: ast.Compare) -> Code:
        operands = [node.left, *node.comparators]
        if len(operands) == 3 and any(isinstance(part, ast.Call) for part in ast.walk(operands[1])):
            return self._compare_once(node)
        for middle in operands[1:-1]:
            if any(isinstance(part, ast.Call) for part in ast.walk(middle)):
                raise self.refuse(node, "a call in the middle of a comparison would be made twice")
        parts = [self._compare(*three) for three in zip(operands, node.ops, operands[1:], strict=False)]
        return parts[0] if len(parts) == 1 else Code(" && ".join(part.at(AND) for part in parts), BOOL, AND)

    def _compare_once(self, node: ast.Compare) -> Code:
        """`1 <= f(x) < 9`: the function is called once."""
        middle, it = self.expression(node.comparators[0]), ast.copy_location(ast.Name("it", ast.Load()), node)
        with self.variables({"it": middle.kind}):
            low = self._compare(node.left, node.ops[0], it)
            high = self._compare(it, node.ops[1], node.comparators[1])
        return Code(f"((it: any) => {low.at(AND)} && {high.at(AND)})({middle.text})", BOOL)

    def _compare(self, first: ast.expr, op: ast.cmpop, second: ast.expr) -> Code:
        if isinstance(op, ast.In | ast.NotIn):
            found = self._contains(first, second)
            return found if isinstance(op, ast.In) else Code(f"!{found.at(UNARY)}", BOOL, UNARY)
        if type(op) in LESS:
            left, right = self.expression(first), self.expression(second)
            if not left.kind == right.kind == TEXT:
                left, right = self.number(first), self.number(second)
            return _infix(left, LESS[type(op)], right, RELATION, BOOL)
        sign = "===" if isinstance(op, ast.Eq | ast.Is) else "!=="
        left, right = self.expression(first), self.expression(second)
        kinds = [as_number(without_none(code.kind)) for code in (left, right)]
        if isinstance(op, ast.Is | ast.IsNot) and NONE not in (left.kind, right.kind):
            raise self.refuse(second, "`is` is translated only with None")
        if NONE in (left.kind, right.kind) or kinds[0] == kinds[1] in (TEXT, BOOL) or NOTHING_YET in kinds:
            return _infix(left, sign, right, EQUALITY, BOOL)
        if all(is_list(kind) for kind in kinds):
            same = Code(f"py.equal({left.text}, {right.text})", BOOL)
            return same if sign == "===" else Code(f"!{same.text}", BOOL, UNARY)
        return _infix(self.number(first), sign, self.number(second), EQUALITY, BOOL)

    def _contains(self, first: ast.expr, second: ast.expr) -> Code:
        needle, hay = self.expression(first), self.expression(second)
        if isinstance(hay.kind, DictOf):
            return Code(f"{hay.at(ATOM)}.has({needle.text})", BOOL)
        if hay.kind == TEXT:
            return Code(f"{hay.at(ATOM)}.includes({needle.text})", BOOL)
        if not is_list(hay.kind):
            raise self.refuse(second, "only lists, tuples, dictionaries and texts can be searched with `in`")
        kinds = [as_number(without_none(kind)) for kind in (needle.kind, item_of(hay.kind))]
        if (kinds[0] != kinds[1] and join(*kinds) not in (*NUMBERS, kinds[0], kinds[1])) or is_list(kinds[0]):
            raise self.refuse(first, "only numbers among numbers and texts among texts can be searched with `in`")
        return Code(f"{hay.at(ATOM)}.includes({needle.text})", BOOL)


def _infix(left: Code, sign: str, right: Code, level: int, kind: Kind) -> Code:
    return Code(f"{left.at(level)} {sign} {right.at(level + 1)}", kind, level)
