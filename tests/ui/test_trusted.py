"""Tests of trusting a proxy that can authenticate itself."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from chat.errors import BadSettings, Unauthorized
from chat.settings import ServerSettings
from chat.ui.trusted import SIGNATURE, Proxy, signature
from tests.passages import NOON

NEAR, FAR = "10.1.2.3", "192.0.2.7"
AT = int(NOON.timestamp())


def proxy(**settings: str) -> Proxy:
    return Proxy.of(ServerSettings(auth="header", **settings))  # type: ignore[arg-type]  # texts, by name


def headers(name: str = "carol", signed: str | None = None) -> Headers:
    return Headers({"X-Forwarded-User": name} | ({SIGNATURE: signed} if signed is not None else {}))


def test_a_signed_name_is_believed_from_anywhere() -> None:
    named = proxy(trusted_secret="s").name(headers(signed=signature("s", AT, "carol")), FAR, NOON)

    assert named == "carol"


SIGNATURES = {
    "none": None,
    "empty": "",
    "of another secret": signature("t", AT, "carol"),
    "of another name": signature("s", AT, "root"),
    "too old": signature("s", AT - 61, "carol"),
    "from the future": signature("s", AT + 61, "carol"),
    "with another time": signature("s", AT, "carol").replace(str(AT), str(AT + 1)),
    "cut": signature("s", AT, "carol")[:-1],
    "something else": "t=x,v1=y",
}


@pytest.mark.parametrize("signed", SIGNATURES.values(), ids=SIGNATURES)
def test_a_name_without_a_good_signature_is_refused(signed: str | None) -> None:
    with pytest.raises(Unauthorized):
        proxy(trusted_secret="s").name(headers(signed=signed), NEAR, NOON)


@pytest.mark.parametrize(("peer", "believed"), [(NEAR, True), ("10.9.9.9", False), (FAR, False), ("", False), ("::1", True)])
def test_by_address_only_listed_ones_are_believed(peer: str, believed: bool) -> None:
    listed = proxy(trusted_addresses="10.1.0.0/16, ::1")

    if believed:
        assert listed.name(headers(), peer, NOON) == "carol"
    else:
        with pytest.raises(Unauthorized):
            listed.name(headers(), peer, NOON)


def test_with_both_set_both_must_hold() -> None:
    both = proxy(trusted_secret="s", trusted_addresses=NEAR)
    signed = headers(signed=signature("s", AT, "carol"))

    assert both.name(signed, NEAR, NOON) == "carol"
    for given, peer in ((signed, FAR), (headers(), NEAR)):
        with pytest.raises(Unauthorized):
            both.name(given, peer, NOON)


@pytest.mark.parametrize("named", [[], [""], [" "], ["carol", "root"]], ids=str)
def test_exactly_one_name_is_wanted(named: list[str]) -> None:
    raw = [(b"x-forwarded-user", each.encode()) for each in named]

    with pytest.raises(Unauthorized):
        proxy(trusted_addresses=NEAR).name(Headers(raw=raw), NEAR, NOON)


@pytest.mark.parametrize("settings", [{}, {"trusted_addresses": " "}, {"trusted_addresses": "the proxy"}], ids=str)
def test_nothing_starts_where_anybody_could_say_who_they_are(settings: dict[str, str]) -> None:
    with pytest.raises(BadSettings):
        proxy(**settings)
