"""Tests of stopping the server while clients wait for it or have abandoned their requests."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

from tests.serving import serving


async def test_a_request_that_nobody_ends_does_not_keep_the_server_from_stopping(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server:  # must stop within half a minute
        place = urlsplit(server.address)
        _, forgotten = await asyncio.open_connection(place.hostname, place.port)
        forgotten.write(
            b"POST /api/threads HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )
        await forgotten.drain()
        await asyncio.sleep(0.5)  # until it is being read, which nothing reports
    forgotten.close()

    assert not [line for line in server.log if "Traceback" in line]
