"""A drill of a bell game: find the fives among twenty cards, by keyboard or touch, and see your times.

The page's clock is moved on by the tests, so that no ring comes too late on a busy machine."""

import re

import pytest
from playwright.sync_api import expect

SEED = 7
CARDS = 20
PILES = ".pile"
CLEARED = "() => document.querySelectorAll('.pile .card').length === 0"
SECONDS = 90
STEP_MS = 200


class Trainee:
    """Rings whenever the open cards, as a screen reader is told them, add up to five."""

    def __init__(self, visitor, game):
        self.page = visitor.page
        self.page.clock.install(time=0)
        visitor.go(f"/drill/{game}/{SEED}")
        self.page.locator("[data-start]").wait_for()
        self.page.clock.pause_at(3_600_000)

    def pass_time(self):
        self.page.clock.run_for(STEP_MS)

    def is_five(self):
        """The labels are like "Pile 1: 3 limes"."""
        sums = {}
        for label in self.page.eval_on_selector_all(PILES, "all => all.map((each) => each.ariaLabel)"):
            amount, *thing = label.split(": ")[1].split()
            if amount.isdigit():
                kind = thing[-1].rstrip("s").replace("ie", "y")
                sums[kind] = sums.get(kind, 0) + int(amount)
        return 5 in sums.values()

    def play(self, ring, most=CARDS):
        """Rings until that many fives or to the end; returns how many."""
        rung = 0
        for _ in range(SECONDS * 1000 // STEP_MS):
            if rung == most or self.page.locator(".score").count():
                return rung
            if self.is_five():
                ring()
                rung += 1
                self.page.wait_for_function(CLEARED)
            self.pass_time()
        raise AssertionError("the drill does not end")


@pytest.mark.deep
def test_a_drill_to_its_end(visit, host):
    trainee = Trainee(visit(host), "piccolo")
    page = trainee.page
    page.locator("[data-start]").click()
    rung = trainee.play(lambda: page.keyboard.press(" "))
    assert rung >= 5
    said = page.locator("dl").inner_text().split("\n")
    assert said == ["Fives found", f"{rung} of {rung}", "Missed", "0", "False rings", "0"]
    expect(page.locator("figure circle")).to_have_count(rung)
    expect(page.locator(".result")).to_contain_text("Your best so far!")
    expect(page.locator("figure table")).to_contain_text("Champion")
    page.get_by_role("button", name="Harder").click()
    page.locator(PILES).nth(2).wait_for()  # three piles
    page.keyboard.press(" ")  # no card yet: nothing happens
    page.get_by_text("Card 1 of 20").wait_for()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("radio", name="Medium")).to_be_checked()


def test_a_drill_by_touch(visit, host):
    trainee = Trainee(visit(host, phone=True), "piccolo")
    page = trainee.page
    page.locator("[data-start]").tap()
    bell = page.get_by_role("button", name="Ring the bell")
    assert trainee.play(bell.tap, most=1) == 1
    expect(page.locator(".says")).to_have_text(re.compile(r" ms$"))
    told = page.locator("#said-now").get_by_text("No five: ")  # to screen readers, where it stays for a while
    for _ in range(SECONDS * 1000 // STEP_MS):
        if told.count() or page.locator(".score").count():
            break
        if page.locator(f"{PILES} .card").count() and not trainee.is_five():
            bell.tap()
        trainee.pass_time()
    assert told.count()


def test_the_way_to_a_drill(visit, host):
    visitor = visit(host)
    visitor.go()
    page = visitor.page
    page.get_by_role("link", name="Drill for Piccolo", exact=True).click()
    page.get_by_role("heading", name="Piccolo: drill").wait_for()
    page.goto(page.url.replace("/piccolo", "/parrot"))
    page.get_by_text("There is no drill for Parrot.").wait_for()
