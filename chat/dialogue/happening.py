"""Tell whether a clause says that something has happened, or that it has not."""

from __future__ import annotations

import re

from chat.text.negation import NO

NOT_YET = re.compile(
    r"\b(?:have|has)(?:n['’]t|\snot|\snever)\b|['’](?:ve|s)\s(?:not|never)\b|(?:n['’]t|\bnot)\b(?=.*\byet\b)"
    r"|\bstill\s(?:do|does|is|are|did)(?:n['’]t|\snot)\b|\bstill\s(?:needs?|have|has)\sto\b|\b(?:have|has)\syet\sto\b"
    r"|\b(?:noch|bisher|bislang)\s(?:immer\s)?(?:nicht|nie(?:mals)?|kein\w*)\b"
    r"|\b(?:pas\sencore|toujours\spas|(?:(?<=ai\s)|(?<=suis\s)|(?<=avons\s)|(?<=a\s))jamais)\b"
    r"|\b(?:todavía|aún)\sno\b|\bnunca\s(?=(?:he|hemos|ha|han)\b)|\bno\b(?=.*\b(?:todavía|aún)\b)",
    re.IGNORECASE,
)
"""Matches what says that something has not happened so far."""
_HAS_HAPPENED = re.compile(
    r"\b(?:have|has|is|are|was|were|been|got|did|went|saw|met|came|took|gave|bought|told|said|won|lost|made|ran|found|felt|kept"
    r"|drew|wrote|spoke|drove|ate|drank|flew|knew|led|paid|rode|sang|sent|slept|spent|stood|swam|taught|threw|wore|chose|built"
    r"|sold|left|heard|held|put|read|cut|set|quit|[a-z]{2,}ed"
    r"|habe|haben|hat|bin|ist|sind|war(?:en)?|wurden?|ai|avons|(?:(?<=on\s)|(?<=il\s)|(?<=elle\s))a|ont|suis|est|sont|été|he|hemos|ha|han|está|están"
    r"|\w+(?:é|ó|amos|imos|aron|ieron))\b|['’](?:ve|s|re)\b",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\b(?:will|shall|going\sto|gonna|plan\w*|want\w*|need\w*|(?:have|has|had)\sto|must|about\sto|tomorrow|next|soon|before|how\sto"
    r"|to\sbe|hop(?:e|ing)\w*|let['’]?s|try\w*|tried\sto|start\w*|began|begun|working\son|half\w*|part\w*|would|could|should|can"
    r"|suppose\w*|ready\sto|remember\w*|forgot\w*|fail\w*|wonder\w*|think\w*|decid\w+\sto|consider\w*|instead|without|look\w*"
    r"|unless|until|most\w*|some|few"
    r"|werden?|wollen|muss|müssen|möchte\w*|morgen|nächste\w*|bald|soll\w*|ohne"
    r"|vais|allons|va|veux|voulons|dois|devons|faut|demain|bientôt|compte|sans"
    r"|voy|vamos|quiero|queremos|tengo\sque|tenemos\sque|hay\sque|mañana|pronto|pienso|debo|sin)\b|['’]ll\b"
    r"|(?:\b(?:am|is|are|was|were)|['’](?:m|re|s))\s(?:\w+\s)?\w+ing\b",
    re.IGNORECASE,
)
"""Matches what says that something is wanted, planned, begun or failed, rather than done."""
_DENIES = re.compile(NO, re.IGNORECASE)


def has_happened(clause: str) -> bool:
    """Return whether a clause says that something is so or has happened, rather than that it is denied, wanted, planned, begun or
    failed."""
    return bool(_HAS_HAPPENED.search(clause)) and not (_NOT_DONE.search(clause) or _DENIES.search(clause))
