"""Tests of cleaning, sentences and search terms."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.text import asking, clean, keywords, pages_in_words, paragraphs, segmenting, sentences, stands_beside, terms, unit_of
from tests.files import ENGLISH_TEXT, JAPANESE_TEXT


def cut(text: str) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("**Note.** Keep it dry.", ["**Note.** ", "Keep it dry."]),
        ("Use it. _Always._ Then rest.", ["Use it. ", "_Always._ ", "Then rest."]),
        ("It fell 3 * 4 times. We stayed.", ["It fell 3 * 4 times. ", "We stayed."]),
    ],
)
def test_marks_that_close_a_sentence_stay_with_it(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


@pytest.mark.parametrize(
    ("raw", "text", "dropped"),
    [
        pytest.param("a\x00b\x07", "ab", 2, id="control characters are dropped"),
        pytest.param("a\r\nb\rc\u2028d", "a\nb\nc\nd", 0, id="every line end becomes a line feed"),
        pytest.param("tab\tstays\n", "tab\tstays\n", 0, id="tabs and line feeds stay"),
        pytest.param("e\u0301", "é", 0, id="accents are composed"),
        pytest.param("a\ud800b", "a\ufffdb", 0, id="a lone surrogate is replaced"),
        pytest.param("pay\u200b\u202eload\U000e0041", "payload", 3, id="zero width, direction and tag characters are dropped"),
    ],
)
def test_cleaned_text_is_visible_and_composed(raw: str, text: str, dropped: int) -> None:
    cleaned = clean(raw)

    assert (cleaned.text, cleaned.dropped) == (text, dropped)


def test_a_hundred_thousand_stacked_accents_are_cut() -> None:
    cleaned = clean("a" + "\u0301\u0323" * 50_000)

    assert len(cleaned.text) <= 32


@given(st.text())
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text).text

    assert clean(once).text == once
    assert unicodedata.is_normalized("NFC", once)
    once.encode()


@given(st.text(alphabet=st.sampled_from("ab. !?\n\t。、港\"'()1-*#A\u200b\x85\xa0\u3000"), max_size=300) | st.text())
def test_sentences_and_paragraphs_put_together_are_the_text(text: str) -> None:
    for spans in (sentences(text), paragraphs(text)):
        assert "".join(text[span.start : span.end] for span in spans) == text
        assert all(span.start < span.end for span in spans)


@pytest.mark.parametrize("space", ["\xa0", "\u2003", "\u3000", "\x85"])
def test_wide_white_space_before_a_full_stop_is_read(space: str) -> None:
    text = f"It holds vitamin A{space}. Keep it cool."

    assert "".join(cut(text)) == text


def test_text_at_which_the_segmenter_panics_is_cut_at_its_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segmenting, "_WIDE_SPACE", re.compile("(?!)"))

    assert cut("It holds vitamin A\xa0. Keep it cool.") == ["It holds vitamin A\xa0. ", "Keep it cool."]


def test_a_sentence_keeps_its_end_and_the_space_behind_it() -> None:
    assert cut("Dr. Smith came at 5. He left again!\nWhy?") == ["Dr. Smith came at 5. ", "He left again!\n", "Why?"]


@pytest.mark.parametrize(
    "sentences",
    [
        ["Resturlaub verfällt am 31. März. ", "Danach ist er weg."],
        ["Der Vertrag endet am 3. Oktober 2025. ", "Er wird nicht verlängert."],
        ["Die Miete beträgt ca. 850 Euro, zzgl. Nebenkosten von 120 Euro. ", "Das ist viel."],
        ["Im 3. Stock ist ein Büro. ", "Gut."],
        ["Han kommer den 3. oktober. ", "Det er fint."],
        ["El Sr. Gómez vive en la av. Libertad. ", "Tiene aprox. 30 años."],
        ["Он живёт в г. Москва, ул. Ленина. ", "Дом 3."],
        ["Le gardien est M. Alain Dupré. ", "Appelez Mlle. Roux au 04 76 22 18 90. ", "Il y a 30 places."],
        ["Der Hausmeister ist Hr. Brandt. ", "Er wohnt in Haus B."],
        ["Il reste 5 places sur 20. ", "Le parking est plein."],
        ["Her new teacher is Ms. Vogt. ", "She plays the cello."],
        ["See no. 5 vs. No. 6. ", "It takes approx. 5 days."],
        ["He left at 3. ", "Then it rained."],
        ["The effect was strongest in May. ", "Switching the lamps off helped."],
        ["The answer was no. ", "Anna left on 4 May 2026."],
        ["Kraft GmbH, Hafenstr. 22, Bremen. ", "Sie hat auf."],
        ["Our shop is in Hafenstr. 22, Bremen. ", "It has a window."],
        ["1. ", "Open the door."],
    ],
)
def test_a_sentence_is_not_cut_at_its_languages_dates_and_abbreviations(sentences: list[str]) -> None:
    assert cut("".join(sentences)) == sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["Nobody has been able to find\nit. ", "The rest is here."],
        ["Die Wohnfläche beträgt 82,4\nm². ", "Ein Stellplatz ist dabei."],
        ["Der Vertrag läuft bis zum\n31. Dezember 2026. ", "Danach ist er aus."],
        ["The rules are:\n", "a) No dogs\n", "ii) No cats\n", "iv. ", "No birds"],
    ],
    ids=["a short word", "a unit", "a day", "items of a list"],
)
def test_a_short_last_word_on_a_new_line_is_no_item_of_a_list(sentences: list[str]) -> None:
    assert cut("".join(sentences)) == sentences


def test_a_paragraph_of_a_contract_begins_a_sentence_of_its_own() -> None:
    text = "Danach gilt eine Frist von drei Monaten.\n§ 3 Miete und Nebenkosten\nDie Miete nach\n§ 558 BGB beträgt 890 €."

    assert cut(text) == [text[:41], text[41:]]


@pytest.mark.parametrize(
    "parts",
    [
        ("Lyon, le 18 janvier 2025\n", "Objet : résiliation\nContrat n° 12\n", "Madame, Monsieur,\n", "Je résilie mon contrat."),
        ("Rechnung 12\n", "Sehr geehrte Frau Vogt,\n", "wir berechnen Ihnen zwei Stunden."),
        ("Oak Lane 4\n", "Subject: the fence\n", "Dear Ms Lee,\n", "The fence is broken."),
    ],
    ids=["French", "German", "English"],
)
def test_the_salutation_of_a_letter_and_what_it_is_about_stand_alone(parts: tuple[str, ...]) -> None:
    assert cut("".join(parts)) == list(parts)


def test_no_sentence_begins_with_a_colon() -> None:
    assert cut("Nettobetrag und 19 % MwSt.: 388,17 € werden fällig. Danke.")[0].startswith("Nettobetrag und 19 % MwSt.: 388,17 €")


def test_a_sentence_is_not_cut_within_a_code_span() -> None:
    text = "It is in the data folder: `./data`, or where you say. Then more. A ` is one. Two."

    assert [text[each.start : each.end].strip() for each in sentences(text)] == [
        "It is in the data folder: `./data`, or where you say.",
        "Then more.",
        "A ` is one.",
        "Two.",
    ]


def test_japanese_sentences_end_at_their_own_full_stop() -> None:
    assert [sentence[-1] for sentence in cut(JAPANESE_TEXT.strip())] == ["。"] * 3


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("It was cold. Who is the doctor? I must know.", "Who is the doctor? "),
        ("昨日は寒かった。医者は誰ですか？", "医者は誰ですか？"),
        ("It was cold.", ""),
    ],
)
def test_what_a_text_asks_is_its_sentences_with_a_question_mark(text: str, asked: str) -> None:
    assert asking(text) == asked


def test_a_line_end_inside_a_sentence_does_not_end_it_but_a_blank_line_and_a_list_item_do() -> None:
    assert cut("one\ntwo\n\nthree\n- four\n- five") == ["one\ntwo\n\n", "three\n", "- four\n", "- five"]


def test_a_sentence_over_several_windows_of_the_segmenter_is_found_whole_where_it_ends() -> None:
    text = "A short one. " * 1_000

    assert set(cut(text)) == {"A short one. "}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("The turbines were running", ["turbin", "run"], id="stems without stop words"),
        pytest.param("Café CAFÉ cafe", ["cafe"] * 3, id="case and accents do not count"),
        pytest.param("$1,250,000 or 19.90", ["1250000", "19.90"], id="numbers stay, without thousands separators"),
        pytest.param("running_shoes", ["running_shoes", "run", "shoe"], id="snake case whole and by parts"),
        pytest.param("ThreadPool", ["threadpool", "thread", "pool"], id="camel case whole and by parts"),
        pytest.param("os.path", ["os.path", "os", "path"], id="dotted names whole and by parts"),
        pytest.param("A-113", ["a-113", "113"], id="a code with a number"),
        pytest.param("(2026-10-09)", ["2026-10-09", "2026", "octob", "9"], id="a date"),
        pytest.param("9.10.2026", ["9.10.2026", "2026", "octob", "9"], id="a date with dots"),
        pytest.param("2026-13-09", ["2026-13-09", "2026", "13", "09"], id="no date"),
        pytest.param("don't the station's", ["station"], id="contractions and possessives"),
        pytest.param("港は千", ["港は", "は千"], id="pairs of characters without spaces"),
        pytest.param("港", ["港"], id="a single one alone"),
        pytest.param("한국어", ["한국", "국어"], id="Korean pairs"),
        pytest.param("ยินดี", ["ยิ", "ิน", "นด", "ดี"], id="Thai pairs"),
        pytest.param("ёлками", ["елк"], id="Russian stems"),
        pytest.param("ＡＢＣ ﬁne", ["abc", "fine"], id="compatibility forms are folded"),
        pytest.param("the of and", [], id="nothing but stop words"),
    ],
)
def test_terms(text: str, expected: list[str]) -> None:
    assert terms(text) == expected


def test_a_question_and_a_text_meet_in_their_terms() -> None:
    assert set(terms("When were the piers of the harbours built?")) & set(terms(ENGLISH_TEXT)) == {"pier", "harbour", "built"}


@given(st.text())
def test_every_text_has_terms_without_blanks_or_endless_words(text: str) -> None:
    for term in terms(text):
        assert term
        assert not any(letter.isspace() for letter in term)
        assert len(term) <= 64 or not term.isascii()


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        pytest.param("What does the common() method do?", ["common("], id="in a question"),
        pytest.param("void Common(int i) { log.itoa_8(i); }", ["common(", "itoa_8("], id="in code, case folded"),
        pytest.param("It is warm (in summer).", [], id="a bracket behind a space is prose"),
        pytest.param("f(x), 12(3)", ["f("], id="a number is no name"),
        pytest.param("港は千", ["港", "千"], id="Chinese characters, which Japanese has, too"),
        pytest.param("한국어 ก", [], id="no other signs"),
        pytest.param("الكتاب وكتب", ["~كتب", "~كتب"], id="consonants of Arabic words"),
        pytest.param("ﻛﺘﺐ", ["~كتب"], id="Arabic letters in their shapes, as PDFs have them"),
        pytest.param("في المدارس مدرسة", ["~مدرس", "~مدرس"], id="an Arabic plural is its singular; not of stop words"),
    ],
)
def test_what_is_searched_for_beside_the_terms(text: str, beside: list[str]) -> None:
    found = keywords(text)

    assert [term for term in found if stands_beside(term)] == beside
    assert [term for term in found if not stands_beside(term)] == terms(text)


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("Costs.XLSX", "sheet"),
        ("a.b.ods", "sheet"),
        ("talk.pptx", "slide"),
        ("terms.pdf", "page"),
        ("xlsx", "page"),
        (None, "page"),
    ],
)
def test_a_workbook_has_sheets_and_a_presentation_slides(name: str | None, unit: str) -> None:
    assert unit_of(name) == unit


def test_places_are_counted_in_their_unit() -> None:
    assert pages_in_words([2], "sheet") == "sheet 2"
    assert pages_in_words([1, 2, 3, 7], "slide") == "slides 1 to 3 and 7"


def test_a_numbered_clause_begins_a_sentence_and_a_number_at_a_lines_beginning_does_not() -> None:
    text = "2 Term\n2.1 This runs for a year\nand 2 months.\n2.1.1 It ends\n1.5 years later."

    assert [text[span.start : span.end] for span in sentences(text)] == [
        "2 Term\n",
        "2.1 This runs for a year\nand 2 months.\n",
        "2.1.1 It ends\n1.5 years later.",
    ]
