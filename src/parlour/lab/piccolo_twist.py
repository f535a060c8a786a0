"""What the lab shows of Piccolo Twist: see `bell.py`."""

from parlour.games.piccolo_twist.sight import ENDINGS

from .bell import bell_study

STUDY = bell_study({ending.value: words for ending, words in ENDINGS.items() if words is not None})
