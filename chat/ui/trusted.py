"""Authentication by a proxy in front, which names the user in a header and has to prove its identity.

The proof is a signature, HMAC-SHA-256 with a shared secret over the time and the name, or the address from which the proxy
connects. Without either, anybody could write a name into the header.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers

from chat.errors import BadSettings, Unauthorized
from chat.settings import ServerSettings

SIGNATURE = "X-Threadwise-Signature"
_SIGNATURE = re.compile(r"t=(\d{1,12}),v1=([0-9a-f]{64})")
_LEEWAY_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Proxy:
    """The header in which the proxy names the user, and how it proves its identity."""

    header: str
    secret: str
    networks: Sequence[IPv4Network | IPv6Network]

    @staticmethod
    def of(settings: ServerSettings) -> Proxy:
        """Create it from the settings. Raises BadSettings when no secret and no address is set, or an address is invalid."""
        if not settings.trusted_secret and not settings.trusted_addresses.strip():
            raise BadSettings(
                "THREADWISE_AUTH=header needs THREADWISE_TRUSTED_SECRET or THREADWISE_TRUSTED_ADDRESSES: without either anybody "
                "could write a name into the header."
            )
        try:
            listed = [each.strip() for each in settings.trusted_addresses.split(",") if each.strip()]
            networks = tuple(ip_network(each, strict=False) for each in listed)
        except ValueError as error:
            raise BadSettings(f"THREADWISE_TRUSTED_ADDRESSES: {error}.") from error
        return Proxy(settings.trusted_header, settings.trusted_secret, networks)

    def name(self, headers: Headers, peer: str, now: datetime) -> str:
        """Return the user named by the proxy. Raises Unauthorized when none is named or the proxy cannot prove its identity.

        If both a secret and addresses are set, both must match.
        """
        names = headers.getlist(self.header)
        if len(names) != 1 or not names[0].strip():
            raise Unauthorized("The proxy in front did not say who is asking.")
        name = names[0].strip()
        if self.networks and not self._is_near(peer):
            raise Unauthorized("This address may not say who is asking; see THREADWISE_TRUSTED_ADDRESSES.")
        if self.secret and not self._is_signed(name, headers.getlist(SIGNATURE), now):
            raise Unauthorized(f"{SIGNATURE} is missing, too old or wrong.")
        return name

    def _is_near(self, peer: str) -> bool:
        try:
            address = ip_address(peer)
        except ValueError:
            return False
        return any(address in network for network in self.networks)

    def _is_signed(self, name: str, signatures: Sequence[str], now: datetime) -> bool:
        found = _SIGNATURE.fullmatch(signatures[0].strip()) if len(signatures) == 1 else None
        if found is None or abs(now.timestamp() - int(found[1])) > _LEEWAY_SECONDS:
            return False
        return hmac.compare_digest(found[2], signature(self.secret, int(found[1]), name).removeprefix(f"t={found[1]},v1="))


def signature(secret: str, at: int, name: str) -> str:
    """Return the signature the proxy must send for a time, in seconds since the epoch, and the name as written in the header."""
    digest = hmac.new(secret.encode(), f"{at}.{name}".encode("utf-8", "surrogateescape"), hashlib.sha256).hexdigest()
    return f"t={at},v1={digest}"
