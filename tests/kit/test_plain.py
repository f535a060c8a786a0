"""Records as plain Python: the same numbers, whatever is asked for and in whatever order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.kit import blank, float64, int8, int16, int32, int64, plain, record, uint64

KINDS = (int8, int16, int32, int64, uint64, float64)
SHAPES = (None, 1, 5, (2, 3), (2, 2, 2))
FIELDS = {f"f{number}": (kind, shape) for number, (kind, shape) in enumerate((k, s) for k in KINDS for s in SHAPES)}


def filled(seed):
    some = blank(record(**{name: kind if shape is None else kind[shape] for name, (kind, shape) in FIELDS.items()}))
    some.view(np.uint8)[:] = np.random.default_rng(seed).integers(0, 128, some.nbytes, np.uint8)  # no NaN
    return some


@given(st.lists(st.sampled_from(sorted(FIELDS)), max_size=40), st.integers(0, 99))
def test_every_field_reads_as_numpy_has_it(names, seed):
    some = filled(seed)
    read = plain(some[0])
    for name in names:
        assert getattr(read, name) == some[name][0].tolist()


def test_a_record_is_read_as_it_was():
    some = blank(record(turn=int8, box=int8[4]))
    read = plain(some[0])
    some["turn"], some["box"] = 3, 7
    assert (read.turn, read.box) == (0, [0, 0, 0, 0])
    assert (plain(some[0]).turn, plain(some[0]).box) == (3, [7, 7, 7, 7])


def test_there_is_no_other_field():
    with pytest.raises(AttributeError, match="no field 'hand'"):
        _ = plain(blank(record(turn=int8))[0]).hand
