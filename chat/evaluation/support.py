"""Quality of the check of cited sentences, measured on labelled pairs of a passage and a sentence."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time

from chat.answering.checking.source import checkable_source
from chat.answering.checking.support import check
from chat.answering.citing.citations import cite
from chat.domain import Chunk, Passage, Scores, Source
from chat.errors import InvalidRequest

NAME = "support"
SUPPORTED = "supported"
_SOURCES = 4
_SENTENCES = 6
"""`_SOURCES` and `_SENTENCES` are the numbers of sources and sentences of the answers whose check is timed."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence and the passage it cites, labelled by hand."""

    half: str
    """`tune` or `test`; all pairs with the same passage are in the same half."""
    kind: str
    label: str
    """`supported`, or what is wrong with the sentence."""
    sentence: str
    passage: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """How well the check detects sentences that their passage does not support."""

    half: str
    pairs: int
    precision: float
    """Share of the sentences marked as unsupported that are unsupported."""
    recall: float
    """Share of the unsupported sentences that are marked."""
    right: dict[str, tuple[int, int]]
    """By label: the number of pairs judged correctly and the number of pairs."""


def pairs(folder: Path) -> list[Pair]:
    """Read the labelled pairs. Raises InvalidRequest when there is no such file."""
    file = folder / NAME / "pairs.jsonl"
    if not file.is_file():
        raise InvalidRequest(f"There is no {NAME}/pairs.jsonl in {folder}.")
    return [Pair(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def judged(held: Iterable[Pair], half: str) -> Judgement:
    outcomes = Counter(
        (pair.label, check(pair.sentence, checkable_source(pair.passage)).supported) for pair in held if pair.half == half
    )
    wrong = {label for label, _ in outcomes} - {SUPPORTED}
    caught = sum(outcomes[label, False] for label in wrong)
    marked = caught + outcomes[SUPPORTED, False]
    right = {
        label: (outcomes[label, label == SUPPORTED], outcomes[label, True] + outcomes[label, False])
        for label in sorted({SUPPORTED, *wrong})
    }
    missing = sum(outcomes[label, True] for label in wrong)
    return Judgement(half, outcomes.total(), caught / max(1, marked), caught / max(1, caught + missing), right)


def milliseconds_an_answer(held: Sequence[Pair]) -> float:
    """Return the median processor time, in milliseconds, to check an answer of six sentences with four sources, uncached."""
    texts = list(dict.fromkeys(pair.passage for pair in held))
    sources = [_passage(" ".join(texts[at : at + 5]), at) for at in range(0, len(texts) - 4, 5)]
    said = [pair.sentence.rstrip(".") for pair in held]
    times = []
    for at in range(len(sources) - _SOURCES + 1):
        text = " ".join(f"{said[(at + number) % len(said)]} [{number % _SOURCES + 1}]." for number in range(_SENTENCES))
        checkable_source.cache_clear()
        started = process_time()
        cite(text, sources[at : at + _SOURCES])
        times.append(1000 * (process_time() - started))
    return median(times)


def _passage(text: str, at: int) -> Passage:
    chunk = Chunk(str(at), "", Source.DOCUMENT, "", at, text, "", 0, len(text))
    return Passage(at + 1, 1.0, chunk, Scores(None, None, 1.0))


def table(each: Judgement) -> str:
    """Format a judgement as a table, for the terminal and for `benchmarks/LOG.md`."""
    lines = [f"support, {each.half}: {each.pairs} pairs, precision {100 * each.precision:.1f}, recall {100 * each.recall:.1f}"]
    return "\n".join([*lines, *(f"  {label:<26}{right:4}/{many}" for label, (right, many) in each.right.items())])
