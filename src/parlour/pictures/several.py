"""Pictures side by side, as a notebook shows many tables."""

from base64 import b64encode
from collections.abc import Callable
from html import escape

from parlour.drawing import Picture

MOST = 3  # tables, which are enough for an impression; each has some 50 kB
WIDTH = 360


def first_tables(count: int, picture: Callable[[int], Picture], what: str) -> str:
    """HTML with the pictures of the first of `count` tables, each of which is called `what` and its number."""
    shown = [_figure(picture(i), f"{what} {i}") for i in range(min(MOST, count))]
    more = f"<p>{len(shown)} of {count:,}</p>" if len(shown) < count else ""
    return f'<div style="display:flex;flex-wrap:wrap;gap:8px">{"".join(shown)}</div>{more}'


def _figure(picture: Picture, caption: str) -> str:
    """As an image of its own, because parts of several SVG documents in one page would share their ids."""
    content = b64encode(picture.svg(WIDTH).encode()).decode()
    return (
        f'<figure style="margin:0"><img src="data:image/svg+xml;base64,{content}" alt="{escape(picture.title)}">'
        f"<figcaption>{caption}</figcaption></figure>"
    )
