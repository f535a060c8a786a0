"""Results that functions return as values: the same numbers as in Python, no stack in memory, and a trap where a rule
raises."""

import json
import os
import subprocess
import sys

from tests.browser.returning import EXPORTS
from tests.browser.typescript import node

BUILD = """
import sys
from pathlib import Path
from parlour.browser.webassembly import Export, compile_module, only_translate

only_translate()
from tests.browser.returning import EXPORTS

exports = [Export(name, EXPORTS[name], {"number": "long"}, "long") for name in sys.argv[2:]]
Path(sys.argv[1]).write_bytes(compile_module(exports).code)
"""
RUN = """
import { readFileSync } from 'node:fs'
const module = new WebAssembly.Module(readFileSync(FILE))
const env = {
  __linear_memory: new WebAssembly.Memory({ initial: 4 }),
  __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, 1 << 17),
}
for (const { name, kind } of WebAssembly.Module.imports(module)) if (kind === 'function') env[name] = () => {}
const calls = new WebAssembly.Instance(module, { env }).exports
function tried(call, number) {
  try {
    return Number(call(BigInt(number)))
  } catch (error) {
    return error.constructor.name
  }
}
const answers = {}
for (const name of Object.keys(calls)) answers[name] = NUMBERS.map((number) => tried(calls[name], number))
console.log(JSON.stringify([WebAssembly.Module.imports(module).map(({ name }) => name), answers]))
"""
NUMBERS = list(range(20))


def compiled(folder, *names):
    """What a module with these functions imports, and what each of them returns for each of NUMBERS."""
    code, script = folder / "returning.wasm", folder / "run.mjs"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    subprocess.run([sys.executable, "-c", BUILD, str(code), *names], env=environment, check=True)
    script.write_text(RUN.replace("FILE", json.dumps(str(code))).replace("NUMBERS", json.dumps(NUMBERS)))
    return json.loads(node(script).communicate()[0])


def in_python(function, number):
    try:
        return function(number)
    except ValueError:
        return "RuntimeError"  # a trap


def test_results_and_errors_are_those_of_python(tmp_path):
    _, answers = compiled(tmp_path, *EXPORTS)
    for name, function in EXPORTS.items():
        assert answers[name] == [in_python(function, number) for number in NUMBERS], name
    assert "RuntimeError" in answers["error"]
    assert -1 in answers["perhaps"]


def test_a_single_number_is_returned_without_a_stack_in_memory(tmp_path):
    imports, _ = compiled(tmp_path, "single")
    assert "__stack_pointer" not in imports
