"""The lab: statistics of a game from many matches between bots."""
