"""`Words`: what players read of a game besides its rulebook: its options as questions, and why a move is refused.

They are in the module `words.py` of a game's package, as `WORDS`. Nothing that is compiled imports them, so a sentence
can be changed without compiling anything.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Question:
    """An option as players are asked for it: a question, and an answer for each of its values.

    An option that is a number has a unit instead, and `scale`: how many of the option's numbers make one unit, so that
    800 ms are read as 0.8 seconds.
    """

    asks: str
    answers: Mapping[Any, str] = field(default_factory=dict)
    unit: str = ""
    scale: int = 1

    def answer(self, value: Any) -> str:
        if self.unit:
            return f"{value / self.scale:g} {self.unit}"
        return self.answers.get(value, str(value))


# moment(seen, seat, action, rule, soon) -> a sentence, or "" if the one in `refusals` will do. `seen` is what the seat
# sees, and `soon` is True if the action is legal a little later. Plain Python that can be translated for the page.
Moment = Callable[[Any, int, int, int, bool], str]


@dataclass(frozen=True)
class Words:
    options: Mapping[str, Question]
    refusals: Mapping[int, str]  # number of a rule that forbids an action -> one sentence
    moment: Moment | None = None  # the same with the state at hand, where a sentence can be more to the point
