"""Pictures of matches: SVG from any state, pixels, films, and a window (docs/environments.md)."""

from .of_states import Said, picture_of

__all__ = ["Said", "picture_of"]
