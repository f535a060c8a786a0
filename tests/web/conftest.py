"""The page in a real Chromium, with two servers on temporary databases."""

import urllib.parse
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.live.serving import Server
from tests.web.static_host import StaticHost

from parlour.live.network import addresses
from visitor import CHROMIUM, Visitor, chromium

PACE = 24  # of the fast server, and of matches on a visitor's device
BRISK = 8  # for games in which bots do not wait: at PACE they leave a visitor on a busy machine no time for a move
STORED = """() => navigator.serviceWorker.ready.then(async () => {
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50))
  return (await caches.keys()).length
})"""
# Messages disappear after some seconds, on a busy machine before anybody has looked, so the page remembers them.
REMEMBER_MESSAGES = """window.messages = []
new MutationObserver(() => {
  for (const each of document.querySelectorAll('.toast, .notice, .over'))
    if (!window.messages.includes(each.textContent)) window.messages.push(each.textContent)
}).observe(document, { childList: true, subtree: true, characterData: true })"""
# Games as WebAssembly are compiled in one quick pass. The second, which makes them fast, takes more CPU time than it
# saves, because no page lives long here.
ONE_PASS = "--js-flags=--no-wasm-tier-up"
PAGE = Path(__file__).parents[2] / "src" / "parlour" / "page"

LONGEST = ("test_matches.py", "test_everyone.py")
SERVERS = {"fast", "real"}  # fixtures

expect.set_options(timeout=30_000)  # as a visitor's page; Playwright's own 5 s are few on a busy machine


def pytest_collection_modifyitems(items):
    """The longest come first, so that no worker is alone with one of them at the end. Those with a server come last:
    other stages will have compiled most of what its tables need."""
    items.sort(key=lambda item: (item.path.name not in LONGEST, not SERVERS.isdisjoint(item.fixturenames)))


@pytest.fixture(scope="session", autouse=True)
def network():
    """Friends can be invited also where this machine is in no network: another of its own addresses stands for one."""
    with pytest.MonkeyPatch.context() as patch:
        if not addresses():
            patch.setenv("PARLOUR_ADDRESS", "127.0.0.2")
        yield


@pytest.fixture(scope="session")
def browser():
    assert Path(CHROMIUM).exists(), "Chromium is not installed; run tools/system.sh"
    assert (PAGE / "index.html").exists(), "the page is not built; run `make page`"
    with chromium(ONE_PASS) as found:
        yield found


@pytest.fixture(scope="session")
def fast(tmp_path_factory):
    """A server at a fast pace."""
    folder = tmp_path_factory.mktemp("fast")
    with Server(str(folder / "parlour.db"), folder, "--pace", str(PACE)) as server:
        server.pace = PACE
        yield server


@pytest.fixture(scope="session")
def real(tmp_path_factory):
    """A server at normal pace. A test that kills it must start it again."""
    folder = tmp_path_factory.mktemp("real")
    with Server(str(folder / "parlour.db"), folder) as server:
        yield server


def noticed(visitor, text):
    """Wait until the page shows this message, or has shown it since it was opened."""
    shown = "text => window.messages.some((each) => each.includes(text))"
    visitor.until(lambda: visitor.page.evaluate(shown, text), f"the message: {text}", drawn=False)


@pytest.fixture
def after_visits():
    """Closes what a page may still be loading from. That must be later than the page, which else logs an error."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def visit(browser, after_visits):
    """Open pages. Afterwards no page may have console errors or requests to other hosts.

    With `stores`, a service worker stores the page and all games, which takes a second of CPU time at each visit."""
    visitors = []

    def come(server, *, forgiven=(), base=None, stores=False, **more):
        more.setdefault("pace", getattr(server, "pace", 1.0))  # of tables on the visitor's own device
        visitor = Visitor(browser, base or server.address, **more)
        visitor.context.add_init_script(REMEMBER_MESSAGES)
        if not stores:
            visitor.context.add_init_script("delete Navigator.prototype.serviceWorker")
        visitors.append((visitor, forgiven))
        return visitor

    yield come
    for visitor, _ in visitors:
        visitor.context.close()
    for visitor, forgiven in visitors:
        assert [fault for fault in visitor.faults if not fault.startswith(tuple(forgiven))] == []
        hosts = {urllib.parse.urlsplit(url).netloc for url in visitor.asked if not url.startswith(("data:", "blob:"))}
        assert hosts <= {urllib.parse.urlsplit(visitor.base).netloc}


@pytest.fixture
def host(tmp_path, after_visits):
    """A plain web host with the exported page."""
    host = StaticHost(tmp_path)
    after_visits.callback(host.switch_off)
    return host


@pytest.fixture
def offline(visit, host):
    """Visit the exported page once; afterwards there is no network."""

    def come(**more):
        visitor = visit(host, stores=True, **more)
        visitor.go()
        assert visitor.page.evaluate(STORED) == 1, "one version of the page is stored"
        host.switch_off()
        visitor.context.set_offline(True)
        visitor.go()
        return visitor

    return come
