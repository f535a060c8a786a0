"""The three reward schemes.

rank    at the end of the match: the share of the other seats that this seat has beaten, minus the share that has
        beaten it; from -1 (alone in last place) to 1 (alone in first place); ties count as neither; sums to 0
points  after every step: the change in the seat's own points, negated where the fewest points win
margin  after every step: the same, minus the mean of the other seats' changes; sums to 0
"""

from parlour.kit import BadInput, rule

REWARDS = ("rank", "points", "margin")
RANK, POINTS, MARGIN = range(3)


def reward_number(name: str) -> int:
    if name not in REWARDS:
        raise BadInput(f"there is no reward {name!r}; choose one of {', '.join(REWARDS)}")
    return REWARDS.index(name)


@rule
def write_rewards(kind, sign, seats, before, after, is_over, rewards):  # type: ignore[no-untyped-def]
    """Write each seat's reward for a change of the scores; `sign` is -1 where the fewest points win."""
    for seat in range(seats):
        rewards[seat] = 0.0
        if kind == RANK:
            if is_over and seats > 1:
                rewards[seat] = net_beaten(sign, seats, after, seat) / (seats - 1)
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
def net_beaten(sign, seats, scores, seat):  # type: ignore[no-untyped-def]
    """The number of seats that a seat is ahead of, minus the number of those ahead of it."""
    ahead = 0
    for other in range(seats):
        lead = sign * (int(scores[seat]) - int(scores[other]))
        if lead > 0:
            ahead += 1
        elif lead < 0:
            ahead -= 1
    return ahead
