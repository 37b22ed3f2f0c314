from __future__ import annotations

from dataclasses import replace

import pytest

from chat.answering.citing.citations import cite
from chat.domain import Elsewhere
from chat.llm.quoting.presentation.wording import Quote, word_answer
from tests.llm.quoting.answers import quoted, superseding
from tests.passages import from_document, from_message


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("“Remote work is allowed.”", "“Remote work is allowed.”"),
        ("It is short for “codegen.”", "“It is short for “codegen.””"),
        ("“Rules” and “Limits” are headings.", "““Rules” and “Limits” are headings.”"),
        ("ends half of it.”", "“ends half of it.”"),
    ],
)
def test_a_quotation_has_its_marks_once_and_keeps_those_inside(text: str, said: str) -> None:
    assert word_answer([Quote(1, text)], [from_document(text)]) == [f"{said} [1]"]


async def test_a_message_is_quoted_with_who_said_it_and_when() -> None:
    assert await quoted("What is the dog called?", from_message("The dog is called Biscuit.")) == (
        "You said on 8 May 2026: “The dog is called Biscuit.” [1]"
    )


async def test_what_was_said_elsewhere_names_its_thread_behind_the_marker() -> None:
    said = replace(from_message("The dog is called Biscuit."), elsewhere=Elsewhere("t2", "thread", "Pets [7]"))

    assert await quoted("What is the dog called?", said) == (
        "You said on 8 May 2026: “The dog is called Biscuit.” [1] (from your conversation “Pets (7)”)"
    )


@pytest.mark.parametrize(
    ("question", "earlier", "later", "holds_no_longer"),
    [
        ("Wo wohne ich?", "Ich wohne in Hamburg.", "Ich wohne jetzt in München.", "(gilt nicht mehr, später anders gesagt)"),
        ("Où est-ce que j'habite ?", "J'habite à Lyon.", "J'habite maintenant à Lille.", "(ne vaut plus, dit autrement"),
        ("¿Dónde vivo ahora?", "Yo vivo en Madrid.", "Ahora yo vivo en Sevilla.", "(ya no vale, dicho de otro modo después)"),
        ("Где я живу?", "Я живу в Москве.", "Теперь я живу в Казани.", "(уже не так, позже сказано иначе)"),
    ],
    ids=["German", "French", "Spanish", "Russian"],
)
async def test_what_holds_no_longer_is_said_in_the_language_of_the_question(
    question: str, earlier: str, later: str, holds_no_longer: str
) -> None:
    before, after = from_message(earlier, rank=2), from_message(later)
    pair = replace(after, chunk=replace(after.chunk, parent="later")), replace(before, superseded_by="later")

    assert holds_no_longer in await quoted(question, *pair)


async def test_that_something_holds_no_longer_is_no_part_of_what_its_source_has_to_bear_out() -> None:
    sources = (*reversed(superseding()), from_message("My budget is in euros.", rank=3))

    cited = cite(await quoted("How much is my budget?", *sources), sources)

    assert cited.claims
    assert all(claim.supported for claim in cited.claims)


async def test_what_one_person_said_on_one_day_is_told_in_one_sentence() -> None:
    first = from_message("The dog is called Biscuit since we got him.", author="Clara")
    second = from_message("We wanted a dog that is called like something sweet.", author="Clara", rank=2)

    assert await quoted("What is the dog called?", first, second) == (
        "Clara said on 8 May 2026: “The dog is called Biscuit since we got him.” [1] and "
        "“We wanted a dog that is called like something sweet.” [2]"
    )


async def test_the_day_that_yesterday_was_is_told_where_it_is_asked_for() -> None:
    said = from_message("The dog came to us yesterday.", author="Clara")

    assert await quoted("When did the dog come?", said) == (
        "Clara said on 8 May 2026: “The dog came to us yesterday.” (yesterday: 7 May 2026) [1]"
    )
    assert "7 May" not in await quoted("Which dog came?", said)


async def test_who_said_it_is_told_in_the_language_of_the_question() -> None:
    said = from_message("Mein Hund heißt Rex und ist fünf Jahre alt.")

    assert await quoted("Wie heißt mein Hund?", said) == (
        "Du hast am 8. Mai 2026 gesagt: “Mein Hund heißt Rex und ist fünf Jahre alt.” [1]"
    )
