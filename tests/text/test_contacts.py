from __future__ import annotations

import pytest

from chat.text.contacts import wanted


@pytest.mark.parametrize(
    ("question", "kind", "of"),
    [
        ("What is the phone number?", "phone", ""),
        ("What's their telephone number?", "phone", ""),
        ("What is the phone number of the spa?", "phone", "the spa"),
        ("What is the clinic's number for the reception desk?", "phone", "clinic's the reception desk"),
        ("Do you have an e-mail address?", "e-mail", ""),
        ("What is the hotel's website?", "page", "hotel's"),
        ("What is the address of the practice?", "address", "the practice"),
        ("Wie lautet die Nummer der Hotline?", "phone", "Hotline"),
        ("Gibt es eine Webseite?", "page", ""),
        ("Wie ist die Adresse?", "address", ""),
        ("Quel est le numéro de téléphone de la mairie ?", "phone", "la mairie"),
        ("¿Cuál es el correo electrónico?", "e-mail", ""),
        ("What is the number of participants?", "", ""),
        ("What does the address book do?", "", ""),
        ("What is the IP address of the printer?", "address", "IP the printer"),
        ("Who has my phone?", "", ""),
        ("", "", ""),
    ],
)
def test_what_is_asked_for(question: str, kind: str, of: str) -> None:
    found = wanted(question)

    assert ("" if found is None else found.kind) == kind
    assert found is None or " ".join(found.of.split()) == of


@pytest.mark.parametrize(
    ("question", "text", "given"),
    [
        ("What is the phone number?", "In an emergency call us on 020 7946 0958.", True),
        ("What is the phone number?", "Tel. 555-0134", True),
        ("What is the phone number?", "The contract of 12.03.2024 runs for 24 months.", False),
        ("What is the phone number?", "The budget was 1,250,000 euros, 0.5 % of it for tea.", False),
        ("What is the phone number?", "Invoice 2024-01-05", False),
        ("What is the e-mail address?", "Write to hello@example.org.", True),
        ("What is the e-mail address?", "Write to us.", False),
        ("What is the website?", "See www.example.org for more.", True),
        ("What is the address?", "The practice is at 12 Mill Lane, Oxford.", True),
        ("What is the address?", "Die Praxis liegt in der Mühlgasse 12 in Potsdam.", True),
        ("What is the address?", "We sold 12 lamps last year.", False),
    ],
)
def test_what_a_text_gives(question: str, text: str, given: bool) -> None:
    found = wanted(question)

    assert found is not None
    assert found.is_given(text) is given


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Téléphone ?", "phone"),
        ("Telefon?", "phone"),
        ("E-mail?", "e-mail"),
        ("¿Dirección?", "address"),
        ("Adresse :", "address"),
    ],
)
def test_one_word_asks_for_a_contact(question: str, kind: str) -> None:
    found = wanted(question)

    assert found is not None
    assert found.kind == kind


@pytest.mark.parametrize(
    "question",
    ["Quel est le numéro de contrat ?", "Quel est le numéro de la facture ?", "Wie lautet die Nummer der Rechnung?", "Noise?"],
)
def test_the_number_of_a_paper_is_no_contact(question: str) -> None:
    assert wanted(question) is None


def test_the_number_of_an_account_is_no_telephone_number() -> None:
    phone = wanted("Quel est le numéro de téléphone ?")

    assert phone is not None
    assert not phone.is_given("IBAN FR76 3000 4000 0512 3456 7890 143")
    assert phone.is_given("IBAN FR76 3000 4000 0512 3456 7890 143, tél. 04 78 12 34 56")
