"""The source must know the names of a claim, and code and designations exactly as they are written."""

from __future__ import annotations

from chat.answering.checking.claim import CheckableClaim
from chat.answering.checking.languages import language_of
from chat.answering.checking.names import fold, has_others, identifiers, is_known
from chat.answering.checking.overlap import ABOUT_THE_SAME, share
from chat.answering.checking.source import CheckableSource
from chat.answering.checking.verdict import Reason


def misnamed(claim: CheckableClaim, source: CheckableSource) -> Reason | None:
    if not _has_identifiers(claim, source):
        return "name"
    german = language_of(claim.text) == "de" or source.language == "de"  # where every noun is capitalised
    for name in claim.names:
        if is_known(name, source.name_forms, source.initials):
            continue
        certainly_a_name = not name.first and (not german or name.titled)
        if certainly_a_name or _replaces_another(claim, source):
            return "name"
    return None


def _has_identifiers(claim: CheckableClaim, source: CheckableSource) -> bool:
    claimed = identifiers(claim.text)
    if all(fold(name) in source.name_forms for name in claimed):
        return True
    lowered = f"{source.beside.casefold()} {source.flat}"
    return all(name.casefold() in lowered for name in claimed)


def _replaces_another(claim: CheckableClaim, source: CheckableSource) -> bool:
    """Return whether the sentence of the source closest to the claim has a name that the claim lacks, which the claim's name then
    replaces."""
    closest = max(source.sentences, key=lambda each: share(claim.terms, each.terms), default=None)
    if closest is None or share(claim.terms, closest.terms) < ABOUT_THE_SAME:
        return False
    return has_others(closest.text, [*(name.folded for name in claim.names), *claim.terms])
