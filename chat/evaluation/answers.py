"""Quality of answers, measured without a judge: what they contain, what they cite, and when they say that nothing was found."""

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
from chat.text.numerals import cardinals

NAME = "answers"
SETS = ("locomo", "beam100k", "financebench")
_SHORT = 6
"""Most words of a short expected answer; only short ones are checked for being contained in the answer given."""


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """A question with its answer and how it compares with the expected one."""

    id: str
    question: str
    category: str
    answerable: bool
    expected: str | None
    text: str
    refused: bool
    cited: tuple[str, ...]
    """Ids, as used in the set, of the cited units, in the order of the answer."""
    evidence: tuple[str, ...]
    supported: int
    """Number of citations that pass the product's own check."""
    confidence: float

    @property
    def hits(self) -> int:
        return sum(unit in self.evidence for unit in self.cited)

    @property
    def told(self) -> Told:
        return Told(self.confidence, self.answerable and self.hits > 0)


@dataclass(frozen=True, slots=True)
class Grades:
    """Metrics of the questions of one category; shares are percentages, `None` where there is nothing to count."""

    questions: int
    answerable: int
    contains: float | None
    """Share of answers that contain the expected one, among answerable questions with a short expected answer."""
    evidence: float | None
    """Share of answers that cite evidence, among answerable questions."""
    recall: float | None
    """Mean share of a question's evidence that its answer cites."""
    precision: float | None
    """Share of citations of evidence, among all citations in answers to answerable questions."""
    supported: float | None
    """Share of all citations that pass the product's own check."""
    refused_answerable: float | None
    refused_unanswerable: float | None
    off: float | None
    """Expected calibration error of the confidence of answers given, where an answer is right if it cites evidence."""


@dataclass(frozen=True, slots=True)
class AnswersReport:
    """The results of one evaluation set."""

    name: str
    part: str
    model: str
    all: Grades
    categories: Mapping[str, Grades]
    outcomes: Sequence[GradedAnswer]


async def evaluate(folder: Path, part: str, settings: Settings) -> AnswersReport:
    """Fill the set's threads, ask its questions without storing them, and grade the answers."""
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
    """Grade an answer; `documents` maps document ids to the ids used in the set."""
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
    """Return the confidences of the answers that were not refusals."""
    return [each.told for each in outcomes if not each.refused]


def _percent(values: Sequence[float]) -> float | None:
    return round(100 * mean(values), 1) if values else None


def _share(part: int, whole: int) -> float | None:
    return round(100 * min(1.0, part / whole), 1) if whole else None


# --- comparison of texts -----------------------------------------------------------------------------------------

_MONTH = one_of(MONTHS)
_DAY_FIRST = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\.?,? (\d{{4}})\b")
_MONTH_FIRST = re.compile(rf"\b({_MONTH})\.? (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})\b")
_VALUES = {word: str(value) for word, value in cardinals("english", last=12).items()}
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_ZEROS = re.compile(r"(\d\.\d*?)0+\b")
_WORD = re.compile(r"\d+(?:[.-]\d+)*|\w+")
_ARTICLES = {"a", "an", "the"}


def holds(text: str, expected: str) -> bool:
    """Return whether the text contains the expected words side by side or, if they are a list ("tea, rice"), each item."""
    said = f" {' '.join(words(text))} "
    parts = [words(part) for part in re.split(r",(?!\d)|;", _dated(expected.lower()))]
    return f" {' '.join(words(expected))} " in said or (
        len(parts) > 1 and all(f" {' '.join(part)} " in said for part in parts if part)
    )


def words(text: str) -> list[str]:
    """Split a text into normalised words: lower case, without articles, dates as 2023-05-07, numbers as 1577.5.

    The words "zero" to "twelve" become digits.
    """
    plain = _ZEROS.sub(r"\1", _THOUSANDS.sub("", _dated(unicodedata.normalize("NFKC", text).lower())))
    return [_VALUES.get(word, word) for word in _WORD.findall(plain) if word not in _ARTICLES]


def _dated(text: str) -> str:
    text = _DAY_FIRST.sub(lambda found: _date(found[3], found[2], found[1]), text)
    return _MONTH_FIRST.sub(lambda found: _date(found[3], found[1], found[2]), text)


def _date(year: str, month: str, day: str) -> str:
    return f"{year}-{MONTHS[month]:02}-{int(day):02}"


# --- output ------------------------------------------------------------------------------------------------------

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
    """Format a report as a Markdown table, for the terminal and for `benchmarks/LOG.md`."""
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
