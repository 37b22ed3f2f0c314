"""Every setting, read once from the environment (and `.env`), frozen, with its unit and default.

The classes are groups; `Settings` holds one of each. They are handed down as values: nothing below the edge reads the
environment. `python -m chat.settings > docs/settings.md` writes the table for people.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class _Group(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="THREADWISE_", env_file=".env", extra="ignore", frozen=True, populate_by_name=True
    )


class ServerSettings(_Group):
    """Where the server listens and who may speak to it."""

    host: str = Field("127.0.0.1", description="Address to listen on; with THREADWISE_AUTH=local loopback only.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on.")
    data: Path = Field(Path("data"), description="Folder that holds everything the product writes.")
    reserve_mb: int = Field(
        200,
        ge=0,
        description="Space that stays free on the disk of the data folder, megabytes: with less, uploads and questions are "
        "refused with a sentence before any work is done for them.",
    )
    auth: Literal["local", "password", "header", "oauth"] = Field(
        "local",
        description="`local`: one user, loopback only. `password`: users made by `threadwise user add`. `header`: a proxy in "
        "front says who is asking. `oauth`: a provider does. See people.md.",
    )
    trusted_header: str = Field("X-Forwarded-User", description="With `header`: where the proxy writes who is asking.")
    trusted_secret: str = Field(
        "", repr=False, description="With `header`: shared with the proxy, which signs the name and the time with it."
    )
    trusted_addresses: str = Field(
        "", description="With `header`: addresses or networks of the proxy, comma-separated, as `10.0.0.5,192.168.7.0/24`."
    )
    allowed_users: str = Field(
        "",
        description="With `oauth`: who of the provider's users may come in, comma-separated: whole names, `@example.org` for all "
        "of a domain, `*` for everybody.",
    )
    admins: str = Field(
        "", description="With `header` and `oauth`: names that are made admins when they first come, comma-separated."
    )
    allowed_hosts: str = Field("127.0.0.1,localhost", description="Host headers accepted, comma-separated; others get 400.")
    origins: str = Field(
        "", description="Extra origins that may call from a browser, comma-separated, as `https://app.example.org`."
    )
    login_attempts: int = Field(5, ge=1, description="Wrong passwords per user name and minute before sign-in answers 429.")
    session_days: int = Field(30, ge=1, description="Days after which one has to sign in again, however much one was here.")
    session_idle_days: int = Field(7, ge=1, description="Days without a visit after which one has to sign in again.")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="Least severity that is logged.")
    log_format: Literal["console", "json"] = Field("console", description="`json`: a JSON object a line.")
    metrics_token: str = Field(
        "", description="What Prometheus sends as `Authorization: Bearer` for `/metrics`; without sign-in it need not."
    )
    otlp_endpoint: str = Field(
        "", description="Where traces of questions go, by OTLP over HTTP (`http://collector:4318/v1/traces`); empty: nowhere."
    )
    incognito_minutes: float = Field(
        5, ge=0, description="Minutes after which an incognito conversation that nobody has open is deleted (threads.md)."
    )
    sharing: Literal["off", "on"] = Field(
        "off", description="`on`: a conversation can be read by anybody who has its link, when its owner makes one (threads.md)."
    )
    analytics_days: int = Field(
        90, ge=0, le=3650, description="Days that figures of questions and searches are kept (analytics.md); 0: none are."
    )


class LimitSettings(_Group):
    """How much one request may bring."""

    max_files: int = Field(20, ge=1, description="Files in one upload.")
    max_file_mb: int = Field(50, ge=1, description="Size of one file, megabytes.")
    max_body_mb: int = Field(1024, ge=1, description="Size of any request body, megabytes; refused before it is read.")
    max_question_characters: int = Field(20_000, ge=1, description="Length of a question.")
    max_pages: int = Field(5_000, ge=1, description="Pages of one document.")
    max_characters: int = Field(20_000_000, ge=1, description="Characters of one document's extracted text, tables apart.")
    max_table_characters: int = Field(150_000_000, ge=1, description="Characters of the rows of one document's tables.")
    max_versions: int = Field(
        10, ge=1, description="Versions of a document that are kept with their files, the current one included."
    )
    max_unpacked_mb: int = Field(
        512, ge=1, description="What a packed file (ZIP, DOCX, XLSX, PPTX, ODT, EPUB) may unpack to, megabytes."
    )
    max_unpacked_ratio: int = Field(250, ge=2, description="The same as a multiple of the file's size; under 8 MB any is taken.")
    max_archive_entries: int = Field(10_000, ge=1, description="Files inside a packed file.")
    ocr: Literal["auto", "off"] = Field(
        "auto", description="`auto`: pages that are pictures are read by Tesseract where it is installed."
    )
    ocr_languages: str = Field("", description="Tesseract's languages, as `deu+eng`; empty: all that are installed.")
    extraction_seconds: int = Field(50, ge=1, description="Wall time for reading one file, seconds; then it is stopped.")
    extraction_memory_mb: int = Field(
        1536, ge=128, description="Memory for reading one file, megabytes of address space above the idle reader."
    )
    upload_waits_seconds: float = Field(
        50,
        ge=0,
        description="How long an upload over HTTP waits for vectors before it answers with files found by words, seconds.",
    )
    question_waits_seconds: float = Field(
        20, ge=0, description="How long a question waits for a file that is still being read, seconds."
    )

    @property
    def max_file_bytes(self) -> int:
        return self.max_file_mb * 1_000_000


class DatabaseSettings(_Group):
    """Where the rows are."""

    database_url: str = Field(
        "", description="SQLAlchemy URL with an async driver (`postgresql+asyncpg://...`); empty: SQLite in the data folder."
    )


class ChunkingSettings(_Group):
    """How documents and long messages are cut."""

    strategy: Literal["structure", "fixed"] = Field(
        "structure",
        validation_alias="THREADWISE_CHUNKING",
        description="`structure`: along headings, pages and rows. `fixed`: windows of whole sentences, for comparison. Files read"
        " before keep their chunks.",
    )
    chunk_tokens: int = Field(
        200,
        ge=16,
        le=214,
        description="Largest chunk, tokens of the embedding model; 40 more are kept for the header in front of it.",
    )
    chunk_overlap_tokens: int = Field(
        40, ge=0, le=120, description="Whole sentences repeated from the chunk before, at most so many tokens."
    )
    running_text_tokens: int = Field(
        230,
        ge=16,
        le=254,
        description="The same for long texts without headings, pages and tables, where nothing says where a subject ends.",
    )
    running_text_overlap_tokens: int = Field(20, ge=0, le=120, description="And what is repeated there.")
    message_tokens: int = Field(
        200, ge=16, le=214, description="A message longer than this is indexed by passages of this size, tokens."
    )


class EmbeddingSettings(BaseSettings):
    """Which model turns text into vectors. Without a key: the local one."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True, populate_by_name=True)

    embedding_api_key: str = Field(
        "",
        validation_alias="EMBEDDING_API_KEY",
        repr=False,
        description="Key of an embedding endpoint; OPENAI_API_KEY stands in when EMBEDDING_API_BASE or EMBEDDING_MODEL is set.",
    )
    openai_api_key: str = Field("", validation_alias="OPENAI_API_KEY", repr=False, description="See the answering group.")
    embedding_api_base: str = Field("", validation_alias="EMBEDDING_API_BASE", description="Base URL of the endpoint.")
    embedding_model: str = Field(
        "", validation_alias="EMBEDDING_MODEL", description="Model name at the endpoint; default there: text-embedding-3-small."
    )
    embedding_dimensions: int | None = Field(
        None,
        validation_alias="EMBEDDING_DIMENSIONS",
        ge=1,
        description="Passed on to the endpoint and checked against what comes back.",
    )
    embedding_batch: int = Field(
        100, validation_alias="EMBEDDING_BATCH", ge=1, le=2048, description="Texts a request to the endpoint."
    )
    embedding_threads: int = Field(
        0,
        validation_alias="EMBEDDING_THREADS",
        ge=0,
        description="Runs of the local model side by side, each on one core; 0: all.",
    )
    embedding_cache_entries: int = Field(
        10_000, validation_alias="EMBEDDING_CACHE_ENTRIES", ge=0, description="Vectors kept in memory by content hash."
    )
    embedding_cache_seconds: int = Field(
        3_600, validation_alias="EMBEDDING_CACHE_SECONDS", ge=0, description="How long they are kept."
    )


class IndexSettings(_Group):
    """Where the vectors are."""

    chroma_url: str = Field("", description="A Chroma server (`http://host:8000`); empty: embedded, in the data folder.")
    chroma_timeout_seconds: float = Field(30, gt=0, description="Longest wait for one call to Chroma.")
    chroma_open_files: int = Field(
        640,
        ge=400,
        description="Descriptor limit of the embedded Chroma's process; about a fifth of it is the number of open collections.",
    )
    exact_search_vectors: int = Field(
        20_000,
        ge=0,
        description="Collections up to this size are searched exactly; in larger ones only vectors whose signs are like the "
        "question's are compared.",
    )
    vector_memory_mb: int = Field(
        256,
        ge=1,
        description="Memory for vectors of recently used threads, megabytes; collections larger than that (about 140,000 vectors "
        "for 256) are searched by Chroma's HNSW.",
    )
    keyword_memory_mb: int = Field(768, ge=1, description="Memory for keyword postings of recently used threads, megabytes.")


class RetrievalSettings(_Group):
    """How passages are found, ranked and cut. Figures behind the defaults: benchmarks/LOG.md."""

    candidates: int = Field(400, ge=1, description="Candidates taken from the search by HNSW before fusion.")
    fusion: Literal["score", "rrf"] = Field(
        "score", description="`score`: weighted z-scores. `rrf`: reciprocal rank fusion, k = 60."
    )
    document_dense_weight: float = Field(
        0.7, ge=0, le=1, description="Weight of the dense score for document passages; the keyword score has the rest."
    )
    foreign_dense_weight: float = Field(
        0.3, ge=0, le=1, description="The same for questions that are not in English, which the local model knows little of."
    )
    follow_up_dense_weight: float = Field(
        0.95, ge=0, le=1, description="The same when earlier questions stand beside the question: their terms mislead."
    )
    document_best_share: float = Field(
        0.35, ge=0, le=1, description="Share of the best cosine in its document in a passage's dense score."
    )
    document_coverage_weight: float = Field(
        0.15, ge=0, description="Weight of the share of the question's terms that a document passage names, beside both scores."
    )
    named_document_bonus: float = Field(
        2.0,
        ge=0,
        description="Added to the passages of a document whose whole name the question says; of a part of it as much less.",
    )
    related_weight: float = Field(
        0.8,
        ge=0,
        le=1,
        description="As how much of a question's word a related English word counts, times their likeness; 0: not at all.",
    )
    statement_weight: float = Field(
        3.0, ge=0, description="Weight, beside 1 for a word, of a financial statement that the question names; 0: not asked for."
    )
    implied_statement_weight: float = Field(
        2.0, ge=0, description="The same of one on which stands what the question's measure (a quick ratio) is worked out from."
    )
    statement_line_weight: float = Field(
        0.8, ge=0, description="The same of the words that such figures have on a statement; in its pieces alone."
    )
    message_dense_weight: float = Field(0.5, ge=0, le=1, description="The same for the turns of people with names.")
    assistant_chat_dense_weight: float = Field(0.65, ge=0, le=1, description="The same in chats with an assistant.")
    long_message_characters: int = Field(
        600, ge=1, description="Mean length of answers from which a thread counts as such a chat though its speakers have names."
    )
    window_weight: float = Field(1.0, ge=0, description="Weight of the turns around a person's turn beside its own score.")
    several_window_weight: float = Field(
        0.25, ge=0, description="The same for a question that asks for several things, which stand apart."
    )
    assistant_chat_window_weight: float = Field(0.15, ge=0, description="The same in chats with an assistant.")
    assistant_chat_length_weight: float = Field(
        0.29,
        ge=0,
        description="Share of the logarithm of a message's length, over the mean one, that is taken from its score there.",
    )
    neighbour_weight: float = Field(0.2, ge=0, description="Share of its neighbours' scores that a person's turn gets.")
    specificity_weight: float = Field(
        1.0,
        ge=0,
        description="Weight of how rare the rarest words of a person's turn are in its thread: it tells more than a cheer.",
    )
    user_message_bonus: float = Field(1.3, ge=0, description="Added to the z-score of user messages in chats with an assistant.")
    wish_factor: float = Field(
        1.18,
        ge=1,
        description="Factor of what the person said to prefer or to want of every answer, unless a question looks back.",
    )
    asking_factor: float = Field(
        0.5, ge=0, le=1, description="Factor of questions that were asked before in nearly the same words."
    )
    named_author_bonus: float = Field(
        1.2, ge=0, description="Added to the z-score of messages of somebody whom the question names."
    )
    history_weight: float = Field(0.5, ge=0, description="Weight of the mean of earlier user turns in the query vector.")
    history_turns: int = Field(3, ge=0, description="How many earlier user turns count in the query vector.")
    history_keyword_weight: float = Field(0.3, ge=0, description="Weight of earlier turns' terms in keyword search.")
    history_keyword_turns: int = Field(2, ge=0, description="How many earlier user turns give terms.")
    half_life_days: float = Field(
        30, gt=0, description="Age at which a message's recency factor has fallen half way to its floor, days."
    )
    recency_floor: float = Field(0.8, ge=0, le=1, description="Least recency factor when the question asks for the present.")
    neutral_recency_floor: float = Field(0.99, ge=0, le=1, description="Least recency factor otherwise.")
    period_floor: float = Field(
        0.65, ge=0, le=1, description="Least factor of a message that was said outside of the dates that a question names."
    )
    told_later_days: float = Field(
        7, gt=0, description="Days after such a date at which that factor has fallen half way: what happened is told later, too."
    )
    untimed_factor: float = Field(
        0.85, ge=0, le=1, description="Factor of a message that tells no time when a question asks for one."
    )
    per_source: int = Field(2, ge=1, description="Passages of one document or turns of one day before others get their turn.")
    diversity_margin: float = Field(
        0.02, ge=0, description="How much better (fused score) a passage beyond that must be to keep its place."
    )
    threshold: float = Field(
        0.03,
        ge=0,
        le=1,
        description="How likely a thread's documents, or its messages, must hold anything about the question to be quoted.",
    )
    small_units: int = Field(
        40, ge=0, description="Passages, or messages, up to which a thread's are small enough to be read whole."
    )
    small_threshold: float = Field(0.003, ge=0, le=1, description="The threshold for these.")
    window_turns: int = Field(2, ge=0, description="Turns on each side whose cosine is averaged with a turn's own.")
    window_term_turns: int = Field(2, ge=0, description="Turns on each side in which a term counts as said in a turn, too.")
    background_units: int = Field(10, ge=0, description="Unrelated units that every collection is taken to hold besides its own.")
    background_cosine: float = Field(0.1, ge=-1, le=1, description="Mean cosine of unrelated units, of the embedder in use.")
    background_deviation: float = Field(0.1, ge=0, description="Standard deviation of the same.")
    rrf_constant: int = Field(60, ge=1, description="k of reciprocal rank fusion.")
    strength_hybrid: tuple[float, float, float] = Field(
        (13.5, 6.8, 8.3),
        description="Of a unit's evidence by itself, a logistic function: weights of cosine and of coverage, offset.",
    )
    strength_dense: tuple[float, float, float] = Field((18.0, 0.0, 7.7), description="The same for search by vectors alone.")
    strength_keyword: tuple[float, float, float] = Field((0.0, 12.8, 4.8), description="The same for search by words alone.")
    answered: tuple[float, float, float, float] = Field(
        (4.2, 4.5, 2.4, 2.6),
        description="Confidence that messages hold the answer, a logistic function: weights of the share of the question that "
        "whom it names has said more of than others, of the tenth best message's score over the best one's, of the best cosine; "
        "offset.",
    )
    answered_strength: float = Field(
        0.1, gt=0, le=1, description="Strength from which messages count as being about the question beyond doubt there."
    )
    answered_documents: tuple[float, float] = Field(
        (0.47, -1.35),
        description="Confidence that documents hold the answer, a logistic function of how strong the best evidence is: "
        "weight of its odds, offset.",
    )
    answered_documents_strength: float = Field(
        0.1, gt=0, le=1, description="Strength from which documents count as being about the question beyond doubt there."
    )
    leaders: int = Field(5, ge=1, description="A collection is as good as the strongest of so many of its best units.")
    lexical_places: int = Field(3, ge=1, description="From so many passages on, one place is kept for the best match by words.")
    spare_candidates: int = Field(24, ge=0, description="Candidates looked at beyond the passages wanted.")
    two_step_sections: int = Field(3, ge=1, description="Sections that a two-step search looks into.")
    two_step_candidates: int = Field(200, ge=1, description="Passages by which a two-step search judges sections.")
    question_piece_tokens: int = Field(200, ge=16, le=250, description="A longer question is embedded in pieces, tokens.")
    question_pieces: int = Field(8, ge=2, description="Pieces of a long question that count, from both its ends.")
    question_terms: int = Field(64, ge=1, description="Terms of a question that are searched for.")
    budget_characters: int = Field(16_000, ge=200, description="Characters of passages that the model may read.")
    top_k: int = Field(12, ge=1, le=200, description="Most passages for an answer.")
    other_threads: int = Field(
        20,
        ge=1,
        le=200,
        description="Threads, last used first, that are searched beside a thread whose `other_threads` is switched on.",
    )
    questions: Literal["off", "on"] = Field(
        "off",
        description="`on`: a connected model writes questions that each passage of a document answers, in the background, "
        "and passages are found by these, too.",
    )
    questions_weight: float = Field(
        0.15,
        ge=0,
        le=1,
        description="Weight of the best question's cosine; the passage's own has the rest, and counts alone when it is higher.",
    )


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


class WidgetSettings(_Group):
    """The chat on other people's pages."""

    widget_origins: str = Field(
        "",
        description="Origins of pages that may show the widget, comma-separated, as `https://shop.example.org`, for keys that"
        " name none of their own; those of THREADWISE_ORIGINS may, too.",
    )
    widget_visitor_questions: int = Field(10, ge=1, description="Questions that one visitor may ask in a minute.")
    widget_site_questions: int = Field(120, ge=1, description="Questions that all visitors of one origin may ask in a minute.")
    widget_visitor_files: int = Field(50, ge=0, description="Files of one visitor that are kept at a time; 0: they add none.")
    widget_visitor_mb: int = Field(100, ge=0, description="What these may have together, megabytes.")
    widget_visitor_days: int = Field(
        0, ge=0, description="Days after their last visit after which a visitor is erased; 0: kept until they or the site say so."
    )


class QuotaSettings(_Group):
    """How much one user may have; THREADWISE_TOKENS_A_DAY is another."""

    requests_a_minute: int = Field(
        0, ge=0, description="Requests of one user in a minute: by key all, in the web chat questions and changes; 0: no limit."
    )
    answers_at_once: int = Field(0, ge=0, description="Answers that are written for one user at the same time; 0: no limit.")
    upload_mb_a_day: int = Field(0, ge=0, description="Megabytes that one user may upload in a day (UTC); 0: no limit.")


class Settings(_Group):
    """All of them."""

    server: ServerSettings = Field(default_factory=ServerSettings)
    limits: LimitSettings = Field(default_factory=LimitSettings)
    database: DatabaseSettings = Field(default_factory=DatabaseSettings)
    chunking: ChunkingSettings = Field(default_factory=ChunkingSettings)
    embedding: EmbeddingSettings = Field(default_factory=EmbeddingSettings)
    index: IndexSettings = Field(default_factory=IndexSettings)
    retrieval: RetrievalSettings = Field(default_factory=RetrievalSettings)
    answering: AnsweringSettings = Field(default_factory=AnsweringSettings)
    widget: WidgetSettings = Field(default_factory=WidgetSettings)
    quotas: QuotaSettings = Field(default_factory=QuotaSettings)


GROUPS: tuple[type[BaseSettings], ...] = (
    ServerSettings,
    AnsweringSettings,
    EmbeddingSettings,
    LimitSettings,
    QuotaSettings,
    ChunkingSettings,
    RetrievalSettings,
    IndexSettings,
    DatabaseSettings,
    WidgetSettings,
)


def variable(group: type[BaseSettings], field: str) -> str:
    """The environment variable of a setting."""
    alias = group.model_fields[field].validation_alias
    if isinstance(alias, AliasChoices):
        return str(alias.choices[0])
    return str(alias) if alias else f"{group.model_config.get('env_prefix', '')}{field}".upper()


def table() -> str:
    """All settings as Markdown, a table a group."""
    parts = ["# Settings\n\nRead from the environment and from a file `.env` in the working folder, once, at start."]
    shown: set[str] = set()
    for group in GROUPS:
        rows = []
        for field, info in group.model_fields.items():
            name = variable(group, field)
            if name not in shown:
                default = "" if info.default in ("", None, {}) else f"`{info.default}`"
                rows.append(f"| `{name}` | {default} | {info.description} |")
            shown.add(name)
        parts.append(f"## {group.__doc__}\n\n| setting | default | what it does |\n| --- | --- | --- |\n" + "\n".join(rows))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(table())
