"""Checks of actions, and errors that explain why one is not carried out."""

import operator
from typing import Any

from parlour.kit import BadInput, IllegalAction, Rules

ILLEGAL = ("refuse", "raise")


def action_number(rules: Rules, action: Any, actions: int) -> int:
    """An action as a plain int, checked against the size of the action space."""
    try:
        number = action if type(action) is int else operator.index(action)
    except TypeError:
        number = -1
    if not 0 <= number < actions:
        raise no_such_action(rules, action, actions)
    return number


def no_such_action(rules: Rules, action: Any, actions: int) -> IllegalAction:
    return IllegalAction(
        rules.rule_id(rules.no_such_action), f"there is no action {action} here, only 0 to {actions - 1}"
    )


def raises_illegal(illegal: str) -> bool:
    """True if an illegal action raises an error; otherwise it is refused and counts as waiting."""
    if illegal not in ILLEGAL:
        raise BadInput(f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}")
    return illegal == "raise"
