"""The listener of the server, the host names that it accepts, and the address that opens its page."""

from __future__ import annotations

import ipaddress
import re
import socket
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Final

FRAGMENT: Final = "key"
"""The name before the secret in the fragment of the address (`#key=…`); browsers never send a fragment to a server."""
_HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?", re.ASCII)

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, which queues connections until the server accepts them.

    Port 0 means any free port. Raises OSError.
    """
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address, family=family, backlog=128)


@dataclass(frozen=True)
class Endpoint:
    """A listener, its host, and the origin of the TLS server in front of it, if there is one."""

    listener: socket.socket
    host: str
    behind: str = ""
    """The origin, such as https://example.org, without a slash at the end."""

    @cached_property
    def _ip(self) -> IPAddress:
        return ipaddress.ip_address(self.listener.getsockname()[0])

    @property
    def is_private(self) -> bool:
        """Whether only this computer can reach the listener."""
        return self._ip.is_loopback and not self.behind

    def url(self, secret: str = "", *, here: bool = False, path: str = "/") -> str:
        """The address of the page at a path; with a `secret`, whoever has the address has the access of the secret.

        With `here`, the address is for a browser on this computer, without the TLS server in front.
        """
        ip = _own_address(self._ip.version, here) if self._ip.is_unspecified else self._ip
        own = f"http://{_in_url(ip)}:{self.listener.getsockname()[1]}"
        origin = self.behind if self.behind and not here else own
        return f"{origin}{path}" + (f"#{FRAGMENT}={secret}" if secret else "")

    def knows(self, host: str) -> bool:
        """Whether a Host header (in lower case) names this server. This check stops DNS rebinding."""
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        # DNS rebinding needs a host name: an IP address is safe.
        return match[1] in self._names or (self._ip.is_unspecified and _is_address(match[1]))

    @cached_property
    def _names(self) -> set[str]:
        names = {"127.0.0.1", "localhost", "[::1]", self.host.lower(), _in_url(self._ip)}
        if self._ip.is_unspecified:
            own = socket.gethostname().lower()
            names |= {own, f"{own}.local"}
        in_front = _HOST.fullmatch(self.behind.partition("//")[2])
        return names | ({in_front[1]} if in_front else set())

    def origins(self, host: str) -> set[str]:
        """The origins of this server's own pages, for a request with this Host header."""
        return {f"http://{host}"} | ({self.behind} if self.behind else set())


def _own_address(version: int, here: bool) -> IPAddress:
    """This computer's address in its network; its loopback address with `here`, or if there is no network."""
    family, outside, inside = socket.AF_INET, "192.0.2.1", "127.0.0.1"
    if version == 6:
        family, outside, inside = socket.AF_INET6, "2001:db8::1", "::1"
    if not here:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((outside, 9))  # finds the route, and sends nothing
            return ipaddress.ip_address(probe.getsockname()[0])
    return ipaddress.ip_address(inside)


def _in_url(ip: IPAddress) -> str:
    return f"[{ip}]" if ip.version == 6 else str(ip)


def _is_address(host: str) -> bool:
    with suppress(ValueError):
        ipaddress.ip_address(host.strip("[]"))
        return True
    return False
