"""Forms of standing instructions in seven languages: "always", "keep your answers short", "call me Ann"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

MARK = re.compile(
    r"\b(?:always|never|from (?:now|here|this)|going forward|henceforth|future|for (?:the rest|all|every|your|further|answers"
    r"|replies|responses)|in (?:all|any|every|each|the rest)|whenever|every time"
    r"|immer|niemals?|nie|künftig|zukunft|ab (?:jetzt|sofort)|von (?:jetzt|nun) an|in allen"
    r"|désormais|dorénavant|toujours|jamais|à (?:partir|l['’]avenir)|dans toutes"
    r"|en todas|a partir|en adelante|desde ahora|siempre|nunca"
    r"|d['’]ora in|da (?:ora|adesso|oggi)|in (?:futuro|tutte)|sempre|mai"
    r"|em (?:diante|todas)|doravante|no futuro"
    r"|всегда|никогда|впредь|отныне|с этого момента"
    r"|(?:your|prefer|like|want|love|me) (?:\w+ ){0,3}(?:answers|replies|responses)|antworten|réponses"
    r"|respuestas|risposte|respostas"
    r"|(?:call|address) me|(?:when|if) i (?:ask|say|write|mention|send|upload|paste)|everything (?:that )?you"
    r"|until further|as of (?:now|today)|starting (?:now|today)|nenne?n?|duz\w*|siez\w*|appelle\w*|tuto\w*|vouvo\w*|ll[aá]m[ae]me"
    r"|tut[eé]\w*|tr[aá]t[ae]me"
    r"|chiamami|da(?:mmi|rmi) del|cham[ae]-me|me cham[ae]|trat[ae]-me|me trate|tratar-me)\b"
)
"""A cheap first check, on lower-case text: most messages have none of these words and are not examined further."""
_ASKED_FOR = (
    r"answer|reply|respond|write|speak|talk|use|give|show|say|state|call|address|include|add|end|start|begin|keep|be|list"
    r"|format"
    r"|cite|mention|tell|ask|avoid|explain|translate|round|convert|put|quote|refer|provide|return|present|summari[sz]e"
    r"|highlight"
    r"|confirm|report|maintain|tailor|structure|limit|follow|stick|prefer|spell|express|describe|point|check|remind|make"
    r"|do|don['’]t|do not|never|always|no longer|stop|omit|skip|leave|name|number|mark|compare|specify|consider"
    r"|pretend|act|behave|assume|treat|sort|order|group|measure|calculate|greet|repeat|simplify|shorten"
)
_OF_ANSWERS = (
    r"(?:all|every|each|any|future|further) (?:of )?(?:your |the |future |further )*(?:answers?|repl(?:y|ies)|responses?)"
)
_FROM_NOW_ON = (
    r"(?:from (?:now|here|this (?:point|moment)) (?:on(?:wards?)?|forward)(?: out| in)?|from (?:now|this (?:point|moment))"
    r"|going forward|henceforth|in (?:the )?future|until further notice|as of (?:now|today)|starting (?:now|today)"
    r"|for the rest of (?:this|the|our) (?:chat|conversation|thread)|for (?:all |every )?(?:your )?(?:future |further )?"
    r"(?:answers?|replies|responses?)|in (?:all|every|each) (?:of )?(?:your )?(?:future )?(?:answers?|repl(?:y|ies)|responses?)"
    r"|whenever (?:you|i)\b[^,]*|every time (?:you|i)\b[^,]*)"
)
_ASK = (
    r"(?:please |kindly |i(?:['’]d| would) like you to |i want you to |you (?:should|must|are to|will|can) |remember to "
    r"|make sure to )"
)
_ASK_DE = (
    r"(?:antwort\w*|schreib\w*|verwend\w*|benutz\w*|nutz\w*|gib\w*|geben|nenn\w*|sag\w*|sprich|sprechen|duz\w*|siez\w*|zeig\w*"
    r"|formulier\w*|fass\w*|zitier\w*|rechne\w*|vermeid\w*|halte\w*|füg\w*|mach\w*|übersetz\w*)"
)
_ASK_FR = (
    r"(?:répond\w*|écri\w*|utilis\w*|donn\w*|parl\w*|appel\w*|indiqu\w*|montr\w*|cit\w*|évit\w*|ajout\w*|tutoi\w*|vouvoi\w*"
    r"|résum\w*|convert\w*|tradui\w*|termin\w*|commenc\w*|sois|soyez)"
)
_ASK_ES = (
    r"(?:resp[oó]nd\w*|cont[eé]st\w*|escr[ií]b\w*|us[ae]\w*|utili[cz]\w*|d[ae]me|da|dé|h[aá]bl\w*|llám\w*|indic\w*|indiqu\w*"
    r"|muestr\w*|cit\w*"
    r"|evit\w*|añad\w*|sé (?:m[aá]s|muy|breve|concis[oa]|clar[oa]|formal|direct[oa])|sea"
    r"|resum\w*|convier\w*|traduc\w*|tut[eé]\w*|tr[aá]t\w*)"
)
_ASK_RU = (
    r"(?:отвеча\w*|ответ\w*|пиши\w*|писать|используй\w*|указыва\w*|говори\w*|называ\w*|давай\w*|показыва\w*|цитиру\w*|избега\w*"
    r"|обраща\w*|перевод\w*|добавля\w*|начина\w*|заканчива\w*)"
)
_DO_DE = r"(?:antworte|schreibe?|verwende|benutze|nutze|gib|nenne|sprich|formuliere|duze|sieze|zitiere|vermeide)"
_DO_FR = (
    r"(?:réponds|répondez|écris|écrivez|utilisez?|donnez?|parlez?|tutoie|vouvoie|tutoyez|vouvoyez|citez?|évitez?|résumez?"
    r"|appelez?)(?:-moi)?"
)
_DO_ES = (
    r"(?:responde|respondas|contesta|contestes|escribe|escribas|usa|uses|utiliza|utilices|habla|háblame|hables|dame|dime"
    r"|incluye"
    r"|evita)"
)
"""Imperatives that are unambiguous by themselves, so that anything may follow them in the sentence."""
_DO_IT = (
    r"(?:rispond(?:i|a|ete)(?:mi)?|scriv(?:i|a|ete)(?:mi)?|usa|usi|usate|utilizz(?:a|i|ate)|parl(?:a|i|ate)(?:mi)?|dammi|dimmi"
    r"|mi dia|chiamami|indica|mostra(?:mi)?|cita|evita|aggiungi|includi|riassumi|converti|traduci|inizia|termina|sii|sia|siate"
    r"|non (?:rispondere|scrivere|usare|utilizzare|parlare|citare|tradurre))"
)
_DO_PT = (
    r"(?:respond(?:e|a|as|am)(?:-me)?|escrev(?:e|a|as|am)(?:-me)?|us(?:a|e|es|em)|utiliz(?:a|e|es|em)|fal(?:a|e|es)(?:-me)?|d[áê]-me"
    r"|dig?a-me|diz-me|cham[ae]-me|indi(?:ca|que)|mostr[ae](?:-me)?|cit(?:a|e|es)|evit[ae]|acrescent[ae]|inclu[ia]|resum[ea]"
    r"|convert[ea]|traduz(?:a|as)?|come(?:ça|ce)|termin[ae]|sê|seja|sejas)"
)
_FROM_NOW_ON_IT = (
    r"(?:d['’]ora in (?:poi|avanti)|da (?:ora|adesso|oggi)(?: in (?:poi|avanti))?|in futuro"
    r"|in tutte le (?:tue|sue|vostre) risposte)"
)
_FROM_NOW_ON_PT = (
    r"(?:a partir de (?:agora|hoje)|(?:de |d['’])?(?:agora|hoje|aqui|ora) em diante|daqui (?:em diante|para a frente)|doravante"
    r"|no futuro|em todas as (?:tuas|suas|vossas) respostas)"
)
_ANSWERS = r"(?:answers|replies|responses)"
_MANNER = (
    r"(?:very )?(?:short(?:er)?|brief(?:er)?|long(?:er)?|(?:more |less )?(?:detailed|concise|precise|formal|technical)"
    r"|simpler?|plain|full|direct|clear)"
)
_LANGUAGE = (
    r"(?:english|french|german|spanish|italian|portuguese|dutch|polish|russian|turkish|arabic|chinese|japanese|korean|hindi"
    r"|ukrainian|swedish|danish|norwegian|finnish|greek|czech)"
)
_LANGUAGE_DE = r"(?:deutsch|englisch|französisch|spanisch|italienisch|russisch|türkisch|polnisch)"
_NO_NAME = (
    r"(?!(?i:back|at|on|when|tomorrow|today|later|if|in|after|before|by|for|again|now|tonight|maybe|about|with|and|or|as soon"
    r"|mon|tues|wednes|thurs|fri|satur|sun)(?:day)?\b)"
)
_FORMS = {
    "en": (
        rf"(?:ok(?:ay)?,? |so,? |and )?(?:{_ASK})?{_FROM_NOW_ON},? (?:{_ASK})*(?:only )?(?:{_ASKED_FOR})\b",
        rf"(?:ok(?:ay)?,? |so,? |and )?(?:{_ASK})*(?:always|never) (?:{_ASKED_FOR})\b",
        rf"(?:{_ASK})*(?:{_ASKED_FOR})\b.* (?:{_FROM_NOW_ON}|in {_OF_ANSWERS})[.!]*$",
        rf"(?:{_ASK})*(?:answer|reply|respond|write|speak) (?:to me )?always\b",
        rf"(?:{_ASK})*(?:answer|reply|respond|write|speak|explain|cite|summari[sz]e|translate|format|address|call)\b.*,?"
        r" always[.!]*$",
        rf"(?:{_ASK})*(?:{_FROM_NOW_ON}),? (?:please,? )?(?:only |just )?(?:in )?(?:{_LANGUAGE}|short|brief|plain|simple"
        r"|bullet points|full sentences)\b",
        rf"(?:when(?:ever)?|if) i (?:ask|say|write|mention|send|upload|paste)\b[^,]*, (?:{_ASK}|always |only |just )*"
        rf"(?:{_ASKED_FOR}|i mean)\b",
        rf"(?:{_ASK})*(?:{_ASKED_FOR})\b.* in (?:all )?(?:your {_ANSWERS}|everything (?:that )?you (?:write|say))[.!]*$",
        rf"(?:{_ASK})*(?:keep|make|write) (?:all )?(?:of )?your (?:[a-z]+ )?{_ANSWERS}\b",
        rf"(?:{_ASK})*(?:give|write) me {_MANNER},? (?:[a-z]+ )?{_ANSWERS}\b",
        rf"your {_ANSWERS} (?:should|must|shall|can|need to|are (?:much |far |way )?too|have to)\b",
        r"i(?:['’]d| would)? (?:prefer|like|want|love) (?:to (?:get|have|see) )?"
        rf"(?:my |your |{_MANNER},? (?:[a-z]+ )?){_ANSWERS}\b",
        rf"(?:{_ASK}|you can |just )*call me {_NO_NAME}(?-i:[A-ZÀ-Þ])\w+(?: (?-i:[A-ZÀ-Þ])\w+)?(?:,? please)?[.!]*$",
        rf"(?:{_ASK}|you can |just )*address me (?:formally|informally|as|by|with)\b",
    ),
    "de": (
        r"(?:bitte )?(?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig|in zukunft|immer|nie|niemals)\b,? .*?"
        rf"\b{_ASK_DE}\b",
        rf"(?:bitte )?{_ASK_DE} (?:mir |bitte |mich |alles )*(?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig"
        rf"|in zukunft"
        r"|immer|nie|niemals)\b",
        rf"(?:bitte )?{_DO_DE}\b.* (?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig|in zukunft"
        rf"|in allen (?:deinen )?antworten)[.!]*$",
        r"(?:bitte )?(?:ab jetzt|ab sofort|von jetzt an|von nun an|künftig|in zukunft),? (?:bitte )?(?:nur |alles )*"
        rf"(?:auf {_LANGUAGE_DE}|in stichpunkten|kurz|kürzer\w*|knapp\w*|ohne \w+)\b",
        r"(?:bitte )?(?:mach|halte?|formulier|schreib|gestalte)\w* (?:bitte )?(?:deine|eure|ihre|alle|die) antworten\b",
        r"(?:deine|eure|ihre) antworten (?:sollen|sollten|müssen|sind (?:viel )?zu)\b",
        r"ich (?:bevorzuge|mag|möchte|will|hätte gern\w*|wünsche mir) (?:lieber |nur |gern\w* )*(?:\w+ )?antworten\b",
        r"(?:bitte |du kannst |sie können |ihr könnt )*(?:(?:duz|siez)(?:e|t|en sie) mich|mich (?:ruhig |gerne? |bitte )*"
        r"(?:duzen|siezen))\b",
        rf"(?:bitte )?nenn(?:e|t|en sie)? mich (?:bitte )?{_NO_NAME}(?-i:[A-ZÄÖÜ])\w+[.!]*$",
    ),
    "fr": (
        r"(?:à partir de maintenant|désormais|dorénavant|à l['’]avenir|dans toutes (?:tes|vos) réponses)\b"
        rf",? .*?\b{_ASK_FR}\b",
        rf"(?:merci de |veuillez )?(?:n['’]|ne )?{_ASK_FR}(?:[ -]moi)? (?:toujours|jamais|désormais|dorénavant)\b",
        rf"(?:n['’]|ne )?{_DO_FR}\b.* (?:à partir de maintenant|désormais|dorénavant|à l['’]avenir|dans toutes (?:tes"
        r"|vos) réponses)[.!]*$",
        r"(?:tes|vos) réponses (?:doivent|devraient|sont trop)\b",
        r"je (?:préfère|préférerais|veux|voudrais|souhaite) (?:des |de |avoir des )?réponses\b",
        r"(?:tu peux |vous pouvez )?(?:(?:tutoie|vouvoie|tutoyez|vouvoyez)-moi|me (?:tutoyer|vouvoyer))\b",
        rf"appelle(?:z)?-moi {_NO_NAME}(?-i:[A-ZÀ-Þ])\w+[.!]*$",
    ),
    "es": (
        r"(?:a partir de ahora|de ahora en adelante|en adelante|desde ahora|siempre|nunca)\b,? (?:por favor,? )?(?:me )?"
        rf"\b{_ASK_ES}\b",
        rf"(?:por favor,? )?{_ASK_ES} (?:siempre|a partir de ahora|de ahora en adelante)\b",
        rf"(?:por favor,? )?(?:no )?{_DO_ES}\b.* (?:siempre|nunca|a partir de ahora|de ahora en adelante"
        r"|en todas tus respuestas)[.!]*$",
        r"(?:tus|sus|vuestras) respuestas (?:deben|tienen que|son (?:demasiado|muy))\b",
        r"(?:prefiero|quiero|me gustan?) (?:las |tus )?respuestas\b",
        r"(?:por favor,? )?(?:puedes )?(?:tut[eé]ame|tutearme|tr[aá]t[ae]me de (?:tú|usted))\b",
        rf"ll[aá]m[ae]me {_NO_NAME}(?-i:[A-ZÁÉÍÓÚÑ])\w+[.!]*$",
    ),
    "it": (
        rf"(?:per favore,? )?(?:{_FROM_NOW_ON_IT}|sempre|mai),? (?:per favore,? )?{_DO_IT}\b",
        rf"(?:per favore,? )?{_DO_IT}(?: \w+)? (?:sempre|mai|{_FROM_NOW_ON_IT})\b",
        rf"(?:per favore,? )?{_DO_IT}\b.* (?:sempre|mai|{_FROM_NOW_ON_IT})[.!]*$",
        r"(?:le )?(?:tue|sue|vostre) risposte (?:devono|dovrebbero|sono (?:troppo|molto))\b",
        r"(?:preferisco|voglio|vorrei|mi piacciono) (?:le |delle |avere )*(?:tue )?risposte\b",
        r"(?:per favore,? )?(?:puoi )?(?:dammi|darmi|mi dia) del (?:tu|lei)\b",
        rf"(?:per favore,? )?chiamami {_NO_NAME}(?-i:[A-ZÀ-Þ])\w+[.!]*$",
    ),
    "pt": (
        rf"(?:por favor,? )?(?:{_FROM_NOW_ON_PT}|sempre|nunca),? (?:por favor,? )?(?:não )?(?:me )?{_DO_PT}\b",
        rf"(?:por favor,? )?{_DO_PT}(?: \w+)? (?:sempre|{_FROM_NOW_ON_PT})\b",
        rf"(?:por favor,? )?(?:não )?{_DO_PT}\b.* (?:sempre|nunca|{_FROM_NOW_ON_PT})[.!]*$",
        r"(?:as )?(?:tuas|suas|vossas) respostas (?:devem|deviam|têm (?:de|que)|são (?:demasiado|muito))\b",
        r"(?:prefiro|quero|queria|gostaria de|gosto de) (?:as |ter )*(?:tuas |suas )?respostas\b",
        r"(?:por favor,? )?(?:podes |pode )?(?:trat[ae]-me|me trat[ae]r?|tratar-me) por (?:tu|você)\b",
        rf"(?:por favor,? )?(?:cham[ae]-me|me cham[ae])(?: de| por)? {_NO_NAME}(?-i:[A-ZÀ-Þ])\w+[.!]*$",
    ),
    "ru": (
        r"(?:с этого момента|отныне|впредь|теперь всегда|всегда|никогда(?: не)?)\b,? (?:пожалуйста,? )?" rf"{_ASK_RU}",
        rf"(?:пожалуйста,? )?{_ASK_RU} (?:мне )?(?:всегда|впредь|отныне|с этого момента)\b",
    ),
}
_STYLE = (
    r"(?:emojis?|emoticons?|smileys|bullets?|bullet points|lists|tables|headings|markdown|jargon|slang|abbreviations"
    r"|technical terms|exclamation marks|bold(?: text)?)"
)
STYLE_ALONE = re.compile(
    rf"(?:(?:please|ok(?:ay)?),? )?(?:(?:don['’]t|do not|never|avoid|no|no more|without|use no) )+"
    r"(?:using |use |writing |write |giving me |give me |all these |all the |so many |any |more )*"
    rf"{_STYLE}(?:(?: and| or) {_STYLE})?(?:,? please)?[.!]*"
    r"|(?:bitte )?keine? (?:emojis?|smileys|stichpunkte|tabellen|überschriften|listen|fachbegriffe)(?: mehr)?(?:,? bitte)?[.!]*"
    r"|(?:pas|plus) d['’]émojis(?:,? s['’]il (?:te|vous) plaît)?[.!]*|(?:sin|nada de) emojis(?:,? por favor)?[.!]*"
    r"|(?:niente|senza|basta) emoji(?:,? per favore)?[.!]*|(?:sem|nada de) emojis(?:,? por favor)?[.!]*",
    re.IGNORECASE,
)
"""Sentences about the form of answers; next to other sentences they may apply to the present answer only."""
SAYINGS = re.compile(
    r"never (?:mind|say never|give up|do that again)\b|never \w+ (?:it|this|that) to\b|always (?:be yourself|remember me)\b",
    re.IGNORECASE,
)


@cache
def forms() -> Mapping[str, re.Pattern[str]]:
    """Return the beginnings of instructions, by ISO 639-1 code; only few messages are compared with them."""
    return {language: re.compile("|".join(forms), re.IGNORECASE) for language, forms in _FORMS.items()}
