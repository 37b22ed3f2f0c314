"""The web server: Chainlit's, with our handlers, security checks and routes installed."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import sys
from ipaddress import ip_address
from socket import AF_INET, AF_INET6, create_server

import chainlit as cl
import httpx
import uvicorn
from chainlit import server
from chainlit.config import config
from chainlit.server import app

from chat.application import Application
from chat.database.folder import DataFolder
from chat.errors import ThreadwiseError
from chat.settings import ServerSettings
from chat.ui import tokens
from chat.ui.auth import SignIn
from chat.ui.data_layer import DataLayer
from chat.ui.entrance import Entrance
from chat.ui.guards import Routes, guard_socket, hide_others_threads, name_threads_by_title, show_uploads_as_files
from chat.ui.handlers import Chat
from chat.ui.page import keep_page_local
from chat.ui.periodic_work import tend
from chat.ui.resuming import follow_connections
from chat.ui.uploads import keep_no_copies

_SECONDS_TO_END = 8
"""Time to finish running requests on shutdown, within the ten seconds that containers are given.

An interrupted answer is stored as far as it was written, and reading files continues at the next start.
"""


def install(application: Application) -> SignIn:
    """Install everything on Chainlit's server; return what other routes use to identify signed-in users and visitors."""
    sign_in = SignIn(application)
    layer = DataLayer(application, sign_in)
    cl.data_layer(lambda: layer)
    Chat(application, sign_in, layer).install()
    guard_socket(application)
    follow_connections()
    hide_others_threads()
    name_threads_by_title()
    show_uploads_as_files()
    keep_page_local(application.settings.server.sharing == "on", application.settings.limits.max_question_characters)
    keep_no_copies()
    config.ui.default_theme = "system"  # the configuration file allows only "light" and "dark"; the page knows all three
    server.create_jwt = tokens.issue  # type: ignore[attr-defined, assignment] # it offers no hook
    app.add_middleware(Entrance, sign_in=sign_in)
    for route in [*sign_in.install(), *Routes(application, sign_in).all()]:
        app.router.routes.insert(0, route)
    _start_and_stop(application)
    return sign_in


def check_address(settings: ServerSettings, host: str) -> None:
    """Raise SystemExit with a message if the server would listen on a public address without sign-in."""
    if settings.auth == "local" and not _is_loopback(host):
        raise SystemExit(
            f"Without sign-in Threadwise listens on this machine only, not on {host}. "
            "Set THREADWISE_AUTH=password and make users with `threadwise user add`."
        )


def serve(host: str, port: int, log_level: str = "warning") -> None:
    """Serve until told to stop. Raises SystemExit with a message if the address is in use."""
    _check_free(host, port)
    logging.getLogger("uvicorn.error").addFilter(_is_no_end_of_ours)
    config.run.headless = True
    config.run.host, config.run.port = host, port
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning" if log_level == "info" else log_level,
        proxy_headers=False,
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )


def _is_no_end_of_ours(record: logging.LogRecord) -> bool:
    """Log filter that drops errors of requests cancelled because the server stops."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def _check_free(host: str, port: int) -> None:
    try:
        create_server((host, port), family=AF_INET6 if ":" in host else AF_INET).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise SystemExit(
                f"Something else listens on {host}:{port} already. Stop it, or set another port with --port or THREADWISE_PORT."
            ) from error
        raise SystemExit(f"{host}:{port} can't be listened on: {error.strerror}.") from error


def _start_and_stop(application: Application) -> None:
    waiting: set[asyncio.Task[None]] = set()

    async def start() -> None:
        try:
            await application.start()
        except ThreadwiseError as error:
            print(error, file=sys.stderr, flush=True)  # noqa: T201 - to the person starting it
            logging.getLogger("uvicorn.error").disabled = True  # it would add a traceback
            raise SystemExit(1) from error
        gc.freeze()  # loaded modules stay: scanning them for cycles stops all answers for a third of a second
        waiting.add(asyncio.create_task(_announce(application.folder, config.run.host, config.run.port)))
        waiting.add(asyncio.create_task(tend(application)))

    async def stop() -> None:
        for task in waiting:
            task.cancel()
        await application.close()

    cl.on_app_startup(start)
    cl.on_app_shutdown(stop)


async def _announce(folder: DataFolder, host: str, port: int) -> None:
    """Print the address once the server responds, and store it in the data folder for other commands."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared, not bound
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
    async with httpx.AsyncClient(trust_env=False) as client:
        while True:
            try:
                await client.head(address)
                break
            except httpx.TransportError:
                await asyncio.sleep(0.1)
    folder.announce(address)
    print(f"Threadwise is ready: {address}", flush=True)  # noqa: T201 - what a person starting it waits for


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
