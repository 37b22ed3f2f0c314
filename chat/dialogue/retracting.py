"""Recognise requests to revoke a standing instruction ("stop answering in German"), or to forget something told ("forget the door
code")."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from babel import Locale

from chat.text import terms
from chat.text.languages import code_of

_LONGEST = 160
"""Most characters of such a message; a longer one says more."""
_PLEASE = (
    r"(?:(?:ok(?:ay)?|please|now|bitte|s['’]il (?:te|vous) plaît|por favor|per (?:favore|piacere)|se faz favor|пожалуйста)"
    r"\b,?\s+)*"
)
_DOING = (
    r"(?:answer|reply|respond|writ|speak|talk|us|giv|show|say|call|address|includ|add|end|start|begin|list|format|cit|mention"
    r"|translat|round|convert|put|quot|highlight|avoid|summari[sz]|bulleti[sz])ing"
)
_DO = (
    r"(?:answer|reply|respond|write|speak|talk|use|give|show|call|address|include|add|end|start|begin|list|format|cite"
    r"|translate"
    r"|round|convert|put|quote|highlight|avoid|summari[sz]e)"
)
_PLEASED = (
    r"(?:,?\s+(?:please|bitte|s['’]il (?:te|vous) plaît|por favor|per (?:favore|piacere)|se faz favor|пожалуйста))?\s*[.!?]*"
)


def by_language(forms: Mapping[str, tuple[str, ...]]) -> Mapping[str, re.Pattern[str]]:
    """Compile patterns, by language code, that match a whole message with or without a "please"; the group that matched is what
    it is about."""
    return {language: re.compile(rf"{_PLEASE}(?:{'|'.join(each)}){_PLEASED}", re.IGNORECASE) for language, each in forms.items()}


_STOPS = by_language(
    {
        "en": (
            rf"(?:you can\s+)?(?:stop|quit)\s+(?:always\s+)?{_DOING}\b.*",
            r"(?:take back|remove|forget|drop|undo|cancel|delete|lift)\s+(?:the|that|my|your)\s+(?:standing\s+)?"
            r"(?:instruction|rule)s?\b.+",
        ),
        "de": (
            r"(?:du kannst\s+)?hör(?:e|t|en sie)?\s+(?:bitte\s+)?(?:damit\s+)?auf\b.+",
            r"(?:nimm|streiche?|lösche?|vergiss|entferne?)\s+(?:bitte\s+)?(?:die|deine|meine)\s+(?:anweisung|regel"
            r"|vorgabe)(?:en)?\b.+",
        ),
        "fr": (
            r"(?:arrête|cesse)[rz]?\s+(?:de\s+|d['’]).+",
            r"(?:annule|retire|supprime|oublie)[rz]?\s+(?:l['’]|la\s+|cette\s+|ma\s+|ton\s+|mon\s+)(?:instruction|consigne"
            r"|règle)s?\b.+",
        ),
        "es": (
            r"(?:deja|deje|para|pare)\s+de\s+.+",
            r"(?:retira|anula|quita|borra|olvida|elimina)\s+(?:la|esa|mi|tu)\s+(?:instrucción|regla|norma|indicación)\b.+",
        ),
        "it": (
            r"(?:smetti|smettila|smetta|smettete)\s+di\s+.+",
            r"(?:annulla|rimuovi|togli|cancella|elimina|dimentica|ritira)\s+(?:l['’]|la\s+|quest[ao]?['’\s]\s*|quell[ao]?['’\s]\s*"
            r"|la\s+(?:mia|tua)\s+)(?:istruzione|regola|indicazione)\b.+",
        ),
        "pt": (
            r"(?:para|pare|deixa|deixe)\s+de\s+.+",
            r"(?:anul[ae]|retir[ae]|remov[ea]|apag(?:a|ue)|esque(?:ce|ça)|elimin[ae])\s+(?:a\s+|essa\s+|esta\s+|a\s+(?:minha|tua)\s+)"
            r"(?:instrução|regra|indicação)\b.+",
        ),
        "ru": (
            r"(?:перестань|прекрати)(?:те)?\s+.+",
            r"(?:отмени|убери|забудь|удали)(?:те)?\s+(?:указание|инструкцию|правило)\b.+",
        ),
    }
)
_NO_LONGER = by_language(
    {
        "en": (
            rf"(?:do not|don['’]t|you (?:don['’]t|do not) (?:have|need) to)\s+{_DO}\b.+\b(?:any ?more|any longer)\W*",
            rf"(?:no longer|you no longer (?:have|need) to)\s+{_DO}\b.+",
        ),
        "de": (
            r"(?:antworte|schreibe?|verwende|benutze|nutze|gib|nenne|sprich)\b.*\b(?:nicht|kein\w*)\b.*\bmehr\b.*",
            r"nicht mehr\s+.+",
            r"(?:du|sie) (?:musst|müssen|brauchst|brauchen|sollst|sollen)\b.*\b(?:nicht|kein\w*)\b.*\bmehr\b.*",
        ),
        "fr": (
            r"n(?:e\s+|['’])(?:réponds|répondez|écris|écrivez|utilise[sz]?|emploie|parle[sz]?|donne[sz]?)\b.*\bplus\b.*",
            r"(?:tu n['’]as|vous n['’]avez|il n['’]y a|ce n['’]est)\s+plus\s+(?:besoin|la peine|nécessaire"
            r"|obligé\w*)\s+(?:de\s+|d['’]).+",
        ),
        "es": (
            r"(?:ya no|no)\s+(?:me\s+)?(?:respondas|contestes|escribas|uses|utilices|hables|des)\b.*",
            r"ya no\s+(?:hace falta|es necesario|tienes|necesitas)\s+(?:que\s+)?.+",
        ),
        "it": (
            r"non\s+(?:mi\s+)?(?:rispondere|scrivere|usare|utilizzare|parlare|dare)\b.*\bpiù\b.*",
            r"non\s+(?:c['’]è\s+(?:più\s+)?bisogno|serve\s+più|è\s+più\s+necessario|devi\s+più|hai\s+più\s+bisogno)\s+(?:di\s+"
            r"|che\s+)?.+",
        ),
        "pt": (
            r"(?:já\s+)?não\s+(?:me\s+)?(?:respond(?:as?|a)|escrevas?|uses?|utilizes?|fales?)\b.*",
            r"(?:já\s+)?não\s+(?:é\s+(?:mais\s+)?(?:preciso|necessário)|precisas?|tens\s+de)\s+(?:mais\s+)?(?:de\s+|que\s+)?.+",
        ),
        "ru": (
            r"(?:больше не|не)\s+(?:отвеча\w+|пиши\w*|использу\w+|говори\w*)\b.*",
            r"больше не (?:нужно|надо|обязательно)\s+.+",
        ),
    }
)
"""Forms that may also state a fact: they are a retraction only if they match an existing instruction."""
_FORGETS = by_language(
    {
        "en": (
            r"(?:(?:can|could|would|will) you\s+|i(?:['’]d like| want) you to\s+)?(?:please\s+)?"
            r"(?:(?:forget|unremember)\s+(?:about\s+|that\s+)?"
            r"(?:(?:what|everything|all) (?:that\s+)?(?:i|we)(?:['’]ve| have)? (?:just\s+)?(?:said|told you|wrote)(?: to you)?"
            r"(?: about)?\s*"
            r"|(?:everything|all) about\s+)?(.*?)"
            r"|(?:delete|erase|remove|clear|wipe)\s+(.+?)\s+from\s+(?:(?:your|the|my)\s+)?memory"
            r"|(?:delete|erase|remove)\s+(?:(?:everything |all )?(?:what\s+)?i (?:said|told you|wrote) about"
            r"|my messages? about)\s+"
            r"(.+?))",
        ),
        "de": (
            r"(?:vergiss|vergesst|vergessen sie),?\s+(?:bitte\s+)?alles,?\s+was\s+ich\s+(?:dir\s+)?(?:über|zu|von)\s+(.+?)"
            r"\s+(?:gesagt|erzählt|geschrieben)\s+habe",
            r"(?:vergiss|vergesst|vergessen sie),?\s+(?!(?:bitte,?\s+)?nicht\b)(?:bitte,?\s+)?(?:alles über\s+|dass\s+)?(.+?)",
            r"(?:kannst|könntest|würdest) du\s+(?!(?:bitte\s+)?nicht\b)(?:bitte\s+)?(.+?)\s+(?:wieder\s+)?vergessen",
            r"(?:lösche?|entferne?|streiche?)\s+(?:bitte\s+)?(.+?)\s+aus\s+(?:dem|deinem|meinem)\s+(?:gedächtnis|speicher)",
        ),
        "fr": (
            r"oublie[zs]?\s+(?:tout\s+)?ce\s+que\s+(?:je|j['’])\s*(?:t['’]|vous\s+)?(?:ai\s+)?(?:dit|raconté|écrit)\s+(?:sur"
            r"|de|à propos de)\s+(.+?)",
            r"oublie[zs]?\s+(?:que\s+)?(.+?)",
            r"oublie[zs]?-(?:le|la|les)",
            r"(?:peux-tu|pourrais-tu|pouvez-vous|pourriez-vous)\s+oublier\s+(.+?)",
            r"(?:efface|supprime|retire)[rz]?\s+(.+?)\s+de\s+(?:ta|votre|la|ma)\s+mémoire",
        ),
        "es": (
            r"(?:olvida|olvide|olvídate de|olvídese de)\s+(?:todo\s+)?lo\s+que\s+(?:te\s+)?(?:dije|he dicho|conté|escribí)\s+"
            r"(?:sobre|de|acerca de)\s+(.+?)",
            r"(?:olvida|olvide|olvídate de|olvídese de)\s+(?:que\s+)?(.+?)",
            r"olvída(?:te|l[oa]s?)",
            r"(?:puedes|podrías|puede|podría)\s+olvidar\s+(.+?)",
            r"(?:borra|elimina|quita)\s+(.+?)\s+de\s+(?:tu|la|mi)\s+memoria",
        ),
        "it": (
            r"dimentica(?:te)?\s+(?:tutto\s+)?(?:quello|ciò|quel)\s+che\s+(?:ti\s+|vi\s+)?(?:ho\s+)?(?:detto|raccontato|scritto)\s+"
            r"(?:su(?:l(?:la|lo)?|i|gli|lle)?\s+|di\s+|del(?:la|lo)?\s+|(?:sul|del)l['’]|a\s+proposito\s+di\s+)(.+?)",
            r"(?:dimentica(?:te|ti)?|scorda(?:te|ti)?)\s+(?:di\s+)?(?:che\s+)?(.+?)",
            r"(?:dimentica|scorda)(?:tel|l)[oaie]",
            r"(?:puoi|potresti|può|potrebbe)\s+dimenticare\s+(.+?)",
            r"(?:cancella|elimina|rimuovi|togli)\s+(.+?)\s+dalla\s+(?:(?:tua|mia)\s+)?memoria",
        ),
        "pt": (
            r"esque(?:ce|ça)\s+(?:tudo\s+)?o\s+que\s+(?:eu\s+)?(?:te\s+|lhe\s+)?(?:disse|contei|escrevi)\s+"
            r"(?:sobre(?:\s+[oa]s?)?|acerca\s+de|d[eoa]s?)\s+(.+?)",
            r"esque(?:ce|ça)(?:-(?:te|se)\s+d[eoa]s?)?\s+(?:que\s+)?(.+?)",
            r"esque(?:ce|ça)-[oa]s?",
            r"(?:podes|podias|pode|poderia)\s+esquecer\s+(.+?)",
            r"(?:apag(?:a|ue)|elimin[ae]|remov[ea])\s+(.+?)\s+da\s+(?:(?:tua|sua|minha)\s+)?memória",
        ),
        "ru": (
            r"забудь(?:те)?\s+(?:вс[её],?\s+)?что\s+я\s+(?:тебе\s+|вам\s+)?(?:сказал|говорил|рассказывал|рассказал|писал)а?\s+"
            r"(?:про|об?)\s+(.+?)",
            r"забудь(?:те)?\s+(?:про\s+|об?\s+)?(.+?)",
            r"(?:удали|сотри)(?:те)?\s+(.+?)\s+из\s+памяти",
        ),
    }
)
_SENTENCES = re.compile(r"\n|[.!?;]\s+\S")
_MORE = re.compile(r"[,;:]|\b(?:and|then|but)\s+(?:you|i|we|tell|answer|give|write|show|what|how|try)\b", re.IGNORECASE)
"""A sign that the message says something besides what is to be forgotten."""
_SAID_OF_ALL = """
    stop quit answer reply respond write speak talk use give show say call address include add end start begin list format cite
    mention put quote please always never from now on any more anymore longer every all future further answers replies responses
    instruction rule take back remove forget drop undo cancel delete lift standing about to you your me my the that
    in with have need can only again actually back switch i want like would could should must may just nothing but please
    wieder zurück bitte nur de nouveau otra vez nuevo solo solamente uniquement seulement
    bitte hör höre auf damit zu ab jetzt sofort von nun an künftig immer nie niemals nicht mehr du musst brauchst sollst kein
    keine keinen antwort antworte antworten schreib schreibe schreiben verwend verwende verwenden benutze nutze gib nenne
    nennen ansprechen anreden mit und
    sprich sprechen mir mich im den die das nimm zurück streiche lösche vergiss anweisung regel arrête arrêter cesse de des
    d'utiliser en réponds répondez répondre écris écrire utilise utiliser parle parler toujours plus ne désormais partir
    maintenant dans toutes tes vos tu vous n'as n'avez besoin annule retire supprime oublie l'instruction instruction consigne
    règle deja deje para respond responder respondas responde contesta contestar escribir usar uses hables hablar siempre
    ahora a no ya hace falta es necesario tienes que retira anula quita la regla instrucción
    smetti smettila di rispondere rispondi scrivere scrivi usare usa utilizzare utilizza parlare parla sempre mai d'ora da ora
    adesso poi avanti non più devi serve bisogno annulla rimuovi togli cancella elimina dimentica ritira l'istruzione istruzione
    regola questa quella le tue risposte
    deixa deixe pare responde responda respondas escrever escreve escreva escrevas usar use falar fala fale agora partir
    diante nunca já não mais preciso precisas anula retire remove apaga esquece essa esta instrução regra tuas suas respostas
    перестань прекрати отмени убери
    забудь указание правило больше не нужно надо отвечать отвечай писать пиши говорить говори всегда на с этого момента
"""
_GENERIC = frozenset(terms(_SAID_OF_ALL))
_PRONOUNS = """
    it that this everything all anything das es alles ça cela tout eso esto todo questo quello tutto ciò isso isto tudo
    это всё все
"""
_ANYTHING = frozenset(_PRONOUNS.split())
_NAMED_IN = ("en", "de", "fr", "es", "ru", "it", "pt")
_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "pl", "tr", "zh", "ja", "ko", "ar", "hi")


@dataclass(frozen=True, slots=True)
class Retraction:
    """An instruction to revoke, or a fact to forget."""

    kind: Literal["instruction", "memory"]
    about: str
    """The words that name it; empty if the message does not say what to forget ("forget it")."""
    plain: bool = True
    """The message can hardly mean anything else."""
    language: str = "en"
    """ISO 639-1 code of the message's language."""


def retraction(text: str) -> Retraction | None:
    """Return what a message retracts, or `None` if it is anything but a mere retraction."""
    said = text.strip()
    if not said or len(said) > _LONGEST or _SENTENCES.search(said):
        return None
    if (stops := _match(_STOPS, said)) is not None:
        return Retraction("instruction", said, language=stops[0])
    if (no_longer := _match(_NO_LONGER, said)) is not None:
        return Retraction("instruction", said, plain=False, language=no_longer[0])
    if (forgets := _match(_FORGETS, said)) is not None:
        language, match = forgets
        about = next((part for part in match.groups() if part), "")
        named = "" if about.casefold() in _ANYTHING else about
        return None if _MORE.search(about) else Retraction("memory", named, language=language)
    return None


def _match(forms: Mapping[str, re.Pattern[str]], said: str) -> tuple[str, re.Match[str]] | None:
    """Return the language whose form matches, and the match; if several languages do ("Para de ..."), the likeliest one."""
    found = {language: match for language, form in forms.items() if (match := form.fullmatch(said))}
    if not found:
        return None
    likely = code_of(said)
    language = likely if likely in found else next(iter(found))
    return language, found[language]


def telling(instruction: str) -> frozenset[str]:
    """Return the terms that distinguish an instruction from others, such as a language or a format, without those common to
    all."""
    named = _languages()
    return frozenset(named.get(term, term) for term in terms(instruction)) - _GENERIC


@cache
def _languages() -> Mapping[str, str]:
    """Map terms for a language to its code, so that "German" and "Deutsch" are the same."""
    names: dict[str, str] = {}
    for inside in _NAMED_IN:
        of = Locale(inside).languages
        names |= {term: f"={code}" for code in _LANGUAGES for term in terms(of[code])[:1]}
    return names
