from __future__ import annotations

import pytest

from chat.llm.quoting.passage.settings import settings
from tests.llm.quoting.answers import quoted
from tests.passages import from_document

CONFIGURATION = """server:
  host: 0.0.0.0
  port: 9443
  # Requests larger than this are rejected.
  max_body_mb: 25
  timeouts:
    read_seconds: 30
tls:
  enabled: true  # in production
  certificate: /etc/cert.pem
"""


async def test_a_setting_is_quoted_alone_with_the_keys_that_it_is_part_of() -> None:
    passage = from_document(CONFIGURATION, name="gateway.yaml")

    assert await quoted("What is the read timeout?", passage) == "server, timeouts, read_seconds: 30 [1]"
    assert await quoted("Where is the certificate?", passage) == "tls, certificate: /etc/cert.pem [1]"


async def test_what_a_comment_says_of_a_setting_is_quoted_with_it() -> None:
    assert await quoted("When are requests rejected?", from_document(CONFIGURATION, name="gateway.yaml")) == (
        "server, max_body_mb: 25 (Requests larger than this are rejected.) [1]"
    )


INI = """[server]
host = 0.0.0.0
port = 8443

[database]
; a replica for reading
host = db.internal.example
port = 5432
"""


async def test_a_setting_is_quoted_with_its_section() -> None:
    passage = from_document(INI, name="server.ini")

    assert (
        await quoted("What is the database host?", passage) == "database, host: db.internal.example (a replica for reading) [1]"
    )
    assert await quoted("Which port does the server listen on?", passage) == "server, port: 8443 [1]"


def test_a_list_over_several_lines_is_one_value() -> None:
    found = settings('[project]\nname = "tides"\nlicense = "MIT"\ndependencies = [\n  "rich",\n]'.splitlines())

    assert found[3] == (("project", "dependencies"), '[ "rich", ]', "")


def test_the_values_of_a_list_in_yaml_are_settings_below_its_key() -> None:
    found = settings('web:\n  image: nginx\n  ports:\n    - "8080:80"\n  restart: always'.splitlines())

    assert found[3] == (("web", "ports"), '"8080:80"', "")


@pytest.mark.parametrize(
    "text",
    [
        "note: the shop is closed.\nWe open again on Monday.\nBring your card.\nhours: nine to five.",
        "Port: 80\nHost: here\nUser: me",
        "port: 80\nhost: here",
    ],
    ids=["sentences", "records", "too few"],
)
def test_sentences_and_records_are_no_settings(text: str) -> None:
    assert not any(settings(text.splitlines()))
