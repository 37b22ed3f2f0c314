"""Decide which origins may show the widget."""

from __future__ import annotations

from collections.abc import Iterable

from chat.api.context import Application
from chat.api.middleware.request_guard import same_host
from chat.errors import InvalidRequest
from chat.settings import Settings
from chat.threads.people.accounts import Key
from chat.threads.people.visitors import on_this_machine, origin_of


async def allowed(application: Application, origin: str, host: str) -> bool:
    """Return whether an origin may show the widget: it is the server's own, in the settings, or named by a key."""
    return of_settings(application.settings, origin, host) or origin in await application.assistant.widget_origins()


def speaks_for(key: Key, settings: Settings, origin: str, host: str) -> bool:
    """Return whether a key may let in visitors of an origin; one that names origins may do so for these only."""
    return origin in key.origins if key.origins else of_settings(settings, origin, host)


def of_settings(settings: Settings, origin: str, host: str) -> bool:
    """Return whether the settings allow an origin. Without sign-in, those of this machine are allowed, too, so that a site can be
    tried before it is published."""
    if settings.server.auth == "local" and on_this_machine(origin):
        return True
    return same_host(origin, host.casefold()) or origin in _listed(f"{settings.widget.widget_origins},{settings.server.origins}")


def _listed(text: str) -> set[str]:
    return set(_origins(each for each in text.split(",") if each.strip()))


def _origins(texts: Iterable[str]) -> Iterable[str]:
    for text in texts:
        try:
            yield origin_of(text)
        except InvalidRequest:
            continue
