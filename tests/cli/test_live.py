"""The commands that serve and export the page."""

import pytest
from typer.testing import CliRunner

from parlour.cli.options import app
from parlour.live import page_export
from parlour.live import server as server_module


@pytest.fixture
def served(monkeypatch):
    """How servers are run, instead of running them."""
    runs = []

    async def serve(serving, ready):
        runs.append(serving)

    monkeypatch.setattr(server_module, "serve", serve)
    return runs


@pytest.mark.parametrize(("words", "warm"), [([], False), (["serve"], False), (["serve", "--warm"], True)])
def test_nothing_is_compiled_ahead_unless_the_operator_wants_it(served, words, warm):
    """Games against bots run in the page, so most people never need the server's compiled rules."""
    assert CliRunner().invoke(app, words).exit_code == 0
    assert [serving.settings.warm for serving in served] == [warm]


def test_export_says_how_to_look_at_the_page(tmp_path, monkeypatch):
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text('<meta charset="utf-8" />')
    (page / "build.json").write_text('{"build": "abc"}')
    monkeypatch.setattr(page_export, "PAGE", page)
    done = CliRunner().invoke(app, ["export", str(tmp_path / "site")])
    assert done.exit_code == 0
    assert f"2 files in {tmp_path / 'site'}" in done.output.replace("\n", "")
    assert (tmp_path / "site" / "index.html").exists()
