"""Routes for managing users, for admins."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path
from pydantic import Field, StrictBool

from chat.api import render
from chat.api.bodies import Body, Text
from chat.api.context import Application, Asker, Context, TheApplication, TheContext
from chat.api.people import shapes
from chat.api.threads import Cursor, Limit
from chat.api.types import Json
from chat.domain import Receipt, User
from chat.errors import Conflict, Forbidden
from chat.threads.people.accounts import GivenRole

router = APIRouter(tags=["users"], prefix="/users")

Named = Annotated[Text, Path(max_length=255, description="Name or id of the user.")]
Password = Annotated[Text, Field(max_length=2_000)]


class NewUser(Body):
    name: Annotated[Text, Field(max_length=255, examples=["carol"])]
    password: Password | None = Field(None, description="Without a password, the user can act only through API keys.")
    role: Literal["admin", "member"] = "member"


class UserChange(Body):
    suspended: StrictBool | None = Field(
        None, description="With `true`, every session, stream and key of the user stops working within seconds."
    )
    role: Literal["admin", "member"] | None = None
    password: Password | None = Field(None, description="A new password, which ends all sessions of the user.")


def is_admin(application: Application, user: User) -> bool:
    """Return whether the user is an admin; without sign-in everybody but a widget's visitor is."""
    return user.role == "admin" or (application.settings.server.auth == "local" and user.role != "visitor")


async def admin(user: Asker, application: TheApplication) -> User:
    """Return the user; raises Forbidden unless they are an admin, even if they ask about themselves."""
    if not is_admin(application, user):
        raise Forbidden("Only admins can see and change users.")
    return user


Admin = Annotated[User, Depends(admin)]


@router.get("")
async def list_users(admin: Admin, application: TheApplication, limit: Limit = 50, cursor: Cursor = None) -> Json:
    """List the users.

    By name, with what they hold and use. Visitors of sites are counted under `/widget/sites`.
    """
    found, following = await application.people.listed(limit, cursor)
    return {"users": [shapes.person(each) for each in found], "next_cursor": following}


@router.post("", status_code=201)
async def create_user(admin: Admin, application: TheApplication, new: NewUser) -> Json:
    """Create a user."""
    user = await application.accounts.add_user(new.name, new.password, new.role)
    return shapes.person(await application.people.person(user))


@router.get("/{user}")
async def get_user(admin: Admin, application: TheApplication, user: Named) -> Json:
    """Get a user."""
    return shapes.person(await application.people.person(await application.accounts.known(user)))


@router.patch("/{user}")
async def change_user(admin: Admin, application: TheApplication, user: Named, change: UserChange) -> Json:
    """Suspend a user or let them in again, or change their role or password.

    Sessions, streams and sockets with the old rights end within seconds.
    """
    found = await changed(application, admin, user, change.suspended, change.role)
    if change.password is not None:
        await application.accounts.set_password(found.name, change.password)
    return shapes.person(await application.people.person(found))


@router.delete("/{user}")
async def delete_user(admin: Admin, context: TheContext, user: Named) -> Json:
    """Delete a user with everything that is theirs.

    The user is shut out at once. The answer is a receipt.
    """
    return render.receipt(await deleted(context, admin, user))


@router.get("/{user}/sessions")
async def list_sessions_of_user(admin: Admin, application: TheApplication, user: Named) -> Json:
    """List the browsers in which a user is signed in."""
    found = await application.accounts.known(user)
    return {"sessions": [shapes.session(each) for each in await application.sessions.listed(found.id)]}


@router.delete("/{user}/sessions")
async def end_sessions_of_user(admin: Admin, application: TheApplication, user: Named) -> Json:
    """Sign a user out of every browser."""
    found = await application.accounts.known(user)
    return {"ended": await application.sessions.end_all(found.id)}


async def changed(
    application: Application, admin: User, name: str, suspended: bool | None = None, role: GivenRole | None = None
) -> User:
    """Suspend or resume a user or change their role, and return the user as changed. Raises Conflict if an admin would suspend or
    demote themselves, so that one admin is always left."""
    accounts = application.accounts
    found = await accounts.known(name)
    if found.id == admin.id and (suspended or (role is not None and role != found.role)):
        raise Conflict("You cannot suspend yourself or change your own role; ask another admin.")
    if role is not None and role != found.role:
        await accounts.set_role(found.id, role, admin)
        await application.assistant.unshare_of_members()
    if suspended is not None and suspended != found.suspended:
        await (accounts.suspend(found.id, admin) if suspended else accounts.resume(found.id))
    return await accounts.known(found.id)


async def deleted(context: Context, admin: User, name: str) -> Receipt:
    """Delete a user with all that is theirs and return the receipt, verified if nothing is left. Raises Conflict for oneself."""
    application = context.application
    found = await application.accounts.known(name)
    if found.id == admin.id:
        raise Conflict("You cannot delete yourself; ask another admin, or use `threadwise user delete`.")
    await application.accounts.suspend(found.id, admin)
    await context.presence.look()  # so running answers end because the user has lost access, not because of the deletion
    return await application.erase_user(found)
