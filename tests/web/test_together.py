"""Several people, each in a browser of their own: a friend comes by link, and all see the same race."""

import re

from visitor import RING, fives

# Four hands on one bell in the same instant: a test has no four keyboards, so each page presses its own space bar.
# A verdict is on the screen for some seconds only, so the page also notes what it showed.
RING_AT = """moment => {
  const text = (element, selector) => element.querySelector(selector).textContent.trim()
  new MutationObserver(() => {
    const verdict = document.querySelector('.verdict')
    const rows = [...(verdict?.querySelectorAll('li') ?? [])]
    const lines = rows.map((line) => [text(line, '.name'), text(line, 'strong')])
    if (lines.length) window.verdict = [text(verdict, 'h2'), lines]
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
  const press = () => new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }) // made when pressed
  setTimeout(() => document.body.dispatchEvent(press()), moment - Date.now())
}"""
NAMES = ("Ada", "Bert", "Cleo", "Dora")


def invited(visit, server, game, seats):
    """People at one table, in the order of their seats: the first made it, the others came by the link it shows."""
    host = visit(server, name=NAMES[0])
    host.go()
    host.page.locator(f"[data-invite={game}]").click()
    link = host.page.locator("input[readonly]").input_value()
    people = [host]
    for name in NAMES[1:seats]:
        friend = visit(server, name="")
        friend.page.goto(re.sub(r"^https?://[^/]+", server.address, link))
        friend.page.get_by_role("button", name="Sit here").first.click()
        friend.page.get_by_label("Your name").fill(name)
        friend.page.get_by_role("button", name="Sit down").click()
        host.until(lambda: name in [seat.get("name") for seat in host.table["seats"]], f"{name} at the table")
        friend.until(lambda: friend.you is not None, "a seat")
        people.append(friend)
    return people


def test_a_friend_joins_by_link(visit, real):
    host, friend = invited(visit, real, "parrot", 2)
    assert host.page.get_by_text("Bert").count() and friend.page.get_by_text("Ada").count()
    host.page.get_by_role("button", name="Deal").click()
    for person, other in ((host, "Bert"), (friend, "Ada")):
        person.page.wait_for_selector(".parrot")
        assert other in person.page.locator(".parrot .others").inner_text()
    # Each turns up two cards; both see both.
    for person in (host, friend):
        person.until(lambda: person.legal, "the opening")
        person.key("1")
        person.key("6")
    for person in (host, friend):
        person.until(lambda: person.view["phase"] != "opening", "the first turn")
        assert [seat["box"].count("?") for seat in person.view["seats"][:2]] == [6, 6]


def test_four_people_ring_one_bell_and_see_the_same(visit, real):
    """At the pace of people: the same winner and the same milliseconds on four screens."""
    people = invited(visit, real, "piccolo", 4)
    host = people[0]
    host.until(lambda: len(host.table["seats"]) == 4, "four seats")
    host.page.get_by_role("button", name="Deal").click()
    for person in people:
        person.page.wait_for_selector("button.bell:not([disabled])")
    flip_until_five(people)
    moment = people[0].page.evaluate("Date.now()") + 800
    for person in people:
        person.page.evaluate(RING_AT, moment)
    for person in people:
        person.until(lambda: person.races and person.page.evaluate("'verdict' in window"), "the verdict", 10)
    races = [person.races[0] for person in people]
    assert all(race == races[0] for race in races)
    times = {ring["seat"]: ring["ms"] for ring in races[0]["rings"]}
    assert len(times) >= 2, "hands that were on the bell at nearly the same time are judged together"
    assert all(20 < ms < 5000 for ms in times.values())

    shown = [shown_by(person) for person in people]
    assert all(each == shown[0] for each in shown)
    winner, lines = shown[0]
    assert lines == {NAMES[seat]: f"{round(ms)} ms" for seat, ms in times.items()}
    verdict = host.verdicts[0]
    assert verdict["right"]
    assert winner == NAMES[verdict["seat"]]
    fastest = min(times, key=lambda seat: times[seat])
    assert times[verdict["seat"]] - times[fastest] < 5, "closer than that, the rules draw lots"


def flip_until_five(people):
    while not (fives(people[0].view) and all(RING in person.legal for person in people)):
        turn = people[0].view["turn"]
        flips = people[0].view["pace"]["flips"]
        people[turn].key("Enter")
        for person in people:
            person.until(lambda: person.view["pace"]["flips"] > flips, "the next card", 10)


def shown_by(person):
    """Whose bell it was and everybody's time, as this screen has said it."""
    head, lines = person.page.evaluate("window.verdict")
    own = NAMES[person.you]
    return (own if head == "Yours!" else head.rstrip("!")), {
        own if name == "You" else name: time for name, time in lines
    }
