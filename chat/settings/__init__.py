"""Every setting, read once from the environment (and `.env`), frozen, with its unit and default.

There is a module for each group; `Settings` holds one of each. They are handed down as values: nothing below the edge reads the
environment. `python -m chat.settings > docs/settings.md` writes the table for people.
"""

from __future__ import annotations

from pydantic import Field

from chat.settings.answering import AnsweringSettings
from chat.settings.chunking import ChunkingSettings
from chat.settings.database import DatabaseSettings
from chat.settings.embedding import EmbeddingSettings
from chat.settings.files import FileSettings
from chat.settings.group import Group
from chat.settings.index import IndexSettings
from chat.settings.limits import LimitSettings
from chat.settings.quotas import QuotaSettings
from chat.settings.retrieval import RetrievalSettings
from chat.settings.server import ServerSettings
from chat.settings.widget import WidgetSettings

__all__ = [
    "AnsweringSettings",
    "ChunkingSettings",
    "DatabaseSettings",
    "EmbeddingSettings",
    "FileSettings",
    "IndexSettings",
    "LimitSettings",
    "QuotaSettings",
    "RetrievalSettings",
    "ServerSettings",
    "Settings",
    "WidgetSettings",
]


class Settings(Group):
    """All of them."""

    server: ServerSettings = Field(default_factory=ServerSettings)
    limits: LimitSettings = Field(default_factory=LimitSettings)
    database: DatabaseSettings = Field(default_factory=DatabaseSettings)
    files: FileSettings = Field(default_factory=FileSettings)
    chunking: ChunkingSettings = Field(default_factory=ChunkingSettings)
    embedding: EmbeddingSettings = Field(default_factory=EmbeddingSettings)
    index: IndexSettings = Field(default_factory=IndexSettings)
    retrieval: RetrievalSettings = Field(default_factory=RetrievalSettings)
    answering: AnsweringSettings = Field(default_factory=AnsweringSettings)
    widget: WidgetSettings = Field(default_factory=WidgetSettings)
    quotas: QuotaSettings = Field(default_factory=QuotaSettings)
