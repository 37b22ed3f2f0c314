"""HTML parts of the account and admin pages."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from chat.api.pages.sheet import button, moment, size, table
from chat.assistant.quotas import Quotas
from chat.domain import Health, User
from chat.threads.people.accounts import Key
from chat.threads.people.directory import Person
from chat.threads.people.sessions import Session
from chat.threads.people.visitors import Site

ACCOUNT, ADMIN = "/account", "/admin"
_HERE = '<span class="here">this browser</span>'
_MAY = {"all": "all that you may", "ask": "ask and read", "read": "read", "widget": "let visitors in"}
_WAYS = {"password": "by password", "oauth": "by a provider", "header": "by the proxy"}
ALONE = (
    '<section><h2>Signed in</h2><p class="none">Without sign-in this server answers this machine only, and whoever is at it is '
    "you.</p></section>"
)
PASSWORD = (
    f'<section><h2>Password</h2><form class="tall" method="post" action="{ACCOUNT}">'
    '<input type="hidden" name="do" value="password">'
    '<label>Your password now<input type="password" name="old" autocomplete="current-password" required></label>'
    "<label>The new one, of at least 8 characters"
    '<input type="password" name="new" autocomplete="new-password" minlength="8" required>'
    "</label><button>Change it</button></form></section>"
)
NEW = (
    f'<section><h2>Add a user</h2><form class="tall" method="post" action="{ADMIN}"><input type="hidden" name="do" value="add">'
    '<label>Name<input name="name" autocomplete="off" maxlength="64" required></label>'
    "<label>Password, of at least 8 characters"
    '<input type="password" name="password" autocomplete="new-password" minlength="8" required>'
    '</label><label>Role<select name="role"><option>member</option><option>admin</option></select></label>'
    "<button>Add</button></form></section>"
)


def sessions(sessions: list[Session], current: str | None) -> str:
    rows = [
        (
            escape(each.browser),
            _WAYS.get(each.way, each.way),
            moment(each.created_at),
            moment(each.seen_at),
            moment(each.ends_at),
            _HERE if each.id == current else button(ACCOUNT, "end", "Log out", session=each.id),
        )
        for each in sessions
    ]
    about = "Browsers in which you are signed in. Log out of any that you don't know, and change your password."
    listed = table("Signed in", about, ("Browser", "How", "Since (UTC)", "Last used", "Ends", ""), rows, "In no browser.")
    others = any(each.id != current for each in sessions)
    return listed + (f"<p>{button(ACCOUNT, 'everywhere', 'Log out everywhere else', harm=True)}</p>" if others else "")


def keys(keys: list[Key]) -> str:
    rows = [
        (
            escape(key.name),
            _MAY[key.scope],
            moment(key.created_at),
            escape(", ".join(key.origins)) or "–",
            button(ACCOUNT, "revoke", "Revoke", harm=True, key=key.id),
        )
        for key in keys
    ]
    about = "Programs that speak for you. Keys are made with threadwise key create."
    return table("Keys", about, ("Name", "May", "Made (UTC)", "Sites", ""), rows, "None.")


def used(person: Person, quotas: Quotas) -> str:
    most_mb = quotas.settings.upload_mb_a_day
    tiles = [
        ("Conversations", f"{person.threads:,}", f"{person.questions:,} message{'s' * (person.questions != 1)} of yours"),
        ("Files", size(person.bytes), "with their earlier versions"),
        ("Uploaded today", size(person.uploaded_today), f"of {most_mb:,} MB" if most_mb else "no limit"),
        ("Tokens today", f"{person.tokens_today:,}", f"of {quotas.tokens_a_day:,}" if quotas.tokens_a_day else "no limit"),
    ]
    return _tiles(tiles)


def users(people: list[Person], admin: User, quotas: Quotas) -> str:
    listed = "".join(
        f'<article class="person" aria-label="{escape(each.user.name)}"><h3>{escape(each.user.name)} '
        f"<small>{each.user.role}{', suspended' if each.user.suspended else ''}</small></h3>"
        f'<p>{_held(each)}<br>{_today(each, quotas)}</p><div class="acts">{_acts(each, admin)}</div></article>'
        for each in people
    )
    about = "Suspending ends sessions, streams and keys within seconds and keeps what is theirs."
    return f"<section><h2>Accounts</h2><p>{about}</p>{listed}</section>"


def _held(person: Person) -> str:
    counted = {
        "conversation": person.threads,
        "question": person.questions,
        "session": person.sessions,
        "key": person.keys,
    }
    said = ", ".join(f"{count:,} {name}{'' if count == 1 else 's'}" for name, count in counted.items())
    seen = f"last seen {moment(person.seen_at)}" if person.seen_at else "not seen lately"
    return f"{said}, {size(person.bytes)} of files, {seen}"


def _acts(person: Person, admin: User) -> str:
    user = person.user
    if user.id == admin.id:
        return '<span class="here">This is you.</span>'
    gone = f"Delete {user.name} and all of theirs"
    acts = [
        button(ADMIN, "resume", "Let in again", user=user.id)
        if user.suspended
        else button(ADMIN, "suspend", "Suspend", user=user.id),
        button(ADMIN, "demote", "Make a member", user=user.id)
        if user.role == "admin"
        else button(ADMIN, "promote", "Make an admin", user=user.id),
        button(ADMIN, "end", "Log out", user=user.id) if person.sessions else "",
        f'<details><summary class="harm">Delete</summary>{button(ADMIN, "delete", gone, harm=True, user=user.id)}</details>',
    ]
    return "".join(acts)


def _today(person: Person, quotas: Quotas) -> str:
    most_mb = quotas.settings.upload_mb_a_day
    tokens = f"{person.tokens_today:,}{f' of {quotas.tokens_a_day:,}' if quotas.tokens_a_day else ''} tokens"
    return f"Today {tokens}, {size(person.uploaded_today)}{f' of {most_mb:,} MB' if most_mb else ''} uploaded"


def health(checks: Mapping[str, Health]) -> str:
    tiles = [
        (
            name.capitalize() if len(name) > 3 else name.upper(),
            "fine" if part.ok else "down",
            ", ".join(f"{key.replace('_', ' ')}: {_said(value)}" for key, value in part.detail.items() if _short(value)),
        )
        for name, part in checks.items()
    ]
    return f"<h2>Health</h2>{_tiles(tiles)}"


def _said(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _short(value: object) -> bool:
    return isinstance(value, str | int | float | bool) and len(str(value)) < 60


def sites(sites: list[Site]) -> str:
    rows = [
        (escape(each.origin), f"{each.visitors:,}", f"{each.threads:,}", f"{each.questions:,}", moment(each.seen_at))
        for each in sites
    ]
    columns = ("Site", "Visitors", "Conversations", "Questions", "Last seen (UTC)")
    return table("Sites with the widget", "How much their visitors ask.", columns, rows, "No site has shown it yet.")


def limits(quotas: Quotas) -> str:
    settings = quotas.settings
    named = {
        "requests a minute": settings.requests_a_minute,
        "answers at once": settings.answers_at_once,
        "MB uploaded a day": settings.upload_mb_a_day,
        "tokens a day": quotas.tokens_a_day,
    }
    said = ", ".join(f"{value:,} {name}" for name, value in named.items() if value) or "no limits"
    return f"<footer><p>Quotas of every user, by the settings: {said}.</p></footer>"


def _tiles(tiles: list[tuple[str, str, str]]) -> str:
    shown = "".join(
        f"<div><dt>{escape(name)}</dt><dd><b>{escape(value)}</b><span>{escape(note)}</span></dd></div>"
        for name, value, note in tiles
    )
    return f'<dl class="tiles">{shown}</dl>'
