"""Split a passage into pieces and decide which may be quoted: its sentences, each on one line, and the rows of its tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Literal

from chat.dialogue.change_words import NOW
from chat.dialogue.correcting import correction
from chat.dialogue.preamble import stated_in_question
from chat.domain import SAID_OF_COLUMNS, Chunk, Source
from chat.llm.quoting.passage.columns import Columns
from chat.llm.quoting.passage.commented import code_comments
from chat.llm.quoting.passage.contents import without_entries
from chat.llm.quoting.passage.fenced import blocks, shorten_block
from chat.llm.quoting.passage.markup import without_markup
from chat.llm.quoting.passage.piece import Piece
from chat.llm.quoting.passage.rows import rows
from chat.llm.quoting.passage.sentences import ENDS, HEADING, NUMBERED_TITLE, is_plain, is_uncased, one_line_sentences
from chat.llm.quoting.passage.shortening import shorten, trim
from chat.text import CAPITAL, QUESTION_MARKS, terms
from chat.text.code_fences import without_fences
from chat.text.days import NUMBER
from chat.text.financial_statements import titled

_ABOVE_A_TABLE = re.compile("|".join(re.escape(said).replace(r"\{\}", "[^.]*") for said in SAID_OF_COLUMNS.values()))
_STUB = 15
"""Bytes below which a sentence without a term of the question is a stub; counted in bytes because a Chinese sentence has few
letters."""
_LONG_LINE = 100
"""Characters of a line of a message that is a paragraph by itself."""
_RAN_TOGETHER = 200
"""Length in characters from which a line that is not a sentence is taken for column names that ran together."""
_TELLS_MORE = re.compile(rf"\d|\b(?i:{NUMBER})\b|^(?i:it|he|she|they|er|sie|es|il|elle)\b.*\s{CAPITAL}\w")
"""A number, or the name of what the sentence before it refers to."""
_FEW_WORDS = 2
"""Most words of a line ending in a comma that is taken for a figure's label or a cell."""
_FEWEST_STEPS = 2
_NEW_FIGURE = re.compile(rf"\d.*\b(?:{NOW})\b|\b(?:{NOW})\b.*\d", re.IGNORECASE)
"""However short, "We're 14 now." tells something."""
_ASIDE = re.compile(r"^\[[^\]]*\]?$")
"""A bracketed remark in a chat, such as a shared picture."""
_LEAD = re.compile(r",?\s*\b(?:so )?(?:here's|here’s|here is|here are)\b[^,.:]*:$", re.IGNORECASE)
"""A lead-in that announces something not quoted."""
_BULLET = re.compile(r"^(?:[•●▪◦‣■]|[-*–](?=\s))\s*")
_NUMBER = re.compile(r"^\(?(?:\d{1,2}|[a-z])[.)]\s+(?=\S)|^step \d{1,2}[.:]\s+", re.IGNORECASE)
_NUMBERED = re.compile(r"^(\d{1,2})(?= [^\W\d_a-z])", re.MULTILINE)
"""The number of a step as extracted from a PDF, without a dot after it."""
_NUMBERED_WORD = re.compile(r"\d{1,2}\. [^\W\d_a-z][^\W\d_]+")
_DAY = r"(?:\d{1,2}\.? [^\W\d_]+|[^\W\d_]+ \d{1,2},) (?:19|20)\d\d"
_TITLE_LINE = re.compile(
    r"(?:(?<=\n\n)|\A)(?=[^\W\d_a-z][^\n]{2,60}\n\n[^\n]{40,}[.!]\n)"
    rf"(?:[^\W\d_]|[ ,&’'()/-]|{_DAY}|(?<= )\d{{1,2}}(?=\n))+(?=\n\n)"
)
"""A paragraph without figures, except for a date or a number at its end, and without a full stop, above a longer paragraph of
sentences."""
_TOPIC = re.compile(r"\*\*(?:[^*\n]*[^*.!?;:\s]|[^*\s]+(?: [^*\s]+)?\.)\*\*")
"""A line that is bold as a whole, or a word or two at its beginning ("**Stored files.**"), which announces what follows it."""
_ANSWER = re.compile(r"^(?:A|Answer): (?=\S)")
_MARKDOWN_ROW = re.compile(r"^\|(?P<cells>[^|]+(?:\|[^|]*)+)\|$")
_ROW_LINE = re.compile(r"^(\|[^|\n]+(?:\|[^|\n]*)+\|)[^\S\n]*\n?", re.MULTILINE)
"""A row on a line of its own; a full stop may occur within it."""
_BOILERPLATE = re.compile(
    r"\bincorporated (?:herein )?by reference\b|^i have reviewed this\b|\bintegral part of (?:these|the)\b"
    r"|\ball rights reserved\b|^©|^```|^(?:please )?(?:refer to|see)\b[^.]{0,80}\.?$|^(?:table of contents|page \d+)\b"
    r"|^exhibit \d|^\d{0,3}\s*$|^copyright\b",
    re.IGNORECASE,
)
_UNDERLINED = re.compile(r"\s*[-=_~*]{8,}$")
"""The line below the column names of a table set with blanks."""
_JOINED = re.compile(r"[a-z)](?=[A-Z][a-z])")
_MANY_JOINED = 4
_MANY_WORDS, _OTHER_WORDS = 12, 0.6
_STOPS = re.compile(r"\d|[.!:;,|。！；，、：।॥؛،۔]|\([^()]{0,40}[“„«]")
"""Characters that are rare in titles and common in sentences and table rows; also a contract's definition of a party's name."""
_CODE = re.compile(r"[{}`_=]")
_COURTESY = re.compile(
    r"^(?:hey|hi|hello|wow|thanks|thank you|yeah|yep|yes|no|sure|great|cool|awesome|bye|take care|congrats)\b[^.!?]{0,25}[.!?]+$",
    re.IGNORECASE,
)


def split_into_pieces(chunk: Chunk, wanted: set[str], above: Columns | None = None) -> list[Piece]:
    """Return all pieces of a passage in order; `wanted` are the question's terms, `above` the columns of a table that began in an
    earlier passage."""
    if chunk.source is Source.MESSAGE:
        return [
            replace(_of_turn(sentence, wanted), paragraph=at)
            for at, paragraph in enumerate(_paragraphs(chunk.text))
            for sentence in one_line_sentences(paragraph)
        ]
    found = _with_questions(_prose_and_code(chunk, wanted, above))
    if found and found[0].is_sentence and found[0].item is None and found[0].text[:1].islower():
        found[0] = replace(found[0], cut=True)
    return [
        replace(piece, quotable=False) if following is not None and _is_line(following) else piece
        for piece, following in zip(found, (*found[1:], None)[: len(found)], strict=True)
    ]


def _prose_and_code(chunk: Chunk, wanted: set[str], above: Columns | None) -> list[Piece]:
    """Return the pieces of a document's passage: its prose, with the code blocks right below a piece attached to it, and the
    settings and comments within these blocks."""
    text = without_markup(without_entries(chunk.text, chunk.section))
    found: list[Piece] = []
    start, with_code = 0, -1
    for block in blocks(text):
        before = text[start : block.start]
        if with_code >= 0 and not before.strip():  # another block right below the previous one
            found[with_code] = replace(found[with_code], code=f"{found[with_code].code}\n\n{shorten_block(block.text, wanted)}")
        else:
            before_block = _rows_and_prose(chunk, before, wanted, above if not start else None)
            headed = _with_code(before_block, before, shorten_block(block.text, wanted))
            if headed is None:
                continue
            found += headed
            with_code = len(found) - 1
        found += _in_code(block.text, wanted)
        start = block.end
    return [*found, *_rows_and_prose(chunk, text[start:], wanted, above if not start else None)]


def _in_code(code: str, wanted: set[str]) -> list[Piece]:
    settings = (row.as_written for row in rows(code) if row.as_written)
    return [
        *(Piece(shorten(setting, wanted), quotable=True, is_sentence=False, of_document=True) for setting in settings),
        *(
            Piece(each.text, quotable=True, is_sentence=True, of_document=True, code=each.code, comment=True)
            for each in code_comments(code)
        ),
    ]


def _rows_and_prose(chunk: Chunk, text: str, wanted: set[str], above: Columns | None) -> list[Piece]:
    """Return the pieces of a stretch of a document's passage: table rows, and the prose between them."""
    found: list[Piece] = []
    start, open_table = 0, above.cells if above else ()
    for row in rows(text, above, chunk.section[-1] if chunk.section else ""):
        found += _prose(chunk, text[start : row.start], wanted, () if start else open_table)
        text_of_row = row.as_sentence(wanted)
        rephrased, quotable = not row.as_written, not row.names and any(map(str.isalnum, text_of_row))
        found.append(
            Piece(
                shorten(text_of_row, wanted),
                quotable=quotable,
                is_sentence=False,
                of_document=True,
                rephrased=rephrased,
                inherited=row.inherited,
            )
        )
        start = row.end
    return [*found, *_prose(chunk, text[start:], wanted, () if start else open_table)]


def _with_code(pieces: Sequence[Piece], text: str, code: str) -> list[Piece] | None:
    """Attach a code block to the last piece, or to the heading at the end of the text; `None` if neither is right above it."""
    last = text.rstrip().rpartition("\n")[2].strip()
    if HEADING.match(last):
        return [*pieces, Piece(last.strip("# "), quotable=True, is_sentence=False, of_document=True, code=code)]
    above = " ".join(text.split()).rstrip("_ ")
    if pieces and (pieces[-1].quotable or pieces[-1].announces) and not pieces[-1].rephrased and above.endswith(pieces[-1].text):
        return [*pieces[:-1], replace(pieces[-1], quotable=True, code=code)]
    return None


def _with_questions(pieces: Sequence[Piece]) -> list[Piece]:
    """Record with each piece the document's question that it answers: the last one above it, up to the next question or
    heading."""
    question, with_questions = "", list[Piece]()
    for piece in pieces:
        if piece.text.endswith(QUESTION_MARKS):
            question = piece.text
        elif question and not piece.quotable and piece.text.endswith(ENDS):  # short answers such as "Yes." or "Four weeks."
            piece = replace(piece, quotable=True)
        elif not piece.quotable:
            question = ""
        with_questions.append(replace(piece, question=question) if piece.quotable and question else piece)
    return with_questions


def _is_line(piece: Piece) -> bool:
    """Return whether a piece is the line between the header and the rows of a Markdown table."""
    return piece.rephrased and not any(letter.isalnum() for letter in piece.text)


def _prose(chunk: Chunk, text: str, wanted: set[str], open_table: Sequence[str] = ()) -> list[Piece]:
    """Split prose into pieces, without the headings that the passage is under; `open_table` are the names of the columns of a
    Markdown table that began in an earlier passage."""
    headings = {" ".join(heading.split()).casefold() for heading in chunk.section}
    lines = without_fences(text).splitlines(keepends=True)
    left_out = headings - {heading for heading in headings if heading.endswith(QUESTION_MARKS)}  # text below answers it
    kept = "".join("\n" if " ".join(line.strip(" #\n").split()).casefold() in left_out else line for line in lines)
    prose = _numbered(_TITLE_LINE.sub(r"# \g<0>", _with_titles(kept)))
    found, above, names = list[Piece](), list[str](), list(open_table)
    inherited = bool(open_table)
    for part in _ROW_LINE.split(prose):
        if (row := _MARKDOWN_ROW.match(part)) is None:
            found += [_of_document(each, wanted) for each in one_line_sentences(part)]
            if part.strip():
                above, names, inherited = [], [], False
            continue
        cells = [cell.strip() for cell in row["cells"].split("|")]
        divides = not any(map(str.isalnum, "".join(cells)))
        found.append(replace(_row(cells, [] if divides else names, wanted), inherited=inherited and not divides))
        names, above, inherited = above if divides else names, cells, inherited and not divides
    return found


def _with_titles(text: str) -> str:
    """Mark a paragraph of a number and a word ("3. Actions") as a heading, unless a numbered one is next to it, as in a list."""
    paragraphs = text.split("\n\n")
    numbered = [False, *(bool(_NUMBER.match(each.lstrip())) for each in paragraphs), False]
    return "\n\n".join(
        f"# {each.lstrip()}" if _NUMBERED_WORD.fullmatch(each.strip()) and not (numbered[at] or numbered[at + 2]) else each
        for at, each in enumerate(paragraphs)
    )


def _numbered(text: str) -> str:
    """Add the missing dot after the numbers of steps: numbers that count up from 1, on lines that do not announce anything."""
    for match in reversed([step for steps in _counted(text) if _are_steps(steps, text) for step in steps]):
        text = f"{text[: match.end()]}.{text[match.end() :]}"
    return text


def _counted(text: str) -> list[list[re.Match[str]]]:
    """Group lines that begin with a number into runs that count up from 1."""
    counts: list[list[re.Match[str]]] = []
    for match in _NUMBERED.finditer(text):
        if match[1] == "1":
            counts.append([match])
        elif counts and match[1] == str(len(counts[-1]) + 1):
            counts[-1].append(match)
    return counts


def _are_steps(counted: Sequence[re.Match[str]], text: str) -> bool:
    lines = [text[match.start() :].partition("\n")[0].rstrip() for match in counted]
    return len(counted) >= _FEWEST_STEPS and all(line.endswith((".", ";", ",")) for line in lines)


def _paragraphs(text: str) -> list[str]:
    """Split a message between long lines, which are about different things each; short ones belong together."""
    lines = text.splitlines(keepends=True)
    found = lines[:1]
    for before, line in pairwise(lines):
        if min(len(line), len(before.rstrip("\r\n"))) >= _LONG_LINE:
            found.append(line)
        else:
            found[-1] += line
    return found


def _of_document(text: str, wanted: set[str]) -> Piece:
    item = _item(text)
    if any(map(str.isalpha, names := _UNDERLINED.sub("", text))) and names != text:
        return Piece(shorten(names, wanted), quotable=False, is_sentence=False, of_document=True, rephrased=True)
    stripped = _NUMBER.sub("", text) if item == "step" else _unmarked(text)
    shown, plain = stripped.rstrip("_ "), is_plain(text) and not HEADING.match(text)
    named = bool(wanted & set(terms(text)))
    bare = not named and len(text.encode()) < _STUB and item is None
    of_clause = (  # "2. Price." is a clause's title; "Vegan." after a sentence may be the answer
        item != "bullet" and len(shown.split()) == 1 and shown.strip("*_").endswith(".") and (item is not None or not named)
    )
    of_line = not plain and item is None and _is_label(text, shown)
    left_out = bare or of_clause or of_line or HEADING.match(text) or _worthless(shown) or text.endswith(QUESTION_MARKS)
    announces = shown.endswith(":") or bool(_TOPIC.fullmatch(shown))
    return Piece(
        shorten(trim(shown, wanted) if plain else shown, wanted),
        quotable=not left_out,
        is_sentence=plain,
        of_document=True,
        item=item,
        announces=announces,
        cut=plain and item is None and not announces and text[-1:].isalnum(),
    )


def _is_label(line: str, shown: str) -> bool:
    """Return whether a line that is not a sentence tells nothing by itself: a title, a cell, column names that ran together."""
    title = NUMBERED_TITLE.match(line) or (line.isupper() and not is_uncased(line)) or not _STOPS.search(line) or titled(line)
    ran_together = len(line) > _RAN_TOGETHER and not _CODE.search(line)
    return bool(title) or ran_together or (shown.endswith(",") and len(shown.split()) <= _FEW_WORDS)


def _of_turn(text: str, wanted: set[str]) -> Piece:
    text = stated_in_question(text) or text
    item = _item(text)
    shown = _LEAD.sub("", _unmarked(text).rstrip("_ ")) or text
    short, asks = len(text.encode()) < _STUB, text.endswith(QUESTION_MARKS)
    is_stub = short and item is None and not _NEW_FIGURE.search(text)
    tells_nothing = is_stub or _COURTESY.match(text) or _ASIDE.match(text)
    bare = tells_nothing and not (correction(text) is not None or wanted & set(terms(text)))
    announces = shown.endswith(":")
    left_out = bare or announces or HEADING.match(text) or asks
    goes_along = short and not asks and bool(_TELLS_MORE.search(text))
    return Piece(
        shorten(shown, wanted),
        quotable=not left_out,
        is_sentence=is_plain(text),
        of_document=False,
        item=item,
        announces=announces,
        goes_along=goes_along,
    )


def _item(text: str) -> Literal["bullet", "step"] | None:
    return "bullet" if _BULLET.match(text) else "step" if _NUMBER.match(text) else None


def _unmarked(text: str) -> str:
    return _ANSWER.sub("", _BULLET.sub("", text))


def _row(cells: Sequence[str], names: Sequence[str], wanted: set[str]) -> Piece:
    """Return a row of a Markdown table as "first cell: other cells"; of several, only those whose columns' `names` the question
    has, if there are any, and for "the main pool" none that it only shares "pool" with. The separator line below the header is
    not quotable."""
    first, *others = cells
    named = list(zip(others, names[1:], strict=True)) if len(names) == len(cells) > 2 else []
    shared = [wanted.intersection(terms(name)) for _, name in named]
    asked_for = [
        f"{cell} ({name})"
        for (cell, name), of_name in zip(named, shared, strict=True)
        if cell and of_name and not any(of_name < of_other for of_other in shared)
    ]
    others = asked_for or [cell for cell in others if cell]
    text = f"{first}: {'; '.join(others)}" if others else first
    return Piece(
        text,
        quotable=bool(first) and any(letter.isalnum() for letter in text),
        is_sentence=False,
        of_document=True,
        rephrased=True,
    )


def _worthless(text: str) -> bool:
    """Return whether a text is boilerplate, our own introduction to a table, page labels that ran together ("ExamplesNext
    stepsHome"), or column names that did."""
    joined = len(_JOINED.findall(text)) >= _MANY_JOINED and not _CODE.search(text)
    return bool(_BOILERPLATE.search(text) or _ABOVE_A_TABLE.fullmatch(text)) or joined or _repeats(text)


def _repeats(text: str) -> bool:
    """Return whether the same few words keep recurring without final punctuation, as in the column headings of a table."""
    words = text.casefold().split()
    return len(words) >= _MANY_WORDS and text[-1:].isalnum() and len(set(words)) < _OTHER_WORDS * len(words)
