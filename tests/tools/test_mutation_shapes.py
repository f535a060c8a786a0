"""The larger mutants of tools/mutation_shapes.py."""

from pathlib import Path

from mutation_shapes import limits_of, shapes_of
from parlour.games import names, rules_of

SOURCE = """
def rule(state, seat):
    for other in range(state.seats):
        state.hand[other] = 0
    if state.hand[seat] > 3:
        shuffle(state, state.pile, 12)
    elif seat:
        return 1
    return 2
"""


def mutants(limits: list[str]) -> list[str]:
    edits = shapes_of(Path("toy.py"), SOURCE, limits)
    assert all(edit.compiles(SOURCE) for edit in edits)
    return [edit.apply(SOURCE) for edit in edits]


def changed(limits: list[str]) -> list[str]:
    """The first line of each mutant that differs."""
    before = SOURCE.splitlines()
    return [next(b.strip() for a, b in zip(before, after.splitlines()) if a != b) for after in mutants(limits)]


def test_every_kind_of_larger_fault_is_made():
    found = changed(["state.side == 0"])
    assert "for other in list(range(state.seats))[1:]:" in found
    assert "for other in list(range(state.seats))[:-1]:" in found
    assert "pass" in found
    assert "shuffle(state, state.pile, (12) - 1)" in found
    assert "shuffle(state, state.pile, (12) // 2)" in found
    assert "if (state.hand[seat] > 3) and state.side == 0:" in found
    assert "if (state.hand[seat] > 3) and seat == 0:" in found
    assert len(found) == len(set(mutants(["state.side == 0"])))


def test_a_condition_is_not_limited_by_what_it_asks_already():
    assert "if (state.hand[seat] > 3) and state.hand[seat] == 0:" not in changed(["state.hand[seat] == 0"])


def test_every_game_has_limits_that_its_state_knows():
    for name in names():
        rules = rules_of(name)
        for limit in limits_of(rules):
            field = limit.removeprefix("state.").partition(" ")[0]
            assert field in (rules.State.names or ())
