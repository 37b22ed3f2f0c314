"""Who may see which word: a small reference model, independent of how the application is implemented.

Every text that is put in contains a word that is nowhere else. The model keeps only where each word was put (a message, a version
of a file, a name); which words may be returned to whom follows from that in a few lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field

WORD = re.compile(r"zq[a-p]+x")
Words = set[str]
MOST_VERSIONS = 3
_LETTERS = "abcdefghijklmnop"


def word(number: int) -> str:
    """Return the word of this number; no part of it is a word of any language."""
    digits = [_LETTERS[int(digit, 16)] for digit in f"{number:05x}"]
    return f"zq{''.join(digits)}x"


def words(*texts: str) -> Words:
    return {found for text in texts for found in WORD.findall(text.lower())}


@dataclass
class Said:
    """A message."""

    role: str
    shown: Words
    """The words of the message as the conversation shows it."""
    recalled: Words
    """The words that a model may read: without what was forgotten, and with corrections."""
    corrected: Words = field(default_factory=set)
    """The original words of what was corrected; the memory page shows both."""
    author: Words = field(default_factory=set)
    kept: Words = field(default_factory=set)
    """Words of an answer's sources and follow-up questions, each visible only as long as it exists where it came from."""
    offered: Words = field(default_factory=set)
    """Words of the follow-up questions alone: the next question is read with them, even if their sources are not searched."""


@dataclass
class Filed:
    """A document: the words of each version that is kept, by its number."""

    versions: dict[int, Words]

    @property
    def current(self) -> Words:
        return self.versions[max(self.versions)]

    @property
    def all(self) -> Words:
        return set().union(*self.versions.values())

    def add(self, content: Words) -> None:
        """Add a version, unless it is equal to the current one."""
        if self.versions and content == self.current:
            return
        self.versions[max(self.versions, default=0) + 1] = content
        while len(self.versions) > MOST_VERSIONS:
            del self.versions[min(self.versions)]

    def brought_in(self) -> Filed:
        """Return the document as it is after an import, with its versions numbered from 1."""
        made = Filed({})
        for content in self.versions.values():
            made.add(content)
        return made


@dataclass
class Holder:
    """A thread or a library."""

    id: str
    owner: str
    library: bool = False
    incognito: bool = False
    hidden: bool = False
    """Whether it was deleted and may still be restored."""
    archived: bool = False
    name: Words = field(default_factory=set)
    named_by: str | None = None
    """The id of the message whose beginning is the thread's name."""
    prompt: Words = field(default_factory=set)
    switches: dict[str, bool] = field(default_factory=dict)
    libraries: list[str] = field(default_factory=list)
    shared: bool = False
    """Whether it is an admin's library shared with every member."""
    said: dict[str, Said] = field(default_factory=dict)
    filed: dict[str, Filed] = field(default_factory=dict)

    def on(self, switch: str) -> bool:
        return self.switches.get(switch, switch != "other_threads")

    @property
    def unnamed(self) -> bool:
        return not self.name and self.named_by not in self.said

    @property
    def title(self) -> Words:
        first = self.said.get(self.named_by) if self.named_by else None
        return self.name | (first.shown if first else set())

    @property
    def recalled(self) -> Words:
        return set().union(*(each.recalled | each.author for each in self.said.values()))

    @property
    def documents(self) -> Words:
        return set().union(*(each.current for each in self.filed.values()))

    @property
    def origins(self) -> Words:
        """The words that sources may come from: messages and files, including earlier versions."""
        said = (each.shown | each.recalled | each.author for each in self.said.values())
        return set().union(*said, *(each.all for each in self.filed.values()))

    def after(self, message: str) -> list[str]:
        ids = list(self.said)
        return ids[ids.index(message) + 1 :]


@dataclass
class Link:
    """The messages that a shared link showed when it was created."""

    path: str
    thread: str
    messages: list[str]


@dataclass
class Person:
    name: str
    suspended: bool = False
    site: str | None = None
    """For a visitor, the owner of the site."""
    granted: list[str] = field(default_factory=list)


class Reference:
    """All users, threads, libraries and links, and the words that each user may see."""

    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.holders: dict[str, Holder] = {}
        self.links: list[Link] = []

    # --- who owns and reads what

    def of(self, person: str, library: bool | None = None, hidden: bool = False) -> list[Holder]:
        return [
            each
            for each in self.holders.values()
            if each.owner == person and each.hidden == hidden and library in (None, each.library)
        ]

    def others(self, person: str) -> list[Holder]:
        """Return what a user may not see."""
        seen = [*self.of(person), *self.granted(person), *self.readable(person)]
        return [each for each in self.holders.values() if each not in seen]

    def readable(self, person: str) -> list[Holder]:
        """Return the libraries shared with a member; the admin who shares them is never suspended."""
        if self.people[person].site is not None:
            return []
        return [each for each in self.holders.values() if each.shared and each.owner != person]

    def granted(self, person: str) -> list[Holder]:
        """Return what a visitor may search: what the site's owner granted and still has."""
        visitor = self.people[person]
        held = [self.holders[id] for id in visitor.granted if id in self.holders]
        return [each for each in held if each.owner == visitor.site and not each.hidden]

    # --- allowed words

    def asking(self, thread: Holder) -> Words:
        """Return the words allowed for a question in the thread: in prompts, passages, answers and candidates."""
        seen = thread.recalled | thread.prompt | thread.title | thread.documents
        seen |= self._union(each.offered for each in thread.said.values()) & self.alive(thread.owner)
        if thread.on("documents"):
            for each in self._attached(thread):
                seen |= each.documents | each.title
        if thread.on("memory") and thread.on("other_threads"):
            for each in self.of(thread.owner, library=False):
                if each is not thread and not each.incognito and each.on("memory"):
                    seen |= each.recalled | each.title
        return seen

    def _attached(self, thread: Holder) -> list[Holder]:
        offered = self.of(thread.owner, library=True) + self.readable(thread.owner)
        return [each for each in offered if each.id in thread.libraries] + self.granted(thread.owner)

    def shown(self, holder: Holder) -> Words:
        """Return the words shown to the owner who opens or exports it, including earlier versions and sources of answers."""
        seen = holder.title | holder.prompt
        for said in holder.said.values():
            seen |= said.shown | said.recalled | said.author | (said.kept & self.alive(holder.owner))
        for filed in holder.filed.values():
            seen |= filed.all
        return seen

    def alive(self, person: str) -> Words:
        """Return the words that exist for a user; deleted things can be restored for a while, and are in sources until then."""
        own = [each for each in self.holders.values() if each.owner == person]
        return self._union(each.origins | each.title for each in [*own, *self.granted(person), *self.readable(person)])

    def remembered(self, thread: Holder) -> Words:
        """Return the words on the page of what a thread remembers."""
        corrected = (each.corrected for other in self.of(thread.owner, library=False) for each in other.said.values())
        return self.asking(thread) | self.shown(thread) | self._union(corrected)

    def listed(self, person: str) -> Words:
        """Return the words in a user's lists, searches and analytics, which include nothing incognito."""
        return self._union(self.shown(each) for each in [*self.of(person), *self.readable(person)] if not each.incognito)

    def searched(self, person: str) -> Words:
        """Return the words of a user's libraries and their names; a visitor's analytics name nothing of the site's."""
        return self._union(each.documents | each.title for each in self.of(person, library=True))

    def linked(self, link: Link) -> Words:
        """Return the words shown to everyone who has the link."""
        thread = self.holders.get(link.thread)
        if thread is None or thread.hidden or thread.incognito or self.people[thread.owner].suspended:
            return set()
        title = thread.title if thread.named_by in link.messages else thread.name
        there = [thread.said[id] for id in link.messages if id in thread.said]
        return title | self._union(each.shown | each.author | (each.kept & self.alive(thread.owner)) for each in there)

    def _union(self, many: Iterable[Words]) -> Words:
        return set().union(*many)

    # --- changes

    def edit(self, thread: Holder, message: str, content: Words) -> None:
        """Replace a message's words, and delete everything that was derived from the old ones."""
        for later in thread.after(message):
            del thread.said[later]
        said = thread.said[message]
        thread.said[message] = Said(said.role, content, set(content), author=said.author)

    def remove(self, holder: Holder) -> None:
        del self.holders[holder.id]
        self.links = [each for each in self.links if each.thread != holder.id]
        for each in self.holders.values():
            each.libraries = [id for id in each.libraries if id != holder.id]

    def remove_person(self, name: str) -> None:
        for holder in [each for each in self.holders.values() if each.owner == name]:
            self.remove(holder)
        del self.people[name]
        for visitor in [each for each in self.people.values() if each.site == name]:
            self.remove_person(visitor.name)

    def brought_in(self, taken: Holder, id: str, owner: str) -> Holder:
        """Return a user's new thread from an exported one, with the same contents."""
        made = deepcopy(taken)
        made.id, made.owner, made.hidden, made.incognito = id, owner, False, False
        made.filed = {each: filed.brought_in() for each, filed in made.filed.items()}
        for said in made.said.values():
            said.shown |= said.kept
        self.holders[id] = made
        return made

    def restart(self) -> None:
        """Delete incognito threads, and deleted ones that could be restored."""
        for holder in [each for each in self.holders.values() if each.hidden or each.incognito]:
            self.remove(holder)
