"""How fast a Confetti bot's right hand moves: by Fitts's law.

A movement takes 230 + 166 log2(D / W + 1) ms for a distance D to a target of width W (the constants are those of
MacKenzie and Buxton, CHI 1992).
"""

import numpy as np

from parlour.kit import rule
from parlour.kit.human_timing import hesitation, normal
from parlour.kit.maths import exp, hypot, log2
from parlour.kit.minds import Level

from .cards import CARD_SIDE, CELL, COLUMNS, ROWS
from .state import NO_CARD, Place

REFERENCE = Level.REFERENCE.value

# Every player has the middle in front and their own edge at its near side (CON-13), so these hold for all seats.
HOME_X, HOME_Y = CELL * COLUMNS / 2.0, CELL * ROWS + 60.0
FAR_X, FAR_Y = HOME_X, -60.0  # a card before another player
EDGE_WIDTH = 250.0  # a player's own edge is easy to hit
PUSH_WIDTH, PUSH_WAY = 200.0, 200.0  # and so is the middle, for a card given back

FITTS_A, FITTS_B = 230.0, 166.0  # ms, and ms per bit
MOVE_SPREAD = 0.12  # of single movements around that
SEARCH_SPREAD = 0.3
THOUGHT_MS = 250.0  # to go through a whole hand in the head
NOTICE_MS, NOTICE_SPREAD = 320.0, 0.25  # until the player notices that the wanted card is gone
REFERENCE_MS = 5000  # the reference player takes a card every five seconds


@rule
def aim_at_goal(seen, mind):
    """Note the position of the goal."""
    goal = np.int64(mind.goal)
    mind.goal_x = FAR_X
    mind.goal_y = FAR_Y
    if seen.place[goal] == Place.MIDDLE:
        mind.goal_x = float(CELL * (int(seen.cell[goal]) % COLUMNS) + CELL // 2 + int(seen.across[goal]))
        mind.goal_y = float(CELL * (int(seen.cell[goal]) // COLUMNS) + CELL // 2 + int(seen.down[goal]))


@rule
def movement_ms(mind, way, width):
    ms = FITTS_A + FITTS_B * log2(way / width + 1.0)
    return np.int64(mind.pace * ms * exp(MOVE_SPREAD * normal(mind)))


@rule
def bring_home(mind, now):
    """The hand brings the card from where it lay to its own edge, where the next movement starts."""
    way = hypot(HOME_X - mind.goal_x, HOME_Y - mind.goal_y)
    mind.back_at = now + movement_ms(mind, way, EDGE_WIDTH)
    mind.hand_x = HOME_X
    mind.hand_y = HOME_Y


@rule
def set_out(seen, mind, looked, thoughts):
    """Set the times of the movement to the goal, after `looked` cards and `thoughts` whole hands."""
    search_ms = mind.look_ms * looked * exp(SEARCH_SPREAD * normal(mind)) + mind.decide_ms + THOUGHT_MS * thoughts
    start = max(int(mind.look_from) + np.int64(search_ms), int(mind.back_at))
    mind.start_at = start
    if mind.drop >= 0:
        start += movement_ms(mind, PUSH_WAY, PUSH_WIDTH)
        mind.drop_at = start
    aim_at_goal(seen, mind)
    way = hypot(mind.goal_x - mind.hand_x, mind.goal_y - mind.hand_y)
    mind.goal_at = start + movement_ms(mind, way, float(CARD_SIDE))
    if mind.level == REFERENCE:
        mind.start_at = int(mind.look_from)
        mind.goal_at = int(mind.look_from) + REFERENCE_MS


@rule
def turn_away(mind, now):
    """The goal is lost: the hand stops where it is, and the eyes start again."""
    part = (now - int(mind.start_at)) / max(1.0, float(int(mind.goal_at) - int(mind.start_at)))
    part = min(1.0, max(0.0, part))
    mind.hand_x += part * (mind.goal_x - mind.hand_x)
    mind.hand_y += part * (mind.goal_y - mind.hand_y)
    mind.goal = NO_CARD
    mind.drop = NO_CARD
    mind.back_at = max(int(mind.back_at), now) if part == 0.0 else now
    mind.look_from = now
    if mind.level != REFERENCE:
        mind.look_from = now + hesitation(mind, NOTICE_MS, NOTICE_SPREAD)
    mind.glance_at = now
