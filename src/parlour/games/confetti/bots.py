"""Confetti's bots: eyes that look from card to card, one hand that fetches, and a head that knows which card it wants.

Eyes: cards are looked at one after the other until a good one is met (serial self-terminating search, 40 to 50 ms an
item: Wolfe, 1998; a card has three). Hand: 230 + 166 log2(D / W + 1) ms for a distance D to a target of width W
(Fitts's law with the constants of MacKenzie and Buxton, 1992). Eyes go on while the hand brings a card home. Head: see
`confetti_plan.py`.
"""

import math

import numpy as np

from parlour.kit import NEVER, below, float64, int8, int16, int64, record, rule
from parlour.kit.human_timing import fraction, happens, hesitation, normal
from parlour.kit.minds import MIND, Bots, Level, Trait

from . import RULES
from .cards import CARD_SIDE, CARDS, CELL, COLUMNS, KINDS, ROWS
from .rules import (
    CHOOSE,
    LOOSE,
    MIDDLE,
    NOBODY,
    PLAY,
    TUG,
    Act,
    card_limit,
    cards_needed,
    lies_in_zone,
    pulls_at,
    tug_of,
    when_take,
    window_closes,
)
from .tactics import (
    ALL_SIZES,
    HEAD,
    HINT_ONE,
    HINT_TWO,
    SIZES,
    begun,
    count_card,
    in_plan,
    in_reach,
    look_at_hand,
    make_plan,
    sets_in_mind,
    sets_of,
    weigh,
    weigh_for,
    worth_of,
)

TRAITS = (
    Trait("look_ms", "A look at one card: three circles at 40 to 50 ms each, more for the unsure.", 210, 170, 140, 120),
    Trait("decide_ms", "From the sight of a card to the start of the hand: does it really fit?", 700, 500, 300, 220),
    Trait("pace", "Movements take so many times as long as Fitts's law says.", 1.25, 1.1, 1.0, 0.92),
    Trait("breadth", "How many colours are held in mind at once; six are all there are.", 1, 3, 6, 6),
    Trait("notice", "How often a circle is noticed that a card was not taken for.", 0.6, 0.7, 1, 1),
    Trait("aspiration", "A card that brings so many points is taken without looking further.", 0.05, 0.5, 0.9, 0.9),
    Trait("patience", "After so many cards the best one seen is taken.", 84, 14, 16, 84),
    Trait("thoughts", "How many whole hands are weighed before one is planned; 0: card by card.", 0, 0, 0, 4),
    Trait("recall", "How often it remembers where a card of its plan lies, and need not look.", 0, 0, 0, 0.6),
    Trait("card_ms", "How long it reckons one more card takes; 0 never thinks of the sand.", 0, 3000, 4000, 2500),
    Trait("rework", "How often, looking round with nothing to add, it sees a card to exchange.", 0.1, 0.35, 0.9, 0),
    Trait("glance_ms", "Having found nothing, it looks round again after so long.", 4000, 2500, 1300, 900),
    Trait("hold_ms", "How long a new card lies before the left hand is on it.", 2600, 1300, 420, 300),
    Trait("steals", "Whether it takes loose cards from before others.", 0, 0, 1, 1),
    Trait("tug_ms", "How long it pulls at a card that another has too.", 1500, 1000, 350, 350),
    Trait("weighs", "Whether it asks what a card is worth before it goes on pulling.", 0, 0, 1, 1),
    Trait("tidy", "How often it looks for useless cards before the sand has run.", 0.7, 0.85, 1, 1),
    Trait("tidy_ms", "How long before the end it does.", 5000, 5000, 4000, 3000),
)

Mind = record(
    **MIND,
    **{trait.name: float64 for trait in TRAITS},
    **HEAD,
    rank=float64[KINDS],  # how well a colour goes with its cards
    round_no=int8,  # the round its memory is of
    goal=int16,  # the card its hand is on the way to
    drop=int16,  # the card it gives back for it first
    worth=float64,  # points it expects of the goal
    taken=int16,  # the last card it took
    taken_worth=float64,
    look_from=int64,  # its eyes are free
    back_at=int64,  # its hand is home
    start_at=int64,  # the hand leaves
    drop_at=int64,
    goal_at=int64,  # the hand arrives
    hand_x=float64,  # where the hand leaves from
    hand_y=float64,
    goal_x=float64,
    goal_y=float64,
    glance_at=int64,  # when it looks round again
    hold_at=int64,
    tug=int16,  # the card it pulls at against another
    let_go_at=int64,
    tidy_at=int64,
    zone_low=int64,  # the cards that `spare` is about, a bit each
    zone_high=int64,
    spare=int16,  # a card that serves in no set
    owed=int8,  # what was to be chosen when `choose_at` was drawn
    choose_at=int64,
)

REFERENCE = Level.REFERENCE.value
TAKE, HOLD_ALL, DISCARD = Act.TAKE.value, Act.HOLD_ALL.value, Act.DISCARD.value
LET_GO, KEEP = Act.LET_GO.value, Act.KEEP.value

# Everybody has the middle before them and the own edge at its near side (CON-13), so these are the same for all seats.
HOME_X, HOME_Y = CELL * COLUMNS / 2.0, CELL * ROWS + 60.0
FAR_X, FAR_Y = HOME_X, -60.0  # a card before another player
EDGE_WIDTH = 250.0  # the own edge is easy to hit
PUSH_WIDTH, PUSH_WAY = 200.0, 200.0  # so is the middle, for a card given back

FITTS_A, FITTS_B = 230.0, 166.0  # ms, ms a bit: MacKenzie and Buxton (CHI 1992)
MOVE_SPREAD = 0.12  # of single movements about that
SEARCH_SPREAD = 0.3
START_MS, START_SPREAD = 450.0, 0.3  # from the turn of the timer to the first look
THOUGHT_MS = 250.0  # to go through a whole hand in the head
NOTICE_MS, NOTICE_SPREAD = 320.0, 0.25  # until it is noticed that the wanted card has gone
TUG_REACTION_MS = 380.0  # until it is felt that another pulls
TUG_SPREAD = 0.5
HOLD_SPREAD = 0.45
TIDY_SPREAD = 0.2
CHOOSE_MS, CHOOSE_SPREAD = 700.0, 0.4  # for each point card
WORTH_A_TUG = 1.0  # a card that brings a whole set
WORTH_AN_EXCHANGE = 0.1  # points; changing a card takes its time
TIME_TO_REBUILD = 3  # cards that can still be fetched, for changes that pay only later
LONG_PULL = 4.0  # so many times as long is pulled for such a card
ALWAYS = 99  # cards that somebody thinks can still be fetched who does not watch the sand
RECALLED = 2  # a remembered card is found at the second look
TRIES = 3  # after a look for the colours in mind in vain, for others

REFERENCE_MS, REFERENCE_TIDY_MS, REFERENCE_STOP_MS = 5000, 5000, 7000

# Steps through the 84 cards that meet each of them once: a random one of these is as good as a random order.
STRIDES = np.array([5, 11, 13, 17, 19, 23, 25, 29, 31, 37, 41, 43, 47, 53, 55, 59, 61, 65, 67, 71, 73, 79])


# The hand


@rule
def aim(seen, mind):
    """Where the goal lies."""
    goal = np.int64(mind.goal)
    mind.goal_x = FAR_X
    mind.goal_y = FAR_Y
    if seen.place[goal] == MIDDLE:
        mind.goal_x = float(CELL * (int(seen.cell[goal]) % COLUMNS) + CELL // 2 + int(seen.across[goal]))
        mind.goal_y = float(CELL * (int(seen.cell[goal]) // COLUMNS) + CELL // 2 + int(seen.down[goal]))


@rule
def movement_ms(mind, way, width):
    ms = FITTS_A + FITTS_B * math.log2(way / width + 1.0)
    return np.int64(mind.pace * ms * math.exp(MOVE_SPREAD * normal(mind)))


@rule
def bring_home(mind, now):
    """The hand takes the card from where it lay to the own edge; from there it leaves next."""
    way = math.hypot(HOME_X - mind.goal_x, HOME_Y - mind.goal_y)
    mind.back_at = now + movement_ms(mind, way, EDGE_WIDTH)
    mind.hand_x = HOME_X
    mind.hand_y = HOME_Y


@rule
def set_out(seen, mind, looked):
    """The times of the movement to the goal, after so many cards were looked at."""
    search_ms = (
        mind.look_ms * looked * math.exp(SEARCH_SPREAD * normal(mind)) + mind.decide_ms + THOUGHT_MS * mind.thoughts
    )
    start = max(int(mind.look_from) + np.int64(search_ms), int(mind.back_at))
    mind.start_at = start
    if mind.drop >= 0:
        start += movement_ms(mind, PUSH_WAY, PUSH_WIDTH)
        mind.drop_at = start
    aim(seen, mind)
    way = math.hypot(mind.goal_x - mind.hand_x, mind.goal_y - mind.hand_y)
    mind.goal_at = start + movement_ms(mind, way, float(CARD_SIDE))
    if mind.level == REFERENCE:
        mind.start_at = int(mind.look_from)
        mind.goal_at = int(mind.look_from) + REFERENCE_MS


@rule
def turn_away(mind, now):
    """The goal is lost: the hand stops where it is, and the eyes set out again."""
    part = (now - int(mind.start_at)) / max(1.0, float(int(mind.goal_at) - int(mind.start_at)))
    part = min(1.0, max(0.0, part))
    mind.hand_x += part * (mind.goal_x - mind.hand_x)
    mind.hand_y += part * (mind.goal_y - mind.hand_y)
    mind.goal = NOBODY
    mind.drop = NOBODY
    mind.back_at = max(int(mind.back_at), now) if part == 0.0 else now
    mind.look_from = now
    if mind.level != REFERENCE:
        mind.look_from = now + hesitation(mind, NOTICE_MS, NOTICE_SPREAD)
    mind.glance_at = now


# The eyes


@rule
def heed(mind, room, again):
    """The colours to look for: those it has begun and can finish, and rather those it had in mind already. Once it
    has looked for them in vain, others."""
    if mind.breadth >= KINDS or mind.level == REFERENCE:
        mind.heeded[:] = 1
        return
    for colour in range(KINDS):
        there = begun(mind, colour, sets_of(mind, colour))
        rank = there + fraction(mind)
        if mind.heeded[colour]:
            rank += -5.0 if again else 2.0 if there > 0 else 0.0
        if SIZES - there > room:
            rank -= 10.0
        mind.rank[colour] = rank
    mind.heeded[:] = 0
    for _ in range(int(mind.breadth)):
        best = 0
        for colour in range(KINDS):
            if not mind.heeded[colour] and (mind.heeded[best] or mind.rank[colour] > mind.rank[best]):
                best = colour
        mind.heeded[best] = 1


@rule
def look_for_one(seen, seat, mind):
    """Cards are looked at in any order until one is good enough. Answers how many were."""
    for colour in range(KINDS):
        if not mind.heeded[colour]:
            for size in range(SIZES):
                mind.gain[size, colour] = 0.0
    fixed = mind.level == REFERENCE
    card = 0 if fixed else below(mind, CARDS)
    stride = 1 if fixed else STRIDES[below(mind, len(STRIDES))]
    looked, most = 0, 1e-9
    for _ in range(CARDS):
        card = (card + stride) % CARDS
        if not in_reach(seen, seat, card, mind.steals):
            continue
        looked += 1
        worth = worth_of(seen, mind, card)
        if worth > most:
            most = worth
            mind.goal = card
            mind.worth = worth
        if not fixed and mind.goal >= 0 and (worth >= mind.aspiration or looked >= mind.patience):
            break
    return looked


@rule
def look_for_exchange(seen, seat, mind, to_come):
    """The first card met that brings more than one of its own, which goes back for it. To those who see all colours
    sets begun count a little too, while there is time. Answers how many were looked at."""
    start, stride = below(mind, CARDS), STRIDES[below(mind, len(STRIDES))]
    hints = to_come >= TIME_TO_REBUILD and mind.breadth >= KINDS
    first = CARDS
    for i in range(mind.hand_count):
        own = np.int64(mind.hand[i])
        if not lies_in_zone(seen, seat, own):
            continue
        count_card(seen, mind, own, -1)
        weigh(mind, HINT_ONE if hints else 0.0, HINT_TWO if hints else 0.0)
        enough = worth_of(seen, mind, own) + WORTH_AN_EXCHANGE
        card = start
        for turn in range(first):
            card = (card + stride) % CARDS
            if in_reach(seen, seat, card, mind.steals) and worth_of(seen, mind, card) > enough:
                first = turn
                mind.goal = card
                mind.drop = own
                mind.worth = worth_of(seen, mind, card) - worth_of(seen, mind, own)
                break
        count_card(seen, mind, own, 1)
    looked = 0
    card = start
    for _ in range(min(first + 1, CARDS)):
        card = (card + stride) % CARDS
        if in_reach(seen, seat, card, mind.steals):
            looked += 1
    return looked


@rule
def cards_to_come(seen, mind, now):
    """How many cards it thinks it can still fetch before the sand has run."""
    left = int(seen.phase_ends) - now
    if mind.level == REFERENCE:
        return ALWAYS if left > REFERENCE_STOP_MS else 0
    return ALWAYS if mind.card_ms == 0.0 else int(left / mind.card_ms)


@rule
def look_card_by_card(seen, seat, mind, to_come):
    room = min(card_limit(seen) - int(mind.hand_count), to_come)
    looked, again = 0, 0
    while mind.goal < 0 and room > 0 and again < TRIES:
        heed(mind, room, again > 0)
        weigh_for(mind, room)
        looked += look_for_one(seen, seat, mind)
        again = again + 1 if mind.breadth < KINDS and mind.level != REFERENCE else TRIES
    if mind.goal < 0 and to_come > 0 and mind.rework > 0.0:
        looked += look_for_exchange(seen, seat, mind, to_come)
        while mind.goal >= 0 and mind.look_from < seen.phase_ends and not happens(mind, mind.rework):
            mind.look_from += hesitation(mind, mind.glance_ms, SEARCH_SPREAD)
    return looked


@rule
def look_by_plan(seen, seat, mind, to_come):
    """The plan's cards are fetched in the order in which they bring points; for a card too many another goes back."""
    surveyed = mind.plan_count > 0
    make_plan(seen, seat, mind, to_come)
    look_at_hand(seen, seat, mind)
    weigh_for(mind, ALWAYS)
    most, wanted, in_view = -1.0, 0, 0
    for card in range(CARDS):
        if in_reach(seen, seat, card, mind.steals):
            in_view += 1
            if in_plan(mind, card):
                wanted += 1
                worth = worth_of(seen, mind, card)
                if worth > most:
                    most = worth
                    mind.goal = card
                    mind.worth = worth
    if mind.goal >= 0 and mind.hand_count >= card_limit(seen):
        for i in range(mind.hand_count):
            own = np.int64(mind.hand[i])
            if not in_plan(mind, own) and lies_in_zone(seen, seat, own):
                mind.drop = own
        if mind.drop < 0:
            mind.goal = NOBODY
    if not surveyed:
        return in_view
    return RECALLED if happens(mind, mind.recall) else (in_view + 1) // (wanted + 1)


@rule
def look_round(seen, seat, mind, now):
    """Choose the next card to fetch, if there is one worth it."""
    mind.goal = NOBODY
    mind.drop = NOBODY
    look_at_hand(seen, seat, mind)
    limit = card_limit(seen)
    looked = 0
    mind.look_from = max(int(mind.look_from), now)
    if mind.hand_count < limit or sets_in_mind(mind) < mind.hand_count:
        to_come = cards_to_come(seen, mind, now)
        if mind.thoughts > 0:
            looked = look_by_plan(seen, seat, mind, to_come)
        else:
            looked = look_card_by_card(seen, seat, mind, to_come)
    if mind.goal >= 0:
        set_out(seen, mind, looked)
        if mind.breadth > 0:
            take_in(seen, mind)
        if mind.card_ms > 0.0 and mind.goal_at >= seen.phase_ends:
            mind.goal = NOBODY
    if mind.goal < 0:
        mind.glance_at = now + hesitation(mind, mind.glance_ms, SEARCH_SPREAD)


# The head


@rule
def take_in(seen, mind):
    """Of a card it sees what it takes it for; what else is on it, it may notice."""
    goal = np.int64(mind.goal)
    noticed = 0
    for size in range(SIZES):
        if mind.gain[size, seen.deck[goal, size]] > 0.0 or happens(mind, mind.notice):
            noticed |= 1 << size
    mind.noticed[goal] = noticed


@rule
def start_afresh(seen, mind):
    """A new round: whatever was in mind is forgotten."""
    now = int(seen.clock)
    mind.round_no = seen.round_now
    mind.goal = NOBODY
    mind.drop = NOBODY
    mind.tug = NOBODY
    mind.taken = NOBODY
    mind.owed = 0
    mind.plan_count = 0
    mind.tried_count = 0
    mind.heeded[:] = 0
    mind.noticed[:] = ALL_SIZES
    mind.hand_x = HOME_X
    mind.hand_y = HOME_Y
    mind.back_at = now
    mind.look_from = now + hesitation(mind, START_MS, START_SPREAD)
    mind.glance_at = now
    mind.hold_at = NEVER
    mind.zone_low = -1
    mind.zone_high = -1
    mind.spare = NOBODY
    mind.tidy_at = NEVER
    if mind.level == REFERENCE:
        mind.look_from = now
        mind.tidy_at = int(seen.phase_ends) - REFERENCE_TIDY_MS
    elif happens(mind, mind.tidy):
        mind.tidy_at = int(seen.phase_ends) - hesitation(mind, mind.tidy_ms, TIDY_SPREAD)


@rule
def answer(mind, action, at):
    """Of all that it is about to do, what comes first."""
    if at < mind.at:
        mind.action = action
        mind.at = at


@rule
def mind_the_tug(seen, seat, mind, now):
    """A card worth less than the time it takes is let go."""
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
        mind.goal = NOBODY
        mind.drop = NOBODY
    else:
        bring_home(mind, now)
        mind.look_from = now
        mind.glance_at = now
    mind.tug = card


@rule
def still_to_be_had(seen, seat, mind):
    """Whether the goal will be there when the hand is: in a race for it the hand goes on."""
    goal = np.int64(mind.goal)
    if seen.place[goal] == TUG:
        return not pulls_at(seen, seat, goal) and mind.goal_at < window_closes(seen, goal)
    return in_reach(seen, seat, goal, mind.steals)


@rule
def mind_the_goal(seen, seat, mind, now):
    goal = np.int64(mind.goal)
    if lies_in_zone(seen, seat, goal) or pulls_at(seen, seat, goal):
        bring_home(mind, now)
        mind.taken = goal
        mind.taken_worth = mind.worth
        mind.goal = NOBODY
        mind.look_from = now
        mind.glance_at = now
    elif not still_to_be_had(seen, seat, mind):
        turn_away(mind, now)
    elif mind.drop >= 0 and not lies_in_zone(seen, seat, np.int64(mind.drop)):
        mind.drop = NOBODY


@rule
def see_what_is_spare(seen, seat, mind, now):
    """A card that the sets can do without, as the rules will find at the end; worked out once for each hand. To put
    one back keeps the hand busy before the next."""
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
    mind.spare = NOBODY
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
        if seen.place[seen.zone[seat, i]] == LOOSE:
            return True
    return False


@rule
def mind_the_left_hand(seen, seat, mind, now):
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
        start_afresh(seen, mind)
    mind_the_left_hand(seen, seat, mind, now)
    mind_the_tug(seen, seat, mind, now)
    if mind.hold_at != NEVER:
        answer(mind, HOLD_ALL, max(now, int(mind.hold_at)))
    if mind.tug >= 0:
        answer(mind, LET_GO + int(mind.tug), max(now, int(mind.let_go_at)))
        return
    if mind.goal >= 0:
        mind_the_goal(seen, seat, mind, now)
    if mind.goal < 0 and now >= mind.glance_at:
        look_round(seen, seat, mind, now)
    if mind.goal >= 0:
        if mind.drop >= 0:
            answer(mind, DISCARD + int(mind.drop), max(now, int(mind.drop_at)))
            return
        at = when_take(seen, seat, np.int64(mind.goal))
        if at >= 0:
            answer(mind, TAKE + int(mind.goal), max(at, int(mind.goal_at)))
        return
    if mind.tidy_at != NEVER:
        see_what_is_spare(seen, seat, mind, now)
        if mind.spare >= 0:
            answer(mind, DISCARD + int(mind.spare), max(now, int(mind.tidy_at), int(mind.back_at)))


@rule
def served(seen, seat, card):
    """Whether the card was needed for the sets of the last hand."""
    for i in range(seen.collected[seat]):
        if seen.shown[seat, i] == card:
            return (int(seen.used[seat]) >> i) & 1 == 1
    return False


@rule
def choose_point_card(seen, seat, ask, mind):
    """Whose strength is planning keeps the cards that went with nothing, so that good ones come back into play."""
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
            if not served(seen, seat, np.int64(ask.moves[i]) - KEEP):
                mind.action = ask.moves[i]


@rule
def think(seen, seat, ask, mind):
    if seen.gone[seat]:
        return
    if seen.phase == PLAY:
        play_round(seen, seat, mind)
    elif seen.phase == CHOOSE:
        choose_point_card(seen, seat, ask, mind)


BOTS = Bots(
    rules=RULES,
    Mind=Mind,
    think=think,
    traits=TRAITS,
    characters={
        "novice": "Collects one colour at a time, takes the first card that fits, sees little else on it, forgets to "
        "hold it, and clings to it in a tug.",
        "casual": "Has about three colours in mind, likes cards that serve two of them, and changes one now and then.",
        "sharp": "Sees every colour on a card, likes those that finish several sets at once, holds them, takes what "
        "others leave loose, goes on changing what serves little, and gives back what is useless.",
        "champion": "Looks the whole table over, plans a hand, knows where most of its cards lie, plans anew whenever "
        "one is gone, and never takes a card that the sand leaves no time to use.",
    },
    reference="Every five seconds it takes from the middle the card that adds most to its finished and begun sets, "
    "holds it at once, lets go of every tug, stops seven seconds before the end, and then gives back what serves in no "
    "set.",
    usual_seats=4,
)
