"""Where the server listens and who may speak to it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from chat.settings.group import Group

_SECRET_LEAST = 32
"""Characters."""


class ServerSettings(Group):
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
    secret: str = Field(
        "",
        repr=False,
        description="Signs web sessions, 32 characters or more; empty: one that is made once and kept in the data folder.",
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

    @field_validator("secret")
    @classmethod
    def _hard_to_guess(cls, secret: str) -> str:
        if secret and len(secret) < _SECRET_LEAST:
            raise ValueError(f"needs {_SECRET_LEAST} characters or more, as `openssl rand -base64 48` makes them")
        return secret
