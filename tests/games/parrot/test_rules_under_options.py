"""Parrot: whatever the options, matches go as they did when this version of the rules was recorded."""

import pytest
from tests.games.golden import varied


@pytest.mark.parametrize("case", range(varied.CASES))
def test_a_match_under_other_options_goes_as_recorded(case):
    assert varied.digest("parrot", case) == varied.kept()[varied.key("parrot", case)]
