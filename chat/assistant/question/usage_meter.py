"""What a model spends on one question, for the usage account of the user who asks."""

from __future__ import annotations

from chat.assistant.parts import Parts
from chat.assistant.question.question_in_thread import QuestionInThread
from chat.domain import Usage


class UsageMeter:
    """Collects usage while a model works, which may be stopped at any moment, and stores it in between and at the end."""

    def __init__(self, parts: Parts, posed: QuestionInThread) -> None:
        self._parts = parts
        self._user, self._thread = posed.user.id, posed.thread.id
        self._model = posed.writer.name if posed.writer else ""
        self._owed: list[Usage] = []

    def add(self, usage: Usage) -> None:
        self._owed.append(usage)

    async def paid(self, usage: Usage) -> None:
        """Add usage and store it at once, unless it is empty."""
        if usage != Usage():
            self.add(usage)
            await self.pay()

    async def pay(self) -> None:
        """Store what is not stored yet; each entry is stored once, also when this is interrupted."""
        while self._owed:
            await self._parts.rows.usage.add(self._user, self._thread, self._model, self._owed[0], self._parts.clock())
            del self._owed[0]
