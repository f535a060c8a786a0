"""The options that both bell games offer."""

from parlour.kit import Choice, Number, PerSeat

LATE_GRACE_MS = (250, 0)

BELL_OPTIONS = (
    Choice(
        "flip",
        ("PIC-15", "TWI-14"),
        "whether the players flip their cards or the table does",
        values=("manual", "automatic"),
    ),
    Number(
        "min_flip_gap_ms", ("PIC-15", "TWI-14"), "the shortest time between two flips", normal=800, low=200, high=5000
    ),
    Number(
        "auto_flip_ms",
        ("PIC-15", "TWI-14"),
        "after how long without a flip the table flips the next card (never sooner than the gap allows)",
        normal=5000,
        low=1000,
        high=60000,
    ),
    Choice(
        "late_grace_ms",
        ("PIC-53", "TWI-59"),
        "for how long after a flip a ring may still answer the cards before it",
        values=LATE_GRACE_MS,
    ),
    Choice(
        "two_player_penalty",
        ("PIC-36", "TWI-36"),
        "when a wrong ring loses the whole round to the only opponent",
        values=("when-two-remain", "only-two-player-games"),
    ),
    PerSeat(
        "handicap_ms", ("PIC-69", "TWI-70"), "how many ms later the rings of a seat count", normal=0, low=0, high=1500
    ),
)
