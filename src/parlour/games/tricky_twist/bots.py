"""The bots of Tricky Twist: four levels, the learned and the reference player.

`novice` and `casual` follow simple habits, `sharp` uses the calculations in `tactics`, `champion` searches with them.
`learned` has a network instead.
"""

import math
from pathlib import Path

import numpy as np

from parlour.kit import float64, record, rule
from parlour.kit.human_timing import happens, hesitation
from parlour.kit.maths import exp
from parlour.kit.minds import MIND, NETWORK, OUTSIDE, OUTSIDE_LIKELY, PLAYOUTS, Bots, Level, Plan, Trait

from . import RULES
from .best_declaration import declare_greedily
from .card_sets import size, suit_of, value_of
from .cards import LIGHTNING, Bonus, Kind
from .inference import LIKELY
from .state import Act, Phase, everyone, kind_in_force, over
from .tactics import fits_card, keep_likely, sensible
from .tricks import turn_winner

LEARNED, REFERENCE = Level.LEARNED.value, Level.REFERENCE.value
STAR, JOKER = Bonus.STAR.value, Bonus.JOKER.value

TRAITS = (
    Trait(
        "pause",
        "Median time for a card, in ms: beginners look for the suit, good players compare two or three cards.",
        3500,
        3000,
        2500,
        2500,
    ),
    Trait(
        "mood",
        "How often a player without a plan wants to win the turn: winning feels good, so more often than not.",
        0.6,
        0,
        0,
        0,
    ),
    Trait("balances", "Aims for as many tricks as false tricks, which is most of the score.", 0, 1, 1, 1),
    Trait("knows_card", "Discards with the scoring card in mind, if it asks for suits or odd or even.", 0, 1, 1, 1),
    Trait("draws", "How often a player without a plan draws: it is fun to get a new card.", 0.5, 0, 0, 0),
    Trait(
        "fits_bonus",
        "Uses each bonus card where it scores most, not just anywhere.",
        0,
        1,
        1,
        1,
    ),
    Trait(
        "counts",
        "Remembers played cards and voids, weighs each card by the turns left, and plans the whole declaration.",
        0,
        0,
        1,
        1,
    ),
    Trait("looks_ahead", "Plays through the rest of the round in its head, for many possible deals.", 0, 0, 0, 1),
    Trait(PLAYOUTS, "How many continuations its search tries for a decision.", 0, 0, 0, 800),
    Trait("infers", "Prefers deals in which good players would have played as the others did.", 0, 0, 0, 1),
)

PAUSE_SPREAD = 0.5  # the same for all: some decisions are obvious, a few take three times as long
PICK_MS = 1500.0  # a card for the reserve: five of them are chosen in one go
MIDDLE = 6.2  # roughly the middle value, slightly off so that no two values are equally near
FITTING, LUCKY = 20.0, 30.0  # when discarding: a fitting card goes before a low one, and a 7 before most others
SHORT_HAND = 3  # cards: the end of the round is near
LONGEST_MS = 20_000  # no bot keeps the others waiting longer; the rules allow 60 s

Mind = record(**MIND, **NETWORK, **{trait.name: float64 for trait in TRAITS})


# Novice and casual


@rule
def extreme(ask, base, sign):
    """The move with the highest (sign 1) or lowest (sign -1) card; the first one if several are equal."""
    best, chosen = -99, np.int64(ask.moves[0])
    for i in range(ask.count):
        value = sign * value_of(np.int64(ask.moves[i]) - base)
        if value > best:
            best, chosen = value, np.int64(ask.moves[i])
    return chosen


@rule
def wants_trick(seen, seat, mind):
    """A balancing player goes for a trick with no more tricks than false tricks; others follow their mood."""
    if mind.balances > 0.0:
        return int(seen.tricks[seat]) <= size(np.int64(seen.false_tricks[seat]))
    return happens(mind, mind.mood)


@rule
def discard(seen, seat, ask, mind):
    """Off suit: a card that fits the scoring card, for players who know how; otherwise the lowest card."""
    kind = kind_in_force(seen)
    if mind.knows_card == 0.0 or kind == Kind.FEW or kind == Kind.MANY or kind == Kind.SEQ:
        return extreme(ask, Act.PLAY.value, -1)
    best, chosen = -1e9, np.int64(ask.moves[0])
    for i in range(ask.count):
        card = np.int64(ask.moves[i]) - Act.PLAY
        worth = FITTING * fits_card(seen, seat, card) - value_of(card)
        if value_of(card) == LIGHTNING:
            worth += LUCKY
        if worth > best:
            best, chosen = worth, np.int64(ask.moves[i])
    return chosen


@rule
def play_by_habit(seen, seat, ask, mind):
    """High to win, low to lose; low if there is no chance to win."""
    wants = wants_trick(seen, seat, mind)
    if seat == seen.leader:
        return extreme(ask, Act.PLAY.value, 1 if wants else -1)
    top = int(seen.table[turn_winner(seen)])
    if suit_of(np.int64(ask.moves[0]) - Act.PLAY) != suit_of(top):
        return discard(seen, seat, ask, mind)
    highest = extreme(ask, Act.PLAY.value, 1)
    if wants and highest - Act.PLAY > top:
        return highest
    return extreme(ask, Act.PLAY.value, -1)


@rule
def middling(ask):
    """For the reserve: the card that is neither high nor low."""
    best, chosen = 99.0, np.int64(ask.moves[0])
    for i in range(ask.count):
        away = abs(value_of(np.int64(ask.moves[i]) - Act.RESERVE) - MIDDLE)
        if away < best:
            best, chosen = away, np.int64(ask.moves[i])
    return chosen


@rule
def draw_by_habit(seen, seat, mind):
    """A balancing player draws when out of balance and short of cards; others draw when they feel like it."""
    if mind.balances == 0.0:
        return happens(mind, mind.draws)
    return int(seen.tricks[seat]) != size(np.int64(seen.false_tricks[seat])) and seen.hand_left[seat] <= SHORT_HAND


@rule
def take_by_habit(ask, mind):
    """Beginners like the Star, others the Joker, which always fits; failing that, the last bonus card on display."""
    liked = JOKER if mind.balances > 0.0 else STAR
    for i in range(ask.count):
        if ask.moves[i] == Act.TAKE + liked:
            return np.int64(ask.moves[i])
    return np.int64(ask.moves[max(0, ask.count - 2)])


@rule
def by_habit(seen, seat, ask, mind):
    """The move of a player who follows simple habits."""
    if seen.phase == Phase.RESERVE:
        return extreme(ask, Act.RESERVE.value, -1) if mind.balances == 0.0 else middling(ask)
    if seen.phase == Phase.DRAW:
        return np.int64(Act.DRAW) if draw_by_habit(seen, seat, mind) else np.int64(Act.STAY)
    if seen.phase == Phase.PLAY:
        return play_by_habit(seen, seat, ask, mind)
    if seen.phase == Phase.BONUS:
        return take_by_habit(ask, mind)
    if seen.phase == Phase.DECLARE and mind.fits_bonus > 0.0:
        return declare_greedily(seen, seat)
    return np.int64(ask.moves[0])


# The reference


@rule
def by_reference(seen, seat, ask):
    if seen.phase == Phase.RESERVE:
        return middling(ask)
    if seen.phase == Phase.DRAW:
        return np.int64(Act.STAY)
    if seen.phase == Phase.PLAY:
        ahead = int(seen.tricks[seat]) > size(np.int64(seen.false_tricks[seat]))
        return extreme(ask, Act.PLAY.value, -1 if ahead else 1)
    if seen.phase == Phase.DECLARE:
        return declare_greedily(seen, seat)
    return np.int64(ask.moves[max(0, ask.count - 2)])


# The search

FAR, NEAR = 7.0, 3.0  # a lead of this many stars changes the chance to win e-fold: per round to come; at the end
# With n rounds to play, the chance to win falls by a factor of e for every (27 n) ** 0.5 stars behind, as measured in
# 2,000 matches of `sharp`.
ROUND_SPREAD = 27.0
SHARE = 0.6  # weight of the victory itself once the match is over; the rest still depends on the stars


@rule
def round_over(world, root):
    return world.round_no != root.round_no


@rule
def chances(world, root, out):
    """Each seat's chance to win the match, from its lead in stars; a lead counts for more with fewer rounds left."""
    ended = over(world)
    rounds = 0 if ended else int(world.seats) - int(world.round_no)
    scale = NEAR + FAR * math.sqrt(rounds)
    most = 0
    for seat in everyone(world):
        most = max(most, int(world.total[seat]))
    total, winners = 0.0, 0
    for seat in everyone(world):
        out[seat] = exp((int(world.total[seat]) - most) / scale)
        total += out[seat]
        winners += 1 if world.total[seat] == most else 0
    for seat in everyone(world):
        out[seat] /= total
        if ended:
            out[seat] = (1.0 - SHARE) * out[seat] + (SHARE / winners if world.total[seat] == most else 0.0)


@rule
def chance_to_win(world, root, out):
    """The chance to win as it was measured, for people; `chances` is flatter, because the search finds better moves if
    a lead in stars still counts when the match is nearly decided."""
    rounds = 0 if over(world) else int(world.seats) - int(world.round_no)
    scale = math.sqrt(ROUND_SPREAD * rounds)
    most = 0
    for seat in everyone(world):
        most = max(most, int(world.total[seat]))
    total = 0.0
    for seat in everyone(world):
        behind = most - int(world.total[seat])
        if rounds > 0:
            out[seat] = exp(-behind / scale)
        else:
            out[seat] = 1.0 if behind == 0 else 0.0
        total += out[seat]
    for seat in everyone(world):
        out[seat] /= total


@rule
def policy(world, seat, ask, dice):
    return sensible(world, seat, ask)


@rule
def think(seen, seat, ask, mind):
    picking = seen.phase == Phase.RESERVE
    pause = hesitation(mind, PICK_MS if picking else float(mind.pause), PAUSE_SPREAD)
    mind.at = np.int64(seen.clock) + min(pause, LONGEST_MS)
    if mind.level == LEARNED:
        return  # its network chooses the move
    if mind.level == REFERENCE:
        mind.action = by_reference(seen, seat, ask)
    elif mind.counts == 0.0:
        mind.action = by_habit(seen, seat, ask, mind)
    elif mind.looks_ahead > 0.0 and ask.count > 1 and seen.phase != Phase.DECLARE:
        mind.outside = OUTSIDE_LIKELY if mind.infers > 0.0 else OUTSIDE
    else:
        mind.action = sensible(seen, seat, ask)


BOTS = Bots(
    rules=RULES,
    Mind=Mind,
    think=think,
    traits=TRAITS,
    characters={
        "novice": "Follows suit and plays high or low as the mood takes it, without balancing tricks and false tricks.",
        "casual": "Goes for a trick when it has no more tricks than false tricks, and discards for the scoring card.",
        "sharp": "Counts suits and voids, weighs cards by tricks, false tricks and turns left, declares perfectly.",
        "champion": "Guesses hidden cards from those played, and plays through the rest of the round for many likely "
        "deals, with an eye on the totals.",
        "learned": "Taught itself in 1.5 billion decisions, playing against itself. Nobody told it how.",
    },
    reference=(
        "Puts the cards nearest to 6 into its reserve and never draws. Plays its lowest legal card while it has more "
        "tricks than false tricks, and otherwise its highest (the first suit if several are equal). Takes the last "
        "bonus card on display and uses each where it scores most."
    ),
    usual_seats=4,
    plan=Plan(policy, round_over, chances, keep_likely, chance_to_win, likely=LIKELY),
    earlier={"champion@1": {"infers": 0}},  # took all deals that fit what was seen to be equally likely
    weights=Path(__file__).with_name("learned.weights"),
)
