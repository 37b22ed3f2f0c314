"""Assemble the HTTP API and put it in front of another application's routes."""

from __future__ import annotations

from importlib.metadata import version

from fastapi import FastAPI
from fastapi.routing import APIRoute
from fastapi_offline import FastAPIOffline
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from chat.api import branches, documents, finding, health, libraries, memory, openapi, problems, questions, sharing, threads
from chat.api.analytics import routes as analytics
from chat.api.bundles import routes as bundles
from chat.api.completions import routes as completions
from chat.api.completions.problems import answer as openai_answer
from chat.api.context import Application, Context, Identify
from chat.api.mcp import route as mcp
from chat.api.middleware.access_expiry import AccessExpiry
from chat.api.middleware.access_log import AccessLog
from chat.api.middleware.etags import ETags
from chat.api.middleware.head_and_allow import HeadAndAllow
from chat.api.middleware.idempotency import Idempotency
from chat.api.middleware.request_guard import RequestGuard
from chat.api.middleware.unknown_addresses import UnknownAddresses
from chat.api.pages.libraries import libraries_page, upload_page
from chat.api.pages.page import refused
from chat.api.paths import ResolvedPaths
from chat.api.people import account, users
from chat.api.people.pages import account_page, admin_page
from chat.api.widget import frame
from chat.api.widget import routes as widget
from chat.api.widget.door import Door, Session
from chat.api.widget.tokens import Tokens
from chat.errors import ThreadwiseError


def install(
    server: FastAPI, application: Application, identify: Identify, session: Session = lambda _: "", tokens: Tokens | None = None
) -> None:
    """Put our routes before the server's own, whose catch-all would swallow them, and our middleware around all of it.

    `session` makes a web session for a visitor of the widget; `tokens` issues and reads the tokens that visitors come with.
    """
    context = Context(application, identify, tokens) if tokens else Context(application, identify)
    server.router.routes[:0] = [
        Mount("/api", app=build(application, identify, context)),
        Route("/api", _to_the_docs),
        Mount("/v1", app=compatible(application, identify, context)),
        *health.routes(context),
        *frame.routes(context),
        analytics.page(context),
        account_page(context),
        admin_page(context),
        memory.memory_page(context),
        libraries_page(context),
        upload_page(context),
        finding.find_page(context),
        sharing.share_page(context),
        sharing.shared_page(context),
    ]
    server.add_exception_handler(ThreadwiseError, _refused)
    # the last one added is passed first: every request is logged, also one that the guard refuses
    server.add_middleware(UnknownAddresses)
    server.add_middleware(RequestGuard, server=application.settings.server, limits=application.settings.limits)
    server.add_middleware(Door, application=application, tokens=context.tokens, session=session)
    server.add_middleware(AccessLog, metrics=application.metrics)


def build(application: Application, identify: Identify, context: Context | None = None) -> FastAPI:
    """Return the API, to be mounted at `/api`; its documentation pages load nothing from other hosts."""
    api: FastAPI = FastAPIOffline(
        title="Threadwise",
        version=version("threadwise"),
        redoc_url=None,
        openapi_url="/openapi.json",
        redirect_slashes=False,
        generate_unique_id_function=_named,
    )
    api.state.context = context or Context(application, identify)
    for part in (
        bundles,
        threads,
        memory,
        branches,
        finding,
        sharing,
        libraries,
        documents,
        questions,
        analytics,
        widget,
        users,
        account,
        mcp,
    ):
        api.include_router(part.router)
    problems.register(api)
    # the last one added is passed first; `Caught` is inside whatever reads or changes a response, so that they see problems, too
    api.add_middleware(Idempotency, context=api.state.context)
    api.add_middleware(ResolvedPaths)
    api.add_middleware(problems.Caught)
    api.add_middleware(ETags)
    api.add_middleware(GZipMiddleware, minimum_size=1_000)
    api.add_middleware(AccessExpiry, presence=api.state.context.presence)
    api.add_middleware(HeadAndAllow)
    api.openapi = lambda: openapi.describe(api)  # type: ignore[method-assign]  # FastAPI's documented way to extend it
    return api


def compatible(application: Application, identify: Identify, context: Context | None = None) -> FastAPI:
    """Return the API for OpenAI's clients, to be mounted at `/v1`; it is documented on the pages of `build`."""
    api = FastAPI(openapi_url=None, redirect_slashes=False, generate_unique_id_function=_named)
    api.state.context = context or Context(application, identify)
    api.include_router(completions.router)
    problems.register(api, openai_answer)
    api.add_middleware(problems.Caught, answering=openai_answer)
    api.add_middleware(AccessExpiry, presence=api.state.context.presence, answering=openai_answer, telling=completions.last_event)
    api.add_middleware(HeadAndAllow)
    return api


async def _refused(request: Request, error: Exception) -> Response:
    """Respond to one of our errors that was raised in a route of the web chat, which does not know them."""
    assert isinstance(error, ThreadwiseError)
    return refused(request, error)


def _named(route: APIRoute) -> str:
    """Name an operation after its function."""
    return route.name


async def _to_the_docs(_: Request) -> Response:
    return RedirectResponse("/api/docs")
