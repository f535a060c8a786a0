"""A match as a moving picture: an SVG that changes by itself, or a GIF.

In the SVG every element is written once and shown during certain frames only, so a frame costs no more than what is
different in it. Where nothing moves (people who want less motion, programs that know no animation) the last frame is
shown.
"""

import hashlib
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from io import BytesIO
from itertools import groupby

from parlour.drawing import Picture
from parlour.drawing.canvas import WIDTH, Svg, document
from parlour.kit.extras import needs

LAST_FRAME = 4  # times as long as the others, so that the end can be seen


class Node:
    """An element of a film, and the frames in which it is visible as a list of [first, after the last]."""

    def __init__(self, element: str, frame: int) -> None:
        self.element = element
        self.shown = [[frame, frame + 1]]
        self.next: Node | None = None

    def visible(self, frame: int) -> bool:
        """True if it is known to be visible in this frame or a later one."""
        return self.shown[-1][1] > frame


def different(pictures: Sequence[Picture]) -> list[Picture]:
    """These pictures, without those that show the same as the one before."""
    return [picture for place, picture in enumerate(pictures) if not place or picture != pictures[place - 1]]


def moving_svg(pictures: Sequence[Picture], seconds: float, width: int = WIDTH) -> Svg:
    """All pictures one after another, again and again."""
    parts = {part.id: part for picture in pictures for part in picture.parts}
    whole = seconds * (len(pictures) - 1 + LAST_FRAME)
    name = "f" + hashlib.sha256("".join(e for picture in pictures for e in picture.elements).encode()).hexdigest()[:4]
    classes: dict[tuple[tuple[int, int], ...], str] = {}
    body = []
    for shown, nodes in groupby(_in_order(_film(pictures)), key=lambda node: tuple(map(tuple, node.shown))):
        elements = "".join(node.element for node in nodes)
        if shown == ((0, len(pictures)),):
            body.append(elements)
            continue
        if shown not in classes:  # type: ignore[comparison-overlap]
            classes[shown] = f"{name}-{len(classes)}"  # type: ignore[index]
        last = "" if shown[-1][1] == len(pictures) else f"{name} "
        body.append(f'<g class="{last}{classes[shown]}">{elements}</g>')  # type: ignore[index]
    rules = [f".{name}{{visibility:hidden}}"]
    for shown, each in classes.items():
        rules.append(
            f"@keyframes {each}{{{_keyframes(shown, len(pictures))}}}"
            f".{each}{{animation:{each} {whole:g}s step-end infinite}}"
        )
    style = f"<style>@media(prefers-reduced-motion:no-preference){{{''.join(rules[1:])}}}{rules[0]}</style>"
    return document(tuple(parts.values()), style + "".join(body), pictures[-1].title, width)


def _film(pictures: Sequence[Picture]) -> Node:
    """The first of all elements in an order that suits every frame."""
    first = Node("", 0)
    before: list[Node] = []
    for frame, picture in enumerate(pictures):
        changes = SequenceMatcher(
            None, [node.element for node in before], picture.elements, autojunk=False
        ).get_opcodes()
        for kind, start, stop, _, _ in changes:
            if kind == "equal":
                for node in before[start:stop]:
                    node.shown[-1][1] = frame + 1
        now, last = [], first
        for kind, start, stop, new_start, new_stop in changes:
            if kind == "equal":
                now += before[start:stop]
                last = now[-1]
                continue
            for element in picture.elements[new_start:new_stop]:
                last = _shown_again(last, element, frame) or _inserted(last, element, frame)
                now.append(last)
        before = now
    assert first.next is not None
    return first.next


def _shown_again(last: Node, element: str, frame: int) -> Node | None:
    """An element that was visible before and lies at the right place: above `last` and below the next of this frame."""
    node = last.next
    while node is not None and not node.visible(frame):
        if node.element == element:
            node.shown.append([frame, frame + 1])
            return node
        node = node.next
    return None


def _inserted(last: Node, element: str, frame: int) -> Node:
    node = Node(element, frame)
    node.next, last.next = last.next, node
    return node


def _in_order(node: Node | None) -> Iterator[Node]:
    while node is not None:
        yield node
        node = node.next


def _keyframes(shown: tuple[tuple[int, int], ...], frames: int) -> str:
    """When an element appears and disappears, in percent of the whole film."""
    whole = frames - 1 + LAST_FRAME
    steps = [] if shown[0][0] == 0 else ["0%{visibility:hidden}"]
    for first, end in shown:
        steps.append(f"{100 * first / whole:.4g}%{{visibility:visible}}")
        if end < frames:
            steps.append(f"{100 * end / whole:.4g}%{{visibility:hidden}}")
    return "".join(steps)


def gif(pictures: Sequence[Picture], seconds: float, width: int = WIDTH) -> Iterator[bytes | None]:
    """All pictures one after another, again and again: None after each picture that is drawn, at last the file."""
    with needs("pictures"):
        from PIL import Image
    frames = []
    for picture in pictures:
        frames.append(picture.image(width).quantize(128, dither=Image.Dither.NONE))
        yield None
    out = BytesIO()
    durations = [round(1000 * seconds)] * (len(frames) - 1) + [round(1000 * seconds * LAST_FRAME)]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    yield out.getvalue()
