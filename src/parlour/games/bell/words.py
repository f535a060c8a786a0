"""Options and refusals of both bell games, in players' words."""

from typing import Any

from parlour.games.bell.rules import Flipping, is_showing
from parlour.kit import in_python
from parlour.kit.words import Question

BELL_QUESTIONS = {
    "flip": Question(
        "Who flips the cards?", {"manual": "Each player, when it’s their turn", "automatic": "The table, for everyone"}
    ),
    "min_flip_gap_ms": Question("What’s the shortest time between two flips?", unit="seconds", scale=1000),
    "auto_flip_ms": Question(
        "If nobody flips, when does the table flip the next card?", unit="seconds after the last one", scale=1000
    ),
    "late_grace_ms": Question(
        "Does a ring still count if the next card has just been flipped?",
        {250: "Yes, within a quarter of a second", 0: "No"},
    ),
    "two_player_penalty": Question(
        "When does a false ring give all the open cards to the only opponent?",
        {"when-two-remain": "Whenever two players are left", "only-two-player-games": "Only in games for two"},
    ),
    "handicap_ms": Question("How much later does a player’s ring count?", unit="milliseconds"),
}


def flip_refused(seen: Any) -> str:
    """Why a card cannot be flipped at this moment; `seen` is plain."""
    if seen.flip == Flipping.AUTOMATIC:
        return "At this table the cards flip by themselves."
    return "Not so fast: wait a moment before the next flip."


def ring_refused(seen: Any, seat: int) -> str:
    """Why a ring is ignored at this moment; `seen` is plain."""
    if not in_python(is_showing)(seen) and seen.locked[seat]:
        return "You’ve already rung. You can ring again after the next card."
    return "Wait for the next card: a ring doesn’t count now, and costs nothing."
