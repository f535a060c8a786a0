"""What the lab measures of Guess."""

from parlour.kit import Measure, int8, rule
from parlour.kit.figures import Means, Study, overall


@rule
def opened(state, tally):
    tally.highs = 0


@rule
def noted(before, state, seat, action, tally):
    if action == 1:
        tally.highs += 1


@rule
def closed(state, tally):
    pass


STUDY = Study(
    Measure({"highs": int8}, opened, noted, closed),
    (Means("Said high", "How many players say high in a game.", "players", lambda rows, _: overall(rows["highs"])),),
)
