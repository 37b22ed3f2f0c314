"""Request bodies of OpenAI's clients: which parameters are followed, ignored or refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from chat.api.bodies import Name, Text
from chat.api.types import Identifier
from chat.domain import Draft
from chat.errors import BadRequest, InvalidRequest

HARMLESS: dict[str, tuple[object, ...]] = {
    "n": (None, 1),
    "tools": (None, []),
    "tool_choice": (None, "none", "auto"),
    "functions": (None, []),
    "function_call": (None, "none", "auto"),
    "stop": (None, [], ""),
    "logprobs": (None, False),
    "top_logprobs": (None, 0),
    "response_format": (None, {"type": "text"}),
    "modalities": (None, ["text"]),
    "audio": (None,),
    "web_search_options": (None,),
}
"""Accepted values of parameters that this server does not support; others would change what an answer is and are refused. Any
parameter that is neither here nor in `Completion` (temperature, seed, penalties, user, ...) is ignored."""

_MOST_SYSTEM = 20_000
"""Most characters of the system messages together, as in `bodies.Asked`."""


class Part(BaseModel):
    """A piece of a message's content."""

    type: str
    text: Text | None = None


class Said(BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Text | list[Part] | None = None

    def words(self) -> str:
        """Return the text of the message; raises BadRequest for anything but text."""
        if self.role in ("tool", "function"):
            raise BadRequest("Tools are not supported here, so neither are messages of tools.", param="messages")
        if not isinstance(self.content, list):
            return self.content or ""
        other = next((part.type for part in self.content if part.type != "text"), None)
        if other is not None:
            raise BadRequest(f"A message can only hold text here, not `{other}`; upload files to the thread.", param="messages")
        return "\n".join(part.text or "" for part in self.content)


class StreamOptions(BaseModel):
    include_usage: bool | None = None


class Completion(BaseModel):
    model_config = ConfigDict(extra="allow")

    messages: Annotated[list[Said], Field(min_length=1, max_length=2_000)] = Field(
        examples=[[{"role": "user", "content": "How long is the warranty?"}]],
        description="The last user message is the question; those before it count if the thread has none of them.",
    )
    model: Name | None = Field(
        None, description="One of `GET /v1/models`. Default: the thread's own model.", examples=["extractive"]
    )
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = Field(None, description="Takes precedence over `max_tokens`.")
    metadata: dict[str, Any] | None = Field(  # Any: whatever programs note there
        None,
        description="`thread` is the id of the thread; the header X-Thread-Id can name it instead.",
        examples=[{"thread": "conv-26"}],
    )
    store: bool | None = Field(None, description="With `false`, neither question nor answer becomes part of the thread.")

    def check(self) -> None:
        """Raise BadRequest for a parameter that would change the answer and is not supported."""
        for name, value in (self.model_extra or {}).items():
            if name in HARMLESS and value not in HARMLESS[name]:
                raise BadRequest(f"{name}: this server answers with one text and without tools, so this is refused.", param=name)

    def conversation(self) -> tuple[str, tuple[Draft, ...], str | None]:
        """Return the question, the messages before it, and the system messages joined (`None` without any)."""
        texts = [(each.role, each.words()) for each in self.messages]
        last = max((place for place, (role, _) in enumerate(texts) if role == "user"), default=None)
        if last is None:
            raise InvalidRequest("There is no message of the user among the messages.", param="messages")
        system = "\n\n".join(text for role, text in texts if role in ("system", "developer") and text.strip())
        if len(system) > _MOST_SYSTEM:
            raise InvalidRequest(f"System messages have at most {_MOST_SYSTEM:,} characters here.", param="messages")
        said = [
            Draft("user" if role == "user" else "assistant", text) for role, text in texts[:last] if role in ("user", "assistant")
        ]
        return texts[last][1], tuple(draft for draft in said if draft.content.strip()), system or None

    def thread(self, header: str | None) -> str | None:
        """Return the id of the thread that the metadata or the header names, or `None`."""
        named = {str(each) for each in ((self.metadata or {}).get("thread"), header) if each}
        if len(named) > 1:
            raise BadRequest("metadata.thread and X-Thread-Id name two threads.", param="metadata")
        try:
            return TypeAdapter(Identifier).validate_python(named.pop()) if named else None
        except ValidationError as error:
            raise InvalidRequest(f"thread: {error.errors()[0]['ctx']['error']}.", param="metadata") from error
