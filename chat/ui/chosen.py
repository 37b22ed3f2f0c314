"""The settings panel of the conversation on the screen: who answers, and what its questions search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chainlit as cl
from chainlit.input_widget import InputWidget, MultiSelect, Select, Switch

from chat.assistant import Assistant
from chat.assistant.choosing import MODEL
from chat.assistant.scope import settings_of
from chat.domain import Library, Thread, ThreadSettings, User, utc_now
from chat.errors import NotFound
from chat.llm.models import QUOTING

_SHOWN_LIBRARIES = 200
_CHOSEN = "chosen_before_the_first_message"
"""In the session: a thread has a row from its first message on, and until then its settings wait."""
_QUOTES = "None: quotes from the sources"


class Chosen:
    """Shows the panel and takes what is chosen in it."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    async def show(self, user: User) -> None:
        """The panel with what is stored for the thread; the defaults where that has no row yet."""
        thread = await self._thread(user)
        names = list(self._assistant.models)
        libraries, _ = await self._assistant.libraries(user, _SHOWN_LIBRARIES)
        model = [model_input(names, thread.settings.get(MODEL))] if names else []
        panel = cl.ChatSettings([*model, *search_inputs(settings_of(thread), libraries)])
        await panel.send()  # type: ignore[no-untyped-call] # Chainlit's

    async def choose(self, user: User, chosen: Mapping[str, object]) -> None:
        """Store what was chosen; it holds from the next question on. InvalidRequest for what the panel would not send.

        A model that is not offered is passed over, and so is the one that answers anyway: the thread is not to be tied to what is
        the default now.
        """
        names, kept = list(self._assistant.models), (await self._thread(user)).settings.get(MODEL)
        offered = {name for name in (*names, QUOTING) if kept is not None or name != next(iter(names), None)}
        wanted = {key: value for key, value in chosen.items() if key != MODEL or value in offered}
        try:
            await self._assistant.update_thread(user, cl.context.session.thread_id, settings=wanted)
        except NotFound:
            cl.user_session.set(_CHOSEN, wanted)  # type: ignore[no-untyped-call] # Chainlit's

    async def keep(self, user: User, thread: str) -> None:
        """The thread has a row now: store what was chosen before."""
        wanted = cl.user_session.get(_CHOSEN)  # type: ignore[no-untyped-call] # Chainlit's
        if wanted:
            cl.user_session.set(_CHOSEN, None)  # type: ignore[no-untyped-call] # Chainlit's
            await self._assistant.update_thread(user, thread, settings=wanted)

    async def _thread(self, user: User) -> Thread:
        """Without a setting where there is no row yet."""
        id = cl.context.session.thread_id
        try:
            return await self._assistant.thread(user, id)
        except NotFound:
            return Thread(id, user.id, None, utc_now(), utc_now())


def model_input(names: Sequence[str], kept: object) -> InputWidget:
    """The first name is the default; one that is not there any more counts as not chosen."""
    offered = {name: name for name in names} | {_QUOTES: QUOTING}
    chosen = kept if isinstance(kept, str) and kept in offered.values() else names[0]
    description = "Who writes the answers of this conversation."
    return Select(id=MODEL, label="Model", items=offered, initial_value=chosen, description=description)


def search_inputs(settings: ThreadSettings, libraries: Sequence[Library]) -> list[InputWidget]:
    """What is searched; libraries only where the user has some."""
    switches: list[InputWidget] = [
        Switch(
            id="documents",
            label="Search documents",
            initial=settings.documents,
            description="Files of this conversation, and attached libraries.",
        ),
        Switch(
            id="memory",
            label="Remember what is said",
            initial=settings.memory,
            description="Off: earlier messages are not searched, neither here nor from your other conversations.",
        ),
        Switch(
            id="other_threads",
            label="Recall my other conversations",
            initial=settings.other_threads,
            description="What was said in those used last. Each source names its conversation.",
        ),
    ]
    if not libraries:
        return switches
    known = {library.id for library in libraries}
    attached = MultiSelect(
        id="libraries",
        label="Libraries",
        items={library.name: library.id for library in libraries},
        initial=[id for id in settings.libraries if id in known],
        description="Shared documents that are searched here, too.",
    )
    return [*switches, attached]
