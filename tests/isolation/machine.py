"""Random steps by many users. The output of each step may contain only words that the user who asked may see."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

import httpx
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.isolation.house import ORIGIN, House
from tests.isolation.reference import Filed, Holder, Link, Person, Reference, Said, Words, word, words
from tests.office_files import zipped

Json = Any  # the contents of responses are checked
CHANCE = st.integers(0, 2**32 - 1)
"""Seeds a step's own random choices: one number per step keeps long walks small."""
THINGS = ("pump", "harbour", "garden", "locker", "warranty", "seal")
PEOPLE = ("ann", "bob", "cy", "dee")
ADMIN = "ann"
"""The admin, who shares libraries and is never suspended or removed."""
_MOST_THREADS, _MOST_LIBRARIES, _MOST_MESSAGES, _MOST_DOCUMENTS = 4, 2, 14, 3
_FOLLOW_UPS = re.compile(r'"follow_ups": ?\[(.*?)\]')
_MCP = {"Accept": "application/json, text/event-stream"}
_DOCX = "http://schemas.openxmlformats.org"


class Isolation(RuleBasedStateMachine):
    """Everyone's texts are about the same few things, so that each is a good answer to everyone's question."""

    template: Path | None = None
    """A data folder to begin with, so that not every walk has to create the tables."""
    taken: ClassVar = Counter[str]()
    """The number of steps taken in all walks, by name."""
    seen: ClassVar = Counter[str]()
    """The number of words seen in all walks, by kind of output: a check that sees nothing finds nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        self.house = House(Path(self._folder.name), self.template)
        self.reference = Reference()
        self.keys: dict[str, dict[str, str]] = {}
        self.taken_along: list[tuple[bytes, Holder]] = []
        self._words = 0
        self._ids = 0
        self._said_now: Words = set()
        self.replays: list[tuple[str, str, Json, dict[str, str], set[str]]] = []
        """Questions with a key, and all words of their answers, because the settings may have changed since."""
        self.links: list[str] = []

    def teardown(self) -> None:
        self.house.close()
        self._folder.cleanup()

    @initialize()
    def open(self) -> None:
        self.house.run(self._open())

    async def _open(self) -> None:
        await self.house.start()
        accounts = self.house.application.accounts
        root = await accounts.add_user("root", None, "admin")
        self.keys["root"] = {"Authorization": f"Bearer {await accounts.create_key(root, 'test')}"}
        for name in PEOPLE[:3]:
            await self._join(name)
            await self._settle_in(name)
        self.house.taken()

    async def _settle_in(self, name: str) -> None:
        """Create something to find and to lose, so that not every walk has to get there first."""
        random = Random(name)
        thread = Holder(self.new_id("t"), name)
        await self.call(name, "POST", "/api/threads", json={"id": thread.id})
        shelf = Holder(self.new_id("l"), name, library=True, name={self.new_word()})
        await self.call(name, "POST", "/api/libraries", json={"id": shelf.id, "name": " ".join(shelf.name)})
        for holder in (thread, shelf):
            self.reference.holders[holder.id] = holder
            file, content, held = self.file(random)
            holder.filed[self.new_id("d")] = Filed({1: held})
            sent = [("files", (file, content))]
            await self.call(name, "POST", self._documents(holder), files=sent, params={"document_id": next(iter(holder.filed))})
        said, text = self.new_id("m"), self.sentence(random)
        await self.call(name, "POST", f"/api/threads/{thread.id}/messages", json=[{"id": said, "role": "user", "content": text}])
        thread.said[said] = Said("user", words(text), words(text))

    async def _join(self, name: str) -> None:
        accounts = self.house.application.accounts
        user = await accounts.add_user(name, None, "admin" if name == ADMIN else "member")
        self.keys[name] = {"Authorization": f"Bearer {await accounts.create_key(user, 'test')}"}
        self.reference.people[name] = Person(name)

    # --- helpers of the steps

    def step(self, name: str, work: Callable[[], Any]) -> None:  # Any: a coroutine that gives the thread it was about
        self.taken[name] += 1

        async def whole() -> None:
            about: Holder | None = await work()
            await self.house.settled()
            prompts, lines = self.house.taken()
            allowed = self.reference.asking(about) | self._said_now if about is not None else set[str]()
            for prompt in prompts:
                self.look(f"prompt of {about.id if about else 'nobody'}", prompt, allowed)
            for line in lines:
                self.look("log", line, set())

        self._said_now = set()
        self.house.run(whole())

    def look(self, where: str, text: str, allowed: Words) -> Words:
        """Return the words in a text; raises AssertionError for a word that may not be in it."""
        found = words(text)
        self.seen[where.split(" of ")[0]] += len(found)
        wrong = sorted(found - allowed)
        if wrong:
            told = [f"{each} ({', '.join(self._whose(each)) or 'deleted, or never there'})" for each in wrong]
            at = text.lower().index(wrong[0])
            raise AssertionError(f"{where} holds {'; '.join(told)}: …{text[max(0, at - 200) : at + 100]}…")
        return found

    def _whose(self, found: str) -> list[str]:
        held = self.reference.holders.values()
        return [f"{each.owner}'s {each.id}" for each in held if found in self.reference.shown(each) | each.origins]

    async def call(self, person: str, method: str, path: str, ok: Collection[int] = (200, 201), **more: Any) -> httpx.Response:
        """Send a request; raises AssertionError for any unexpected status (401 is expected for suspended users)."""
        headers = {**self.keys[person], **more.pop("headers", {})}
        answer = await self.house.send(method, path, headers, **more)
        suspended = person in self.reference.people and self.reference.people[person].suspended
        expected = (401,) if suspended else ok
        assert answer.status_code in expected, f"{person} {method} {path}: {answer.status_code} {answer.text[:500]}"
        return answer

    def new_word(self) -> str:
        self._words += 1
        return word(self._words)

    def new_id(self, kind: str) -> str:
        self._ids += 1
        return f"{kind}{self._ids}"

    def sentence(self, random: Random) -> str:
        return f"My {random.choice(THINGS)} is called {self.new_word()}."

    def question(self, random: Random) -> str:
        form = random.choice(
            ("What is my {} called?", "Where is the {}?", "And the {}?", "Tell me about the {}.", "Summarise the {}.")
        )
        return form.format(random.choice(THINGS))

    # --- choices

    def active(self, visitors: bool = True) -> list[str]:
        """Return the names of users who are not suspended; never empty, because the admin never is."""
        return [each.name for each in self.reference.people.values() if not each.suspended and (visitors or each.site is None)]

    def some_thread(self, random: Random, messages: int = 0, documents: int = 0) -> Holder | None:
        found = [
            each
            for person in self.active()
            for each in self.reference.of(person, library=False)
            if len(each.said) >= messages and len(each.filed) >= documents
        ]
        return random.choice(found) if found else None

    def some_holder(self, random: Random, documents: int = 0) -> Holder | None:
        found = [each for person in self.active() for each in self.reference.of(person) if len(each.filed) >= documents]
        return random.choice(found) if found else None

    # --- threads

    @rule(chance=CHANCE)
    def begin_a_thread(self, chance: int) -> None:
        random = Random(chance)
        person = random.choice(self.active())
        if len(self.reference.of(person, library=False)) >= _MOST_THREADS:
            return

        async def work() -> None:
            made = Holder(self.new_id("t"), person, incognito=random.random() < 0.2)
            body: Json = {"id": made.id, "incognito": made.incognito}
            if random.random() < 0.6:
                named = self.new_word()
                body["name"], made.name = f"About {named}", {named}
            await self.call(person, "POST", "/api/threads", json=body)
            self.reference.holders[made.id] = made

        self.step("begin a thread", work)

    @rule(chance=CHANCE)
    def set_up_a_thread(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random)) is None:
            return

        async def work() -> None:
            settings: Json = {}
            for switch in ("documents", "memory", "other_threads"):
                if random.random() < 0.4:
                    settings[switch] = random.random() < (0.8 if switch == "other_threads" else 0.6)
            offered = [*self.reference.of(thread.owner, library=True), *self.reference.readable(thread.owner)]
            if random.random() < 0.6:
                settings["libraries"] = [each.id for each in random.sample(offered, random.randint(0, len(offered)))]
            prompt = self.new_word() if random.random() < 0.3 else None
            if prompt:
                settings["system_prompt"] = f"Speak like {prompt}."
            body: Json = {"settings": settings}
            if random.random() < 0.2:
                body["archived"] = not thread.archived
            named = self.new_word() if random.random() < 0.2 else None
            if named:
                body["name"] = f"Now {named}"
            answer = await self.call(thread.owner, "PATCH", f"/api/threads/{thread.id}", json=body)
            thread.archived = body.get("archived", thread.archived)
            thread.switches |= {name: value for name, value in settings.items() if isinstance(value, bool)}
            thread.libraries = settings.get("libraries", thread.libraries)
            thread.prompt = {prompt} if prompt else thread.prompt
            if named:
                thread.name, thread.named_by = {named}, None
            self.look(f"thread of {thread.id}", answer.text, self.reference.shown(thread))

        self.step("set up a thread", work)

    @rule(chance=CHANCE)
    def attach_what_is_not_theirs(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random)) is None:
            return
        readable = self.reference.readable(thread.owner)
        others = [each for each in self.reference.holders.values() if each.owner != thread.owner and each not in readable]
        if not others:
            return

        async def work() -> None:
            body = {"settings": {"libraries": [random.choice(others).id]}}
            answer = await self.call(thread.owner, "PATCH", f"/api/threads/{thread.id}", ok=(422,), json=body)
            self.look("refusal", answer.text, set())

        self.step("attach what is not theirs", work)

    @rule(chance=CHANCE)
    def delete_a_holder(self, chance: int) -> None:
        random = Random(chance)
        holder = self.some_holder(random)
        if holder is None or random.random() < 0.5:
            return

        async def work() -> None:
            undo = not holder.library and random.random() < 0.6
            kind = "libraries" if holder.library else "threads"
            answer = await self.call(
                holder.owner, "DELETE", f"/api/{kind}/{holder.id}", params={"undo_seconds": 3_000} if undo else {}
            )
            if undo:
                holder.hidden = True
            else:
                assert answer.json()["verified"], answer.text
                self.reference.remove(holder)
            self.look("receipt", answer.text, set())

        self.step("delete with undo, or at once", work)

    @rule(chance=CHANCE)
    def take_a_delete_back(self, chance: int) -> None:
        random = Random(chance)
        found = [each for each in self.reference.holders.values() if each.hidden and each.owner in self.active()]
        if not found:
            return
        thread = random.choice(found)

        async def work() -> None:
            answer = await self.call(thread.owner, "POST", f"/api/threads/{thread.id}/restore")
            thread.hidden = False
            self.look(f"thread of {thread.id}", answer.text, self.reference.shown(thread))

        self.step("take a delete back", work)

    # --- messages

    @rule(chance=CHANCE)
    def say(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random)) is None or len(thread.said) > _MOST_MESSAGES:
            return

        async def work() -> Holder:
            drafts = []
            for _ in range(random.randint(1, 3)):
                text = self.sentence(random)
                if random.random() < 0.2:
                    text = f"From now on always answer with {self.new_word()} at the end."
                if random.random() < 0.2:
                    text += " " + self.sentence(random)
                draft = {"id": self.new_id("m"), "role": random.choice(("user", "user", "assistant")), "content": text}
                if random.random() < 0.15:
                    draft["author"] = f"Ann {self.new_word()}"
                drafts.append(draft)
            answer = await self.call(thread.owner, "POST", f"/api/threads/{thread.id}/messages", json=drafts)
            if thread.unnamed:
                thread.named_by = next((draft["id"] for draft in drafts if draft["role"] == "user"), None)
            for draft in drafts:
                held = words(draft["content"])
                thread.said[draft["id"]] = Said(draft["role"], held, set(held), author=words(draft.get("author", "")))
            self.look("messages", answer.text, self.reference.shown(thread))
            return thread

        self.step("say", work)

    @rule(chance=CHANCE)
    def edit(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random, messages=1)) is None:
            return

        async def work() -> Holder:
            id = random.choice(list(thread.said)[-6:])
            content = self.sentence(random)
            answer = await self.call(thread.owner, "PATCH", f"/api/threads/{thread.id}/messages/{id}", json={"content": content})
            self.reference.edit(thread, id, words(content))
            self.look("receipt", answer.text, set())
            return thread

        self.step("edit", work)

    @rule(chance=CHANCE)
    def take_a_message_away(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random, messages=1)) is None:
            return

        async def work() -> Holder:
            id = random.choice(list(thread.said))
            answer = await self.call(thread.owner, "DELETE", f"/api/threads/{thread.id}/messages/{id}")
            del thread.said[id]
            self.look("receipt", answer.text, set())
            return thread

        self.step("take a message away", work)

    @rule(chance=CHANCE)
    def look_at_memory(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random, messages=1)) is None:
            return

        async def work() -> Holder:
            place = f"/api/threads/{thread.id}/memory"
            answer = await self.call(thread.owner, "GET", place)
            self.look("memory", answer.text, self.reference.remembered(thread))
            if self.reference.people[thread.owner].site is None:
                page = await self.call(thread.owner, "GET", "/memory", params={"thread": thread.id})
                self.look("memory page", page.text, self.reference.remembered(thread) | self.reference.listed(thread.owner))
            told = answer.json()
            items = [each for each in told["facts"] + told["instructions"] if each["message"] in thread.said]
            if not items:
                return thread
            item = random.choice(items)
            said = thread.said[item["message"]]
            before = words(item["text"], item["original"] or "")
            if random.random() < 0.5:
                await self.call(thread.owner, "DELETE", f"{place}/{item['id']}")
                said.recalled -= before
                said.corrected -= before
            else:
                text = self.sentence(random)
                await self.call(thread.owner, "PATCH", f"{place}/{item['id']}", json={"text": text})
                said.recalled = (said.recalled - before) | words(text)
                said.corrected |= words(item["original"] or item["text"])
            return thread

        self.step("look at memory, correct and forget", work)

    @rule(chance=CHANCE)
    def drop_an_instruction(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random, messages=1)) is None:
            return

        async def work() -> Holder:
            place = f"/api/threads/{thread.id}/instructions"
            answer = await self.call(thread.owner, "GET", place)
            self.look("instructions", answer.text, self.reference.asking(thread))
            for each in answer.json()["instructions"][:1]:
                await self.call(thread.owner, "DELETE", f"{place}/{each['id']}")
            return thread

        self.step("drop an instruction", work)

    # --- documents

    def file(self, random: Random) -> tuple[str, bytes, Words]:
        """Return a file's name and content, and the words in both."""
        named, heading, body, cell = (self.new_word() for _ in range(4))
        thing = random.choice(THINGS)
        text = f"The {thing} {body} stands in the cellar and weighs {random.randint(2, 90)} kilograms."
        kinds: Mapping[str, Callable[[], bytes]] = {
            "md": lambda: f"# {thing} {heading}\n\n{text}\n\n| part | price |\n| --- | --- |\n| seal | {cell} |\n".encode(),
            "txt": lambda: f"{thing.upper()} {heading}\n\n{text}\n\nSpare parts: {cell}.\n".encode(),
            "csv": lambda: f"thing,name,place\n{thing},{body},{heading}\nseal,{cell},cellar\n".encode(),
            "html": lambda: f"<html><title>{heading}</title><h1>{thing}</h1><p>{text}</p><p>{cell}</p></html>".encode(),
            "json": lambda: json.dumps({"thing": thing, "name": heading, "said": text, "cell": cell}).encode(),
            "eml": lambda: (
                f"From: Ann {heading} <ann@example.org>\nTo: bob@example.org\nSubject: {thing} {cell}\n"
                f"Content-Type: text/plain; charset=utf-8\n\n{text}\n"
            ).encode(),
            "docx": lambda: _docx(f"{thing} {heading}", text, cell),
        }
        kind = random.choice(list(kinds))
        return f"{thing} {named}.{kind}", kinds[kind](), {named, heading, body, cell}

    @rule(chance=CHANCE)
    def bring_a_file(self, chance: int) -> None:
        random = Random(chance)
        if (holder := self.some_holder(random)) is None:
            return

        async def work() -> Holder:
            again = bool(holder.filed) and (len(holder.filed) >= _MOST_DOCUMENTS or random.random() < 0.4)
            id = random.choice(list(holder.filed)) if again else self.new_id("d")
            name, content, held = self.file(random)
            answer = await self.call(
                holder.owner, "POST", self._documents(holder), files=[("files", (name, content))], params={"document_id": id}
            )
            [told] = answer.json()["documents"]
            assert told["status"] in ("ready", "updated"), answer.text
            holder.filed.setdefault(id, Filed({})).add(held)
            self.look("document", answer.text, held)
            return holder

        self.step("bring a file, or its next version", work)

    def _documents(self, holder: Holder) -> str:
        return f"/api/{'libraries' if holder.library else 'threads'}/{holder.id}/documents"

    @rule(chance=CHANCE)
    def read_a_document(self, chance: int) -> None:
        random = Random(chance)
        if (holder := self.some_holder(random, documents=1)) is None:
            return

        async def work() -> Holder:
            person = random.choice([holder.owner, *(each for each in self.active() if holder in self.reference.readable(each))])
            place = self._documents(holder)
            listed = await self.call(person, "GET", place)
            self.look("documents", listed.text, holder.documents)
            id, filed = random.choice(list(holder.filed.items()))
            for below in ("", "/text", "/structure", "/chunks", "/file"):
                answer = await self.call(person, "GET", f"{place}/{id}{below}")
                self.look(f"document{below}", answer.text, filed.current)
            versions = await self.call(person, "GET", f"{place}/{id}/versions")
            self.look("versions", versions.text, filed.all)
            numbers = [each["number"] for each in versions.json()["versions"]]
            assert sorted(numbers) == sorted(filed.versions), f"{numbers} of {id}, kept are {list(filed.versions)}"
            if len(numbers) > 1:
                changes = await self.call(person, "GET", f"{place}/{id}/versions/{max(numbers)}/changes")
                self.look("changes", changes.text, filed.all)
            return holder

        self.step("read a document", work)

    @rule(chance=CHANCE)
    def tend_versions(self, chance: int) -> None:
        random = Random(chance)
        if (holder := self.some_holder(random, documents=1)) is None:
            return
        several = {id: filed for id, filed in holder.filed.items() if len(filed.versions) > 1}
        if not several:
            return

        async def work() -> Holder:
            id, filed = random.choice(list(several.items()))
            place = f"{self._documents(holder)}/{id}/versions"
            earlier = random.choice(sorted(filed.versions)[:-1])
            if random.random() < 0.5:
                await self.call(holder.owner, "POST", f"{place}/{earlier}/restore")
                filed.add(filed.versions[earlier])
            else:
                await self.call(holder.owner, "DELETE", f"{place}/{earlier}")
                del filed.versions[earlier]
            return holder

        self.step("restore or delete a version", work)

    @rule(chance=CHANCE)
    def take_a_document_away(self, chance: int) -> None:
        random = Random(chance)
        if (holder := self.some_holder(random, documents=1)) is None or random.random() < 0.4:
            return

        async def work() -> Holder:
            id = random.choice(list(holder.filed))
            answer = await self.call(holder.owner, "DELETE", f"{self._documents(holder)}/{id}")
            del holder.filed[id]
            assert answer.json()["verified"], answer.text
            self.look("receipt", answer.text, set())
            return holder

        self.step("take a document away", work)

    @rule(chance=CHANCE)
    def make_a_library(self, chance: int) -> None:
        random = Random(chance)
        person = random.choice(self.active(visitors=False))
        if len(self.reference.of(person, library=True)) >= _MOST_LIBRARIES:
            return

        async def work() -> None:
            named = self.new_word()
            made = Holder(self.new_id("l"), person, library=True, name={named})
            await self.call(person, "POST", "/api/libraries", json={"id": made.id, "name": f"Shelf {named}"})
            self.reference.holders[made.id] = made

        self.step("make a library", work)

    @rule(chance=CHANCE)
    def share_a_library(self, chance: int) -> None:
        """Share a library or stop sharing it; afterwards nobody but its owner finds any of it, not even in answers."""
        random = Random(chance)
        libraries = self.reference.of(ADMIN, library=True)
        if not libraries:
            return
        library, shared = random.choice(libraries), random.random() < 0.6
        others = [
            each for name in self.active(visitors=False) if name != ADMIN for each in self.reference.of(name, library=False)
        ]
        attaching = random.choice(others) if others and shared else None

        async def work() -> None:
            answer = await self.call(ADMIN, "PATCH", f"/api/libraries/{library.id}", json={"shared": shared})
            library.shared = shared
            self.look("library", answer.text, library.title)
            if attaching is not None:
                attaching.libraries = [library.id]
                body = {"settings": {"libraries": attaching.libraries}}
                await self.call(attaching.owner, "PATCH", f"/api/threads/{attaching.id}", json=body)
            for thread in [each for each in others if library.id in each.libraries and not shared]:
                query = {"query": random.choice(THINGS)}
                found = await self.call(thread.owner, "POST", f"/api/threads/{thread.id}/search", json=query)
                self.look(f"search of {thread.id}", found.text, self.reference.asking(thread))
                for message in [id for id, said in thread.said.items() if said.role == "assistant"]:
                    await self._look_at_answer(thread, message)

        self.step("share a library, or no more", work)
        self._ask(attaching, random)

    @rule(chance=CHANCE)
    def change_what_is_only_shared(self, chance: int) -> None:
        random = Random(chance)
        found = [(person, each) for person in self.active() for each in self.reference.readable(person)]
        if not found:
            return
        person, library = random.choice(found)

        async def work() -> None:
            place, document = f"/api/libraries/{library.id}", f"{self._documents(library)}/{random.choice([*library.filed, 'd'])}"
            tries: list[tuple[str, str, Json]] = [
                ("PATCH", place, {"name": "mine"}),
                ("PATCH", place, {"shared": False}),
                ("DELETE", place, None),
                ("DELETE", document, None),
                ("DELETE", f"{document}/versions/1", None),
                ("POST", f"{document}/versions/1/restore", None),
            ]
            for method, path, body in random.sample(tries, 2):
                answer = await self.call(person, method, path, ok=(403,), **({} if body is None else {"json": body}))
                self.look("refusal", answer.text, set())

        self.step("change what is only shared", work)

    # --- questions

    @rule(chance=CHANCE)
    def ask(self, chance: int) -> None:
        random = Random(chance)
        self._ask(self.some_thread(random), random)

    @rule(chance=CHANCE)
    def ask_once_more(self, chance: int) -> None:
        random = Random(chance)
        self._ask(self.some_thread(random), random)

    def _ask(self, thread: Holder | None, random: Random) -> None:
        if thread is None or len(thread.said) > _MOST_MESSAGES:
            return

        async def work() -> Holder:
            question = self.question(random)
            if random.random() < 0.4:
                question = f"{question.rstrip('?.')} near {self.new_word()}?"
            if random.random() < 0.1:
                question = f"From now on always answer with {self.new_word()}."
            self._said_now = words(question)
            allowed = self.reference.asking(thread) | self._said_now
            body: Json = {"question": question}
            if random.random() < 0.3:
                body["model"] = "extractive"
            if random.random() < 0.2:
                body["remember"] = False
            if random.random() < 0.2:
                body["sources"] = random.sample(["documents", "messages"], random.randint(1, 2))
            unnamed = thread.unnamed
            way = random.choice(("ask", "ask", "stream", "openai", "key"))
            place = f"/api/threads/{thread.id}/ask"
            if way == "openai":
                del body["question"]
                body = {"messages": [{"role": "user", "content": question}], "model": body.get("model", "parrot")}
                answer = await self.call(
                    thread.owner, "POST", "/v1/chat/completions", json={**body, "metadata": {"thread": thread.id}}
                )
            elif way == "stream":
                answer = await self.call(thread.owner, "POST", f"{place}/stream", json=body)
                assert "event: done" in answer.text, answer.text[-600:]
            else:
                headers = {"Idempotency-Key": self.new_id("k")} if way == "key" else {}
                answer = await self.call(thread.owner, "POST", place, json=body, headers=headers)
                if way == "key":
                    again = await self.call(thread.owner, "POST", place, json=body, headers=headers)
                    self.look(f"the same answer of {thread.owner}'s {thread.id}", again.text, allowed)
                    self.replays.append((thread.id, place, body, headers, set(words(again.text))))
            self.look(f"answer of {thread.id}", answer.text, allowed)
            await self.house.settled()
            if body.get("remember", True):
                await self._learn(thread, question, unnamed, answer.text)
            return thread

        self.step("ask", work)

    async def _learn(self, thread: Holder, question: str, unnamed: bool, answer: str) -> None:
        """Record a question and its answer, whose words have been seen already."""
        out, offered = words(answer), words(*_FOLLOW_UPS.findall(answer))
        listed = (await self.call(thread.owner, "GET", f"/api/threads/{thread.id}/messages", params={"limit": 200})).json()
        new = [each for each in listed["messages"] if each["id"] not in thread.said]
        assert [each["role"] for each in new] == ["user", "assistant"], new
        for each in new:
            held = words(each["content"])
            assert held <= out | words(question), f"{held} was never sent"
            thread.said[each["id"]] = said = Said(each["role"], held, set(held))
            if said.role == "assistant":
                said.kept, said.offered = set(out), offered
        if unnamed:
            thread.named_by = new[0]["id"]

    @rule(chance=CHANCE)
    def send_a_question_again(self, chance: int) -> None:
        """Repeat a question with its key: what was deleted since is not in the answer, and a key is useless to other users."""
        random = Random(chance)
        if not self.replays:
            return
        id, place, body, headers, told_before = random.choice(self.replays[-5:])
        thread = self.reference.holders.get(id)
        if thread is None or thread.hidden or thread.owner not in self.active() or len(thread.said) > _MOST_MESSAGES:
            return

        async def work() -> Holder:
            for thief in [name for name in self.active() if name != thread.owner][:1]:
                refused = await self.call(thief, "POST", place, ok=(404,), json=body, headers=headers)
                self.look("refusal", refused.text, set())
            asked = words(body["question"])
            self._said_now = asked
            before = set(thread.said)
            unnamed = thread.unnamed
            answer = await self.call(thread.owner, "POST", place, json=body, headers=headers)
            still = told_before & self.reference.alive(thread.owner)
            allowed = self.reference.shown(thread) | self.reference.asking(thread) | asked | still
            told_before.update(self.look(f"the same answer of {thread.owner}'s {thread.id}", answer.text, allowed))
            await self.house.settled()
            told = answer.json()["message"]["question"]
            listed = (await self.call(thread.owner, "GET", f"/api/threads/{thread.id}/messages", params={"limit": 200})).json()
            if body.get("remember", True) and told not in before and any(each["id"] == told for each in listed["messages"]):
                await self._learn(thread, body["question"], unnamed, answer.text)
            return thread

        self.step("send a question again", work)

    @rule(chance=CHANCE)
    def search(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random)) is None:
            return

        async def work() -> Holder:
            query = self.question(random)
            if random.random() < 0.4:
                query = word(random.randint(1, self._words + 1))  # any user's
            body: Json = {"query": query, "top_k": random.choice((3, 50)), "explain": True, "mode": random.choice(_MODES)}
            if random.random() < 0.3:
                body["sources"] = random.sample(["documents", "messages"], random.randint(1, 2))
            if random.random() < 0.3:
                body["expand"] = True
            asked = [id for id, said in thread.said.items() if said.role == "user"]
            if asked and random.random() < 0.3:
                body["as_of"] = random.choice(asked)
            answer = await self.call(thread.owner, "POST", f"/api/threads/{thread.id}/search", json=body)
            found = answer.json()
            del found["query"]
            rewritten = found.pop("rewritten") or ""
            allowed = self.reference.asking(thread)
            self.look(f"search of {thread.id}", json.dumps(found), allowed)
            self.look(f"rewritten of {thread.id}", rewritten, allowed | words(query))
            return thread

        self.step("search", work)

    @rule(chance=CHANCE)
    def find(self, chance: int) -> None:
        random = Random(chance)
        person = random.choice(self.active())

        async def work() -> None:
            query = random.choice((random.choice(THINGS), word(random.randint(1, self._words + 1))))
            listed = self.reference.listed(person)
            found = await self.call(person, "GET", "/api/search", params={"query": query, "limit": 50})
            self.look(f"finding of {person}", json.dumps(found.json()["hits"]), listed)
            threads = await self.call(person, "GET", "/api/threads", params={"query": query, "archived": "all", "limit": 200})
            self.look(f"threads of {person}", threads.text, listed)
            gone = [each for each in found.json()["hits"] if self.reference.holders[each["thread"]["id"]].incognito]
            assert not gone, gone

        self.step("find", work)

    @rule(chance=CHANCE)
    def speak_mcp(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random)) is None:
            return
        person = thread.owner

        async def call(method: str, **params: object) -> str:
            body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
            return (await self.call(person, "POST", "/api/mcp", ok=(200,), headers=_MCP, json=body)).text

        async def work() -> Holder:
            listed, asking = self.reference.listed(person), self.reference.asking(thread)
            resources = await call("resources/list")
            self.look(f"resources of {person}", resources, listed)
            holder = random.choice(list(self.reference.holders.values()))
            for id, filed in list(holder.filed.items())[:1]:
                kind = "libraries" if holder.library else "threads"
                text = await call("resources/read", uri=f"threadwise://{kind}/{holder.id}/documents/{id}")
                theirs = holder in self.reference.others(person)
                self.look(f"resource of {person}", text, set() if theirs else filed.current)
            self.look(f"threads of {person}", await call("tools/call", name="list_threads", arguments={}), listed)
            arguments = {"thread": thread.id}
            self.look("documents", await call("tools/call", name="list_documents", arguments=arguments), thread.documents)
            found = await call("tools/call", name="search", arguments={**arguments, "query": random.choice(THINGS)})
            self.look(f"search of {thread.id}", found, asking)
            return thread

        self.step("speak MCP", work)

    # --- links, bundles, analytics

    @rule(chance=CHANCE)
    def share(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random)) is None:
            return

        async def work() -> Holder:
            place = f"/api/threads/{thread.id}/share"
            self.reference.links = [each for each in self.reference.links if each.thread != thread.id]
            if thread.incognito:
                await self.call(thread.owner, "POST", place, ok=(422,))
            elif random.random() < 0.25:
                await self.call(thread.owner, "DELETE", place)
            else:
                path = (await self.call(thread.owner, "POST", place)).json()["path"]
                self.links.append(path)
                self.reference.links.append(Link(path, thread.id, list(thread.said)))
            return thread

        self.step("share", work)

    @rule(chance=CHANCE)
    def follow_links(self, chance: int) -> None:
        random = Random(chance)
        if not self.links:
            return

        async def work() -> None:
            for path in random.sample(self.links, min(2, len(self.links))):
                link = next((each for each in self.reference.links if each.path == path), None)
                answer = await self.house.send("GET", path, {})
                thread = self.reference.holders.get(link.thread) if link else None
                alive = thread is not None and not thread.hidden and not self.reference.people[thread.owner].suspended
                assert answer.status_code == (200 if alive else 404), f"{path}: {answer.status_code}"
                self.look(
                    f"link of {link.thread if link else 'nothing'}", answer.text, self.reference.linked(link) if link else set()
                )

        self.step("follow links", work)

    @rule(chance=CHANCE)
    def take_along(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random)) is None:
            return

        async def work() -> Holder:
            answer = await self.call(thread.owner, "GET", f"/api/threads/{thread.id}/export")
            shown = self.reference.shown(thread)
            with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
                for name in packed.namelist():
                    content = packed.read(name)
                    if content.startswith(b"PK"):
                        with zipfile.ZipFile(io.BytesIO(content)) as inner:
                            content = b"\n".join(inner.read(each) for each in inner.namelist())
                    self.look(f"export of {thread.id}", name + content.decode("utf-8", "replace"), shown)
            self.taken_along = [*self.taken_along[-3:], (answer.content, deepcopy(thread))]
            for id in [id for id, said in thread.said.items() if said.role == "assistant"][-1:]:
                await self._look_at_answer(thread, id)
            return thread

        self.step("take along", work)

    async def _look_at_answer(self, thread: Holder, message: str) -> None:
        """Look at an answer with its sources."""
        place, shape = f"/api/threads/{thread.id}/messages/{message}/export", {"Accept": "text/markdown"}
        told = await self.call(thread.owner, "GET", place, ok=(200, 404), headers=shape)
        self.look(f"exported answer of {thread.id}", told.text, self.reference.shown(thread))

    @rule(chance=CHANCE)
    def bring_in(self, chance: int) -> None:
        """Import a bundle, whoever exported it."""
        random = Random(chance)
        person = random.choice(self.active(visitors=False))
        if not self.taken_along or len(self.reference.of(person, library=False)) >= _MOST_THREADS:
            return

        async def work() -> None:
            content, taken = random.choice(self.taken_along)
            made = self.new_id("t")
            await self.call(person, "POST", "/api/threads/import", params={"id": made}, content=content)
            self.reference.brought_in(taken, made, person)

        self.step("bring in", work)

    @rule(chance=CHANCE)
    def look_at_everything(self, chance: int) -> None:
        random = Random(chance)
        person = random.choice(self.active())

        async def work() -> None:
            listed = self.reference.listed(person)
            visits = self.reference.people[person].site is not None
            libraries = [*self.reference.of(person, library=True), *self.reference.readable(person)]
            of_libraries = ["/libraries", *(f"/libraries?library={each.id}" for each in libraries)]
            pages = () if visits else ("/analytics", "/find", "/account", *of_libraries)
            for path in ("/api/threads?limit=200", "/api/libraries", *pages):
                self.look(f"{path} of {person}", (await self.call(person, "GET", path)).text, listed)
            figures = await self.call(person, "GET", "/api/analytics")
            self.look(f"figures of {person}", figures.text, listed | self.reference.searched(person))
            for path in ("/api/analytics?all=true", "/api/users", "/metrics", "/admin", "/health", "/api/widget/sites"):
                self.look(path, (await self.call("root", "GET", path)).text, set())

        self.step("look at lists and figures", work)

    @rule(chance=CHANCE)
    def open_a_thread(self, chance: int) -> None:
        random = Random(chance)
        if (thread := self.some_thread(random)) is None:
            return

        async def work() -> Holder:
            shown = self.reference.shown(thread)
            place = f"/api/threads/{thread.id}"
            for below in ("", "/messages?limit=200"):
                self.look(f"thread{below} of {thread.id}", (await self.call(thread.owner, "GET", place + below)).text, shown)
            figures = await self.call(thread.owner, "GET", f"{place}/analytics")
            self.look(f"figures of {thread.id}", figures.text, shown | self.reference.searched(thread.owner))
            summary = await self.call(thread.owner, "GET", f"{place}/summary")
            self.look(f"summary of {thread.id}", summary.text, thread.recalled)
            return thread

        self.step("open a thread", work)

    @rule(chance=CHANCE)
    def reach_for_what_is_not_theirs(self, chance: int) -> None:
        random = Random(chance)
        person = random.choice(self.active())
        others = self.reference.others(person)
        if not others:
            return
        holder = random.choice(others)

        async def work() -> None:
            message = random.choice([*holder.said, "m"])
            place, documents = f"/api/threads/{holder.id}", self._documents(holder)
            document = random.choice([*holder.filed, "d"])
            tries: list[tuple[str, str, Json]] = [
                ("GET", place, None),
                ("PATCH", place, {"name": "mine"}),
                ("DELETE", place, None),
                ("GET", f"{place}/messages", None),
                ("POST", f"{place}/messages", [{"role": "user", "content": "It is mine."}]),
                ("PATCH", f"{place}/messages/{message}", {"content": "It is mine."}),
                ("DELETE", f"{place}/messages/{message}", None),
                ("GET", f"{place}/messages/{message}/export", None),
                ("GET", f"{place}/export", None),
                ("GET", f"{place}/memory", None),
                ("GET", f"{place}/instructions", None),
                ("GET", f"{place}/summary", None),
                ("GET", f"{place}/analytics", None),
                ("POST", f"{place}/share", None),
                ("DELETE", f"{place}/share", None),
                ("POST", f"{place}/ask", {"question": "What is it called?"}),
                ("POST", f"{place}/search", {"query": "What is it called?"}),
                ("GET", documents, None),
                ("GET", f"{documents}/{document}", None),
                ("GET", f"{documents}/{document}/text", None),
                ("GET", f"{documents}/{document}/chunks", None),
                ("GET", f"{documents}/{document}/file", None),
                ("GET", f"{documents}/{document}/versions", None),
                ("DELETE", f"{documents}/{document}", None),
                ("GET", f"/api/libraries/{holder.id}", None),
                ("DELETE", f"/api/libraries/{holder.id}", None),
            ]
            for method, path, body in random.sample(tries, 4):
                answer = await self.call(person, method, path, ok=(404,), **({} if body is None else {"json": body}))
                self.look("refusal", answer.text, set())

        self.step("reach for what is not theirs", work)

    # --- users

    @rule(chance=CHANCE)
    def suspend_or_resume(self, chance: int) -> None:
        random = Random(chance)
        name = random.choice(PEOPLE[1:])
        if name not in self.reference.people or random.random() < 0.4:
            return
        person = self.reference.people[name]

        async def work() -> None:
            await self.call("root", "PATCH", f"/api/users/{name}", json={"suspended": not person.suspended})
            person.suspended = not person.suspended
            if person.suspended:
                await self.call(name, "GET", "/api/threads")

        self.step("suspend or resume", work)

    @rule(chance=CHANCE)
    def come_or_go(self, chance: int) -> None:
        """Remove or add a user: nothing of a removed one is left, and a new one of the same name finds nothing."""
        random = Random(chance)
        name = random.choice(PEOPLE[1:])
        if name in self.reference.people and random.random() < 0.8:
            return

        async def work() -> None:
            if name not in self.reference.people:
                await self._join(name)
                return
            answer = await self.call("root", "DELETE", f"/api/users/{name}")
            self.look("receipt", answer.text, set())
            old = self.keys.pop(name)
            assert (await self.house.send("GET", "/api/threads", old)).status_code == 401
            self.reference.remove_person(name)

        self.step("come or go", work)

    @rule(chance=CHANCE)
    def welcome_a_visitor(self, chance: int) -> None:
        random = Random(chance)
        owner = random.choice(self.active(visitors=False))
        theirs = [each for each in self.reference.people.values() if each.site == owner]
        threads = [each for each in self.reference.of(owner, library=False) if not each.incognito]

        async def work() -> None:
            called = random.choice(("p", "q"))
            libraries = [each.id for each in self.reference.of(owner, library=True) if random.random() < 0.6]
            body: Json = {"visitor": called, "origin": ORIGIN, "libraries": libraries}
            if threads and random.random() < 0.4:
                body["thread"] = random.choice(threads).id
            answer = await self.call(owner, "POST", "/api/widget/token", json=body)
            self.look("token", answer.text, set())
            user = await self.house.application.accounts.by_name(owner)
            assert user is not None
            visitor = await self.house.application.assistant.named_visitor(user, ORIGIN, called)
            name = f"visitor {called} of {owner}"
            self.keys[name] = {"x-visitor": visitor.user.id}
            self.reference.people[name] = Person(
                name, site=owner, granted=[*libraries, *([body["thread"]] if "thread" in body else [])]
            )

        async def erase() -> None:
            visitor = random.choice(theirs)
            called = visitor.name.split()[1]
            answer = await self.call(owner, "DELETE", "/api/widget/visitor", params={"visitor": called, "origin": ORIGIN})
            assert answer.json()["verified"], answer.text
            self.reference.remove_person(visitor.name)

        self.step("welcome or erase a visitor", erase if theirs and random.random() < 0.3 else work)

    @rule(chance=CHANCE)
    def let_time_pass(self, chance: int) -> None:
        """Let time pass, after which incognito threads that nobody has open are deleted."""
        random = Random(chance)
        if random.random() < 0.7:
            return

        async def work() -> None:
            self.house.now += timedelta(minutes=6)
            await self.house.application.assistant.close_incognito()
            for thread in [each for each in self.reference.holders.values() if each.incognito]:
                self.reference.remove(thread)

        self.step("let time pass", work)

    @rule(chance=CHANCE)
    def stop_and_start(self, chance: int) -> None:
        random = Random(chance)
        if random.random() < 0.85:
            return

        async def work() -> None:
            await self.house.stop()
            await self.house.start()
            self.reference.restart()

        self.step("stop and start", work)


_MODES = ("hybrid", "hybrid", "dense", "keyword")


def _docx(heading: str, text: str, cell: str) -> bytes:
    """Return a minimal DOCX."""
    kind, content = "application/vnd.openxmlformats", "officedocument.wordprocessingml.document.main+xml"
    main = f"{_DOCX}/wordprocessingml/2006/main"
    said = "".join(f"<w:p><w:r><w:t>{each}</w:t></w:r></w:p>" for each in (heading, text, cell))
    relation = f"{_DOCX}/officeDocument/2006/relationships/officeDocument"
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{_DOCX}/package/2006/content-types">'
            f'<Default Extension="rels" ContentType="{kind}-package.relationships+xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{kind}-{content}"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{_DOCX}/package/2006/relationships">'
            f'<Relationship Id="r1" Type="{relation}" Target="word/document.xml"/></Relationships>',
            "word/document.xml": f'<w:document xmlns:w="{main}"><w:body>{said}</w:body></w:document>',
        }
    )
