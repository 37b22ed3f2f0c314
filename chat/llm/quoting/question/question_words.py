"""Words by which questions in languages other than English say what they ask for, and what their answers contain."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from chat.text.calendar_names import MONTHS, WEEKDAYS, one_of


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language, by kind of question (see `chat.llm.quoting.question.analysis`)."""

    asks: Mapping[str, re.Pattern[str]]
    """In the order in which they are tried."""
    answers: Mapping[str, re.Pattern[str]]


_CLOCK = r"\d\d?(?:[.:]\d\d\b| ?(?:h\b|uhr|heures?|ore\b|horas?|uur|час))|\b\d\d?[./]\d\d?[./]"
_DAYS = rf"\b(?:{one_of(MONTHS)}|{one_of(WEEKDAYS)})\b|\b(?:19|20)\d\d\b"


def _latin(
    asks: Mapping[str, str], numbers: str, units: str, often: str, because: str, days: str = "", names: bool = True
) -> Words:
    """Build the words of a language from `numbers` in words, `units` of time, and `days` missing from `MONTHS` and `WEEKDAYS`.
    `names`: only names are capitalised."""
    number = rf"\d|\b(?:{numbers})\b"
    answers = {
        "how long": rf"(?:{number})[\d.,]*[\s-]*(?:{units})\b",
        "how often": rf"\b(?:{often})\b",
        "when": f"{_CLOCK}|{_DAYS}" + (rf"|\b(?:{days})\b" if days else ""),
        "how many": number,
        "why": rf"\b(?:{because})\b",
    }
    if names:
        answers["who"] = r"(?<=[\w,] )[A-ZÀ-ÖØ-Þ]\w+"
    return _words(asks, answers)


def _words(asks: Mapping[str, str], answers: Mapping[str, str]) -> Words:
    return Words(_patterns(asks, re.IGNORECASE), {**_patterns(answers, re.IGNORECASE), **_names(answers)})


def _patterns(of_kinds: Mapping[str, str], flags: re.RegexFlag) -> dict[str, re.Pattern[str]]:
    return {kind: re.compile(pattern, flags) for kind, pattern in of_kinds.items()}


def _names(answers: Mapping[str, str]) -> dict[str, re.Pattern[str]]:
    return {"who": re.compile(answers["who"])} if "who" in answers else {}


WORDS: Mapping[str, Words] = {
    "german": _latin(
        {
            "how to": r"^wie (?:kann|muss|soll|mache|geht)\b",
            "how long": r"\bwie lange?\b",
            "how often": r"\bwie (?:oft|häufig)\b",
            "when": r"\b(?:wann|um wie ?viel uhr|(?:an )?welche[mnrs]? (?:tag|datum|monat|jahr|uhrzeit))\b",
            "how many": r"\bwie ?(?:viele?|hoch|groß|alt|weit|schwer|tief|breit|teuer|schnell)\b|\bwas kostet\b",
            "who": r"\bw(?:er|em|en|essen)\b",
            "why": r"\b(?:warum|wieso|weshalb|weswegen)\b",
            "yes or no": r"^(?:ist|sind|war|waren)\b",
        },
        r"eine[rsnm]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|\w*zehn|elf|zwölf|\w*(?:zwanzig|drei(?:ß|ss)ig|[rfchbnt]zig)"
        r"|halbe[sn]?|paar|dutzend|\w*hundert\w*|\w*tausend\w*|million(?:en)?",
        "sekunden?|minuten?|stunden?|tage?n?|nächte?n?|wochen?|monate?n?|quartale?n?|jahre?n?|werktage?n?|meter|kilometer"
        "|seiten?",
        r"täglich\w*|wöchentlich\w*|monatlich\w*|jährlich\w*|jede[nmrs]?|alle|einmal|zweimal|immer|nie|oft|selten|regelmäßig",
        r"weil|da|denn|wegen|aufgrund|deshalb|daher|darum|damit",
        days=r"(?:ersten|zweiten|dritten|letzten) (?:werk|arbeits|bank|kalender)?tag\w*|(?:monats|quartals|jahres)ende"
        r"|(?:anfang|mitte|ende) (?:des|jedes|eines) (?:monats|quartals|jahres)",
        names=False,
    ),
    "french": _latin(
        {
            "how long": r"\bcombien de (?:temps|secondes|minutes|heures|jours|semaines|mois|années|ans)\b"
            "|\bquelle (?:est la )?durée\b",
            "how often": r"\bcombien de fois\b|\bquelle fréquence\b",
            "when": r"\b(?:quand|quelle (?:date|heure|année)|quel (?:jour|mois))\b",
            "how many": r"\b(?:combien|quel(?:le)? (?:est (?:le|la) )?(?:taille|prix|âge|hauteur|poids|montant|température))\b",
            "who": r"\bqui\b",
            "why": r"\bpourquoi\b",
            "yes or no": r"^est-ce que\b|\b(?:est|sont)-(?:ils?|elles?)\b",
        },
        "une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante"
        "|soixante|cents?|mille|demie?|dizaine|millions?",
        "secondes?|minutes?|heures?|jours?|nuits?|semaines?|mois|trimestres?|années?|ans?|mètres?|kilomètres?|pages?",
        r"chaque|tou(?:s|tes) les|par (?:jour|semaine|mois|an)|quotidien\w*|hebdomadaire\w*|mensuel\w*|annuel\w*|toujours"
        r"|jamais|souvent|une fois",
        r"parce|car|à cause|puisque|afin|grâce|en raison",
    ),
    "spanish": _latin(
        {
            "how long": r"\bcuántos? (?:tiempo|segundos|minutos|días|meses|años)\b|\bcuántas (?:horas|semanas|noches)\b",
            "how often": r"\bcuántas veces\b|\bcon qué frecuencia\b|\bcada cuánto\b",
            "when": r"\b(?:cuándo|qué (?:día|fecha|hora|mes|año))\b",
            "how many": r"\bcuánt[oa]s?\b",
            "who": r"\bqui[ée]n(?:es)?\b",
            "why": r"\bpor qué\b",
            "yes or no": r"^[¿\s]*(?:es|son|está|están|era|eran)\b",
        },
        "un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta"
        "|sesenta|setenta|ochenta|noventa|cien(?:to)?|mil|medi[oa]"
        "|millones|docena",
        "segundos?|minutos?|horas?|días?|noches?|semanas?|mes(?:es)?|trimestres?|años?|metros?|kilómetros?|páginas?",
        r"cada|tod[oa]s l[oa]s|diari\w+|semanal\w*|mensual\w*|anual\w*|siempre|nunca|una vez|al (?:día|mes|año)",
        r"porque|debido|ya que|a causa|gracias a|para",
    ),
    "italian": _latin(
        {
            "how long": r"\bquant[oi] (?:tempo|secondi|minuti|giorni|mesi|anni)\b|\bquante (?:ore|settimane|notti)\b",
            "how often": r"\bquante volte\b|\bogni quanto\b",
            "when": r"\b(?:quando|(?:a )?che ora|quale (?:giorno|mese|anno|data)|che (?:giorno|data))\b",
            "how many": r"\bquant[oaie]\b|\bquanto costa\b",
            "who": r"\bchi\b",
            "why": r"\bperché\b",
        },
        "un[oa]?|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|quindici|venti|trenta|quaranta|cinquanta|sessanta|settanta|ottanta"
        "|novanta|cento|mille"
        "|mezz[oa]|milioni|dozzina",
        "second[oi]|minut[oi]|or[ae]|giorn[oi]|nott[ei]|settiman[ae]|mes[ei]|trimestr[ei]|ann[oi]|metri|chilometri|pagin[ae]",
        r"ogni|tutt[ei] (?:i|le)|quotidian\w+|settimanal\w+|mensil\w+|annual\w+|sempre|mai|una volta|al (?:giorno|mese|anno)",
        r"perché|poiché|a causa|dato che|siccome|grazie",
    ),
    "portuguese": _latin(
        {
            "how long": r"\bquantos? (?:tempo|segundos|minutos|dias|meses|anos)\b|\bquantas (?:horas|semanas|noites)\b",
            "how often": r"\bquantas vezes\b|\bcom que frequência\b",
            "when": r"\b(?:quando|que (?:dia|data|horas?|mês|ano)|qual (?:é )?(?:a data|o dia))\b",
            "how many": r"\bquant[oa]s?\b",
            "who": r"\bquem\b",
            "why": r"\bpor ?qu[eê]\b",
        },
        "uma?|dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|quinze|vinte|trinta|quarenta|cinquenta|sessenta|setenta"
        "|oitenta|noventa|cem|mil|mei[oa]|milhões|dúzia",
        "segundos?|minutos?|horas?|dias?|noites?|semanas?|m[eê]s(?:es)?|trimestres?|anos?|metros?|quilómetros?"
        "|quilômetros?|páginas?",
        r"cada|tod[oa]s [oa]s|diari\w+|semanal\w*|mensal\w*|anual\w*|sempre|nunca|uma vez|por (?:dia|mês|ano|semana)",
        r"porque|devido|por causa|já que|pois|graças",
        "segunda|terça|quarta|quinta|sexta",
    ),
    "dutch": _latin(
        {
            "how long": r"\bhoe ?lang\b|\bhoeveel (?:tijd|minuten|uur|dagen|weken|maanden|jaar)\b",
            "how often": r"\bhoe ?vaak\b",
            "when": r"\b(?:wanneer|hoe laat|welke (?:dag|datum|maand)|welk jaar)\b",
            "how many": r"\bhoe ?(?:veel|groot|hoog|oud|ver|zwaar|diep|breed|duur|snel)\b|\bwat kost\b",
            "who": r"\bwie\b",
            "why": r"\bwaarom\b",
        },
        "een|één|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|twintig|dertig|honderd|duizend|half|halve|miljoen|paar",
        "seconden?|minuten?|u(?:ur|ren)|dag(?:en)?|nacht(?:en)?|we(?:ek|ken)|maand(?:en)?|kwarta(?:al|len)|ja(?:ar|ren)"
        "|meter|kilometer|pagina['’]?s?",
        r"elke?|iedere?|dagelijks\w*|wekelijks\w*|maandelijks\w*|jaarlijks\w*|altijd|nooit|vaak|eenmaal|één keer"
        r"|per (?:dag|week|maand|jaar)",
        r"omdat|want|vanwege|wegens|doordat|daarom|zodat|dankzij",
        "januari|februari|maart|mei|augustus|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag",
    ),
    "russian": _latin(
        {
            "how long": r"\b(?:как долго|сколько (?:времени|минут|часов|дней|недель|месяцев|лет))\b",
            "how often": r"\b(?:как часто|сколько раз)\b",
            "when": r"\b(?:когда|в котором часу|во сколько|како(?:го|й|е) (?:числа|день|год\w*|дат\w+))\b",
            "how many": r"\b(?:сколько|каков\w* (?:цена|стоимость|размер|площадь|возраст|высота))\b",
            "who": r"\b(?:кто|кого|кому|кем)\b",
            "why": r"\b(?:почему|зачем)\b",
        },
        "од(?:ин|на|но|ну)|дв[ае]|три|четыре|пять|шесть|семь|восемь|девять|десять|двадцать|тридцать|сто|тысяч\\w*"
        "|миллион\\w*|пол\\w+",
        "секунд\\w*|минут\\w*|час\\w*|д(?:ень|ня|ней|ни)|ноч\\w*|недел\\w*|месяц\\w*|квартал\\w*|год\\w*|лет|метр\\w*"
        "|километр\\w*|страниц\\w*",
        r"кажд\w+|ежедневн\w+|еженедельн\w+|ежемесячн\w+|ежегодн\w+|всегда|никогда|часто|редко|раз",
        r"потому|поскольку|из-за|так как|благодаря|чтобы|поэтому",
        names=False,
    ),
    "chinese": _words(
        {
            "how long": r"多久|多长时间|多長時間|几天|几年|几个月",
            "how often": r"多久一次|多少次|几次|多常",
            "when": r"什么时候|什麼時候|何时|何時|哪天|哪一天|哪年|哪一年|几点|幾點|几月|几号|时间是",
            "how many": r"多少|几|幾|多大|多高|多重|多远|多贵",
            "who": r"谁|誰|哪位|何人",
            "why": r"为什么|為什麼|为何|為何",
        },
        {
            "how long": r"[\d一二三四五六七八九十两半数]+\s*个?(?:秒|分钟|分鐘|小时|小時|天|日|周|週|星期|月|年)",
            "how often": r"每|一次|两次|经常|定期",
            "when": r"[\d一二三四五六七八九十]+\s*[年月日點点时]|上午|下午|晚上|明年|今年|去年|星期|周[一二三四五六日]",
            "how many": r"[\d一二三四五六七八九十百千万亿两半]",
            "why": r"因为|因為|由于|由於|所以|为了",
        },
    ),
    "japanese": _words(
        {
            "how long": r"どのくらい(?:の期間|かか)|どれくらいかか|何(?:分|時間|日間|週間|か月|ヶ月|年間)|期間は",
            "how often": r"何回|どのくらいの頻度|どれくらいの頻度",
            "when": r"いつ|何時(?!間)|何月|何日(?!間)|何年(?!間)|何曜日",
            "how many": r"いくつ|いくら|何[人個円枚本台名]|どのくらい|どれくらい|値段",
            "who": r"誰|だれ|どなた",
            "why": r"なぜ|どうして|何故",
        },
        {
            "how long": r"[\d一二三四五六七八九十半数]+\s*(?:秒|分|時間|日|週間|か月|ヶ月|カ月|年)",
            "how often": r"毎|一度|回|いつも|定期",
            "when": r"[\d一二三四五六七八九十]+\s*[年月日時]|午前|午後|来年|今年|昨年|曜日|平日",
            "how many": r"[\d一二三四五六七八九十百千万億半]",
            "why": r"から|ため|ので",
        },
    ),
}
