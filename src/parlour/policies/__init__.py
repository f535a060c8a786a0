"""Policies: functions (observation, mask) -> action that play wherever a bot does (docs/environments.md)."""

from .loading import from_text, load, player, players
from .policy import Policy, notice, substitute, with_reaction_time

__all__ = ["Policy", "from_text", "load", "notice", "player", "players", "substitute", "with_reaction_time"]
