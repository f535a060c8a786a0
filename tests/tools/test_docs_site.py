"""The documentation as a web site: every link leads somewhere, and nothing is loaded from another host."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import docs_site

ROOT = Path(__file__).parents[2]


def test_links_between_pages_stay():
    known = {"docs/lab.md", "docs/bots.md", "docs/rules/README.md"}
    assert docs_site.with_links("[a](bots.md#x) [b](#y)", "docs/lab.md", known) == "[a](bots.md#x) [b](#y)"
    assert docs_site.with_links("[a](rules/)", "docs/lab.md", known) == "[a](rules/README.md)"


def test_links_to_other_files_lead_to_the_repository():
    made = docs_site.with_links('[a](../LICENSE) <img src="../NOTICE">', "docs/lab.md", {"docs/lab.md"})
    assert made == f'[a]({docs_site.repository()}/LICENSE) <img src="{docs_site.repository()}/NOTICE">'


def test_code_is_left_alone():
    for text in ("`[a](nothing.md)`", "```\n[a](nothing.md)\n```"):
        assert docs_site.with_links(text, "docs/lab.md", set()) == text


def test_a_link_to_nothing_is_an_error():
    with pytest.raises(SystemExit, match=r"docs/lab.md links to nothing.md, which does not exist"):
        docs_site.with_links("[a](nothing.md)", "docs/lab.md", set())


@pytest.mark.deep
def test_the_site_is_built_without_other_hosts():
    pytest.importorskip("mkdocs", reason="the package mkdocs is not installed (make setup-all)")
    done = subprocess.run(
        [sys.executable, "tools/docs_site.py"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    pages = list(docs_site.SITE.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"(https?:[^\"]*)", text)
        loaded += re.findall(r"<link\b[^>]*\brel=\"(?:stylesheet|preconnect|icon)\"[^>]*\bhref=\"(https?:[^\"]*)", text)
        assert not loaded, page
    reference = (docs_site.SITE / "api" / "parlour.html").read_text(encoding="utf-8")
    assert "parlour.match.Match" in reference
    assert (docs_site.SITE / "search" / "search_index.json").stat().st_size > 100_000
