from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, BeforeValidator, Field, StrictBool, StrictInt, ValidationError, field_validator

from chat.cli.registry import COMMANDS, run
from chat.faults import faults, of_settings, sentence
from chat.settings import Settings

Said = Annotated[str, BeforeValidator(lambda value: value)]


class Part(BaseModel):
    text: str


class Form(BaseModel):
    name: Annotated[Said, Field(min_length=1, max_length=1_000)] = "x"
    many: Annotated[StrictInt, Field(ge=1, le=32_768)] = 1
    share: Annotated[float, Field(gt=0, lt=1, allow_inf_nan=False)] = 0.5
    words: Annotated[list[Said], Field(max_length=2)] = []
    mode: Literal["hybrid", "dense"] = "hybrid"
    kept: StrictBool = True
    at: datetime | None = None
    part: Part | None = None
    either: Said | list[Part] = ""

    @field_validator("mode")
    @classmethod
    def _is_possible(cls, mode: str) -> str:
        if mode == "dense":
            raise ValueError("there is nothing to search by meaning")
        return mode


SENTENCES: dict[str, tuple[object, str]] = {
    "no object": ([], "an object with fields is wanted"),
    "a text too long": ({"name": "x" * 1_001}, "name: at most 1,000 characters"),
    "a text too short": ({"name": ""}, "name: at least 1 character"),
    "no text": ({"name": 7}, "name: a text is wanted"),
    "a list too long": ({"words": ["a", "b", "c"]}, "words: at most 2 items"),
    "no text in a list": ({"words": ["a", 7]}, "words.1: a text is wanted"),
    "a number too large": ({"many": 40_000}, "many: at most 32,768"),
    "a number too small": ({"many": 0}, "many: at least 1"),
    "no whole number": ({"many": "3"}, "many: a whole number is wanted"),
    "as large as it may not be": ({"share": 1}, "share: less than 1"),
    "a number without end": ({"share": float("inf")}, "share: a number is wanted"),
    "none of the words": ({"mode": "magic"}, "mode: 'hybrid' or 'dense' is wanted"),
    "a reason of ours": ({"mode": "dense"}, "mode: there is nothing to search by meaning"),
    "no truth": ({"kept": "yes"}, "kept: true or false is wanted"),
    "no time": ({"at": "noon"}, "at: a time is wanted, as 2026-05-08T12:00:00Z"),
    "a part without its words": ({"part": {}}, "part.text: it is missing"),
    "neither of two types": ({"either": 7}, "either: a text is wanted"),
    "two fields": ({"name": 7, "many": 0}, "name: a text is wanted; many: at least 1"),
}


@pytest.mark.parametrize(("given", "words"), SENTENCES.values(), ids=SENTENCES)
def test_what_is_wrong_is_said_in_plain_words(given: object, words: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Form.model_validate(given)

    assert sentence(faults(refused.value.errors())) == words


@pytest.mark.parametrize(
    ("name", "value", "wrong"), [("THREADWISE_PORT", "x", "a whole number is wanted"), ("EMBEDDING_BATCH", "0", "at least 1")]
)
def test_settings_are_called_as_the_environment_has_them(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, wrong: str
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(ValidationError) as refused:
        Settings()

    assert of_settings(refused.value.errors()) == f"These settings can't be used. {name}: {wrong}."


def test_a_command_says_so_without_a_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("THREADWISE_PORT", "x")
    monkeypatch.setattr("sys.argv", ["threadwise", "doctor"])

    with pytest.raises(SystemExit) as ended:
        run(COMMANDS)

    assert ended.value.code == 1
    assert capsys.readouterr().err == "These settings can't be used. THREADWISE_PORT: a whole number is wanted.\n"
