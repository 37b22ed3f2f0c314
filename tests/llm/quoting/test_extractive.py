from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from chat.answering.citing.citations import cite
from chat.domain import Elsewhere, Passage, Scores
from chat.embedding.base import Vectors
from chat.errors import EmbeddingFailed
from chat.llm.base import Likely, QuoteRequest
from chat.llm.quoting import extractive
from chat.llm.quoting.extractive import ExtractiveWriter
from chat.llm.quoting.passage.sentences import by_lines, without_heading
from chat.llm.quoting.passage.shortening import shorten
from chat.text import terms
from tests.fakes import FakeEmbedder
from tests.passages import NOON, from_document, from_message


async def quoted(question: str, *sources: Passage, embedder: FakeEmbedder | None = None) -> str:
    writer = ExtractiveWriter(embedder or FakeEmbedder())
    return "".join([piece async for piece in writer.write(QuoteRequest(question, sources)) if isinstance(piece, str)])


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


async def test_the_address_of_a_link_says_nothing_about_the_sentence_around_it() -> None:
    guide = from_document("A failed job is tried again, see [the guide](https://quill.example/install). Install it with pip.")

    assert await quoted("How do I install Quill?", guide) == "“Install it with pip.” [1]"


async def test_a_message_is_quoted_with_who_said_it_and_when() -> None:
    assert await quoted("What is the dog called?", from_message("The dog is called Biscuit.")) == (
        "You said on 8 May 2026: “The dog is called Biscuit.” [1]"
    )


async def test_a_list_in_a_message_is_quoted_as_a_list_with_what_stands_above_it() -> None:
    said = from_message(
        "You have two ways:\n\n**Over Wi-Fi**\n- Put the dock near the router.\n- Switch off 5 GHz.\n\n**With a USB stick**\n"
        "1. Format the stick with FAT32.\n2. Copy the file onto it. It takes a minute.\n3. Put the stick into the port.\n",
        role="assistant",
    )

    assert await quoted("How do I format the USB stick?", said) == (
        "The assistant said on 8 May 2026: “With a USB stick” [1]\n\n1. “Format the stick with FAT32.” [1]\n"
        "2. “Copy the file onto it. It takes a minute.” [1]\n3. “Put the stick into the port.” [1]"
    )


async def test_what_was_said_elsewhere_names_its_thread_behind_the_marker() -> None:
    said = replace(from_message("The dog is called Biscuit."), elsewhere=Elsewhere("t2", "thread", "Pets [7]"))

    assert await quoted("What is the dog called?", said) == (
        "You said on 8 May 2026: “The dog is called Biscuit.” [1] (from your conversation “Pets (7)”)"
    )


async def test_an_earlier_question_is_not_an_answer() -> None:
    asked, told = from_message("What is the dog called?"), from_message("The dog is called Biscuit.", author="Clara", rank=2)

    assert await quoted("What is the dog called?", asked, told) == "Clara said on 8 May 2026: “The dog is called Biscuit.” [2]"


async def test_an_earlier_request_is_not_an_answer() -> None:
    asked, told = from_message("List all the meetings in the minutes."), from_message("The meetings are on Mondays.", rank=2)

    assert await quoted("When are the meetings?", asked, told) == "You said on 8 May 2026: “The meetings are on Mondays.” [2]"
    assert await quoted("When are the meetings in the minutes?", asked) == ""


async def test_an_earlier_request_is_quoted_where_it_is_asked_for() -> None:
    asked = from_message("List all the meetings in the minutes.")

    assert "List all the meetings" in await quoted("What did I ask about the meetings?", asked)


async def test_an_order_is_answered_only_by_what_has_its_number() -> None:
    porto = from_message("Order 48231 was shipped to Porto.", rank=1)
    lyon = from_message("Order 48213 was shipped to Lyon.", rank=2)

    answer = await quoted("Where was order 48231 shipped?", porto, lyon)

    assert ("Porto" in answer, "Lyon" in answer) == (True, False)
    assert await quoted("Where was order 48132 shipped?", porto, lyon) == ""


async def test_the_same_sentence_in_two_sources_is_quoted_once() -> None:
    first, second = (from_document("The battery pack is covered for 12 months.", rank=rank) for rank in (1, 2))

    assert await quoted("How long is the battery covered?", first, second) == "“The battery pack is covered for 12 months.” [1]"


def _superseding() -> tuple[Passage, Passage]:
    """Return a statement, and the later one that superseded it."""
    later = from_message("My budget is 800 euros now.", rank=2)
    return (
        replace(from_message("My budget is 500 euros."), superseded_by="later"),
        replace(later, chunk=replace(later.chunk, parent="later")),
    )


async def test_a_statement_that_stands_above_what_took_its_place_is_quoted_before_it() -> None:
    answer = await quoted("What was my budget originally?", *_superseding())

    assert answer == (
        "You said on 8 May 2026: “My budget is 500 euros.” [1] (no longer holds, said otherwise later)\n\n"
        "You said on 8 May 2026: “My budget is 800 euros now.” [2]"
    )


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


async def test_what_a_later_statement_leaves_as_it_is_still_holds() -> None:
    later = from_message("We raised the budget to 11500 euros.")
    told = from_message("My budget is 9000 euros and my sister Ann lives in Lisbon.", rank=2)
    pair = replace(later, chunk=replace(later.chunk, parent="later")), replace(told, superseded_by="later")

    assert await quoted("Where does Ann live?", *pair) == (
        f"You said on 8 May 2026: “{told.chunk.text}” [2] (in part said otherwise later)"
    )
    assert "no longer holds" in await quoted("What is my budget?", *pair)


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


async def test_what_somebody_who_moved_does_besides_still_holds() -> None:
    later = from_message("Mia moved to Porto last month.")
    told = from_message("My sister Mia lives in Lisbon and works for Siemens.", rank=2)
    pair = replace(later, chunk=replace(later.chunk, parent="later")), replace(told, superseded_by="later")

    assert await quoted("Where does Mia work?", *pair) == (
        f"You said on 8 May 2026: “{told.chunk.text}” [2] (in part said otherwise later)"
    )
    assert "no longer holds" in await quoted("Where does Mia live?", *pair)


async def test_what_a_later_statement_changed_in_other_words_holds_no_longer() -> None:
    later = from_message("Carsley moved to 18 April because of some bridge works.")
    told = from_message("So, half marathon in spring. There's one in Carsley on 11 April.", rank=2)
    pair = replace(later, chunk=replace(later.chunk, parent="later")), replace(told, superseded_by="later")

    for question in ("When is the spring half marathon?", "Where is the spring half marathon?"):
        assert "no longer holds" in await quoted(question, *pair)


async def test_what_took_the_place_of_a_statement_in_nearly_the_same_words_is_quoted_beside_it() -> None:
    later = from_message("Farid brings the large blue first aid kit instead.")
    earlier = replace(from_message("Tobias brings the large blue first aid kit.", rank=2), superseded_by="later")

    answer = await quoted("Who brings the kit?", replace(later, chunk=replace(later.chunk, parent="later")), earlier)

    assert answer.index("Farid") < answer.index("Tobias") < answer.index("no longer holds")


async def test_what_took_the_place_of_a_statement_is_quoted_beside_it_where_files_are_searched_too() -> None:
    later = from_message("The ceremony is an hour later.")
    earlier = replace(from_message("Our ceremony starts at 2 pm.", rank=2), superseded_by="later")
    manual = from_document("Fill the tank before you start the machine. It starts in 2 minutes.", rank=3)

    answer = await quoted(
        "When does the ceremony start?", replace(later, chunk=replace(later.chunk, parent="later")), earlier, manual
    )

    assert answer.index("an hour later") < answer.index("2 pm") < answer.index("no longer holds")


async def test_what_took_the_place_of_a_statement_and_stands_above_it_is_quoted_first() -> None:
    answer = await quoted("How much is my budget?", *reversed(_superseding()))

    assert answer == (
        "You said on 8 May 2026: “My budget is 800 euros now.” [1]\n\n"
        "You said on 8 May 2026: “My budget is 500 euros.” [2] (no longer holds, said otherwise later)"
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
    sources = (*reversed(_superseding()), from_message("My budget is in euros.", rank=3))

    cited = cite(await quoted("How much is my budget?", *sources), sources)

    assert cited.claims
    assert all(claim.supported for claim in cited.claims)


async def test_what_was_said_otherwise_later_decides_nothing() -> None:
    asked, earlier = "Is the kitchen budget 500 euros?", from_message("The kitchen budget is 500 euros.")

    assert (await quoted(asked, earlier)).startswith("Yes.")
    assert not (await quoted(asked, replace(earlier, superseded_by="later"))).startswith("Yes.")


async def test_what_took_the_place_of_a_statement_is_quoted_behind_it() -> None:
    earlier, later = _superseding()
    changed = replace(later, chunk=replace(later.chunk, text="We raised it to 800."))

    assert (await quoted("Is my budget 500 euros?", earlier, changed)).endswith("“We raised it to 800.” [2]")


async def test_the_same_sentence_with_another_figure_says_something_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractive, "_SAME", 0.0)

    assert "800 euros" in await quoted("What was my budget originally?", *_superseding())


async def test_a_heading_on_the_line_before_is_not_part_of_the_quote() -> None:
    passage = from_document("2 Warranty\nThe warranty lasts thirty months from the day of\ndelivery at your door.")

    assert await quoted("How long does the warranty last?", passage) == (
        "“The warranty lasts thirty months from the day of delivery at your door.” [1]"
    )


@pytest.mark.parametrize(
    "text",
    ["The capital city of\nFrance is visited in\nspring by many.", "Net revenue\n$ 17,846", "Total\nFrance\nGermany"],
    ids=["running text", "a table", "a list"],
)
def test_a_line_of_the_sentence_itself_is_no_heading(text: str) -> None:
    assert without_heading(text, max(map(len, text.splitlines()))) == text


async def test_no_sources_give_no_words() -> None:
    assert await quoted("How long?") == ""


def test_a_table_is_quoted_by_its_lines() -> None:
    table = "\n".join(f"Region {n}  {n * 100}  {n * 7}" for n in range(40))

    groups = by_lines(table)

    assert "\n".join(groups) == table
    assert max(map(len, groups)) <= 240 + 30


def test_a_long_line_is_cut_at_words_around_what_was_asked_for() -> None:
    words = " ".join(f"word{n}" for n in range(500)).replace("word300", "warranty")

    shown = shorten(words, set(terms("warranty")))

    assert "warranty" in shown
    assert shown.startswith("… word")
    assert len(shown) <= 404


async def test_what_one_person_said_on_one_day_is_told_in_one_sentence() -> None:
    first = from_message("The dog is called Biscuit since we got him.", author="Clara")
    second = from_message("We wanted a dog that is called like something sweet.", author="Clara", rank=2)

    assert await quoted("What is the dog called?", first, second) == (
        "Clara said on 8 May 2026: “The dog is called Biscuit since we got him.” [1] and "
        "“We wanted a dog that is called like something sweet.” [2]"
    )


async def test_an_item_is_quoted_under_the_heading_that_denies_it() -> None:
    text = "## 5. What is not covered\n\n- Wear and tear, rot and fungus\n- Storm damage to fences, gates and hedges\n"
    source = from_document(text, section=("Policy", "5. What is not covered"))

    answer = await quoted("Is storm damage to fences covered?", source)

    assert answer == "What is not covered [1]\n\n- “Storm damage to fences, gates and hedges” [1]"

    answer = await quoted("Which things like storm damage to fences are covered?", source)

    assert answer.startswith("What is not covered [1]\n\n- “Wear and tear, rot and fungus” [1]\n- “Storm damage")


async def test_a_row_without_a_reason_does_not_say_why() -> None:
    row = "Claim: Taxi; Amount: 42; Status: rejected"

    assert not await quoted("Why was the taxi claim rejected?", from_document(row))
    assert await quoted("Why was the taxi claim rejected?", from_document(f"{row}; Reason: no receipt"))


async def test_the_column_names_above_a_line_of_dashes_say_what_a_row_is_about() -> None:
    table = (
        "Display    Cause and remedy\n---------------------------\nE1         Tank missing. Push it down.\n"
        "E2         Container full. Empty it.\nE3         Brew group not locked. Turn the key.\n"
    )

    answer = await quoted("The display shows E3, what do I do?", from_document(table))

    assert answer.startswith("E3: Brew group not locked.")


async def test_a_label_with_nothing_else_in_it_tells_the_price() -> None:
    text = "- Adults: £5.80\n- Juniors (4 to 15): £3.20\n- Family ticket (2 adults and up to 3 juniors): £15.50\n"
    source = from_document(text, section=("Pool", "Tickets"))

    assert await quoted("How much is a ticket for an adult?", source) == "Tickets, Adults: £5.80 [1]"
    assert await quoted("How much is the family ticket?", source) == (
        "“Family ticket (2 adults and up to 3 juniors): £15.50” [1]"
    )


async def test_both_halves_of_a_question_are_answered() -> None:
    text = (
        "The museum opens at nine. Tickets for the museum cost twelve euros. The museum shows paintings of the museum's founder."
    )

    answer = await quoted("What do tickets cost and when is the museum open?", from_document(text))

    assert "“Tickets for the museum cost twelve euros.” [1]" in answer
    assert "“The museum opens at nine.” [1]" in answer


def _talk(*said: tuple[str, str]) -> list[Passage]:
    """Return what the speakers said, and enough other messages for a conversation of some length."""
    filler = [("Nora", f"Number {n} on the board was wet again.") for n in range(12 - len(said))]
    return [
        replace(from_message(text, author=author, rank=rank), scores=Scores(0.5, 1.0, 1 / rank))
        for rank, (author, text) in enumerate((*said, *filler), start=1)
    ]


async def _answered(question: str, sources: list[Passage], least: float, confidence: float = 0.3) -> str:
    request = QuoteRequest(question, tuple(sources), confidence=confidence)
    writer = ExtractiveWriter(FakeEmbedder(), least)
    return "".join([piece async for piece in writer.write(request) if isinstance(piece, str)])


async def test_what_somebody_else_did_is_no_answer_about_whom_the_question_names() -> None:
    sources = _talk(("Nora", "I painted the sunrise over the lake last week."), ("Ben", "I slept until noon on that day."))

    assert await _answered("When did Ben paint the sunrise over the lake?", sources, 0.6) == ""
    assert "I painted the sunrise" in await _answered("When did Nora paint the sunrise over the lake?", sources, 0.6)


async def test_without_a_least_likelihood_whatever_is_near_is_quoted() -> None:
    sources = _talk(("Nora", "I painted the sunrise over the lake last week."), ("Ben", "I slept until noon on that day."))

    assert await _answered("When did Ben paint the sunrise over the lake?", sources, 0.0) != ""


async def test_few_turns_are_quoted_however_unlikely_the_search_thinks_it() -> None:
    assert await _answered("What is the dog called?", [from_message("The dog is called Biscuit.")], 0.6, confidence=0.0) != ""


async def test_of_few_turns_one_that_has_nothing_to_do_with_the_question_is_not_quoted() -> None:
    said = [from_message("The dog is called Biscuit.")]

    assert await _answered("Where does my bus stop?", said, 0.6, confidence=0.9) == ""


async def test_where_somebody_lives_is_no_answer_to_where_they_work() -> None:
    said = [from_message("My sister Lena lives in Leeds."), from_message("My brother Tom works in York.", rank=2)]

    assert await _answered("Where does my sister work?", said, 0.3) == ""
    assert "Leeds" in await _answered("Where does my sister live?", said, 0.3)


async def test_whether_something_is_still_so_is_answered_with_what_was_said_later_of_the_same() -> None:
    first = from_message("My best friend Amy got engaged to Marco.")
    later = replace(from_message("Amy broke up with Marco.", rank=2), created_at=NOON + timedelta(days=30))
    other = replace(from_message("The flight to Porto is booked.", rank=3), created_at=NOON + timedelta(days=30))

    told = await quoted("Is Amy still engaged to Marco?", first, later, other)

    assert 0 <= told.find("broke up") < told.find("engaged")
    assert "Porto" not in told


async def test_messages_of_the_time_asked_for_are_quoted_alone() -> None:
    before, now = from_message("My manager is called Ines."), from_message("My new manager is called Rutger.", rank=2)
    before = replace(before, chunk=replace(before.chunk, parent="before"), superseded_by=now.chunk.parent)

    async def said(timely: frozenset[str]) -> str:
        request = QuoteRequest("What was my manager's name?", (now, before), timely=timely)
        return "".join([piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request) if isinstance(piece, str)])

    assert "Rutger" in await said(frozenset())
    assert "Rutger" not in await said(frozenset((before.chunk.id,)))


_RUNS = (
    ("Going for a run before breakfast, 8 km.", 3),
    ("I have a cold, no running this week.", 9),
    ("Ran 18 km today.", 7),
    ("Ordered glasses, 389 euros.", 5),
    ("Ordered firewood.", 8),
    ("Went through the files.", 10),
    ("We ran out of milk.", 11),
    ("Please run the script before the release.", 12),
)


@pytest.mark.parametrize(
    ("question", "first", "nowhere"),
    [
        ("When did I last run?", "Ran 18 km today.", "no running"),
        ("When was my last run?", "Ran 18 km today.", "no running"),
        ("When did I last go for a run?", "Ran 18 km today.", "files"),
        ("What's the latest thing I ordered?", "Ordered firewood.", "Ran"),
    ],
)
async def test_the_last_of_several_comes_first_whatever_its_words(question: str, first: str, nowhere: str) -> None:
    text = await quoted(question, *_said_on(_RUNS))

    assert text.index("“") == text.index(f"“{first}")
    assert nowhere not in text


async def test_whether_something_is_still_so_is_not_answered_by_what_is_still_so_of_something_else() -> None:
    sources = _said_on((("The cat has a new vet, Dr Lang.", 3), ("Still coughing, what a week.", 9), ("Ordered wood.", 10)))

    assert (await quoted("Is the cat still at Dr Lang's?", *sources)).startswith("You said on 3 May 2026: “The cat")


async def test_when_something_was_last_is_told_by_the_date_of_the_message() -> None:
    sources = _said_on(
        (("Ölwechsel bei 84.000 km.", 14), ("Ölwechsel gemacht bei 78.000 km.", 3), ("Winterreifen bestellt.", 20))
    )

    assert (await quoted("Wann war der letzte Ölwechsel?", *sources)).startswith(
        "Du hast am 14. Mai 2026 gesagt: “Ölwechsel bei 84.000 km.” [1]"
    )


@pytest.mark.parametrize(
    ("question", "told", "first"),
    [
        (
            "Qui était mon premier professeur de piano ?",
            (
                ("Mon nouveau professeur de piano s'appelle Madame Petit.", 9),
                ("Mon professeur de piano s'appelle Monsieur Leroy.", 2),
            ),
            "Leroy",
        ),
        (
            "Was kostete Strom am Anfang?",
            (("Strom kostet jetzt 36 Cent pro Kilowattstunde.", 9), ("Strom kostet 31 Cent pro Kilowattstunde.", 2)),
            "31 Cent",
        ),
    ],
    ids=str,
)
async def test_how_something_was_at_first_is_told_by_what_was_said_first(
    question: str, told: tuple[tuple[str, int], ...], first: str
) -> None:
    assert first in (await quoted(question, *_said_on(told))).split("”")[0]


def _said_on(told: Sequence[tuple[str, int]]) -> list[Passage]:
    """Return messages of one person, each said on a day of May, in the order of their ranks."""
    return [
        replace(
            from_message(text, rank=rank),
            created_at=NOON.replace(day=day),
            chunk=replace(from_message(text, rank=rank).chunk, parent=f"m{rank}"),
        )
        for rank, (text, day) in enumerate(told, start=1)
    ]


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


async def test_how_something_was_at_first_is_answered_with_what_was_said_earlier_of_the_same() -> None:
    first = from_message("We booked the flights from Zurich for 28 March.", rank=2)
    later = replace(from_message("We rebooked the flights from Zurich for 30 March."), created_at=NOON + timedelta(days=30))
    other = from_message("The cat sleeps.", rank=3)

    told = await quoted("When were the flights originally?", later, first, other)

    assert 0 <= told.find("28 March") < told.find("30 March")
    assert "cat" not in told
    assert (await quoted("When were the flights rebooked?", later, first, other)).startswith("You said on 7 June 2026")


async def test_whose_words_are_asked_for_is_quoted() -> None:
    own = from_message("My passport expires in May, and the passport is at home.")
    other = from_message("Japan takes a passport until its last day.", role="assistant", rank=2)

    assert "Japan" not in await quoted("What did I tell you about my passport?", own, other)
    assert "expires" not in await quoted("What did you tell me about my passport?", own, other)
    assert "expires" in await quoted("What did you tell me about my passport?", own)


async def test_of_turns_those_of_the_month_that_is_asked_for_are_quoted_alone() -> None:
    other = from_message("We decided on the shift plan for November.")
    said = replace(from_message("We decided on the flat in Riehen.", rank=2), created_at=NOON + timedelta(days=30))
    named = from_message("We decided on the trip for June 25.", rank=3)

    assert "shift plan" in await quoted("What did we decide?", other, said, named)
    told = await quoted("What did we decide in June?", other, said, named)

    assert "Riehen" in told
    assert "trip" in told
    assert "shift plan" not in told


@pytest.mark.parametrize(
    ("question", "before", "after"),
    [
        ("What car does my dad drive?", "My dad drives a Volvo.", "Dad sold the Volvo and bought a Toyota."),
        ("How much do I weigh?", "I weigh 82 kilos.", "I'm down to 80 kilos."),
    ],
)
async def test_of_what_there_is_one_of_at_a_time_what_was_said_last_comes_first(question: str, before: str, after: str) -> None:
    first = from_message(before)
    later = replace(from_message(after, rank=2), created_at=NOON + timedelta(days=30))

    told = await quoted(question, first, later)

    assert 0 <= told.find(after) < told.find(before)


async def test_what_there_was_before_is_not_put_behind_what_was_said_last() -> None:
    first = from_message("I weigh 82 kilos.")
    later = replace(from_message("I'm down to 80 kilos.", rank=2), created_at=NOON + timedelta(days=30))

    assert "82" in (await quoted("How much did I weigh at first?", first, later)).split("[1]")[0]


async def test_between_people_what_is_asked_of_whom_is_not_looked_for_in_one_turn() -> None:
    said = _talk(("Nora", "Our one-year-old is doing fine, Kyle sleeps a lot."), ("Ben", "Good to hear!"))

    assert "Kyle" in await _answered("What is the name of Nora's child?", said, 0.0)


async def test_what_was_told_comes_before_the_nearest_words_of_a_file() -> None:
    file = from_document("The yearly general meeting is on 5 December. Team meetings are held in room B12.")
    told = from_message("From now on our weekly meeting is on Tuesday at 9.", rank=2)

    assert (await quoted("When is our weekly meeting?", file, told)).startswith("You said")


async def test_of_few_turns_only_those_that_likely_answer_are_quoted_beside_the_best() -> None:
    said = [from_message("Mein Hund heißt Rex."), from_message("Wie mein Rad ist mein Bus rot.", rank=2)]

    assert (await _answered("Wie heißt mein Hund?", said, 0.6)).count("“") == 1


async def test_documents_are_quoted_by_how_likely_a_sentence_of_theirs_answers() -> None:
    papers = [from_document(f"The dog licence number {n} is due in May.", rank=n) for n in range(1, 13)]

    assert await _answered("When is the dog licence due?", papers, 0.6, confidence=0.1) != ""
    assert await _answered("Which harbour has the deepest licence?", papers, 0.6, confidence=0.9) == ""


class _Away(FakeEmbedder):
    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        raise EmbeddingFailed("The endpoint is away.")


async def test_without_vectors_documents_are_quoted_when_the_search_thinks_it_likely() -> None:
    papers = [from_document("The dog licence is due in May.")]

    for least, is_quoted in ((0.2, True), (0.9, False)):
        request = QuoteRequest("When is the dog licence due?", tuple(papers), confidence=0.5)
        written = [piece async for piece in ExtractiveWriter(_Away(), least).write(request) if isinstance(piece, str)]
        assert bool(written) is is_quoted


async def test_a_sentence_is_found_by_its_heading_and_by_what_stands_before_it() -> None:
    manual = from_document(
        "## Descaling\n\nUse the agent DX only. The programme takes 25 minutes.\n\n"
        "## Grinding\n\nThe grinder has fifteen steps. It takes a while."
    )

    assert await quoted("How long does descaling take?", manual) == "“The programme takes 25 minutes.” [1]"


async def test_the_word_in_front_of_a_clause_is_no_answer() -> None:
    contract = from_document("2. Price. The total price is 318,400 euros excluding tax.")

    assert await quoted("What is the price?", contract) == "“The total price is 318,400 euros excluding tax.” [1]"


async def test_questions_that_were_asked_before_do_not_make_a_long_conversation() -> None:
    asked = [from_message(f"What is number {n} on the list?", rank=n) for n in range(2, 13)]

    assert await _answered("Who is my deputy?", [from_message("My deputy is Carla."), *asked], 0.9) != ""


async def test_the_day_that_yesterday_was_is_told_where_it_is_asked_for() -> None:
    said = from_message("The dog came to us yesterday.", author="Clara")

    assert await quoted("When did the dog come?", said) == (
        "Clara said on 8 May 2026: “The dog came to us yesterday.” (yesterday: 7 May 2026) [1]"
    )
    assert "7 May" not in await quoted("Which dog came?", said)


async def test_a_sentence_that_says_yes_or_no_is_led_by_it() -> None:
    covered = from_document("The battery pack is covered for water damage. The strap is blue.")
    refused = from_document("The battery pack is not covered for water damage. The strap is blue.")

    asked = "Is the battery pack covered for water damage?"
    assert await quoted(asked, covered) == "Yes. “The battery pack is covered for water damage.” [1]"
    assert await quoted(asked, refused) == "No. “The battery pack is not covered for water damage.” [1]"


async def test_steps_are_numbered_and_each_is_cited() -> None:
    manual = from_document(
        "The pack is black and light.\n\nTo reset the device:\n"
        "1. Hold the button of the device.\n2. Wait for the light.\n3. Let go.\n"
    )

    assert await quoted("How do I reset the device?", manual) == (
        "“To reset the device:” [1]\n\n1. “Hold the button of the device.” [1]\n2. “Wait for the light.” [1]\n3. “Let go.” [1]"
    )


async def test_what_is_listed_is_quoted_as_bullets() -> None:
    plans = from_document(
        "There are three plans:\n\n- Basic, for one person\n- Team, for ten\n- Company, for all\n\nAll are yearly."
    )

    assert await quoted("What are the plans?", plans) == (
        "“There are three plans:” [1]\n\n- “Basic, for one person” [1]\n- “Team, for ten” [1]\n- “Company, for all” [1]"
    )


async def test_a_row_of_a_table_is_told_as_a_sentence() -> None:
    statement = from_document("(In millions) 2018 2017\nNet sales $ 32,765 $ 31,657\nCost of sales 16,682 16,055\n")

    assert (await quoted("What were net sales in 2018?", statement)).startswith("Net sales: $32,765 million (2018) [1]")


async def test_a_sentence_that_begins_with_it_comes_with_the_one_before() -> None:
    text = "The Merlin pack has a steel frame. It weighs two kilos when empty. Colours differ by country."

    assert await quoted("What does it weigh when empty, in kilos?", from_document(text)) == (
        "“The Merlin pack has a steel frame. It weighs two kilos when empty.” [1]"
    )


async def test_the_writer_tells_how_likely_its_quotes_answer() -> None:
    request = QuoteRequest("What is the dog called?", (from_document("The dog is called Biscuit."),), confidence=0.7)

    first, *_ = [piece async for piece in ExtractiveWriter(FakeEmbedder()).write(request)]

    assert isinstance(first, Likely)
    assert first.confidence > 0.9


async def test_a_row_of_a_markdown_table_is_told_without_its_lines() -> None:
    table = from_document(
        "| what it does | what happens |\n| --- | --- |\n| hangs up at once | tried again |\n| is slow | waited for |\n"
    )

    assert (await quoted("What happens when it hangs up at once?", table)).startswith("hangs up at once: tried again [1]")


async def test_a_line_of_figures_says_nothing_by_a_single_word() -> None:
    lines = "Net cash used in financing activities (861,014) (1,497,216)\nAccounts payable 8,309 66,156\n"

    assert await quoted("What was net revenue?", from_document(f"{lines}Revenue rose because of net new stores.")) == (
        "“Revenue rose because of net new stores.” [1]"
    )
    assert await quoted("What cash was used in financing activities?", from_document(lines)) != ""


async def test_a_document_that_only_shares_a_common_word_with_the_question_is_not_quoted() -> None:
    sheet = from_document("Long ladders stand in the yard. Long ropes hang beside them. The gate closes at eight.")

    assert await quoted("How long is the warranty of the turbine in Kaplan's plant?", sheet) == ""


async def test_the_names_of_columns_are_no_sentence() -> None:
    names = (
        "Total stores open Number of stores Number of stores total stores at beginning of the quarter opened during the quarter"
    )
    text = f"{names}\n\nThe company opened 47 new stores during the year."

    assert await quoted("How many stores were opened during the year?", from_document(text)) == (
        "“The company opened 47 new stores during the year.” [1]"
    )


RESULTS = ("Results", "For the year")
QUARTER = ("Results", "For the fourth quarter")


async def test_a_figure_is_told_of_what_is_asked_for_and_not_of_its_share() -> None:
    income = from_document("Operating income rose to $1.6 billion, or 16.1% of net sales.", section=RESULTS)
    sales = from_document("Net sales rose 18.3% to $10.2 billion.", section=RESULTS, rank=2)

    assert await quoted("What were net sales in fiscal 2022?", income, sales) == "“Net sales rose 18.3% to $10.2 billion.” [2]"


async def test_a_figure_of_a_quarter_is_not_one_of_the_year() -> None:
    quarter = from_document("Net income rose to $340.8 million.", section=QUARTER)
    year = from_document("Net income rose to $1.2 billion.", section=RESULTS, rank=2)

    assert await quoted("What was net income in fiscal 2022?", quarter, year) == "“Net income rose to $1.2 billion.” [2]"
    assert await quoted("What was net income in the fourth quarter of 2022?", quarter, year) != (
        "“Net income rose to $1.2 billion.” [2]"
    )


async def test_a_number_of_other_things_is_no_answer() -> None:
    charges = from_document("Charges of $139 million for legal expenses of employee plans were taken in the quarter.")

    assert await quoted("How many employees does the company have?", charges) == ""


async def test_rows_that_a_sentence_announces_are_told_with_it() -> None:
    outlook = from_document(
        "For fiscal 2023, the company plans to:\nFY23 Outlook\n"
        "Net sales $10.95 billion to $11.05 billion\nNew stores, net 25-30\n"
    )

    assert await quoted("What is the outlook of the company for fiscal 2023?", outlook) == (
        "“For fiscal 2023, the company plans to:” [1]\n\n"
        "- Net sales: $10.95 billion to $11.05 billion [1]\n- New stores, net: 25-30 [1]"
    )


async def test_columns_that_the_passage_before_names_are_cited_from_there() -> None:
    head = from_document("(In thousands) January 28, January 29, 2023 2022\nCash $ 737 $ 431\n", page=7, rank=1)
    rest = from_document("Total assets $ 5,370 $ 4,764\nTotal liabilities 3,410 3,229\n", page=7, rank=2)

    assert await quoted("What were total assets?", head, rest) == (
        "Total assets: $5,370 thousand (January 28, 2023), $4,764 thousand (January 29, 2022) [2][1]"
    )


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


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What is my current blood pressure?", "126"),
        ("What was my blood pressure last time?", "126"),
        ("Wie war mein Blutdruck zuletzt?", "126"),
        ("Was my blood pressure ever 142 over 91?", "142"),
    ],
)
async def test_how_something_is_now_is_told_by_what_was_said_last(question: str, first: str) -> None:
    named = "Blutdruck" if question.startswith("Wie") else "My blood pressure was"
    before = from_message(f"{named} 142 over 91, far too high.")
    after = replace(from_message(f"{named} 126 over 80.", rank=2), created_at=NOON + timedelta(days=30))

    answer = await quoted(question, before, after)

    assert first in answer.split("[")[0]


async def test_a_line_that_is_labelled_with_what_is_asked_for_comes_first() -> None:
    lease = from_document("Hunde bedürfen der Zustimmung der Vermieterin.\n\nVermieterin: Gudrun Hellmann, Kassel.")

    assert (await quoted("Wer ist die Vermieterin?", lease)).startswith("“Vermieterin: Gudrun Hellmann, Kassel.” [1]")


async def test_chinese_is_answered_by_its_own_words() -> None:
    minutes = from_document("停车位只有40个。新版本定于11月18日上线。测试由赵敏负责。")

    assert await quoted("新版本什么时候上线？", minutes) == "“新版本定于11月18日上线。” [1]"


async def test_who_said_it_is_told_in_the_language_of_the_question() -> None:
    said = from_message("Mein Hund heißt Rex und ist fünf Jahre alt.")

    assert await quoted("Wie heißt mein Hund?", said) == (
        "Du hast am 8. Mai 2026 gesagt: “Mein Hund heißt Rex und ist fünf Jahre alt.” [1]"
    )


INVOICE = """Invoice number: NW-2024-0817
Invoice date: 12 June 2024
Due date: 12 July 2024
Customer number: 40213"""


async def test_a_label_is_quoted_with_its_value_alone() -> None:
    invoice = from_document(INVOICE)

    assert (await quoted("When is the invoice due?", invoice)).startswith("“Due date: 12 July 2024” [1]")
    assert await quoted("What is the customer number?", invoice) == "“Customer number: 40213” [1]"


async def test_a_row_is_told_with_the_column_that_is_asked_for() -> None:
    data = from_document("Property\tBase\tPro\nWeight\t9.4 kg\t14.2 kg\nHose length\t6 m\t10 m\nPrice\t€90\t€140")

    assert await quoted("What is the weight of the Pro?", data) == "Weight: 14.2 kg (Pro) [1]"
    assert (await quoted("What does the Pro cost?", data)).startswith("Price: €140 (Pro) [1]")


async def test_what_a_file_asks_itself_is_answered_as_a_whole() -> None:
    faq = from_document(
        "Q: How do I get a badge?\nA: Go to the desk. It is ready next day.\n\nQ: Where do I park?\nA: Behind it."
    )

    assert await quoted("How do I get a badge?", faq) == "“Go to the desk. It is ready next day.” [1]"


async def test_a_file_that_is_named_is_the_one_that_is_quoted_and_its_name_asks_for_nothing() -> None:
    invoice = replace(
        from_document("The payment is due within 30 days.\n\nInvoice number: NW-17\nCustomer: 40213"), document_name="NW-17.pdf"
    )
    notes = replace(from_document("Priya fixes the payment tests by May.", rank=2), document_name="notes.md")

    assert (
        await quoted("What does NW-17.pdf say about the payment?", invoice, notes) == "“The payment is due within 30 days.” [1]"
    )


LEAVE = """2.1 Annual leave
Everybody has 28 days of paid leave a year.
2.3 Parental leave
Whoever has a child is away for 26 weeks at full pay.
"""


class _OfParents(FakeEmbedder):
    """An embedder that knows what parental leave is."""

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> Vectors:
        return await super().embed([text.replace("has a child is away", "is on parental leave") for text in texts], urgent=urgent)


async def test_what_stands_under_the_heading_that_is_asked_for_is_quoted_before_what_shares_its_words() -> None:
    assert await quoted("How long is parental leave?", from_document(LEAVE), embedder=_OfParents()) == (
        "“Whoever has a child is away for 26 weeks at full pay.” [1]"
    )


@pytest.mark.parametrize("question", ["Is there a sauna in the park?", "Who is the director of the park?"])
async def test_what_is_spoken_of_nowhere_is_not_answered_by_what_is_near(question: str) -> None:
    assert (
        await quoted(question, from_document("The park is open from Tuesday to Sunday. Dogs stay on the leash in the park."))
        == ""
    )


async def test_what_stands_under_another_month_or_name_is_not_quoted() -> None:
    text = (
        "## Meeting of 3 March\n\n### Trailer\n\nThe council decided to buy a trailer for the boats.\n\n"
        "## Meeting of 14 April\n\n### Bridge\n\nThe council decided to close the bridge until the summer.\n"
    )

    assert await quoted("What was decided in March?", from_document(text)) == (
        "“The council decided to buy a trailer for the boats.” [1]"
    )
    assert "bridge" in await quoted("What was decided in April?", from_document(text))


async def test_a_paragraph_that_heads_another_is_not_quoted() -> None:
    text = "Meeting of 12 March 2026\n\nThe old bicycle room in the yard will be cleared by the end of the month.\n"

    assert await quoted("What happens to the bicycle room in March?", from_document(text)) == (
        "“The old bicycle room in the yard will be cleared by the end of the month.” [1]"
    )


RECIPES = (
    "## Plum dumplings\n\nServes 4.\n\n### Ingredients\n\n- 150 g flour\n- 80 g butter\n\n"
    "## Almond cake\n\nServes 8.\n\n### Ingredients\n\n- 250 g ground almonds\n- 5 eggs\n"
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much butter is in the plum dumplings?", "“80 g butter” [1]"),
        ("How much butter is in the almond cake?", ""),
        ("How many eggs are in the almond cake?", "“5 eggs” [1]"),
    ],
)
async def test_what_is_asked_of_one_heading_is_not_answered_under_another(question: str, answer: str) -> None:
    assert await quoted(question, from_document(RECIPES, section=("Recipes",))) == answer


async def test_a_label_of_a_word_says_what_is_asked_for() -> None:
    text = "## Kindergarten\n\nA third group opens in September. Places: 18.\n"

    assert await quoted("How many places does the new kindergarten group have?", from_document(text)) == "“Places: 18.” [1]"


async def test_a_word_behind_a_sentence_is_quoted_where_it_is_asked_for() -> None:
    text = "## Lentil soup\n\nServes 6. Takes 40 minutes. Vegan.\n"

    assert "“Vegan.” [1]" in await quoted("Is the lentil soup vegan?", from_document(text))


async def test_what_nothing_speaks_of_is_not_answered_by_its_like() -> None:
    brings = from_message("Tobias brings the first aid kit and Henrike cooks goulash for 22 people.")
    asked_before = from_message("Who brings the guitar?", rank=2)

    assert "Tobias" in await quoted("Who brings the first aid kit?", brings)
    assert await quoted("Who brings the guitar?", brings, asked_before) == ""
    assert "Tobias" in await quoted("Who brings the guitar?", brings, from_message("Tobias owns a guitar.", rank=2))


async def test_of_two_things_that_are_asked_what_is_spoken_of_is_answered() -> None:
    brings = from_message("Tobias brings the cake, it is a lemon cake.")

    assert "Tobias" in await quoted("Who brings the cake and who brings the guitar?", brings)


async def test_where_it_is_asked_what_to_do_the_instruction_behind_the_sentence_goes_with_it() -> None:
    safety = from_document(
        "The stop solution contains sulphuric acid. Wear goggles and gloves when handling it. Waste is collected."
    )

    assert await quoted("What protective equipment is needed for the stop solution?", safety) == (
        "“The stop solution contains sulphuric acid. Wear goggles and gloves when handling it.” [1]"
    )
    assert await quoted("What does the stop solution contain?", safety) == "“The stop solution contains sulphuric acid.” [1]"


async def test_steps_that_begin_anew_under_each_heading_are_steps() -> None:
    text = (
        "5.1 Coating\n1 Add 100 µl of antibody.\n2 Seal the plate.\n3 Wash it three times.\n"
        "5.2 Blocking\n1 Add 200 µl of diluent.\n2 Incubate for one hour."
    )
    page = from_document(text, "elisa.pdf", 3)

    assert await quoted("How do I do the blocking with the diluent?", page) == (
        "1. “Add 200 µl of diluent.” [1]\n2. “Incubate for one hour.” [1]"
    )


MANUALS = (
    from_document("Noise level: 64 dB\nRunning time: 180 minutes\n", name="dustpilot.md", section=("DustPilot R7",)),
    from_document(
        "Pull the plug and let it cool down. Empty the crumb tray once a week. Never put the toaster into water.",
        name="crispline.md",
        section=("CrispLine T2 toaster", "Cleaning"),
        rank=2,
    ),
)


def _of_two_documents() -> tuple[Passage, Passage]:
    first, second = MANUALS
    return first, replace(second, chunk=replace(second.chunk, parent="e"))


async def test_what_another_document_says_is_no_answer_about_what_this_one_is_called() -> None:
    first, second = _of_two_documents()

    assert "64 dB" not in await quoted("What is the noise level of the toaster?", first, second)
    assert "64 dB" in await quoted("What is the noise level of the DustPilot?", first, second)


async def test_how_to_do_what_a_heading_says_is_the_whole_of_its_sentences() -> None:
    _, cleaning = _of_two_documents()

    assert await quoted("How do I clean the toaster?", cleaning) == f"“{cleaning.chunk.text}” [1]"


async def test_the_rows_of_the_table_that_is_asked_for_are_a_list() -> None:
    table = "| Variable | Meaning |\n| --- | --- |\n| `CACHE` | Where things are kept. |\n| `THREADS` | How many are used. |\n"
    source = from_document(table, section=("Guide", "Environment variables"))

    assert await quoted("Which environment variables are there?", source) == (
        "- `CACHE`: Where things are kept. [1]\n- `THREADS`: How many are used. [1]"
    )


async def test_who_a_contract_names_so_is_quoted_before_what_they_do() -> None:
    source = from_document("The Landlord keeps the roof dry. The lease is made by Northgate Ltd. (“Landlord”) and Priya Raman.")

    assert (await quoted("Who is the landlord?", source)).startswith("“The lease is made by Northgate Ltd.")


async def test_parties_of_a_contract_are_told_by_the_line_that_names_them() -> None:
    text = (
        "Arbeitsvertrag\n\nzwischen der Lindner Optik GmbH („Arbeitgeber“) und Frau Weiß („Arbeitnehmerin“)\n\n"
        "Nebentätigkeiten sind nur mit Zustimmung des Arbeitgebers erlaubt.\n\n"
        "Das Gehalt wird am letzten Werktag des Monats gezahlt. Im Dezember wird ein Weihnachtsgeld gezahlt."
    )
    source = from_document(text)

    assert "Lindner Optik GmbH" in await quoted("Wer ist der Arbeitgeber?", source)
    assert "letzten Werktag" in await quoted("Wann wird das Gehalt gezahlt?", source)


FLEET = "The fleet of 2024.\n\nVessel\tBuilt\tTop speed (kn)\nPetrel\t2013\t24\nTern\t2019\t31\n"


async def test_of_a_row_of_figures_that_one_is_told_whose_column_is_asked_for() -> None:
    fleet = from_document(FLEET)

    assert await quoted("What is the top speed of the Petrel?", fleet) == "Petrel: 24 (Top speed (kn)) [1]"
    assert await quoted("How fast is the Tern?", fleet) == "Tern: 31 (Top speed (kn)) [1]"
    assert await quoted("What is the draught of the Petrel?", fleet) == ""


async def test_of_rows_that_hold_few_words_of_a_language_that_is_the_one_of_the_question() -> None:
    devices = from_document(
        "Gerät: Kühlschrank; Gekauft: 2021; Garantie bis: 2026\nGerät: Backofen; Gekauft: 2019; Garantie bis: 2024\n"
    )

    assert "2021" in await quoted("Wann wurde der Kühlschrank gekauft?", devices)
    assert await quoted("Wann wurde der Fernseher gekauft?", devices) == ""


@pytest.mark.parametrize(
    ("question", "rows", "answered"),
    [
        ("Who did the fitting?", "Service\tHours\tPrice\nFitting\t16\t68.50\nTravel\t2\t45.00", False),
        ("Who did the fitting?", "Service\tWorker\tPrice\nFitting\tAda Berg\t68.50\nTravel\tBo Lund\t45.00", True),
        ("Wer hat die Montage durchgeführt?", "Leistung\tMenge\tPreis\nMontage\t16\t68,50\nAnfahrt\t2\t45,00", False),
    ],
)
async def test_a_row_of_figures_tells_nobody(question: str, rows: str, answered: bool) -> None:
    assert bool(await quoted(question, from_document(rows))) is answered


_README = """# Tool

## Installation

```bash
pip install tool
```

## Usage

Start the watcher on a folder:

```bash
tool watch ~/Scans
```

The watcher stops by itself at night.

## Tests

1. Create a virtual environment.
2. Run the tests:

   ```bash
   pytest -q
   ```

   ```bash
   pytest --slow
   ```

3. Remove the environment.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How do I start the watcher?", "“Start the watcher on a folder:” [1]\n\n```bash\ntool watch ~/Scans\n```"),
        (
            "How do I run the tests?",
            "1. “Create a virtual environment.” [1]\n2. “Run the tests:” [1]\n\n   ```bash\n   pytest -q\n   ```\n\n"
            "   ```bash\n   pytest --slow\n   ```\n\n3. “Remove the environment.” [1]",
        ),
        ("How does the installation go?", "“Installation” [1]\n\n```bash\npip install tool\n```"),
        ("When does the watcher stop?", "“The watcher stops by itself at night.” [1]"),
    ],
    ids=["a sentence", "a step", "a heading", "another sentence"],
)
async def test_code_is_quoted_with_what_stands_right_above_it(question: str, answer: str) -> None:
    source = from_document(_README)

    written = await quoted(question, source)

    assert written == answer
    assert all(claim.supported for claim in cite(written, [source]).claims)


async def test_a_setting_within_a_block_of_code_is_quoted_by_itself() -> None:
    source = from_document("The rules live in a file:\n\n```toml\n[watcher]\ninterval = 15\nmax_size_mb = 40\n```\n")

    assert "“interval = 15” [1]" in await quoted("What is the interval?", source)


async def test_a_list_behind_code_is_not_what_the_sentence_above_the_code_announces() -> None:
    source = from_document("Clone the tool:\n\n```\ngit clone tool\n```\n\n- Linux is supported.\n- Windows is not.\n")

    assert await quoted("How do I clone the tool?", source) == "“Clone the tool:” [1]\n\n```\ngit clone tool\n```"


async def test_a_sentence_that_the_next_one_took_along_is_not_quoted_by_itself_too() -> None:
    museum = from_document("The museum shows clocks. It shows them in the museum since 1974.")

    assert await quoted("What does the museum show?", museum) == (
        "“The museum shows clocks. It shows them in the museum since 1974.” [1]"
    )


async def test_code_tells_how_to_do_something_and_not_who_does_it() -> None:
    guide = from_document("## Getting started\n\n```shell\npip install limiter\n```\n\nIt counts calls.", "guide.md")

    assert await quoted("How do I install the limiter?", guide)
    assert not await quoted("Who is behind the limiter?", guide)


async def test_of_a_block_of_code_the_line_whose_comment_answers_is_quoted_alone() -> None:
    usage = from_document(
        "To run lint:\n\n```shell\nlint check .    # Lint all files\nlint check a.py # Lint a single file\n```\n"
    )

    assert await quoted("How do I lint a single file?", usage) == (
        "“Lint a single file” [1]\n\n```shell\nlint check a.py # Lint a single file\n```"
    )


async def test_a_change_is_quoted_with_the_heading_of_its_release_where_that_is_asked_for() -> None:
    changes = from_document("## 2.2.0 - 2025-12-02\n\n- Drop support for Python 3.8.\n\n## 2.1.0 - 2025-10-01\n\n- Faster.\n")

    assert await quoted("Which version dropped Python 3.8?", changes) == (
        "2.2.0 - 2025-12-02 [1]\n\n- “Drop support for Python 3.8.” [1]"
    )
    assert await quoted("What changed in 2.1?", changes) == "2.1.0 - 2025-10-01 [1]\n\n- “Faster.” [1]"


BUCKETS = "### Delete a bucket\n\n`DELETE /buckets/{name}`\n\nThe bucket must be empty."


async def test_the_request_under_a_heading_answers_how_to_do_what_it_says_and_nothing_else() -> None:
    source = from_document(BUCKETS)

    assert "DELETE /buckets" in await quoted("How do I delete a bucket?", source)
    assert "DELETE /buckets" not in await quoted("How do I rename a bucket?", source)
    assert "DELETE /buckets" not in await quoted("What is a bucket?", source)


async def test_supported_versions_are_told_by_figures_that_are_not_of_the_past() -> None:
    source = from_document("Drop support for Python 3.8.\n\nIt is written in Python.\n\nPython 3.9 or newer is needed.")

    assert await quoted("Which versions of Python are supported?", source) == "“Python 3.9 or newer is needed.” [1]"


async def test_another_code_than_the_one_asked_about_is_not_quoted() -> None:
    source = from_document("| `409` | The error means that it exists. |\n| `404` | The error means that it is missing. |")

    assert await quoted("What does error 404 mean?", source) == "`404`: The error means that it is missing. [1]"
    assert await quoted("What does error 503 mean?", source) == ""


async def test_who_is_named_only_by_what_they_did_is_found_by_name() -> None:
    sources = _said_on(
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
    sources = _said_on((("The launch is on 12 September." if "When" in question else "Der Launch ist am 12. September.", 1),))

    assert (await quoted(question, *sources)).endswith(f" [1]\n\n{told}")


async def test_an_answer_to_both_halves_says_nothing_more() -> None:
    sources = _said_on((("The launch is on 12 September.", 1), ("The budget is 40,000 euros.", 2)))

    assert "found nothing" not in await quoted("When is the launch and what is the budget?", *sources)


async def test_what_a_quote_may_tell_in_other_words_is_not_said_to_be_unknown() -> None:
    tom = _said_on((("Tom is allergic to nuts. He turns 7 on 12 August.", 1),))
    budget = _said_on((("The launch is on 12 September.", 1),))

    assert "found nothing" not in await quoted("What is Tom allergic to and when is his birthday?", *tom)
    assert "“when is the party”" in await quoted("When is the launch and when is the party?", *budget)


async def test_a_sentence_that_answers_both_halves_is_quoted_once() -> None:
    lena = _said_on((("My sister Lena is a nurse in Leeds.", 1),))

    assert (await quoted("Who is Lena and what does she do?", *lena)).count("“My sister Lena is a nurse in Leeds.”") == 1
