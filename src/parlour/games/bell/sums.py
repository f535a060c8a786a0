"""Several small sums in one whole number, eight bits each: rules cannot allocate an array to add up in.

With one loop per fruit or colour instead, random play of Piccolo is 7 % slower and of Piccolo Twist 4 %.
"""

from parlour.kit import inlined, rule


@inlined
def add_to_sum(sums, kind, amount):
    """The sums with `amount` added to the sum of this kind."""
    return sums + (amount << 8 * kind)


@inlined
def sum_of(sums, kind):
    """The sum of this kind."""
    return sums >> 8 * kind & 255


@rule
def has_five(sums, kinds):
    """True if one of the first `kinds` sums is exactly five."""
    for kind in range(kinds):
        if sum_of(sums, kind) == 5:
            return True
    return False
