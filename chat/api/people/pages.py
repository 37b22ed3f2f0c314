"""The pages `/account`, for every user, and `/admin`, for admins; both work without scripts."""

from __future__ import annotations

from html import escape
from urllib.parse import quote

from starlette.routing import Route

from chat.api.context import Application, Context
from chat.api.pages.page import Visit, page, saying
from chat.api.pages.sheet import head, sheet, told
from chat.api.people import parts
from chat.api.people.account import set_own
from chat.api.people.parts import ACCOUNT, ADMIN
from chat.api.people.users import changed, deleted, is_admin
from chat.domain import User
from chat.errors import Forbidden, InvalidRequest, NotFound

_SHOWN_USERS = 200
_ABOUT_USERS = "Who has an account here, what they hold, and how the server is."
_ANALYTICS = ("Analytics", "/analytics")


def account_page(context: Context) -> Route:
    application = context.application

    async def show(visit: Visit) -> str:
        user = visit.user
        links = [_ANALYTICS, ("Users", ADMIN)] if is_admin(application, user) else [_ANALYTICS]
        sessions = await application.sessions.listed(user.id)
        keys = [key for key in await application.accounts.keys(user) if key.revoked_at is None]
        auth = application.settings.server.auth
        return sheet(
            "Account",
            [
                head("Account", escape(f"{user.name}, {user.role}"), links=links),
                told(visit.said, visit.wrong),
                parts.used(await application.people.person(user), application.assistant.quotas),
                parts.sessions(sessions, visit.session) if auth != "local" else parts.ALONE,
                parts.PASSWORD if auth == "password" else "",
                parts.keys(keys),
            ],
        )

    async def do(visit: Visit) -> str:
        return saying(ACCOUNT, await done(visit))

    async def done(visit: Visit) -> str:
        user = visit.user
        match visit.fields.get("do"):
            case "end":
                await application.sessions.end(user.id, visit.field("session"))
                return "That browser is logged out."
            case "everywhere":
                ended = await application.sessions.end_all(user.id, visit.session)
                return f"{ended} other browser{' is' if ended == 1 else 's are'} logged out."
            case "password":
                await set_own(application, user, visit.fields.get("old", ""), visit.fields.get("new", ""), visit.session)
                return "Your password is changed; every other browser is logged out."
            case "revoke":
                id = visit.field("key")
                if id not in {key.id for key in await application.accounts.keys(user)}:
                    raise NotFound("There is no such active key.")
                await application.accounts.revoke_key(id)
                return "The key is revoked."
        raise InvalidRequest("This page cannot do that.")

    return page(context, ACCOUNT, show, do)


def admin_page(context: Context) -> Route:
    application = context.application

    async def show(visit: Visit) -> str:
        _check(application, visit.user)
        people, following = await application.people.listed(_SHOWN_USERS, visit.fields.get("cursor") or None)
        quotas = application.assistant.quotas
        return sheet(
            "Users",
            [
                head("Users", _ABOUT_USERS, links=[_ANALYTICS, ("Account", ACCOUNT)]),
                told(visit.said, visit.wrong),
                parts.users(people, visit.user, quotas),
                f'<p><a href="{ADMIN}?cursor={quote(following)}">More users</a></p>' if following else "",
                parts.NEW if application.settings.server.auth == "password" else "",
                parts.health(await application.health()),
                parts.sites(await application.assistant.sites(visit.user)),
                parts.limits(quotas),
            ],
        )

    async def do(visit: Visit) -> str:
        _check(application, visit.user)
        return saying(ADMIN, await done(visit))

    async def done(visit: Visit) -> str:
        accounts, name, do = application.accounts, visit.fields.get("user", ""), visit.fields.get("do")
        match do:
            case "suspend" | "resume":
                found = await changed(application, visit.user, name, suspended=do == "suspend")
                return f"{found.name} is suspended." if found.suspended else f"{found.name} may come in again."
            case "promote" | "demote":
                found = await changed(application, visit.user, name, role="admin" if do == "promote" else "member")
                return f"{found.name} is {'an admin' if found.role == 'admin' else 'a member'} now."
            case "end":
                found = await accounts.known(name)
                return f"{found.name} is logged out of {await application.sessions.end_all(found.id)}."
            case "delete":
                found = await accounts.known(name)
                receipt = await deleted(context, visit.user, name)
                left = "nothing of theirs is left" if receipt.verified else "the rest goes within seconds"
                return f"{found.name} is deleted, with {receipt.messages:,} messages and {receipt.documents:,} files; {left}."
            case "add":
                role = "admin" if visit.fields.get("role") == "admin" else "member"
                added = await accounts.add_user(visit.fields.get("name", ""), visit.fields.get("password", ""), role)  # type: ignore[arg-type] # one of the two
                return f"{added.name} is added."
        raise InvalidRequest("This page cannot do that.")

    return page(context, ADMIN, show, do)


def _check(application: Application, user: User) -> None:
    """Raise Forbidden unless the user is an admin."""
    if not is_admin(application, user):
        raise Forbidden("This page is for admins.")
