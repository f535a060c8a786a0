"""The lab: many matches between bots, and what they say about a game."""
