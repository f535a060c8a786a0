"""A player in a real Chromium: reads the messages of the page's socket, and plays by keyboard, mouse or touch.

Used by the browser tests (tests/web) and by tools/screenshots.py. A visitor decides from the messages, as a person
would from the screen, and acts only through the page.
"""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, WebSocket, sync_playwright
from playwright.sync_api import Error as PageError

from parlour.live.view_diff import apply

# The shell is the same browser without what only a window needs: tests take a quarter less CPU time with it.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or "chromium"
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Several players, each in a window of their own: none of them may be throttled as hidden.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-background-timer-throttling",
)
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
SETTINGS, PACE = "parlour.settings", "parlour.pace"  # in localStorage
COMPILES = 300.0  # seconds at most until a game is compiled for the first time
PATIENCE = 0.4  # seconds without a message after which a hand tries again
# The page draws the seeds of its matches and bots, and nothing else, as 64-bit numbers. What it deals is then the same
# whenever a page is opened, so that a fault in one of its screens shows every time or never.
SAME_SEEDS = """{
  const draw = Crypto.prototype.getRandomValues
  let seed = %dn
  Crypto.prototype.getRandomValues = function (into) {
    if (!(into instanceof BigUint64Array)) return draw.call(this, into)
    for (const place of into.keys())
      into[place] = seed = BigInt.asUintN(64, seed * 6364136223846793005n + 1442695040888963407n)
    return into
  }
}"""
DRAWN = "() => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 40))"
SETTLED = """() => document.fonts.status === 'loaded' && !document.getAnimations().some((each) =>
  each.playState === 'running' && each.effect.getComputedTiming().endTime < 2000)"""


@contextmanager
def chromium(*more: str) -> Iterator[Browser]:
    """A browser, with `more` switches."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*SWITCHES, *more])
        yield browser
        browser.close()


class Visitor:
    """One player with one page."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        *,
        phone: bool = False,
        name: str = "Ada",
        pace: float = 1.0,
        seed: int = 1,
        **context: Any,
    ) -> None:
        """`pace` and `seed` are those of tables on this device; a server has its own."""
        self.base, self.phone = base, phone
        self._visits = 0
        self.context: BrowserContext = browser.new_context(
            viewport=PHONE if phone else DESK, has_touch=phone, **context
        )
        self.context.add_init_script(
            f"if (!('{SETTINGS}' in localStorage)) localStorage['{SETTINGS}'] = JSON.stringify({{ name: {name!r} }});"
            f"localStorage['{PACE}'] = {pace}"
        )
        self.context.add_init_script(SAME_SEEDS % seed)
        self.faults: list[str] = []  # errors and warnings in the console
        self.asked: list[str] = []  # requested addresses
        self.bodies: list[tuple[str, str, Any]] = []  # resource type, address and response
        self.frames: list[str] = []  # everything the socket received
        self.told: list[dict[str, Any]] = []  # the same, decoded
        self.said: list[dict[str, Any]] = []  # what the page sent
        self.forget()
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.page.on(
            "console", lambda said: self.faults.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("response", lambda answer: self.bodies.append((answer.request.resource_type, answer.url, answer)))
        self.page.on("websocket", self._listen)
        # Tables on this device have no socket that a browser knows of; the page calls this function instead.
        self.page.expose_function("parlourFollow", self._follow)

    def forget(self) -> None:
        """Forget the table: another one follows."""
        self.view: Any = None
        self.table: dict[str, Any] = {}
        self.you: int | None = None
        self.legal: list[int] = []
        self.over: dict[str, Any] | None = None
        self.races: list[dict[str, Any]] = []
        self.verdicts: list[dict[str, Any]] = []
        self.done: list[int] = []  # our accepted actions
        self.changes = 0  # counts messages: whatever happened at the table, and refusals
        self.number = 0  # of the last event the socket brought
        self._tried: Any = None
        self._socket: WebSocket | int | None = None

    def _listen(self, socket: WebSocket) -> None:
        self.asked.append(socket.url)
        socket.on("framereceived", lambda frame: self._hear(socket, frame))
        socket.on("framesent", lambda frame: self.said.append(json.loads(frame)))

    def _follow(self, socket: int, direction: str, frame: str) -> None:
        if direction == "received":
            self._hear(socket, frame)
        else:
            self.said.append(json.loads(frame))

    def _hear(self, socket: WebSocket | int, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)
        told = json.loads(text)
        self.told.append(json.loads(text))  # a copy, because views are changed in place
        kind = told["t"]
        if kind != "pong":
            self.changes += 1
        # A device may hold several seats, each with its own socket; we follow the first.
        if kind == "welcome" and (self.you in (None, told.get("you")) or self.table.get("id") != told["table"]["id"]):
            self._socket = socket
        if socket != self._socket:
            return
        if kind == "welcome":
            self.view, self.table, self.you = told.get("view"), told["table"], told.get("you")
            self.legal = told.get("legal") or []
            self.number = told["number"]
        elif kind == "event":
            self.number = told["n"]
            self.view = apply(self.view, told.get("change") or [])
            self.legal = told.get("legal") or []
            if told.get("seat") == self.you and told.get("action") is not None:
                self.done.append(told["action"])
        elif kind == "table":
            self.table = told["table"]
        elif kind == "race":
            self.races.append(told)
            self.verdicts.append(dict(self.view["result"]))  # it stays in the view for a few seconds only
        elif kind == "over":
            self.over = told

    # Moving about

    def go(self, path: str = "/") -> None:
        """Open a page. What was known of the previous table no longer counts."""
        self.forget()
        self._visits += 1  # a change after the "#" alone would not load the page again
        self.page.goto(f"{self.base}/?visit={self._visits}#{path}")

    def wait(self, ms: float) -> None:
        self.page.wait_for_timeout(ms)

    def until(self, true: Callable[[], Any], what: str, seconds: float = 30.0, *, drawn: bool = True) -> None:
        """Wait until a condition holds and the page has drawn the events that made it true.

        We hear a message before the page has drawn it. A key pressed in between would be lost."""
        ends = time.monotonic() + seconds

        def wait_for(condition: Callable[[], Any]) -> None:
            while not condition():
                if time.monotonic() > ends:
                    raise AssertionError(f"{what}: not within {seconds} s; the page's console: {self.faults}")
                self.wait(20)

        wait_for(true)
        if drawn:
            number = self.number  # fixed here: in a fast match there is always a newer event
            wait_for(lambda: self.has_drawn(number))

    def has_drawn(self, number: int) -> bool:
        """True if the page shows this event, or no match."""
        try:
            shown = self.page.evaluate("document.querySelector('[data-shown]')?.dataset.shown ?? null")
        except PageError:  # on its way to another page
            return False
        return shown is None or int(shown) >= number

    def settle(self) -> None:
        """Wait until what has just changed is drawn, fonts are loaded and short animations have ended."""
        self.page.evaluate(DRAWN)
        self.until(lambda: self.page.evaluate(SETTLED), "a page at rest", drawn=False)

    def play_now(self, game: str) -> None:
        """One tap on the home screen: a match against bots, on this device."""
        self.go()
        box = self.page.locator(f"[data-play={game}]")
        if self.phone:
            box.tap()
        else:
            box.click()
        self.until(
            lambda: self.view and self.table.get("status") == "playing", "a running match", COMPILES, drawn=False
        )

    def play_on_server(self, game: str) -> None:
        """A table for friends on which bots take all other seats."""
        self.go()
        self.page.locator(f"[data-invite={game}]").click()
        self.page.locator("button.start").click(timeout=1000 * COMPILES)
        self.until(
            lambda: self.view and self.table.get("status") == "playing", "a running match", COMPILES, drawn=False
        )

    def press(self, selector: str, place: int = 0) -> bool:
        """Tap or click an element; False if it is not there."""
        if place == 0 and not self.page.locator(selector).count():
            self.page.wait_for_selector(selector)
        try:
            box = self.page.locator(selector).nth(place).bounding_box(timeout=300)
        except PageError:
            return False
        if box is None:
            return False
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if self.phone:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        return True

    def there(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def use(self, selector: str, key: str = "Tab", most: int = 40) -> None:
        """Press `key` until the element has the focus, then Enter. It may disappear in the meantime."""
        script = "selector => document.activeElement?.matches(selector) ?? false"
        for _ in range(most):
            if self.page.evaluate(script, selector):
                self.key("Enter")
                return
            self.key(key)

    # Playing to the end

    def invitation(self) -> str:
        """The link to this host's table. The first time, the server has to be opened to the network."""
        self.page.locator("[data-closed], input[readonly]").first.wait_for(timeout=1000 * COMPILES)
        if self.there("[data-closed]"):
            self.page.get_by_role("button", name="Open it").click()
        return self.page.locator("input[readonly]").input_value()

    def play(self, hand: "Hand", till: Callable[[], Any] | None = None, seconds: float = 200.0) -> None:
        """Play until the end screen or until `till()` holds: after every message, and again after a silence."""
        ends = time.monotonic() + seconds
        looks_at = 0.0
        seen = -1
        while not (till() if till else self.over and self.there("[data-end]")):
            now = time.monotonic()
            if now > ends:
                raise AssertionError(f"not over within {seconds} s; the last view: {json.dumps(self.view)[:1500]}")
            if self.view and not self.over and (self.changes != seen or now > looks_at):
                if self.changes == seen:
                    self._tried = None  # the last attempt had no effect
                seen, looks_at = self.changes, now + PATIENCE
                try:
                    hand(self)
                except PageError as error:
                    if "Timeout" not in str(error):  # an element has disappeared: try again
                        raise
            self.wait(15)

    def once(self, moment: Any) -> bool:
        """True the first time it is called for this moment of the match."""
        if moment == self._tried:
            return False
        self._tried = moment
        return True


def fives(view: Any) -> list[str]:
    """The kinds of which exactly five are shown on the open cards of a bell game."""
    sums: dict[str, int] = {}
    for seat in view["seats"]:
        top = seat["top"]
        for kind in (top.get("fruit"), top.get("type"), top.get("colour")) if top else ():
            if kind:
                sums[kind] = sums.get(kind, 0) + top["amount"]
    return [kind for kind, amount in sums.items() if amount == 5]


RING = 1  # an action of the bell games

Hand = Callable[[Visitor], None]  # makes a move if there is one to make


def bell_by_keys(visitor: Visitor) -> None:
    _bell(visitor, lambda: visitor.key("Space"), lambda: visitor.key("Enter"))


def bell_by_mouse(visitor: Visitor) -> None:
    _bell(visitor, lambda: visitor.press("button.bell"), lambda: visitor.press("[data-own-bank]"))


def _bell(visitor: Visitor, ring: Callable[[], Any], flip: Callable[[], Any]) -> None:
    view = visitor.view
    if RING in visitor.legal and fives(view) and visitor.once(("ring", view["pace"]["flips"])):
        ring()
    elif view["turn"] == visitor.you:
        flip()


def parrot_by_touch(visitor: Visitor) -> None:
    """Turn up two cards, then replace every face-down card; sometimes discard a high one instead."""
    view, you = visitor.view, visitor.you
    if not visitor.once((view["phase"], view["turn"], len(visitor.done))):
        return
    down = [place for place, card in enumerate(view["seats"][you]["box"]) if card == "?"]
    if view["phase"] == "opening" and view["opening"] is None and visitor.legal:
        if not visitor.there("[data-part=box] .chosen"):
            visitor.press("[data-part=box] .cell", 0)
            visitor.page.wait_for_selector("[data-part=box] .chosen")
        visitor.press("[data-part=box] .cell", 5)
    elif view["turn"] == you and view["phase"] == "choose":
        low = view["discard"] in ("0", "1", "2")  # worth taking
        visitor.press("[data-part=piles] .pile", 1 if low else 0)
    elif view["turn"] == you and view["phase"] == "use" and down:
        high = view["from_pile"] and view["hand"] in ("9", "10", "11", "12")
        if high and len(down) > 2 and visitor.there("[data-part=piles] .pile.can"):
            visitor.press("[data-part=piles] .pile", 1)  # discard it ...
        visitor.press("[data-part=box] .cell", down[0])  # ... and turn one up, or place it there


def tricky_by_keys(visitor: Visitor) -> None:
    view = visitor.view
    if visitor.there(".scored"):
        visitor.use(".scored .button")
        visitor.page.wait_for_selector(".scored", state="detached")
    elif not visitor.legal or not visitor.once((view["phase"], len(visitor.done))):
        return
    elif view["phase"] == "reserve":
        if view["reserve"]:  # already chosen
            return
        visitor.page.wait_for_selector("[data-part=lay]", timeout=1000 * PATIENCE)
        for _ in range(5):
            if visitor.there("[data-part=lay][disabled]"):
                visitor.key("ArrowRight")
                visitor.key("Enter")
        visitor.use("[data-part=lay]", "Shift+Tab")
    elif view["phase"] == "draw":
        visitor.key("n" if view["turn"] % 3 else "d")
    elif view["phase"] == "play":
        visitor.use("[data-card].can", "ArrowRight")
    elif view["phase"] == "declare" and view["declaring"] == "commit":
        visitor.use(".declare .button")
    else:  # a bonus card, a card to take back, or a declaration: the first choice
        visitor.key("1")


def confetti_by_touch(visitor: Visitor) -> None:
    view, you = visitor.view, visitor.you
    me = view["players"][you]
    if view["phase"] != "play":
        for owed, button in (("to_keep", ".button.accent"), ("to_give_up", ".point")):
            if me[owed] and visitor.there(f".results {button}"):
                visitor.press(f".results {button}")
    elif any(card["state"] == "loose" for card in me["cards"]) and visitor.there("[data-part=hold]"):
        visitor.press("[data-part=hold]")
    elif len(me["cards"]) < view["limit"] and view["middle"]:
        wanted = max(view["middle"], key=lambda card: _fits(me["cards"], card["name"]))
        visitor.press(f"[data-card='{wanted['number']}']")


def _fits(hand: list[dict[str, Any]], name: str) -> int:
    """How well a card fits the hand: kinds that are there already, at other sizes."""
    return sum(
        (mark in card["name"]) - 2 * (card["name"][size] == mark) for card in hand for size, mark in enumerate(name)
    )


HANDS: dict[str, Hand] = {
    "piccolo": bell_by_keys,
    "piccolo_twist": bell_by_mouse,
    "parrot": parrot_by_touch,
    "tricky_twist": tricky_by_keys,
    "confetti": confetti_by_touch,
}
ON_A_PHONE = ("parrot", "confetti")
