"""Cards of each kind counted in one number, as the scoring of a Box does."""

from parlour.games.parrot.counts import count_of, minus_one, plus, plus_one, total_of


def test_kinds_are_counted_apart():
    counts = 0
    for kind, cards in enumerate((3, 0, 8, 1)):
        counts = plus(counts, kind, cards)
    assert [int(count_of(counts, kind)) for kind in range(5)] == [3, 0, 8, 1, 0]
    assert total_of(counts) == 12
    assert count_of(plus_one(counts, 13), 13) == 1
    assert minus_one(plus_one(counts, 4), 4) == counts
    assert total_of(minus_one(counts, 2)) == 11
