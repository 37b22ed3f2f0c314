from __future__ import annotations

import pytest

from chat.llm.quoting.question.last_done import last_done


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("When did I last run?", "Ran 8 km along the river this morning."),
        ("When did I last run?", "I ran the half marathon in 1:58!"),
        ("When did I last run?", "Went for a run with Ella, quite slow."),
        ("When did I last run?", "Tom and I ran around the lake."),
        ("When did I last run?", "Morning run, 5 km."),
        ("When was my last run?", "My run was slow today."),
        ("When was the last time I went for a run?", "It was raining but I ran anyway."),
        ("When did I last run?", "Jogged to work."),
        ("When did we last run out of milk?", "We ran out of milk again."),
        ("When did I last run the backup?", "Ran the backup, all fine."),
        ("When did I last cook?", "Cooked a pot of chili."),
    ],
)
def test_a_sentence_tells_what_the_user_did(question: str, sentence: str) -> None:
    asked = last_done(question)

    assert asked is not None
    assert asked.is_told_in(sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("When did I last run?", "Please run the script before every release."),
        ("When did I last run?", "Run the backup on Fridays, please."),
        ("When did I last run?", "I ran the tests again."),
        ("When did I last run?", "We ran out of milk."),
        ("When did I last run?", "I ran into Marta at the market."),
        ("When did I last run?", "The tests run twice as fast now."),
        ("When did I last run?", "My nose is running."),
        ("When did I last run?", "Tom ran 10 km on Sunday."),
        ("When did I last run?", "My sister ran the marathon."),
        ("When did I last run?", "I want to run a marathon next year."),
        ("When was my last run?", "Tom's run was fast."),
        ("When was my last run?", "The dry run went well."),
        ("When did we last run out of milk?", "We ran 5 km."),
        ("When did I last call Mum?", "Mum called, she wants to visit."),
        ("When did I last cook?", "I should cook more."),
    ],
)
def test_a_sentence_with_the_word_may_tell_of_something_else(question: str, sentence: str) -> None:
    asked = last_done(question)

    assert asked is not None
    assert not asked.is_told_in(sentence)


@pytest.mark.parametrize(
    "question", ["When did I run?", "When did Tom last run?", "What is my last name?", "How do I run the script?"]
)
def test_other_questions_ask_for_nothing_done_last(question: str) -> None:
    assert last_done(question) is None
