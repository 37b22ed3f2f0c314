"""`/account` for everybody who has one, and `/admin` for those who run the place; both work without a script."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import quote

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from chat.api.bodies import storable
from chat.api.context import SESSION, Application, Context
from chat.api.people import parts, sheet
from chat.api.people.account import set_own
from chat.api.people.parts import ACCOUNT, ADMIN
from chat.api.people.users import changed, deleted, is_admin
from chat.api.problems import problem_of
from chat.domain import User
from chat.errors import Forbidden, InvalidRequest, NotFound, ThreadwiseError, Unauthorized

_PRIVATE = {"Cache-Control": "private, no-store"}
_SHOWN_USERS = 200
_ABOUT_USERS = "Who has an account here, what they hold, and how the server is."
_ANALYTICS = ("Analytics", "/analytics")


class Pages:
    """Both pages; what is pressed is done, and the page comes again with a sentence."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._application = context.application

    def routes(self) -> list[Route]:
        return [
            Route(ACCOUNT, self._served(self._account, self._on_account), methods=["GET", "POST"]),
            Route(ADMIN, self._served(self._admin, self._on_admin), methods=["GET", "POST"]),
        ]

    def _served(self, shown: _Shown, done: _Done) -> Callable[[Request], Awaitable[Response]]:
        async def page(request: Request) -> Response:
            try:
                user = await self._context.user(request)
                if user.role == "visitor":
                    raise NotFound("There is nothing at this address.")
            except Unauthorized:
                return RedirectResponse("/login", 303)
            sentence, status = request.query_params.get("said", "")[:200], 200
            try:
                if request.method == "POST":
                    said = await done(request, user, await request.form())
                    return RedirectResponse(f"{request.url.path}?said={quote(said)}", 303)
                html = await shown(request, user, sentence, False)
            except Forbidden as error:
                html, status = sheet.sheet("Not for you", [sheet.head("Not for you", str(error), ())]), 403
            except ThreadwiseError as error:
                html, status = await shown(request, user, str(error), True), problem_of(error)["status"]
            return HTMLResponse(html, status, _PRIVATE)

        return page

    # --- one's own

    async def _account(self, request: Request, user: User, sentence: str, wrong: bool) -> str:
        application = self._application
        person = await application.people.person(user)
        links = [_ANALYTICS, ("Users", ADMIN)] if is_admin(application, user) else [_ANALYTICS]
        current = request.scope.get(SESSION)
        sessions = await application.sessions.listed(user.id)
        keys = [key for key in await application.accounts.keys(user) if key.revoked_at is None]
        return sheet.sheet(
            "Account",
            [
                sheet.head("Account", f"{user.name}, {user.role}", links),
                sheet.told(sentence, wrong),
                parts.used(person, application.assistant.quotas),
                parts.sessions(sessions, current) if application.settings.server.auth != "local" else parts.ALONE,
                parts.PASSWORD if application.settings.server.auth == "password" else "",
                parts.keys(keys),
            ],
        )

    async def _on_account(self, request: Request, user: User, form: FormData) -> str:
        application, current = self._application, request.scope.get(SESSION)
        match _field(form, "do"):
            case "end":
                await application.sessions.end(user.id, _field(form, "session"))
                return "That browser is logged out."
            case "everywhere":
                ended = await application.sessions.end_all(user.id, current)
                return f"{ended} other browser{' is' if ended == 1 else 's are'} logged out."
            case "password":
                await set_own(application, user, _field(form, "old"), _field(form, "new"), current)
                return "Your password is changed; every other browser is logged out."
            case "revoke":
                id = _field(form, "key")
                if id not in {key.id for key in await application.accounts.keys(user)}:
                    raise NotFound("There is no such key in use.")
                await application.accounts.revoke_key(id)
                return "The key is revoked."
        raise InvalidRequest("That is nothing that this page can do.")

    # --- everybody's

    async def _admin(self, request: Request, user: User, sentence: str, wrong: bool) -> str:
        application = self._check(user)
        people, following = await application.people.listed(_SHOWN_USERS, request.query_params.get("cursor") or None)
        sites = await application.assistant.sites(user)
        quotas = application.assistant.quotas
        return sheet.sheet(
            "Users",
            [
                sheet.head(
                    "Users", "Who has an account here, what they hold, and how the server is.", [_ANALYTICS, ("Account", ACCOUNT)]
                ),
                sheet.told(sentence, wrong),
                parts.users(people, user, quotas),
                f'<p><a href="{ADMIN}?cursor={quote(following)}">More users</a></p>' if following else "",
                parts.NEW if application.settings.server.auth == "password" else "",
                parts.health(await application.health()),
                parts.sites(sites),
                parts.limits(quotas),
            ],
        )

    async def _on_admin(self, request: Request, user: User, form: FormData) -> str:
        application = self._check(user)
        accounts, name, do = application.accounts, _field(form, "user"), _field(form, "do")
        match do:
            case "suspend" | "resume":
                found = await changed(application, user, name, suspended=do == "suspend")
                return f"{found.name} is suspended." if found.suspended else f"{found.name} may come in again."
            case "promote" | "demote":
                found = await changed(application, user, name, role="admin" if do == "promote" else "member")
                return f"{found.name} is {'an admin' if found.role == 'admin' else 'a member'} now."
            case "end":
                found = await accounts.known(name)
                return f"{found.name} is logged out of {await application.sessions.end_all(found.id)}."
            case "delete":
                found = await accounts.known(name)
                receipt = await deleted(application, user, name)
                left = "nothing of theirs is left" if receipt.verified else "the rest goes within seconds"
                return f"{found.name} is deleted, with {receipt.messages:,} messages and {receipt.documents:,} files; {left}."
            case "add":
                role = "admin" if form.get("role") == "admin" else "member"
                added = await accounts.add_user(_field(form, "name"), _field(form, "password"), role)  # type: ignore[arg-type] # one of the two
                return f"{added.name} is added."
        raise InvalidRequest("That is nothing that this page can do.")

    def _check(self, user: User) -> Application:
        """Raises Forbidden."""
        if not is_admin(self._application, user):
            raise Forbidden("This page is for admins.")
        return self._application


_Shown = Callable[[Request, User, str, bool], Awaitable[str]]
_Done = Callable[[Request, User, FormData], Awaitable[str]]


def _field(form: FormData, name: str) -> str:
    return str(storable(form.get(name) or ""))
