"""Finds the words of a game: what players read of its options and refusals (see kit/words.py)."""

from functools import cache
from typing import Any

from parlour.engine.loops import TOO_SOON
from parlour.games import part_of
from parlour.kit import Choice, IllegalAction, NamedOrCustom, Option, Rules
from parlour.kit.words import Question, Words


@cache
def words_of(rules: Rules) -> Words:
    """The words of a game. A game without its own is described by its rules' short texts."""
    words: Words | None = part_of(rules.name, "words", "WORDS")
    if words is not None:
        return words
    refusals = {number: _sentence(text) for number, text in rules.sentences.items()}
    return Words({option.name: _question(option) for option in rules.options}, refusals)


def refusal_in_words(rules: Rules, seen: Any, seat: int, action: int, code: int) -> IllegalAction:
    """The error for an action for which `attempt` returned `code`, as a sentence about this moment; `seen` is what the
    seat sees of the match."""
    words = words_of(rules)
    soon = code == TOO_SOON
    number = rules.waiting_rule(action) if soon else -code
    said = words.moment(seen, seat, action, number, soon) if words.moment else ""
    return IllegalAction(rules.rule_id(number), said or words.refusals[number])


def values_of(option: Option) -> tuple[Any, ...]:
    """The values that an option lists; none if it is a number."""
    if isinstance(option, Choice):
        return option.values
    return tuple(option.named) if isinstance(option, NamedOrCustom) else ()


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _question(option: Option) -> Question:
    return Question(_sentence(option.says), {value: str(value) for value in values_of(option)})
