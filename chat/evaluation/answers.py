"""How good answers are, told without a judge: what they hold, what they cite, and when they say that nothing was found."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from chat.assistant import Ask, Assistant
from chat.domain import Answer, Question, User
from chat.evaluation.calibration import Told, error
from chat.evaluation.places.base import Hit
from chat.evaluation.places.direct import Direct, application
from chat.evaluation.run import end, fill
from chat.evaluation.sets import EvaluationSet, LabelledQuestion, load
from chat.events import Answered
from chat.settings import Settings
from chat.text.calendar_names import MONTHS, one_of

NAME = "answers"
SETS = ("locomo", "beam100k", "financebench")
_SHORT = 6
"""Words of an expected answer up to which it must stand in ours; a longer one is a text of its own."""


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """One question, what was answered, and what of it is right."""

    id: str
    question: str
    category: str
    answerable: bool
    expected: str | None
    text: str
    refused: bool
    cited: tuple[str, ...]
    """The set's ids of what is cited, in the order of the answer."""
    evidence: tuple[str, ...]
    supported: int
    """Citations that the product's own check lets pass."""
    confidence: float

    @property
    def hits(self) -> int:
        return sum(unit in self.evidence for unit in self.cited)

    @property
    def told(self) -> Told:
        return Told(self.confidence, self.answerable and self.hits > 0)


@dataclass(frozen=True, slots=True)
class Grades:
    """Of the questions of one kind; shares in percent, `None` where there is nothing to take a share of."""

    questions: int
    answerable: int
    contains: float | None
    """Answers that hold the expected one, of the answerable questions whose answer is short."""
    evidence: float | None
    """Answers that cite evidence, of the answerable questions."""
    recall: float | None
    """The mean share of a question's evidence that is cited."""
    precision: float | None
    """Citations that lead to evidence, of all citations in answers to answerable questions."""
    supported: float | None
    """Citations that the product's check lets pass, of all."""
    refused_answerable: float | None
    refused_unanswerable: float | None
    off: float | None
    """By how much the confidence of answers that were given misses the share of them that cite evidence."""


@dataclass(frozen=True, slots=True)
class AnswersReport:
    """What one set gave."""

    name: str
    part: str
    model: str
    all: Grades
    categories: Mapping[str, Grades]
    outcomes: Sequence[GradedAnswer]


async def evaluate(folder: Path, part: str, settings: Settings) -> AnswersReport:
    """Fill the set's threads, ask its questions without remembering them, and hold the answers against the set."""
    asked_only = settings.answering.model_copy(update={"follow_ups": "off"})
    async with application(settings.model_copy(update={"answering": asked_only})) as (running, user):
        return await evaluate_at(running.assistant, user, load(folder, part), part)


async def evaluate_at(assistant: Assistant, user: User, chosen: EvaluationSet, part: str) -> AnswersReport:
    place, documents = Direct(assistant, user), dict[str, str]()
    for thread, filling in chosen.threads.items():
        documents |= await fill(place, thread, filling)
    outcomes, models = [], set[str]()
    for asked in chosen.questions:
        if asked.thread not in chosen.threads:
            continue
        search = Question(asked.thread, asked.text, end(chosen.threads[asked.thread]), asked.history)
        answer = await _answer(assistant, user, search)
        models.add(answer.model)
        outcomes.append(graded(asked, answer, chosen, documents))
    kinds = sorted({outcome.category for outcome in outcomes})
    categories = {kind: grades([each for each in outcomes if each.category == kind]) for kind in kinds}
    return AnswersReport(chosen.name, part, ", ".join(sorted(models)), grades(outcomes), categories, outcomes)


async def _answer(assistant: Assistant, user: User, search: Question) -> Answer:
    [answer] = [event.answer async for event in assistant.ask(user, Ask(search, remember=False)) if isinstance(event, Answered)]
    return answer


def graded(asked: LabelledQuestion, answer: Answer, chosen: EvaluationSet, documents: Mapping[str, str]) -> GradedAnswer:
    """`documents` names the set's id of each document."""
    chunks = [citation.passage.chunk for citation in answer.citations]
    hits = [Hit(chunk.parent, chunk.page, chunk.start, chunk.end) for chunk in chunks]
    evidence = tuple(chosen.judged.get(asked.id, ()))
    return GradedAnswer(
        id=asked.id,
        question=asked.text,
        category=asked.category or "all",
        answerable=asked.answerable and bool(evidence),
        expected=asked.answer,
        text=answer.text,
        refused=not answer.grounded,
        cited=tuple(dict.fromkeys(chosen.unit_of(hit, documents.get(hit.parent)) for hit in hits)),
        evidence=evidence,
        supported=sum(citation.supported for citation in answer.citations),
        confidence=round(answer.confidence, 3),
    )


def grades(outcomes: Iterable[GradedAnswer]) -> Grades:
    outcomes = list(outcomes)
    known = [each for each in outcomes if each.answerable]
    unknown = [each for each in outcomes if not each.answerable]
    short = [(each, each.expected) for each in known if each.expected and 0 < len(words(each.expected)) <= _SHORT]
    cited = sum(len(each.cited) for each in known)
    return Grades(
        questions=len(outcomes),
        answerable=len(known),
        contains=_percent([holds(each.text, expected) for each, expected in short]),
        evidence=_percent([each.hits > 0 for each in known]),
        recall=_percent([each.hits / len(each.evidence) for each in known]),
        precision=round(100 * sum(each.hits for each in known) / cited, 1) if cited else None,
        supported=_share(sum(each.supported for each in outcomes), sum(len(each.cited) for each in outcomes)),
        refused_answerable=_percent([each.refused for each in known]),
        refused_unanswerable=_percent([each.refused for each in unknown]),
        off=None if (missed := error(given(outcomes))) is None else round(100 * missed, 1),
    )


def given(outcomes: Iterable[GradedAnswer]) -> list[Told]:
    """Of the questions that were answered at all."""
    return [each.told for each in outcomes if not each.refused]


def _percent(values: Sequence[float]) -> float | None:
    return round(100 * mean(values), 1) if values else None


def _share(part: int, whole: int) -> float | None:
    return round(100 * min(1.0, part / whole), 1) if whole else None


# --- what an answer holds ----------------------------------------------------------------------------------------

_MONTH = one_of(MONTHS)
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\.?,? (\d{{4}})\b")
_MONTH_FIRST = re.compile(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_VALUES = {word: str(value) for value, word in enumerate(_NUMBERS)}
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_ZEROS = re.compile(r"(\d\.\d*?)0+\b")
_WORD = re.compile(r"\d+(?:[.-]\d+)*|\w+")
_ARTICLES = {"a", "an", "the"}


def holds(text: str, expected: str) -> bool:
    """Whether the expected words stand in the text side by side; of a list ("tea, rice"), each part somewhere."""
    said = f" {' '.join(words(text))} "
    parts = [words(part) for part in re.split(r",(?!\d)|;", _dated(expected.lower()))]
    return f" {' '.join(words(expected))} " in said or (
        len(parts) > 1 and all(f" {' '.join(part)} " in said for part in parts if part)
    )


def words(text: str) -> list[str]:
    """In small letters without articles; dates as 2023-05-07, numbers as 1577.5, small ones out of words."""
    plain = _ZEROS.sub(r"\1", _THOUSANDS.sub("", _dated(unicodedata.normalize("NFKC", text).lower())))
    return [_VALUES.get(word, word) for word in _WORD.findall(plain) if word not in _ARTICLES]


def _dated(text: str) -> str:
    text = _DAY_FIRST.sub(lambda found: _date(found[3], found[2], found[1]), text)
    return _MONTH_FIRST.sub(lambda found: _date(found[3], found[1], found[2]), text)


def _date(year: str, month: str, day: str) -> str:
    return f"{year}-{MONTHS[month]:02}-{int(day):02}"


# --- as it is shown ----------------------------------------------------------------------------------------------

_COLUMNS = {
    "contains": "holds",
    "evidence": "evidence",
    "recall": "recall",
    "precision": "precision",
    "supported": "supported",
    "refused_answerable": "refused",
    "refused_unanswerable": "refused, unanswerable",
    "off": "confidence off by",
}


def table(report: AnswersReport) -> str:
    """For the terminal and for LOG.md."""
    head = ["kind", "questions", *_COLUMNS.values()]
    rows = [[kind, *_cells(each)] for kind, each in {"all": report.all, **report.categories}.items()]
    lines = [f"{report.name} {report.part}, answered by {report.model}", "", *map(_line, [head, ["---"] * len(head), *rows])]
    refused = Counter(each.answerable for each in report.outcomes if each.refused)
    return "\n".join([*lines, "", f"refused: {refused[True]} answerable, {refused[False]} unanswerable"])


def _cells(each: Grades) -> list[str]:
    values = (getattr(each, field) for field in _COLUMNS)
    return [str(each.questions), *("" if value is None else f"{value:.1f}" for value in values)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
