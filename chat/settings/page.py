"""All settings as the page of the documentation on them."""

from __future__ import annotations

from pydantic import AliasChoices
from pydantic_settings import BaseSettings

from chat.settings import (
    AnsweringSettings,
    ChunkingSettings,
    DatabaseSettings,
    EmbeddingSettings,
    FileSettings,
    IndexSettings,
    LimitSettings,
    QuotaSettings,
    RetrievalSettings,
    ServerSettings,
    WidgetSettings,
)

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
    FileSettings,
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
