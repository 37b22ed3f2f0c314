"""Answer who signed a letter, or wrote or sent it, with the name below its closing words.

A name has none of the question's words and looks like a title, so nothing else quotes it.
"""

from __future__ import annotations

import re

from chat.domain import Passage, Source
from chat.llm.quoting.evidence import Evidence
from chat.llm.quoting.presentation.wording import Quote

_LETTER = r"(?:letter|e-?mail|message|brief|schreiben|nachricht|lettre|courrier|courriel|carta|correo|mensaje)"
_ASKS = re.compile(
    rf"[¿\s]*(?:who (?:signed|wrote|sent) (?:this|the) {_LETTER}|who is (?:this|the) {_LETTER} from"
    rf"|wer hat (?:de[nr]|das|die|diese[nrs]?) {_LETTER} (?:unterschrieben|unterzeichnet|geschrieben|verfasst|geschickt)"
    rf"|von wem (?:ist|stammt|kommt) (?:de[nr]|das|die|diese[nrs]?) {_LETTER}"
    rf"|qui a (?:signé|écrit|envoyé) (?:le |la |cette |ce |l['’]){_LETTER}|de qui est (?:le |la |cette |ce |l['’]){_LETTER}"
    rf"|quién (?:firmó|firma|ha firmado|escribió|envió) (?:el|la|esta|este) {_LETTER})[\s?.!]*",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    r"^(?:.*\b(?:sincerely|faithfully|regards|wishes|truly|salutations|sentiments|considération)\b.*"
    r"|(?:.*\b(?:mit|viele|beste|liebe|herzliche)\b.*\bgr[üu](?:ß|ss)en?|hochachtungsvoll|cordialement|bien à vous|atentamente"
    r"|(?:.*\b)?(?:un )?(?:cordial(?:es)? )?saludos?|yours|cheers|best|love)\b.{0,20})[,.]?\s*$",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?:[^\W\d_a-z][\w.'’-]*|de|von|van|der|du|la|del)(?:[ ]+(?:[^\W\d_a-z][\w.'’-]*|de|von|van|der|du|la|del)){0,5}"
)
_NEAR = 4
"""Lines below the closing words in which the name is looked for."""


def quote_signing(question: str, evidence: Evidence) -> list[Quote]:
    """Return the name below the closing words of a letter; empty if the question asks otherwise, or if there are several letters
    or none."""
    if not _ASKS.fullmatch(question.strip()):
        return []
    found = {
        name: Quote(at + 1, name)
        for at, source in reversed(list(enumerate(evidence.sources)))
        if source.chunk.source is Source.DOCUMENT and (name := _signature(source))
    }
    return [*found.values()] if len(found) == 1 else []


def _signature(source: Passage) -> str:
    """Return the first line that is a name below the last closing words of a passage; empty if there is none."""
    lines = [line.strip() for line in source.chunk.text.splitlines()]
    closing = max((at for at, line in enumerate(lines) if _CLOSING.match(line)), default=len(lines))
    return next((line for line in lines[closing + 1 : closing + 1 + _NEAR] if _NAME.fullmatch(line)), "")
