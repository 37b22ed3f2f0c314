"""Prepares Chainlit's root folder inside the data folder before Chainlit is imported.

Chainlit reads its configuration on import, and writes uploads, translations and a readme to the same folder. This module does
not import Chainlit, so that `prepare` can be called first.
"""

from __future__ import annotations

import json
import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from chat.errors import BadSettings, InvalidRequest
from chat.settings import ServerSettings, Settings
from chat.text.languages import TRANSLATED
from chat.threads.people.visitors import origin_of

SOURCES = Path(__file__).resolve().parents[2]
"""The folder with `public/`, `.chainlit/` and `chainlit.md`."""
_LANGUAGES = ("en-US", *TRANSLATED)
"""Languages of our texts for Chainlit. The web chat uses the first one, the widget all of them."""
_CHAINLIT_NAMES = {"de": "de-DE", "fr": "fr-FR"}
"""Chainlit's names for our languages, where they differ."""


def prepare(settings: Settings, secret: str) -> Path:
    """Fill `data/web`, set the environment variables that make Chainlit use it, and return its path."""
    root = settings.server.data.resolve() / "web"
    shutil.rmtree(root / "public", ignore_errors=True)
    shutil.copytree(SOURCES / "public", root / "public")
    for page in ("chainlit.md", "chainlit_en-US.md"):  # Chainlit warns when the translated one is missing
        shutil.copy(SOURCES / "chainlit.md", root / page)
    translations = root / ".chainlit" / "translations"
    translations.mkdir(parents=True, exist_ok=True)
    (root / ".chainlit" / "config.toml").write_text(_configuration(settings), encoding="utf-8")
    for language in _LANGUAGES:
        (translations / f"{language}.json").write_text(json.dumps(_texts(language), indent=1), encoding="utf-8")
    os.environ.update(
        CHAINLIT_APP_ROOT=str(root),
        CHAINLIT_AUTH_SECRET=secret,
        ANONYMIZED_TELEMETRY="False",
        OTEL_SDK_DISABLED="true",
        TRACELOOP_TELEMETRY="false",
        DO_NOT_TRACK="1",
    )
    return root


def origins(server: ServerSettings) -> list[str]:
    """Return the origins, besides the server's own, from which browsers may send requests.

    Raises BadSettings for an invalid origin or a wildcard, which would let any page read a user's data with the session's cookie.
    """
    try:
        return [origin_of(origin) for origin in server.origins.split(",") if origin.strip()]
    except InvalidRequest as error:
        raise BadSettings(f"THREADWISE_ORIGINS: {error}") from error


def _configuration(settings: Settings) -> str:
    """Return our Chainlit configuration with the limits and origins from the settings."""
    text = (SOURCES / ".chainlit" / "config.toml").read_text(encoding="utf-8")
    limits = settings.limits
    for line, value in (
        ("allow_origins = []", f"allow_origins = {json.dumps(origins(settings.server))}"),
        ("max_files = 20", f"max_files = {limits.max_files}"),
        ("max_size_mb = 50", f"max_size_mb = {limits.max_file_mb}"),
    ):
        text = text.replace(line, value)
    return text


def _texts(language: str) -> dict[str, Any]:  # Any: a tree of texts
    """Return Chainlit's interface texts in a language, overridden by ours."""
    package = find_spec("chainlit")
    if package is None or package.origin is None:
        raise ModuleNotFoundError("chainlit")
    shipped = Path(package.origin).parent / "translations" / f"{_CHAINLIT_NAMES.get(language, language)}.json"
    ours = json.loads((SOURCES / ".chainlit" / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    return _laid_over(json.loads(shipped.read_text(encoding="utf-8")), ours)


def _laid_over(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:  # Any: a tree of texts
    merged = dict(base)
    for key, value in over.items():
        merged[key] = _laid_over(base.get(key, {}), value) if isinstance(value, dict) else value
    return merged
