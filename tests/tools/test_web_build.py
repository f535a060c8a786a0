"""Building the page: only when a source has changed, and with only the packages that building needs."""

import json
import os

import pytest

import web_build


@pytest.fixture
def tree(tmp_path, monkeypatch):
    """A page that was built after its only source was written."""
    web, page = tmp_path / "web", tmp_path / "page"
    for folder in (web / "src", web / "node_modules" / "svelte", page):
        folder.mkdir(parents=True)
    packages = {"dependencies": {"svelte": "5"}, "devDependencies": {"vitest": "4"}}
    (web / "package.json").write_text(json.dumps(packages))
    for name in ("src/main.ts", "package-lock.json", "node_modules/.package-lock.json"):
        (web / name).touch()
    (page / "index.html").touch()
    for path in tmp_path.rglob("*"):
        os.utime(path, (1000, 1000))
    monkeypatch.setattr(web_build, "ROOT", tmp_path)
    monkeypatch.setattr(web_build, "WEB", web)
    monkeypatch.setattr(web_build, "PAGE", page)
    return tmp_path


def test_a_page_is_built_again_when_a_source_is_newer(tree):
    assert not web_build.stale()
    os.utime(tree / "web" / "src" / "main.ts", (2000, 2000))
    assert web_build.stale()
    (tree / "page" / "index.html").unlink()
    assert web_build.stale()


def test_the_page_of_an_sdist_is_never_built_again(tree):
    """Unpacking gives every file a new time, and people who install Parlour need no Node."""
    (tree / "PKG-INFO").touch()
    os.utime(tree / "web" / "src" / "main.ts", (2000, 2000))
    assert not web_build.stale()


def test_a_build_needs_fewer_packages_than_the_linters(tree, monkeypatch):
    called = []
    monkeypatch.setattr(web_build, "npm", lambda: ["npm"])
    monkeypatch.setattr(web_build, "_run", called.append)
    web_build.install(everything=False)
    assert called == []
    web_build.install(everything=True)
    assert [command[:2] for command in called] == [["npm", "ci"]]
    assert "--omit=dev" not in called[0]


def test_packages_are_installed_again_when_the_lock_file_is_newer(tree, monkeypatch):
    called = []
    monkeypatch.setattr(web_build, "npm", lambda: ["npm"])
    monkeypatch.setattr(web_build, "_run", called.append)
    os.utime(tree / "web" / "package-lock.json", (2000, 2000))
    web_build.install(everything=False)
    assert "--omit=dev" in called[0]


def test_node_is_only_looked_for_when_it_is_needed(tree, monkeypatch):
    monkeypatch.setattr(web_build, "npm", lambda: pytest.fail("no Node is needed"))
    assert web_build.main(["--node"]) == 0
