"""Text processing: cleaning, language detection, sentences, search terms, and the meaning of words such as dates and contacts.

Texts: `cleaning`, `segmenting` into sentences, `lines`, `table_lines`, `ranges`, `markdown`, `code_fences`, `escaping`,
`languages`, `letters`. Search: `search_terms`, `index_keywords`, `related` words, `compounds`, `light_verbs`,
`irregular_verbs`, `financial_statements`. Meaning: `numerals`, `currencies`, `calendar_names`, `days`, `long_dates`, `codes`,
`contacts`, `possessives`, `negation`; `wording` writes names and numbers for people.
"""

from __future__ import annotations

from chat.text.cleaning import Cleaned, clean, clean_line
from chat.text.escaping import BRACKETED_NUMBERS, inert, without_markers
from chat.text.index_keywords import compounded, in_statement, indexed, keywords, stands_beside
from chat.text.letters import CAPITAL, folded
from chat.text.light_verbs import without_light_verbs
from chat.text.lines import in_lines, in_one_line
from chat.text.search_terms import STOP_WORDS, terms
from chat.text.segmenting import QUESTION_MARKS, STAMPED, WRITTEN_QUESTION_MARKS, asking, asks_only, paragraphs, sentences
from chat.text.wording import UNITS, UNNAMED, listed, pages_in_words, title_of, unit_of

__all__ = [
    "BRACKETED_NUMBERS",
    "CAPITAL",
    "QUESTION_MARKS",
    "STAMPED",
    "STOP_WORDS",
    "UNITS",
    "UNNAMED",
    "WRITTEN_QUESTION_MARKS",
    "Cleaned",
    "asking",
    "asks_only",
    "clean",
    "clean_line",
    "compounded",
    "folded",
    "in_lines",
    "in_one_line",
    "in_statement",
    "indexed",
    "inert",
    "keywords",
    "listed",
    "pages_in_words",
    "paragraphs",
    "sentences",
    "stands_beside",
    "terms",
    "title_of",
    "unit_of",
    "without_light_verbs",
    "without_markers",
]
