"""Lets functions return their results as values, instead of writing them where a pointer says.

In Numba's calling convention a function writes its result through a pointer and returns an error code. Where a call is
not inlined, the result therefore passes through a stack in memory. Native code hardly notices, but WebAssembly does: it
has to keep the stack pointer of this stack in a global variable, and some engines check the bounds of every access.
Also, every caller has to pass errors on. But no rule catches an error: it always ends in the export's trap, so it may
as well trap where it occurs.

Each function is split in three, here in LLVM's language, and LLVM's optimiser does the rest:

- `NAME.body` is the function as Numba wrote it, inlined into the next one,
- `NAME.value` calls it, traps if there is an error, and returns the result,
- `NAME` has Numba's convention and calls `NAME.value`; it is inlined wherever it is called.
"""

import re

# Results of other types are several numbers, which WebAssembly would return through memory all the same.
SINGLE = {"i1", "i8", "i16", "i32", "i64", "float", "double", "ptr"}

_FUNCTION = re.compile(
    r"^define (?P<linkage>\w+) i32 @(?P<name>\S+?)"
    r"\((?P<results>ptr [^,]*%(?P<place>retptr[.\d]*), ptr [^,]*%excinfo[.\d]*)(?P<parameters>(?:, [^\n]*)?)\)"
    r"(?P<attributes>[^\n{]*) \{\n"
    r"(?P<body>.*?)^\}\n",
    re.MULTILINE | re.DOTALL,
)
_RESULT = re.compile(r"^  store (?P<type>\S+) (?P<value>.*), ptr %(?P<place>retptr[.\d]*)(?=,|$)", re.MULTILINE)
_OTHER_CODE = re.compile(r"^  ret i32 -", re.MULTILINE)  # an end that is not an error: `None` or no further item

_SPLIT = """\
define {linkage} i32 @{name}({results}{parameters}){attributes} alwaysinline {{
  {receive}call {returned} @{name}.value({arguments})
  store {type} {value}, ptr %{place}
  ret i32 0
}}

define {linkage} {returned} @{name}.value({own_parameters}){attributes} {{
  %retptr = alloca {type}
  %excinfo = alloca ptr
  %code = call i32 @{name}.body(ptr %retptr, ptr %excinfo{more_arguments})
  %error = icmp ne i32 %code, 0
  br i1 %error, label %trap, label %fine
trap:
  call void @llvm.trap()
  unreachable
fine:
  %value = load {type}, ptr %retptr
  ret {returned_value}
}}

define {linkage} i32 @{name}.body({results}{parameters}){attributes} alwaysinline {{
{body}}}
"""


def results_as_values(text: str) -> str:
    """A module in LLVM's language, not yet optimised, with its functions split. It must declare `llvm.trap`."""
    return _FUNCTION.sub(_split, text)


def _split(function: re.Match[str]) -> str:
    body = function["body"]
    written = [(type_, value) for type_, value, place in _RESULT.findall(body) if place == function["place"]]
    types = {type_ for type_, _ in written}
    if len(types) != 1 or not types <= SINGLE or _OTHER_CODE.search(body):
        return function[0]
    (type_,) = types
    nothing = all(value == "null" for _, value in written)  # the result is None
    own = function["parameters"].removeprefix(", ")
    passed = [(words[0], words[-1]) for words in map(str.split, own.split(", ") if own else [])]  # without attributes
    arguments = ", ".join(f"{kind} {name}" for kind, name in passed)
    return _SPLIT.format(
        **function.groupdict(),
        type=type_,
        returned="void" if nothing else type_,
        returned_value="void" if nothing else f"{type_} %value",
        receive="" if nothing else "%value = ",
        value="null" if nothing else "%value",
        own_parameters=own,
        arguments=arguments,
        more_arguments=f", {arguments}" if arguments else "",
    )
