"""What pictures are drawn with: the page's card art and colours, lettering as outlines, and a canvas that makes SVG."""

from .canvas import Canvas, Picture
from .table import Drawing, around, name_of

__all__ = ["Canvas", "Drawing", "Picture", "around", "name_of"]
