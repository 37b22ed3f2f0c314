"""`build(settings)`: choose the implementations by the settings and put the application together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from opentelemetry.sdk.trace.export import SpanExporter
from sqlalchemy.ext.asyncio import AsyncEngine

from chat.application import Application
from chat.assistant.parts import Dependencies, put_together
from chat.database.engine import compact, connect
from chat.database.folder import DataFolder
from chat.database.hold import DatabaseHold
from chat.database.room import Room
from chat.domain import utc_now
from chat.embedding.base import Embedder, EmbedderIdentity
from chat.embedding.cache import CachedEmbedder
from chat.embedding.onnx import OnnxEmbedder
from chat.extraction.pdf.ocr import Tesseract
from chat.extraction.sandbox import Sandbox
from chat.index.base import Lost, VectorStore
from chat.index.chroma import EmbeddedChroma
from chat.index.in_memory import InMemoryVectors
from chat.index.keywords import Bm25Index
from chat.index.routing import TermCountsApart, VectorsApart
from chat.index.term_counts import StoredTermCounts
from chat.index.volatile import VolatileTermCounts, VolatileVectors
from chat.ingestion.pipeline import Recognise
from chat.ingestion.rebuilding import Rebuilding
from chat.ingestion.sweeping import Sweeping
from chat.llm.base import Connected, Writer
from chat.llm.models import Model, models
from chat.settings import AnsweringSettings, EmbeddingSettings, FileSettings, IndexSettings, LimitSettings, Settings
from chat.threads.chunks.chunks import Chunks
from chat.threads.chunks.collections import CollectionRows
from chat.threads.chunks.vectors import VectorRows
from chat.threads.conversations.display import Display
from chat.threads.files.base import FileStore
from chat.threads.files.disk import FilesOnDisk
from chat.threads.people.accounts import Accounts
from chat.threads.people.directory import People
from chat.threads.people.sessions import Sessions
from chat.watching.analytics import Analytics
from chat.watching.assistant import WatchedAssistant
from chat.watching.metrics import Metrics
from chat.watching.timing import WatchedEmbedder, watched_extract
from chat.watching.tracing import Tracing

if TYPE_CHECKING:
    from chat.threads.files.bucket import FilesInBucket


def build(settings: Settings, clock: Callable[[], datetime] = utc_now) -> Application:
    """Build the application for these settings; nothing is opened before `start`."""
    folder = DataFolder(settings.server.data)
    folder.make()
    metrics, tracing = Metrics(), Tracing(_exporter(settings.server.otlp_endpoint))
    engine = connect(settings.database.database_url, folder.database)
    embedder = CachedEmbedder(
        WatchedEmbedder(_embedder(settings.embedding), metrics),
        settings.embedding.embedding_cache_entries,
        settings.embedding.embedding_cache_seconds,
        metrics.embedded,
    )
    chunks = Chunks(engine)
    rebuilding = Rebuilding(CollectionRows(engine))
    indexes = _indexes(settings.index, _vectors(settings.index, folder, rebuilding.lost), engine, chunks, embedder.identity)
    sandbox = Sandbox(settings.limits)
    connected = _models(settings.answering, folder)
    model = next((each.writer for each in connected.values()), None)
    dependencies = Dependencies(
        engine=engine,
        chunks=chunks,
        files=file_store(settings.files, folder),
        embedder=embedder,
        forget=embedder.forget,
        vectors=indexes.vectors,
        keywords=indexes.keywords,
        extract=watched_extract(sandbox.extract, metrics),
        recognise=_recognise(settings.limits, sandbox),
        model=model,
        asked=model if settings.retrieval.questions == "on" else None,
        clock=clock,
        compact=partial(compact, engine),
        models=connected,
        ended=metrics.read,
        room=Room(folder.path, settings.server.reserve_mb),
    )
    parts = put_together(dependencies, settings)
    analytics = Analytics(engine, settings.server.analytics_days, clock)
    metrics.gauges(lambda: {"jobs": parts.jobs.counts, "open_collections": indexes.open})
    return Application(
        settings=settings,
        folder=folder,
        assistant=WatchedAssistant(parts, metrics, tracing, analytics),
        accounts=Accounts(engine, settings.server.login_attempts, clock),
        sessions=Sessions(engine, clock, settings.server.session_days, settings.server.session_idle_days),
        people=People(engine, clock),
        display=Display(engine, metrics.rated),
        files=parts.files,
        parts=parts,
        engine=engine,
        hold=DatabaseHold(engine),
        embedder=embedder,
        vectors=indexes.vectors,
        keywords=indexes.keywords,
        sandbox=sandbox,
        rebuilding=rebuilding,
        sweeping=Sweeping(engine, parts.files, indexes.vectors, parts.indexer, indexes.keywords.forget),
        models=[each.writer for each in connected.values()],
        metrics=metrics,
        tracing=tracing,
        analytics=analytics,
    )


@dataclass(frozen=True, slots=True)
class _Indexes:
    """Both indexes: of stored threads over the vector store and the rows, of incognito threads in memory alone."""

    stored: InMemoryVectors
    volatile: VolatileVectors
    vectors: VectorStore
    """These two together."""
    keywords: Bm25Index

    @property
    def open(self) -> dict[str, int]:
        """How many collections each holds in memory."""
        return {"vectors": self.stored.open, "keywords": self.keywords.open, "incognito": self.volatile.open}


def _indexes(
    settings: IndexSettings, store: VectorStore, engine: AsyncEngine, chunks: Chunks, identity: EmbedderIdentity
) -> _Indexes:
    stored = InMemoryVectors(
        store,
        partial(VectorRows(engine).all, embedder=str(identity)),
        settings.exact_search_vectors,
        settings.vector_memory_mb,
        identity.dimensions,
    )
    volatile = VolatileVectors(settings.exact_search_vectors)
    counts = TermCountsApart(StoredTermCounts(engine), VolatileTermCounts(), chunks.volatile)
    return _Indexes(
        stored=stored,
        volatile=volatile,
        vectors=VectorsApart(stored, volatile, chunks.volatile),
        keywords=Bm25Index(counts, settings.keyword_memory_mb),
    )


def _exporter(endpoint: str) -> SpanExporter | None:
    if not endpoint:
        return None
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415 -- seldom, and slow

    return OTLPSpanExporter(endpoint)


def _recognise(settings: LimitSettings, sandbox: Sandbox) -> Recognise | None:
    """Return OCR of single pages; `None` where Tesseract is not installed or the settings turn it off."""
    tesseract = Tesseract.found(settings.ocr_languages) if settings.ocr == "auto" else None
    if tesseract is None:
        return None

    async def recognise(content: bytes, page: int, password: str) -> str:
        return await tesseract.read(await sandbox.draw(content, page, password))

    return recognise


def _embedder(settings: EmbeddingSettings) -> Embedder:
    """Return an endpoint when one is named by base URL, model or its own key, and the local model otherwise.

    OPENAI_API_KEY alone connects a language model and leaves embedding on this machine.
    """
    if settings.embedding_api_key or settings.embedding_api_base or settings.embedding_model:
        from chat.embedding.openai import OpenAIEmbedder  # noqa: PLC0415 - these three load clients that take half a second each

        return OpenAIEmbedder(settings)
    return OnnxEmbedder(settings.embedding_threads)


def file_store(settings: FileSettings, folder: DataFolder) -> FileStore:
    """Return the store of uploaded files. BadSettings for an address that names no bucket."""
    return bucket(settings) if settings.files_url else FilesOnDisk(folder.files)


def bucket(settings: FileSettings) -> FilesInBucket:
    from chat.threads.files.bucket import FilesInBucket  # noqa: PLC0415 - its library is 15 MB that few need

    return FilesInBucket(settings)


def _vectors(settings: IndexSettings, folder: DataFolder, lost: Lost) -> VectorStore:
    if settings.chroma_url:
        from chat.index.remote import RemoteChroma  # noqa: PLC0415

        key = {"X-Chroma-Token": settings.chroma_api_key} if settings.chroma_api_key else {}
        return RemoteChroma(
            settings.chroma_url,
            settings.chroma_timeout_seconds,
            lost,
            settings.chroma_tenant,
            settings.chroma_database,
            key | settings.chroma_headers,
        )
    return EmbeddedChroma(folder.chroma, settings.chroma_open_files, settings.chroma_timeout_seconds, lost)


def _models(settings: AnsweringSettings, folder: DataFolder) -> dict[str, Connected]:
    """Return the language models that the settings name, by name, the default first."""
    return {
        model.name: Connected(_writer(model, settings), model.context_tokens, model.max_answer_tokens)
        for model in models(settings, folder.path)
    }


def _writer(model: Model, settings: AnsweringSettings) -> Writer:
    from chat.llm.local import LocalWriter  # noqa: PLC0415
    from chat.llm.openai import OpenAIWriter  # noqa: PLC0415

    return LocalWriter(model, settings) if model.gguf else OpenAIWriter(model, settings)
