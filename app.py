"""The web chat's server: `threadwise run`, `python app.py`, or `chainlit run app.py`.

Chainlit reads the path of its root folder from the environment when it is imported. When started with its own command, it is
imported before this file, so the process is then restarted with the right environment.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path

from pydantic import ValidationError

from chat.assembly import build
from chat.errors import ThreadwiseError
from chat.faults import of_settings
from chat.settings import Settings
from chat.ui.environment import prepare
from chat.watching import logs


def main() -> None:
    """Build the application and install it on Chainlit's server; serve it, unless Chainlit's own command does."""
    try:
        settings = Settings()
        application = build(settings)
        root = prepare(settings, f"{application.secret}-{settings.server.auth}")  # changing how to sign in ends all sessions
    except ThreadwiseError as error:
        raise SystemExit(str(error)) from error
    except ValidationError as error:
        raise SystemExit(of_settings(error.errors())) from error
    loaded = sys.modules.get("chainlit.config")
    if loaded is not None and Path(loaded.APP_ROOT).resolve() != root:
        os.execv(sys.executable, [sys.executable, "-m", "chainlit", *sys.argv[1:]])  # noqa: S606 - the same command again
    server = import_module("chat.ui.server")
    http = import_module("chat.api.http")
    host, port = (loaded.config.run.host, loaded.config.run.port) if loaded else (settings.server.host, settings.server.port)
    server.check_address(settings.server, host)
    try:
        web = server.install(application)
    except ThreadwiseError as error:
        raise SystemExit(str(error)) from error
    http.install(server.app, application, web.session_user, web.visitor_cookie, http.Tokens(application.secret))
    if loaded is None:
        logs.configure(settings.server.log_level, settings.server.log_format)
        server.serve(host, port, settings.server.log_level)


if __name__ != "app":  # when imported by name, the module only provides `main`
    main()
