"""Names are visible, and no two at a table look the same."""

import pytest
from tests.live.fakes import TableHarness

from parlour.kit import BadInput
from parlour.live.names import distinct_name, looks, tidy_name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("Ad\u200ba", "Ada"),  # zero width space
        ("\u202eadA", "adA"),  # right-to-left override
        ("Ada\u0000\u001b[31m", "Ada[31m"),
        ("\uff21\uff44\uff41", "Ada"),  # full width
        ("Zoe\u0308", "Zo\u00eb"),
        ("A" + "\u0301" * 40, "\u00c1\u0301\u0301"),
        ("\u5f20\u4f1f", "\u5f20\u4f1f"),
        ("\U0001f99c", "\U0001f99c"),
        ("Ada\u3164", "Ada"),  # Hangul filler
    ],
)
def test_a_name_is_brought_into_its_usual_form(given, kept):
    assert tidy_name(given) == kept


@pytest.mark.parametrize(
    "given", ["", " ", "\u200b", "\u3164\u3164", "\u2800", "\u202e", "\u0301", "\ufe0f", "x" * 25, "x" * 9999]
)
def test_a_name_that_shows_nothing_or_too_much_is_refused(given):
    with pytest.raises(BadInput, match="a name has 1 to 24 letters"):
        tidy_name(given)


def test_names_that_look_the_same_are_told_apart():
    assert distinct_name("Ada", []) == "Ada"
    assert distinct_name("Ada", ["Grace"]) == "Ada"
    for other in ("Ada", "ADA", "\u0410d\u0430", "\u00c1da", "A da"):
        assert distinct_name(other, ["Ada"]) == f"{other} 2"
    assert distinct_name("Ada", ["Ada", "Ada 2"]) == "Ada 3"
    assert len(distinct_name("x" * 24, ["x" * 24])) == 24
    assert looks("Bob") == looks("B0b")


def test_two_people_at_a_table_never_have_the_same_name():
    harness = TableHarness(seats=3)
    for seat in range(3):
        harness.person(seat, name="Ada")
    assert [seat.name for seat in harness.table.presence.seats] == ["Ada", "Ada 2", "Ada 3"]
