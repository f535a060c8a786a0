"""The reasons in a review of Tricky Twist, in players’ words. Which one applies is decided in `review`."""

from parlour.kit import IntEnum
from parlour.kit.review import Explanation

from .cards import BONUS_NAMES, KIND_SAYS, SUITS, SYMBOL_SIDES, Bonus, card_name


class Why(IntEnum):
    """Numbers of the reasons."""

    PLAYED_OUT = 0
    # a card
    WINS = 1
    LIKELY_WINS = 2
    UNWANTED = 3
    SEVEN_FALSE = 4
    SEVEN_IN_TRICK = 5
    SEVEN_WINS = 6
    SEVEN_LOST = 7
    KEEP_SEVEN = 8
    FITS = 9
    FITS_BETTER = 10
    KEEP_HIGH = 11
    SHED_HIGH = 12
    TO_VOID = 13
    KEEP_FITTING = 14
    # the reserve
    LAY_SHORT = 15
    LAY_WEAK = 16
    LAY_NO_SEVEN = 17
    LAY_UNFITTING = 18
    LONGER = 19
    LONG_ENOUGH = 20
    FILLS_VOID = 21
    CHOICE = 22
    # bonus cards
    BONUS_WORTH = 23
    BONUS_FREE = 24
    BACK_SEVEN = 25
    BACK_UNFITTING = 26
    BACK_BALANCE = 27
    KEEP_BALANCE = 28
    DECLARES = 29
    LAY_MIDDLE = 30
    NOT_THE_SHORTEST = 31
    CAN_WAIT = 32
    STAR_PAYS = 33
    EVENS_OUT = 34
    MORE_FALSE = 35
    ENDS_NOW = 36


EXPLANATIONS: dict[int, Explanation] = {
    Why.PLAYED_OUT: Explanation("Played out in many possible deals, the other move did better.", ("TRK-104",)),
    Why.WINS: Explanation(
        "With the {0}, you would have won this turn. One more trick was worth having, with {1} and {2} so far.",
        ("TRK-38", "TRK-83", "TRK-84"),
    ),
    Why.LIKELY_WINS: Explanation(
        "The {0} was more likely to win this turn. One more trick was worth having, with {1} and {2} so far.",
        ("TRK-38", "TRK-83", "TRK-84"),
    ),
    Why.UNWANTED: Explanation(
        "You had {1} and {2}, so you didn’t want another trick. The {0} was less likely to win it.",
        ("TRK-83", "TRK-84"),
    ),
    Why.SEVEN_FALSE: Explanation(
        "As a false trick, the {0} would have brought you a bonus card.", ("TRK-41", "TRK-45")
    ),
    Why.SEVEN_IN_TRICK: Explanation(
        "There was a 7 in this turn’s trick. Winning it with the {0} would have brought you a bonus card.",
        ("TRK-45", "TRK-46"),
    ),
    Why.SEVEN_WINS: Explanation(
        "The {0} had a good chance to win this turn, and with it a bonus card.", ("TRK-38", "TRK-45")
    ),
    Why.SEVEN_LOST: Explanation(
        "Another player could beat your {0} and take the bonus card for it.", ("TRK-45", "TRK-46")
    ),
    Why.KEEP_SEVEN: Explanation(
        "It was better to keep the {0} for a turn in which it brings you a bonus card.", ("TRK-45", "TRK-46")
    ),
    Why.FITS: Explanation(
        "With the {0} among your false tricks, the scoring card pays {1}, and with the {2} it pays {3}.",
        ("TRK-87", "TRK-99"),
    ),
    Why.FITS_BETTER: Explanation(
        "As a false trick, the {0} fits the scoring card ({2}) better than the {1}.", ("TRK-87",)
    ),
    Why.KEEP_HIGH: Explanation(
        "The {0} was worth keeping: it can win a later turn. You had {1} and {2}, so you needed tricks.",
        ("TRK-38", "TRK-83"),
    ),
    Why.SHED_HIGH: Explanation(
        "It was a chance to get rid of the {0}, which may win a turn later on. You had {1} and {2}, so you didn’t want "
        "more tricks.",
        ("TRK-38", "TRK-83"),
    ),
    Why.TO_VOID: Explanation(
        "You had only {2} in {1}. Without any, you can make a false trick when {1} is led, and you needed one.",
        ("TRK-35", "TRK-41"),
    ),
    Why.KEEP_FITTING: Explanation(
        "The {0} fits the scoring card ({2}) better than the {1}: it was worth keeping for a false trick.",
        ("TRK-87",),
    ),
    Why.LAY_SHORT: Explanation(
        "You had only {2} in {1}. With the {0} in the reserve, you’re sooner without {1}, and then you can make false "
        "tricks.",
        ("TRK-24", "TRK-35", "TRK-41"),
    ),
    Why.LAY_WEAK: Explanation(
        "The {0} can win a turn, the {1} hardly. In the reserve, a good card may come too late.", ("TRK-24", "TRK-26")
    ),
    Why.LAY_NO_SEVEN: Explanation(
        "The {0} can bring you a bonus card. In the reserve, it may come too late.", ("TRK-24", "TRK-45")
    ),
    Why.LAY_UNFITTING: Explanation(
        "The {0} fits the scoring card ({2}) better than the {1}, so it’s better in your hand.", ("TRK-24", "TRK-87")
    ),
    Why.LONGER: Explanation(
        "You had {2} in your hand. One more makes your round last longer, and with {0} and {1} there was still "
        "something to gain.",
        ("TRK-28", "TRK-76"),
    ),
    Why.LONG_ENOUGH: Explanation(
        "You had {0} and {1}. Another card makes the round longer, and that could only upset them.",
        ("TRK-28", "TRK-76"),
    ),
    Why.FILLS_VOID: Explanation(
        "Your reserve had {0} of a suit missing from your hand. With such a card, you must follow suit when it’s led, "
        "and you needed false tricks.",
        ("TRK-28", "TRK-35"),
    ),
    Why.CHOICE: Explanation(
        "One more card in your hand gives you more to choose from, and it couldn’t cost you a false trick.",
        ("TRK-28",),
    ),
    Why.BONUS_WORTH: Explanation(
        "The bonus card “{0}” was worth about {1} to you, and “{2}” about {3}.", ("TRK-45", "TRK-52")
    ),
    Why.BONUS_FREE: Explanation(
        "The bonus card “{0}” was worth about {1} to you, and you never have to use one.",
        ("TRK-45", "TRK-52"),
    ),
    Why.BACK_SEVEN: Explanation(
        "The {0} can be collected again, and then it brings another bonus card.", ("TRK-55", "TRK-58")
    ),
    Why.BACK_UNFITTING: Explanation(
        "Among your false tricks, the {0} does less for the scoring card ({2}) than the {1}.", ("TRK-55", "TRK-87")
    ),
    Why.BACK_BALANCE: Explanation(
        "You had {0} and {1}. With one false trick fewer, they were worth more.", ("TRK-55", "TRK-84")
    ),
    Why.KEEP_BALANCE: Explanation("You had {0} and {1}, so you needed all your false tricks.", ("TRK-55", "TRK-83")),
    Why.DECLARES: Explanation(
        "Declared that way, this round is worth {0}, and the way you chose {1}.", ("TRK-80", "TRK-81")
    ),
    Why.LAY_MIDDLE: Explanation(
        "The {0} is neither high nor low. A low card like the {1} is worth more in your hand: you can lose a turn with "
        "it when you don’t want a trick.",
        ("TRK-24", "TRK-38"),
    ),
    Why.NOT_THE_SHORTEST: Explanation(
        "You had {0} in your hand, and another player had only {1}. You weren’t the one about to run out of cards, so "
        "your reserve could wait.",
        ("TRK-28", "TRK-76"),
    ),
    Why.CAN_WAIT: Explanation(
        "You still had {0} in your hand, so your reserve could wait until you know which cards you need.",
        ("TRK-28",),
    ),
    Why.ENDS_NOW: Explanation(
        "You had {0} and {1}. Without drawing, you would have played your last card and ended the round at once.",
        ("TRK-28", "TRK-76"),
    ),
    Why.STAR_PAYS: Explanation("Star pays 1 star for each of your tricks, and you already had {0}.", ("TRK-66",)),
    Why.EVENS_OUT: Explanation(
        "“{0}” can even out your tricks and false tricks when the round ends. If they’re equal, each pair is worth 5 "
        "stars instead of 3.",
        ("TRK-60", "TRK-64", "TRK-84"),
    ),
    Why.MORE_FALSE: Explanation(
        "“{0}” counts as one more false trick, and you had {1} and {2}.", ("TRK-68", "TRK-71", "TRK-83")
    ),
}

# What `about` holds, by reason: c a card, u a suit, n a number, h how many cards, t tricks, f false tricks, p stars,
# k a kind of scoring card, b a bonus card (followed by the side that variable cards show), o another one.
MEANINGS: dict[int, str] = {
    Why.PLAYED_OUT: "",
    Why.WINS: "ctf",
    Why.LIKELY_WINS: "ctf",
    Why.UNWANTED: "ctf",
    Why.SEVEN_FALSE: "c",
    Why.SEVEN_IN_TRICK: "c",
    Why.SEVEN_WINS: "c",
    Why.SEVEN_LOST: "c",
    Why.KEEP_SEVEN: "c",
    Why.FITS: "cpcp",
    Why.FITS_BETTER: "cck",
    Why.KEEP_HIGH: "ctf",
    Why.SHED_HIGH: "ctf",
    Why.TO_VOID: "cuh",
    Why.KEEP_FITTING: "cck",
    Why.LAY_SHORT: "cuh",
    Why.LAY_WEAK: "cc",
    Why.LAY_NO_SEVEN: "c",
    Why.LAY_UNFITTING: "cck",
    Why.LONGER: "tfh",
    Why.LONG_ENOUGH: "tf",
    Why.FILLS_VOID: "h",
    Why.CHOICE: "",
    Why.BONUS_WORTH: "b-pop",
    Why.BONUS_FREE: "b-p",
    Why.BACK_SEVEN: "c",
    Why.BACK_UNFITTING: "cck",
    Why.BACK_BALANCE: "tf",
    Why.KEEP_BALANCE: "tf",
    Why.DECLARES: "pp",
    Why.LAY_MIDDLE: "cc",
    Why.NOT_THE_SHORTEST: "hn",
    Why.CAN_WAIT: "h",
    Why.STAR_PAYS: "n",
    Why.EVENS_OUT: "b-",
    Why.MORE_FALSE: "b-tf",
    Why.ENDS_NOW: "tf",
}


VALUE_SIDES = ["Odd", "Even", "Any value", "Plus or minus 1"]  # of the variable bonus cards


def bonus_name(bonus: int, on_value_side: bool) -> str:
    """A bonus card as players know it."""
    if bonus < Bonus.V1:
        return BONUS_NAMES[bonus]
    if on_value_side:
        return VALUE_SIDES[bonus - Bonus.V1]
    first, second = SYMBOL_SIDES[bonus - Bonus.V1].tolist()
    return f"{SUITS[first].capitalize()} or {SUITS[second].capitalize()}"


def words(number: int, about: list[int]) -> list[str]:
    """What the gaps of an explanation are filled with."""
    said: list[str] = []
    for i, meaning in enumerate(MEANINGS[number]):
        what = about[i]
        if meaning == "c":
            said.append(card_name(what))
        elif meaning == "u":
            said.append(SUITS[what].capitalize())
        elif meaning == "k":
            said.append(KIND_SAYS[what])
        elif meaning == "h":
            said.append("1 card" if what == 1 else f"{what} cards")
        elif meaning == "t":
            said.append("1 trick" if what == 1 else f"{what} tricks")
        elif meaning == "f":
            said.append("1 false trick" if what == 1 else f"{what} false tricks")
        elif meaning == "p":
            said.append("1 star" if what == 1 else f"{what} stars")
        elif meaning in ("b", "o"):
            said.append(bonus_name(what, about[1] == 1))
        elif meaning == "n":
            said.append(str(what))
    return said
