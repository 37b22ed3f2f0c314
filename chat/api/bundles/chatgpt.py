"""Parse ChatGPT's export, `conversations.json`: a tree of messages per conversation, of which one branch is live."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from chat.api.bodies import storable
from chat.domain import Draft, Role
from chat.errors import InvalidRequest
from chat.threads.conversations.transcripts import Entry

NAME = "conversations.json"
_MOST_CONVERSATIONS = 10_000
_MOST_NAME = 1_000
_ROLES: dict[object, Role] = {"user": "user", "assistant": "assistant"}
"""Roles that are imported; the others (system, tool) are exchanges between the model and its tools."""
_TEXTS = ("text", "multimodal_text")
_NOT_ONE = "This is neither a bundle that `export` wrote nor ChatGPT's conversations.json, by itself or in its ZIP file."
Json = Any  # Any: JSON from outside; a value of an unexpected type counts as missing


@dataclass(frozen=True, slots=True)
class Conversation:
    name: str | None
    created_at: datetime | None
    entries: tuple[Entry, ...]


def parsed(content: bytes) -> list[Conversation]:
    """Return the conversations that have messages. Raises InvalidRequest if this is not ChatGPT's export or there are none."""
    try:
        whole: Json = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest(_NOT_ONE) from error
    listed = whole if isinstance(whole, list) else [whole]
    if not all(isinstance(each, dict) and isinstance(each.get("mapping"), dict) for each in listed):
        raise InvalidRequest(_NOT_ONE)
    if len(listed) > _MOST_CONVERSATIONS:
        raise InvalidRequest(f"There are more than {_MOST_CONVERSATIONS:,} conversations in the file.")
    found = [_conversation(each) for each in listed]
    said = [each for each in found if each.entries]
    if not said:
        raise InvalidRequest("There is no conversation in the file in which anything was said.")
    return said


def _conversation(shape: Json) -> Conversation:
    title = shape.get("title")
    name = _text(title)[:_MOST_NAME].strip() or None
    return Conversation(name, _time(shape.get("create_time")), tuple(_entries(shape)))


def _entries(shape: Json) -> Iterator[Entry]:
    for message in _branch(shape["mapping"], shape.get("current_node")):
        author = message.get("author")
        role = _ROLES.get(author.get("role")) if isinstance(author, dict) else None
        words = _words(message.get("content"))
        if role is not None and words and not _hidden(message):
            yield Entry(Draft(role, words, created_at=_time(message.get("create_time"))))


def _branch(mapping: Json, leaf: Json) -> list[Json]:
    """Return the messages of the live branch, first to last, walking up from its leaf; a cycle in the tree ends the walk."""
    path: list[Json] = []
    seen = set[str]()
    at = leaf if isinstance(leaf, str) and leaf in mapping else _last(mapping)
    while isinstance(at, str) and at not in seen and isinstance(node := mapping.get(at), dict):
        seen.add(at)
        if isinstance(node.get("message"), dict):
            path.append(node["message"])
        at = node.get("parent")
    return path[::-1]


def _last(mapping: Json) -> str | None:
    """Return the last leaf in the file, which is taken as the end of the live branch if the file does not name one."""
    return next((id for id in reversed(mapping) if isinstance(mapping[id], dict) and not mapping[id].get("children")), None)


def _words(content: Json) -> str:
    if not isinstance(content, dict) or content.get("content_type") not in _TEXTS or not isinstance(content.get("parts"), list):
        return ""
    return "\n\n".join(filter(None, (_part(part) for part in content["parts"]))).strip()


def _part(part: Json) -> str:
    """Return the text of a part, or the transcript of speech; images are not in the file."""
    return _text(part.get("text") if isinstance(part, dict) else part)


def _text(value: Json) -> str:
    return str(storable(value)) if isinstance(value, str) else ""


def _hidden(message: Json) -> bool:
    about = message.get("metadata")
    hidden = isinstance(about, dict) and about.get("is_visually_hidden_from_conversation")
    return bool(hidden) or message.get("recipient", "all") != "all"


def _time(value: Json) -> datetime | None:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
