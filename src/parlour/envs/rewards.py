"""What a match is worth to each seat, in three ways.

rank    when the match is over: the share of the others that a seat has beaten, minus the share that has beaten it; from
        -1 (alone in last place) to 1 (alone in first place), a tie counting neither way; it sums to 0 over the table
points  after every step: how the seat's own points have changed, the other way round where the fewest points win
margin  after every step: the same, minus the mean of the others' changes; it sums to 0 over the table
"""

from parlour.kit import BadInput, rule

REWARDS = ("rank", "points", "margin")
RANK, POINTS, MARGIN = range(3)


def reward_number(name: str) -> int:
    if name not in REWARDS:
        raise BadInput(f"there is no reward {name!r}; there are {', '.join(REWARDS)}")
    return REWARDS.index(name)


@rule
def reckon(kind, sign, seats, before, after, is_over, rewards):  # type: ignore[no-untyped-def]
    """Writes each seat's reward for what happened between two scores; `sign` is -1 where the fewest points win."""
    for seat in range(seats):
        rewards[seat] = 0.0
        if kind == RANK:
            if is_over and seats > 1:
                rewards[seat] = beaten(sign, seats, after, seat) / (seats - 1)
            continue
        own = int(after[seat]) - int(before[seat])
        others = 0
        for other in range(seats):
            others += int(after[other]) - int(before[other])
        others -= own
        rewards[seat] = float(sign * own)
        if kind == MARGIN and seats > 1:
            rewards[seat] -= sign * others / (seats - 1)


@rule
def beaten(sign, seats, scores, seat):  # type: ignore[no-untyped-def]
    """How many of the others a seat is ahead of, minus how many are ahead of it."""
    ahead = 0
    for other in range(seats):
        lead = sign * (int(scores[seat]) - int(scores[other]))
        if lead > 0:
            ahead += 1
        elif lead < 0:
            ahead -= 1
    return ahead
