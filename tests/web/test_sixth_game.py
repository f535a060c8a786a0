"""A game of another package in the page: without a folder of its own in web/src/games, it gets the generic table."""

import pytest
from tests.games.sixth_game.install import install_guess
from tests.live.serving import Server


@pytest.fixture
def with_guess(tmp_path, monkeypatch, after_visits):
    """A server on a machine on which the package is installed."""
    for name, value in install_guess(tmp_path).items():
        monkeypatch.setenv(name, value)
    return after_visits.enter_context(Server(str(tmp_path / "parlour.db"), tmp_path))


def test_it_is_played_on_the_generic_table(visit, with_guess):
    visitor = visit(with_guess)
    visitor.play_on_server("guess")
    visitor.until(lambda: visitor.legal, "our turn")
    buttons = visitor.page.locator("[data-action]")
    visitor.until(lambda: buttons.all_inner_texts() == ["say low", "say high"], "the actions in the game's own words")
    buttons.last.click()
    visitor.page.locator("[data-end] ol").wait_for()
    assert visitor.view["said"][visitor.you] == "high"
    assert len(visitor.over["scores"]) == len(visitor.view["said"])
