"""Server, sign-in and logs."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from chat.settings.group import Group

_SECRET_LEAST = 32
"""Characters."""


class ServerSettings(Group):
    """Server, sign-in and logs."""

    host: str = Field(
        "127.0.0.1", description="Address to listen on. With THREADWISE_AUTH=local only a loopback address is accepted."
    )
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on.")
    data: Path = Field(Path("data"), description="Folder that holds everything Threadwise writes.")
    reserve_mb: int = Field(
        200,
        ge=0,
        description="Disk space to keep free in the data folder, in megabytes. With less, uploads and questions are refused "
        "with a message before any work begins.",
    )
    secret: str = Field(
        "",
        repr=False,
        description="Secret that signs web sessions, at least 32 characters. If empty, a secret is created once and kept in "
        "the data folder.",
    )
    auth: Literal["local", "password", "header", "oauth"] = Field(
        "local",
        description="How people sign in. `local`: one user without sign-in, on loopback only. `password`: users created with "
        "`threadwise user add`. `header`: a proxy in front names the user. `oauth`: an identity provider does. See"
        " [people](people.md).",
    )
    trusted_header: str = Field(
        "X-Forwarded-User", description="With `header`: the request header in which the proxy names the user."
    )
    trusted_secret: str = Field(
        "",
        repr=False,
        description="With `header`: secret shared with the proxy, which signs the user's name and the time with it.",
    )
    trusted_addresses: str = Field(
        "", description="With `header`: addresses or networks of the proxy, comma-separated, as in `10.0.0.5,192.168.7.0/24`."
    )
    allowed_users: str = Field(
        "",
        description="With `oauth`: users of the provider who may sign in, comma-separated. Give whole names, `@example.org` "
        "for everybody of a domain, or `*` for everybody.",
    )
    admins: str = Field(
        "", description="With `header` and `oauth`: names of users who become admins on their first visit, comma-separated."
    )
    allowed_hosts: str = Field(
        "127.0.0.1,localhost",
        description="Accepted `Host` headers, comma-separated. A request with another one is answered with 400.",
    )
    origins: str = Field(
        "",
        description="Additional origins whose pages may call the server from a browser, comma-separated, as in "
        "`https://app.example.org`.",
    )
    login_attempts: int = Field(
        5, ge=1, description="Wrong passwords allowed for each user name in a minute. After that, sign-in answers 429."
    )
    session_days: int = Field(30, ge=1, description="Days after which a session ends, however often it is used.")
    session_idle_days: int = Field(7, ge=1, description="Days without a visit after which a session ends.")
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Lowest severity that is logged: `debug`, `info`, `warning` or `error`."
    )
    log_format: Literal["console", "json"] = Field(
        "console", description="Format of the log. `console`: lines for people. `json`: one JSON object a line."
    )
    metrics_token: str = Field(
        "",
        description="Token that Prometheus sends as `Authorization: Bearer` to read `/metrics`. Without sign-in no token is "
        "needed.",
    )
    otlp_endpoint: str = Field(
        "",
        description="Address to send traces of questions to, by OTLP over HTTP, as in `http://collector:4318/v1/traces`. If "
        "empty, no traces are sent.",
    )
    incognito_minutes: float = Field(
        5,
        ge=0,
        description="Minutes after which an incognito conversation that nobody has open is deleted (see [threads](threads.md)).",
    )
    sharing: Literal["off", "on"] = Field(
        "off",
        description="`on`: the owner of a conversation can create a link with which anybody can read it (see "
        "[threads](threads.md)). `off`: conversations cannot be shared.",
    )
    analytics_days: int = Field(
        90,
        ge=0,
        le=3650,
        description="Days for which figures of questions and searches are kept (see [analytics](analytics.md)). 0 keeps none.",
    )

    @field_validator("secret")
    @classmethod
    def _hard_to_guess(cls, secret: str) -> str:
        if secret and len(secret) < _SECRET_LEAST:
            raise ValueError(f"needs {_SECRET_LEAST} characters or more, as `openssl rand -base64 48` makes them")
        return secret
