"""Python that has no translation: each function with the line after `def` at fault, and what the refusal says."""

REFUSED = {}


def refused(because):
    def note(function):
        REFUSED[function] = because
        return function

    return note


@refused("there is no translation of this construct")
def a_set(a):
    return {a, 2}


@refused("there is no translation of this operator")
def a_power(a):
    return a**2


@refused("there is no translation of this statement")
def a_try(a):
    try:
        return a
    finally:
        a += 1


@refused("there is no translation of format specifications")
def a_format(a):
    return f"{a:02d}"


@refused("there is no translation of slices with a step")
def a_step(a):
    return [a, 1, 2][::2]


@refused("there is no translation of what is called")
def a_print(a):
    return print(a)


@refused("there is no such name")
def an_unknown_name(a):
    return a + unheard_of  # noqa: F821


@refused("there is no translation of the method sort here")
def a_sort(a):
    return [a].sort()


@refused("it is not known to be a number")
def a_mixture(a):
    return (a, "text")[a % 2] + 1


@refused("the truth of such a value has no counterpart")
def a_list_or_nothing(a):
    return ([a] if a else None) or 3


@refused("only elements of lists and dictionaries can be replaced")
def a_replaced_element(a):
    str(a)[0] = "3"


@refused("REFUSED is neither a constant nor called here")
def an_object(a):
    return REFUSED


@refused("only numbers among numbers and texts among texts can be searched with `in`")
def a_text_among_numbers(a):
    return str(a) in [1, 2]
