"""A proxy that the operator forgot to mention is noticed, and players do not lose races because of it."""

import logging

import pytest
from tests.live.fakes import latency

from parlour.live.metrics import Metrics
from parlour.live.proxies import Proxies

FORWARDED = {"X-Forwarded-For": "198.51.100.7"}
FAR, NEAR = "1.2.3.4", "127.0.0.1"


def through_a_proxy(pongs=250.0, kernel=0.1):
    return latency(*[pongs] * 8, kernel=kernel)


@pytest.fixture
def proxies():
    return Proxies(False, Metrics())


def test_a_configured_proxy_is_believed():
    metrics = Metrics()
    line = through_a_proxy()
    Proxies(True, metrics).connected(NEAR, FORWARDED, line)
    assert line.rtt == 250
    assert not metrics.unknown_proxy


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP"])
def test_headers_of_a_proxy_nearby_are_noticed_and_its_round_trip_is_not_used(header, caplog):
    metrics = Metrics()
    proxies = Proxies(False, metrics)
    with caplog.at_level(logging.WARNING):
        for peer in (NEAR, "10.0.0.3"):
            line = through_a_proxy()
            proxies.connected(peer, {header: "x"}, line)
            assert line.rtt == 250
    assert metrics.unknown_proxy == 1
    assert [record.message for record in caplog.records if "--behind-proxy" in record.message] == [caplog.messages[0]]
    assert "parlour_unknown_proxy 1" in metrics.text(0, 0, 0)


def test_a_client_cannot_pretend_to_be_behind_a_proxy(proxies):
    line = through_a_proxy(250.0, kernel=20.0)
    proxies.connected(FAR, FORWARDED, line)
    assert line.rtt == 20


def test_a_proxy_without_headers_is_recognised_by_its_connections(proxies):
    lines = [through_a_proxy(pongs) for pongs in (20.0, 250.0, 90.0)]
    for line in lines:
        proxies.connected(NEAR, {}, line)
        proxies.measured(NEAR, line)
    assert [line.rtt for line in lines] == [20, 250, 90]


@pytest.mark.parametrize(("peer", "honest"), [(NEAR, 1), (FAR, 0)])
def test_a_few_late_pongs_are_not_a_proxy(proxies, peer, honest):
    """Else somebody who delays the pongs would be credited for it."""
    lines = [through_a_proxy() for _ in range(2)] + [latency(*[0.5] * 8, kernel=0.1) for _ in range(honest)]
    lines += [through_a_proxy()] if not honest else []
    for line in lines:
        proxies.connected(peer, {}, line)
    for line in lines:
        proxies.measured(peer, line)
    assert [line.rtt for line in lines] == [0.1] * len(lines)
