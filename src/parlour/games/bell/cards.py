"""Options that both bell games offer, as data."""

from parlour.kit import Choice, Number, PerSeat

BELL_OPTIONS = (
    Choice(
        "flip",
        ("PIC-15", "TWI-14"),
        "whether players flip their cards or the table does",
        values=("manual", "automatic"),
    ),
    Number(
        "min_flip_gap_ms", ("PIC-15", "TWI-14"), "the shortest time between two flips", normal=800, low=200, high=5000
    ),
    Number(
        "auto_flip_ms",
        ("PIC-15", "TWI-14"),
        "a card not flipped for so long is flipped by the table (never sooner than the gap allows)",
        normal=5000,
        low=1000,
        high=60000,
    ),
    Choice(
        "late_grace_ms",
        ("PIC-53", "TWI-59"),
        "how long after a flip a ring may still answer to the cards before it",
        values=(250, 0),
    ),
    Choice(
        "two_player_penalty",
        ("PIC-36", "TWI-36"),
        "when a wrong ring loses the whole round to the one opponent",
        values=("when-two-remain", "only-two-player-games"),
    ),
    PerSeat(
        "handicap_ms", ("PIC-54", "TWI-58"), "so many ms are added to the rings of a seat", normal=0, low=0, high=1500
    ),
)
