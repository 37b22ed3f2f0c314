"""Language model and answers. Without a key or base URL, answers quote the sources."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class AnsweringSettings(BaseSettings):
    """Language model and answers. Without a key or base URL, answers quote the sources."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True, populate_by_name=True)

    openai_api_key: str = Field(
        "", validation_alias="OPENAI_API_KEY", repr=False, description="API key of an OpenAI-compatible endpoint."
    )
    openai_base_url: str = Field(
        "",
        validation_alias=AliasChoices("OPENAI_BASE_URL", "OPENAI_API_BASE"),
        description="Base URL of the endpoint, as in `http://127.0.0.1:11434/v1`. Local servers need only the base URL and no "
        "key.",
    )
    openai_model: str = Field("gpt-4o-mini", validation_alias="OPENAI_MODEL", description="Name of the model at the endpoint.")
    model_headers: dict[str, str] = Field(
        {},
        validation_alias="THREADWISE_MODEL_HEADERS",
        repr=False,
        description='HTTP headers to send with every request to the model, as JSON: `{"X-Team": "support"}`.',
    )
    temperature: float = Field(
        0.2, validation_alias="THREADWISE_TEMPERATURE", ge=0, le=2, description="Sampling temperature of the model, 0 to 2."
    )
    max_answer_tokens: int = Field(
        1_024, validation_alias="THREADWISE_MAX_ANSWER_TOKENS", ge=1, description="Maximum length of an answer, in tokens."
    )
    context_tokens: int = Field(
        8_192,
        validation_alias="THREADWISE_CONTEXT_TOKENS",
        ge=512,
        description="Maximum number of tokens that the model reads and writes together. Sources and conversation are cut to fit.",
    )
    prompt_price: float | None = Field(
        None,
        validation_alias="THREADWISE_PROMPT_PRICE",
        ge=0,
        description="Price of a million tokens that the model reads, for `usage.cost`.",
    )
    completion_price: float | None = Field(
        None,
        validation_alias="THREADWISE_COMPLETION_PRICE",
        ge=0,
        description="Price of a million tokens that the model writes, for `usage.cost`.",
    )
    models_file: Path | None = Field(
        None,
        validation_alias="THREADWISE_MODELS",
        description="TOML file that lists several models by name (see [models](models.md)). If empty, `models.toml` in the "
        "data folder is used if it exists.",
    )
    gguf: Path | None = Field(
        None,
        validation_alias="THREADWISE_GGUF",
        description="GGUF file of a model to run on this machine. Needs `threadwise[local]`.",
    )
    gguf_threads: int = Field(
        0,
        validation_alias="THREADWISE_GGUF_THREADS",
        ge=0,
        description="CPU threads of a model on this machine. 0 uses one thread for each core.",
    )
    connect_seconds: float = Field(
        5,
        validation_alias="THREADWISE_CONNECT_SECONDS",
        gt=0,
        description="Maximum wait for a connection to the model, in seconds.",
    )
    first_byte_seconds: float = Field(
        30,
        validation_alias="THREADWISE_FIRST_BYTE_SECONDS",
        gt=0,
        description="Maximum wait for the beginning of the model's answer, in seconds. A model on this machine may take the "
        "whole time of an answer.",
    )
    idle_seconds: float = Field(
        30, validation_alias="THREADWISE_IDLE_SECONDS", gt=0, description="Maximum pause in the middle of an answer, in seconds."
    )
    total_seconds: float = Field(
        300, validation_alias="THREADWISE_TOTAL_SECONDS", gt=0, description="Maximum duration of an answer, in seconds."
    )
    breaker_failures: int = Field(
        5,
        validation_alias="THREADWISE_BREAKER_FAILURES",
        ge=1,
        description="Failures in a row after which a model is paused.",
    )
    breaker_seconds: float = Field(
        30,
        validation_alias="THREADWISE_BREAKER_SECONDS",
        gt=0,
        description="Duration of the pause of a failing model, in seconds. After it, one question tries the model again.",
    )
    when_model_fails: Literal["say", "quote"] = Field(
        "say",
        validation_alias="THREADWISE_WHEN_MODEL_FAILS",
        description="What happens when a model fails. `say`: the answer is an error message. `quote`: if the model has not "
        "written a word yet, quotes from the sources are the answer.",
    )
    tokens_a_day: int = Field(
        0,
        validation_alias="THREADWISE_TOKENS_A_DAY",
        ge=0,
        description="Tokens that models may read and write for one user in a day (UTC). 0 means no limit.",
    )
    widen: bool = Field(
        True,
        validation_alias="THREADWISE_WIDEN",
        description="Whether a model reads more than the passages found: their section, or a small file as a whole, as far as "
        "the budget allows.",
    )
    recent_turns: int = Field(
        40,
        validation_alias="THREADWISE_RECENT_TURNS",
        ge=0,
        description="Maximum number of recent messages that the model reads in full; the last ones that fit are used. 0 gives "
        "it none.",
    )
    system_prompt: str = Field(
        "",
        validation_alias="THREADWISE_SYSTEM_PROMPT",
        description="Text placed in front of Threadwise's own instructions to the model.",
    )
    least_confidence: float = Field(
        0.6,
        validation_alias="THREADWISE_LEAST_CONFIDENCE",
        ge=0,
        le=1,
        description="Minimum confidence, 0 to 1, at which an answer without a model quotes what was found. Below it, the "
        "answer says that nothing was found, and shows what comes close. A connected model decides by itself. 0 "
        "always quotes.",
    )
    confidence_high: float = Field(
        0.7,
        validation_alias="THREADWISE_CONFIDENCE_HIGH",
        ge=0,
        le=1,
        description="Confidence, 0 to 1, from which an answer counts as high confidence, if its sources support it.",
    )
    confidence_medium: float = Field(
        0.4,
        validation_alias="THREADWISE_CONFIDENCE_MEDIUM",
        ge=0,
        le=1,
        description="Confidence, 0 to 1, from which an answer counts as medium confidence. Below it, the confidence is low.",
    )
    whole_document_calls: int = Field(
        8,
        validation_alias="THREADWISE_WHOLE_DOCUMENT_CALLS",
        ge=1,
        le=100,
        description="Maximum number of model calls that read parts of documents, for a question about whole documents that do "
        "not fit into one prompt. One more call writes the answer. If the parts exceed these calls, the most "
        "telling passages are read.",
    )
    whole_document_sections: int = Field(
        14,
        validation_alias="THREADWISE_WHOLE_DOCUMENT_SECTIONS",
        ge=2,
        le=60,
        description="Maximum number of sections that an overview of a document without a model covers. Of more sections, the "
        "largest are taken.",
    )
    rewrite: Literal["auto", "rules", "off"] = Field(
        "auto",
        validation_alias="THREADWISE_REWRITE",
        description="How follow-up questions are rewritten so that they can be understood on their own. `auto`: by a connected"
        " model, and by rules if it fails. `rules`: by rules only. `off`: not at all; earlier questions are only "
        "added to the search.",
    )
    rewrite_seconds: float = Field(
        2,
        validation_alias="THREADWISE_REWRITE_SECONDS",
        gt=0,
        description="Maximum wait for a model to rewrite a question, in seconds.",
    )
    summary: Literal["auto", "off"] = Field(
        "auto",
        validation_alias="THREADWISE_SUMMARY",
        description="`auto`: a connected model keeps a summary of each conversation that is longer than its prompts, in the "
        "background. `off`: no summaries.",
    )
    summary_tokens: int = Field(
        400,
        validation_alias="THREADWISE_SUMMARY_TOKENS",
        ge=50,
        description="Maximum length of a summary, in tokens. It is never longer than an eighth of the context.",
    )
    summary_seconds: float = Field(
        60,
        validation_alias="THREADWISE_SUMMARY_SECONDS",
        gt=0,
        description="Maximum wait for a model to write a summary, in seconds.",
    )
    follow_ups: Literal["auto", "rules", "off"] = Field(
        "auto",
        validation_alias="THREADWISE_FOLLOW_UPS",
        description="Suggested follow-up questions. `auto`: a connected model writes them. `rules`: they are made from "
        "headings. `off`: none.",
    )
    follow_up_confidence: float = Field(
        0.6,
        validation_alias="THREADWISE_FOLLOW_UP_CONFIDENCE",
        ge=0,
        le=1,
        description="Minimum confidence of the search, 0 to 1, for a follow-up question written by a model to be suggested.",
    )
    follow_up_seconds: float = Field(
        6,
        validation_alias="THREADWISE_FOLLOW_UP_SECONDS",
        gt=0,
        description="Maximum wait for a model to write follow-up questions, in seconds.",
    )
