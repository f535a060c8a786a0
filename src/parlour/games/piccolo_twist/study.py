"""What the lab measures in Piccolo Twist: the same as in every bell game."""

from parlour.games.bell.study import bell_study

from .sight import ENDINGS

STUDY = bell_study({ending.value: words for ending, words in ENDINGS.items() if words is not None})
