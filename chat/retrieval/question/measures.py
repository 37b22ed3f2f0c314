"""Keywords of financial statements for questions about figures and ratios.

A ratio such as "quick ratio" does not appear in a report, but the figures it is computed from do: current assets and liabilities
are on the balance sheet. A question is therefore also searched by the statements it names or implies.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from chat.settings import RetrievalSettings
from chat.text import in_statement, terms
from chat.text.financial_statements import Statement, named

_INCOME, _POSITION, _CASH = Statement.INCOME, Statement.FINANCIAL_POSITION, Statement.CASH_FLOWS


@dataclass(frozen=True, slots=True)
class _Measure:
    """A figure read from financial statements, or computed from their figures."""

    words: re.Pattern[str]
    """Matches the names questions use for it."""
    statements: tuple[Statement, ...]
    lines: frozenset[str]
    """Terms of the statement lines it is read or computed from."""


def _measures(*told: tuple[str, tuple[Statement, ...], str]) -> tuple[_Measure, ...]:
    return tuple(
        _Measure(re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE), statements, frozenset(terms(lines)))
        for words, statements, lines in told
    )


_RATIOS = _measures(
    (
        r"capital[- ]intens\w+",
        (_CASH, _POSITION, _INCOME),
        "property, plant and equipment; capital expenditures; total assets; revenue",
    ),
    (
        r"(?:quick|current|cash|liquidity) ratio|acid[- ]test|working capital|liquidity (?:profile|position)",
        (_POSITION,),
        "total current assets; total current liabilities; inventories",
    ),
    (r"gross (?:profit )?margins?", (_INCOME,), "gross profit; cost of sales; net sales; revenue"),
    (
        r"(?:operating|ebit) (?:profit |income )?margins?|ebit",
        (_INCOME,),
        "operating income; operating profit; net sales; revenue",
    ),
    (r"(?:net|profit) (?:profit |income )?margins?", (_INCOME,), "net income; net sales; revenue"),
    (r"ebitda", (_INCOME, _CASH), "operating income; depreciation and amortization"),
    (
        r"days payables?(?: outstanding)?|payables? (?:days|turnover)|dpo",
        (_POSITION, _INCOME),
        "accounts payable; inventories; cost of sales",
    ),
    (
        r"days sales outstanding|receivables? (?:days|turnover)|dso",
        (_POSITION, _INCOME),
        "accounts receivable; net sales; revenue",
    ),
    (
        r"days (?:of )?inventory(?: outstanding)?|inventory (?:days|turnover)|sold (?:its|their) inventor(?:y|ies)|dio"
        r"|cash conversion cycle|ccc",
        (_POSITION, _INCOME),
        "inventories; cost of sales; cost of goods sold",
    ),
    (
        r"returns? on (?:average )?(?:total |invested )?(?:assets|equity|capital)|ro[ae]|roic",
        (_POSITION, _INCOME),
        "net income; total assets; total equity",
    ),
    (r"(?:fixed )?asset turnover", (_POSITION, _INCOME), "net sales; total assets; property, plant and equipment"),
    (r"(?:dividend )?payout ratio|retention ratio", (_CASH, _INCOME), "cash dividends paid; net income"),
    (
        r"operating cash flow ratio|free cash flows?|fcf|operati(?:ng|ons), investing,? (?:and|or) financing",
        (_CASH,),
        "net cash provided by operating activities; net cash used for investing activities; financing activities",
    ),
    (r"interest coverage|times interest earned", (_INCOME,), "interest expense; operating income"),
    (
        r"debt[- ]to[- ](?:equity|assets?|capital)|net debt|leverage ratio",
        (_POSITION,),
        "total liabilities; long-term debt; total equity; cash and cash equivalents",
    ),
    (r"(?:largest|biggest) (?:asset|liability)", (_POSITION,), "total assets; total liabilities"),
)
"""Ratios computed from figures of statements; their own names rarely appear elsewhere."""
_LINES = _measures(
    (
        r"cap(?:ital )?-?ex(?:penditures?)?|capital spending",
        (_CASH,),
        "purchases of property, plant and equipment; capital spending; capital expenditures; additions",
    ),
    (r"gross profit", (_INCOME,), "gross profit; cost of sales"),
    (r"operating (?:income|profit)", (_INCOME,), "operating income; operating profit"),
    (r"net (?:income|profit|earnings)", (_INCOME,), "net income; net earnings"),
    (r"d ?& ?a|depreciation", (_CASH,), "depreciation and amortization"),
    (r"pp ?& ?n?e|ppne|fixed assets?|property,? plant", (_POSITION,), "property, plant and equipment, net"),
    (r"inventor(?:y|ies)", (_POSITION,), "inventories"),
    (r"cash dividends?|dividends? paid", (_CASH,), "cash dividends paid"),
    (r"(?:share|stock) (?:repurchases?|buy-?backs?)", (_CASH,), "repurchases of common stock; share repurchases"),
    (
        r"operating cash flows?|cash (?:flows? )?from operat\w+",
        (_CASH,),
        "net cash provided by operating activities",
    ),
    (r"effective tax rate", (_INCOME,), "provision for income taxes; income before income taxes"),
    (r"cogs|costs? of (?:goods|sales|revenues?)", (_INCOME,), "cost of sales; cost of goods sold; cost of revenue"),
    (r"sg ?& ?a", (_INCOME,), "selling, general and administrative expenses"),
    (r"r ?& ?d", (_INCOME,), "research and development"),
    (
        r"total (?:current )?(?:assets|liabilities)|(?:share|stock)holders['’] equity|accounts (?:payable|receivable)",
        (_POSITION,),
        "total assets; total liabilities",
    ),
    (r"total (?:net )?(?:revenues?|sales)", (_INCOME,), "net sales; revenue"),
)
"""Statement lines, which notes and discussion mention as well."""
_OF_A_LINE = 0.5
"""Weight of a line relative to a ratio."""
_ELSEWHERE = re.compile(
    r"\b(?:why|dr[io]v\w+|expla\w+|caus\w+|behind|reasons?|due to|attribut\w+|expect\w*|outlook|guidance|forecast\w*"
    r"|plan(?:s|ned)?|polic(?:y|ies)|reconcil\w+|maturit\w+|how do(?:es)?|risks?|could|might|segments?|divisions?|non-gaap)\b",
    re.IGNORECASE,
)
"""Words that ask for reasons, prospects, rules or parts of the company, which are found in the discussion and in notes."""
_OR_SAY_SO = re.compile(r"\b(?:state|explain|say) (?:that|why)\b.*", re.IGNORECASE)
"""An instruction after the question: "If it is not a useful measure, explain why." """
_LONGEST = 2_000
"""In characters; a longer text is not a plain question but a text that contains one."""


def asked_of_statements(question: str, settings: RetrievalSettings) -> Mapping[str, float]:
    """Return the financial-statement keywords (see `chat.text.keywords`) a question asks for, with their weights.

    The result is empty if the question is not about figures of statements. English only, except for the names of statements.
    """
    if len(question) > _LONGEST:
        return {}
    own = named(question)
    if not own and _ELSEWHERE.search(_OR_SAY_SO.sub("", question)):
        return {}
    marks, lines = dict.fromkeys((each.mark for each in sorted(own)), settings.statement_weight), dict[str, float]()
    for measures, share in ((_RATIOS, 1.0), (_LINES, _OF_A_LINE)):
        for measure in measures:
            if measure.words.search(question):
                implied = {} if own else {each.mark: share * settings.implied_statement_weight for each in measure.statements}
                told = {in_statement(term): (1.0 if own else share) * settings.statement_line_weight for term in measure.lines}
                marks, lines = _higher(marks, implied), _higher(lines, told)
    return {**marks, **lines}


def _higher(one: Mapping[str, float], other: Mapping[str, float]) -> dict[str, float]:
    return {**one, **{key: max(weight, one.get(key, 0.0)) for key, weight in other.items()}}
