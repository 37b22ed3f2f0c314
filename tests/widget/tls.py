"""Local HTTPS: a certificate that nothing else trusts, and a proxy in front of a server of plain HTTP."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from chat.domain import utc_now


@dataclass(frozen=True)
class Certificate:
    """The files of a certificate and its key, as servers read them."""

    certificate: Path
    key: Path


def self_signed(folder: Path) -> Certificate:
    """Create a self-signed certificate for `localhost` and 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
    now = utc_now()
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
    signed = builder.add_extension(names, critical=False).sign(key, hashes.SHA256())
    made = Certificate(folder / "tls.pem", folder / "tls.key")
    made.certificate.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    made.key.write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))
    return made


@asynccontextmanager
async def over_https(certificate: Certificate, port: int, to: int) -> AsyncIterator[str]:
    """Proxy HTTPS on 127.0.0.1:`port` to the plain server on port `to`, and yield the address."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate.certificate, certificate.key)
    connections: set[asyncio.Task[None]] = set()

    async def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.add(task)
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", to)
        with suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(_pass_on(reader, inner_writer), _pass_on(inner_reader, writer))
        inner_writer.close()
        writer.close()
        connections.discard(task)

    server = await asyncio.start_server(accepted, "127.0.0.1", port, ssl=context)
    try:
        yield f"https://127.0.0.1:{port}"
    finally:
        server.close()
        for task in list(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    writer.close()
