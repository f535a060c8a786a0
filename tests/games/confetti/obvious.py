"""Confetti again, slow and obvious: where the cards are, what a hand is worth, and how many points each player has."""

from itertools import combinations
from typing import Any

SCORES_AT = "every step"

ASIDE, MIDDLE, TUG, LOOSE, HELD, POINT, REMOVED = range(7)


def all_cards(state: Any) -> list[int]:
    """Every card wherever it lies: cards in zones and in tugs by the lists of them, the others by their place."""
    found = [card for card, place in enumerate(state["place"]) if place in (ASIDE, MIDDLE, POINT, REMOVED)]
    for seat in range(7):
        found += [int(card) for card in state["zone"][seat] if card != -1]
    found += [int(card) for card in state["pulled"] if card != -1]
    return sorted(found)


def full_deck(state: Any) -> list[int]:
    """CON-02, CON-06: 84 cards, and on each three different colours, no card twice."""
    faces = {tuple(face) for face in state["deck"].tolist()}
    assert len(faces) == 84
    assert all(len(set(face)) == 3 for face in faces)
    return list(range(84))


def scores(state: Any) -> list[int]:
    """CON-96: the point cards before each player."""
    owners = [owner for place, owner in zip(state["place"], state["owner"], strict=True) if place == POINT]
    return [owners.count(seat) for seat in range(int(state["seats"]))]


def sets_of(faces: list[tuple[int, ...]]) -> int:
    """CON-47 to CON-50: take sets off the hand, one after another, until no colour has all three sizes."""
    circles = [(size, colour) for face in faces for size, colour in enumerate(face)]
    sets = 0
    for colour in range(6):
        while all((size, colour) in circles for size in range(3)):
            for size in range(3):
                circles.remove((size, colour))
            sets += 1
    return sets


def needed_for(faces: list[tuple[int, ...]], sets: int) -> int:
    """The least number of cards that carry this many sets, by trying all parts of the hand, small ones first."""
    for count in range(len(faces) + 1):
        if any(sets_of(list(part)) >= sets for part in combinations(faces, count)):
            return count
    raise AssertionError("the hand has fewer sets than that")


def hand_score(faces: list[tuple[int, ...]], limit: int, extra_card: str) -> tuple[int, int, int, int]:
    """CON-60, CON-64: cards, sets, cards needed, points."""
    count, sets = len(faces), sets_of(faces)
    needed = needed_for(faces, sets)
    spare, beyond = count - needed, max(0, count - limit)
    return count, sets, needed, sets - (spare + beyond if extra_card == "twice" else max(spare, beyond))


def results(state: Any) -> list[int]:
    """What the hands that are on show were worth, once time is up."""
    seats, last = int(state["seats"]), {1: 5, 2: 3, 3: 3, 4: 3}.get(int(state["seats"]), 2)
    limit = 9 if seats > 1 and state["round_now"] == last else 6
    extra_card = "twice" if state["extra_card"] else "once"
    hands = [[int(card) for card in state["shown"][seat] if card != -1] for seat in range(seats)]
    return [hand_score([tuple(state["deck"][card].tolist()) for card in hand], limit, extra_card)[3] for hand in hands]
