"""What single screens say and how they look, where the checks of every screen cannot tell."""

import pytest
from playwright.sync_api import expect
from tests.web.test_review import linked, remember, short  # noqa: F401 (a fixture)

from scenes import SCENES

ROWS = """() => {
  const rows = {}
  for (const label of document.querySelectorAll('.level label')) {
    const { top } = label.getBoundingClientRect()
    rows[top] = (rows[top] ?? 0) + 1
  }
  return Object.values(rows)
}"""
SHORTENED = "all => all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_bot_level_is_alone_in_its_row(visit, host, width):
    visitor = visit(host)
    visitor.page.set_viewport_size({"width": width, "height": 700})
    SCENES["home"](visitor)
    rows = visitor.page.evaluate(ROWS)
    assert sum(rows) == 5
    assert min(rows) > 1


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ("piccolo", "a key or a corner"),
        ("tricky_twist", "a curtain hides your cards"),
        ("parrot", "Nobody has secret cards"),
    ],
)
def test_a_shared_device_says_what_is_hidden(visit, host, game, says):
    visitor = visit(host)
    visitor.go(f"/local/{game}")
    expect(visitor.page.locator("main")).to_contain_text(says)
    if game == "parrot":
        expect(visitor.page.locator("main")).not_to_contain_text("hid")


def test_names_are_whole_while_everybody_chooses_a_reserve(visit, host):
    visitor = visit(host, phone=True)
    SCENES["tricky-twist-reserve"](visitor)
    visitor.page.get_by_text("choosing a reserve").first.wait_for()
    assert visitor.page.locator(".plate .name").evaluate_all(SHORTENED) == []


def test_a_linked_replay_carries_the_names(visit, host, short):  # noqa: F811
    ada, friend = visit(host), visit(host)
    ada.go()
    id = linked(short.log())  # as links were before they carried names
    remember(ada, short, id)
    ada.go(f"/replay/{id}")
    ada.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject() }")
    ada.page.locator("[data-link]").click()
    link = ada.page.locator("input[readonly]").input_value()
    friend.go(link.partition("#")[2])
    for name in ("Ada", "Robin"):
        friend.page.locator(".plate", has_text=name).first.wait_for()
    assert friend.page.get_by_text("Player 1").count() == 0
    friend.go(f"/review/{link.rpartition('/')[2]}")
    expect(friend.page.locator("[data-seats] a")).to_have_text(["Ada", "Robin"])
    friend.go(f"/replay/{id}")
    friend.page.locator(".plate", has_text="Player 1").first.wait_for()
