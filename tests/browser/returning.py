"""Functions of all kinds of results, compiled to WebAssembly by test_results.py. Exports take and return a number."""

from numba import njit

from parlour.kit import rule


@njit
def fibonacci(n):  # calls itself, so that LLVM cannot inline it
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@rule
def is_even(n):
    return n % 2 == 0


@rule
def half(n):
    return n / 2


@rule
def both(n):
    return n // 3, n % 3


@rule
def root(n):
    """None, which is no error, if there is none."""
    for k in range(n + 1):
        if k * k == n:
            return k
    return None


@rule
def checked(n):
    if n > 9:
        raise ValueError("too large")
    return n + 1


@rule
def check(n):
    checked(n)


def single(number):
    return fibonacci(number)


def truth(number):
    return 1 if is_even(number) else 0


def real(number):
    return int(half(number) * 4)


def several(number):
    third, rest = both(number)
    return 10 * third + rest


def perhaps(number):
    found = root(number)
    return -1 if found is None else found


def error(number):
    check(number)
    return checked(number)


EXPORTS = {each.__name__: each for each in (single, truth, real, several, perhaps, error)}
