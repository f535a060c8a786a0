"""Decks of the bell game that are simple to reason about."""

FRUITS = {"banana": 14, "strawberry": 14, "lime": 14, "plum": 13}
ALL_FIVES = {fruit: [0, 0, 0, 0, count] for fruit, count in FRUITS.items()}  # every card alone is a five
NO_FIVES = {fruit: [count, 0, 0, 0, 0] for fruit, count in FRUITS.items()}  # only ones: five of a kind need five seats
