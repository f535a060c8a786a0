"""One Node for all tests of a worker."""

import pytest
from tests.browser.node import NodeProcess


@pytest.fixture(scope="session")
def node(tmp_path_factory):
    found = NodeProcess(tmp_path_factory.mktemp("node"))
    yield found
    found.close()
