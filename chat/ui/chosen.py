"""The settings panel of the conversation on the screen: who answers, and what its questions search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import chainlit as cl
from chainlit.input_widget import InputWidget, MultiSelect, NumberInput, Select, Switch, TextInput

from chat.assistant import Assistant
from chat.assistant.choosing import MODEL, SYSTEM_PROMPT
from chat.assistant.scope import HALF_LIFE, settings_of
from chat.domain import Library, Thread, ThreadSettings, User, utc_now
from chat.errors import NotFound
from chat.llm.models import QUOTING

_SHOWN_LIBRARIES = 200
_CHOSEN = "chosen_before_the_first_message"
"""In the session: a thread has a row from its first message on, and until then its settings wait."""
INCOGNITO = "incognito"
"""Chosen before the first message, or not at all."""
_CLOSES = "Incognito: this conversation is deleted for good when you close it, and nothing else remembers it."
_QUOTES = "None: quotes from the sources"


class Chosen:
    """Shows the panel and takes what is chosen in it."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    async def show(self, user: User) -> None:
        """The panel with what is stored for the thread; the defaults where that has no row yet."""
        stored = await self._stored(user)
        thread = stored or Thread(cl.context.session.thread_id, user.id, None, utc_now(), utc_now())
        names = list(self._assistant.models)
        libraries, _ = await self._assistant.libraries(user, _SHOWN_LIBRARIES)
        model = [model_input(names, thread.settings.get(MODEL))] if names else []
        new = [] if stored else [incognito_input()]
        panel = cl.ChatSettings([*model, *search_inputs(settings_of(thread), libraries), *more_inputs(thread), *new])
        await panel.send()  # type: ignore[no-untyped-call] # Chainlit's

    async def choose(self, user: User, chosen: Mapping[str, object]) -> None:
        """Store what was chosen; it holds from the next question on. InvalidRequest for what the panel would not send.

        A model that is not offered is passed over, and so is the one that answers anyway: the thread is not to be tied to what is
        the default now.
        """
        stored = await self._stored(user)
        names, kept = list(self._assistant.models), stored.settings.get(MODEL) if stored else None
        offered = {name for name in (*names, QUOTING) if kept is not None or name != next(iter(names), None)}
        wanted = {key: _meant(key, value) for key, value in chosen.items() if key != MODEL or value in offered}
        incognito = wanted.pop(INCOGNITO, False) is True
        try:
            await self._assistant.update_thread(user, cl.context.session.thread_id, settings=wanted)
        except NotFound:
            cl.user_session.set(_CHOSEN, wanted)  # type: ignore[no-untyped-call] # Chainlit's
            if incognito and not is_incognito():
                await cl.context.emitter.send_toast(_CLOSES, "info")
            cl.user_session.set(INCOGNITO, incognito)  # type: ignore[no-untyped-call] # Chainlit's

    async def keep(self, user: User, thread: str) -> None:
        """The thread has a row now: store what was chosen before."""
        wanted = cl.user_session.get(_CHOSEN)  # type: ignore[no-untyped-call] # Chainlit's
        if wanted:
            cl.user_session.set(_CHOSEN, None)  # type: ignore[no-untyped-call] # Chainlit's
            await self._assistant.update_thread(user, thread, settings=wanted)

    async def _stored(self, user: User) -> Thread | None:
        """`None` where there is no row yet."""
        try:
            return await self._assistant.thread(user, cl.context.session.thread_id)
        except NotFound:
            return None


def _meant(key: str, value: object) -> object:
    """A field that is left empty stands for the default; a number may come as text."""
    if key == SYSTEM_PROMPT:
        return value or None
    if key == HALF_LIFE and isinstance(value, str):
        try:
            return float(value) if value.strip() else None
        except ValueError:
            return value
    return value


def is_incognito() -> bool:
    """Whether the conversation that is about to begin shall be."""
    return cl.user_session.get(INCOGNITO) is True  # type: ignore[no-untyped-call] # Chainlit's


def incognito_input() -> InputWidget:
    return Switch(
        id=INCOGNITO,
        label="Incognito",
        initial=is_incognito(),
        description="Not listed, not recalled elsewhere, and deleted for good when you close it. Before the first message only.",
    )


def model_input(names: Sequence[str], kept: object) -> InputWidget:
    """The first name is the default; one that is not there any more counts as not chosen."""
    offered = {name: name for name in names} | {_QUOTES: QUOTING}
    chosen = kept if isinstance(kept, str) and kept in offered.values() else names[0]
    description = "Who writes the answers of this conversation."
    return Select(id=MODEL, label="Model", items=offered, initial_value=chosen, description=description)


def more_inputs(thread: Thread) -> list[InputWidget]:
    """Left empty, the installation's own holds."""
    prompt, days = thread.settings.get(SYSTEM_PROMPT), settings_of(thread).half_life_days
    return [
        TextInput(
            id=SYSTEM_PROMPT,
            label="Instructions to the model",
            initial=prompt if isinstance(prompt, str) else "",
            multiline=True,
            description="In front of our own, in every question of this conversation; quotes without a model stay as they are.",
        ),
        NumberInput(
            id=HALF_LIFE,
            label="Half-life of what was said, days",
            initial=days,
            placeholder="As installed",
            description="After so many days it counts half as recent.",
        ),
    ]


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
        items={_label(library): library.id for library in libraries},
        initial=[id for id in settings.libraries if id in known],
        description="Shared documents that are searched here, too.",
    )
    return [*switches, attached]


def _label(library: Library) -> str:
    """Two of one name are told apart: one's own, and that of an admin."""
    return f"{library.name} (shared with all)" if library.read_only else library.name
