"""Words for other people by their relation to the speaker, parted by whether one may have several of a kind.

As patterns to be matched regardless of case.
"""

from __future__ import annotations

RELATIVES_AND_FRIENDS = (
    "sister|brother|cousin|aunt|uncle|nephew|niece|son|daughter|twin|friend|colleague|co-?worker|neighbou?r|roommate|flatmate"
    "|schwester|bruder|cousine|tante|onkel|neffe|nichte|sohn|tochter|freund(?:in)?|kolleg(?:e|in)|nachbar(?:in)?|mitbewohner(?:in)?"
    "|sœur|frère|neveu|nièce|fils|fille|amie?|collègue|voisine?"
    "|herman[oa]|prim[oa]|sobrin[oa]|hij[oa]|amig[oa]|compañer[oa]|vecin[oa]"
)
"""Of whom one may have several."""
CLIENTS_AND_OTHERS = "child|client|customer|student|teacher|guest|kind|kund(?:e|in)"
"""Of whom one may have several, but whose words stand in too many other sentences to say that one is about such a person."""
PARENTS_AND_PARTNERS = (
    r"mum|mom|mother|dad|father|grand\w+|husband|wife|partner|boyfriend|girlfriend"
    r"|mutter|mama|vater|papa|oma|opa|mann|frau(?! (?-i:[A-ZÄÖÜ]))"
    r"|mère|père|mari|femme|madre|padre|marido|mujer"
)
"""Of whom one mostly has one."""
