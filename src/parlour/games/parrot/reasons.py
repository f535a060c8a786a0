"""The reasons in a review of Parrot, in players’ words. Which one applies is decided in `review`."""

from parlour.kit import IntEnum
from parlour.kit.review import Explanation

from .cards import PARROT, SET_POINTS


class Why(IntEnum):
    """Numbers of the reasons. FROM_DISCARDS + a reason: the same of the card on the discard pile."""

    PLAYED_OUT = 0
    MAKES_SET = 1
    MAKES_PAIR = 2
    COPIES = 3
    FLIES = 4
    SAVES = 5
    REPLACES_DOWN = 6
    HOPES_FOR_SET = 7
    CLOSES_AHEAD = 8
    CLOSES = 9
    SAVES_MORE = 10
    SAVES_INSTEAD = 11
    ENDED_BEHIND = 12
    ENDED_EARLY = 13
    BROKE_PAIR = 14
    RAISED = 15
    RAISED_PLACE = 16
    UNDER_PARROT = 17
    FLEW = 18
    IN_THE_END = 19
    BESIDE_PARROT = 20
    STILL_DOWN = 21
    TURN_UP_INSTEAD = 22
    FILLED_COLUMN = 23
    TURN_UP_BESIDE = 24
    TURN_UP_FRESH = 25
    PILE_BETTER = 26
    MUST_BE_USED = 27
    FROM_DISCARDS = 30


EXPLANATIONS: dict[int, Explanation] = {
    Why.PLAYED_OUT: Explanation("Played out in many possible deals, the other move did better.", ("PAR-05",)),
    Why.MAKES_SET: Explanation(
        "On place {1}, the {0} makes a {3} of {2}s, which takes {4} points off.", ("PAR-63", "PAR-64", "PAR-65")
    ),
    Why.MAKES_PAIR: Explanation(
        "On place {1}, the {0} makes a Pair with the {2} in its column. That saves about {3}.", ("PAR-61",)
    ),
    Why.COPIES: Explanation(
        "On place {1}, the Parrot copies the {2} in its column, which then costs nothing. That saves about {3}.",
        ("PAR-74", "PAR-75"),
    ),
    Why.FLIES: Explanation(
        "The {0} can take the Parrot’s place, and the Parrot flies to place {1}. That saves about {2}.",
        ("PAR-86", "PAR-88"),
    ),
    Why.SAVES: Explanation("On place {1}, the {0} replaces the {3}. That saves about {2}.", ("PAR-24", "PAR-60")),
    Why.REPLACES_DOWN: Explanation(
        "On place {1}, the {0} replaces a card that is face down. On average, that saves about {2}.",
        ("PAR-25", "PAR-60"),
    ),
    Why.HOPES_FOR_SET: Explanation(
        "You have a Pair of {0}s. With this {0} on place {1}, one more {0} beside it makes a Quartet or better.",
        ("PAR-63",),
    ),
    Why.CLOSES_AHEAD: Explanation(
        "You could have ended the round with about {0}, and the best of the other Boxes with one turn left was worth "
        "about {1}.",
        ("PAR-46", "PAR-47"),
    ),
    Why.CLOSES: Explanation(
        "Ending the round here leaves everybody else only one more turn. That costs each of them about {0}.",
        ("PAR-46", "PAR-47"),
    ),
    Why.SAVES_MORE: Explanation(
        "The {0} saves about {2} on place {1}, and about {3} on the place you chose.", ("PAR-24", "PAR-25", "PAR-60")
    ),
    Why.SAVES_INSTEAD: Explanation(
        "The {0} saves about {2} on place {1}. On the place you chose, it cost you about {3}.",
        ("PAR-24", "PAR-25", "PAR-60"),
    ),
    Why.ENDED_BEHIND: Explanation(
        "Your last card ended the round, although another Box was better: yours was worth about {0}, and that one, "
        "with one turn left, about {1}.",
        ("PAR-39", "PAR-46"),
    ),
    Why.ENDED_EARLY: Explanation(
        "Your last card ended the round with about {0} in your Box. With more turns, it would have come down to about "
        "{1}.",
        ("PAR-39", "PAR-46"),
    ),
    Why.BROKE_PAIR: Explanation("You broke up your Pair of {0}s. That cost you about {1}.", ("PAR-61",)),
    Why.RAISED: Explanation(
        "The {0} on place {1} costs more than the card that was face down there: about {2} more, on average.",
        ("PAR-25", "PAR-27"),
    ),
    Why.RAISED_PLACE: Explanation(
        "The {0} on place {1} added about {2} to your Box. You could have discarded it.", ("PAR-24", "PAR-27")
    ),
    Why.UNDER_PARROT: Explanation(
        "The column of place {0} has a Parrot, so it costs nothing, whatever the other card is. Turning up a card "
        "elsewhere tells you more.",
        ("PAR-75",),
    ),
    Why.FLEW: Explanation(
        "With the better move, your Box is likely to end with about {0}. After the Parrot’s flight, it’s about {1}.",
        ("PAR-93",),
    ),
    Why.IN_THE_END: Explanation(
        "Counting the turns to come, your Box is likely to end with about {0} after the better move, and about {1} "
        "after yours.",
        ("PAR-60",),
    ),
    Why.BESIDE_PARROT: Explanation(
        "On place {1}, the {0} lies beside your Parrot, which copies it: it costs nothing there.", ("PAR-75",)
    ),
    Why.STILL_DOWN: Explanation(
        "You replaced your {1}, which was already face up. On place {2}, the {0} would have replaced a card that is "
        "face down, and you would have one fewer of them.",
        ("PAR-25", "PAR-50"),
    ),
    Why.TURN_UP_INSTEAD: Explanation(
        "You replaced your {1}, which was already face up. By discarding the {0} and turning up place {2}, you would "
        "have one card fewer face down.",
        ("PAR-27", "PAR-50"),
    ),
    Why.FILLED_COLUMN: Explanation(
        "The {0} and the {1} beside it make a column that costs {2}. On place {3}, the other card of the column is "
        "face down, so it can still become a Pair.",
        ("PAR-61",),
    ),
    Why.TURN_UP_BESIDE: Explanation(
        "Beside the {1}, place {0} is the better card to turn up: a Pair saves more there than beside the {2}.",
        ("PAR-27", "PAR-61"),
    ),
    Why.TURN_UP_FRESH: Explanation(
        "In the column of place {0}, both cards are face down. Whatever you turn up there, you can still match it.",
        ("PAR-27", "PAR-61"),
    ),
    Why.PILE_BETTER: Explanation(
        "With a card from the pile, your Box is likely to end with about {1}. With the discarded {0}, it’s about {2}.",
        ("PAR-22",),
    ),
    Why.MUST_BE_USED: Explanation(
        "The discarded {0} had to go into your Box. A card from the pile can still be discarded.",
        ("PAR-27", "PAR-28"),
    ),
    Why.FROM_DISCARDS + Why.MAKES_SET: Explanation(
        "The discarded {0} would have made a {3} of {2}s on place {1}, which takes {4} points off.",
        ("PAR-22", "PAR-63", "PAR-64", "PAR-65"),
    ),
    Why.FROM_DISCARDS + Why.MAKES_PAIR: Explanation(
        "The discarded {0} would have made a Pair with the {2} in the column of place {1}. That saves about {3}.",
        ("PAR-22", "PAR-61"),
    ),
    Why.FROM_DISCARDS + Why.COPIES: Explanation(
        "On place {1}, the discarded Parrot would have copied the {2} in its column. That saves about {3}.",
        ("PAR-82", "PAR-75"),
    ),
    Why.FROM_DISCARDS + Why.FLIES: Explanation(
        "The discarded {0} could have taken the Parrot’s place, and the Parrot could have flown to place {1}. That "
        "saves about {2}.",
        ("PAR-86", "PAR-91"),
    ),
    Why.FROM_DISCARDS + Why.SAVES: Explanation(
        "The discarded {0} could have replaced the {3} on place {1}. That saves about {2}.", ("PAR-22", "PAR-24")
    ),
    Why.FROM_DISCARDS + Why.REPLACES_DOWN: Explanation(
        "The discarded {0} costs less than a card that is face down: on place {1} it saves about {2}, on average.",
        ("PAR-22", "PAR-25"),
    ),
    Why.FROM_DISCARDS + Why.HOPES_FOR_SET: Explanation(
        "You have a Pair of {0}s. With the discarded {0} on place {1}, one more {0} beside it makes a Quartet or more.",
        ("PAR-22", "PAR-63"),
    ),
    Why.FROM_DISCARDS + Why.BESIDE_PARROT: Explanation(
        "On place {1}, the discarded {0} would have lain beside your Parrot, which copies it: it costs nothing there.",
        ("PAR-22", "PAR-75"),
    ),
    Why.FROM_DISCARDS + Why.CLOSES_AHEAD: Explanation(
        "With the discarded {2}, you could have ended the round with about {0}. The best of the other Boxes, with one "
        "turn left, was worth about {1}.",
        ("PAR-43", "PAR-47"),
    ),
    Why.FROM_DISCARDS + Why.CLOSES: Explanation(
        "With the discarded {1}, you could have ended the round. That leaves everybody else only one more turn and "
        "costs each of them about {0}.",
        ("PAR-43", "PAR-47"),
    ),
    Why.FROM_DISCARDS + Why.IN_THE_END: Explanation(
        "With the discarded {0}, your Box is likely to end with about {1}. With a card from the pile, it’s about {2}.",
        ("PAR-22",),
    ),
}

# What `about` holds, by reason: c a card, n a number or place, p points, s how many Pairs make a set.
MEANINGS: dict[int, str] = {
    Why.PLAYED_OUT: "",
    Why.MAKES_SET: "cnns",
    Why.MAKES_PAIR: "cncp",
    Why.COPIES: "cncp",
    Why.FLIES: "cnp",
    Why.SAVES: "cnpc",
    Why.REPLACES_DOWN: "cnp",
    Why.HOPES_FOR_SET: "cn",
    Why.CLOSES_AHEAD: "pp",
    Why.CLOSES: "p",
    Why.SAVES_MORE: "cnpp",
    Why.SAVES_INSTEAD: "cnpp",
    Why.ENDED_BEHIND: "pp",
    Why.ENDED_EARLY: "pp",
    Why.BROKE_PAIR: "np",
    Why.RAISED: "cnp",
    Why.RAISED_PLACE: "cnp",
    Why.UNDER_PARROT: "n",
    Why.FLEW: "pp",
    Why.IN_THE_END: "pp",
    Why.BESIDE_PARROT: "cn",
    Why.STILL_DOWN: "ccn",
    Why.TURN_UP_INSTEAD: "ccn",
    Why.FILLED_COLUMN: "cnpn",
    Why.TURN_UP_BESIDE: "nnn",
    Why.TURN_UP_FRESH: "n",
    Why.PILE_BETTER: "cpp",
    Why.MUST_BE_USED: "c",
    Why.FROM_DISCARDS + Why.MAKES_SET: "cnns",
    Why.FROM_DISCARDS + Why.MAKES_PAIR: "cncp",
    Why.FROM_DISCARDS + Why.COPIES: "cncp",
    Why.FROM_DISCARDS + Why.FLIES: "cnp",
    Why.FROM_DISCARDS + Why.SAVES: "cnpc",
    Why.FROM_DISCARDS + Why.REPLACES_DOWN: "cnp",
    Why.FROM_DISCARDS + Why.HOPES_FOR_SET: "cn",
    Why.FROM_DISCARDS + Why.BESIDE_PARROT: "cn",
    Why.FROM_DISCARDS + Why.CLOSES_AHEAD: "ppc",
    Why.FROM_DISCARDS + Why.CLOSES: "pc",
    Why.FROM_DISCARDS + Why.IN_THE_END: "cpp",
}
SET_NAMES = ["", "Pair", "Quartet", "Sextet", "Octet"]  # by the number of Pairs
SET_SAVES = [-points for points in SET_POINTS.tolist()]


def words(number: int, about: list[int]) -> list[str]:
    """What the gaps of an explanation are filled with."""
    said: list[str] = []
    for i, meaning in enumerate(MEANINGS[number]):
        if meaning == "c":
            said.append("Parrot" if about[i] == PARROT else str(about[i]))
        elif meaning == "p":
            said.append("1 point" if about[i] == 1 else f"{about[i]} points")
        elif meaning == "s":
            said.append(SET_NAMES[about[i]])
            said.append(str(SET_SAVES[about[i]]))
        else:
            said.append(str(about[i]))
    return said
