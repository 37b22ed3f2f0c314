"""Tests of which words ask for a price, and which sentences state one."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.prices import asks_for_a_price, may_tell_a_price, tells_a_price


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("The robot is covered for two years; the battery for 12 months.", False),
        ("Dust container: 0.4 l", False),
        ("E5: Dust container missing", False),
        ("The castle opens at 9:30.", False),
        ("The box weighs 4 kg and the hose is 8 m long.", False),
        ("The SM-24 has a 17-bit encoder and a two-part case.", False),
        ("Parking costs 8 euros a night.", True),
        ("It is capped at $35 a month.", True),
        ("Ruff supports over 900 lint rules, many of them by plugins.", False),
        ("Starting with version 0.5.0, there is an installer.", False),
        ("25 includes a locker", True),
        ("Latte 4.50", True),
        ("SM-24: 189", True),
        ("Breakfast is included.", True),
        ("Das Handtuch kostet 3,80 Euro.", True),
        ("Der Kurs beginnt am 14. Januar um 19 Uhr.", False),
        ("Le cours débute le 14 janvier à 19 h.", False),
        ("Le tarif est de 95 par personne.", True),
        ("Das Ticket kostet zwanzig Euro.", True),
        ("Le billet coûte vingt euros.", True),
        ("The fee is waived for pupils.", True),
        ("La colazione è servita dalle 7:30 alle 10:00.", False),
        ("Costa nove euro; i bambini non pagano.", True),
        ("Parking jest bezpłatny dla gości.", True),
        ("早餐每天早上七点到十点在一楼餐厅供应。", False),
        ("成人每位八十元，六岁以下儿童免费。", True),
        ("この単元は三十分です。", False),
        ("洗濯機は一回二百円です。", True),
    ],
)
def test_a_price_is_no_figure_of_times_and_lengths(sentence: str, told: bool) -> None:
    assert may_tell_a_price(sentence) is told


def test_what_something_costs_asks_for_a_price() -> None:
    assert asks_for_a_price("How much does the robot cost?")
    assert asks_for_a_price("Was kostet ein Parkplatz?")
    assert asks_for_a_price("Wie teuer ist der Kurs?")
    assert asks_for_a_price("Quanto costa la colazione?")
    assert asks_for_a_price("Ile kosztuje śniadanie?")
    assert asks_for_a_price("早餐多少钱？")
    assert asks_for_a_price("家賃はいくらですか？")
    assert not asks_for_a_price("有多少房间？")


def test_the_deposit_is_a_price_but_not_what_it_is_for() -> None:
    assert asks_for_a_price("What is the deposit?")
    assert asks_for_a_price("What's our monthly rent for the office?")
    assert not asks_for_a_price("What is the deposit for?")
    assert not asks_for_a_price("What is the rent period?")
    assert not asks_for_a_price("How much is left?")
    assert not asks_for_a_price("Warum ist es so teuer?")
    assert not asks_for_a_price("Why is steel expensive?")


@pytest.mark.parametrize(
    "said",
    [
        "The bike was 400.",
        "The repair was 230 in the end.",
        "My bike got stolen, it was 320 new.",
        "We ordered a Bosch for 549.",
        "The new one was 28, from the market.",
        "The rent is 1,450 now.",
        "Die neue war 499.",
        "I paid 48 for the hose.",
        "Das Ticket kostet zwanzig Euro und 50 Cent.",
        "Parking is free.",
        "The new one set us back 420.",
        "The gas bill came to 212.",
        "Der Herd kam auf 650.",
    ],
)
def test_a_sum_may_be_told_without_a_word_for_money(said: str) -> None:
    assert tells_a_price(said)


@pytest.mark.parametrize(
    "said",
    [
        "My new desk is number 37, by the window.",
        "The castle was built in 1998.",
        "Our house is 1998.",
        "The hose is 8 m long.",
        "The course is 3 weeks.",
        "The train is at 10:15.",
        "We booked a table for 12.",
        "We bought one cake.",
        "The hall is free on Tuesday.",
        "I'm free at noon.",
        "We went there for 2024.",
    ],
)
def test_other_numbers_are_no_sums(said: str) -> None:
    assert not tells_a_price(said)


def test_a_number_that_somebody_is_is_no_sum() -> None:
    assert not tells_a_price("Tom is 34.", of_a_person=True)
    assert tells_a_price("Tom charges 34.", of_a_person=True)


def test_what_somebody_earns_is_money_and_no_time() -> None:
    assert asks_for_a_price("Wie viel verdient eine Verkäuferin?")
    assert asks_for_a_price("How much does a captain earn?")
    assert not may_tell_a_price("Wir suchen eine Verkäuferin für 20 Stunden in der Woche.")
    assert may_tell_a_price("Eine Verkäuferin bekommt 15 Euro in der Stunde.")


def test_what_was_paid_asks_for_a_price_and_spending_time_does_not_have_one() -> None:
    assert asks_for_a_price("How much did we pay Hanley in the end?")
    assert asks_for_a_price("How much have I spent on the garden so far?")
    assert not asks_for_a_price("How much do they pay attention?")
    assert not asks_for_a_price("What did we pay for?")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("The movers: Harrow & Sons, 1,260 all in, they bring 60 boxes.", True),
        ("340 including labour; two years' warranty on the part.", True),
        ("Roof: 12,400.", True),
        ("Der Umzug: 1.260 insgesamt.", True),
        ("The movers bring 60 boxes a week before.", False),
        ("We moved in 2026 in the end.", False),
        ("We'll have a DJ instead, DJ Pablo, 650.", True),
        ("The club has 1,260 members.", False),
        ("The club was founded by Ann, 1987.", False),
    ],
)
def test_a_bare_sum_is_told_by_what_stands_around_it(said: str, told: bool) -> None:
    assert tells_a_price(said) is told


def test_in_a_row_of_a_table_the_label_tells_whether_a_number_is_a_price() -> None:
    assert not may_tell_a_price("Record: TR-011; Course: Forklift licence; Hours: 16; Score: 88")
    assert may_tell_a_price("Record: TR-011; Course: Forklift licence; Fee: 160; Score: 88")
