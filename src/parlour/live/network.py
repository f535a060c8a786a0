"""Friends on the local network: this machine's addresses there, and opening the server to them when its owner agrees.

Without `--host` a server listens for this machine only. Its page then asks whether to open it to the network; if so,
the server listens at the machine's network addresses too, until it is stopped. An address is shown only after the
server has reached itself there.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Literal

from aiohttp import web

from parlour.kit import BadInput, ParlourError

from . import messages as m
from .doors import host_name

# Nothing is sent to these; the system only chooses the interface that leads there. The first is found by way of a
# router. The others are for networks without one: private addresses that no device is likely to have.
PROBES = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254")
THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")
ANSWER_S = 1.5  # for an address of this machine to answer

Listen = Callable[[str, int], Awaitable[None]]

logger = logging.getLogger("parlour.live")


def addresses() -> list[str]:
    """This machine's addresses on local networks, the one that leads to the internet first."""
    if chosen := os.environ.get("PARLOUR_ADDRESS"):
        return [chosen_address(chosen)]
    found = [address for probe in PROBES if (address := _towards(probe)) is not None]
    return list(dict.fromkeys(found))


def chosen_address(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        raise BadInput(f"PARLOUR_ADDRESS is an address of this machine, such as 192.168.1.20, not {text!r}") from None


def _towards(target: str) -> str | None:
    """This machine's address on the interface that leads to the target."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((target, 9))
        found = ip_address(probe.getsockname()[0])
        if not (found.is_loopback or found.is_link_local or found.is_unspecified):
            return str(found)
    return None


def asked_here(request: web.Request) -> bool:
    """True if a browser on this machine addresses the server as this machine, with no proxy in between."""
    peer = request.transport.get_extra_info("peername") if request.transport is not None else None
    if not isinstance(peer, tuple) or not _is_loopback(peer[0]):
        return False
    return host_name(request.host) in THIS_MACHINE and not any(name in request.headers for name in FORWARDED)


def _is_loopback(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)  # an IPv4 client of an IPv6 socket
    return (mapped or found).is_loopback


def check_owner(request: web.Request) -> None:
    """Only the page that this server shows on its own machine may open it to the network: not another site's page in
    the same browser, not a device of the network, and nobody through a proxy."""
    if not asked_here(request) or request.headers.get("Origin") != f"http://{request.host}":
        raise web.HTTPForbidden(reason="Only the page on the computer that runs Parlour can open it to the network.")


class Network:
    """Where a server can be reached. `may_open`: it listens for this machine only, and may be asked to change that."""

    def __init__(self, may_open: bool) -> None:
        self.id = secrets.token_hex(8)  # in /api/server, so that a check cannot take another server for this one
        self._may_open = may_open
        self._agreed = False
        self._listen: Listen | None = None
        self._listening: set[str] = set()
        self._changing = asyncio.Lock()

    def started(self, listen: Listen) -> None:
        """The server runs; `listen(address, port)` makes it listen at another address."""
        self._listen = listen

    async def here(self, request: web.Request) -> m.Here:
        """Where friends can reach this server, as far as it is known to answer there."""
        if host_name(request.host) not in THIS_MACHINE:
            return m.Here(state="open", addresses=[f"{request.scheme}://{request.host}"])
        port = request.url.port or 80
        found = addresses()
        if self._agreed:  # this machine may have joined another network since
            await self._listen_at(found, port)
        answering = [address for address in found if await self._answers(address, port)]
        if answering:
            return m.Here(state="open", addresses=[_url(address, port) for address in answering])
        state: Literal["offline", "closed", "local"] = "local"
        if not found:
            state = "offline"
        elif self._may_open and self._listen is not None and asked_here(request):
            state = "closed"
        return m.Here(state=state)

    async def let_in(self, request: web.Request) -> m.Here:
        """Listen at this machine's network addresses. Call `check_owner` first."""
        if not self._may_open or self._listen is None:
            raise BadInput("the address of this server was chosen when it was started; start it with --host 0.0.0.0")
        if not self._agreed:
            self._agreed = True
            logger.info("Opened to the local network")
        return await self.here(request)

    async def _listen_at(self, found: list[str], port: int) -> None:
        assert self._listen is not None
        async with self._changing:
            for address in found:
                if address in self._listening:
                    continue
                try:
                    await self._listen(address, port)
                except OSError as error:
                    reason = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
                    raise ParlourError(f"Parlour cannot listen at {address} port {port} ({reason}).") from None
                self._listening.add(address)
                print(f"In this network: {_url(address, port)}", flush=True)

    async def _answers(self, address: str, port: int) -> bool:
        """True if this server, and no other, answers at this address."""
        try:
            async with asyncio.timeout(ANSWER_S):
                reader, writer = await asyncio.open_connection(address, port)
                try:
                    host = _url(address, port).removeprefix("http://")
                    writer.write(f"GET /api/server HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
                    return self.id.encode() in await reader.read()
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return False


def _url(address: str, port: int) -> str:
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"
