"""Who may connect: the host names under which this server answers, and the origins whose pages may act."""

import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from parlour.kit import BadInput

ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # of tables and matches


def host_name(host: str) -> str | None:
    """The name in a `Host` header, in lower case and without the port; None if there is none."""
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return None
    return name.rstrip(".") if name else None


def own_names() -> frozenset[str]:
    """The names of this machine on a local network. May take a while, because it asks the name server."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local", f"{short}.lan", f"{short}.home", socket.getfqdn().lower()})


@dataclass(frozen=True)
class Doors:
    """The names and origins that a server accepts.

    A page of another site cannot read our answers, unless its host name is pointed at our address (DNS rebinding): to
    the browser we are then that site. So we answer only to names that are ours. An IP address needs no check, because
    no name was looked up for it.
    """

    names: frozenset[str] = frozenset()  # in addition to localhost and IP addresses
    origins: frozenset[str] = frozenset()  # whose pages may act, in addition to pages from the host that is addressed
    secure: bool = False  # players come by https only

    @classmethod
    def of(cls, origins: frozenset[str], names: frozenset[str]) -> "Doors":
        """From the settings of an operator and the names of this machine; BadInput says what is wrong with them."""
        hosts = names | {_host_of(origin) for origin in origins}
        return cls(hosts, origins, bool(origins) and all(origin.startswith("https://") for origin in origins))

    def knows(self, host: str) -> bool:
        """True if this `Host` is ours."""
        name = host_name(host)
        if name is None:
            return False
        return name == "localhost" or name.endswith(".localhost") or name in self.names or _is_address(name)

    def admits(self, origin: str, host: str) -> bool:
        """True if a page of this origin may act at this host, which is one of ours."""
        if origin in self.origins:
            return True
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def _host_of(url: str) -> str:
    try:
        parts = urlsplit(url)
        name = parts.hostname
    except ValueError:
        name = None
    if name is None or parts.scheme not in ("http", "https") or parts.path or parts.query:
        raise BadInput(f"an origin looks like https://cards.example.org, not {url!r}")
    return name


def _is_address(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
