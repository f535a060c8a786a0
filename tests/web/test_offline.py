"""The page without a server: exported to a plain web host under a sub-path, visited once, and then without any network."""

import pytest
from tests.web.conftest import BRISK, PACE
from tests.web.static_host import StaticHost

from visitor import HANDS, ON_A_PHONE

REAL_TIME = ("piccolo", "piccolo_twist", "confetti")
FIRST_CARD_MS = 1000
STORED = """() => navigator.serviceWorker.ready.then(async () => {
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50))
  return (await caches.keys()).length
})"""
# The time from the tap to the first view of the table, in the page's own clock.
WATCH_FIRST_CARD = """(game) => {
  const button = document.querySelector(`[data-play=${game}]`)
  button.addEventListener('click', (event) => (window.tapped = event.timeStamp), { capture: true })
  new MutationObserver(() => {
    if (!window.shown && document.querySelector('[data-table]')) requestAnimationFrame(() => (window.shown = performance.now()))
  }).observe(document.body, { childList: true, subtree: true })
}"""


@pytest.fixture
def host(tmp_path):
    host = StaticHost(tmp_path)
    yield host
    host.switch_off()


@pytest.fixture
def offline(visit, host):
    """Visit the page once; afterwards there is no network."""

    def come(**more):
        visitor = visit(host, **more)
        visitor.go()
        assert visitor.page.evaluate(STORED) == 1
        host.switch_off()
        visitor.context.set_offline(True)
        visitor.go()
        return visitor

    return come


@pytest.mark.parametrize("game", sorted(HANDS))
def test_a_whole_match_without_a_network(offline, game):
    visitor = offline(phone=game in ON_A_PHONE, pace=BRISK if game in REAL_TIME else PACE)
    visitor.play_now(game)
    visitor.play(HANDS[game], seconds=400)
    assert visitor.over is not None
    assert visitor.done, "the visitor has played, not only watched"
    said = visitor.page.locator("[data-end]").inner_text()
    for score in visitor.over["scores"]:
        assert str(score) in said
