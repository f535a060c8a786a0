"""Several players, each in a browser of their own: a friend joins by link, and all see the same race."""

import math
import re
import time

import pytest

from visitor import RING, fives

# Four people press at the same instant: each page presses its own space bar. The event is created at that instant,
# because its time stamp counts. A verdict disappears after some seconds, so the page also notes what it showed.
RING_AT = """moment => {
  const text = (element, selector) => element.querySelector(selector).textContent.trim()
  window.verdict = null
  window.verdicts ??= new MutationObserver(() => {
    const verdict = document.querySelector('.verdict')
    const rows = [...(verdict?.querySelectorAll('li') ?? [])]
    const lines = rows.map((row) => [text(row, '.name'), text(row, 'strong')])
    if (lines.length) window.verdict = [text(verdict, 'h2'), lines]
  })
  window.verdicts.observe(document.body, { childList: true, subtree: true, characterData: true })
  const press = () => new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true })
  setTimeout(() => document.body.dispatchEvent(press()), moment - Date.now())
  return moment - Date.now()
}"""
LEAD_MS = 1000  # from arming the first page to the ring
RACES = 5  # at most: on a busy machine a page may ring too late to meet another
NAMES = ("Ada", "Bert", "Cleo", "Dora")


def invited(visit, server, game, seats):
    """Players at one table, in the order of their seats: the host, and friends who followed the link."""
    host = visit(server, name=NAMES[0])
    host.go()
    host.page.locator(f"[data-invite={game}]").click()
    link = host.invitation()
    people = [host]
    for name in NAMES[1:seats]:
        friend = visit(server, name="")
        friend.page.goto(re.sub(r"^https?://[^/]+", server.address, link))
        friend.page.get_by_role("button", name="Sit here").first.click()
        friend.page.get_by_role("textbox", name="Your name").fill(name)
        friend.page.get_by_role("button", name="Sit down").click()
        host.until(lambda: name in [seat.get("name") for seat in host.table["seats"]], f"{name} at the table")
        friend.until(lambda: friend.you is not None, "a seat")
        people.append(friend)
    return people


def test_a_friend_joins_by_link(visit, real):
    host, friend = invited(visit, real, "parrot", 2)
    host.page.get_by_text("Bert").first.wait_for()
    friend.page.get_by_text("Ada").first.wait_for()
    host.page.get_by_role("button", name="Start").click()
    for person, other in ((host, "Bert"), (friend, "Ada")):
        person.page.locator(".parrot .others", has_text=other).wait_for()
    # Each turns up two cards; both see both.
    for person in (host, friend):
        person.until(lambda: person.legal, "the opening")
        person.key("1")
        person.key("6")
    for person in (host, friend):
        person.until(lambda: person.view["phase"] != "opening", "the first turn")
        assert [seat["box"].count("?") for seat in person.view["seats"][:2]] == [6, 6]


@pytest.mark.deep
def test_four_people_ring_one_bell_and_see_the_same(visit, real):
    """Four screens show the same winner and the same milliseconds."""
    people = invited(visit, real, "piccolo", 4)
    host = people[0]
    host.until(lambda: len(host.table["seats"]) == 4, "four seats")
    host.page.get_by_role("button", name="Start").click()
    for person in people:
        person.page.wait_for_selector("button.bell:not([disabled])")
    for _ in range(RACES):
        began = time.monotonic()
        flips = flip_until_five(people)
        if ring_together(people, flips):
            break
    else:
        raise AssertionError(f"in {RACES} races no two people rang at nearly the same time")
    took = 1000 * (time.monotonic() - began)
    races = [person.races[-1] for person in people]
    assert all(race == races[0] for race in races)
    times = {ring["seat"]: ring["ms"] for ring in races[0]["rings"]}
    assert all(20 < ms < took for ms in times.values())

    verdict = host.verdicts[-1]
    assert verdict["right"]
    expected = (NAMES[verdict["seat"]], {NAMES[seat]: shown_ms(ms) for seat, ms in times.items()})
    for person in people:
        person.until(lambda: shown_by(person) == expected, f"{expected} on the screen of {NAMES[person.you]}", 10)
    fastest = min(times, key=lambda seat: times[seat])
    assert times[verdict["seat"]] - times[fastest] < 5, "closer than that, the rules draw lots"


def flip_until_five(people):
    """Turn up cards until there is something to ring for; how many cards were turned up."""
    while not (fives(people[0].view) and all(RING in person.legal for person in people)):
        flip(people)
    return people[0].view["pace"]["flips"]


def flip(people):
    """The player on turn turns up a card; a press during a verdict is refused, so it is repeated."""
    flips = people[0].view["pace"]["flips"]
    for _ in range(20):
        people[people[0].view["turn"]].key("Enter")
        try:
            for person in people:
                person.until(lambda: person.view["pace"]["flips"] > flips, "the next card", 1)
            return
        except AssertionError:
            continue
    raise AssertionError("nobody could turn up a card")


def ring_together(people, flips):
    """All press at one instant; True if at least two rings were judged together, for the card that was meant."""
    before = [len(person.races) for person in people]
    moment = people[0].page.evaluate("Date.now()") + LEAD_MS
    left = [person.page.evaluate(RING_AT, moment) for person in people]
    for person, count in zip(people, before, strict=True):
        person.until(lambda: len(person.races) > count, "the verdict", 10)
    return min(left) > 0 and people[0].view["pace"]["flips"] == flips and len(people[0].races[-1]["rings"]) > 1


def shown_ms(ms):
    """A time as the page writes it: JavaScript rounds halves up, Python's `round` would round them to even."""
    return f"{math.floor(ms + 0.5)} ms"


def shown_by(person):
    """The winner and everybody's time, as this screen showed them."""
    head, lines = person.page.evaluate("window.verdict") or ("", [])
    own = NAMES[person.you]
    return (own if head == "Yours!" else head.rstrip("!")), {
        own if name == "You" else name: time for name, time in lines
    }
