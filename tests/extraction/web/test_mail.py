"""Tests of e-mail: sender, date, text and attachments."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from chat.domain import Extracted
from chat.errors import DamagedFile, FileTooLarge, NeedsPassword
from chat.extraction.extract import extract
from chat.settings import LimitSettings
from tests import web_files

LIMITS = LimitSettings()


def read(content: bytes) -> Extracted:
    return extract("message.eml", content, LIMITS)


def test_a_message_begins_with_who_wrote_what_to_whom() -> None:
    extracted = read(web_files.handbook_mail().as_bytes())

    assert extracted.title == "The café’s plan"
    assert extracted.text.startswith(
        "From: Jörg Wind <joerg@example.org>\nTo: crew@example.org\nDate: Mon, 01 Jan 2024 10:00:00 +0100\n"
        "Subject: The café’s plan\n\nHello crew,\n\n> Who cooks?\n\nOlav cooks.\n\nhandbook.pdf\n\n"
    )


def test_attachments_stand_below_their_names_with_pages_headings_and_tables() -> None:
    extracted = read(web_files.handbook_mail().as_bytes())

    outer = [heading for heading in extracted.headings if heading.level == 1]
    assert [heading.title for heading in outer] == ["handbook.pdf", "prices.csv", "Menu"]
    assert all(extracted.text.startswith(heading.title, heading.start) for heading in extracted.headings)
    energy = next(heading for heading in extracted.headings if heading.title == "Energy")
    assert (energy.level, energy.page) == (2, 4)
    assert extracted.pages[3].label == "2"
    [table] = extracted.tables
    assert extracted.text[table.start :].startswith("article: Lamp; ")
    assert extracted.text.endswith("Menu\n\nFrom: olav@example.org\nSubject: Menu\n\nSoup on Monday.\n")


@pytest.mark.parametrize(
    ("plain", "read_as"),
    [
        ("This message is best read as HTML.", "Your key is with the neighbours"),
        ("Your key is with us.", "Your key is with us."),
    ],
    ids=["a text that only points to the page", "a text of its own"],
)
def test_of_two_alternatives_the_one_with_the_words_is_read(plain: str, read_as: str) -> None:
    message = EmailMessage()
    message["Subject"] = "Booking"
    message.set_content(plain)
    page = "<p>Your key is with the neighbours in the red house.</p>" * (10 if "best" in plain else 1)
    message.add_alternative(f"<html><body>{page}</body></html>", subtype="html")

    extracted = read(message.as_bytes())

    assert read_as in extracted.text
    assert extracted.text.count("key") == (10 if "best" in plain else 1)


def test_an_attachment_that_cannot_be_read_is_named() -> None:
    extracted = read(web_files.handbook_mail().as_bytes())

    assert extracted.coverage.warnings == ("The attachment photo.png could not be read: This is a picture.",)


def test_html_is_read_where_there_is_no_plain_text() -> None:
    message = EmailMessage()
    message["From"] = "a@example.org"
    message.set_content("<h1>Plan</h1><p>Grüße</p>", subtype="html", charset="iso-8859-1")

    extracted = read(message.as_bytes())

    assert extracted.text == "From: a@example.org\n\nPlan\n\nGrüße\n"
    assert extracted.text[extracted.headings[0].start :].startswith("Plan")


@pytest.mark.parametrize(
    ("content", "text"),
    [
        pytest.param(b"Subject: caf\xc3\xa9\n\nx", "Subject: café\n\nx", id="bytes in headers"),
        pytest.param(b"Subject: =?iso-8859-1?q?caf=E9?= =?bogus?q?x?=\n\nx", "Subject: caféx\n\nx", id="encoded words"),
        pytest.param(
            b"Subject: a\nContent-Type: text/plain; charset=x\n\n" + "Grüße".encode(), "Subject: a\n\nGrüße", id="charset"
        ),
        pytest.param(
            b"Subject: a\nContent-Type: text/plain; charset=koi8-r\n\n" + "Гавань".encode("koi8-r"),
            "Subject: a\n\nГавань",
            id="koi8",
        ),
        pytest.param(b"Subject: a\nContent-Transfer-Encoding: base64\n\nR3Lf", "Subject: a\n\nGrß", id="no charset"),
        pytest.param(b"Subject: a\nContent-Transfer-Encoding: base64\n\n%%%", "Subject: a\n\n%%%", id="no base64"),
        pytest.param(b"Subject: a\nContent-Type: multipart/mixed\n\nwords", "Subject: a\n\nwords", id="no boundary"),
        pytest.param(b"From x@y Mon Jan  1\nSubject: a\n\nwords", "Subject: a\n\nwords", id="out of a mailbox"),
        pytest.param(b"these are words\n", "these are words", id="no message"),
    ],
)
def test_odd_messages_are_read(content: bytes, text: str) -> None:
    assert read(content).text == f"{text}\n"


def test_an_encrypted_message_asks_for_its_password() -> None:
    with pytest.raises(NeedsPassword, match="encrypted"):
        read(b"Subject: a\nContent-Type: application/pkcs7-mime\n\nMIIB")


def test_parts_nested_without_end_are_refused() -> None:
    parts = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (number, number) for number in range(2_000))

    with pytest.raises(DamagedFile, match="nested too deeply"):
        read(b"Subject: a\n" + parts)


def test_messages_within_messages_are_read_down_to_a_depth() -> None:
    extracted = read(b"Subject: a\nContent-Type: message/rfc822\n\n" * 100)

    assert max(heading.level for heading in extracted.headings) == 4
    assert "read down to 4" in extracted.coverage.warnings[0]


@pytest.mark.parametrize("sign", [b'"', b"(", b"<", b"=?utf-8?q?a?= ", b"a@b.c, ", b"["])
def test_endless_headers_are_cut(sign: bytes) -> None:
    extracted = read(b"Subject: a\nFrom: " + sign * 50_000 + b"\nTo: " + sign * 50_000 + b"\n\nwords")

    assert extracted.text.endswith("words\n")
    assert len(extracted.text) < 10_000


def test_a_message_over_the_character_limit_is_refused() -> None:
    with pytest.raises(FileTooLarge, match="more than 1,300 characters"):
        extract("x.eml", web_files.handbook_mail().as_bytes(), LimitSettings(max_characters=1_300))


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("Al wrote:\n> It is\n> free.\n>> Is it?\nYes.", "Al wrote:\n\nIt is\nfree.\n\n> Is it?\n\nYes."),
        ("Al wrote:\n> Bo wrote:\n>> Is it?\n> It is.", "Al wrote:\n\nBo wrote:\n\nIs it?\n\nIt is."),
        ("> Who cooks?\nOlav.", "> Who cooks?\nOlav."),
        ("Al wrote:\nIt is > 5.", "Al wrote:\nIt is > 5."),
    ],
    ids=["whose words are told", "a quotation within", "nobody is told", "no quotation"],
)
def test_what_is_quoted_below_its_writer_stands_without_marks_and_apart(written: str, read_as: str) -> None:
    content = f"From: a@x.example\nSubject: Re: Crane\n\n{written}".encode()

    assert read(content).text == f"From: a@x.example\nSubject: Re: Crane\n\n{read_as}\n"
