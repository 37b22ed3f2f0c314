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

_HEAD = """\
# Settings

Every setting of Threadwise, with its default. Threadwise reads settings once, at start, from environment variables and from a
file `.env` in the folder that you start it from. An environment variable takes precedence over `.env`. Restart the server after a
change. Several numbers are written as a JSON list, as in `[13.5, 6.8, 8.3]`."""


def variable(group: type[BaseSettings], field: str) -> str:
    """Return the name of a setting's environment variable."""
    alias = group.model_fields[field].validation_alias
    if isinstance(alias, AliasChoices):
        return str(alias.choices[0])
    return str(alias) if alias else f"{group.model_config.get('env_prefix', '')}{field}".upper()


def table() -> str:
    """Return all settings as Markdown, a table a group."""
    parts = [_HEAD]
    shown: set[str] = set()
    for group in GROUPS:
        rows = []
        for field, info in group.model_fields.items():
            name = variable(group, field)
            if name not in shown:
                default = "" if info.default in ("", None, {}) else f"`{info.default}`"
                rows.append(f"| `{name}` | {default} | {info.description} |")
            shown.add(name)
        title, _, more = str(group.__doc__).rstrip(".").partition(". ")
        parts += [f"## {title}", *([f"{more}."] if more else [])]
        parts.append("| setting | default | what it does |\n| --- | --- | --- |\n" + "\n".join(rows))
    return "\n\n".join(parts) + "\n"
