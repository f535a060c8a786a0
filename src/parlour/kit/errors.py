"""Errors that users may see. The text of each is one sentence."""


class ParlourError(Exception):
    """Something a user asked for cannot be done; the text says what is wrong and what would be right."""


class BadInput(ParlourError, ValueError):
    """A value from outside (option, seat, log, deck file) is not one that Parlour can use."""


class IllegalAction(ParlourError):
    """The rules forbid this; `rule` is the id of the statement that does."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{rule}: {sentence}")
        self.rule = rule
        self.sentence = sentence

    def __reduce__(self) -> tuple[type["IllegalAction"], tuple[str, str]]:
        return IllegalAction, (self.rule, self.sentence)
