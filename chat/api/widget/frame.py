"""The page inside the widget's frame, and the exchange of a token for its cookie. Only the site that it is for may embed it."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from chat.api.context import Context
from chat.api.middleware.request_guard import policy
from chat.api.problems import answer, problem_of
from chat.api.widget.door import SESSION, base_of, cookie_of, entry
from chat.api.widget.origins import allowed
from chat.errors import Forbidden, InvalidRequest, ThreadwiseError, Unauthorized
from chat.threads.people.visitors import origin_of

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Chat</title>
<link rel="stylesheet" href="{base}/public/widget/frame.css">
<body data-base="{base}" data-origin="{origin}">
<script src="{base}/public/element.js"></script>
<script src="{base}/public/words.js"></script>
<script src="{base}/public/places.js"></script>
<script src="{base}/public/naming.js"></script>
<script src="{base}/public/notices.js"></script>
<script src="{base}/public/acting.js"></script>
<script src="{base}/public/waiting.js"></script>
<script src="{base}/public/uploads.js"></script>
<script src="{base}/public/widget/frame.js"></script>
"""


def routes(context: Context) -> list[Route]:
    """Return the routes, which go in front of the web chat's."""
    frame = _Frame(context)
    return [
        Route("/widget/frame", frame.page, methods=["GET"]),
        Route(SESSION, frame.session, methods=["POST"]),
    ]


class _Frame:
    def __init__(self, context: Context) -> None:
        self._context = context

    async def page(self, request: Request) -> Response:
        """Respond with the page for one origin; browsers then let only that origin embed it."""
        host = request.headers.get("host", "")
        try:
            origin = origin_of(request.query_params.get("origin", ""))
            if not await allowed(self._context.application, origin, host):
                raise Forbidden("This page may not show the chat; see THREADWISE_WIDGET_ORIGINS.")
        except (Forbidden, InvalidRequest) as error:
            return answer(problem_of(error), {"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"})
        page = _PAGE.format(base=escape(base_of(origin)), origin=escape(origin))
        headers = {"Content-Security-Policy": policy(host, origin), "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
        return HTMLResponse(page, headers=headers)

    async def session(self, request: Request) -> Response:
        """Exchange a token for a cookie that expires when it does. The token comes in a header, so that it is in no address."""
        base = request.scope.get("widget_base", "")
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        try:
            if scheme.casefold() != "bearer" or not base:
                raise Unauthorized("Send the token as `Authorization: Bearer TOKEN`.")
            entered = await entry(self._context.application, self._context.tokens, token.strip(), base)
        except ThreadwiseError as error:
            return answer(problem_of(error))
        seconds = max(1, int((entered.ends - self._context.tokens.now()).total_seconds()))
        own = base_of(entered.visitor.origin, entered.visitor.user.id)
        response = JSONResponse({"success": True, "base": own, "expires_in": seconds})
        secure = request.headers.get("origin", "").startswith("https:") or request.url.scheme == "https"
        response.headers["Set-Cookie"] = _cookie(own, token.strip(), seconds, secure)
        response.headers["Cache-Control"] = "no-store"
        return response


def _cookie(base: str, value: str, seconds: int, secure: bool) -> str:
    """Return the header `Set-Cookie`. Over HTTPS the cookie is also sent in a frame on another site, and kept apart for each site
    (CHIPS); over HTTP browsers only send it if page and server are of the same site."""
    where = "SameSite=None; Secure; Partitioned" if secure else "SameSite=Lax"
    return f"{cookie_of(base.rpartition('/')[2])}={value}; Path={base}/; Max-Age={seconds}; HttpOnly; {where}"
