"""Request bodies as Pydantic models. Unknown fields are ignored; those that look like a misspelt known one are refused."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    Field,
    StrictBool,
    StrictInt,
    WithJsonSchema,
    model_validator,
)
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError, PydanticKnownError

from chat.api.misspelt_fields import misspelt
from chat.api.types import Identifier
from chat.domain import LONGEST_HALF_LIFE, Draft, Filters, Question, Role, Source, utc_now
from chat.faults import MISSPELT_FIELDS

_SURROGATES = re.compile("[\ud800-\udfff]")
_DATE = re.compile(r"\d{4}-")
_DEEPEST = 20
_FIRST_YEAR, _LAST_YEAR = 1970, 2200
_SOME_WORDS: JsonDict = {"minLength": 1, "pattern": r"\S"}
"""JSON Schema of a text that is not blank. It only documents the field; blank texts are rejected elsewhere."""


def storable(value: Any) -> Any:  # Any: a value from the caller's JSON
    """Return a string without NUL, which PostgreSQL refuses, and with lone surrogates as U+FFFD; other values as is."""
    return _SURROGATES.sub("\ufffd", value.replace("\0", "")) if isinstance(value, str) else value


def _tree(value: Any, depth: int = 0) -> Any:  # Any: any JSON
    if depth > _DEEPEST:
        raise ValueError(f"nested more than {_DEEPEST} deep")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("holds a number that JSON does not have")
    if isinstance(value, dict):
        return {storable(key): _tree(each, depth + 1) for key, each in value.items()}
    if isinstance(value, list):
        return [_tree(each, depth + 1) for each in value]
    return storable(value)


def _written(value: Any) -> Any:  # Any: a value from the caller's JSON
    """Accept only a datetime or a text that starts with a year; Pydantic would read a number, even as text, as Unix time."""
    if isinstance(value, datetime) or (isinstance(value, str) and _DATE.match(value)):
        return value
    raise PydanticKnownError("datetime_type")


def _utc(value: datetime) -> datetime:
    """Convert a time to UTC; one without a zone is taken as UTC."""
    try:
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("out of range") from error


def _day(value: datetime) -> datetime:
    """Accept times of the years 1970 to 2200; others are mistakes and would always sort first or last."""
    if not _FIRST_YEAR <= value.year <= _LAST_YEAR:
        raise ValueError(f"a time of the years {_FIRST_YEAR} to {_LAST_YEAR} is wanted")
    return value


def _said(value: str) -> str:
    if not value.strip():
        raise ValueError("a message needs some text")
    return value


class Body(BaseModel):
    """Base of request bodies. Unknown fields are ignored, as clients may send more than we know; one that is nearly the name of a
    known field is refused as a misspelling, since the caller's wish would be silently ignored."""

    @model_validator(mode="before")
    @classmethod
    def _is_spelt_right(cls, given: Any) -> Any:  # Any: a value from the caller's JSON
        if isinstance(given, dict):
            meant = misspelt([str(storable(name)) for name in given], list(cls.model_fields))
            if meant:
                raise PydanticCustomError(MISSPELT_FIELDS, "misspelt fields", {"meant": meant})
        return given


Text = Annotated[str, BeforeValidator(storable)]
Name = Annotated[Text, Field(max_length=1_000)]
Time = Annotated[datetime, BeforeValidator(_written), AfterValidator(_utc)]
Day = Annotated[Time, AfterValidator(_day)]
"""When a message was sent or a thread created; in UTC, in a plausible year."""
ThreadSettings = Annotated[
    dict[str, object],
    BeforeValidator(_tree),
    WithJsonSchema(
        {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "documents": {"type": ["boolean", "null"], "description": "Search documents. Default: true."},
                "memory": {"type": ["boolean", "null"], "description": "Recall messages. Default: true."},
                "other_threads": {
                    "type": ["boolean", "null"],
                    "description": "Recall messages of your other threads, too. Default: false.",
                },
                "model": {"type": ["string", "null"], "description": "Model that answers. Default: the first connected model."},
                "system_prompt": {
                    "type": ["string", "null"],
                    "description": "Instructions for the model, in front of Threadwise's own.",
                },
                "half_life_days": {
                    "type": ["number", "null"],
                    "exclusiveMinimum": 0,
                    "maximum": 36_500,
                    "description": "Days after which a message counts half as recent. Default: the setting of the server.",
                },
                "libraries": {
                    "type": ["array", "null"],
                    "items": {"type": "string"},
                    "description": "Ids of the attached libraries.",
                },
            },
        }
    ),
]
"""Settings of a thread. Their values are validated where they are applied, so that all interfaces check them alike."""


class NewThread(Body):
    name: Name | None = None
    id: Identifier | None = Field(None, description="An id of your choice. Default: a UUID.")
    created_at: Day | None = None
    incognito: StrictBool = Field(
        False, description="The thread is neither listed nor recalled from other threads, and it is deleted when it is closed."
    )
    settings: ThreadSettings | None = Field(None, description="Settings that are not given have their defaults.")


class ThreadChange(Body):
    name: Name | None = None
    pinned: StrictBool | None = Field(None, description="Whether the thread is listed before the others.")
    archived: StrictBool | None = Field(None, description="Whether the thread is listed with `archived=true` only.")
    settings: ThreadSettings | None = Field(
        None, description="Only the given settings are changed; `null` resets one to its default."
    )


class NewMessage(Body):
    role: Role
    content: Annotated[Text, AfterValidator(_said), Field(json_schema_extra=_SOME_WORDS)]
    id: Identifier | None = None
    author: Annotated[Text, Field(max_length=255)] | None = None
    created_at: Day | None = None

    def draft(self) -> Draft:
        return Draft(self.role, self.content, self.id, self.author, self.created_at)


class MessageChange(Body):
    content: Text = Field(json_schema_extra=_SOME_WORDS)
    keep: StrictBool = False
    """Whether the question as it was, with the messages that follow it, is kept as a branch."""


class Unlock(Body):
    password: Annotated[Text, Field(min_length=1, max_length=1_000)]


class SearchFilters(Body):
    document: Identifier | None = None
    level: Annotated[StrictInt, Field(ge=0, le=1_000)] | None = None
    leaf: Text | None = None
    after: Time | None = None
    before: Time | None = None
    role: Role | None = None

    @model_validator(mode="after")
    def _is_possible(self) -> Self:
        if self.after is not None and self.before is not None and self.after > self.before:
            raise ValueError("`after` is later than `before`, so nothing could be found")
        return self


_KINDS = {"documents": Source.DOCUMENT, "messages": Source.MESSAGE}


NO_BUDGET = 2**31
"""Budget in characters that no passages exceed: no limit."""
MOST_CHARACTERS = 1_000_000
"""Largest budget that can be asked for."""


class SearchOptions(Body):
    """Options of a search, the same for `search` and `ask`."""

    top_k: Annotated[StrictInt, Field(ge=1, le=200)] | None = None
    mode: Literal["hybrid", "dense", "keyword"] = "hybrid"
    sources: Annotated[list[Literal["documents", "messages"]], Field(min_length=1)] | None = Field(
        None, description="Where to search. Default: the thread's settings."
    )
    threshold: Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)] | None = Field(
        None, description="Minimum fused score."
    )
    history: Annotated[list[Annotated[Text, Field(max_length=20_000)]], Field(max_length=100)] | None = Field(
        None, description="The user's earlier turns, oldest first."
    )
    filters: SearchFilters | None = None
    now: Time | None = Field(
        None,
        description="The time to use instead of the current time. A search with `explain` leaves out messages said after it.",
    )
    recency: StrictBool = True
    diversity: StrictBool = True
    expand: StrictBool = Field(False, description="Widen passages to their section, or to the sentences around them.")
    two_step: StrictBool = Field(False, description="Find the sections about the topic first, then passages in them.")
    explain: StrictBool = False

    def asked(self, thread: str, text: str) -> Question:
        return Question(
            thread=thread,
            text=text,
            now=self.now or utc_now(),
            history=tuple(self.history or ()),
            top_k=self.top_k,
            mode=self.mode,
            sources=None if self.sources is None else frozenset(_KINDS[kind] for kind in self.sources),
            threshold=self.threshold,
            filters=Filters(**(self.filters or SearchFilters()).model_dump()),
            recency=self.recency,
            diversity=self.diversity,
            expand=self.expand,
            two_step=self.two_step,
            explain=self.explain,
        )


class Search(SearchOptions):
    query: Text = Field(json_schema_extra=_SOME_WORDS, examples=["How long is the warranty?"])
    top_k: Annotated[StrictInt, Field(ge=1, le=200)] | None = 5
    as_of: Identifier | None = Field(
        None,
        description="Id of a message. Search as its answer did: with its time as `now`, unless that is given, the user turns "
        "before it as `history`, an answer's budget, and without the messages from there on.",
    )
    candidates: Annotated[StrictInt, Field(ge=1)] | None = Field(
        None, description="With `explain`, list at most so many candidates, the kept ones first; `cuts` counts all of them."
    )
    half_life_days: Annotated[float, Field(strict=True, gt=0, le=LONGEST_HALF_LIFE, allow_inf_nan=False)] | None = Field(
        None, description="Days in which recency halves. Default: the thread's setting."
    )
    budget_characters: Annotated[StrictInt, Field(ge=1, le=MOST_CHARACTERS)] | None = Field(
        None, description="Most characters of all passages. Default: none with `top_k`, else that of an answer."
    )
    libraries: StrictBool = Field(True, description="Search the libraries attached to the thread.")
    other_threads: StrictBool = Field(True, description="Search the other threads, if the thread's settings say so.")

    def asked(self, thread: str, text: str) -> Question:
        """Return the question to search with. The budget limits what a model reads, so it does not apply when `top_k` gives the
        number of passages, except with `as_of`, which searches as an answer did."""
        unlimited = self.top_k is not None and self.as_of is None
        return replace(
            super().asked(thread, text),
            candidates=self.candidates,
            half_life_days=self.half_life_days,
            budget_characters=self.budget_characters or (NO_BUDGET if unlimited else None),
            libraries=self.libraries,
            other_threads=self.other_threads,
        )


class Asked(SearchOptions):
    question: Text = Field(json_schema_extra=_SOME_WORDS, examples=["How long is the warranty?"])
    system_prompt: Annotated[Text, Field(max_length=20_000)] | None = None
    max_answer_tokens: Annotated[StrictInt, Field(ge=1, le=32_768)] | None = None
    model: Name | None = Field(None, description="One of `GET /api/models`. Default: the thread's own model.")
    remember: StrictBool = Field(True, description="With `false`, neither question nor answer becomes part of the thread.")
