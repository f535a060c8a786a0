"""Records whose fields plain Python reads and writes as attributes."""

import pickle

import numpy as np

from parlour.kit import int8, int16, record, with_attributes

Card = record(kind=int8, worth=int16)
Table = record(turn=int8, box=int8[2, 3], top=Card, pile=(Card, 4))


def test_fields_are_read_and_written_in_place():
    plain = np.zeros(2, Table)
    tables = with_attributes(plain)
    tables[1].turn = 3
    tables[1].box[1, 2] = 7
    tables[1].top.worth = 300
    tables[1].pile[3].kind = 5
    assert plain["turn"].tolist() == [0, 3]
    assert plain["box"][1, 1].tolist() == [0, 0, 7]
    assert (plain["top"]["worth"][1], plain["pile"]["kind"][1, 3]) == (300, 5)
    assert tables[1].pile[3].kind == 5 and tables[0].top.kind == 0


def test_records_are_copied_as_a_whole():
    tables = with_attributes(np.zeros(2, Table))
    tables[0].turn, tables[0].top.kind = 4, 2
    tables[1] = tables[0]
    tables[0].turn = 1
    assert (tables[1].turn, tables[1].top.kind) == (4, 2)


def test_the_form_is_the_same_whatever_it_is_made_from():
    plain = np.zeros(1, Table)
    assert with_attributes(plain).dtype == plain.dtype
    assert with_attributes(with_attributes(plain)).dtype.type is with_attributes(plain).dtype.type
    assert with_attributes(plain).dtype.isalignedstruct


def test_arrays_can_be_sent_to_another_process():
    tables = with_attributes(np.zeros(2, Table))
    tables[1].pile[3].kind = 6
    again = pickle.loads(pickle.dumps(tables))
    assert again.tobytes() == tables.tobytes()
    assert again[1].pile[3].kind == 6
