"""Words found in all threads, and a thread shown to others."""

from __future__ import annotations

from chat.assistant.parts import AssistantPart
from chat.domain import User
from chat.errors import Forbidden, InvalidRequest, NotFound
from chat.threads.conversations.shares import Shared
from chat.threads.finding import Hit


class Sharing(AssistantPart):
    """What is found across threads, and who else may read one."""

    async def find(self, user: User, query: str, most: int) -> list[Hit]:
        """Find where all of the words stand in the user's threads and the libraries attached to them, at most so many a kind."""
        return await self._rows.finding.find(user.id, query, most, await self._rows.libraries.in_use(user.id))

    @property
    def sharing(self) -> bool:
        """Whether links may be made here at all."""
        return self._parts.settings.server.sharing == "on"

    async def share(self, user: User, thread: str) -> str:
        """Return the token of a link by which anybody may read what has been said in the thread until now; the link before it
        ends.

        Forbidden where the installation does not share; InvalidRequest for an incognito thread.
        """
        row = await self._own(user, thread)
        if not self.sharing:
            raise Forbidden("Sharing is switched off here; see THREADWISE_SHARING.")
        if row.incognito:
            raise InvalidRequest("An incognito conversation can't be shared.")
        return await self._rows.shares.share(user.id, thread, self._parts.clock())

    async def revoke(self, user: User, thread: str) -> None:
        await self._rows.shares.revoke(user.id, thread)

    async def shared(self, token: str) -> Shared:
        """Return what a link shows, to anybody. NotFound also where sharing was switched off since."""
        if not self.sharing:
            raise NotFound("This link does not exist or no longer works.")
        return await self._rows.shares.shared(token)
