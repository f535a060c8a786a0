"""Why an action is refused, in words."""

from parlour.kit import IllegalAction, Rules

from .loops import TOO_SOON
from .moments import ASIDE


def refusal(rules: Rules, action: int, code: int) -> IllegalAction:
    """The error for an action for which `attempt` or `refused` returned `code`, in the rules' own words."""
    if code == ASIDE:
        return IllegalAction(
            rules.rule_id(rules.no_such_action), "leaving and voting are not actions that a trained policy can choose"
        )
    if code == TOO_SOON:
        number = rules.waiting_rule(action)
        return IllegalAction(rules.rule_id(number), f"too soon: {rules.sentences[number]}")
    return IllegalAction(rules.rule_id(-code), rules.sentences[-code])
