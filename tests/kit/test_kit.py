"""The kit by itself: chance, options, pieces, and a cache that is never stale."""

import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from parlour import BadInput
from parlour.kit import (
    Choice,
    Dice,
    NamedOrCustom,
    Number,
    PerSeat,
    Pieces,
    below,
    bits,
    blank,
    kinds,
    numbers,
    seed_of,
    shuffle,
)


def dice(seed=1):
    rolled = blank(Dice).view(np.recarray)
    rolled[0].rng = seed
    return rolled[0]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 13, 28, 108])
def test_a_draw_is_within_bounds_and_even(n):
    source = dice(n)
    drawn = np.bincount([below(source, n) for _ in range(400 * n if n < 20 else 40 * n)], minlength=n)
    assert len(drawn) == n
    expected = drawn.sum() / n
    chi = ((drawn - expected) ** 2 / expected).sum()
    assert chi < (n - 1) + 4 * (2 * (n - 1)) ** 0.5 + 1


def test_a_draw_rejects_what_would_be_uneven():
    """Just above two thirds of the range of 32 bits, a plain product would favour every other number."""
    source, n = dice(5), 3 * 2**30
    low = sum(below(source, n) % 3 == 0 for _ in range(6000))
    assert 1850 < low < 2150


def test_a_shuffle_is_a_permutation_and_any_of_them():
    seen = set()
    source = dice(3)
    for _ in range(400):
        cards = np.arange(4, dtype=np.int8)
        shuffle(source, cards, 4)
        assert sorted(cards) == [0, 1, 2, 3]
        seen.add(tuple(cards.tolist()))
    assert len(seen) == 24
    cards = np.arange(4, dtype=np.int8)
    shuffle(source, cards, 2)
    assert cards.tolist()[2:] == [2, 3]


def test_seeds_of_a_run_are_all_different():
    seeds = {int(seed_of(np.uint64(run), number)) for run in range(20) for number in range(200)}
    assert len(seeds) == 4000


def test_pieces_name_the_parts_of_a_row():
    pieces = Pieces(phase=3, box=(2, 4))
    assert pieces.size == 11
    assert [(p.name, p.start, p.shape) for p in pieces] == [("phase", 0, (3,)), ("box", 3, (2, 4))]
    row = np.arange(22, dtype=np.int8).reshape(2, 11)
    assert pieces.split(row)["box"].tolist()[1] == [[14, 15, 16, 17], [18, 19, 20, 21]]


def test_pieces_as_numbers_for_a_network():
    pieces = Pieces(phase=2, left=numbers(2, 4), place=kinds((2,), 3), pulling=bits(1, 3))
    row = np.array([0, 1, 4, -2, 2, 0, 5], np.int8)
    assert pieces.float_size == 2 + 2 + 6 + 3
    assert pieces.floats(row).tolist() == [0, 1, 1, -0.5, 0, 0, 1, 1, 0, 0, 1, 0, 1]
    assert pieces.floats(np.stack([row, row])).shape == (2, 13)
    assert pieces.named_floats(row)["place"].tolist() == [[0, 0, 1], [1, 0, 0]]
    assert [piece.values for piece in pieces] == ["flags", "numbers / 4", "3 kinds", "3 bits"]


def test_options_read_what_people_type_and_refuse_the_rest():
    choice = Choice("rounds", ("X-1",), "how many", (5, 3))
    assert choice.read("3", 2) == choice.read(3, 2) == 3
    number = Number("gap", ("X-2",), "ms", 800, 200, 5000)
    assert number.read("300", 2) == 300
    each = PerSeat("handicap", ("X-3",), "ms", 0, 0, 1500)
    assert each.read("0,300", 2) == each.read([0, 300], 2) == [0, 300]
    assert each.read(5, 3) == each.read("5", 3) == [5, 5, 5]
    for option, wrong in [
        (choice, 4),
        (choice, True),
        (choice, None),
        (number, 199),
        (number, 5001),
        (number, "x"),
        (number, True),
        (number, 1.5),
        (each, [1]),
        (each, [1, 1501]),
        (each, "1,2,3"),
        (each, None),
        (each, "a,b"),
    ]:
        with pytest.raises(BadInput, match=f"the option {option.name} cannot be .*; it takes"):
            option.read(wrong, 2)


def test_a_field_that_holds_an_index_is_not_called_like_a_number():
    """A state field `grace_ms` that is 0 must not mean 250 ms."""
    for values, field in [
        ((250, 0), "x_choice"),
        ((15, "none"), "x_choice"),
        (("a", "b"), "x"),
        (("random", 1, 2), "x"),
    ]:
        option = Choice("x", (), "", values=values)
        assert option.field == field
        state = {}
        option.write(state, values[1])
        assert state == {field: 1}


def test_a_table_comes_by_name_as_data_or_from_a_file(tmp_path):
    def parse(data):
        if set(data) != {"stars"}:
            raise BadInput("a table has stars")
        return data["stars"]

    taken = {}
    table = NamedOrCustom(
        "tables", ("X-4",), "stars", {"house": [1, 2]}, parse, lambda state, stars: taken.update(stars=stars)
    )
    assert table.read("house", 2) == "house"
    path = tmp_path / "own.toml"
    path.write_text("stars = [3, 4]")
    assert table.read(str(path), 2) == {"stars": [3, 4]}
    for value, stars in (("house", [1, 2]), ({"stars": [3, 4]}, [3, 4])):
        table.write(None, value)
        assert taken["stars"] == stars
    path.write_text("stars = ")
    for wrong, says in [
        ("other", "cannot be 'other'"),
        (3, "cannot be 3"),
        ({"moons": 1}, "a table has stars"),
        (str(path), "is not TOML"),
        (str(tmp_path / "none.toml"), "cannot be read"),
    ]:
        with pytest.raises(BadInput, match=says):
            table.read(wrong, 2)


CALLEE = "from parlour.kit import rule\n@rule\ndef worth(x):\n    return x * {factor}\n"
CALLER = """
from parlour.kit import rule, on_first_compile
from callee import worth
on_first_compile(lambda: print("compiled"))
def factory(inner, plus):
    @rule
    def total(x):
        return inner(x) + plus
    return total
@rule
def other(x):
    return x - 1
print(factory(worth, 0)(5), factory(other, 0)(5), factory(worth, 1)(5))
"""


def run_apart(place, *program):
    """The lines that a program prints in a process of its own, with a cache beside it."""
    environment = {**os.environ, "PARLOUR_CACHE": str(place / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("NUMBA_DISABLE_JIT", None)
    done = subprocess.run(
        [sys.executable, *program], cwd=place, env=environment, capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout.split("\n")[:-1]


def test_a_changed_source_never_meets_an_old_cache(tmp_path):
    """Also when the change is in another file, and for closures that differ only in what they capture."""

    def answers(factor):
        (tmp_path / "callee.py").write_text(CALLEE.format(factor=factor))
        (tmp_path / "caller.py").write_text(textwrap.dedent(CALLER))
        return run_apart(tmp_path, "caller.py")

    assert answers(2) == ["compiled", "10 4 11"]
    assert answers(2) == ["10 4 11"]  # all three from the cache, none mixed up
    assert answers(3) == ["compiled", "15 4 16"]
    assert answers(2) == ["10 4 11"]


CHANGED = """
import pathlib, sys
from callee import worth
pathlib.Path("callee.py").write_text(pathlib.Path("callee.py").read_text().replace("2", "3"))
print(worth(5))
"""


@pytest.mark.deep
def test_a_source_changed_while_we_run_never_enters_the_cache(tmp_path):
    (tmp_path / "callee.py").write_text(CALLEE.format(factor=2))
    assert run_apart(tmp_path, "-c", CHANGED) == ["10"]
    assert run_apart(tmp_path, "-c", "from callee import worth; print(worth(5))") == ["15"]


# `walked` is long enough, and called often enough, to stay a function of its own inside whoever calls it.
TWINS = """
import sys
from parlour.kit import blank, int64, on_first_compile, record, rule

def often(inner):
    @rule
    def walk_often(state, far):
        return inner(state, far) + inner(state, far + 2) + inner(state, far + 5) + inner(state, far + 9)
    return walk_often

def walk(step):
    @rule
    def walked(state, far):
        total = 0
        for i in range(far * state.far):
            LONG
        return total
    return walked

def answer(name):
    last, between = {"last": int64}, {"between": int64[40]}
    fields = {**between, **last} if name == "far" else {**last, **between}
    state = blank(record(far=int64, **fields))[0]
    state["far"], state["last"] = 4, 9
    return often(walk(2 if name == "two" else 1))(state, 3)

on_first_compile(lambda: print("compiled"))
print(*map(answer, sys.argv[1:]))
""".replace("LONG", "; ".join(f"total += (step * state.last + i) % {n} ^ i // {n}" for n in range(3, 60)))


@pytest.mark.parametrize("pair", [("one", "two"), ("one", "far")])
def test_what_was_compiled_apart_is_told_apart_together(tmp_path, pair):
    """Two closures that capture different things, and two record types: each pair has the same names to Numba where
    each was the only one of its process."""
    (tmp_path / "twins.py").write_text(TWINS)
    (_, one), (_, other) = [run_apart(tmp_path, "twins.py", name) for name in pair]
    assert run_apart(tmp_path, "twins.py", *pair) == [f"{one} {other}"]
    assert run_apart(tmp_path, "twins.py", *reversed(pair)) == [f"{other} {one}"]


# `walked` is called with a constant by the one, so that the compiler may leave that argument out, but not by the other.
DOORS = """
import numpy as np
from parlour.kit import rule
@rule
def walked(far, step):
    total = 0
    for i in range(far):
        LONG
    return total
@rule
def door(far):
    step = np.int64(2)
    return walked(far, step) + walked(far + 2, step) + walked(far + 5, step) + walked(far + 9, step)
@rule
def window(far, step):
    return walked(far, step) + walked(far + 2, step) + walked(far + 5, step) + walked(far + 9, step)
print(door(40) == door.py_func(40), window(40, 3) == window.py_func(40, 3), door(40) == window(40, 2))
""".replace("LONG", "; ".join(f"total += (step * {n} + i) % {n} ^ i // {n}" for n in range(3, 60)))


@pytest.mark.deep
def test_what_an_entrance_took_for_its_own_is_nobody_elses(tmp_path):
    (tmp_path / "doors.py").write_text(DOORS)
    for _ in ("compiled", "from the cache"):
        assert run_apart(tmp_path, "doors.py") == ["True True True"]


NAMESAKES = """
from enum import IntEnum
from parlour.kit import rule
class Owl:
    class Call(IntEnum):
        HOOT = 2
class Rook:
    class Call(IntEnum):
        CAW = 3
HOOT, CAW = Owl.Call.HOOT, Rook.Call.CAW
@rule
def times_ten(call):
    return 10 * call.value
@rule
def hoot():
    return times_ten(HOOT)
@rule
def caw():
    return times_ten(CAW)
print(hoot(), caw())
"""


def test_enumerations_of_the_same_name_are_told_apart(tmp_path):
    """As the reasons of two games are, which are both called Why: the same function of the kit notes them."""
    (tmp_path / "namesakes.py").write_text(NAMESAKES)
    for _ in ("compiled", "from the cache"):
        assert run_apart(tmp_path, "namesakes.py") == ["20 30"]
