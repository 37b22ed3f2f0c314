"""Visitors of other people's pages: let in by a site, and gone without a trace when they or the site say so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from chat.assistant.keeping import Keeping
from chat.assistant.scope import MOST_LIBRARIES
from chat.domain import Library, Receipt, User
from chat.errors import InvalidRequest, NotFound
from chat.threads.people.visitors import Site, Visitor


class Visiting(Keeping):
    """What owners do with their visitors, and visitors with themselves."""

    async def welcome(
        self, owner: User, origin: str, name: str, libraries: Sequence[str] = (), thread: str | None = None
    ) -> Visitor:
        """Admit the site's visitor of this name, who may search these libraries of the owner's and the documents of that thread.

        InvalidRequest for a library that the owner does not have, NotFound for such a thread.
        """
        if len(libraries) > MOST_LIBRARIES:
            raise InvalidRequest(f"libraries: at most {MOST_LIBRARIES}.")
        if (why := await self._unattachable(owner, list(libraries), own=True)) is not None:
            raise InvalidRequest(f"libraries: {why}")
        prepared = [(await self.thread(owner, thread)).id] if thread is not None else []
        known = await self._rows.visitors.find(owner.id, origin, name)
        admitted = await self._rows.visitors.admit(owner.id, origin, name, [*dict.fromkeys(libraries), *prepared])
        if known is not None and not set(known.granted) <= set(admitted.granted):
            await self._rows.replies.forget_all(known.user.id)
        return admitted

    async def visitor(self, user: str) -> Visitor | None:
        """Return a visitor; `None` for one who was erased or whose owner is gone."""
        return await self._rows.visitors.get(user)

    def let_in(self, user: User, until: datetime, key: str | None = None) -> None:
        """Let a visitor in who showed a token that ends then; a window that is open longer is shut without a new one.

        `key` is the id of that which the token was made with.
        """
        self._rows.visitors.let_in(user.id, until, key)

    def key_of(self, user: str) -> str | None:
        """Return the id of the key that let a visitor in last."""
        return self._rows.visitors.key_of(user)

    def is_let_in(self, user: User) -> bool:
        return self._rows.visitors.is_let_in(user.id)

    async def named_visitor(self, owner: User, origin: str, name: str) -> Visitor:
        found = await self._rows.visitors.find(owner.id, origin, name)
        if found is None:
            raise NotFound("There is no such visitor.")
        return found

    async def holds_key(self, key: str) -> bool:
        """Return whether a key, by its id, is still in use."""
        return await self._rows.visitors.holds(key)

    async def widget_origins(self) -> set[str]:
        """Return the origins that keys in use name."""
        return await self._rows.visitors.origins()

    async def granted_library(self, user: User, id: str) -> Library:
        """Return what a visitor was given to search, under the name that its sources have. NotFound for anything else."""
        for place in await self._rows.visitors.granted(user.id):
            if place.id == id:
                now = self._parts.clock()
                return Library(place.id, user.id, place.name, now, now)
        raise NotFound("There is no such library.")

    async def erase(self, visitor: Visitor) -> Receipt:
        """Shut a visitor out at once, then remove all that they said and brought; the receipt says what there was."""
        await self._rows.visitors.close(visitor.user.id)
        return await self._bury_visitor(visitor.user.id)

    async def erase_long_unseen(self) -> int:
        """Erase the visitors who did not come for as many days as visitors are kept; return how many there were."""
        closed = [user for user in await self._rows.visitors.long_unseen() if await self._rows.visitors.close_long_unseen(user)]
        for user in closed:
            await self._bury_visitor(user)
        return len(closed)

    async def _bury_visitor(self, user: str) -> Receipt:
        total = Receipt(verified=True)
        for thread in await self._rows.visitors.threads(user):
            total += await self.bury(thread)
        gone = await self._rows.visitors.erase(user)
        await self._parts.leftovers.clean()
        return replace(total, verified=total.verified and gone)

    async def sites(self, user: User) -> list[Site]:
        """Return which sites' visitors there were and how much they asked: of one's own keys, of all for an admin."""
        return await self._rows.visitors.sites(None if user.role == "admin" else user.id)
