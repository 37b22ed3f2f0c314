"""Patterns of the words by which questions refer to earlier turns, mostly in English, German, French and Spanish."""

from __future__ import annotations

import re

from chat.retrieval.dates.calendar_words import MONTHS
from chat.text.calendar_names import WEEKDAYS, one_of

_MONTH = one_of(MONTHS.keys() - {"may"})
"""Month names without "may", which is also a verb."""

YES = re.compile(
    r"(?:(?:yes|yeah|yep|yup|sure|ok|okay|please|absolutely|certainly|definitely|of course|go ahead|(?:let['’]?s )?do (?:it"
    r"|that|so)"
    r"|sounds good|that would be (?:great|nice|helpful)|i would|i['’]d like that|why not|ja|gerne|bitte|klar|genau|mach das|oui"
    r"|volontiers|d['’]accord|vas y|allez y|s['’]il (?:vous|te) plaît|sí|si|claro|vale|adelante|hazlo|por favor|sì|certo"
    r"|per favore"
    r"|sim|pode ser|graag|doe dat|да|давай|пожалуйста|конечно|好的?|是的?|可以|はい|お願いします)(?:[\s,.!]+|$))+",
    re.IGNORECASE,
)
"""Matches one yes or several, also at the beginning of a longer text."""

OFFER = re.compile(
    r"^(?:.*?\b)?(?:(?:would|do|did) you (?:like|want)(?: me| us)?(?: to)?|(?:shall|should|can|may|could) (?:i|we)|want me to"
    r"|(?:let me know|tell me|just say|say so) if you(?:['’]d| would)? (?:like|want)(?: me)?(?: to)?|are you interested in"
    r"|(?:soll|kann|darf|könnte) ich|möchten sie|möchtest du|willst du|wollen sie"
    r"|(?:voulez-vous|souhaitez-vous|veux-tu|souhaites-tu)(?: que je)?|(?:dois|puis)-je"
    r"|(?:quieres|quiere|desea|deseas|te gustaría|le gustaría)(?: que)?|debo|puedo)\b\s*"
    r"(?:(?:know|hear|see|look up|look for|check|tell you|show you|give you|get you|go into)\b\s*)?(?:about\b\s*)?",
    re.IGNORECASE,
)
"""Matches the words before what is offered."""

NUMBERS = (
    {
        word: number
        for number, words in enumerate(
            (
                "first 1st one 1 erste ersten erster erstes premier première primero primera primer",
                "second 2nd two 2 zweite zweiten zweiter zweites deuxième seconde segundo segunda",
                "third 3rd three 3 dritte dritten dritter drittes troisième tercero tercera tercer",
                "fourth 4th four 4 vierte vierten vierter viertes quatrième cuarto cuarta",
                "fifth 5th five 5 fünfte fünften fünfter fünftes cinquième quinto quinta",
                "sixth 6th six 6 sechste sechsten sechster sechstes sixième sexto sexta",
                "seventh 7th seven 7",
                "eighth 8th eight 8",
                "ninth 9th nine 9",
                "tenth 10th ten 10",
            )
        )
        for word in words.split()
    }
    | dict.fromkeys(["last", "latter", "letzte", "letzten", "letzter", "letztes", "dernier", "dernière", "último", "última"], -1)
    | {"former": 0}
)
"""Positions in a list, counted from 0; -1 is the last."""
_PLAIN = {word for word in NUMBERS if word.isdigit()} | {
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
}
_ORDINAL = one_of(NUMBERS.keys() - _PLAIN)
_THING = (
    r"ones?|points?|items?|options?|topics?|entry|entries|bullets?|things?|suggestions?|questions?|punkte?|fragen?|themen?"
    r"|thema"
    r"|optionen|sujet|question|punto|pregunta|opción|tema"
)
_SAY = r"say|says|said|mean|means|about|again|please|then|bitte|again|in more|in detail|look|work|cost|do|does|is|are|was|were"
PLACE = re.compile(
    rf"(?:\b(?:the|that|your|der|die|das|dem|den|zum|zur|le|la|el|du|al|del|au|sur)\s+"
    rf"|\bl['’])?\b(?P<at>{_ORDINAL})\s+(?:{_THING})\b"
    rf"(?:\s+(?:of|from|on|in)\s+(?:them|these|those|the list|your list|that list))?"
    rf"|\b(?:the|der|die|das|dem|den|zum|zur|le|la|el|du|al|del|au)\s+(?P<bare>{_ORDINAL})(?=\s*(?:[?.!,;]|$)|\s+(?:{_SAY})\b)"
    rf"|(?:\b(?:number|no\.?|point|item|option|nummer|punkt|numéro|número)\s*|#)(?P<number>{one_of(_PLAIN)})\b",
    re.IGNORECASE,
)
"""Matches a position in a list, as in `the second one` but not `the second quarter`."""
TALK = re.compile(
    r"^(?:(?:and|what|how|about|tell|me|us|more|explain|please|show|give|details?|on|of|to|can|could|would|you|expand|elaborate"
    r"|is|does|say|says|mean|means|with|go|into|the|also|in|detail|i|want|know|like|open|und|was|ist|mit|zu[mr]?|mehr|erzähl"
    r"|mir"
    r"|bitte|et|pour|de|sur|plus|dis|moi|y|qué|hay|más|sobre|el|la|le|then|ok|okay|yes|for|again|choose|take"
    r"|do)\b[\s,.?!:]*)*$",
    re.IGNORECASE,
)
"""Matches text around a list position that adds nothing to it."""

_NO = r"(?:no|nope|nein|non|sorry|actually|wait|hm+|oh|eigentlich|perdón|pardon|excuse me|my mistake)"
CORRECTION = re.compile(
    rf"^(?:{_NO}(?:\s*[,.:;!–—]+\s*|\s+(?=(?:i|the|for|in|on|at|make|not|ich|je|para|für|pour)\b)))*"
    rf"(?:(?:i (?:meant|mean|was (?:asking|talking) about|wanted to (?:know|ask) about"
    rf"|am asking about)"
    r"|(?:make|change) (?:that|it)(?: to)?|ich mein(?:t)?e|ich wollte|je (?:veux|voulais) dire|je parlais de|quiero decir"
    r"|quise decir|me refería a|rather|instead)\b[\s,:]*)?(?:to say\b\s*|that\b\s*(?=(?:i|you|he|she|it|we|they)\b))?",
    re.IGNORECASE,
)
"""It may match the empty string."""
NOT_BUT = re.compile(
    r"^not (?:the |in |for |about )?(?P<not>.+?)(?:,| but)+\s*(?:but\s+)?(?P<but>.+)$|^(?P<this>.+?),? not .+$", re.IGNORECASE
)

LEAD = re.compile(
    r"^[¿¡]?(?:(?:ok|okay|alright|well|great|thanks|thank you|so|and|but|also|then|or|now|plus|und|aber|oder|et|mais|ou"
    r"|y|e|и|а)(?:[,.:…]*\s+|$))*"
    r"(?:(?:what about|how about|what of|(?:the )?same (?:question |thing )?(?:for|with|in|about|again for)|likewise for"
    r"|ditto for"
    r"|was ist mit|wie (?:ist|sieht|steht) es (?:mit|bei|im|in|um)|wie sieht['’]?s mit|dasselbe für"
    r"|qu['’]en est-il (?:de|du|des|pour)|qué (?:hay|pasa|tal) (?:con|de|sobre)|lo mismo (?:para|con))\b[\s,:]*)?",
    re.IGNORECASE,
)
"""It may match the empty string."""
OF_A_DOCUMENT = re.compile(
    r"^(?=.*\b(?:it|this|that|es|das|le|la|lo)\b).*\b(?:signed|published|dated|issued|audited|unterschrieben|unterzeichnet"
    r"|veröffentlicht|signé|publié|firmó|firmado|publicado)\b",
    re.IGNORECASE,
)
"""Matches what is done to a document: "it" then refers to the document, not to what an earlier question was about."""
MORE = re.compile(
    r"^(?:(?:can|could|would|will) you |please |bitte )*(?:tell me more|more|more details?|more info(?:rmation)?|some more"
    r"|go on"
    r"|continue|keep going|elaborate|say more|expand|explain|in more detail|details?(?: please)?|give me (?:more )?details?"
    r"|what else"
    r"|anything else|erzähl mir mehr|mehr dazu|mehr|weiter|genauer|plus de détails|dis-m['’]en plus|continue[rz]?|más detalles"
    r"|cuéntame más|sigue)(?: (?:about|on|of|for))?(?: (?:it|that|this|them|those|these|him|her))?(?: (?:in more detail"
    r"|further|more"
    r"|please|then|to me|dazu|bitte))*[\s?.!]*$",
    re.IGNORECASE,
)
WHY = re.compile(
    r"^(?:why|how so|how come|for what reason|warum|wieso|weshalb|pourquoi|por qué|perché|почему)(?: (?:is|was|did|does|not"
    r"|ist|war)\b)?"
    r"(?: (?:it|that|this|so|not|das|happen))*[\s?!.]*$",
    re.IGNORECASE,
)

EMPTY = re.compile(
    r"^(?:(?:and|but|so|und|aber|et|mais|y|pero)\s+)?(?:"
    r"(?:are|were) you (?:really |quite |absolutely )?(?:sure|certain|serious)(?: (?:about|of) (?:that|this|it))?"
    r"|really|seriously|says who|how do you know(?: that| this)?|what do you mean(?: by that)?"
    r"|is (?:that|this|it) (?:really )?(?:true|right|correct|so|all)"
    r"|(?:can you |could you |please )*(?:repeat|say|translate|rephrase|reword|rewrite|shorten|simplify|summari[sz]e|explain"
    r"|write|put|tell me|give me) (?:that|it|this|the (?:last )?answer|your (?:last )?answer)(?: (?:again|once more|please|better"
    r"|in (?:\w+|other words|a few words|one sentence|(?:plain|simple) \w+)|(?:in)?to \w+|more (?:briefly|simply|clearly)"
    r"|differently|shorter))*"
    r"|bist du (?:dir )?(?:da )?(?:ganz )?sicher|sind sie (?:sich )?sicher|wirklich|echt|stimmt das|was meinst du(?: damit)?"
    r"|(?:kannst du |bitte )*(?:wiederhol\w*|übersetz\w*|sag|erklär\w*|schreib\w*) (?:das|es|mir das|die antwort)(?: (?:bitte"
    r"|noch ?mal|noch einmal|(?:auf|ins|in) \w+|kürzer|einfacher|anders|wiederholen|übersetzen))*"
    r"|(?:es-tu|tu es|êtes-vous|vous êtes) (?:bien )?sûre?|vraiment|c['’]est vrai"
    r"|(?:répète|répétez|traduis|traduisez|redis)(?:-le)?(?: (?:ça|cela|en \w+|s['’]il (?:te|vous) plaît))*"
    r"|est[áa]s? segur[oa]|de verdad|en serio|es verdad"
    r"|(?:repite|traduce|dilo|repítelo|tradúcelo)(?: (?:eso|esto|en \w+|al \w+|por favor))*|(?:ты |вы )?уверен[аы]?|правда|точно"
    r"|(?:повтори|переведи)(?:те)?(?: (?:это|на \w+))*)[\s?!.]*$",
    re.IGNORECASE,
)
"""Matches questions about the last answer itself, which could follow any answer."""

BARE = re.compile(
    r"^(?:(?:and|but|so|und|aber|et|y|и)\s+)?(?P<word>when|where|who|whom|how|how (?:much|many|often|long|far|old)|which ones?"
    r"|(?:with|by|for|from|to) (?:what|whom)|(?:since|until|till|from|by|before|after) when|(?:from|to) where|where (?:from|to)"
    r"|for how long|what time|at what time|(?:on|in|at|by) (?:which|what) \w+"
    r"|wann|wo|wer|wen|wem|wie (?:viel|viele|oft|lange)|(?:für|seit) wie lange|seit wann|bis wann|ab wann|womit|mit wem|wohin"
    r"|woher|von wo"
    r"|quand|où|qui|combien|depuis quand|cuándo|dónde|quién|cuántos?|desde cuándo|когда|где|кто|сколько)"
    r"(?:\s(?:is|was|will|did|war|ist) (?:that|this|das)(?: (?:be|happen|gewesen))?)?[\s?!.]*$",
    re.IGNORECASE,
)
"""Matches a bare question word, also in "when was that?"."""

YEAR = re.compile(r"\b(?P<year>(?:19|20)\d\d)\b")
QUARTER = re.compile(
    r"\b(?:(?:the |its )?(?P<which>first|second|third|fourth|last|1st|2nd|3rd|4th) (?:fiscal )?(?:quarter|half|trimester)"
    r"|q[1-4]|h[12]"
    r"|(?:the )?(?:full|whole|entire|complete)(?: fiscal)? year|(?:das )?(?:erste|zweite|dritte|vierte)[nsr]? quartal"
    r"|(?:le |el )?(?:premier|deuxième|troisième|quatrième|primer|segundo|tercer|cuarto) trimestre"
    r"|das (?:ganze|gesamte) jahr|toute l['’]année|todo el año)\b",
    re.IGNORECASE,
)
DATE = re.compile(
    rf"\b(?:(?:{_MONTH}|(?-i:May|Mar))\.?(?: \d{{1,2}}(?:st|nd|rd|th)?\b)?|\d{{1,2}}(?:st|nd|rd|th|\.)?(?: of)? (?:{_MONTH}"
    rf"|(?-i:May|Mar))\b"
    rf"|(?:last |next |this )?(?:{one_of(WEEKDAYS)})\b)(?P<of>,? ?(?:19|20)\d\d\b)?",
    re.IGNORECASE,
)
EARLIER = re.compile(
    r"^(?:in |for |im |am )?(?:the |das |l['’]|el )?(?:(?:year|one|jahr|an|année|año) (?:before|earlier|prior|davor|zuvor"
    r"|précédente?"
    r"|d['’]avant|anterior|previo)|(?:previous|prior|preceding|vorige[ns]?|last|letzte[ns]?) (?:year|jahr)|(?:jahr"
    r"|année) davor)\W*$",
    re.IGNORECASE,
)
"""Matches "the year before", relative to the year asked about."""
LATER = re.compile(
    r"^(?:in |for |im |am )?(?:the |das |l['’]|el )?(?:(?:year|one|jahr|an|année|año) (?:after|later|danach|darauf|suivante?"
    r"|d['’]après"
    r"|siguiente)|(?:next|following|nächste[ns]?|folgende[ns]?) (?:year|jahr))\W*$",
    re.IGNORECASE,
)
DEGREE = re.compile(
    r"\b(?:(?:most|least) (?:expensive|popular|common|frequent|recent|important)|highest|lowest|largest|smallest|biggest|greatest"
    r"|longest|shortest|oldest|newest|youngest|latest|earliest|best|worst|most|least|fewest|cheapest|dearest|heaviest|lightest"
    r"|fastest|slowest|average|median|maximum|minimum)\b",
    re.IGNORECASE,
)
"""Matches the degree that is asked for, in place of which another may be asked for: "and the lowest?"."""
ONES = re.compile(r"(?:the\s+)?(?P<kind>.*\S)\s+ones?", re.IGNORECASE)
"""Matches things of another kind than those asked about: "and returned ones?"."""
BEFORE_TIME = r"(?:\b(?:in|for|during|at|on|of|over|im|am|für|en|pour|pendant|durante|para|del?|du|au)\s+(?:the\s+)?)"

AGREES = re.compile(r"(?:yes|yeah|yep|yup|ja|oui|sí|sì|sim|да|是|はい)(?![\w'’])", re.IGNORECASE)
HEARD = re.compile(r"(?:(?:ok|okay|genau|klar|claro|vale|absolutely|certainly|definitely)[\s.,!]*)+", re.IGNORECASE)
"""Matches replies that may mean no more than that the answer was read."""
SUBJECT = re.compile(
    r"(?:i|i['’]m|i['’]ve|we|we['’]re|you|he|she|it|they|there|this|that|these|those|my|our|your|his|her|their|please|remember|note"
    r"|ich|wir|mein|unser|je|nous|mon|notre|yo|mi|nuestro)\b",
    re.IGNORECASE,
)
"""Matches the beginning of a statement."""
VERB = re.compile(
    r"\b(?:am|is|are|was|were|be|has|have|had|does|do|did|will|would|can|could|should|may|must|ist|sind|war|hat|haben|est|sont|es"
    r"|son|which|what|whom?|how|where|when|why)\b|['’](?:s|re|ve|ll|m)\s",
    re.IGNORECASE,
)
"""Matches words that occur in a clause of its own, but not in a mere part of a question."""
COUNTED = re.compile(
    r"^(?P<how>how (?:many|much)|which|wie viele?|combien|cuántos|cuántas)\s+(?=(?:did|do|does|is|are|was|were|can|will|have"
    r"|has|had"
    r"|could|should|of them)\b)",
    re.IGNORECASE,
)
"""Matches a question for the number of something unnamed."""
