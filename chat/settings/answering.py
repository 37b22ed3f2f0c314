"""Which model writes. Without a key or base URL: quotes, no model."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class AnsweringSettings(BaseSettings):
    """Which model writes. Without a key or base URL: quotes, no model."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True, populate_by_name=True)

    openai_api_key: str = Field(
        "", validation_alias="OPENAI_API_KEY", repr=False, description="Key of an OpenAI-compatible endpoint."
    )
    openai_base_url: str = Field(
        "",
        validation_alias=AliasChoices("OPENAI_BASE_URL", "OPENAI_API_BASE"),
        description="Its base URL, as `http://127.0.0.1:11434/v1`; alone (without a key) it is enough for local servers.",
    )
    openai_model: str = Field("gpt-4o-mini", validation_alias="OPENAI_MODEL", description="Model name at the endpoint.")
    model_headers: dict[str, str] = Field(
        {},
        validation_alias="THREADWISE_MODEL_HEADERS",
        repr=False,
        description='Headers sent along, as JSON: `{"X-Team": "support"}`.',
    )
    temperature: float = Field(0.2, validation_alias="THREADWISE_TEMPERATURE", ge=0, le=2, description="Sampling temperature.")
    max_answer_tokens: int = Field(
        1_024, validation_alias="THREADWISE_MAX_ANSWER_TOKENS", ge=1, description="Longest answer, tokens."
    )
    context_tokens: int = Field(
        8_192,
        validation_alias="THREADWISE_CONTEXT_TOKENS",
        ge=512,
        description="What the model reads and writes at most, tokens: sources and conversation are cut to fit.",
    )
    prompt_price: float | None = Field(
        None, validation_alias="THREADWISE_PROMPT_PRICE", ge=0, description="Price of a million tokens read; for `usage.cost`."
    )
    completion_price: float | None = Field(
        None, validation_alias="THREADWISE_COMPLETION_PRICE", ge=0, description="Price of a million tokens written."
    )
    models_file: Path | None = Field(
        None,
        validation_alias="THREADWISE_MODELS",
        description="A file of several named models (see models.md); `models.toml` in the data folder when it is there.",
    )
    gguf: Path | None = Field(
        None,
        validation_alias="THREADWISE_GGUF",
        description="A GGUF file that runs on this machine; needs `threadwise[local]`.",
    )
    gguf_threads: int = Field(
        0, validation_alias="THREADWISE_GGUF_THREADS", ge=0, description="Threads of a model on this machine; 0: one a core."
    )
    connect_seconds: float = Field(
        5, validation_alias="THREADWISE_CONNECT_SECONDS", gt=0, description="Longest wait for a connection to the model."
    )
    first_byte_seconds: float = Field(
        30,
        validation_alias="THREADWISE_FIRST_BYTE_SECONDS",
        gt=0,
        description="Longest wait for the first of the model's answer; one on this machine has the whole time.",
    )
    idle_seconds: float = Field(
        30, validation_alias="THREADWISE_IDLE_SECONDS", gt=0, description="Longest silence in the middle of an answer."
    )
    total_seconds: float = Field(300, validation_alias="THREADWISE_TOTAL_SECONDS", gt=0, description="Longest answer, seconds.")
    breaker_failures: int = Field(
        5,
        validation_alias="THREADWISE_BREAKER_FAILURES",
        ge=1,
        description="Failures in a row after which a model is left alone for a while.",
    )
    breaker_seconds: float = Field(
        30, validation_alias="THREADWISE_BREAKER_SECONDS", gt=0, description="How long; then one question tries it again."
    )
    when_model_fails: Literal["say", "quote"] = Field(
        "say",
        validation_alias="THREADWISE_WHEN_MODEL_FAILS",
        description="`say`: a model that fails is an error with a sentence. `quote`: before its first word quotes stand in.",
    )
    tokens_a_day: int = Field(
        0,
        validation_alias="THREADWISE_TOKENS_A_DAY",
        ge=0,
        description="Tokens of models that one user may spend in a day (UTC), read and written; 0: no limit.",
    )
    widen: bool = Field(
        True,
        validation_alias="THREADWISE_WIDEN",
        description="A model reads passages widened to their section, or a small file whole, as far as the budget goes.",
    )
    recent_turns: int = Field(
        40,
        validation_alias="THREADWISE_RECENT_TURNS",
        ge=0,
        description="Most messages of the conversation given to the model as they were said, the last ones that fit.",
    )
    system_prompt: str = Field(
        "", validation_alias="THREADWISE_SYSTEM_PROMPT", description="Put in front of our own instructions."
    )
    least_confidence: float = Field(
        0.6,
        validation_alias="THREADWISE_LEAST_CONFIDENCE",
        ge=0,
        le=1,
        description="How likely what was found must hold the answer for it to be quoted without a model; below it the answer is "
        "that nothing was found, with what is near. A model judges for itself. 0: whatever is near is quoted.",
    )
    confidence_high: float = Field(
        0.7,
        validation_alias="THREADWISE_CONFIDENCE_HIGH",
        ge=0,
        le=1,
        description="Confidence from which an answer is of high confidence, when its sources bear it out.",
    )
    confidence_medium: float = Field(
        0.4,
        validation_alias="THREADWISE_CONFIDENCE_MEDIUM",
        ge=0,
        le=1,
        description="The same for a medium one; below it is low.",
    )
    whole_document_calls: int = Field(
        8,
        validation_alias="THREADWISE_WHOLE_DOCUMENT_CALLS",
        ge=1,
        le=100,
        description="Times that a model reads a part of documents which do not fit into one prompt, for a question about all of "
        "them; one more call writes the answer. Of what does not fit into these the most telling passages are read.",
    )
    whole_document_sections: int = Field(
        14,
        validation_alias="THREADWISE_WHOLE_DOCUMENT_SECTIONS",
        ge=2,
        le=60,
        description="Sections of a document that an answer without a model tells of; of more, the largest.",
    )
    rewrite: Literal["auto", "rules", "off"] = Field(
        "auto",
        validation_alias="THREADWISE_REWRITE",
        description="Questions that lean on earlier ones are put so that they stand by themselves. `auto`: by a connected model, "
        "and by rules where it fails. `rules`: by rules alone. `off`: earlier questions are only searched for beside them.",
    )
    rewrite_seconds: float = Field(
        2, validation_alias="THREADWISE_REWRITE_SECONDS", gt=0, description="Longest wait for a model's rewrite of a question."
    )
    summary: Literal["auto", "off"] = Field(
        "auto",
        validation_alias="THREADWISE_SUMMARY",
        description="`auto`: a connected model keeps, in the background, a summary of each conversation that is longer than its "
        "prompts.",
    )
    summary_tokens: int = Field(
        400, validation_alias="THREADWISE_SUMMARY_TOKENS", ge=50, description="Longest summary; at most an eighth of the context."
    )
    summary_seconds: float = Field(
        60, validation_alias="THREADWISE_SUMMARY_SECONDS", gt=0, description="Longest wait for a model's summary."
    )
    follow_ups: Literal["auto", "rules", "off"] = Field(
        "auto",
        validation_alias="THREADWISE_FOLLOW_UPS",
        description="`auto`: a connected model writes the questions that may come next. `rules`: they are made from headings.",
    )
    follow_up_confidence: float = Field(
        0.6,
        validation_alias="THREADWISE_FOLLOW_UP_CONFIDENCE",
        ge=0,
        le=1,
        description="Confidence of the search that a question which a model writes needs to be offered.",
    )
    follow_up_seconds: float = Field(
        6, validation_alias="THREADWISE_FOLLOW_UP_SECONDS", gt=0, description="Longest wait for a model's follow-up questions."
    )
