"""The page in a real Chromium, before servers of our own with databases that are thrown away."""

import sys
import urllib.parse
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "live"))  # `serving` is in use there too

from serving import Server

from visitor import CHROMIUM, Visitor, chromium

PACE = 16  # of the raised pace: a minute of Confetti's sand is four seconds
PAGE = Path(__file__).parents[2] / "src" / "parlour" / "page"


@pytest.fixture(scope="session")
def browser():
    assert Path(CHROMIUM).exists(), "Chromium is not installed (tools/system.sh)"
    assert (PAGE / "index.html").exists(), "the page was not built (make page)"
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def fast(tmp_path_factory):
    """The address of a server at a raised pace."""
    folder = tmp_path_factory.mktemp("fast")
    with Server(str(folder / "parlour.db"), folder, "--pace", str(PACE)) as server:
        yield server.address


@pytest.fixture(scope="session")
def real(tmp_path_factory):
    """The address of a server at the pace of people."""
    folder = tmp_path_factory.mktemp("real")
    with Server(str(folder / "parlour.db"), folder) as server:
        yield server.address


@pytest.fixture
def mortal(tmp_path):
    """A server that may be killed."""
    with Server(str(tmp_path / "parlour.db"), tmp_path) as server:
        yield server


@pytest.fixture
def visit(browser):
    """Opens pages. Whatever they were opened for: no fault is in their console, and they asked no other host."""
    visitors = []

    def come(base, **more):
        visitors.append(Visitor(browser, base, **more))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    for visitor in visitors:
        assert visitor.faults == []
        hosts = {urllib.parse.urlsplit(url).netloc for url in visitor.asked if not url.startswith(("data:", "blob:"))}
        assert hosts <= {urllib.parse.urlsplit(visitor.base).netloc}
