"""Parrot's players. How they choose their moves is in `tactics.py`."""

from pathlib import Path

from parlour.kit import below, float64, record, rule
from parlour.kit.human_timing import hesitation
from parlour.kit.minds import JUDGES, MIND, NETWORK, OUTSIDE, PLAYOUTS, SURE, Bots, Level, Trait

from . import RULES
from .afterstates import AFTERSTATES
from .cards import COLUMNS, PAIRS
from .rules import CHOOSE, OPENING
from .tactics import PLAN, best_move, simple_move, thin

SHARP, CHAMPION, REFERENCE = Level.SHARP.value, Level.CHAMPION.value, Level.REFERENCE.value
LEARNED = Level.LEARNED.value

TRAITS = (
    Trait(
        "guess",
        "What a down card seems to cost, in points. The mean is 5.8; a novice hopes for better and leaves it.",
        novice=4.0,
        casual=6.0,
        sharp=5.8,
        champion=5.8,
    ),
    Trait(
        "swap",
        "Points a drawn card must save to be placed; a novice does not bother about small gains.",
        novice=3.0,
        casual=1.0,
        sharp=0.0,
        champion=0.0,
    ),
    Trait(
        "tempted",
        "Points the top discard must save to be taken; a novice sees only obvious gains and would rather draw.",
        novice=7.0,
        casual=4.0,
        sharp=0.0,
        champion=0.0,
    ),
    Trait(
        "bird_wise",
        "1: knows that a Parrot's column will cost nothing; 0: treats a Parrot as a card worth 0 points.",
        novice=0.0,
        casual=1.0,
        sharp=1.0,
        champion=1.0,
    ),
    Trait(
        "set_wise",
        "1: counts what a Quartet takes off; 0: looks at each Pair on its own.",
        novice=0.0,
        casual=1.0,
        sharp=1.0,
        champion=1.0,
    ),
    Trait(
        "content",
        "With one down card left, it is turned up if the other cards cost at most this many points; a novice always "
        "turns it up, and sharp and champion decide by the other Boxes.",
        novice=99.0,
        casual=12.0,
        sharp=0.0,
        champion=0.0,
    ),
    Trait(
        "apart",
        "1: turns up its two opening cards in different columns, which leaves more ways to make Pairs; 0: any two.",
        novice=0.0,
        casual=0.0,
        sharp=0.0,
        champion=1.0,
    ),
    Trait(
        JUDGES,
        "More than 0: searches with the network of `learned`: tries the moves that it finds good for that many more "
        "turns, and asks it then what the table is worth; 0: tries moves to the end of the round, where all play on as "
        "`sharp`.",
        novice=0.0,
        casual=0.0,
        sharp=0.0,
        champion=2.0,
    ),
    Trait(
        PLAYOUTS,
        "How many continuations its search may try for a decision.",
        novice=0.0,
        casual=0.0,
        sharp=0.0,
        champion=4000.0,
    ),
    Trait(
        SURE,
        "The search ends once a move seems better than all others by that many standard errors; 0: it always tries all "
        "its continuations, and drops the worse half of the moves now and then.",
        novice=0.0,
        casual=0.0,
        sharp=0.0,
        champion=2.0,
    ),
    Trait(
        "pause_ms",
        "Median ms per decision: practice makes players quicker, but a champion looks at all the Boxes.",
        novice=3500.0,
        casual=2600.0,
        sharp=2000.0,
        champion=2400.0,
    ),
)

# The reference player has traits of its own, so that it never changes when a level does.
GUESS, SWAP, TEMPTED, CONTENT, PAUSE_MS = 6.0, 1.0, 4.0, 99.0, 2000.0

NEWEST = 0  # as a version of weights
SPREAD = 0.5  # of thinking times: one decision in twenty takes more than twice the median

Mind = record(**MIND, **NETWORK, **{trait.name: float64 for trait in TRAITS})


@rule
def opening(ask, mind, apart):
    """Any two places; with `apart` in different columns. Nothing else could make a difference yet."""
    action = ask.moves[below(mind, ask.count)]
    while apart and PAIRS[action, 1] == PAIRS[action, 0] + COLUMNS:
        action = ask.moves[below(mind, ask.count)]
    return action


@rule
def think(seen, seat, ask, mind):
    reference = mind.level == REFERENCE
    mind.at = int(seen.clock) + hesitation(mind, PAUSE_MS if reference else float(mind.pause_ms), SPREAD)
    if mind.level == LEARNED:
        if seen.phase == OPENING and mind.weights_version == NEWEST:
            mind.action = opening(ask, mind, True)
        return  # its network chooses all other moves, in earlier versions the opening as well
    if seen.phase == OPENING:
        mind.action = opening(ask, mind, mind.apart > 0)
    elif mind.judges:
        mind.outside = OUTSIDE
    elif mind.level == CHAMPION and seen.phase != CHOOSE:
        thin(seen, seat, ask)
        if ask.count == 1:
            mind.action = ask.moves[0]
        else:
            mind.outside = OUTSIDE
    elif mind.level == CHAMPION or mind.level == SHARP:  # for pile or discard a search finds nothing better
        mind.action = best_move(seen, seat)
    elif reference:
        mind.action = simple_move(seen, seat, mind, GUESS, SWAP, TEMPTED, True, True, CONTENT)
    else:
        mind.action = simple_move(
            seen,
            seat,
            mind,
            float(mind.guess),
            float(mind.swap),
            float(mind.tempted),
            mind.bird_wise > 0,
            mind.set_wise > 0,
            float(mind.content),
        )


BOTS = Bots(
    RULES,
    Mind,
    think,
    TRAITS,
    characters={
        "novice": "Mostly draws, swaps high cards for clearly lower ones, makes a Pair when it is obvious, and turns "
        "up the last card at once.",
        "casual": "Completes Pairs and Quartets, takes a discard that saves something, likes Parrots, and keeps the "
        "last card down until the Box is good.",
        "sharp": "Weighs every placement, float and reveal over the cards not yet seen, knows how columns are likely "
        "to develop, and ends the round when that hurts the others more.",
        "champion": "Tries its best moves out in imagined turns of everybody, until it has had two more itself, and "
        "judges the table there as learned does. It plays to win the match, not the round.",
        "learned": "Learned from 320 million positions, against sharp and itself, what they are worth, thinks of every "
        "card that it could draw, and asks sharp for a second opinion.",
    },
    reference="Counts each down card as 6 and a Parrot's column as 0, takes the discard if that lowers the Box by 4 or "
    "more and otherwise draws, puts a card where it lowers the Box most, and turns up a down card if it does not.",
    usual_seats=4,
    plan=PLAN,
    weights=Path(__file__).with_name("learned.weights"),
    afterstates=AFTERSTATES,
    earlier={
        "champion@1": {"apart": 0, JUDGES: 0, PLAYOUTS: 550, SURE: 0},
        "champion@2": {PLAYOUTS: 550, SURE: 0},
        "learned@1": {"weights_version": 1},
        "learned@2": {"weights_version": 2},
    },
)
