"""What keeps compiling short: a rule is compiled once for all widths of numbers, and records are copied in one go."""

import json
import os
import subprocess
import sys

import pytest

from parlour.kit import INTERPRETED

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")

# Runs in a process with an empty cache: what comes from a cache has not been compiled.
PROGRAM = """
import json
import numpy as np
from parlour.kit import blank, inlined, int8, int16, int64, record, rule

Small = record(seat=int8, card=int16, clock=int64)
Large = record(cards=int8[600], bank=int16[8])

@rule
def doubled(number):
    return 2 * number

@inlined
def tripled(number):
    return 3 * number

@rule
def all_widths(states):
    state = states[0]
    return (
        doubled(state.seat) + doubled(state.card) + doubled(state.clock) + doubled(5) + tripled(state.seat) + tripled(7)
    )

@rule
def copied(states):
    states[0] = states[1]
    states[2] = states[1]

small = blank(Small)
small[0] = (-3, 300, 2**40)
found = {
    "sum": int(all_widths(small)),
    "doubled": len(doubled.inner.overloads),
    "tripled": len(tripled.inner.overloads),
    "machine code, called by rules": len(doubled.overloads),
    "called by Python": int(doubled(np.int64(4))),
    "machine code, called by Python": len(doubled.overloads),
}
large = blank(Large, 3)
large[1]["cards"] = np.arange(600) % 100
large[1]["bank"] = range(8)
copied(large)
(made,) = copied.overloads.values()
found["equal"] = bool((large[0] == large[1]) & (large[2] == large[1]))
found["instructions"] = len(made.library.get_llvm_str().splitlines())
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    file = folder / "program.py"
    file.write_text(PROGRAM)
    environment = {**os.environ, "PARLOUR_CACHE": str(folder / "cache")}
    done = subprocess.run([sys.executable, file], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_rule_is_compiled_once_for_all_widths_of_numbers(found):
    assert found["sum"] == 2 * (-3 + 300 + 2**40 + 5) + 3 * (-3 + 7)
    assert found["doubled"] == 1
    assert found["tripled"] == 1


def test_what_only_rules_call_is_not_made_into_machine_code(found):
    assert found["machine code, called by rules"] == 0
    assert found["called by Python"] == 8
    assert found["machine code, called by Python"] == 1


def test_a_record_is_copied_in_one_go(found):
    assert found["equal"]
    assert found["instructions"] < 400, "not one for each of its bytes"
