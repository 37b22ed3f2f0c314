from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from chat.index.id_map import IdMap
from chat.retrieval.scoring import conversation
from chat.threads.base import Turns


def _turns(*messages: tuple[bool, int, int], authors: Sequence[str | None] = ()) -> Turns:
    """Return turns from (from the user, characters, chunks) for each message."""
    rows = [(at, *message) for at, message in enumerate(messages) for _ in range(message[2])]
    return Turns(
        ids=IdMap(f"c{at}" for at in range(len(rows))),
        numbers=np.arange(len(rows)),
        messages=tuple(f"m{row[0]}" for row in rows),
        ordinals=np.array([row[0] for row in rows], dtype=np.int64),
        from_user=np.array([row[1] for row in rows], dtype=np.bool_),
        authors=tuple(authors[row[0]] if authors else None for row in rows),
        created_at=np.zeros(len(rows)),
        characters=np.array([row[2] for row in rows], dtype=np.int64),
    )


@pytest.mark.parametrize(
    ("messages", "authors", "assistant"),
    [
        pytest.param([(True, 80, 1), (False, 2_000, 1)], [], True, id="an assistant that writes at length"),
        pytest.param([(True, 80, 1), (False, 100, 1)], [], True, id="an assistant that writes briefly"),
        pytest.param([(True, 80, 1), (False, 100, 1)], ["Ann", "Ben"], False, id="people with names"),
        pytest.param([(True, 80, 1), (False, 2_000, 1)], ["Ann", "Model"], True, id="one with a name that writes at length"),
        pytest.param([(True, 2_000, 1), (True, 2_000, 1)], [], True, id="notes that nobody answers"),
        pytest.param([], [], False, id="nothing said"),
    ],
)
def test_names_and_the_length_of_answers_tell_a_chat_with_an_assistant_from_people(
    messages: list[tuple[bool, int, int]], authors: list[str], assistant: bool
) -> None:
    assert conversation.with_assistant(_turns(*messages, authors=authors), 600) is assistant


def test_a_long_message_is_found_by_its_best_passage() -> None:
    turns = _turns((True, 10, 1), (False, 900, 3))
    scores = np.array([0.1, 0.2, 0.9, 0.3])

    assert conversation.best_passages(scores, turns, conversation.first_chunks(turns)).tolist() == [0, 2]
    assert conversation.best_by_message(scores, conversation.first_chunks(turns)).tolist() == [0.1, 0.9]


def test_a_passage_that_was_not_reached_does_not_hide_one_that_was() -> None:
    turns = _turns((False, 900, 2), (False, 900, 1))

    best = conversation.best_by_message(np.array([np.nan, 0.4, np.nan]), conversation.first_chunks(turns))

    assert best[0] == 0.4
    assert np.isnan(best[1])


def test_a_turns_window_is_the_mean_of_itself_and_its_neighbours() -> None:
    found = conversation.around(np.array([0.0, 0.6, 0.0, np.nan]), 1)

    assert found[:3] == pytest.approx([0.3, 0.2, 0.3])
    assert np.isnan(found[3])


def test_a_term_that_is_said_twice_around_a_turn_counts_once() -> None:
    by_term = np.array([[2.0, 2.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]])

    assert conversation.said_around(by_term, 2).tolist() == [3.0, 3.0, 3.0, 3.0, 1.0, 0.0]


def test_neighbours_give_a_share_of_their_score() -> None:
    assert conversation.with_neighbours(np.array([1.0, 0.0, 0.0]), 0.2).tolist() == [1.0, 0.2, 0.0]


def test_an_answer_scores_at_least_as_much_as_the_message_that_it_answers() -> None:
    scores, from_user = np.array([2.0, 0.5, 0.0, 0.3, 0.1]), np.array([True, False, False, True, False])

    assert conversation.with_what_was_asked(scores, from_user).tolist() == [2.0, 2.0, 0.0, 0.3, 0.3]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        pytest.param("What did Caroline's sister paint?", [True, False, False], id="by the first name, in the genitive"),
        pytest.param("what did mr. okafor paint", [False, True, False], id="by the last name, whatever the case"),
        pytest.param("Who paints?", [False, False, False], id="nobody"),
    ],
)
def test_a_question_names_the_speakers_whose_turns_it_asks_for(question: str, named: list[bool]) -> None:
    turns = _turns((True, 10, 1), (True, 10, 1), (False, 10, 1), authors=["Caroline Weiss", "Ben Okafor", None])

    assert conversation.named(turns, question).tolist() == named


def test_of_equal_scores_the_shorter_message_comes_first() -> None:
    lowered = conversation.by_length(np.array([1.0, 1.0, 1.0]), np.array([40, 400, 4_000]), 0.35)

    assert lowered.tolist() == sorted(lowered, reverse=True)
    assert conversation.by_length(np.array([1.0, 0.5]), np.array([40, 180]), 0.35).tolist() == [1.0, 0.5]
