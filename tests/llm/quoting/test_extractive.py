from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from chat.domain import Passage
from chat.embedding.base import Vectors
from chat.errors import EmbeddingFailed
from chat.llm.base import Likely, QuoteRequest
from chat.llm.quoting import extractive
from chat.llm.quoting.extractive import ExtractiveWriter
from chat.retrieval.dates.named_days import named_days
from tests.fakes import FakeEmbedder
from tests.llm.quoting.answers import answered, quoted, said_on, superseding, talk
from tests.passages import NOON, from_document, from_message


async def test_the_sentence_that_answers_is_quoted_with_its_source() -> None:
    other = from_document("The pack weighs two kilos. Keep it dry and away from fire.")
    battery = from_document("The pack is black. The battery pack is covered for 12 months. It has a handle.", rank=2)

    assert await quoted("How long is the battery pack covered?", other, battery) == (
        "“The battery pack is covered for 12 months.” [2]"
    )


async def test_what_the_manual_says_is_asked_of_texts_that_do_not_speak_of_manuals() -> None:
    oiling = from_document("Oiling: the oiling takes 4 minutes. The press is black.")

    assert await quoted("What does the manual say about the oiling?", oiling) == "“Oiling: the oiling takes 4 minutes.” [1]"
    assert await quoted("What does the manual say about the batteries?", oiling) == ""


async def test_of_what_changed_twice_the_course_is_quoted_in_the_order_in_which_it_was_said() -> None:
    texts = ("The launch is now 18 June.", "The launch moves to 21 May.", "The launch is planned for 30 April.")
    latest, second, first = (
        replace(passage, chunk=replace(passage.chunk, parent=f"m{at}"), created_at=NOON - timedelta(30 * at))
        for at, passage in enumerate(from_message(text, rank=at + 1) for at, text in enumerate(texts))
    )
    replaced = [replace(passage, superseded_by="m0") for passage in (second, first)]

    answer = await quoted("How did the launch date change over time?", latest, *replaced)

    assert [answer.find(text) for text in reversed(texts)] == sorted(answer.find(text) for text in texts)
    assert all(text in answer for text in texts)


async def test_who_attended_is_told_beside_what_else_is_asked() -> None:
    minutes = from_document(
        "# Meeting\n\n## Participants\n\nLena Brandt\nOmar Haddad\n\n## Decisions\n\nOmar owns the migration."
    )

    assert await quoted("Who attended the meeting and who owns the migration?", minutes) == (
        "“Omar owns the migration.” [1]\n\nParticipants [1]\n\n- “Lena Brandt” [1]\n- “Omar Haddad” [1]"
    )


async def test_what_one_speaker_said_is_not_quoted_from_another() -> None:
    told = replace(from_message("Mum wants to give us 10k for the new kitchen."), author="Nadia")
    own = replace(from_message("I like the kitchen, Mum's kitchen money is generous.", rank=2), author="Chris")

    assert await quoted("What did Chris say about the kitchen money from Mum?", told, own) == (
        f"Chris said on 8 May 2026: “{own.chunk.text}” [2]"
    )


async def test_the_same_sentence_with_another_figure_says_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractive, "_SAME", 0.0)

    assert "800 euros" in await quoted("What was my budget originally?", *superseding())


async def test_no_sources_give_no_words() -> None:
    assert await quoted("How long?") == ""


async def test_both_halves_of_a_question_are_answered() -> None:
    text = (
        "The museum opens at nine. Tickets for the museum cost twelve euros. The museum shows paintings of the museum's founder."
    )

    answer = await quoted("What do tickets cost and when is the museum open?", from_document(text))

    assert "“Tickets for the museum cost twelve euros.” [1]" in answer
    assert "“The museum opens at nine.” [1]" in answer


async def test_what_somebody_else_did_is_no_answer_about_whom_the_question_names() -> None:
    sources = talk(("Nora", "I painted the sunrise over the lake last week."), ("Ben", "I slept until noon on that day."))

    assert await answered("When did Ben paint the sunrise over the lake?", sources, 0.6) == ""
    assert "I painted the sunrise" in await answered("When did Nora paint the sunrise over the lake?", sources, 0.6)


async def test_without_a_least_likelihood_whatever_is_near_is_quoted() -> None:
    sources = talk(("Nora", "I painted the sunrise over the lake last week."), ("Ben", "I slept until noon on that day."))

    assert await answered("When did Ben paint the sunrise over the lake?", sources, 0.0) != ""


async def test_few_turns_are_quoted_however_unlikely_the_search_thinks_it() -> None:
    assert await answered("What is the dog called?", [from_message("The dog is called Biscuit.")], 0.6, confidence=0.0) != ""


async def test_of_few_turns_one_that_has_nothing_to_do_with_the_question_is_not_quoted() -> None:
    said = [from_message("The dog is called Biscuit.")]

    assert await answered("Where does my bus stop?", said, 0.6, confidence=0.9) == ""


async def test_what_was_spent_at_a_time_is_quoted_from_the_messages_with_a_sum() -> None:
    sources = from_message("Ordered glasses, 389 euros."), from_message("Brunch with Kerstin.", rank=2)
    request = QuoteRequest("What did I spend in May?", sources, recounted=True)

    text = "".join([piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request) if isinstance(piece, str)])

    assert text == "You said on 8 May 2026: “Ordered glasses, 389 euros.” [1]"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Pilot is live! 14 scanners in Kassel. We are glad.", "Pilot is live! 14 scanners in Kassel. We are glad."),
        ("Great! She's ashore. The keel is on.", "She's ashore. The keel is on."),
        ("How are you? We came home today. And you?", "We came home today."),
        ("How are you?", "How are you?"),
    ],
)
async def test_what_is_recounted_is_quoted_from_its_beginning(said: str, told: str) -> None:
    request = QuoteRequest("What happened in May?", (from_message(said),), recounted=True)
    answer = "".join([piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request) if isinstance(piece, str)])

    assert answer == f"You said on 8 May 2026: “{told}” [1]"


async def test_what_was_told_comes_before_the_nearest_words_of_a_file() -> None:
    file = from_document("The yearly general meeting is on 5 December. Team meetings are held in room B12.")
    told = from_message("From now on our weekly meeting is on Tuesday at 9.", rank=2)

    assert (await quoted("When is our weekly meeting?", file, told)).startswith("You said")


class _Away(FakeEmbedder):
    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        raise EmbeddingFailed("The endpoint is away.")


async def test_without_vectors_documents_are_quoted_when_the_search_thinks_it_likely() -> None:
    papers = [from_document("The dog licence is due in May.")]

    for least, is_quoted in ((0.2, True), (0.9, False)):
        request = QuoteRequest("When is the dog licence due?", tuple(papers), confidence=0.5)
        written = [piece async for piece in ExtractiveWriter(_Away(), least).write(request) if isinstance(piece, str)]
        assert bool(written) is is_quoted


async def test_the_writer_tells_how_likely_its_quotes_answer() -> None:
    request = QuoteRequest("What is the dog called?", (from_document("The dog is called Biscuit."),), confidence=0.7)

    first, *_ = [piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request)]

    assert isinstance(first, Likely)
    assert first.confidence > 0.9


async def test_both_sides_of_a_comparison_are_quoted() -> None:
    plans = from_document(
        "The Basic plan costs 10 euros a month and includes 5 GB. The Pro plan costs 25 euros a month and includes 100 GB."
    )

    assert await quoted("Compare the Basic and the Pro plan", plans) == (
        "“The Basic plan costs 10 euros a month and includes 5 GB.” [1] and "
        "“The Pro plan costs 25 euros a month and includes 100 GB.” [1]"
    )


async def test_among_few_turns_the_one_that_holds_all_of_the_question_likely_answers() -> None:
    door, park = from_message("Remember: the code of the door is 4711."), from_message("The park is green.", rank=2)

    async def likely(question: str) -> float:
        request = QuoteRequest(question, (door, park), confidence=0.1)
        [first, *_] = [piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request)]
        assert isinstance(first, Likely)
        return first.confidence

    assert await likely("What is the code of the door?") > 0.8
    assert await likely("What is the code of the locker in the basement?") < 0.7


async def test_a_question_in_another_language_is_answered_by_its_own_words() -> None:
    lease = from_document(
        "Der Mieter ist Felix Okafor. Wie die Tiere der Nachbarn ist ein Hund nicht erlaubt. "
        "Die Wohnung ist im zweiten Stock. Fahrräder stehen im Hof."
    )

    assert await quoted("Wo ist der Platz für ein Fahrrad?", lease) == "“Fahrräder stehen im Hof.” [1]"


async def test_an_answer_that_shares_no_word_is_heard_behind_the_question_of_the_document_that_is_asked() -> None:
    rest = "".join(f"¿Cuánto cuesta la pieza {each}?\nCuesta {each} euros en la tienda.\n\n" for each in "ABCDEFGHI")
    faq = from_document(f"{rest}¿Puedo cambiar la dirección de entrega?\nSí, mientras no haya salido del almacén.")
    others = [from_document(f"El número {rank} es rojo.", rank=rank) for rank in range(2, 9)]

    said = await quoted("¿Puedo cambiar la dirección de entrega?", faq, *others)

    assert said == "“Sí, mientras no haya salido del almacén.” [1]"


async def test_a_word_is_found_in_one_that_it_is_a_part_of() -> None:
    lease = from_document("Die Kaltmiete beträgt 742 Euro im Monat. Der Balkon ist nach Süden. Das Haus ist von 1901.")

    assert await quoted("Wie viel beträgt die Miete?", lease) == "“Die Kaltmiete beträgt 742 Euro im Monat.” [1]"


async def test_chinese_is_answered_by_its_own_words() -> None:
    minutes = from_document("停车位只有40个。新版本定于11月18日上线。测试由赵敏负责。")

    assert await quoted("新版本什么时候上线？", minutes) == "“新版本定于11月18日上线。” [1]"


async def test_what_nothing_speaks_of_is_not_answered_by_its_like() -> None:
    brings = from_message("Tobias brings the first aid kit and Henrike cooks goulash for 22 people.")
    asked_before = from_message("Who brings the guitar?", rank=2)

    assert "Tobias" in await quoted("Who brings the first aid kit?", brings)
    assert await quoted("Who brings the guitar?", brings, asked_before) == ""
    assert "Tobias" in await quoted("Who brings the guitar?", brings, from_message("Tobias owns a guitar.", rank=2))


async def test_of_two_things_that_are_asked_what_is_spoken_of_is_answered() -> None:
    brings = from_message("Tobias brings the cake, it is a lemon cake.")

    assert "Tobias" in await quoted("Who brings the cake and who brings the guitar?", brings)


async def test_who_is_named_only_by_what_they_did_is_found_by_name() -> None:
    sources = said_on(
        (
            ("At kickoff Priya led the migration.", 1),
            ("The coffee machine is broken.", 2),
            ("Priya moved to another team, Jonas replaced her.", 9),
        )
    )

    told = await quoted("Who replaced the person who led the migration at kickoff?", *sources)

    assert 0 <= told.find("Priya led the migration") < told.find("Jonas replaced her")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When is the launch and where is the venue?", "About “where is the venue”, I found nothing."),
        ("Wann ist der Launch und wer bezahlt das Catering?", "Zu “wer bezahlt das Catering” habe ich nichts gefunden."),
    ],
)
async def test_an_answer_to_one_half_says_that_nothing_is_known_of_the_other(question: str, told: str) -> None:
    sources = said_on((("The launch is on 12 September." if "When" in question else "Der Launch ist am 12. September.", 1),))

    assert (await quoted(question, *sources)).endswith(f" [1]\n\n{told}")


async def test_an_answer_to_both_halves_says_nothing_more() -> None:
    sources = said_on((("The launch is on 12 September.", 1), ("The budget is 40,000 euros.", 2)))

    assert "found nothing" not in await quoted("When is the launch and what is the budget?", *sources)


async def test_what_a_quote_may_tell_in_other_words_is_not_said_to_be_unknown() -> None:
    tom = said_on((("Tom is allergic to nuts. He turns 7 on 12 August.", 1),))
    budget = said_on((("The launch is on 12 September.", 1),))

    assert "found nothing" not in await quoted("What is Tom allergic to and when is his birthday?", *tom)
    assert "“when is the party”" in await quoted("When is the launch and when is the party?", *budget)


async def test_the_time_between_two_events_is_counted_from_the_days_that_are_quoted() -> None:
    order, delivery = from_message("I placed the order on 3 May."), from_message("The delivery came on 24 May.", rank=2)

    answer = await _with_days("How many days are there between the order and the delivery?", order, delivery)

    assert answer.startswith("21 days, from 3 May 2026 to 24 May 2026.\n\n")
    assert "“I placed the order on 3 May.” [1]" in answer
    assert "“The delivery came on 24 May.” [2]" in answer


async def test_one_sentence_may_tell_of_both_events() -> None:
    both = from_message("I placed the order on 3 May, and the delivery came on 24 May.")

    answer = await _with_days("How many weeks are there between the order and the delivery?", both)

    assert answer.startswith("3 weeks, from 3 May 2026 to 24 May 2026.\n\n")
    assert answer.count("[1]") == 1


async def test_no_time_is_counted_to_an_event_without_a_day() -> None:
    order, delivery = from_message("I placed the order on 3 May."), from_message("The delivery came at last.", rank=2)

    answer = await _with_days("How many days are there between the order and the delivery?", order, delivery)

    assert "days" not in answer
    assert "“I placed the order on 3 May.” [1]" in answer


async def _with_days(question: str, *sources: Passage) -> str:
    writer = ExtractiveWriter(FakeEmbedder(), named_days=named_days)
    return "".join([piece async for piece in writer.write(QuoteRequest(question, sources)) if isinstance(piece, str)])
