"""The first load is small and comes from this server only; the content security policy is strict."""

import gzip
import re

import pytest

MOST = 120_000  # bytes of compressed script before the home screen is usable


def test_the_first_load_is_small(visit, real):
    visitor = visit(real, stores=True)
    visitor.go()
    visitor.page.locator("[data-play=parrot]").wait_for()
    visitor.page.wait_for_load_state("networkidle")
    scripts = [(url, answer.body()) for kind, url, answer in visitor.bodies if kind == "script"]
    assert scripts
    sizes = {url.rpartition("/")[2]: len(gzip.compress(body, 9)) for url, body in scripts}
    assert sum(sizes.values()) <= MOST, sizes
    assert all(answer.status == 200 for _, _, answer in visitor.bodies)


@pytest.mark.parametrize("path", ["/", "/t/anything", "/settings"])
def test_the_policy_is_strict(visit, real, path):
    visitor = visit(real)
    answer = visitor.context.request.get(real.address + path)
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["connect-src"] == "'self'"
    page = answer.text()
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == [], "the page contains no inline script"
    assert re.findall(r"\son\w+=", page) == []
    assert re.findall(r"(?:src|href)=[\"'](?!\./)[^\"']*", page) == [], "everything comes from this host"
