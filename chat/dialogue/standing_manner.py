"""Forms of whole messages that say how to answer: "be more concise", "use British spelling", "all dates in ISO format".

Beside other sentences they may be about the present answer only, and with anything behind them ("... in this paragraph: ...")
they are requests.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

_LANGUAGE = (
    r"(?:(?:british|american|swiss|plain|simple) )?(?:english|french|german|spanish|italian|portuguese|dutch|polish|russian"
    r"|turkish"
    r"|arabic|chinese|japanese|korean|hindi|ukrainian|swedish|danish|norwegian|finnish|greek|czech)"
)
_LANGUAGE_DE = (
    r"(?:deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|niederländisch|russisch|türkisch|polnisch"
    r"|schweizerdeutsch)"
)
_LANGUAGE_FR = r"(?:français|anglais|allemand|espagnol|italien|portugais|néerlandais|russe|turc|polonais|arabe)"
_LANGUAGE_ES = r"(?:español|inglés|francés|alemán|italiano|portugués|neerlandés|ruso|turco|polaco|árabe|catalán)"

# --- English -------------------------------------------------------------------------------------------------------

_LEAD = (
    r"(?:(?:please|kindly|ok(?:ay)?|so|and|now|actually|also|from now on|in future|in the future|could you|can you|would you"
    r"|will you|i(?:['’]d| would) like you to|i want you to|i need you to|you should|you must|you can|you may|try to"
    r"|always)\b,? )*"
)
_TAIL = (
    r"(?:,? (?:please|thanks|thank you|from now on|always|every time|each time|all the time|ever|at all|any ?more|in general"
    r"|by default|with me|to me|for me|in future|in the future|(?:in|with) (?:all )?your (?:answers|replies|responses)"
    r"|when(?:ever)? (?:you )?(?:talk|speak|writ|answer|reply|respond)(?:e|ing)?(?: to me)?))*[.!]*"
)
_MODEST = r"(?:(?:a bit|a little|much|way|far|even|very|really|extremely|as|rather|quite|always|so|too|not so|not too) )*"
_MANNER = (
    r"(?:brief(?:er)?|short(?:er)?|concise|succinct|terse|verbose|wordy|chatty|talkative|long-winded|formal|informal|casual"
    r"|friendl(?:y|ier)"
    r"|polite|direct|precise|exact|detailed|thorough|technical|simpler?|professional|critical|blunt|enthusiastic|apologetic"
    r"|repetitive|flowery|dramatic|academic|playful|humorous|funny|sarcastic|neutral|objective|structured|to the point|robotic"
    r"|stiff"
    r"|pushy|encouraging|cheerful|specific|vague|salesy|preachy|condescending)"
)
_MANNERS = rf"{_MODEST}(?:(?:more|less) )?{_MODEST}{_MANNER}(?:(?:,| and|, and| but) {_MODEST}(?:(?:more|less) )?{_MANNER})*"
_STYLE = (
    r"(?:(?:long|difficult|complicated|foreign|fancy|big|technical|filler|swear|legal|medical) (?:words?|sentences|terms"
    r"|language|jargon)"
    r"|emojis?|emoticons?|smileys|bullets?|bullet points|lists|numbered lists|tables|headings|markdown|jargon|slang|abbreviations"
    r"|acronyms|exclamation (?:marks|points)|bold(?: text)?|italics|footnotes|buzzwords|clich[eé]s|small talk|disclaimers"
    r"|apologies|pleasantries|the passive(?: voice)?|passive voice|anglicisms|sarcasm|flattery|hedging|(?:em[- ])?dashes"
    r"|semicolons"
    r"|capital letters|all caps|contractions|idioms|metaphors|preambles?|repetitions?|filler|profanity|humou?r|jokes|puns)"
)
_WORD_AS_SUCH = r"(?:the )?(?:words?|terms?|phrases?|expressions?) [\"“”‘’'«»][^\"“”«»]{1,60}[\"“”‘’'«»]"
_ANY = r"(?:(?:any|so many|so much|too many|many|all (?:these|those|the)|these|those|the|your|more) )*"
_STYLES = rf"{_ANY}(?:{_STYLE}|{_WORD_AS_SUCH})(?:,? (?:and|or|nor) {_ANY}(?:{_STYLE}|{_WORD_AS_SUCH}))*"
_USED = (
    r"(?:(?:(?:british|american|uk|us|canadian|australian|simple|plain|formal|informal|casual|easy|everyday|short|gender-neutral"
    r"|inclusive"
    r"|clear|full|proper|polite|non-technical|layman['’]s) )+(?:spelling|english|language|words?|sentences|style|tone|terms"
    r"|grammar"
    r"|vocabulary|paragraphs|punctuation)|(?:the )?(?:metric|imperial|si|us|customary)(?: units| system| measurements)+"
    r"|celsius|fahrenheit|kelvin|kilomet(?:re|er)s|miles|kilograms|kilos|pounds and ounces|(?:swiss )?francs|euros"
    r"|(?:us )?dollars"
    r"|(?:the |a )?(?:24|12|twenty-four|twelve)[- ]hour (?:clock|format|times?|notation)"
    r"|(?:the )?iso(?: 8601)?(?: dates?)?(?: formats?)?"
    rf"|bullet points|numbered lists|(?:the )?(?:first|second|third) person|(?:the )?oxford commas?|my first name|{_STYLE}"
    r"|(?:decimal|thousands) (?:commas?|points?|separators?)|day[- ]month[- ]year(?: format)?)"
)
_KIND = (
    r"(?:dates?|times?|amounts?|prices?|sums?|costs?|numbers?|figures|temperatures?|distances?|weights?|lengths?|heights"
    r"|measurements?|measures|units|currencies|percentages|quantities|sizes|quotes|quotations|code(?: examples)?|examples|sources"
    r"|citations|references|headings|lists|recipes|names|titles|explanations|summaries|answers)"
)
_FORMAT = (
    rf"(?:{_LANGUAGE}|(?:the )?(?:iso|american|british|german|european|us|uk|24-hour|12-hour|full|long"
    rf"|short)\b(?: [a-z0-9-]+){{0,2}}"
    r"|(?:swiss )?francs|euros?|(?:us |canadian |australian )?dollars|pounds|yen|usd|eur|chf|gbp|metric(?: units)?"
    r"|imperial(?: units)?"
    r"|celsius|fahrenheit|kelvin|kilomet(?:re|er)s|miles|met(?:re|er)s|feet|kilos|kilograms|grams|thousands|millions|words"
    r"|numerals|digits"
    r"|figures|percent|bold|italics|bullet points|tables?|code blocks|quotation marks|python|markdown"
    r"|(?:a |the )?(?:decimal|thousands) (?:commas?|points?|separators?)|(?:two|one|three|no|\d) decimals?(?: places)?"
    r"|(?:a |the )?[a-z-]+ (?:format|notation|style)|d{1,2}[./-]m{1,2}[./-]y{2,4}|y{4}-m{2}-d{2})"
)
_ANSWERING = (
    r"(?:answer|reply|respond|write|speak|talk|use|explain|cite|summari[sz]e|translate|format|include|mention|quote|show|give"
    r"|list|state"
    r"|say|structure|put|add|end|start|begin|round|convert|name)"
)
_YOU_DO = (
    r"(?:suggest|recommend|propose|answer|reply|respond|write|explain|give|talk|speak|plan|list|help|advise|draft|summari[sz]e"
    r"|translate|cite|quote|mention|show|tell|calculate|describe|pick|choose|look for|find|compare|discuss)"
)
_ENGLISH = (
    r"(?:don['’]t|do not|never|avoid|no|no more|without|use no|skip|drop|leave out|cut out|omit|enough with|lay off|less|fewer"
    r"|go easy on)"
    r"(?: ever)?(?: (?:use|using|write|writing|giv(?:e|ing)(?: me)?|includ(?:e|ing)|add|adding|send|sending|show|showing|make"
    r"|making"
    rf"|with|put))? {_STYLES}",
    rf"stop (?:using|with|writing|adding|sending|giving me) (?:so many|so much|too many|all (?:these|those|the)) (?:{_STYLE})",
    r"(?:don['’]t|do not) (?:ever |always )?(?:call|address) me (?!(?:back|at|on|when|if|before|after|tomorrow|today|again"
    r"|for)\b)"
    r"[\w'’-]+(?: [\w'’-]+)?",
    r"(?:stop|quit|avoid|no more|enough with) (?:always |constantly )?(?:the )?(?:apologi[sz]ing|saying (?:you(?:['’]re"
    r"| are) )?sorry"
    r"|repeating (?:yourself|my (?:question|words)|the question|me)|thanking me|praising me|flattering me|complimenting me"
    r"|hedging|rambling|lecturing(?: me)?|moralising|moralizing|preaching|joking|summari[sz]ing everything"
    rf"|being (?:so |too |this |that )*{_MANNER}|asking (?:me )?(?:if|whether|follow-up|so many)\b[^,.;:]{{0,40}})",
    rf"(?:be|sound|stay|remain|keep it|keep things) {_MANNERS}(?: and {_MANNERS})?",
    rf"{_MODEST}(?:more|less|not so|not too) {_MODEST}{_MANNER}(?: (?:answers|replies|responses))?,? please",
    r"(?:a bit |a little |much )?(?:less|fewer|not so (?:much|many)) (?:details?|words|text|explanations?|examples|context)",
    r"(?:a bit |a little |much )?more (?:details?|explanations?|examples|context),? (?:please,? )?(?:always|from now on"
    r"|in general|by default)",
    r"(?:i(?:['’]d)? (?:want|need|like|prefer)|i would like|give(?: me)?|show(?: me)?|write|state|list|express|put|convert|use"
    r"|format|quote"
    rf"|report|keep|display|present)?(?:^| )?(?:all|every) (?:of )?(?:the |your |my )?{_KIND}(?: and {_KIND})? (?:in|as|to"
    rf"|with) {_FORMAT}",
    rf"{_ANSWERING}\b(?! (?:the|this|these|that|my|our|him|her|them|it|[A-Z])\b.* (?:every time"
    rf"|each time) [^,.;:]+)[^,;:?]{{1,70}},? "
    r"(?:every time|each time|all the time|at all times|by default|without exception|whenever possible|as a rule)",
    rf"(?:use|write (?:in|with)|stick to|apply|prefer) {_USED}(?: and {_USED})?(?: again)?",
    rf"(?:only (?:in )?|in |just (?:in )?|nothing but )?{_LANGUAGE}(?: only| and nothing else)",
    rf"(?:only|just|nothing but) (?:in )?{_LANGUAGE}",
    rf"(?:answer|reply|respond|write|speak|talk|go|switch|change|return)(?: to me)?(?: back)? (?:(?:in|to) )?{_LANGUAGE} again",
    rf"(?:(?:go |switch |change )?back to|switch (?:over )?to|continue in|carry on in) {_LANGUAGE}",
    r"(?:keep in mind|bear in mind|have in mind|remember|consider|take into account|don['’]t forget"
    r"|note)(?: that)? i\b[^,.;:?]{2,80},?"
    rf" (?:when(?:ever)?|if|every time) you(?:['’]re)? {_YOU_DO}\w*\b[^;:?]*",
    rf"(?:when(?:ever)?|every time) you(?:['’]re)? {_YOU_DO}\w*\b[^,;:?]*, (?:please |always |never |only |do )*"
    rf"(?:{_ANSWERING}|{_YOU_DO}|keep in mind|bear in mind|remember|consider|assume|make sure|avoid|don['’]t|do not|stick to"
    r"|prefer)\b[^;:?]*",
    r"(?:assume|presume|take it)(?: that)? i(?:['’]m| am| know| understand| speak| read| can| have no| don['’]t| do not| never"
    r"| prefer| use"
    r"| work| live|['’]ve never| have never)\b[^\d,;:?]{2,80}",
    r"(?:treat me|talk to me|speak to me|write to me|explain (?:things|everything|it all)(?: to me)?) (?:as|like)(?: if"
    r"| though)? (?!th(?:at|is)\b)[^\d,;:?]{2,60}",
    r"i(?:['’]d| would)? (?:prefer|like|want|love) (?:my |your |all )?(?:answers|replies|responses|explanations) (?:in|with"
    r"|without|as)"
    rf" (?:{_USED}|{_STYLE}|{_FORMAT}|examples|sources|page numbers|diagrams)",
)

# --- German --------------------------------------------------------------------------------------------------------

_LEAD_DE = (
    r"(?:(?:bitte|ok(?:ay)?|also|und|jetzt|ab jetzt|ab sofort|von jetzt an|künftig|in zukunft|du sollst|du kannst|du darfst"
    r"|kannst du"
    r"|könntest du|würdest du|immer)\b,? )*"
)
_TAIL_DE = (
    r"(?:,? (?:bitte|danke|mehr|immer|ab jetzt|ab sofort|von jetzt an|künftig|in zukunft|generell|grundsätzlich|ständig|jedes mal"
    r"|in (?:allen )?(?:deinen |den )?antworten|mit mir|überhaupt))*[.!]*"
)
_STYLE_DE = (
    r"(?:emojis?|smileys?|stichpunkte|aufzählungen|listen|tabellen|überschriften|fachbegriffe|fachwörter|fachsprache|fremdwörter"
    r"|anglizismen"
    r"|abkürzungen|ausrufezeichen|floskeln|füllwörter|entschuldigungen|lange[nr]? sätze|schachtelsätze|umgangssprache|markdown"
    r"|fettschrift"
    r"|ironie|witze|passiv|komplizierten? wörter)"
)
_MANNER_DE = (
    r"(?:kurz|kürzer|knapp|knapper|kompakt|ausführlich|ausführlicher|detailliert(?:er)?|förmlich(?:er)?|formell(?:er)?"
    r"|locker(?:er)?"
    r"|freundlich(?:er)?|höflich(?:er)?|sachlich(?:er)?|direkt(?:er)?|präzise[r]?|genau(?:er)?|einfach(?:er)?|konkret(?:er)?"
    r"|technisch(?:er)?|kritisch(?:er)?|prägnant(?:er)?|umständlich|geschwätzig|weitschweifig)"
)
_KIND_DE = (
    r"(?:daten|datumsangaben|zeiten|uhrzeiten|zeitangaben|beträge|preise|summen|kosten|zahlen|temperaturen|entfernungen|gewichte"
    r"|längen|maße"
    r"|maßeinheiten|einheiten|mengen|prozente|zitate|quellen|beispiele|antworten)"
)
_FORMAT_DE = (
    r"(?:(?:schweizer )?franken|euro|dollar|pfund|celsius|fahrenheit|kilometern?|metern?|meilen|kilogramm|gramm|tausend"
    r"|millionen|prozent"
    r"|worten|ziffern|(?:iso|24-stunden|din)[\w-]*(?:-?format)?|(?:\w+ )?format(?: [a-z.-]+)?|metrisch\w*(?: einheiten)?"
    rf"|{_LANGUAGE_DE}|fettschrift"
    r"|(?:zwei|einer?|\d) nachkommastellen?|python)"
)
_DO_DE = r"(?:verwend|benutz|nutz|schreib|gib|nimm|zeig|mach|nenn|füg|setz|vermeid)\w*"
_GERMAN = (
    rf"(?:{_DO_DE} (?:mir |bitte |nie(?:mals)? |immer )*)?(?:keine?[nr]?|ohne|nie(?:mals)?|weniger|nicht so viele) {_STYLE_DE}"
    rf"(?: (?:und|oder) (?:keine? )?{_STYLE_DE})?(?: mehr)?(?: (?:verwenden|benutzen|nutzen|schreiben))?",
    rf"(?:{_DO_DE} (?:bitte )?)(?:nie(?:mals)? |nicht )*(?:nicht |nie )?(?:das wort|den begriff|den ausdruck"
    rf"|die wörter) [\"„“»«'‚‘][^\"„“»«]{{1,60}}[\"“”»«'‘]",
    rf"vermeide? {_STYLE_DE}(?: und {_STYLE_DE})?",
    r"(?:sei|seien sie|bleib|fass dich|halte? dich) (?:bitte )?(?:immer )?(?:etwas |ein bisschen |viel |deutlich |sehr "
    r"|nicht so |weniger"
    rf" |mehr )*{_MANNER_DE}(?: und {_MANNER_DE})?",
    rf"(?:etwas |ein bisschen |viel |deutlich )?(?:(?:weniger|nicht so|mehr) {_MANNER_DE}|weniger (?:details|text|worte"
    r"|beispiele))",
    rf"(?:{_DO_DE} (?:mir )?|rechne |ich (?:möchte|will|hätte gern) )?alle (?:{_KIND_DE})(?: und {_KIND_DE})? (?:immer )?(?:in"
    rf"|im|als|mit|auf) {_FORMAT_DE}"
    r"(?: (?:an|angeben|schreiben|nennen|um))?",
    rf"(?:nur|ausschließlich|nur noch) (?:auf |in )?{_LANGUAGE_DE}",
    rf"(?:antworte|schreib|sprich|rede)\w* (?:mir |bitte |jetzt )*wieder (?:auf|in) {_LANGUAGE_DE}",
    rf"(?:wieder |zurück |wechsle |wechsel )+(?:zu |zum |auf |ins? )(?:auf )?{_LANGUAGE_DE}\w*",
    r"(?:verwend|benutz|nutz|schreib)\w* (?:mir |bitte |immer |wieder )*(?:in |mit )?(?:(?:britische[rn]?|amerikanische[rn]?"
    r"|schweizer|einfache[rn]?|kurze[rn]?"
    r"|formelle[rn]?|gendergerechte[rn]?|leichte[rn]?|klare[rn]?|deutsche[rn]?) (?:schreibweise|rechtschreibung|sprache|wörter"
    r"|worte|sätze|begriffe"
    r"|stil)|metrische einheiten|das metrische system|celsius|fahrenheit|kilometer|(?:schweizer )?franken|euro|stichpunkte"
    rf"|das 24-stunden-format|{_STYLE_DE})"
    r"(?: wieder)?",
    r"hör(?:e|en sie)? (?:bitte )?auf,? (?:dich|sich|meine fragen?|mich|mir) (?:ständig |immer |dauernd "
    r"|so oft )?zu (?:entschuldigen|wiederholen|loben|danken)",
    r"(?:geh|nimm)\w* (?:bitte )?(?:davon aus|an),? dass ich [^\d;:?]{2,80}",
    r"(?:denk(?:e)? (?:bitte )?daran|vergiss (?:bitte )?nicht|beachte (?:bitte )?"
    r"|berücksichtige (?:bitte )?),? ?dass ich [^;:?]{2,80},? (?:wenn|falls) du [^;:?]{3,60}",
    r"(?:behandle|sprich mit|rede mit) mi(?:ch|r) wie (?:eine?n?|einem|einer) \w+",
    r"erklär\w* (?:mir )?(?:alles|die dinge|sachen)? ?[^,;:?]{0,40}(?:jedes mal|schritt für schritt|immer schritt für schritt)",
)

# --- French --------------------------------------------------------------------------------------------------------

_LEAD_FR = (
    r"(?:(?:s['’]il (?:te|vous) plaît|merci de|veuillez|ok|d['’]accord|et|maintenant|désormais|dorénavant|à partir de maintenant"
    r"|à l['’]avenir"
    r"|tu peux|vous pouvez|peux-tu|pourrais-tu|pourriez-vous|je veux|je voudrais|toujours)\b,? )*"
)
_TAIL_FR = (
    r"(?:,? (?:s['’]il (?:te|vous) plaît|stp|svp|merci|toujours|désormais|dorénavant|à partir de maintenant|à l['’]avenir"
    r"|à chaque fois"
    r"|dans (?:toutes )?(?:tes|vos|les) réponses|avec moi|systématiquement|de nouveau|à nouveau))* ?[.!]*"
)
_STYLE_FR = (
    r"(?:émojis?|emojis?|émoticônes|smileys|tableaux|tableau|listes|puces|listes à puces|titres|jargon|termes techniques"
    r"|mots techniques|abréviations"
    r"|anglicismes|points d['’]exclamation|argot|excuses|phrases longues|gras|markdown|mots compliqués|métaphores|blagues"
    r"|formules de politesse)"
)
_MANNER_FR = (
    r"(?:bref|brève|brefs|court|courte|concise?|détaillée?|formel(?:le)?|familier|familière|direct|directe|précise?|simple"
    r"|technique|poli|polie"
    r"|bavard|bavarde|verbeux|verbeuse|clair|claire|amical|amicale|neutre|critique|enthousiaste|synthétique)"
)
_KIND_FR = (
    r"(?:dates|heures|montants|prix|sommes|coûts|nombres|chiffres|températures|distances|poids|longueurs|mesures|unités"
    r"|quantités|pourcentages"
    r"|citations|sources|exemples|réponses)"
)
_FORMAT_FR = (
    r"(?:en (?:francs(?: suisses)?|euros|dollars|livres|celsius|degrés celsius|fahrenheit|kilomètres|mètres|kilos|grammes"
    rf"|milliers|lettres|chiffres|gras|puces|{_LANGUAGE_FR})"
    r"|au format \w+(?: \w+)?|avec (?:deux|une|\d) décimales?)"
)
_FRENCH = (
    r"(?:pas|plus|jamais|sans|évite[rz]?|moins|arrête[rz]?|stop)(?: de| d['’]| avec les| les| aux| le)? ?(?:utiliser (?:des "
    rf"|les |d['’]|de ))?{_STYLE_FR}(?: (?:ni|et|ou) (?:de |d['’])?{_STYLE_FR})?",
    r"n(?:e |['’])(?:me |m['’]|nous )?(?:utilise[sz]?|emploie[sz]?|employez|mets|mettez|donne[sz]?|fais|faites|écris|écrivez"
    r"|ajoute[sz]?)(?:-moi)? (?:pas|plus|jamais|pas tant|jamais plus)"
    rf" (?:de |d['’]|du |des |le |les )?(?:{_STYLE_FR}|(?:mots?|termes?|expressions?) [\"“«'‘] ?[^\"“”«»]{{1,60}} ?[\"”»'’])",
    r"(?:sois|soyez|reste[sz]?) (?:toujours )?(?:un peu |beaucoup |très |plus |moins |aussi |pas si "
    rf"|pas trop )*{_MANNER_FR}(?: et (?:plus |moins )?{_MANNER_FR})?",
    rf"(?:un peu |beaucoup )?(?:(?:plus|moins) {_MANNER_FR}|moins de (?:détails?|mots|texte|exemples))",
    r"(?:donne[sz]?(?:-moi)?|mets|mettez|écris|écrivez|indique[sz]?|affiche[sz]?"
    rf"|exprime[sz]?)? ?(?:toujours )?tou(?:te)?s les {_KIND_FR}(?: et {_KIND_FR})? {_FORMAT_FR}",
    rf"(?:donne[sz]?(?:-moi)?|écris|écrivez|indique[sz]?) (?:toujours )?les {_KIND_FR} {_FORMAT_FR}",
    rf"(?:uniquement|seulement|exclusivement|rien qu['’])(?: ?en| du| le)? ?{_LANGUAGE_FR}|(?:en )?{_LANGUAGE_FR} (?:uniquement"
    r"|seulement)",
    rf"(?:réponds|répondez|écris|écrivez|parle[sz]?)(?:[ -]moi)? (?:(?:de nouveau|à nouveau|encore) en {_LANGUAGE_FR}"
    rf"|en {_LANGUAGE_FR} (?:de nouveau|à nouveau))",
    rf"(?:reviens|revenez|retour|repasse[sz]?|passe[sz]?|reprends|continue[sz]?) (?:à l['’]|au |en |à )+{_LANGUAGE_FR}",
    r"(?:utilise[sz]?|emploie|employez|écris avec|écrivez avec) (?:toujours |de nouveau )*(?:des |les |le |la |l['’]|un "
    r"|une )?(?:(?:mots|phrases|termes) (?:simples|courte?s|faciles)|langage simple"
    r"|orthographe \w+|unités métriques|unités impériales|système métrique|celsius|fahrenheit|euros|francs(?: suisses)?"
    r"|format 24 heures|puces|listes(?: à puces)?|tableaux|ton \w+)",
    r"arrête[rz]? de (?:t['’]excuser|vous excuser|te répéter|vous répéter|répéter ma question|me remercier)",
    r"(?:pars|partez) du principe que j[e'’][^\d;:?]{2,80}|(?:suppose[sz]?|considère|considérez) que j[e'’] ?(?:suis|connais"
    r"|sais|comprends|parle|ne)\b[^\d;:?]{2,80}",
    r"(?:garde[sz]? (?:à|en) (?:l['’])?esprit|n['’]oublie[sz]? pas|tiens compte|tenez compte|souviens-toi"
    r"|souvenez-vous)(?: du fait)? que j[e'’][^;:?]{2,80} (?:quand|lorsque|si) (?:tu|vous) [^;:?]{3,60}",
    r"explique[sz]?(?:-moi)? [^,;:?]{0,40}(?:étape par étape|pas à pas)(?: à chaque fois| toujours)",
)

# --- Spanish -------------------------------------------------------------------------------------------------------

_LEAD_ES = (
    r"(?:(?:por favor|vale|ok|y|ahora|a partir de ahora|de ahora en adelante|en adelante|desde ahora|puedes|podrías"
    r"|quiero|quisiera|siempre)\b,? )*"
)
_TAIL_ES = (
    r"(?:,? (?:por favor|gracias|siempre|a partir de ahora|de ahora en adelante|en adelante|cada vez"
    r"|en (?:todas )?tus respuestas|conmigo"
    r"|nunca más|nunca|de nuevo|otra vez))*[.!]*"
)
_STYLE_ES = (
    r"(?:emojis?|emoticonos|tablas|listas|viñetas|títulos|encabezados|jerga|tecnicismos|términos técnicos|palabras técnicas"
    r"|abreviaturas|anglicismos"
    r"|signos de exclamación|exclamaciones|disculpas|frases largas|negrita|markdown|palabras complicadas|metáforas|bromas"
    r"|chistes)"
)
_MANNER_ES = (
    r"(?:breve|conciso|concisa|corto|corta|detallado|detallada|formal|informal|directo|directa|preciso|precisa|claro|clara"
    r"|simple|sencillo|sencilla"
    r"|técnico|técnica|amable|educado|educada|neutral|crítico|crítica|verboso|verbosa|prolijo|prolija|específico|específica)"
)
_KIND_ES = (
    r"(?:fechas|horas|cantidades|importes|precios|sumas|costes|costos|números|cifras|temperaturas|distancias|pesos|longitudes"
    r"|medidas|unidades"
    r"|porcentajes|citas|fuentes|ejemplos|respuestas)"
)
_FORMAT_ES = (
    r"(?:en (?:francos(?: suizos)?|euros|dólares|libras|celsius|grados celsius|fahrenheit|kilómetros|metros|kilos|gramos|miles"
    rf"|letras|cifras|negrita|formato \w+|{_LANGUAGE_ES})"
    r"|con (?:dos|una?|\d) decimal(?:es)?)"
)
_SPANISH = (
    rf"(?:sin|nada de|no más|basta de|menos|evita|evite) (?:tantos |tantas |los |las )*{_STYLE_ES}(?: (?:ni|y|o) {_STYLE_ES})?",
    r"(?:no|nunca|jamás) (?:me )?(?:uses|utilices|pongas|des|hagas|escribas|incluyas|añadas)(?: nunca| jamás| más)? (?:tantos "
    rf"|tantas |los |las |el |la )*(?:{_STYLE_ES}"
    r"|(?:palabras?|términos?|expresión|expresiones) [\"“«'‘][^\"“”«»]{1,60}[\"”»'’])",
    rf"(?:sé|sea|mantente) (?:siempre )?(?:un poco |mucho |muy |más |menos |tan |no tan )*{_MANNER_ES}(?: y (?:más "
    rf"|menos )?{_MANNER_ES})?",
    rf"(?:un poco |mucho )?(?:(?:más|menos) {_MANNER_ES}|menos (?:detalles?|palabras|texto|ejemplos))",
    rf"(?:dame|pon|escribe|indica|muestra|expresa)? ?(?:siempre )?tod[oa]s l[oa]s {_KIND_ES}(?: y {_KIND_ES})? {_FORMAT_ES}",
    rf"(?:solo|sólo|solamente|únicamente) (?:en )?{_LANGUAGE_ES}|(?:en )?{_LANGUAGE_ES} (?:solamente|únicamente|nada más)",
    rf"(?:responde|contesta|escribe|habla|háblame|respóndeme)\w* (?:(?:otra vez|de nuevo|nuevamente) en {_LANGUAGE_ES}"
    rf"|en {_LANGUAGE_ES} (?:otra vez|de nuevo|nuevamente))",
    rf"(?:vuelve|volvamos|cambia|pasa|sigue) (?:a|al|en) {_LANGUAGE_ES}",
    r"(?:usa|use|utiliza|utilice|emplea) (?:siempre |otra vez |de nuevo )*(?:el |la |los |las |un |una )?(?:(?:palabras|frases"
    r"|términos) (?:sencillas?|simples|cortas?|fáciles)|lenguaje (?:sencillo|simple|claro|formal)"
    r"|ortografía \w+|unidades métricas|unidades imperiales|sistema métrico|celsius|fahrenheit|euros|francos(?: suizos)?"
    r"|formato (?:de )?24 horas|viñetas|listas|tablas|tono \w+)",
    r"deja de (?:disculparte|pedir perdón|pedir disculpas|repetirte|repetir mi pregunta|darme las gracias)",
    r"(?:supón|asume|da por hecho|da por sentado|ten en cuenta) que (?:ya )?(?:sé|conozco|soy|entiendo|hablo|no sé"
    r"|no conozco)\b[^\d;:?]{1,80}",
    r"(?:ten en cuenta|recuerda|no olvides|ten presente) que [^;:?]{2,80},? cuando (?:me )?(?:sugieras|recomiendes|propongas"
    r"|respondas|escribas|expliques|planees|hagas|des)\b[^;:?]{0,60}",
    r"explica(?:me)? [^,;:?]{0,40}paso a paso(?: cada vez| siempre)",
)


_MESSAGES = {
    "en": (_LEAD, _ENGLISH, _TAIL),
    "de": (_LEAD_DE, _GERMAN, _TAIL_DE),
    "fr": (_LEAD_FR, _FRENCH, _TAIL_FR),
    "es": (_LEAD_ES, _SPANISH, _TAIL_ES),
}


@cache
def messages() -> Mapping[str, re.Pattern[str]]:
    """Return patterns of whole messages by ISO 639-1 code, compiled with the first message, as that takes some 30 ms."""
    return {
        language: re.compile(rf"{lead}(?:{'|'.join(forms)}){tail}", re.IGNORECASE)
        for language, (lead, forms, tail) in _MESSAGES.items()
    }
