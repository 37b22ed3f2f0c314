"""Chainlit's event handlers: what happens when a user writes, uploads files, stops, edits or reopens a conversation."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any, assert_never

import chainlit as cl
from chainlit.config import config
from chainlit.message import MessageBase
from chainlit.types import ThreadDict

from chat.application import Application
from chat.assistant import Ask
from chat.domain import Job, Question, Upload, User, utc_now
from chat.errors import InvalidRequest, ModelFailed, NotFound, TooManyFiles
from chat.events import Answered, Cited, ReadingPart, Retrieved, Suggested, Wrote
from chat.settings import LimitSettings
from chat.ui.auth import SignIn
from chat.ui.data_layer import DataLayer, document_url
from chat.ui.failures import said_plainly
from chat.ui.pace import paced
from chat.ui.panel import Panel
from chat.ui.progress import progress
from chat.ui.reply import Reply
from chat.ui.resuming import Resuming
from chat.ui.retrying import AGAIN, offer, offer_still
from chat.ui.settings_panel import Chosen
from chat.ui.side_panel import Payload, hold
from chat.ui.uploads import check_all_came, taken_over, was_taken_over
from chat.ui.words import HELP, HOW, say, ways_to_say

_STOPPED = "Stopped before the answer began."


class Chat:
    """The web chat's event handlers; each shows a result or an error, whatever happens."""

    def __init__(self, application: Application, sign_in: SignIn, layer: DataLayer) -> None:
        self._assistant = application.assistant
        self._sign_in = sign_in
        self._layer = layer
        self._panel = Panel(application)
        self._chosen = Chosen(application.assistant)
        self._resuming = Resuming(sign_in, layer, _toast, self._show_beside)
        self._retrying: set[asyncio.Task[None]] = set()
        self._limits = application.settings.limits
        self._help = help_text(self._limits)
        self._takes_files = application.settings.widget.widget_visitor_files > 0

    def install(self) -> None:
        """Register the handlers with Chainlit."""
        cl.on_message(self.on_message)
        config.code.on_message = _shown_first(config.code.on_message)
        config.code.on_chat_start = self.on_chat_start  # Chainlit's decorator would show a step and end the task
        cl.on_chat_resume(self.on_chat_resume)
        config.code.on_settings_update = self.on_settings_update  # its decorator would end the running task
        cl.set_starters(self.starters)
        cl.action_callback("open_source")(self.open_source)
        cl.action_callback("open_document")(self.open_document)
        cl.action_callback("why_sources")(self.why_sources)
        cl.action_callback("panel_is_open")(self.panel_is_open)
        cl.action_callback("keep_both")(self.keep_both)
        cl.action_callback(AGAIN)(self.try_again)
        cl.on_window_message(self.on_window_message)

    async def on_message(self, message: cl.Message) -> None:
        """Handle a question, files, or both; also an edited question."""
        cl.context.session.current_task = asyncio.current_task()  # stop needs it, and Chainlit sets it for new messages only
        self._resuming.follow()
        await said_plainly(self._take(message), _say)

    async def on_chat_start(self) -> None:
        """Show the settings panel in a new conversation."""
        await said_plainly(self._show_settings(), _toast)

    async def on_chat_resume(self, thread: ThreadDict) -> None:
        """Show what a reopened conversation needs besides the messages and elements that Chainlit restores."""
        await said_plainly(self._show_settings(), _toast)
        await said_plainly(self._show_beside(thread), _toast)
        await self._resuming.come_back()

    async def on_settings_update(self, chosen: dict[str, Any]) -> None:  # Any: what the page sends
        await said_plainly(self._choose(chosen), _toast)
        self._resuming.elsewhere(self._show_settings)

    async def open_source(self, action: cl.Action) -> None:
        await said_plainly(self._opened(self._panel.open_source, action), _toast)

    async def on_window_message(self, said: object) -> None:
        """Handle a message from the page: a link to a source was opened, or the user has returned to the page."""
        if isinstance(said, dict) and said.get("threadwise") == "open_source":
            await said_plainly(self._linked(said), _toast)
        elif isinstance(said, dict) and said.get("threadwise") == "look":
            await said_plainly(self._resuming.look(said.get("shown"), said.get("unfinished")), _toast)

    async def _linked(self, payload: Payload) -> None:
        user = await self._sign_in.present()
        opening = self._panel.open_source if payload.get("end") else self._panel.open_document
        await opening(user, cl.context.session.thread_id, payload)

    async def open_document(self, action: cl.Action) -> None:
        await said_plainly(self._opened(self._panel.open_document, action), _toast)

    async def why_sources(self, action: cl.Action) -> None:
        await said_plainly(self._opened(self._panel.open_why, action), _toast)

    async def panel_is_open(self, action: cl.Action) -> None:
        await said_plainly(hold(action.payload.get("sent")), _toast)

    async def keep_both(self, action: cl.Action) -> None:
        """Add a file, already present under another name, as a document of its own."""
        await said_plainly(self._keep_both(action.payload), _toast)

    async def try_again(self, action: cl.Action) -> None:
        """Answer a question again, replacing its answer or error message, in a separate task so that it can be stopped."""
        task = asyncio.create_task(said_plainly(self._try_again(action), _say))
        cl.context.session.current_task = task
        self._resuming.follow()
        self._retrying.add(task)
        task.add_done_callback(self._retrying.discard)

    async def _show_settings(self) -> None:
        user = await self._sign_in.present()
        if user.role != "visitor":  # the site decides what visitors search
            await self._chosen.show(user)

    async def _show_beside(self, drawn: ThreadDict) -> None:
        """Show what belongs to a reopened conversation but is not one of its steps: branches and retry buttons."""
        await self._show_branches()
        await offer_still(drawn)

    async def _show_branches(self) -> None:
        """Tell the page which questions have other forms, so that it offers them."""
        user, thread = await self._sign_in.present(), cl.context.session.thread_id
        if user.role != "visitor":
            found = await self._assistant.branches(user, thread)
            forms = {id: [each.form for each in each_of] for id, each_of in found.items()}
            current = {id: next(each.form for each in each_of if each.current) for id, each_of in found.items()}
            await cl.send_window_message({"threadwise": "branches", "thread": thread, "forms": forms, "current": current})

    async def _choose(self, chosen: dict[str, Any]) -> None:  # Any: what the page sends
        user = await self._sign_in.present()
        if user.role != "visitor":
            await self._chosen.choose(user, chosen)

    async def _try_again(self, action: cl.Action) -> None:
        user, thread, id = await self._sign_in.present(), cl.context.session.thread_id, action.payload.get("question")
        if not isinstance(id, str) or action.forId is None:
            raise InvalidRequest("This question can't be asked again.")
        self._assistant.quotas.take_request(user.id)
        question = await self._assistant.message(user, thread, id)
        if await self._layer.is_followed(thread, id):  # the answer would appear after the later messages
            raise InvalidRequest("More was said after this question. Edit it to go on from there.")
        await cl.context.emitter.task_start()  # type: ignore[no-untyped-call] # Chainlit's
        try:
            await self._layer.delete_step(action.forId)
            await cl.Message(content="", id=action.forId).remove()  # type: ignore[no-untyped-call] # Chainlit's
            async with cl.Step(name="on_message", type="run", parent_id=question.id):  # as for a new message: ratings refer to it
                await self._answer(user, thread, question.id, question.content)
        finally:
            await cl.context.emitter.task_end()  # type: ignore[no-untyped-call] # Chainlit's

    async def _opened(self, open_it: Callable[[User, str, Payload], Awaitable[None]], action: cl.Action) -> None:
        user = await self._sign_in.present()
        await open_it(user, cl.context.session.thread_id, action.payload)

    async def _keep_both(self, payload: Payload) -> None:
        user, thread = await self._sign_in.present(), cl.context.session.thread_id
        parent, name = str(payload.get("parent")), str(payload.get("name"))
        content = await self._assistant.document_file(user, thread, parent)
        jobs = await self._assistant.start_reading(user, thread, [Upload(name, content)], str(uuid.uuid4()))
        await _send(cl.Message(content=_received(jobs), elements=[_element("Progress", progress(jobs))]))

    async def starters(self, user: cl.User | None) -> list[cl.Starter]:
        """Return suggestions for a first message; each makes sense without a file and without a model."""
        return [
            cl.Starter(label=say("How does this work?"), message=say(HOW)),
            cl.Starter(label=say("Remember something for me"), message=say("Remember: today I asked my first question here.")),
        ]

    async def _take(self, message: cl.Message) -> None:
        beginning = asyncio.create_task(self._begin(message))
        try:
            user, thread = await asyncio.shield(beginning)
        except asyncio.CancelledError:
            await beginning  # otherwise files being uploaded would be lost, or read without a sign of it
            if _asks(message):
                await offer(_STOPPED, message.id)
            raise
        if message.content in ways_to_say(HOW):
            await _send(cl.Message(content=self._help if user.role != "visitor" else self._visitors_help()))
        elif _asks(message):
            await self._answer(user, thread, message.id, message.content)

    def _visitors_help(self) -> str:
        """Return the help text for visitors of a site, with only what is available to them."""
        left_out = set() if self._takes_files else {"add"}
        values = str(self._limits.max_files), str(self._limits.max_file_mb)
        return "\n\n".join(say(sentence, *values) for part, sentence in HELP.items() if part not in left_out)

    async def _begin(self, message: cl.Message) -> tuple[User, str]:
        """Return the user and the thread, once the thread and its settings are stored and shown and its files are being read."""
        user, thread = await self._sign_in.present(), cl.context.session.thread_id
        self._assistant.quotas.take_request(user.id)
        await self._layer.settled(thread)
        await self._chosen.keep(user, thread)
        await self._show_branches()
        if any(not was_taken_over(element) for element in message.elements):  # an edited question comes with its files again
            await self._read(user, thread, message)
        check_all_came(message)  # an answer without them would be wrong
        return user, thread

    async def _read(self, user: User, thread: str, message: cl.Message) -> None:
        """Start reading the files and show their progress, without blocking the message box."""
        if len(message.elements) > self._limits.max_files:
            raise TooManyFiles(f"At most {self._limits.max_files} files can be added at once.")
        await self._assistant.check_room(user, await asyncio.to_thread(_sizes, message.elements))
        jobs: list[Job] = []
        for element in message.elements:  # one by one, so that only one file is in memory
            upload = await asyncio.to_thread(_upload, element.name, element.path)
            jobs += await self._assistant.start_reading(user, thread, [upload])
        for element, job in zip(message.elements, jobs, strict=True):
            await self._layer.attach(element.id, job.document)
            await asyncio.to_thread(taken_over, element, document_url(thread, job.document))
        await _send(cl.Message(content=_received(jobs), elements=[_element("Progress", progress(jobs))]))
        await self._layer.settled(thread)  # keeps the progress before the answer, also when reopened

    async def _answer(self, user: User, thread: str, id: str, text: str) -> None:
        reply = Reply(thread, id)
        search = Question(thread=thread, text=text, now=utc_now())
        events = paced(self._assistant.ask(user, Ask(search, question_id=id, answer_id=reply.id)))
        try:
            async with aclosing(events):
                async for event in events:
                    match event:
                        case Retrieved():
                            await reply.show_sources(event.found)
                        case Wrote():
                            await reply.write(event.text)
                        case ReadingPart():
                            await reply.show_reading(event)
                        case Answered():
                            await reply.finish(event.answer)
                        case Cited() | Suggested():
                            pass
                        case _:
                            assert_never(event)
        except BaseException as error:
            await reply.stop()
            if isinstance(error, asyncio.CancelledError) and not reply.begun:
                await offer(_STOPPED, id)
            if not isinstance(error, ModelFailed):
                raise
            await offer(str(error), id)


def help_text(limits: LimitSettings) -> str:
    """Return the help text for new users."""
    return (
        "**Add files**: drop them anywhere on this page or use the paperclip. PDF, office files, web pages, e-mail, "
        "books, Markdown, text, tables, code, pictures of text and ZIP archives of these, up to "
        f"{limits.max_files} at a time and {limits.max_file_mb} MB each.\n\n"
        "**Ask** about them. Each answer rests on numbered sources: open *Sources* above it and click one to see the page, the "
        "section or the earlier message itself.\n\n"
        "**Tell me things** too: what is said in this conversation is remembered in it, today and next week.\n\n"
        "**Say what every answer shall be like**, as “From now on answer in French.” Write `/instructions` to see what is noted "
        "or to take it back.\n\n"
        "**Choose what is searched** with the settings in the message box: documents, memory, your other conversations, and "
        "libraries, which are documents that several conversations share.\n\n"
        "What you add stays in this conversation, on this machine, until you delete it."
    )


def _shown_first(run: Callable[[cl.Message], Awaitable[None]]) -> Callable[[cl.Message], Awaitable[None]]:
    """Wrap a message handler to send the question back to the page first.

    A page that was redrawn while its question was in transit has lost it, and does not show the answer to a missing question.
    """

    async def shown(message: cl.Message) -> None:
        await cl.context.emitter.send_step(message.to_dict())
        await run(message)

    return shown


def _asks(message: cl.Message) -> bool:
    """Return whether a message asks something: files alone ask nothing."""
    return bool(message.content.strip()) or not message.elements


async def _say(sentence: str) -> None:
    await _send(cl.ErrorMessage(content=sentence))


async def _toast(sentence: str) -> None:
    await cl.context.emitter.send_toast(sentence, "error")


async def _send(message: MessageBase) -> None:
    await message.send()  # type: ignore[no-untyped-call] # Chainlit's


def _element(name: str, props: dict[str, Any]) -> Any:  # Any: JSON; Chainlit types elements by a variable of its own
    return cl.CustomElement(name=name, props=props)


def _received(jobs: list[Job]) -> str:
    return say("Received {0}", jobs[0].name) if len(jobs) == 1 else say("Received {0} files", str(len(jobs)))


def _sizes(elements: Sequence[Any]) -> list[int]:  # Any: Chainlit types elements by a variable of its own
    paths = [Path(element.path) for element in elements if element.path is not None]
    return [path.stat().st_size for path in paths if path.exists()]


def _upload(name: str, path: str | None) -> Upload:
    """Read an upload into memory, because Chainlit deletes its copy with the session."""
    if path is None:
        raise NotFound("The upload is gone; add the file again.")
    return Upload(name, Path(path).read_bytes())
