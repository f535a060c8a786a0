"""The generated pages of docs/ match the code, and the check notices when they do not."""

import pytest

import docs


@pytest.mark.deep  # of `make test`, `lint` checks this, interpreted; here all games are compiled for it
def test_the_generated_pages_are_up_to_date():
    assert [str(path.relative_to(docs.ROOT)) for path in docs.stale(docs.pages())] == []


def test_the_check_names_a_stale_page(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(docs, "ROOT", tmp_path)
    page = tmp_path / "options.md"

    def pages():
        return {page: "new\n"}

    assert docs.main(["--check"], pages) == 1
    assert capsys.readouterr().err == "options.md is outdated; run `make docs`.\n"
    assert not page.exists()
    assert docs.main([], pages) == 0
    assert page.read_text() == "new\n"
    assert docs.main(["--check"], pages) == 0


@pytest.mark.parametrize(
    ("words", "asides", "runs"),
    [
        (["draw", "take"], (), [(0, 0), (1, 1)]),
        (["turn up slot 1", "turn up slot 2", "turn up slot 10", "pass"], (), [(0, 2), (3, 3)]),
        (["play the Sun", "play the Moon", "play the Star"], (), [(0, 2)]),
        (["play the Sun", "play the Moon"], (), [(0, 0), (1, 1)]),
        (["vote to stop", "vote to stay", "vote to leave"], (2,), [(0, 0), (1, 1), (2, 2)]),
    ],
)
def test_actions_that_differ_in_one_word_share_a_line(words, asides, runs):
    assert list(docs.alike(words, asides)) == runs
