"""Replies that need no search: to greetings, to commands about instructions, to retractions, to questions for file names."""

from __future__ import annotations

from dataclasses import replace

from chat.answering.answer import Written
from chat.answering.replies import forgetting, instructions
from chat.answering.replies.courtesy import about_itself, acknowledged, courtesy, is_courtesy
from chat.answering.replies.inventory import MOST_LISTED, Files, asks_for_files, listing
from chat.answering.replies.phrases import phrases
from chat.assistant.parts import AssistantPart, Parts
from chat.assistant.question.history_questions import HistoryQuestions, wanted
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.assistant.remembering import Remembering
from chat.assistant.scope import holders, settings_of
from chat.dialogue.retracting import Retraction, retraction
from chat.dialogue.standing import Standing, standing
from chat.dialogue.stating import is_statement
from chat.domain import Message, Question, Source, User


class RuleReplies(AssistantPart):
    """Replies by rules, from rows alone."""

    def __init__(self, parts: Parts, looking_back: HistoryQuestions) -> None:
        super().__init__(parts)
        self._remembering = Remembering(parts)
        self._history_questions = looking_back

    async def reply(self, posed: QuestionInThread) -> Written | None:
        """Reply by the first rule that applies, in order of precedence; `None` where the question needs a search or a model."""
        search, question, with_model, remember = posed.question, posed.message, posed.choice.model is not None, posed.ask.remember
        reply, typed = courtesy(search.text), instructions.command(search.text)
        if reply is None and not with_model:
            before = " ".join(turn.content for turn in posed.turns if turn.role == "user")
            reply = acknowledged(search.text, before) or about_itself(search.text)
            reply = reply or await self._answered_before(search, question)
        if typed is not None:
            reply = await self._on_instructions(search.thread, typed)
        elif reply is None and (language := asks_for_files(search.text)) is not None:
            reply = await self._files(search, language)
        elif reply is None and remember and (taken := retraction(search.text)) is not None:
            if taken.kind == "memory":
                reply = await self._forgotten(posed.user, question, taken, with_model)
            else:
                reply = await self._taken_back(question, taken, with_model)
        elif reply is None and remember and (asked := standing(search.text)).instructions:
            reply = self._noted(posed, asked)
        return Written(text=reply, model="rules", quoted=True) if reply is not None else None

    def _noted(self, posed: QuestionInThread, asked: Standing) -> str | None:
        """Reply that instructions are noted, where a message says nothing else that wants an answer. What is told beside them is
        for a model to answer, if there is one."""
        with_model = self._parts.model is not None
        if asked.alone:
            return instructions.noted(asked.instructions, with_model)
        told = [each for each in asked.others if not is_courtesy(each)]
        if posed.choice.model is not None or asked.question or not all(map(is_statement, told)):
            return None
        noted = instructions.noted(asked.instructions, with_model)
        if not told:
            return noted
        said = phrases(" ".join(told))
        return f"{noted}\n\n{said.noted if settings_of(posed.thread).memory else said.not_kept}"

    async def _files(self, search: Question, language: str) -> str:
        """Name the thread's files, and those of libraries that it may search."""
        held = {holder: await self._files_of(holder) for holder in holders(replace(search, sources=frozenset(Source)))}
        libraries = [(place.name, held[place.id]) for place in search.elsewhere if place.kind == "library"]
        return listing(language, held[search.thread], libraries)

    async def _files_of(self, holder: str) -> Files:
        documents, _ = await self._rows.documents.listed(holder, MOST_LISTED, None)
        return Files(tuple(document.name for document in documents), await self._rows.documents.count(holder))

    async def _answered_before(self, search: Question, question: Message) -> str | None:
        """Return the first or the last answer, where that is asked for; a model has read what was said last, quotes are not
        indexed."""
        turn = wanted(search, "answer")
        return None if turn is None else await self._history_questions.answer(question, turn)

    async def _on_instructions(self, thread: str, typed: instructions.Command) -> str | None:
        """List the instructions after the command, in its language or, as `/instructions` is in none, in that of the
        instructions; or remove those that it names. `None` where words ask for a list and there is none."""
        held = await self._rows.instructions.listed(thread)
        if typed.language is not None and not held:
            return None
        language = typed.language or instructions.language_of_all([each.text for each in held])
        if not typed.understood:
            return instructions.how_to(language)
        if typed.every:
            await self._rows.instructions.clear(thread)
            texts = [each.text for each in held]
            return instructions.removed(language, texts, []) if texts else instructions.listing(language, [])
        if typed.remove is None:
            return instructions.listing(language, [each.text for each in held])
        if not 1 <= typed.remove <= len(held):
            return instructions.no_such(language, typed.remove, len(held))
        gone = held[typed.remove - 1]
        await self._rows.instructions.remove(thread, gone.id)
        left = await self._rows.instructions.listed(thread)
        return instructions.removed(language, [gone.text], [each.text for each in left])

    async def _taken_back(self, question: Message, taken: Retraction, with_model: bool) -> str | None:
        """Remove instructions that a message retracts in words; the list of the others. `None` where it is not clear that it
        does."""
        thread = question.thread
        gone = await self._take_back(question)
        held = await self._rows.instructions.listed(thread)
        several = not gone and bool(instructions.meant(taken, [each for each in held if each.message != question.id]))
        if not gone and not several and (asked := standing(question.heard)).alone:  # "stop using so many emojis"
            return instructions.noted(asked.instructions, self._parts.model is not None)
        if not gone and (not (taken.plain or several) or (with_model and not several)):
            return None
        # nothing that was told
        await self._rows.conversations.rewrite(thread, question.id, question.content, recall="none")
        left = [each.text for each in held]
        if not gone:
            return instructions.unclear(taken.language, left, several)
        return instructions.removed(taken.language, [each.text for each in gone], left)

    async def _forgotten(self, user: User, question: Message, taken: Retraction, with_model: bool) -> str | None:
        """Forget a memory, as the page of memories does, where it is clear which one is meant; otherwise say how. It cannot be
        undone."""
        if not taken.about:
            return None if with_model else forgetting.which(taken.language)
        memory = await self._remembering.memory(user, question.thread)
        known = [each for each in (*memory.instructions, *memory.facts) if each.message != question.id]
        fit = forgetting.fitting(taken.about, known)
        others = [fact for _, facts in memory.elsewhere for fact in facts]
        if fit and forgetting.is_clear(taken.about, fit):
            for each in forgetting.with_corrections(fit[0], known):
                await self._remembering.forget(user, question.thread, each.id)
            return forgetting.forgotten(taken.language, taken.about, fit[0].said_at.date())
        return forgetting.unclear(taken.language, [*fit, *forgetting.fitting(taken.about, others)])
