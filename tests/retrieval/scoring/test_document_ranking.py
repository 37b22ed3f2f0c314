from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from chat.index.id_map import IdMap
from chat.retrieval.question.query import Query
from chat.retrieval.scoring.document_ranking import best_of_document, rank
from chat.retrieval.scoring.evidence import Evidence, Mode
from chat.retrieval.scoring.ranked import Ranked
from chat.settings import RetrievalSettings


def test_each_passage_knows_the_best_of_its_document() -> None:
    dense = np.array([0.1, 0.6, np.nan, np.nan, 0.3, np.nan])
    held_by = np.array([0, 0, 0, 1, -1, -1])

    assert best_of_document(dense, held_by) == pytest.approx([0.6, 0.6, 0.6, np.nan, 0.3, np.nan], nan_ok=True)
    assert len(best_of_document(np.zeros(0), np.zeros(0, dtype=np.int64))) == 0


def _of_two_documents(mode: Mode, said: Sequence[float]) -> Ranked:
    """Return two passages of each of two documents, those of the first scoring a little higher."""
    dense, keyword = np.array([0.6, 0.2, 0.55, 0.2]), np.array([3.0, 0.0, 2.8, 0.0])
    named = (keyword > 0).astype(np.float64)
    evidence = Evidence(IdMap("abcd"), np.arange(4), dense, keyword, named, (), np.ones(1), named)
    asked = Query(("warranty",), (), {"warranti": 1.0}, "warranty")
    return rank(evidence, np.array([0, 0, 1, 1]), np.array(said), asked, mode, RetrievalSettings())


@pytest.mark.parametrize("mode", ["hybrid", "keyword"])
def test_a_document_whose_name_is_said_comes_first(mode: Mode) -> None:
    assert _of_two_documents(mode, [0, 0]).fused.argmax() == 0
    assert _of_two_documents(mode, [0, 1]).fused.argmax() == 2


def test_by_meaning_alone_a_name_that_is_said_counts_nothing() -> None:
    assert _of_two_documents("dense", [0, 1]).fused.tolist() == _of_two_documents("dense", [0, 0]).fused.tolist()
