"""What a player waits for, in real time: these tests have the machine for themselves (`make real-time-tests`).

Another process may have the machine all the same, so of a few tries the best counts.
"""

import itertools
import math
import signal
import time
from contextlib import contextmanager

import pytest
from bench.frames import WORK_MS, p99, work_while_dragging
from playwright.sync_api import expect
from tests.live.serving import Server
from tests.web.conftest import PACE
from tests.web.test_review import linked

import parlour
from parlour.bots import bots_of, seat_bots
from visitor import CHROMIUM, COMPILES, HANDS, SWITCHES

FIRST_CARD_MS = 1000  # from the tap on "Play", with nothing stored on the device
AGAIN_MS = 500  # the same once the game is loaded
UNCOMPILED_MS = 2000  # the same from a server that was started a moment ago
PROGRESS_MS = 300  # from the tap on "Friends"
# CPU seconds from the tap to the cards of a friends' table, with an empty cache.
START_S = 20.0
DECISION_MS = 150  # of a champion, on average, on two cores
LONGEST_DECISION_MS = 300  # where moves are close
DECISIONS = 12
REVIEW_S = 20  # of a match with four seats and five rounds
DRAGGING_S = 6
TRIES = 4
# Notes the tap and the first frame that shows the element, on the page's own clock.
WATCH = """(selector) => {
  window.shown = window.tapped = null
  addEventListener('pointerdown', (event) => (window.tapped ??= event.timeStamp), { capture: true })
  const look = (time) => {
    if (document.querySelector(selector)) window.shown = time
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""


@contextmanager
def first_server(folder):
    """A server as somebody starts it for the first time: nothing is compiled."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PARLOUR_CACHE", str(folder / "cache"))
        with Server(str(folder / "parlour.db"), folder) as server:
            yield server
            server.end(signal.SIGTERM)  # also ends the compilers


@pytest.fixture(scope="module")
def browser(browser):
    """One that compiles games as players' browsers do."""
    usual = browser.browser_type.launch(executable_path=CHROMIUM, args=list(SWITCHES))
    yield usual
    usual.close()


@pytest.fixture(scope="module")
def uncompiled(tmp_path_factory):
    with first_server(tmp_path_factory.mktemp("uncompiled")) as server:
        yield server


@pytest.fixture
def just_started(tmp_path, after_visits):
    return after_visits.enter_context(first_server(tmp_path))


def tap(visitor, button, selector="[data-shown]"):
    """ms from the tap on a button to the first frame that shows what the selector names."""
    visitor.page.locator(button).wait_for()
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate(WATCH, selector)
    visitor.page.locator(button).click()
    visitor.until(lambda: visitor.page.evaluate("window.shown"), selector, drawn=False)
    return visitor.page.evaluate("window.shown - window.tapped")


def best(times, limits):
    """The shortest of each kind of time in a few tries, which end as soon as all are short enough."""
    shortest = [math.inf] * len(limits)
    for tried in itertools.islice(times, TRIES):
        shortest = [min(pair) for pair in zip(shortest, tried, strict=True)]
        if all(took <= most for took, most in zip(shortest, limits, strict=True)):
            break
    return shortest


@pytest.mark.parametrize("game", sorted(HANDS))
def test_the_first_card_is_there_within_a_second_of_the_tap(visit, host, game):
    """With nothing stored: the compiled rules are fetched and started after the tap. The next time is faster."""
    first, again = best((first_cards(visit(host), game) for _ in itertools.count()), (FIRST_CARD_MS, AGAIN_MS))
    assert first <= FIRST_CARD_MS
    assert again <= AGAIN_MS


def first_cards(visitor, game):
    """ms from the tap to the table, at the first match of a visit and at the second."""
    visitor.go()
    first = tap(visitor, f"[data-play={game}]")
    visitor.page.evaluate("location.hash = '#/'")
    return first, tap(visitor, f"[data-play={game}]")


@pytest.mark.parametrize("game", sorted(HANDS))
def test_with_nothing_compiled_every_game_is_on_the_table_at_once(visit, uncompiled, game):
    assert soonest(visit, uncompiled, f"[data-play={game}]", "[data-shown]", UNCOMPILED_MS) <= UNCOMPILED_MS


@pytest.mark.deep
def test_a_friends_table_says_at_once_that_its_game_is_compiled(just_started, visit):
    assert soonest(visit, just_started, "[data-invite=piccolo]", "[data-preparing]", PROGRESS_MS) <= PROGRESS_MS


def soonest(visit, server, button, selector, most_ms):
    """ms from the tap on a button of the home screen to what the selector names."""

    def tries():
        while True:
            visitor = visit(server, stores=True)
            visitor.go()
            yield [tap(visitor, button, selector)]

    return best(tries(), [most_ms])[0]


@pytest.mark.deep
@pytest.mark.parametrize("game", sorted(HANDS))
def test_a_friends_table_says_at_once_how_far_its_game_is_and_then_starts(uncompiled, visit, game):
    """The time until it starts is counted in seconds of CPU, because other processes may be running: on two quiet cores
    that is how long it takes. Two processes compile side by side, so the longer one counts."""
    visitor = visit(uncompiled, stores=True)
    visitor.go()
    began, compiling = uncompiled.cpu(), {}
    visitor.page.locator(f"[data-invite={game}]").click()
    start = visitor.page.locator("button.start")
    start.click()
    visitor.page.get_by_text("Starts as soon as it’s ready").wait_for()
    expect(start).to_be_disabled()

    def started():
        compiling.update(uncompiled.compilers())
        return visitor.page.locator("[data-shown]").count()

    visitor.until(started, "the first cards", COMPILES, drawn=False)
    took = uncompiled.cpu() - began + max(compiling.values())
    known = [told["table"].get("preparing") for told in visitor.told if told["t"] in ("welcome", "table")]
    shown = [each for each in known if each is not None]
    assert len(set(shown)) > 3, "the progress is shown as it is made"
    assert shown == sorted(shown)
    assert known[-1] is None
    assert len(compiling) == 2
    assert took <= START_S, compiling


# Remembers what the page asks its bots, who are champions, so that they can be asked the same again.
REMEMBER_QUESTIONS = """
window.questions = []
window.Worker = class extends Worker {
  postMessage(message, ...more) {
    if (message.t === 'think' && message.number > 0) questions.push({ worker: this, message })
    super.postMessage(message, ...more)
  }
}
localStorage['parlour.settings'] = JSON.stringify({ name: 'Ada', level: 'champion' })
"""
# ms from the question to the answer, for each question the shortest of some tries, which end when it is short enough.
ASK_AGAIN = """async ([most, tries]) => {
  let number = 0 // the page's own are above 0; it ignores the answers to others
  const ask = ({ worker, message }) => new Promise((done) => {
    const asking = { ...message, number: (number -= 1) }
    worker.addEventListener('message', function hear({ data }) {
      if (data.number !== asking.number) return
      worker.removeEventListener('message', hear)
      done(performance.now() - asked)
    })
    const asked = performance.now()
    worker.postMessage(asking)
  })
  const times = []
  for (const question of [...questions]) {
    let shortest = Infinity
    for (let i = 0; i < tries && shortest > most; i++) shortest = Math.min(shortest, await ask(question))
    times.push(shortest)
  }
  return times
}"""
SEARCHING = [name for name in sorted(HANDS) if bots_of(parlour.game(name).rules).plan is not None]


@pytest.mark.deep
@pytest.mark.parametrize("game", SEARCHING)
def test_a_champion_decides_within_150_ms_or_300_where_moves_are_close(visit, host, game):
    """With its usual number of playouts: 800 in Tricky Twist; in Parrot 4,000, most of which few decisions need."""
    visitor = visit(host, pace=PACE)
    visitor.context.add_init_script(REMEMBER_QUESTIONS)
    visitor.play_now(game)
    visitor.play(HANDS[game], lambda: visitor.page.evaluate("questions.length") >= DECISIONS and visitor.legal)
    times = visitor.page.evaluate(ASK_AGAIN, [DECISION_MS, 3 * TRIES])
    assert sum(took > 5 for took in times) > 3, "some of them search"
    assert sum(times) / len(times) <= DECISION_MS
    assert max(times) <= LONGEST_DECISION_MS


@pytest.mark.deep
@pytest.mark.parametrize("game", SEARCHING)
def test_a_match_is_reviewed_within_20_s(visit, host, game):
    match = parlour.game(game).new(seats=4, seed=17)
    for _ in seat_bots(match, "casual").play_out():
        pass
    link = f"/review/{linked(match.log())}/0"

    def tries():
        while True:
            visitor = visit(host)
            visitor.go(link)
            began = time.monotonic()
            visitor.page.locator("[data-review]").wait_for(timeout=10 * REVIEW_S * 1000)
            yield [time.monotonic() - began]

    assert best(tries(), [REVIEW_S])[0] <= REVIEW_S


@pytest.mark.deep
@pytest.mark.parametrize("game", sorted(HANDS))
def test_a_frame_is_little_work_while_cards_are_dragged(browser, visit, host, game):
    """Counted in CPU time of the page's main thread; what the browser does on other threads is not in it."""

    def tries():
        while True:
            found = work_while_dragging(browser, visit(host), game, DRAGGING_S)
            assert len(found) > 50
            yield [p99(found)]

    assert best(tries(), [WORK_MS])[0] <= WORK_MS
