"""English verbs whose past differs from their participle: "I ran" and "I have run"."""

from __future__ import annotations

import re

from chat.text.languages import ENGLISH
from chat.text.search_terms import terms

_FORMS = """
arise arose arisen; awake awoke awoken; become became; begin began begun; bite bit bitten; blow blew blown; break broke broken;
bring brought; build built; buy bought; catch caught; choose chose chosen; come came; do did done; draw drew drawn;
drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; find found; fly flew flown;
forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten; give gave given; go went gone;
grow grew grown; hear heard; hide hid hidden; hold held; keep kept; know knew known; lead led; learn learnt; leave left;
lend lent; lose lost; make made; meet met; pay paid; ride rode ridden; ring rang rung; rise rose risen; run ran; say said;
see saw seen; sell sold; send sent; shake shook shaken; show showed shown; sing sang sung; sleep slept; speak spoke spoken;
spend spent; stand stood; steal stole stolen; swim swam swum; take took taken; teach taught; tear tore torn; tell told;
think thought; throw threw thrown; understand understood; wake woke woken; wear wore worn; win won; write wrote written
"""
"""Each verb with its past and, where that differs from both, its participle."""
_BASES = {form: base for base, *forms in map(str.split, _FORMS.split(";")) for form in forms}
_IRREGULAR = re.compile(rf"\b(?:{'|'.join(_BASES)})\b", re.IGNORECASE)


def with_base_forms(text: str) -> str:
    """Return an English text with the infinitive in place of each irregular past and participle."""
    return _IRREGULAR.sub(lambda found: _BASES[found[0].casefold()], text)


def verb_terms(text: str, language: str) -> list[str]:
    """Return the terms of a text (see `search_terms.terms`), in English the same ones for all forms of an irregular verb."""
    return terms(with_base_forms(text) if language == ENGLISH else text, language)
