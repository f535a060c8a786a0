"""How many cards there are of each kind (the numbers 0 to 12, and the Parrot), in one whole number, four bits each.

Rules cannot allocate an array. With one loop per number instead, random play is 1 % slower, and bots count far more
often than the rules do.
"""

from parlour.kit import inlined, rule


@inlined
def count_of(counts, kind):
    """How many cards of this kind there are."""
    return (counts >> (4 * kind)) & 15


@inlined
def plus(counts, kind, cards):
    return counts + (cards << (4 * kind))


@inlined
def plus_one(counts, kind):
    return counts + (1 << (4 * kind))


@inlined
def minus_one(counts, kind):
    return counts - (1 << (4 * kind))


@rule
def total_of(counts):
    """How many cards there are of all kinds together."""
    cards = 0
    while counts != 0:
        cards += counts & 15
        counts >>= 4
    return cards
