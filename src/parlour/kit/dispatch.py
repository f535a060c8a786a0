"""How rules are compiled: each once, and only what Python calls becomes machine code.

Numba makes machine code of every function, together with everything it calls, before it goes on to the caller. In a
game with ten levels of calls the innermost rules become machine code ten times and more. Here a rule that another rule
calls stays in LLVM's intermediate representation; only the outermost function, which Python calls (an entrance),
becomes machine code, and gets a wrapper for Python. docs/compiling.md has the measurements.

Numba also compiles a function again for each constant and each width of integer it is called with. Rules take 64-bit
numbers instead, so each is translated once.
"""

import hashlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from llvmlite.binding import Linkage, parse_bitcode  # type: ignore[import-untyped]
from numba.core import types
from numba.core.caching import CompileResultCacheImpl
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.environment import lookup_environment
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import make_concrete_template

from parlour.imports import without_collecting

ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of Numba's environments begin
INLINABLE = 30_000  # bytes of bitcode; with 20,000 some games were 4 % slower, with 10,000 up to 23 %


def digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Does not have what it calls compiled, unlike Numba's own libraries."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)


class InnerLibrary(_Library):
    """A rule in LLVM's intermediate representation, with everything it calls. It is never run, only linked into others.

    It is optimised all the same: optimised only as part of an entrance, random matches were up to a fifth slower. But
    what it calls has been optimised before, so most of that is left out until then; otherwise the innermost rules would
    be optimised again for every rule on the way up."""

    inlinable: Any = None  # the rule and what was small enough to be optimised with it; None if it is itself too large

    def finalize(self) -> None:
        self._finalized = True
        module, called = self._final_module, _called_by(self)
        for each in called:
            if each.inlinable is not None:
                module.link_in(each.inlinable, preserve=True)
        self._optimize_final_module()
        _shareable(module)
        if len(module.as_bitcode()) <= INLINABLE:
            self.inlinable = module.clone()
        for each in called:
            if each.whole is not each.inlinable:
                module.link_in(each.whole, preserve=True)
        self._linking_libraries = []
        self._finalize_dynamic_globals()

    def _get_module_for_linking(self) -> Any:
        self._ensure_finalized()
        return self._final_module


class EntranceLibrary(_Library):
    """What Python calls, with private copies of everything it calls, so that LLVM can inline what is called once and
    the rest is close by. (Otherwise a call goes to whichever copy was loaded first, possibly far away.)"""

    def finalize(self) -> None:
        self._raise_if_finalized()
        for each in _called_by(self):
            self._final_module.link_in(each.whole, preserve=True)
        _internalise(self._final_module)
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        for environment in _environments(self._final_module):
            self.codegen.set_env(environment.env_name, environment)


class _Called(NamedTuple):
    """A function that a library calls, as modules of LLVM: with everything that it calls in turn, and what of that a
    caller may inline."""

    whole: Any
    inlinable: Any


def _called_by(library: Any) -> list[_Called]:
    """What a library calls. What Numba has only translated is not compiled on its own for this."""
    found, seen = [], set()
    waiting = list(reversed(library._linking_libraries))
    while waiting:
        other = waiting.pop()
        if id(other) in seen:
            continue
        seen.add(id(other))
        if isinstance(other, InnerLibrary):
            found.append(_Called(other._get_module_for_linking(), other.inlinable))
        elif other._finalized:
            module = other._get_module_for_linking()
            found.append(_Called(module, module))
        else:
            copy = other._final_module.clone()
            _shareable(copy)
            found.append(_Called(copy, copy))
            waiting += reversed(other._linking_libraries)
    return found


def _shareable(module: Any) -> None:
    """Let several modules define these functions when they are linked."""
    for function in module.functions:
        if not function.is_declaration and function.linkage == Linkage.external:
            function.linkage = Linkage.linkonce_odr


def _internalise(module: Any) -> None:
    """Give functions that were linked in internal linkage. They are renamed as well: the loader would mistake them for
    the public function of that name, although the compiler may have changed how they are called."""
    name = digest_of("".join(sorted(f.name for f in module.functions if f.linkage == Linkage.external)))
    for number, inner in enumerate(f for f in module.functions if f.linkage == Linkage.linkonce_odr):
        inner.linkage = Linkage.internal
        inner.name = f"private.{name}.{number}"


def _environments(module: Any) -> list[Any]:
    names = (v.name for v in module.global_variables if v.name.startswith(ENVIRONMENT))
    return [found for name in names if (found := lookup_environment(name)) is not None and found.can_cache()]


class _Compiler(Compiler):  # type: ignore[misc]
    library_class: Any

    def compile_extra(self, func: Any) -> Any:
        self.state.library = self.library_class(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


class _InnerCompiler(_Compiler):
    library_class = InnerLibrary

    def compile_extra(self, func: Any) -> Any:
        self.state.flags.no_compile = True
        self.state.flags.no_cpython_wrapper = True
        return super().compile_extra(func)


class _EntranceCompiler(_Compiler):
    """An entrance is compiled first and last: all rules that it calls are compiled on the way."""

    library_class = EntranceLibrary

    def compile_extra(self, func: Any) -> Any:
        with without_collecting():
            return super().compile_extra(func)


def _key(result: Any) -> Any:
    """Numba finds a compiled function by its entry point. A rule that is only translated has none, so it gets a key."""
    return result._replace(entry_point=(result.fndesc.mangled_name,))


class InnerRule(CPUDispatcher):  # type: ignore[misc]
    """A rule as other rules call it."""

    def __init__(self, function: Any, targetoptions: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=targetoptions, pipeline_class=_InnerCompiler)

    def add_overload(self, result: Any) -> None:
        keyed = _key(result)
        self.targetctx.insert_user_function(keyed.entry_point, keyed.fndesc, [keyed.library])
        self.overloads[tuple(keyed.signature.args)] = keyed


class Rule(CPUDispatcher):  # type: ignore[misc]
    """A rule as Python calls it."""

    def __init__(self, py_func: Any, locals: Any = None, targetoptions: dict[str, Any] | None = None) -> None:
        chosen = {"nopython": True, **(targetoptions or {})}
        super().__init__(py_func, targetoptions=chosen, pipeline_class=_EntranceCompiler)
        self.inner = InnerRule(py_func, chosen)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        folded, args = self.inner.fold_argument_types(args, kws)
        args = tuple(widest(kind) for kind in args)
        self.inner.compile(args)
        name = self.py_func.__name__
        template = make_concrete_template(f"CallTemplate({name})", key=name, signatures=self.inner.nopython_signatures)
        return template, folded, args, {}

    def get_overload(self, sig: Any) -> Any:
        return self.inner.get_overload(sig)


def widest(kind: Any) -> Any:
    """The type that a rule is compiled for when it is called with this one."""
    kind = types.unliteral(kind) if isinstance(kind, types.IntegerLiteral | types.BooleanLiteral) else kind
    return types.int64 if isinstance(kind, types.Integer) and kind.signed else kind


class Stored(CompileResultCacheImpl):  # type: ignore[misc]
    """What the disk cache keeps: the machine code of an entrance, the intermediate representation of any other rule."""

    def reduce(self, result: Any) -> Any:
        library = result.library
        inner = isinstance(library, InnerLibrary)
        code = library._get_module_for_linking().as_bitcode() if inner else library._get_compiled_object()
        inlinable = library.inlinable.as_bitcode() if inner and library.inlinable is not None else None
        result.fndesc.typemap = result.fndesc.calltypes = None
        known = _environments(library._final_module)
        return inner, library.name, code, inlinable, result.fndesc, result.environment, result.signature, known

    def rebuild(self, target: Any, payload: Iterable[Any]) -> Any:
        inner, name, code, inlinable, fndesc, environment, signature, environments = payload
        codegen = target.codegen()
        library: Any = (InnerLibrary if inner else EntranceLibrary)(codegen, name)
        entry = None
        if inner:
            library._final_module = parse_bitcode(code)
            library.inlinable = parse_bitcode(inlinable) if inlinable else None
            library._finalized = True
        else:
            library.enable_object_caching()
            library._set_compiled_object(code)
            library._finalize_final_module()
            codegen._engine._defined_symbols.add(fndesc.llvm_cpython_wrapper_name)
            entry = target.get_executable(library, fndesc, environment)
            for other in environments:
                codegen.set_env(other.env_name, other)
        fields: dict[str, Any] = dict.fromkeys(CompileResult._fields)
        fields |= {"typing_context": target.typing_context, "target_context": target, "library": library}
        fields |= {"entry_point": entry, "fndesc": fndesc, "environment": environment, "signature": signature}
        fields |= {"objectmode": False, "lifted": (), "reload_init": (), "referenced_envs": environments}
        return CompileResult(**fields)
