"""The settings panel of the open conversation: which model answers, and what its questions search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import chainlit as cl
from chainlit.input_widget import InputWidget, MultiSelect, Select, Switch, TextInput

from chat.assistant import Assistant
from chat.assistant.choosing import MODEL, SYSTEM_PROMPT
from chat.assistant.scope import HALF_LIFE, LIBRARIES, MOST_LIBRARIES, settings_of
from chat.domain import Library, Thread, ThreadSettings, User, utc_now
from chat.errors import InvalidRequest, NotFound
from chat.llm.models import QUOTING

_SHOWN_LIBRARIES = 200
_CHOSEN = "chosen_before_the_first_message"
"""Session key for settings chosen before the first message, when the thread does not have a row yet."""
_BEGINNING = "panel_of_a_conversation_that_begins"
"""Session key for whether the panel shown is that of a thread without a row."""
INCOGNITO = "incognito"
"""Name of the incognito setting, which can only be chosen before the first message."""
_CLOSES = "Incognito: this conversation is deleted for good when you close it, and nothing else remembers it."
_BEGUN = "Incognito can be chosen before the first message only."
_LEFT_OUT = "what is not there any more is left out."
_QUOTES = "None: quotes from the sources"
_LABELS = {
    MODEL: "Model",
    SYSTEM_PROMPT: "Instructions to the model",
    HALF_LIFE: "Half-life of what was said, days",
    "documents": "Search documents",
    "memory": "Remember what is said",
    "other_threads": "Recall my other conversations",
    LIBRARIES: "Libraries",
    INCOGNITO: "Incognito",
}
"""Labels of the fields, also used in error messages."""


class Chosen:
    """Shows the settings panel and stores what is chosen in it."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    async def show(self, user: User) -> None:
        """Show the panel with the thread's stored or waiting settings, and tell the page whether the thread is incognito.

        The page has no other source for the settings: Chainlit itself would show again what was last submitted, refused or not.
        """
        stored = await self._stored(user)
        thread = stored or _beginning(user)
        names = list(self._assistant.models)
        libraries, _ = await self._assistant.libraries(user, _SHOWN_LIBRARIES)
        model = [model_input(names, thread.settings.get(MODEL))] if names else []
        new = [] if stored else [incognito_input()]
        panel = cl.ChatSettings([*model, *search_inputs(settings_of(thread), libraries), *more_inputs(thread), *new])
        _put(_BEGINNING, stored is None)
        await panel.send()  # type: ignore[no-untyped-call] # Chainlit's
        await cl.send_window_message({"threadwise": "incognito", "on": stored.incognito if stored else is_incognito()})

    async def choose(self, user: User, chosen: Mapping[str, object]) -> None:
        """Store the chosen settings, which apply from the next question on, and update the panel.

        Raises InvalidRequest, using the panel's labels, for refused settings; the others are stored. A model that is not offered
        is ignored, and so is the default model, so that the thread is not bound to the present default.
        """
        try:
            await self._take(user, chosen)
        finally:
            await self.show(user)

    async def keep(self, user: User, thread: str) -> None:
        """Store the settings chosen before the thread had a row, and remove the incognito field from the panel."""
        wanted = _waiting()
        if wanted:
            _put(_CHOSEN, None)
            fit, refusals = await self._sifted(user, wanted)  # a library may have been deleted since
            await self._assistant.update_thread(user, thread, settings=fit)
            if refusals:
                await cl.context.emitter.send_toast(" ".join(refusals), "error")
        if _got(_BEGINNING):
            await self.show(user)

    async def _take(self, user: User, chosen: Mapping[str, object]) -> None:
        stored = await self._stored(user)
        names, kept = list(self._assistant.models), (stored or _beginning(user)).settings.get(MODEL)
        offered = {name for name in (*names, QUOTING) if kept is not None or name != next(iter(names), None)}
        wanted = {key: _meant(key, value) for key, value in chosen.items() if key != MODEL or value in offered}
        incognito = wanted.pop(INCOGNITO, False) is True
        fit, refusals = await self._sifted(user, wanted)
        try:
            begun = await self._assistant.update_thread(user, cl.context.session.thread_id, settings=fit)
        except NotFound:
            _put(_CHOSEN, {**_waiting(), **fit})
            if incognito and not is_incognito():
                await cl.context.emitter.send_toast(_CLOSES, "info")
            _put(INCOGNITO, incognito)
        else:
            if incognito and not begun.incognito:
                refusals.append(_BEGUN)
        if refusals:
            raise InvalidRequest(" ".join(refusals))

    async def _sifted(self, user: User, wanted: Mapping[str, object]) -> tuple[dict[str, object], list[str]]:
        """Return the settings that can be stored, with missing libraries left out, and an error for each refused one."""
        wrong = await self._assistant.wrong_settings(user, wanted)
        fit = {key: value for key, value in wanted.items() if key not in wrong}
        if LIBRARIES in wrong:
            there = await self._there(user, wanted[LIBRARIES])
            if there != wanted[LIBRARIES]:
                fit[LIBRARIES], wrong[LIBRARIES] = there, _LEFT_OUT
        return fit, [f"{_LABELS.get(key, key)}: {why}" for key, why in wrong.items()]

    async def _there(self, user: User, chosen: object) -> object:
        """Return those of a list of library ids that can be attached; any other value or too long a list stays unchanged."""
        if not isinstance(chosen, list) or len(chosen) > MOST_LIBRARIES:
            return chosen
        return [id for id in chosen if not await self._assistant.wrong_settings(user, {LIBRARIES: [id]})]

    async def _stored(self, user: User) -> Thread | None:
        """Return the open thread; `None` when it does not have a row yet."""
        try:
            return await self._assistant.thread(user, cl.context.session.thread_id)
        except NotFound:
            return None


def _meant(key: str, value: object) -> object:
    """Convert a field's value to a setting: an empty field and 0 days mean the default, and numbers arrive as text."""
    if key == SYSTEM_PROMPT:
        return value or None
    if key != HALF_LIFE:
        return value
    if isinstance(value, str):
        try:
            return float(value.strip() or 0) or None
        except ValueError:
            return value
    return value or None


def _beginning(user: User) -> Thread:
    """Return a thread that does not have a row yet, with the settings chosen for it."""
    return Thread(cl.context.session.thread_id, user.id, None, utc_now(), utc_now(), _waiting())


def _waiting() -> dict[str, object]:
    return dict(_got(_CHOSEN) or {})


def is_incognito() -> bool:
    """Return whether the conversation about to begin is to be incognito."""
    return _got(INCOGNITO) is True


def _got(key: str) -> Any:  # Any: whatever was stored there
    return cl.user_session.get(key)  # type: ignore[no-untyped-call] # Chainlit's


def _put(key: str, value: object) -> None:
    cl.user_session.set(key, value)  # type: ignore[no-untyped-call] # Chainlit's


def incognito_input() -> InputWidget:
    return Switch(
        id=INCOGNITO,
        label=_LABELS[INCOGNITO],
        initial=is_incognito(),
        description="Not listed, not recalled elsewhere, and deleted for good when you close it. Before the first message only.",
    )


def model_input(names: Sequence[str], kept: object) -> InputWidget:
    """Return the field for the model; the first name is the default, also when the chosen model is no longer offered."""
    offered = {name: name for name in names} | {_QUOTES: QUOTING}
    chosen = kept if isinstance(kept, str) and kept in offered.values() else names[0]
    description = "Who writes the answers of this conversation."
    return Select(id=MODEL, label=_LABELS[MODEL], items=offered, initial_value=chosen, description=description)


def more_inputs(thread: Thread) -> list[InputWidget]:
    """Return the fields for the system prompt and the half-life; if empty, the installation's settings apply."""
    prompt, days = thread.settings.get(SYSTEM_PROMPT), settings_of(thread).half_life_days
    return [
        TextInput(
            id=SYSTEM_PROMPT,
            label=_LABELS[SYSTEM_PROMPT],
            initial=prompt if isinstance(prompt, str) else "",
            multiline=True,
            description="In front of our own, in every question of this conversation; quotes without a model stay as they are.",
        ),
        TextInput(  # Chainlit draws an empty NumberInput as 0
            id=HALF_LIFE,
            label=_LABELS[HALF_LIFE],
            initial="" if days is None else str(days).removesuffix(".0"),
            placeholder="As installed",
            description="After so many days it counts half as recent. A number like 30 or 0.5.",
        ),
    ]


def search_inputs(settings: ThreadSettings, libraries: Sequence[Library]) -> list[InputWidget]:
    """Return the fields for what is searched, including libraries if there are any."""
    switches: list[InputWidget] = [
        Switch(
            id="documents",
            label=_LABELS["documents"],
            initial=settings.documents,
            description="Files of this conversation, and attached libraries.",
        ),
        Switch(
            id="memory",
            label=_LABELS["memory"],
            initial=settings.memory,
            description="Off: earlier messages are not searched, neither here nor from your other conversations.",
        ),
        Switch(
            id="other_threads",
            label=_LABELS["other_threads"],
            initial=settings.other_threads,
            description="What was said in those used last. Each source names its conversation.",
        ),
    ]
    if not libraries:
        return switches
    known = {library.id for library in libraries}
    attached = MultiSelect(
        id=LIBRARIES,
        label=_LABELS[LIBRARIES],
        items={_label(library): library.id for library in libraries},
        initial=[id for id in settings.libraries if id in known],
        description="Shared documents that are searched here, too.",
    )
    return [*switches, attached]


def _label(library: Library) -> str:
    """Return the label of a library, which distinguishes shared libraries from the user's own."""
    return f"{library.name} (shared with all)" if library.read_only else library.name
