"""The bots of Confetti: four levels and the reference player.

A bot has eyes that search (`looking`), a right hand that fetches (`movement`), a left hand that holds, and a head that
knows what a card is worth (`tactics`). While the hand brings a card home, the eyes go on. This file defines what a bot
remembers, what it does next, and how the levels differ.
"""

import numpy as np

from parlour.kit import NEVER, float64, int8, int16, int64, record, rule
from parlour.kit.human_timing import happens, hesitation
from parlour.kit.minds import MIND, Bots, Level, Trait

from . import RULES
from .cards import KINDS
from .looking import look_round
from .movement import HOME_X, HOME_Y, PUSH_WAY, PUSH_WIDTH, bring_home, movement_ms, turn_away
from .scoring import cards_needed
from .state import NO_CARD, Act, Phase, Place
from .tactics import ALL_SIZES, HEAD, in_reach
from .taking import when_take
from .tugs import pulls_at, tug_of, window_closes
from .zones import lies_in_zone

TRAITS = (
    Trait(
        "look_ms",
        "Time to look at one card: three circles at 40 to 50 ms each, or slower.",
        210,
        170,
        140,
        120,
    ),
    Trait("decide_ms", "Time from seeing a card to moving the hand: does it really fit?", 700, 500, 300, 220),
    Trait("pace", "How long movements take, as a multiple of Fitts's law.", 1.25, 1.1, 1.0, 0.92),
    Trait("breadth", "How many colours it keeps in mind at once; there are six.", 1, 3, 6, 6),
    Trait("notice", "How often it notices a circle that was not the reason to take the card.", 0.6, 0.7, 1, 1),
    Trait("aspiration", "A card worth this many points is taken without looking further.", 0.05, 0.5, 0.9, 0.9),
    Trait("patience", "After looking at this many cards it takes the best one seen.", 84, 14, 16, 6),
    Trait("thoughts", "How many whole hands it compares for a plan; 0: it goes card by card.", 0, 0, 0, 4),
    Trait(
        "haste",
        "With fewer cards in the middle than this for each free place of all players, it goes card by card after all.",
        0,
        0,
        0,
        1.35,
    ),
    Trait("recall", "How often it remembers where a card of its plan lies and need not search.", 0, 0, 0, 0.6),
    Trait("card_ms", "How long it expects one more card to take; 0: it ignores the sand.", 0, 3000, 4000, 2500),
    Trait("rework", "How often, with nothing to add, it sees a card to swap.", 0.1, 0.35, 0.9, 0),
    Trait("glance_ms", "Time until it looks again after finding nothing.", 4000, 2500, 1300, 900),
    Trait("hold_ms", "Time until its left hand holds a new card.", 2600, 1300, 420, 300),
    Trait("steals", "Whether it takes loose cards from other players.", 0, 0, 1, 1),
    Trait("tug_ms", "How long it tugs at a card.", 1500, 1000, 350, 350),
    Trait("weighs", "Whether it tugs longer for a valuable card.", 0, 0, 1, 1),
    Trait("tidy", "How often it looks for useless cards before the end.", 0.7, 0.85, 1, 1),
    Trait("tidy_ms", "How long before the end it does so.", 5000, 5000, 4000, 3000),
)

# champion@1 surveyed the table even when it was nearly empty by then: weaker than sharp with six or seven players.
EARLIER = {"champion@1": {"haste": 0.0, "patience": 84.0}}

Mind = record(
    **MIND,
    **{trait.name: float64 for trait in TRAITS},
    **HEAD,
    rank=float64[KINDS],  # how well a colour fits its cards
    round_no=int8,  # the round that its memory is about
    goal=int16,  # the card that its hand is moving to
    drop=int16,  # the card that it gives back first
    worth=float64,  # points that it expects from the goal
    taken=int16,  # the last card it took
    taken_worth=float64,
    look_from=int64,  # when its eyes are free
    back_at=int64,  # when its hand is home
    start_at=int64,  # when the hand leaves
    drop_at=int64,
    goal_at=int64,  # when the hand arrives
    hand_x=float64,  # where the hand starts
    hand_y=float64,
    goal_x=float64,
    goal_y=float64,
    glance_at=int64,  # when it looks again
    hold_at=int64,
    tug=int16,  # the card at which it tugs
    let_go_at=int64,
    tidy_at=int64,
    zone_low=int64,  # the cards for which `spare` was found, a bit each
    zone_high=int64,
    spare=int16,  # a card that serves in no set
    owed=int8,  # how many cards were to be chosen when `choose_at` was drawn
    choose_at=int64,
)

REFERENCE = Level.REFERENCE.value
TAKE, HOLD_ALL, DISCARD = Act.TAKE.value, Act.HOLD_ALL.value, Act.DISCARD.value
LET_GO, KEEP = Act.LET_GO.value, Act.KEEP.value

START_MS, START_SPREAD = 450.0, 0.3  # from the turn of the timer to the first look
TUG_REACTION_MS = 380.0  # until the player feels that another one pulls
TUG_SPREAD = 0.5
HOLD_SPREAD = 0.45
TIDY_SPREAD = 0.2
CHOOSE_MS, CHOOSE_SPREAD = 700.0, 0.4  # for each point card
WORTH_A_TUG = 1.0  # a card that completes a whole set
LONG_PULL = 4.0  # such a card is pulled this many times as long
REFERENCE_TIDY_MS = 5000  # before the end


@rule
def forget_last_round(seen, mind):
    """A new round: everything in mind is forgotten."""
    now = int(seen.clock)
    mind.round_no = seen.round_now
    mind.goal = NO_CARD
    mind.drop = NO_CARD
    mind.tug = NO_CARD
    mind.taken = NO_CARD
    mind.owed = 0
    mind.plan_count = 0
    mind.tried_count = 0
    mind.colours_in_mind[:] = 0
    mind.noticed[:] = ALL_SIZES
    mind.hand_x = HOME_X
    mind.hand_y = HOME_Y
    mind.back_at = now
    mind.look_from = now + hesitation(mind, START_MS, START_SPREAD)
    mind.glance_at = now
    mind.hold_at = NEVER
    mind.zone_low = -1
    mind.zone_high = -1
    mind.spare = NO_CARD
    mind.tidy_at = NEVER
    if mind.level == REFERENCE:
        mind.look_from = now
        mind.tidy_at = int(seen.phase_ends) - REFERENCE_TIDY_MS
    elif happens(mind, mind.tidy):
        mind.tidy_at = int(seen.phase_ends) - hesitation(mind, mind.tidy_ms, TIDY_SPREAD)


@rule
def consider(mind, action, at):
    """Plan this action if it comes before the one planned so far."""
    if at < mind.at:
        mind.action = action
        mind.at = at


@rule
def watch_tug(seen, seat, mind, now):
    """Decide how long to pull: a card that is worth less than the time is let go."""
    card = tug_of(seen, seat)
    if card == mind.tug:
        return
    if card >= 0:
        worth = WORTH_A_TUG
        if mind.goal == card:
            worth = mind.worth
        elif mind.taken == card:
            worth = mind.taken_worth
        pull_ms = mind.tug_ms
        if mind.weighs and worth >= WORTH_A_TUG:
            pull_ms *= LONG_PULL
        mind.let_go_at = now + np.int64(TUG_REACTION_MS)
        if mind.level != REFERENCE:
            mind.let_go_at += hesitation(mind, pull_ms, TUG_SPREAD)
        mind.goal = NO_CARD
        mind.drop = NO_CARD
    else:
        bring_home(mind, now)
        mind.look_from = now
        mind.glance_at = now
    mind.tug = card


@rule
def can_reach_goal(seen, seat, mind):
    """True if the goal can still be taken when the hand arrives, if only by joining a race."""
    goal = np.int64(mind.goal)
    if seen.place[goal] == Place.TUG:
        first = when_take(seen, seat, goal)
        return first >= 0 and max(first, int(mind.goal_at)) < window_closes(seen, goal)
    return in_reach(seen, seat, goal, mind.steals)


@rule
def watch_goal(seen, seat, mind, now):
    goal = np.int64(mind.goal)
    if lies_in_zone(seen, seat, goal) or pulls_at(seen, seat, goal):
        bring_home(mind, now)
        mind.taken = goal
        mind.taken_worth = mind.worth
        mind.goal = NO_CARD
        mind.look_from = now
        mind.glance_at = now
    elif not can_reach_goal(seen, seat, mind):
        turn_away(mind, now)
    elif mind.drop >= 0 and not lies_in_zone(seen, seat, np.int64(mind.drop)):
        mind.drop = NO_CARD


@rule
def find_spare_card(seen, seat, mind, now):
    """Find a card that the sets do not need, as scoring will; computed once for each hand. Putting one back keeps the
    right hand busy before the next."""
    low, high = 0, 0
    for i in range(seen.cards[seat]):
        card = np.int64(seen.zone[seat, i])
        if card < 42:
            low |= 1 << card
        else:
            high |= 1 << (card - 42)
    if low == mind.zone_low and high == mind.zone_high:
        return
    mind.zone_low = low
    mind.zone_high = high
    mind.spare = NO_CARD
    if now >= mind.tidy_at:
        mind.back_at = max(int(mind.back_at), now + movement_ms(mind, PUSH_WAY, PUSH_WIDTH))
    used, needed = cards_needed(seen, seat)
    if needed < seen.cards[seat]:
        for i in range(seen.cards[seat]):
            if not (used >> i) & 1:
                mind.spare = seen.zone[seat, i]


@rule
def has_loose_card(seen, seat):
    for i in range(seen.cards[seat]):
        if seen.place[seen.zone[seat, i]] == Place.LOOSE:
            return True
    return False


@rule
def watch_left_hand(seen, seat, mind, now):
    if not has_loose_card(seen, seat):
        mind.hold_at = NEVER
    elif mind.hold_at == NEVER:
        mind.hold_at = now
        if mind.level != REFERENCE:
            mind.hold_at += hesitation(mind, mind.hold_ms, HOLD_SPREAD)


@rule
def play_round(seen, seat, mind):
    now = int(seen.clock)
    if mind.round_no != seen.round_now:
        forget_last_round(seen, mind)
    watch_left_hand(seen, seat, mind, now)
    watch_tug(seen, seat, mind, now)
    if mind.hold_at != NEVER:
        consider(mind, HOLD_ALL, max(now, int(mind.hold_at)))
    if mind.tug >= 0:
        consider(mind, LET_GO + int(mind.tug), max(now, int(mind.let_go_at)))
        return
    if mind.goal >= 0:
        watch_goal(seen, seat, mind, now)
    if mind.goal < 0 and now >= mind.glance_at:
        look_round(seen, seat, mind, now)
    if mind.goal >= 0:
        if mind.drop >= 0:
            consider(mind, DISCARD + int(mind.drop), max(now, int(mind.drop_at)))
            return
        at = when_take(seen, seat, np.int64(mind.goal))
        if at >= 0 and can_reach_goal(seen, seat, mind):
            consider(mind, TAKE + int(mind.goal), max(at, int(mind.goal_at)))
        return
    if mind.tidy_at != NEVER:
        find_spare_card(seen, seat, mind, now)
        if mind.spare >= 0:
            consider(mind, DISCARD + int(mind.spare), max(now, int(mind.tidy_at), int(mind.back_at)))


@rule
def was_needed(seen, seat, card):
    """True if the card was needed for the sets of the last hand."""
    for i in range(seen.collected[seat]):
        if seen.shown[seat, i] == card:
            return (int(seen.used[seat]) >> i) & 1 == 1
    return False


@rule
def choose_point_card(seen, seat, ask, mind):
    """A player who plans keeps the cards that were of no use, so that good ones come back into play."""
    owed = np.int64(seen.owed[seat])
    if owed == 0:
        mind.owed = 0
        return
    if mind.owed != owed:
        mind.owed = owed
        mind.choose_at = int(seen.clock) + hesitation(mind, CHOOSE_MS, CHOOSE_SPREAD)
    mind.action = ask.moves[0]
    mind.at = max(int(seen.clock), int(mind.choose_at))
    if owed > 0 and mind.weighs:
        for i in range(ask.count):
            if not was_needed(seen, seat, np.int64(ask.moves[i]) - KEEP):
                mind.action = ask.moves[i]


@rule
def think(seen, seat, ask, mind):
    if seen.gone[seat]:
        return
    if seen.phase == Phase.PLAY:
        play_round(seen, seat, mind)
    elif seen.phase == Phase.CHOOSE:
        choose_point_card(seen, seat, ask, mind)


BOTS = Bots(
    rules=RULES,
    Mind=Mind,
    think=think,
    traits=TRAITS,
    earlier=EARLIER,
    characters={
        "novice": "Collects one colour at a time, takes the first card that fits, overlooks its other colours, is slow "
        "to hold it, and clings to it in a tug.",
        "casual": "Keeps about three colours in mind, likes cards that serve two of them, and swaps one now and then.",
        "sharp": "Sees every colour on a card, likes cards that finish several sets at once, holds them quickly, "
        "steals loose cards, keeps swapping weak cards for better ones, and gives back useless ones.",
        "champion": "Surveys the whole table, plans a hand, remembers where most of its cards lie, makes a new plan "
        "whenever one is gone, and never takes a card too late to use it. Where cards are scarce, it first takes the "
        "best of a few, as fast as it can.",
    },
    reference="Every five seconds it takes the card from the middle that adds most to its finished and begun sets, and "
    "holds it at once. It lets go of every tug, stops seven seconds before the end, and then gives back cards that "
    "serve in no set.",
    usual_seats=4,
)
