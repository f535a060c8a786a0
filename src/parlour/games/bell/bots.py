"""How people play at a bell: the traits in which the levels differ, and what such a player remembers.

`tactics` turns these traits into rings and flips, and `SOURCES` says where such reaction times have been measured.
"""

from parlour.kit import float64, int8, int32, int64
from parlour.kit.minds import Trait
from parlour.kit.record import Kind

SOURCES = (
    (
        "Luce, Response Times, 1986",
        "a simple reaction to something seen takes about 200 to 250 ms, a choice between two 300 to 400",
    ),
    (
        "Thorpe, Fize and Marlot, Speed of processing in the human visual system, Nature 381, 1996",
        "go or no-go on a picture never seen before: medians of about 380 to 450 ms, the quickest from 250 on",
    ),
    (
        "Milosavljevic and others, Fast saccades toward numbers, Journal of Vision 11(4), 2011",
        "people look at the larger of two digits after 306 ms on average, above chance from 230 ms on",
    ),
    (
        "Trick and Pylyshyn, Why are small and large numbers enumerated differently?, Psychological Review 101, 1994",
        "up to about four things are taken in at 40 to 100 ms each, more are counted at 250 to 350 ms each",
    ),
    (
        "Treisman and Gelade, A feature-integration theory of attention, Cognitive Psychology 12, 1980",
        "a lone colour stands out whatever surrounds it; a combination of features is searched for item by item",
    ),
    (
        "Ratcliff, Group reaction time distributions, Psychological Bulletin 86, 1979; Balota and Yap, Moving beyond "
        "the mean, Current Directions in Psychological Science 20, 2011",
        "times of choices have a long right tail, and an ex-Gaussian describes them closely",
    ),
    (
        "Mackworth, The breakdown of vigilance during prolonged visual search, 1948",
        "people who wait long for a rare signal miss more of them",
    ),
    (
        "Logan and Cowan, On the ability to inhibit thought and action, Psychological Review 91, 1984",
        "an action that has been started can be stopped if the signal comes some 200 to 250 ms before its end",
    ),
)

REFERENCE_RULE = (
    "Rings exactly 600 ms after a five appears if it is still in view, rings at no other time, misses nothing, and "
    "flips as soon as that is allowed."
)

TRAITS = (
    Trait(
        "mu",
        "ms to see a lone five and hit the bell, without the tail: go or no-go has medians of 380 to 450 ms with it; "
        "a beginner still asks whether it counts, a champion sits with the hand ready and only waits for the sign.",
        490,
        450,
        410,
        375,
    ),
    Trait("sigma", "ms by which that varies from one five to the next: practice makes it steady.", 65, 55, 45, 38),
    Trait(
        "tau",
        "ms of the tail on average, from looking elsewhere or from doubt: the part that practice shortens most.",
        170,
        130,
        100,
        75,
    ),
    Trait(
        "card_ms",
        "ms for each further card in the five: a beginner adds everything up again, most people take in small numbers "
        "at 40 to 100 ms each, a champion keeps the sums in mind and adds only the new card.",
        110,
        90,
        70,
        50,
    ),
    Trait(
        "cover_ms",
        "ms more if the new card is not part of the five, as when seven falls to five: all eyes are on the new card.",
        150,
        110,
        80,
        50,
    ),
    Trait("decoy_ms", "ms lost to each other sum of four or six, which has to be dismissed first.", 40, 30, 20, 12),
    Trait("miss", "how often an easy five is simply not noticed.", 0.09, 0.055, 0.03, 0.015),
    Trait(
        "fooled",
        "how often a sum that has just become four or six is taken for five: a beginner rings at a crowd of one kind, "
        "a champion has learnt what four looks like.",
        0.03,
        0.018,
        0.01,
        0.006,
    ),
    Trait("stray", "how often the hand twitches at a new card for no reason.", 0.003, 0.0015, 0.0007, 0.0003),
    Trait(
        "form",
        "the fraction by which all times are longer or shorter for a whole match: people have better and worse days, "
        "and practised players vary less from day to day.",
        0.1,
        0.09,
        0.08,
        0.07,
    ),
    Trait(
        "drift_ms",
        "ms that a long quiet stretch adds at most: the mind wanders, a trained one less.",
        120,
        90,
        70,
        45,
    ),
    Trait(
        "weigh_ms",
        "ms of care or haste according to the stakes: an experienced player looks once more when a wrong ring would "
        "cost more than the open cards are worth, and dares more when many cards lie open; a beginner ignores that.",
        0,
        5,
        15,
        30,
    ),
    Trait(
        "stop_ms",
        "ms it takes to hold back a hand that is on its way: 200 to 250 for adults, more for players who are slow to "
        "see that ringing has become pointless.",
        270,
        245,
        220,
        200,
    ),
    Trait(
        "pace_ms",
        "median ms until the next card is flipped: practised tables are brisk.",
        1500,
        1250,
        1050,
        950,
    ),
)

MEMORY: dict[str, Kind] = {
    "looked": int32,  # 1 + the number of flips at the last look
    "shown": int64,  # the last verdict noticed, by the end of its display
    "heard": int64,  # the last ring heard, by the moment of its verdict
    "sums": int64,  # the sum of each kind watched (fruit, colour or type), as `sums` keeps them
    "ring_at": int64,  # when the hand will be on the bell, or 0
    "ring_for": int64,  # the moment of the flip that the ring answers
    "ring_kind": int8,  # the kind whose sum is rung for, or -1
    "flip_at": int64,  # when the next card is to be flipped, or 0 if not decided yet
    "quiet_since": int64,
    "today": float64,  # the player's form in this match, or 0 before the first card
}


def mind_fields(traits: tuple[Trait, ...]) -> dict[str, Kind]:
    return {trait.name: float64 for trait in traits} | MEMORY
