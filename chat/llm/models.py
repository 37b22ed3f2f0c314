"""The configured models: one from the environment, named ones from a TOML file, one on this machine."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from chat.errors import BadSettings
from chat.faults import faults
from chat.settings import AnsweringSettings

QUOTING = "extractive"
"""The name that selects no model: sources are quoted."""


class Model(BaseModel):
    """One entry of the models file; omitted fields take their values from the settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=100)]
    """The name users choose the model by."""
    base_url: str = ""
    """Empty: OpenAI's own endpoint."""
    model: str = ""
    """The endpoint's name for the model; if empty, the same as `name`."""
    key: str = Field("", repr=False)
    key_from: str = ""
    """The environment variable that holds the key."""
    headers: dict[str, str] = Field({}, repr=False)
    gguf: Path | None = None
    """Path of a model file to run on this machine instead of using an endpoint."""
    context_tokens: Annotated[int, Field(ge=512)] = 8_192
    max_answer_tokens: Annotated[int, Field(ge=1)] = 1_024
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.2
    prompt_price: Annotated[float, Field(ge=0)] | None = None
    """Price per million prompt tokens; `completion_price` likewise per million completion tokens."""
    completion_price: Annotated[float, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> Self:
        if self.name == QUOTING:
            raise ValueError(f"“{QUOTING}” is what quoting without a model is called")
        if self.key and self.key_from:
            raise ValueError("either `key` or `key_from`")
        if self.gguf and (self.base_url or self.model or self.key or self.key_from or self.headers):
            raise ValueError("a model with `gguf` has no endpoint")
        if self.base_url and not _is_address(self.base_url):
            raise ValueError("the base URL is not an address; it looks like http://127.0.0.1:11434/v1")
        return self

    def cost(self, prompt_tokens: int, completion_tokens: int) -> float | None:
        """Return the price of a call, or `None` if no price is set; if only one is set, the other counts as 0."""
        if self.prompt_price is None and self.completion_price is None:
            return None
        return (prompt_tokens * (self.prompt_price or 0) + completion_tokens * (self.completion_price or 0)) / 1_000_000


def models(settings: AnsweringSettings, data: Path, environment: Mapping[str, str] = os.environ) -> list[Model]:
    """Return all configured models, the default first: the environment's, those of the file, the one on this machine.

    Raises BadSettings with a sentence if the file cannot be used.
    """
    common = {name: getattr(settings, name) for name in ("context_tokens", "max_answer_tokens", "temperature")}
    found: list[Model] = []
    if settings.openai_api_key or settings.openai_base_url:
        connected = {
            "name": settings.openai_model,
            "base_url": settings.openai_base_url,
            "key": settings.openai_api_key,
            "headers": settings.model_headers,
            "prompt_price": settings.prompt_price,
            "completion_price": settings.completion_price,
        }
        found.append(_model({**common, **connected}, "The settings"))
    path = settings.models_file or data / "models.toml"
    if settings.models_file or path.is_file():
        found += _read(path, common, environment)
    if settings.gguf:
        found.append(_model({**common, "name": settings.gguf.stem, "gguf": settings.gguf}, "The settings"))
    twice = [name for name, many in Counter(model.name for model in found).items() if many > 1]
    if twice:
        raise BadSettings(f"There are two models called {twice[0]}; give one another name in {path}.")
    return found


def _read(path: Path, common: Mapping[str, object], environment: Mapping[str, str]) -> list[Model]:
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8")).get("models")
    except (OSError, ValueError) as error:
        raise BadSettings(f"{path} can't be read: {error}.") from error
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise BadSettings(f"{path} holds no models; each begins with a line [[models]].")
    return [_entry(path, {**common, **entry}, environment) for entry in entries]


def _entry(path: Path, entry: Mapping[str, object], environment: Mapping[str, str]) -> Model:
    model = _model(entry, str(path))
    if model.gguf:
        return model.model_copy(update={"gguf": path.parent / model.gguf})
    if model.key_from and not environment.get(model.key_from):
        raise BadSettings(f"{path}, model {model.name}: the environment variable {model.key_from} is not set.")
    return model.model_copy(update={"key": environment[model.key_from]}) if model.key_from else model


def _model(entry: Mapping[str, object], source: str) -> Model:
    try:
        return Model.model_validate(entry)
    except ValidationError as error:
        first = faults(error.errors())[0]
        raise BadSettings(f"{source}, model {entry.get('name', 'without a name')}: {first}.") from error


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
