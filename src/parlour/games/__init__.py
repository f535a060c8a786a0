"""One room per game. Nothing outside a game's folder knows it by name."""
