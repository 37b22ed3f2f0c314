"""The settings panel: which model answers in the conversation on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chainlit as cl
from chainlit.input_widget import InputWidget, Select

from chat.assistant import Assistant
from chat.assistant.choosing import MODEL
from chat.domain import User
from chat.errors import NotFound
from chat.llm.models import NO_MODEL

_CHOSEN = "model_chosen_before_the_first_message"
"""In the session: a thread has a row from its first message on, and until then the choice waits."""
_QUOTES = "None: quotes from the sources"


class Models:
    """Shows the panel and takes what is chosen in it. Without a model there is nothing to choose and no panel."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    async def show(self, user: User) -> None:
        """With what is stored for the thread; the default where that has no row yet."""
        names = list(self._assistant.models)
        if names:
            kept = (await self._settings(user)).get(MODEL)
            await cl.ChatSettings(panel(names, kept)).send()  # type: ignore[no-untyped-call] # Chainlit's

    async def choose(self, user: User, chosen: Mapping[str, object]) -> None:
        """It holds from the next question on; a name that the panel does not offer is passed over."""
        name = chosen.get(MODEL)
        if name not in (*self._assistant.models, NO_MODEL):
            return
        try:
            await self._store(user, cl.context.session.thread_id, str(name))
        except NotFound:
            cl.user_session.set(_CHOSEN, name)  # type: ignore[no-untyped-call] # Chainlit's

    async def keep(self, user: User, thread: str) -> None:
        """The thread has a row now: store what was chosen before."""
        name = cl.user_session.get(_CHOSEN)  # type: ignore[no-untyped-call] # Chainlit's
        if isinstance(name, str):
            cl.user_session.set(_CHOSEN, None)  # type: ignore[no-untyped-call] # Chainlit's
            await self._store(user, thread, name)

    async def _store(self, user: User, thread: str, name: str) -> None:
        settings = (await self._assistant.thread(user, thread)).settings
        await self._assistant.update_thread(user, thread, settings={**settings, MODEL: name})

    async def _settings(self, user: User) -> Mapping[str, object]:
        try:
            return (await self._assistant.thread(user, cl.context.session.thread_id)).settings
        except NotFound:
            return {}


def panel(names: Sequence[str], kept: object) -> list[InputWidget]:
    """The first name is the default; one that is not there any more counts as not chosen."""
    offered = {name: name for name in names} | {_QUOTES: NO_MODEL}
    chosen = kept if isinstance(kept, str) and kept in offered.values() else names[0]
    description = "Who writes the answers of this conversation."
    return [Select(id=MODEL, label="Model", items=offered, initial_value=chosen, description=description)]
