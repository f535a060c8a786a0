"""Why an action is not carried out, in words."""

import operator
from typing import Any

from parlour.kit import BadInput, IllegalAction, Rules

ILLEGAL = ("refuse", "raise")


def action_number(rules: Rules, action: Any, actions: int) -> int:
    """An action as a plain number, checked against the size of the action space."""
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


def raises(illegal: str) -> bool:
    """Whether an illegal action is raised as an error; otherwise it is refused, which is as good as a wait."""
    if illegal not in ILLEGAL:
        raise BadInput(f"illegal is {' or '.join(ILLEGAL)}, not {illegal!r}")
    return illegal == "raise"
