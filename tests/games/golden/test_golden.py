"""Matches kept as text: a change of the rules shows here first."""

import json
from pathlib import Path

from tests.every import every_table

import parlour

HERE = Path(__file__).parent


@every_table
def test_a_golden_match_ends_as_it_did(name, seats):
    match = parlour.replay((HERE / f"{name}-{seats}.jsonl").read_text())
    end = json.loads((HERE / f"{name}-{seats}.end.json").read_text())
    assert match.over
    assert match.scores == end["scores"]
    assert match.winners == end["winners"]
    assert match.clock == end["clock"]
    assert match.view(None) == end["view"]
