from __future__ import annotations

from io import BytesIO

import pypdf
import pytest

from chat.api.exporting.pdf import pdf
from chat.api.exporting.written import ExportedAnswer, file_name, markdown, written
from chat.domain import Claim, Confidence, KeptAnswer, Message, Reference, Source
from tests.passages import NOON

TEXT = "The pump has a **warranty** of 24 months [1]. Frost is covered [1]. You said so [2]."
GUIDE = Reference(
    1, "24 months <img src=http://x>\nfrom purchase", False, Source.DOCUMENT, "d", 0, 9, "guide_v2.pdf", 12, ("Warranty",)
)
SAID = Reference(2, "It is two years.", True, Source.MESSAGE, "m", 0, 9, speaker="You", said_at=NOON)
DOUBTED = Claim(TEXT.index("Frost"), TEXT.index("[1]. You") + 3, (1,), False, "negation")


def answered(text: str = TEXT, question: str = "How long is the warranty?") -> ExportedAnswer:
    kept = KeptAnswer(
        "q", "extractive", (GUIDE, SAID), (DOUBTED,) if text == TEXT else (), Confidence("medium", "1 of 3."), "A note."
    )
    return written(question, Message("a", "t", "assistant", text, NOON), kept)


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(BytesIO(content)).pages)


def test_markdown_holds_question_answer_sources_and_confidence() -> None:
    text = markdown(answered())

    assert text.startswith(
        "# How long is the warranty?\n\nThe pump has a **warranty** of 24 months [1]. Frost is covered [1]\\[?\\]."
    )
    assert "- **\\[1\\]** guide\\_v2.pdf, page 12, Warranty: “24 months \\<img src=http://x\\> from purchase” *Not found" in text
    assert "- **\\[2\\]** You, 8 May 2026: “It is two years.”" in text
    assert "Confidence: medium. 1 of 3." in text
    assert "A note." in text


def test_pictures_in_an_answer_are_written_out_and_code_stays_as_it_is() -> None:
    text = markdown(answered("See ![x](http://evil/x.png) and `![y](z)`."))

    assert "\\![x](http://evil/x.png) and `![y](z)`" in text


def test_a_pdf_holds_the_same() -> None:
    text = text_of(pdf(answered()))

    for part in ("How long is the warranty?", "warranty of 24 months [1]", "[1][?]", "guide_v2.pdf, page 12", "You, 8 May 2026"):
        assert part in text
    assert "<img src=http://x>" in text
    assert "Confidence: medium" in text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Πόσο διαρκεί; Сколько длится гарантия? Größe ñ ł ő €", id="Greek, Cyrillic, Latin"),
        pytest.param("保修期为24个月。", id="Chinese"),
        pytest.param("保証期間は12か月です。", id="Japanese"),
        pytest.param("보증 기간은 24개월입니다.", id="Korean"),
    ],
)
def test_a_pdf_holds_other_scripts(text: str) -> None:
    assert text.split()[0][:4] in text_of(pdf(answered(text, question=text)))


def test_a_pdf_holds_lists_tables_code_and_long_words() -> None:
    rows = "\n".join(f"| row {at} | {at} |" for at in range(80))
    lists, code = "1. first\n2. second\n   - inner", f"```\n{'x' * 300}\n```"
    text = f"{lists}\n\n| item | value |\n| --- | --- |\n{rows}\n\n{code}\n\n> quoted\n\n{'y' * 500}"

    pages = pypdf.PdfReader(BytesIO(pdf(answered(text)))).pages

    assert len(pages) > 1
    assert "row 79" in "".join(page.extract_text() for page in pages)


def test_markup_in_texts_is_text() -> None:
    assert "<b>bold</b> & <para>" in text_of(pdf(answered("<b>bold</b> & <para>", question="a < b & c > d?")))


@pytest.mark.parametrize(
    ("question", "name"),
    [("How long is the warranty?", "how-long-is-the-warranty.md"), ("../../etc/passwd", "etc-passwd.md"), ("???", "answer.md")],
)
def test_a_file_is_named_after_its_question(question: str, name: str) -> None:
    assert file_name(answered(question=question), "md") == name


def test_a_pdf_holds_tables_that_are_wider_than_a_page_or_have_a_row_higher_than_one() -> None:
    wide = "\n".join("|" + "|".join(each * 60) + "|" for each in (["name"], ["-"], ["value"]))
    high = f"| head | other |\n| --- | --- |\n| {'word ' * 2_000} end | `{'x' * 5_000}` |"
    high_head = f"| {'word ' * 2_000} | last |\n| --- | --- |\n| inside | |"

    text = text_of(pdf(answered(f"{wide}\n\n{high}\n\n{high_head}")))

    assert (text.count("name"), text.count("value")) == (60, 60)
    for part in ("end", "last", "inside"):
        assert part in text
