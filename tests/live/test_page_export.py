"""`parlour export` writes a folder that any web host can serve, and never harms other files."""

import json

import pytest

from parlour.kit import BadInput, ParlourError
from parlour.live.page_export import POLICY, export


@pytest.fixture
def page(tmp_path):
    """A small page as the build leaves it."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<head>\n    <meta charset="utf-8" />\n</head>')
    (folder / "assets" / "app.js").write_text("1")
    (folder / "build.json").write_text(json.dumps({"build": "abc"}))
    return folder


def test_the_page_is_copied_with_its_policy(page, tmp_path):
    to = tmp_path / "site" / "games"
    assert export(to, page) == 3
    assert (to / "assets" / "app.js").read_text() == "1"
    assert POLICY in (to / "index.html").read_text()
    assert POLICY not in (page / "index.html").read_text()


def test_an_earlier_export_is_replaced(page, tmp_path):
    to = tmp_path / "site"
    export(to, page)
    (page / "assets" / "app.js").rename(page / "assets" / "new.js")
    export(to, page)
    assert [file.name for file in (to / "assets").iterdir()] == ["new.js"]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["page", "site"]


def test_other_files_are_left_alone(page, tmp_path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.png").write_text("cat")
    with pytest.raises(BadInput, match="holds other files"):
        export(tmp_path / "photos", page)
    with pytest.raises(BadInput, match="is a file"):
        export(tmp_path / "photos" / "cat.png", page)
    assert (tmp_path / "photos" / "cat.png").read_text() == "cat"


def test_without_a_built_page_it_says_so(tmp_path):
    with pytest.raises(ParlourError, match="was not built"):
        export(tmp_path / "site", tmp_path)
    assert not (tmp_path / "site").exists()
