"""Several small sums in one whole number, eight bits each: rules cannot allocate an array to add up in."""

from parlour.kit import pasted, rule


@pasted
def add_to_sum(sums, kind, amount):
    """The sums with `amount` added to the sum of this kind."""
    return sums + (amount << 8 * kind)


@pasted
def sum_of(sums, kind):
    """The sum of this kind."""
    return sums >> 8 * kind & 255


@rule
def has_five(sums, kinds):
    """Whether one of the first `kinds` sums is exactly five."""
    for kind in range(kinds):
        if sum_of(sums, kind) == 5:
            return True
    return False
