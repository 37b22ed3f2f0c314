"""Recognise statements of fact by their words, as distinct from questions, wishes and greetings."""

from __future__ import annotations

import re

from chat.text import CAPITAL, QUESTION_MARKS, sentences, terms
from chat.text.possessives import OURS_IN_EACH_FORM

_SHORTEST = 8
"""Bytes; counted so because a Chinese sentence has few letters."""
_LONGEST = 400
_GREETS = re.compile(
    r"(?:(?:hi there|hello again|thanks (?:a lot|so much|again)|thank you (?:very|so) much"
    r"|hi|hello|hey|ok|okay|yes|no|well|so|and|thanks|thank you|sorry|hallo|danke|ja|nein|bonjour|merci|oui|non|hola|gracias"
    r"|sí|привет|спасибо|да|нет"
    r"|good (?:morning|afternoon|evening|day)|morning"
    r"|oh|ah|hm+|uh+m*|right|great|perfect|sure|alright|by the way|btw|actually|also|anyway|correction|update|fyi"
    r"|guten (?:morgen|tag|abend)|moin|servus|grüß gott|vielen dank|ach(?: ja)?|äh+m*|übrigens|eigentlich|also|korrektur"
    r"|bonsoir|salut|au fait|en fait|alors|pardon|buenos días|buenas (?:tardes|noches)|por cierto|en realidad|bueno|ah|perdón"
    r"|ciao|salve|buon(?:giorno|asera)|grazie(?: mille)?|sì|allora|comunque|a proposito|scusa|olá|oi|bom dia|boa (?:tarde|noite)"
    r"|(?:muito )?obrigad[oa]|sim|não(?=,)|aliás|a propósito|então|desculpa)"
    r"\b[ ,.!:;–—-]*)+",
    re.IGNORECASE,
)
_BEHIND_WO = "an|auf|aus|bei|durch|für|gegen|in|mit|nach|über|um|unter|von|vor|zu"
_CEST = r"c['’]est (?:quel\w*|qui|quoi|quand|combien|où)"
_ASKS = re.compile(
    r"(?:please|can you|could you|would you|will you|tell|show|give|list|write|explain|summari[sz]e|translate|find|compare"
    r"|describe|define|outline|name|calculate|compute|count|determine|identify|quote|remind me|look up|search|analy[sz]e"
    r"|discuss"
    r"|provide|suggest|recommend|draft|rewrite|repeat|help|let me (?:know|see)|i wonder|i(?: am|['’]m) (?:looking for"
    r"|wondering)"
    r"|(?:i|we)(?: (?:(?:just|only|really) )?(?:want|need|wish|would like)|['’]d like) to (?:know|see|find|learn|understand)"
    r"|(?:i|we)(?:['’]ve| have)(?: got)? (?:a|another|one more|some) (?:quick )?questions?"
    r"|what|who|whom|whose|which|where|when|why|how|is|are|was|were|do|does|did|has|have|should|shall"
    r"|bitte|zeig\w*|erklär\w*|sag|nenn\w*|liste|fass\w*|such\w*|finde|gib|schreib\w*|vergleich\w*|berechne\w*|beschreib\w*"
    r"|ich (?:will|möchte|muss) wissen|w(?:er|em|en|essen|ann|arum|ie|ieso|eshalb|eswegen|elche\w*)"
    rf"|wo(?:r?(?:{_BEHIND_WO}|hin|her))?"
    r"|montre|explique|dis|donne|liste|résume|cherche|trouve|compare|décris|calcule|je (?:veux|voudrais) savoir|quel\w*|qui|où"
    rf"|quand|pourquoi|comment|combien|est-ce|{_CEST}"
    r"|muestra|explica|dime|dame|lista|resume|busca|encuentra|compara|calcula|quiero saber|qué|quién|dónde|cuándo|cómo"
    r"|cuánt[oa]s?|cuál(?:es)?|quant[oaie]s?|chi|dove|quando|perché|quali?|quem|onde|quais|hoeveel|waar|wanneer|welke?|waarom"
    r"|mostrami|spiega(?:mi)?|dimmi|dammi|elenca|riassumi|cerca|trova|confronta|descrivi|calcola|(?:voglio|vorrei) sapere"
    r"|(?:che )?cosa|com['’]è|come (?:si|mi|posso|faccio)"
    r"|mostra(?:-me)?|mostre|explique|di(?:z|ga)-me|d[áê]-me|resuma|procur[ae]|encontr[ae]|descrev[ea]|calcule|quero saber|o que"
    r"|расскажи|покажи|назови|перечисли|найди|сравни|объясни|опиши|дай|напиши|что|кто|где|когда|почему|как|сколько)\b",
    re.IGNORECASE,
)
_LONGEST_UNMARKED = 80
_MANY = 5
"""Number of sentences from which a message is more than a question with what led to it."""
_MUCH = 1_000
"""Characters from which a text that does not begin or end with a question or request is something pasted."""
_WHOM = r"(?:i|we|you|he|she|it|they|the|this|that|these|those|there|my|our|your|his|her|their|an?)"
_WEN = r"(?:ich|du|er|sie|es|wir|ihr|man|der|die|das|den|mein\w*|dein\w*|unser\w*)"
NO_PRONOUN = r"(?!(?:i|we|you|he|she|it|they)\b)"
"""What follows is not somebody who does something: "which house we take is open" asks nothing."""
_UNMARKED = re.compile(
    r"\W*(?:(?:and|so|but|ok(?:ay)?|und|also|aber)\s)?(?:"
    rf"(?:when|where|why|how|who|whom|what|how (?:much|many|long|often|far|old)(?:\s\w+)?"
    rf"|(?:what|which|whose)(?:\s{NO_PRONOUN}\w+){{1,2}})"
    rf"\s(?:did|do|does|is|are|was|were|can|could|should|will|would|has|have|had)\s{_WHOM}\b(?! say\b)"
    r"|what (?:about|happened)\b|how about\b"
    r"|(?:did|does)\s(?:i|we|you|he|she|it|they|the|my|our)\b|(?:do|have|should|could)\s(?:i|we|you|they)\b"
    r"|who(?:['’]s)?\s(?:is|was|will|can|has|wants|needs)\s"
    rf"|(?:(?:seit|bis|ab) wann|wann|wo|wohin|woher|warum|wieso|weshalb|wie|wie (?:viel|viele|lange|oft|hoch|teuer|alt)(?:\s\w+)?"
    rf"|was|wen|wem|welche\w*\s\w+)\s\w{{2,}}\s{_WEN}\b"
    r"|(?:hast|bist|kannst|sollst) du\b"
    r"|was ist mit\b"
    rf"|(?:which|whose)(?:\s{NO_PRONOUN}\w+){{1,3}}?\s(?:did|do|does|is|are|was|were|can|could|should|will|has|have"
    r"|had|\w+ed)\b|what(?:['’]s)\s(?:the|my|our|your|his|her|their)\b|what (?:is|are|was|were)\s\w+\s\w+ing\b|who \w{2,}ed\b"
    r"|(?:wann|wo|wohin|woher|warum|wieso|wie|wem|wen|was)\s(?:ist|sind|war|waren|hat|haben|hatte|soll|sollte|kann|muss|wird|will)\s"
    rf"|wo(?:r?(?:{_BEHIND_WO}))\s\w{{2,}}\s|{_CEST}\b"
    r"|combien (?:on|ça|coûte\w*|est|de \w+)\b"
    r"|(?:quand|où|qui|comment) (?:est|sont)\b"
    r"|quel(?:le)?s? (?:est|sont|était)\b|¿?(?:cuánt[oa]s?|cuándo|dónde|quién|cuál|qué)\s\w)",
    re.IGNORECASE,
)
"""The word order of a question: "when did I ...", "seit wann nehme ich ...", "did the ..."."""
_PLEASE = r"(?:(?:please|bitte|s['’]il (?:te|vous) plaît|por favor|пожалуйста)\b[\s,]*)?"
_KEEP = (
    r"(?:remember|note(?:z)?(?!\s+(?:down|all|every|what|which|how)\b)|(?:please )?(?:keep|bear) in mind|(?:don['’]t"
    r"|do not) forget"
    r"|fyi|just so you know|for the record"
    r"|merke?n?\b(?: sie)? (?:bitte )?(?:dir|euch|sich)|denk(?:e|t|en sie)?\b (?:bitte )?(?:auch )?daran|(?:vergiss|vergesst"
    r"|vergessen sie) (?:bitte )?nicht"
    r"|notiere?n?|beachte"
    r"|retiens|retenez|n['’]oublie[sz]? pas|rappelle-toi|souviens-toi|sache[sz]?"
    r"|recuerda|recuerde|anota|apunta|no olvides|no te olvides|ten en cuenta"
    r"|ricorda(?:ti)?|tieni (?:a mente|presente)|non dimenticare|annota(?:ti)?|segnati|sappi"
    r"|lembra-te|lembre-se|não (?:te )?esque[çc]as?|tem em conta|tenha em conta|fica a saber"
    r"|запомни(?:те)?|запиши(?:те)?|не забудь(?:те)?|имей(?:те)? в виду|учти(?:те)?)\b"
)
"""Phrases that ask to remember what follows them."""
_THAT = r"[\s,:–-]*(?:(?:that|dass|que|qu['’]|che|что)(?:\b|(?<=['’]))[\s,:]*)?"
_TOLD = re.compile(rf"{_PLEASE}{_KEEP}", re.IGNORECASE)
_LEAD = re.compile(
    rf"\W*(?:{_PLEASE}(?:{_KEEP}|(?:actually|oh|and|ah|hm+|btw|also|sorry|correction|update|no|well|ok(?:ay)?|by the way|please"
    rf"|übrigens|ach"
    r"|entschuldigung|korrektur|bitte|en fait|pardon|au fait|en realidad|perdón|por cierto|por favor|кстати|пожалуйста)\b)"
    rf"!?{_THAT})+",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:i|i['’]m|i['’]ve|mine|we|we['’]re|we['’]ve|ours|ich|wir|je|j['’]\w+|nous|yo"
    rf"|{OURS_IN_EACH_FORM}|tengo|soy|vivo|mio|mia|miei|mie|nostr[oaie]|meus?|minhas?|noss[oa]s?|mijn|onze|ik|wij"
    r"|mój|moja|moje|nasz\w*|benim|bizim|я|мой|моя|моё|мои|мы|наш\w*|у меня|у нас)\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|costs?|lives?|works?|called|named|will|lies|stands|takes? place|starts?|begins?|ends?"
    r"|opens?|closes?|leaves?|arrives?|belongs?|moved|needs?|likes?|loves?|hates?|owns?|goes|went|runs?|ran|uses?|used|makes?"
    r"|made"
    r"|takes?|took|gets?|got|gives?|gave|pays?|paid|comes?|came|contains?|includes?|requires?|expires?|rotates?|weighs?"
    r"|measures?"
    r"|changed|switched|decided|renamed|became|died|married|born|bought|sold|won|lost|broke|left|started|finished|joined|agreed"
    r"|slipped|approved|cancell?ed|postponed|prefers?|wants?|fails|thinks|thought|found out|owes|owed|says|said|told|knows|knew"
    r"|keeps|kept|rained|snowed|works|speaks|spoke|sleeps|slept|eats|ate|drinks|drank|drives|drove|heard|brought|taught|wrote|fell"
    r"|wurden?|wird|werden|waren|bleibt|dauert|arbeitet|fährt|geht|muss|liebt|isst|trinkt|spricht"
    r"|ont|a (?:été|lieu)|sera|doit|travaille|part (?:à|le|pour|de)|appelle|aime|préfère|dure|vaut|reste|déteste|parle|passe"
    r"|h[ae](?:n|mos)? \w+[ai]do|fue|fueron|será|queda|sale (?:a|el|de|desde|con)|debe|trabaja|necesita|prefiere|dura|pasa"
    r"|habla|odia|llamo|llama|trabajo|nací"
    r"|была?|были|будет|будут|работаю|живу|люблю|любит|переехала?|перен[её]с\w+|начн[её]тся|закрывается|закрыта?|открыта?"
    r"|ist|sind|war|hat|haben|heißt|kostet|wohnt|liegt|steht|beginnt|endet|öffnet|schließt|kommt|gehört|braucht|findet"
    r"|est|sont|était|coûte|habite|commence|finit|ouvre|ferme|arrive|es|son|era|tiene|cuesta|vive|está|empieza|termina|abre"
    r"|cierra|llega|è|sono|si chiama|costa|abita|inizia|finisce|parte|é|são|chama-se|custa|mora|começa|termina|abre|fecha|zijn"
    r"|heet|woont|kost|komt|jest|są|nazywa|kosztuje|mieszka|стоит|зовут|живёт|работает|находится|начинается|это)\b|['’]s\b"
    r"|[是在住叫有]|です|ます|います",
    re.IGNORECASE,
)
NO_PAST = "need|seed|feed|speed|breed|indeed|hundred"
"""Words in -ed that tell nothing past."""
_DOES = re.compile(
    r"(?:(?i:the|my|our|an?|his|her|their|der|die|das|mein\w*|unser\w*|le|la|les|mon|ma|notre|el|los|las|mi|nuestr\w+)\s"
    r"[\w'’-]+(?:\s(?!(?:that|which|who|whom|to|for|in|of)\b)[\w'’-]+)?|(?i:he|she|everybody|everyone|er|elle)"
    rf"|(?!(?i:it|they|that|this|these|those|you|your|and)\b){CAPITAL}[\w'’-]+"
    rf"(?:\s(?:and|und|et|y)\s{CAPITAL}[\w'’-]+)?)"
    r"\s(?:(?:now|also|always|often|usually|sometimes|never|still|actually|jetzt|maintenant|ahora)\s)?(?i:"
    r"plays?|played|joins?|brings?|moves?|moved|meets?|met|teach(?:es)?|stud(?:y|ies|ied)|sings?|sang|cooks?|reads?|travels?"
    r"|travelled"
    r"|stays?|stayed|visits?|visited|sits?|sat|sells?|leads?|led|arrived|calls?|called|collects?|looks? after|drives?"
    r"|rides?|swims?|runs?|learns?|paints?|earns?|wins?|loses?|turns?|wears?|grows?|grew|opened|closed"
    rf"|(?<!s\s)(?!(?:{NO_PAST})\b)[a-z]{{2,}}ed|set|put|built|sent|flew|rode|threw|drew|chose|spent|lent|held"
    r"|hung|felt|woke|wore|shut|quit|hurt|beat|swam|stole|hid|forgot|found|wrote|gave|won|dug|hit|let|saw|stood|took|fed|swept"
    r"|can['’]t|cannot|won['’]t|do(?:es)?n['’]t|didn['’]t|isn['’]t|aren['’]t|wasn['’]t|hasn['’]t"
    r"|spielt|bringt|zieht|zog|fährt|singt|arbeitet|lernt|studiert|macht|trifft|treffen|holt|kauft|geht|fliegt|besucht"
    r"|schläft|isst"
    r"|trinkt|verkauft|leitet|feiert|bekommt|joue|jouent|apporte|travaille|vient|prend|achète|chante|étudie|apprend|vend"
    r"|toca|tocan|trae|trabaja|viene|juega|compra|canta|estudia|aprende|vende|lleva)(?=[\s.!]|$)"
)
"""A subject and its verb at the beginning of a sentence; elsewhere most of these words are plural nouns. After a plural, those in
-ed are participles ("Contracts signed in 2024.")."""
_IS_SO = re.compile(
    r"(?:the|my|our|der|die|das|mein\w*|unser\w*|le|la|mon|ma|notre|el|mi|nuestr\w+)\s[\w'’-]+(?:\s(?!(?:that|which|who|of"
    r"|for|to|in)\b)"
    r"[\w'’-]+){0,2}?\s(?:is|are|was|has|will|costs?|starts?|ends?|begins?|ist|hat|kostet|est|a|coûte|es|cuesta)\s\S",
    re.IGNORECASE,
)
"""The beginning of what is a sentence even without final punctuation."""
_I_DO = re.compile(r"(?:i|we|i['’](?:m|ve)|we['’](?:re|ve)|ich|wir|je|nous)\s\w+\s\S", re.IGNORECASE)
_REACTS = re.compile(
    r"(?:that|it|this|these|those|you|your|das|es|du|dein\w*|ihr|sie|ça|c['’]est|cela|tu|vous|votre|eso|esto|tú|su)\b"
    r"(?!\s(?:\w+\s)?(?:moves?|moved|costs?|opens?|closes?|starts?|begins?|ends?|is (?:on|at|in|now|\d)))",
    re.IGNORECASE,
)
"""The beginning of a reaction to an answer: "Thanks, that was great", "it works"."""
_PLAINLY = re.compile(r"[\u0620-\u06ff\u0900-\u097f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]\s?[.!。！।]$")
"""The end of a sentence in Arabic, Hindi, Japanese, Chinese or Korean without a question mark."""
_WANTS = re.compile(
    r"什么|什麼|谁|誰|哪|几|幾|多少|多久|怎|吗|嗎|呢|为何|為何|为什么|如何|请|請|帮我|幫我|告诉|告訴|给我|給我|总结|總結|列出|翻译|翻譯|写|寫|解释|解釋|比较|比較|查"
    r"|何|いつ|どこ|なぜ|どう|いくら|いくつ|ですか|ますか|教えて|ください|下さい|まとめ|要約|翻訳|説明して|比較して"
    r"|무엇|뭐|누구|언제|어디|왜|어떻게|얼마|몇|까\b|나요|주세요|해줘|알려|요약|번역"
    r"|\b(?:ما|ماذا|من هو|من هي|متى|أين|كيف|كم|هل|لماذا|أي|لخص|اشرح|اكتب|ترجم|أخبرني|أعطني|ابحث|قارن|اذكر)\b"
    r"|क्या|कौन|कब|कहाँ|क्यों|कैसे|कितन|बताओ|बताइए|बताएं|लिखो|लिखिए|समझाओ|समझाइए|सारांश"
)
"""Words of these languages that express a question or a wish."""
_LABELLED = re.compile(r"[^\W\d_][^:?\n]{2,60}: \d")
"""A label and its figure: "Deadline for the tender: 15 January"."""
_CODE = re.compile(r"[{}`]|;(?!\s+[^\W\d_])|==|\s=\s|\w\(|\w=\S|^/")
_REQUESTS = re.compile(
    r"(?:(?:please|bitte|(?:can|could|would|will) you(?: please)?)\s+)*"
    r"(?:list|compare|(?:give|show|tell) (?:me|us)|show|summari[sz]e|sum up|explain|describe|define|outline|find|calculate"
    r"|compute|count(?! (?:on|in)\b)"
    r"|determine|identify|quote|look up|search(?= (?:for|in|through|the|all|my|our|every)\b)|analy[sz]e|provide|repeat"
    r"|name (?=(?:the|all|every|each|two|three|some)\b)"
    r"|zeig(?:e|t|en)?|erklär(?:e|t|en)?|nenn(?:e|t|en)?|liste|fass(?:e|t|en)?|suche|finde|gib mir|sag mir|vergleich(?:e|t|en)?"
    r"|berechne|beschreib(?:e|t|en)?|zähl(?:e|t|en)?"
    r"|montre[rz]?|explique[rz]?|dis|dites|donne[rz]?|liste[rz]?|résume[rz]?|cherche[rz]?|trouve[rz]?|compare[rz]?|décris"
    r"|décrivez"
    r"|calcule[rz]?|énumère"
    r"|mu[eé]stra(?:me|nos)?|explica(?:me)?|explícame|dime|dame|lista|enumera|resume|busca|encuentra|compara|calcula|describe"
    r"|hazme un resumen)(?:\b|(?<=\s)|(?=-))",
    re.IGNORECASE,
)
"""Imperatives that ask to be told something; requests to write something are not included, because they say what about."""
_OWN_THING = re.compile(
    r"\b(?:my|our|meine?[mnrs]?|unsere?[mnrs]?|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?)\s[^\W\d_]+"
    r"(?=\s*(?:[.!,]|$|\s(?:in|on|for|of|from|with|at|by|aus|im|vom|von|dans|du|de|en|del)\b))",
    re.IGNORECASE,
)
"""As in "show me my appointments", which states nothing about them."""
_SET_IN = re.compile(
    r",\s(?:(?:my|our|who|which|mein\w*|unser\w*|mon|ma|notre|mi|nuestr\w+)\s|(?:i|we|he|she|it|they|ich|wir"
    r"|er|sie|je|yo)\b)",
    re.I,
)
"""A clause after a comma that states something about somebody: "Leo, my landlord", "for my sister, she has a dog"."""
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|lives?|loves?|hates?|likes?|moved|needs?|ist|sind|war|hat|haben|wohnt|liebt"
    r"|braucht|est"
    r"|sont|a|habite|aime|es|está|tiene|vive|because|since|weil|parce|porque)\b(?! (?:few|short|list|table|summary|brief))"
    r"|['’](?:s|re|m|ve)\s(?:an?|the|in|at|on|\w+ing)\b",
    re.IGNORECASE,
)
_WHAT = re.compile(
    r"\b(?:what|which|that|where|when|how|why|if|whether|was|welche\w*|wer|wo|wann|wie|warum|que|qui|quel\w*|où|quand|comment"
    r"|qué"
    r"|cuál\w*|quién|dónde|cuándo|cómo)\b|,\s(?:der|die|das)\b",
    re.IGNORECASE,
)
"""Words after which the thing asked for follows."""
_LONGEST_REQUEST = 120
_ASKS_FOR_THEM = re.compile(
    r"\b(?:ask|asked|asking(?! (?:price|rent))|my (?:\w+ )?questions?|gefragt|meine?r? (?:\w+ )?fragen?|demandé|mes? questions?"
    r"|pregunt\w+|спр(?:осил|ашивал)\w*|вопрос\w*)\b",
    re.IGNORECASE,
)
_BEGS = re.compile(r"\b(?:please|bitte|s['’]il (?:vous|te) pla[iî]t|por favor|пожалуйста)\W*$", re.IGNORECASE)
_ENDED = re.compile(r"[.!。！।][\s)\]»”\"']*$")


def tells(sentence: str) -> bool:
    """Return whether a sentence states a fact; questions, wishes, greetings and anything like code do not."""
    bare = sentence.strip()
    if len(bare.encode()) < _SHORTEST or len(bare) > _LONGEST or bare.endswith((*QUESTION_MARKS, ":")) or _CODE.search(bare):
        return False
    bare = _GREETS.sub("", bare, count=1) if _GREETS.match(bare) else bare
    if _TOLD.match(bare):
        return len(terms(bare)) > 1
    if asks(bare) or not terms(bare) or _BEGS.search(bare):
        return False
    if _PLAINLY.search(bare):
        return not _WANTS.search(bare)
    return bool(_OWN.search(bare) or _HOLDS.search(bare) or _LABELLED.match(bare) or _DOES.match(bare))


def without_lead(sentence: str) -> str:
    """Strip an introduction such as "remember that", "actually" or "oh, sorry:"."""
    lead = _LEAD.match(sentence)
    return sentence[lead.end() :] if lead else sentence


def without_greeting(text: str) -> str:
    """Strip an opening such as "hi", "thanks!", "by the way" or "hmm ok, actually"."""
    greets = _GREETS.match(text)
    return text[greets.end() :] if greets else text


def asks(text: str) -> bool:
    """Return whether a text begins like something that wants an answer, with or without a question mark: "I need to know how",
    "Name three"."""
    return bool(_ASKS.match(text)) and not _TOLD.match(text)


def asks_to_keep(text: str) -> bool:
    """Return whether a text begins by asking to remember what follows: "note that", "Merke dir:"."""
    return bool(_TOLD.match(text))


def is_pasted(text: str) -> bool:
    """Return whether a text is many full sentences, such as notes that were pasted, none of which wants an answer; of a very long
    one, neither the first nor the last."""
    said = [text[span.start : span.end].strip() for span in sentences(text)]
    if len(text) >= _MUCH:
        return not any(asks(each) or each.endswith(QUESTION_MARKS) for each in (said[0], said[-1]))
    return len(said) >= _MANY and bool(_ENDED.search(text.strip())) and not any(asks(each) or _CODE.search(each) for each in said)


def is_so(text: str) -> bool:
    """Return whether a text begins like a sentence about how something is: "the party is on 12 June"."""
    return bool(_IS_SO.match(text))


def only_tells(text: str) -> bool:
    """Return whether a message consists only of statements, optionally after a greeting, with final punctuation, which search
    terms seldom have.

    After a greeting the punctuation may be missing; reactions to an answer ("thanks, that's it") do not count.
    """
    bare = without_greeting(text.strip())
    greeted = bare != text.strip()
    if greeted and (_REACTS.match(bare) or asks(bare)):
        return False
    said = [bare[span.start : span.end] for span in sentences(bare)]
    ended = bool(_ENDED.search(bare)) or (greeted and bool(_DOES.match(bare) or _IS_SO.match(bare) or _I_DO.match(bare)))
    return bool(said) and ended and all(map(tells, said))


def only_requests(text: str) -> bool:
    """Return whether a message consists only of requests to be told something, and questions, and states nothing: "List all
    meetings" or "when did I plant the garlic", but not "find a flat for my sister, she has a dog".

    At least one sentence must be a request or a question without a question mark; `text.asks_only` recognises messages that only
    ask, by punctuation rather than words.
    """
    bare = without_greeting(text.strip())
    if len(bare) > _LONGEST_REQUEST or _CODE.search(bare):
        return False
    said = [bare[span.start : span.end].strip() for span in sentences(bare)]
    wants = [_requests(each) or _is_unmarked_question(each) for each in said]
    return (
        bool(said) and any(wants) and all(each.endswith(QUESTION_MARKS) or want for each, want in zip(said, wants, strict=True))
    )


def _is_unmarked_question(sentence: str) -> bool:
    """Return whether a short sentence has the word order of a question, though no question mark."""
    marked = sentence.endswith(QUESTION_MARKS)
    return not marked and len(sentence) <= _LONGEST_UNMARKED and _UNMARKED.match(sentence) is not None


def _requests(sentence: str) -> bool:
    match = _REQUESTS.match(sentence)
    if match is None or ":" in sentence or any(map(str.isdigit, sentence)) or _SET_IN.search(sentence):
        return False
    wanted = _WHAT.split(sentence[match.end() :], maxsplit=1)[0]
    return not (_FINITE.search(wanted) or _OWN.search(_OWN_THING.sub("", wanted)))


def asks_for_questions(question: str) -> bool:
    """Return whether a question asks what was asked before."""
    return bool(_ASKS_FOR_THEM.search(question))
