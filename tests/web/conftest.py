"""The page in a real Chromium, before two servers of our own with databases that are thrown away."""

import urllib.parse
from pathlib import Path

import pytest
from tests.live.serving import Server

from visitor import CHROMIUM, Visitor, chromium

PACE = 24  # of the raised pace: a minute of Confetti's sand is two and a half seconds
PAGE = Path(__file__).parents[2] / "src" / "parlour" / "page"


@pytest.fixture(scope="session")
def browser():
    assert Path(CHROMIUM).exists(), "Chromium is not installed (tools/system.sh)"
    assert (PAGE / "index.html").exists(), "the page was not built (make page)"
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def fast(tmp_path_factory):
    """A server at a raised pace."""
    folder = tmp_path_factory.mktemp("fast")
    with Server(str(folder / "parlour.db"), folder, "--pace", str(PACE)) as server:
        yield server


@pytest.fixture(scope="session")
def real(tmp_path_factory):
    """A server at the pace of people. Who kills it starts it again."""
    folder = tmp_path_factory.mktemp("real")
    with Server(str(folder / "parlour.db"), folder) as server:
        yield server


@pytest.fixture
def visit(browser):
    """Opens pages. Whatever they were opened for: no fault is in their console, and they asked no other host."""
    visitors = []

    def come(server, *, forgiven=(), **more):
        visitor = Visitor(browser, server.address, **more)
        visitors.append((visitor, forgiven))
        return visitor

    yield come
    for visitor, _ in visitors:
        visitor.context.close()
    for visitor, forgiven in visitors:
        assert [fault for fault in visitor.faults if not fault.startswith(tuple(forgiven))] == []
        hosts = {urllib.parse.urlsplit(url).netloc for url in visitor.asked if not url.startswith(("data:", "blob:"))}
        assert hosts <= {urllib.parse.urlsplit(visitor.base).netloc}
