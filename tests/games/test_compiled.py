"""The same seeds and moves give the same bytes, interpreted and compiled."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.every import every_game
from tests.trace import traces

from parlour.kit import INTERPRETED

MOVES = 200
SCRIPT = Path(__file__).parents[1] / "trace.py"


@pytest.mark.skipif(INTERPRETED, reason="compares with compiled rules")
@every_game
def test_interpreted_equals_compiled(name):
    done = subprocess.run(
        [sys.executable, str(SCRIPT), name, str(MOVES)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    slow = json.loads(done.stdout)
    assert all(len(digests) > 3 for digests in slow.values())
    assert slow == traces(name, MOVES)
