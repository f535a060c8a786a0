"""Touch: cards are large enough to tap, and two fingers zoom into the heap."""

import pytest

from scenes import SCENES

THUMB = 44  # px
FINGERS = (-30, 30)  # px from their middle
SIZE = """() => Math.max(...[...document.querySelectorAll('[data-card]:not(.at-edge) .stock')].map(
  (card) => card.getBoundingClientRect().width))"""

BOXES = """() => [...document.querySelectorAll('[data-part=hand] [data-card]')].map((card) =>
  card.getBoundingClientRect().toJSON())"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740), (844, 390)])
def test_every_card_of_a_hand_shows_enough_to_be_hit(visit, real, width, height):
    visitor = visit(real, phone=True)
    visitor.page.set_viewport_size({"width": width, "height": height})
    SCENES["tricky-twist-reserve"](visitor)
    visitor.settle()
    boxes = visitor.page.evaluate(BOXES)  # all at the same moment
    assert len(boxes) > 10
    for box, right in zip(boxes, [*boxes[1:], None], strict=True):
        beside = right is not None and right["y"] == box["y"]
        assert (right["x"] - box["x"] if beside else box["width"]) >= THUMB
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] + THUMB <= height


def test_two_fingers_zoom_into_confettis_heap(visit, real):
    visitor = visit(real, phone=True)
    visitor.play_now("confetti")
    visitor.page.wait_for_selector("[data-card]")
    visitor.settle()
    heap = visitor.page.locator("[data-part=heap]").bounding_box()
    x, y = heap["x"] + heap["width"] / 2, heap["y"] + heap["height"] / 2
    before = visitor.page.evaluate(SIZE)
    touch = visitor.context.new_cdp_session(visitor.page)

    def fingers(kind, apart):
        points = [{"x": x + side * apart, "y": y, "id": number} for number, side in enumerate(FINGERS)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if kind != "touchEnd" else []})

    fingers("touchStart", 1.0)
    for apart in (1.3, 1.7, 2.2):
        fingers("touchMove", apart)
    fingers("touchEnd", 2.2)
    visitor.until(lambda: visitor.page.evaluate(SIZE) > 1.6 * before, "a larger heap", 5)
    assert len(visitor.view["players"][visitor.you]["cards"]) <= 1, "zooming with two fingers takes no cards"


@pytest.mark.parametrize("width", [320, 390])
def test_the_set_up_of_a_shared_device_fits_a_phone(visit, host, width):
    visitor = visit(host, phone=True)
    visitor.page.set_viewport_size({"width": width, "height": 700})
    visitor.go("/local/piccolo")
    visitor.page.get_by_role("button", name="Start").wait_for()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
