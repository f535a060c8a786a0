"""`@rule`: plain Python that runs as compiled code, with a disk cache that is never stale.

Numba's own disk cache misses two things: a change in a callee in another file, and closures that capture compiled
functions (its key changes with every process). Here compiled code is kept in a directory named by a hash of every
source file that the function's module imports, directly or indirectly, and closures are told apart by the names of
what they capture. With NUMBA_DISABLE_JIT=1 a rule is the plain function.

Code compiled by several processes is loaded into one, where the linker goes by symbol name and keeps the first of each
name. Numba's names contain counters of the compiling process (for record types and closures), so functions of two games
could be mistaken for each other; our names are digests of what the type or the closure contains.
"""

import ast
import contextlib
import hashlib
import importlib.util
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core import event, types
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys

from .dispatch import Rule, Stored, digest_of, widest
from .errors import ParlourError
from .record import INTERPRETED

F = TypeVar("F", bound=Callable[..., Any])

STARTED_NS = time.time_ns()
SCRIPTS = "__main__", "__mp_main__"  # the module that was started as a program; in a process that it started


def _record_symbol(record: Any) -> tuple[str, tuple[str]]:
    return "Record", (digest_of(record.name),)


types.Record.mangling_args = property(_record_symbol)  # type: ignore

# No rule is called from C, so that wrapper is left out.
_COMPILED: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}


def _compiled(function: F, form: str, **options: Any) -> F:
    plain: Any = getattr(cast(Any, function), "py_func", function)
    compiled: Any = Rule(plain, targetoptions=_COMPILED | options)
    compiled._cache = DiskCache(plain, f"{form} entrance")
    compiled.inner._cache = DiskCache(plain, f"{form} inner")
    return cast(F, compiled)


def rule(function: F) -> F:
    """A rule, or a question about the state: compiled to run without the GIL (or left as it is, if interpreted)."""
    if INTERPRETED:
        return function
    return _compiled(function, "")


def inlined(function: F) -> F:
    """The same rule, inlined at every call: for small ones that are called all the time.

    Numba also inlines whatever is compiled first as part of an inlined rule, so a rule that calls much must not be
    inlined: everything below it would be copied into the caller, and LLVM would take minutes."""
    if INTERPRETED:
        return function
    return _compiled(function, "inlined", forceinline=True)


def compile_for(function: Callable[..., Any], *arguments: Any) -> None:
    """Compile a rule for arguments of these types, or load it from the cache, without calling it."""
    if not INTERPRETED:
        cast(Any, function).compile(tuple(numba.typeof(each) for each in arguments))


def compile_inner(function: Callable[..., Any], *arguments: Any) -> None:
    """The same for a rule as other rules call it, which may also be given single records."""
    if not INTERPRETED:
        cast(Any, function).inner.compile(_inner_types(arguments))


def inner_is_stored(function: Callable[..., Any], *arguments: Any) -> bool:
    """True if `compile_inner` would find it in the cache."""
    return INTERPRETED or cast(Any, function).inner._cache.holds(_inner_types(arguments))


def _inner_types(arguments: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(widest(numba.typeof(each)) for each in arguments)


class CacheUnusable(ParlourError):
    """The directory for compiled rules cannot be written."""


def cache_directory() -> Path:
    """The directory of compiled rules: $PARLOUR_CACHE, or `parlour` in the user's cache directory."""
    chosen = os.environ.get("PARLOUR_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour"


def check_cache() -> None:
    """Raise CacheUnusable, before anything is compiled, if the cache cannot be written."""
    place = cache_directory()
    try:
        place.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=place).close()
    except OSError as error:
        raise CacheUnusable(
            f"compiled rules cannot be stored in {place} ({error.strerror}); set PARLOUR_CACHE to a writable directory"
        ) from None


def on_first_compile(say: Callable[[], None]) -> None:
    """Call `say` once, when a rule is compiled for the first time instead of being loaded from the cache."""

    class Once(event.Listener):  # type: ignore[misc]
        said = False

        def on_start(self, _: Any) -> None:
            if not Once.said:
                Once.said = True
                say()

        def on_end(self, _: Any) -> None:
            pass

    listen: Any = event.register
    listen("numba:compile", Once())


@cache
def _file_of(module: str) -> Path | None:
    if module in SCRIPTS:  # it has no import specification; in a notebook no file either
        path = getattr(sys.modules[module], "__file__", None)
        return Path(path).absolute() if path and Path(path).exists() else None
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None


# An import statement that begins its line: what it names is in parentheses, or on the same line.
_IMPORT = re.compile(rb"^[ \t]*((?:from[ \t]+[\w.]+[ \t]+)?import\b(?:[ \t]*\([^()]*\)|[^\n(\\]*))", re.MULTILINE)
_MAYBE_IMPORT = re.compile(rb"\bimport\b|\\\r?\n")


def _import_statements(source: bytes) -> list[ast.Import | ast.ImportFrom]:
    """All import statements of a source file, and possibly some that are only quoted in it.

    To parse whole files would take a third of the time in which a process loads a game from the cache. So only the
    import statements are parsed, unless one might be where this search does not find it."""
    if not _MAYBE_IMPORT.search(_IMPORT.sub(b"", source)):
        with contextlib.suppress(SyntaxError):
            return _imports_in(ast.parse(b"\n".join(_IMPORT.findall(source))))
    return _imports_in(ast.parse(source))


def _imports_in(tree: ast.Module) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


@cache
def _imports(module: str) -> tuple[str, ...]:
    """The modules of Parlour, of the module's own package, or in files beside it, that it imports anywhere in its
    source."""
    path = _file_of(module)
    if path is None:
        return ()
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found: list[str] = []
    for node in _import_statements(path.read_bytes()):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        else:
            base = node.module or ""
            if node.level:
                base = importlib.util.resolve_name("." * node.level + base, package)
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                found.append(inner if _file_of(inner) else base)
    own = {module.partition(".")[0], "parlour"}
    return tuple(sorted({name for name in found if name.partition(".")[0] in own or _beside(path, name)}))


def _beside(path: Path, module: str) -> bool:
    """True if a module is a file in the same directory."""
    other = _file_of(module)
    return other is not None and other.parent == path.parent


def sources_of(modules: Iterable[str]) -> list[tuple[str, Path | None]]:
    """These modules and everything of ours that they import, directly or indirectly, with their files."""
    waiting, reached = list(modules), set(modules)
    while waiting:
        for name in _imports(waiting.pop()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return [(name, _file_of(name)) for name in sorted(reached)]


@cache
def _digest(modules: tuple[str, ...]) -> str | None:
    """A hash of the sources of these modules and of everything of ours that they import. None if what it compiles to
    must not enter the cache: a rule was written in a notebook, or a source was changed since this process started, so
    that what was imported may be the old version."""
    if not all(map(_file_of, modules)):
        return None
    digest = hashlib.sha256()
    for name, path in sources_of(modules):
        if path and path.stat().st_mtime_ns > STARTED_NS:
            return None
        digest.update(name.encode() + b"\0" + (path.read_bytes() if path else b"") + b"\0")
    return digest.hexdigest()[:16]


def _captured(function: Callable[..., Any]) -> list[tuple[str, Any]]:
    return [
        (name, cell.cell_contents)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    ]


def _name_of(value: Any) -> str:
    """A captured value, described the same way in every process."""
    if isinstance(value, Dispatcher):
        inner = [_name_of(v) for _, v in _captured(value.py_func)]
        return f"{value.py_func.__module__}.{value.py_func.__code__.co_qualname}({','.join(inner)})"
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    return repr(value)


def _modules_of(function: Callable[..., Any]) -> set[str]:
    modules = {function.__module__}
    for _, value in _captured(function):
        if isinstance(value, Dispatcher):
            modules |= _modules_of(value.py_func)
    return modules


def _type_name(kind: types.Type) -> str:
    """A type, described the same way in every process, and no two types alike. Numba's own description of an
    enumeration has only the name of its class."""
    if isinstance(kind, types.EnumMember):
        return f"{kind} {kind.instance_class.__module__}.{kind.instance_class.__qualname__}"
    return str(kind)


class OverloadFiles(IndexDataCacheFile):  # type: ignore[misc]
    """One file for each compiled version, named by a digest of its key.

    Numba numbers these files and lists them in an index. Two processes that compile one function for different types at
    the same moment, such as `below` for the states of two games, could give both versions the same number; then one
    would be loaded in place of the other."""

    def __init__(self, place: str, base: str) -> None:
        super().__init__(place, base, numba.__version__)
        self._base = base

    def save(self, key: Any, data: Any) -> None:
        self._save_data(self._name_of(key), data)

    def load(self, key: Any) -> Any:
        try:
            return self._load_data(self._name_of(key))
        except FileNotFoundError:
            return None

    def holds(self, key: Any) -> bool:
        return Path(self._data_path(self._name_of(key))).exists()

    def _name_of(self, key: Any) -> str:
        return f"{self._base}.{digest_of(f'{numba.__version__} {key}')}.nbc"


class DiskCache(FunctionCache):  # type: ignore[misc]
    """The compiled versions of one rule on disk. Nothing is read or written before the first call."""

    _impl_class = Stored

    def __init__(self, function: Callable[..., Any], form: str) -> None:
        self._py_func = function
        self._form = form
        self._name = repr(function)
        self._ready = False
        self.enable()

    def _open(self) -> bool:
        """Work out where this rule is cached, once; False if it must not be cached."""
        if self._ready:
            return self._enabled
        self._ready = True
        code = self._py_func.__code__
        captured = [f"{name}={_name_of(value)}" for name, value in _captured(self._py_func)]
        if captured:
            self._py_func.__qualname__ = f"{code.co_qualname}_{digest_of(repr(captured))}"
        digest = _digest(tuple(sorted(_modules_of(self._py_func))))
        if digest is None:
            self.disable()
            return False
        self._key = (self._form, *captured)
        self._impl = self._impl_class.__new__(self._impl_class)
        self._impl._lineno = code.co_firstlineno
        self._place = cache_directory() / f"{self._py_func.__module__}-{digest}"
        self._impl._locator = self
        self._cache_path = str(self._place)
        base = code.co_qualname.replace("<", "").replace(">", "")
        self._cache_file = OverloadFiles(self._cache_path, f"{base}-{code.co_firstlineno}")
        return True

    @property
    def _py_file(self) -> str:
        return self._py_func.__code__.co_filename

    def ensure_cache_path(self) -> None:
        self._place.mkdir(parents=True, exist_ok=True)

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return ([_type_name(kind) for kind in sig], codegen.magic_tuple(), self._key)

    def holds(self, sig: Any) -> bool:
        """True if the function was compiled for these types before, by any process."""
        return self._open() and self._cache_file.holds(self._index_key(sig, cpu_target.target_context.codegen()))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Numba would get ready to compile first, which takes longer than loading all games. It does that all the same
        if there is something to compile; machine code only needs the functions of its runtime."""
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        return super()._load_overload(sig, target_context) if self._open() else None

    def _save_overload(self, sig: Any, data: Any) -> None:
        if not self._open():
            return
        try:
            super()._save_overload(sig, data)
        except OSError:
            check_cache()
            raise
