"""Compiles functions of a game to one WebAssembly module, with nothing but Numba and llvmlite.

Numba translates each function to LLVM's intermediate representation. In a process that builds WebAssembly this is where
Numba's work ends: `only_translate` keeps it from optimising anything for this machine's processor, which also makes the
result the same on every machine. The functions are then linked into one module, retargeted by replacing its triple and
data layout, and optimised and compiled as a whole. Every exported function gets a small wrapper with plain parameters,
so that Numba's calling convention (result by pointer, error code as return value) stays inside. Functions that
call each other return results as values, too, wherever that is possible (see results.py).

There is no linker: LLVM's relocatable object of a single module runs as it is (see object_file.py). Memory and stack
pointer are imports of the module.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]
import numba
from llvmlite.binding import Linkage
from numba.core import codegen, cpu
from numba.core.codegen import CPUCodeLibrary

from parlour.kit.compile import DiskCache

from .object_file import Binary, executable
from .results import results_as_values

TRIPLE = "wasm32-unknown-unknown"
# Current Safari, Firefox and Chrome have all of these.
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
VECTORS = ",+simd128"  # Safari has them since 16.4, of 2023, the others for longer

# The kinds of parameters and results: how JavaScript passes them, and how they become the 64-bit numbers of a rule.
KINDS = {"address": ("i32", "zext", "ptrtoint"), "int": ("i32", "sext", "trunc"), "long": ("i64", "", "")}


@dataclass(frozen=True)
class Export:
    """A function that JavaScript can call: its parameters by name and kind, and the kind of its result."""

    name: str
    function: Callable[..., Any]  # takes and returns 64-bit numbers
    parameters: dict[str, str]
    result: str | None = None


def only_translate() -> None:
    """From now on, this process compiles nothing for its own processor: rules are translated and kept for `compile`."""

    def keep(library: Any) -> None:
        library._finalized = True

    def nothing(*_: Any) -> None:
        pass

    replaced: Any = CPUCodeLibrary
    replaced.finalize = keep
    replaced._optimize_functions = nothing
    replaced._ensure_finalized = nothing
    # Never called. Numba insists on a built-in function, and tells functions apart by it.
    cpu.CPUContext.get_executable = lambda *_: [].append  # type: ignore
    codegen.RuntimeLinker.scan_defined_symbols = nothing  # type: ignore
    DiskCache._open = lambda self: False  # type: ignore  # what has not been compiled cannot be cached


def _libraries(of: Iterable[Any]) -> list[Any]:
    """The libraries of all functions, callees included, each once."""
    found: dict[int, Any] = {}
    waiting = list(of)
    while waiting:
        library = waiting.pop()
        if id(library) not in found:
            found[id(library)] = library
            waiting += reversed(library._linking_libraries)
    return list(found.values())


def _wrapper(export: Export, inner: str) -> str:
    """The exported function in LLVM's language: converts the numbers and traps if the rule raised an error."""
    names = [f"%{name}" for name in export.parameters]
    given = [f"{KINDS[kind][0]} {name}" for name, kind in zip(names, export.parameters.values())]
    lines, passed = [], []
    for name, kind in zip(names, export.parameters.values()):
        type_, widen, _ = KINDS[kind]
        if widen:
            lines.append(f"{name}.wide = {widen} {type_} {name} to i64")
            name += ".wide"
        passed.append(f"i64 {name}")
    arguments = ", ".join(["ptr %result", "ptr %error", *passed])
    returned = KINDS[export.result][0] if export.result else "void"
    lines = ["%result = alloca i64", "%error = alloca ptr", *lines]
    lines += [f"%status = call i32 @{inner}({arguments})", "%bad = icmp sgt i32 %status, 0"]
    lines += ["br i1 %bad, label %trap, label %fine", "trap:", "call void @llvm.trap()", "unreachable", "fine:"]
    if export.result is None:
        lines.append("ret void")
    else:
        lines.append("%value = load i64, ptr %result")
        if returned == "i32":
            lines.append("%short = trunc i64 %value to i32")
        lines.append(f"ret {returned} {'%short' if returned == 'i32' else '%value'}")
    declared = f"declare i32 @{inner}({', '.join(['ptr', 'ptr', *('i64' for _ in passed)])})"
    body = "\n".join(f"  {line}" for line in lines)
    return f"{declared}\ndefine {returned} @{export.name}({', '.join(given)}) {{\n{body}\n}}\n"


def _linked(exports: Iterable[Export]) -> Any:
    """One module with everything that the exports call, retargeted to WebAssembly."""
    compiled = []
    translated: Any = numba.njit
    for export in exports:
        function = translated(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)(export.function)
        function.compile((numba.int64,) * len(export.parameters))
        (result,) = function.overloads.values()
        compiled.append(result)
    wrappers = "declare void @llvm.trap()\n" + "".join(
        _wrapper(export, result.fndesc.mangled_name) for export, result in zip(exports, compiled)
    )
    whole = llvm.parse_assembly(wrappers)
    for library in _libraries(result.library for result in compiled):
        module = library._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = Linkage.linkonce_odr
        whole.link_in(module)
    return whole


def _retargeted(module: Any, machine: Any) -> Any:
    text = str(module)
    text = re.sub(r"= common (local_unnamed_addr )?global", "= internal global", text)  # Numba's environments
    text = re.sub(r'target datalayout = "[^"]*"\n', "", text)
    text = re.sub(r'target triple = "[^"]*"\n', "", text)
    text = re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)
    # The optimiser would replace a loop that looks for the end of a list by a function of C, which nobody provides.
    text = re.sub(r"^(define .*) \{$", r'\1 "no-builtin-strlen" "no-builtin-wcslen" {', text, flags=re.MULTILINE)
    text = f'target datalayout = "{machine.target_data}"\ntarget triple = "{TRIPLE}"\n' + text
    return llvm.parse_assembly(results_as_values(text))


def compile_module(exports: list[Export], vectors: bool = False) -> Binary:
    """The WebAssembly of these functions and of everything they call, with loops over several numbers at once where
    that pays. `only_translate` must have been called before any rule was compiled."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    features = FEATURES + VECTORS if vectors else FEATURES
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static", features=features)
    module = _retargeted(_linked(exports), machine)
    public = {export.name for export in exports}
    for function in module.functions:
        if not function.is_declaration and function.name not in public:
            function.linkage = Linkage.internal
    _optimise(module, machine, vectors)
    return executable(machine.emit_object(module), sorted(public))


def _optimise(module: Any, machine: Any, vectors: bool) -> None:
    """As Numba does: inline as much as possible, remove reference counting that cancels out, then everything else.

    Everything else comes twice, because only functions that have been simplified are small enough to be inlined. It
    makes the games 3 to 9 % faster and up to 5 kB larger; a third time changes nothing more.
    """
    for level in (0, 3, 3):
        tuning = llvm.create_pipeline_tuning_options(speed_level=level)
        tuning.loop_vectorization, tuning.slp_vectorization = vectors, False
        builder = llvm.create_pass_builder(machine, tuning)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)
