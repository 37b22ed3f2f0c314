"""The words everything else speaks: threads, messages, documents, chunks, passages, citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Literal

Role = Literal["user", "assistant"]


def utc_now() -> datetime:
    """The wall clock, in UTC. Deciding code never calls this; it takes `now` as an argument."""
    return datetime.now(UTC)


# --- people ------------------------------------------------------------------------------------------------------


UserRole = Literal["admin", "member", "visitor"]


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who owns threads. In local mode there is exactly one, `local`, and the visitors of its widgets."""

    id: str
    name: str
    role: UserRole = "member"
    """A visitor came by a site's widget: known to nobody but that site, with what its owner lets them search."""
    created_at: datetime | None = None
    suspended: bool = False
    """Shut out until an admin lets them in again."""


# --- threads and what is said in them ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Thread:
    """One conversation with its files; nothing in it shows in another thread."""

    id: str
    user: str
    """Id of the owner."""
    name: str | None
    created_at: datetime
    updated_at: datetime
    settings: dict[str, object] = field(default_factory=dict)
    pinned: bool = False
    """In front of the others."""
    archived: bool = False
    """Put away: listed only by itself, and found by a search."""
    incognito: bool = False
    """Neither listed nor recalled from elsewhere, and deleted when it is closed."""
    shared_at: datetime | None = None
    """Since when anybody with its link may read what had been said until then."""


@dataclass(frozen=True, slots=True)
class Library:
    """Documents by themselves, which are attached to threads."""

    id: str
    user: str
    """Id of the owner."""
    name: str
    """Unique among the owner's."""
    created_at: datetime
    updated_at: datetime
    documents: int = 0
    shared: bool = False
    """By an admin, with every member, who may read it and attach it to threads."""
    read_only: bool = False
    """It is somebody else's, for whoever asks."""


@dataclass(frozen=True, slots=True)
class ThreadSettings:
    """What the questions of a thread search, as its owner chose."""

    documents: bool = True
    memory: bool = True
    """Recall of what was said. Off: neither here, nor from the owner's other threads."""
    other_threads: bool = False
    """Recall of what was said in the owner's other threads, too."""
    libraries: tuple[str, ...] = ()
    """Ids of those attached, as they were chosen: which of them are the owner's is looked up for each question."""
    half_life_days: float | None = None
    """Of what was said; `None`: that of the installation."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A library, or another thread of the same person, that a question may search beside its own thread."""

    id: str
    kind: Literal["library", "thread"]
    name: str

    @property
    def source(self) -> Source:
        """Of a library its documents are searched, of another thread what was said."""
        return Source.DOCUMENT if self.kind == "library" else Source.MESSAGE


@dataclass(frozen=True, slots=True)
class Message:
    """One turn as it was said."""

    id: str
    thread: str
    role: Role
    content: str
    created_at: datetime
    author: str | None = None
    """Name of the speaker, when it is more than the role (imported conversations of several people)."""
    sequence: int = 0
    """Position in the thread; later is larger. Order is by this, never by the clock."""
    interrupted: bool = False
    """The answer was stopped or cut off; what had been written is kept."""
    rewritten: str | None = None
    """A question that leaned on what was said before, as it was understood."""
    recalled: str | None = None
    """The text without what its speaker had forgotten, and with what they corrected; `None`: as it was said."""

    @property
    def heard(self) -> str:
        """What is indexed of it, and what a model reads."""
        return self.content if self.recalled is None else self.recalled


@dataclass(frozen=True, slots=True)
class Branch:
    """One form of a question that was edited, with what was said behind it."""

    form: int
    """Counted from 1 as they were asked; one that was deleted leaves a gap."""
    content: str
    messages: int
    """Behind the question."""
    current: bool
    """Whether the thread goes on from this one."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that a caller brings; what is missing (id, time) is filled in when it is stored."""

    role: Role
    content: str
    id: str | None = None
    author: str | None = None
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Summary:
    """What a model made of a conversation, from its beginning up to a message. It lives as long as these say it."""

    id: str
    thread: str
    text: str
    first_sequence: int
    last_sequence: int
    first_at: datetime
    last_at: datetime
    """When the first and the last message that it covers were said."""
    messages: int
    """How many it covers."""
    model: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Instruction:
    """What somebody asked of every answer from then on. It lives as long as the message that says it, as it says it."""

    id: str
    thread: str
    message: str
    """Id of that message."""
    text: str
    created_at: datetime
    original: str | None = None
    """As the message says it, where the text was corrected."""


@dataclass(frozen=True, slots=True)
class Altered:
    """A place of a message that is recalled otherwise than it was said."""

    start: int
    end: int
    text: str | None
    """In its place; `None`: it is forgotten."""


# --- documents ---------------------------------------------------------------------------------------------------


class Source(StrEnum):
    """Where a chunk comes from. Each thread has one collection of each kind."""

    DOCUMENT = "document"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it arrives. The name is shown to people and never used in a path."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters, `text[start:end]`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Remembered:
    """Something that questions can come back to: what is asked of every answer, or what somebody told."""

    id: str
    thread: str
    message: str
    """Id of the message that says it."""
    kind: Literal["instruction", "fact"]
    text: str
    """As it is recalled."""
    original: str
    """As it was said."""
    said_at: datetime
    span: Span | None = None
    """Where in the message; `None` where that is looked up."""
    superseded_by: str | None = None
    """Id of a later fact that takes its place."""

    @property
    def corrected(self) -> bool:
        return self.text != self.original


@dataclass(frozen=True, slots=True)
class Memory:
    """What a thread remembers."""

    recalled: bool
    """False when the thread's memory is off: what was said is kept and not come back to."""
    instructions: tuple[Remembered, ...]
    facts: tuple[Remembered, ...]
    elsewhere: tuple[tuple[Elsewhere, tuple[Remembered, ...]], ...] = ()
    """Of the owner's other threads, when this one may recall them."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a paged document, as a range of the extracted text."""

    number: int
    """Counted from 1 in file order."""
    start: int
    end: int
    label: str | None = None
    """The number printed on the page, when the file states it (`iv`, `A-3`)."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a section begins in the extracted text."""

    title: str
    level: int
    """1 is the outermost."""
    start: int
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A stretch of the extracted text in which each line is one row."""

    start: int
    end: int
    columns: tuple[str, ...] = ()
    """Their names in order, when every row is written `name: value; name: value`; empty when rows stand as they are printed."""
    header: str = ""
    """What names the columns of rows that stand as they are printed; repeated in front of each chunk of them."""
    title: str | None = None
    """A sheet's name, a caption."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was read of a file, and what could not be."""

    pages_without_text: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()
    """One plain sentence each."""
    ocr_pages: tuple[int, ...] = ()
    """Pages whose text was recognised from a picture, with the mistakes that this brings."""
    awaiting_ocr: tuple[int, ...] = ()
    """Pages that are still to be looked at for that."""
    duplicate_pages: tuple[int, ...] = ()
    """Pages that repeat an earlier page word for word."""
    tables: int = 0
    language: str | None = None
    """ISO 639-1 code of the language that most of the text is in."""
    characters_dropped: int = 0
    """Invisible and control characters that were left out."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """A file turned into text. All offsets anywhere in the product refer to `text`."""

    text: str
    media_type: str
    pages: tuple[Page, ...] = ()
    """Empty for formats without pages."""
    headings: tuple[Heading, ...] = ()
    """In the order of `start`; a heading's own line belongs to its section."""
    tables: tuple[Table, ...] = ()
    """In the order of `start`, apart from one another. Their rows are kept whole and packed together, never split unless longer
    than a chunk."""
    noise: tuple[Span, ...] = ()
    """In order: what belongs to no chunk (running headers and footers, page numbers)."""
    title: str | None = None
    coverage: Coverage = Coverage()


@dataclass(frozen=True, slots=True)
class Section:
    """A node of a document's tree: the document itself (level 0), then headings 1..n."""

    id: str
    parent: str | None
    title: str
    level: int
    start: int
    end: int
    page: int | None = None


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Chunk:
    """The unit that is embedded, indexed and found: a piece of a document, or of a message."""

    id: str
    thread: str
    source: Source
    parent: str
    """Id of the document or message that it is a piece of."""
    index: int
    """Position among the chunks of its parent, from 0."""
    text: str
    """`parent_text[start:end]`, to the character."""
    header: str
    """What is indexed in front of the text: document and heading path, or speaker and date."""
    start: int
    end: int
    page: int | None = None
    section: tuple[str, ...] = ()
    """Heading path, outermost first; empty for messages."""
    section_id: str | None = None
    rows: tuple[int, int] | None = None
    """First and last row of the table that it is a piece of, from 1."""
    fields: dict[str, str] | None = None
    """A table's row that is a chunk by itself: its cells by column."""
    ocr: bool = False
    """The page's text was recognised from a picture. Not stored with it: a chunk as found has it of its document's coverage."""

    @property
    def indexed(self) -> str:
        """The text that is embedded and keyword-indexed."""
        return indexed(self.header, self.text)


def indexed(header: str, text: str) -> str:
    """The text that is embedded and keyword-indexed of a chunk."""
    return f"{header}\n{text}" if header else text


class DocumentStatus(StrEnum):
    READY = "ready"
    UNCHANGED = "unchanged"
    UPDATED = "updated"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Document:
    """A file in a thread, and how far it has been read."""

    id: str
    thread: str
    name: str
    media_type: str
    bytes: int
    sha256: str
    status: DocumentStatus
    created_at: datetime
    version: int = 1
    pages: int | None = None
    chunks: int = 0
    characters: int = 0
    coverage: Coverage = Coverage()
    error_code: str | None = None
    error_detail: str | None = None
    embedded: int = 0
    """Chunks embedded for this version."""
    reused: int = 0
    """Chunks taken over unchanged from the version before."""
    awaiting_vectors: int = 0
    """Chunks that are found by their words only until their vectors are made."""
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A section (or page) of one version of a document, for comparing it with another."""

    path: tuple[str, ...]
    """Heading path, outermost first; unique within its version."""
    digest: str
    """Of its own words, those of the sections below it left out."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Heading paths of what differs between two versions, in the order of the text."""

    added: tuple[tuple[str, ...], ...] = ()
    removed: tuple[tuple[str, ...], ...] = ()
    changed: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a document; its file is kept, so that it can be brought back."""

    number: int
    """From 1; a version that is brought back gets a number of its own."""
    name: str
    sha256: str
    media_type: str
    bytes: int
    pages: int | None
    characters: int
    chunks: int
    created_at: datetime
    parts: tuple[Part, ...]


class Stage(StrEnum):
    """A file's way. The percentage of each stage stands in `ingestion.pipeline`."""

    WAITING = "waiting"
    EXTRACTING = "extracting"
    CHUNKING = "chunking"
    EMBEDDING = "embedding"
    INDEXING = "indexing"
    RECOGNISING = "recognising"
    COMPLETE = "complete"


class JobState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Job:
    """How far the reading of one file is; what the progress element polls."""

    id: str
    thread: str
    document: str
    name: str
    """File name, for people."""
    state: JobState
    stage: Stage
    done: int
    of: int
    percent: int
    error_code: str | None = None
    error_detail: str | None = None
    askable: bool = False
    """Its text is found by its words already. Not stored: a job that is taken up again says so anew."""


# --- questions and what is found for them ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Filters:
    """Narrow the search before anything is cut; `None` means no limit."""

    document: str | None = None
    level: int | None = None
    leaf: str | None = None
    after: datetime | None = None
    before: datetime | None = None
    role: Role | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a thread, with how to search for it."""

    thread: str
    text: str
    now: datetime
    """The moment that recency is measured against."""
    history: tuple[str, ...] = ()
    """Earlier user turns, oldest first."""
    rewritten: str | None = None
    """The question put so that it stands by itself, when it leans on what was said before: what is searched for in its place."""
    top_k: int | None = None
    """At most so many passages; `None`: as many as the budget holds."""
    mode: Literal["hybrid", "dense", "keyword"] = "hybrid"
    sources: frozenset[Source] | None = None
    """`None`: those that the thread's settings leave on."""
    elsewhere: tuple[Elsewhere, ...] = ()
    """What is searched beside the thread. Only `assistant.scope` fills this, from rows of the person who asks: never a caller."""
    threshold: float | None = None
    """Least fused score, 0 to 1; `None`: the setting."""
    budget_characters: int | None = None
    """Characters of all passages together; `None`: the setting."""
    filters: Filters = Filters()
    recency: bool = True
    half_life_days: float | None = None
    """In place of the settings' own."""
    diversity: bool = True
    expand: bool = False
    """Widen passages to their section or neighbours, for what the model reads."""
    two_step: bool = False
    """Find the sections about the topic first, then passages inside these."""
    explain: bool = False
    candidates: int | None = None
    """To explain: so many are enough, the others are counted only; `None`: all."""
    without: frozenset[str] = frozenset()
    """Ids of messages that count as not said: the question itself, what came after it."""

    @property
    def meant(self) -> str:
        """As it stands by itself."""
        return self.rewritten or self.text


@dataclass(frozen=True, slots=True)
class Scores:
    """Each part of a passage's score."""

    dense: float | None
    """Cosine similarity, -1 to 1; `None` when the vector search did not reach it."""
    keyword: float | None
    """BM25, 0 and up; `None` when no term matched."""
    fused: float
    """0 to 1, comparable within one search."""
    recency: float = 1.0
    """The factor applied, by the message's age and by how it fits the time that is asked for; 1 for documents."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as found for a question, with where it comes from."""

    rank: int
    """From 1."""
    score: float
    chunk: Chunk
    scores: Scores
    document_name: str | None = None
    document_version: int | None = None
    role: Role | None = None
    author: str | None = None
    created_at: datetime | None = None
    """When the message was said; `None` for documents."""
    superseded_by: str | None = None
    """Id of a later message that gives what this one says another value."""
    elsewhere: Elsewhere | None = None
    """Where it stands when that is not the thread of the question."""
    summary: Summary | None = None
    """It is this summary of the conversation, not a message."""

    @property
    def parent(self) -> tuple[str, str]:
        """Its document or message, whose own id is unique only within the thread or library."""
        return self.chunk.thread, self.chunk.parent


Cut = Literal["duplicate", "threshold", "section", "diversity", "top_k", "budget"]
"""The steps that cut a candidate, in their order."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """For `explain`: a passage that was considered, with what each step of the selection did to it."""

    passage: Passage
    """Its `rank` is the final one; 0 when it was cut."""
    cut: Cut | None
    """The step that cut it; `None`: it was kept."""
    place: int
    """By score alone, from 1: before anything was cut or moved."""
    strength: float = 1.0
    """How likely it is that its collection (the documents, or the messages) holds anything about the question, 0 to 1."""
    least_strength: float = 0.0
    """What that must come to."""
    lowered: float = 0.0
    """What diversity took off its score, for standing behind enough others of its source."""
    room: int | None = None
    """Characters left of the budget when its turn came; `None`: it was cut before that."""
    by_words: bool = False
    """It would have been cut, but keeps a place because it names most of what is asked."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of what was found is kept."""

    threshold: float
    """How likely a collection must hold anything about the question for its passages to be kept."""
    strengths: Mapping[str, float]
    """How likely that is, by chunk."""
    least_score: float
    """Fused score that a passage needs; always more than nothing."""
    top_k: int
    budget_characters: int
    looked_at: int
    """So many of the best candidates compete; those behind them would be cut anyway and are only listed."""
    diversity: bool
    sections: int | None
    """Only passages of so many best sections are kept; `None`: of all."""
    lexical: str | None
    """Chunk that names most of what is asked; it keeps a place beside others, since fusion is known to bury exact names and
    numbers."""
    small: frozenset[str] = frozenset()
    """Chunks of collections that are small enough to be read whole."""
    small_threshold: float = 0.0
    """`threshold` for these."""
    untold: frozenset[str] = frozenset()
    """Chunks of which nothing tells whether they hold anything about the question: they are in another language than it, or of a
    small collection and they or it are not in English."""

    def least_strength(self, chunk: str) -> float:
        """How likely its collection must be to hold something about the question."""
        if chunk in self.untold:
            return 0.0
        return self.small_threshold if chunk in self.small else self.threshold


@dataclass(frozen=True, slots=True)
class Covered:
    """A document that was gone through by its sections, in place of a search for the best passages."""

    document: str
    """Id."""
    name: str
    sections: int
    """So many of them are covered; the smallest are left out of a long document."""
    of: int
    within: str | None = None
    """The heading that was asked for; `None`: all of the document."""


@dataclass(frozen=True, slots=True)
class Found:
    """What retrieval gives for a question."""

    question: str
    rewritten: str
    passages: tuple[Passage, ...]
    confidence: float
    """0 to 1: how likely the passages hold the answer."""
    timing_ms: dict[str, float]
    candidates: tuple[Candidate, ...] = ()
    """When it is to be explained: the kept ones in their final order, then the others by their place."""
    unlisted: Mapping[Cut, int] = field(default_factory=dict)
    """How many more were considered, and which step would cut them."""
    limits: Limits | None = None
    """What the candidates were cut by."""
    note: str | None = None
    """One sentence when the search was not all it should be (an index away, another embedder)."""
    small: bool = False
    """Whether all that the passages were chosen from is small enough to be read, whatever it is about."""
    covered: tuple[Covered, ...] = ()
    """Documents that were gone through by their sections, because the question wants the whole of them."""
    corrected: str | None = None
    """The question with words put right that are misspelt; `None` where none are."""
    recounted: bool = False
    """The passages are what was said at the time that the question asks for, which is all that it wants."""


# --- answers -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Citation:
    """`[marker]` in the answer stands for this passage."""

    marker: int
    """Number of the passage, its `rank`; citations stand in order of first use."""
    passage: Passage
    quote: str
    """The words of the passage that support the claim; a substring of the passage's text."""
    supported: bool = True

    @property
    def start(self) -> int | None:
        """Where the quote begins in the text of the passage's document or message; `None` where the passage does not hold it."""
        within = self.passage.chunk.text.find(self.quote) if self.quote else -1
        return self.passage.chunk.start + within if within >= 0 else None


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of an answer that cites, `text[start:end]` with its markers, held against what it cites."""

    start: int
    end: int
    markers: tuple[int, ...]
    supported: bool
    reason: str | None = None
    """What the sources do not bear out: `quote`, `number`, `date`, `name`, `negation`, `direction` or `words`."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """How far an answer may be trusted, in one word, and why when it is low."""

    level: Literal["high", "medium", "low"]
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens spent; zero for answers without a model."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    """In whatever the model's prices are given in; `None` without prices."""
    estimated: bool = False
    """The endpoint did not say; counted by the length of the texts."""

    @property
    def tokens(self) -> int:
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            sum(costs) if costs else None,
            self.estimated or other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """A finished answer: the text with `[n]` markers, and what they stand for."""

    text: str
    grounded: bool
    """False when nothing relevant was found; then there are no citations."""
    citations: tuple[Citation, ...]
    passages: tuple[Passage, ...]
    confidence: float
    model: str
    question_id: str
    answer_id: str
    follow_ups: tuple[str, ...] = ()
    usage: Usage = Usage()
    timing_ms: dict[str, float] = field(default_factory=dict)
    note: str | None = None
    """One sentence to the reader about how the answer came about (no model connected, the model failed)."""
    claims: tuple[Claim, ...] = ()
    trust: Confidence | None = None
    """`None` for what rests on no search."""
    near: tuple[Passage, ...] = ()
    """When nothing was found: what comes closest."""
    searched: str | None = None
    """Then, too: what was looked through, in a sentence."""
    covered: tuple[Covered, ...] = ()
    """As in `Found`."""


@dataclass(frozen=True, slots=True)
class Reference:
    """A citation as it is kept with its answer: enough to say and to open what it stands for."""

    marker: int
    quote: str
    supported: bool
    source: Source
    parent: str
    """Id of the document or message."""
    start: int
    end: int
    name: str | None = None
    """Of the document."""
    page: int | None = None
    section: tuple[str, ...] = ()
    speaker: str | None = None
    said_at: datetime | None = None
    since: datetime | None = None
    """Of a summary: when the first message was said that it covers; `said_at` is the last one's."""
    place: str | None = None
    """Id of the thread or library that it is of; `None`: the thread of the answer."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a passage is of."""

    parent: str
    """Id of the document or message."""
    place: str | None
    """As of a reference."""


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """What is kept of an answer besides its text."""

    question: str
    """Id of the message that asked."""
    model: str
    references: tuple[Reference, ...]
    """In the order of first use."""
    claims: tuple[Claim, ...] = ()
    trust: Confidence | None = None
    note: str | None = None
    follow_ups: tuple[str, ...] = ()
    """Questions that stood under it."""
    suggested_by: tuple[Origin, ...] = ()
    """What these were made of: all that was found, cited or not."""


# --- deleting ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a delete removed, and that a probe afterwards found nothing."""

    messages: int = 0
    documents: int = 0
    chunks: int = 0
    vectors: int = 0
    keyword_rows: int = 0
    files: int = 0
    cache_entries: int = 0
    verified: bool = False

    def __add__(self, other: Receipt) -> Receipt:
        """Of both deletes; verified when both are."""
        return Receipt(
            self.messages + other.messages,
            self.documents + other.documents,
            self.chunks + other.chunks,
            self.vectors + other.vectors,
            self.keyword_rows + other.keyword_rows,
            self.files + other.files,
            self.cache_entries + other.cache_entries,
            self.verified and other.verified,
        )


@dataclass(frozen=True, slots=True)
class Health:
    """One part's state for the health report."""

    ok: bool
    detail: dict[str, object] = field(default_factory=dict)
