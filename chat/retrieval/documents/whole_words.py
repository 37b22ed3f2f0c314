"""Patterns by which questions in various languages ask for the whole of a document."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Language:
    """The patterns of one language, to be matched as whole words."""

    summary: str
    every: str
    """Asks for a list; together with `all`, for a complete one."""
    all: str
    compare: tuple[str, ...]
    """With groups `a` and `b` for the two things to compare."""
    this: str
    """Refers to one document."""
    things: str
    """Nouns for documents."""
    fillers: str
    spoken: str
    """The question is about the conversation."""


_LANGUAGES = (
    _Language(
        summary=r"(?:summari[sz](?:e|ing|ation)|sum(?: it| this| that)? up|recap|tl;?dr|(?:the )?gist"
        r"|(?:(?:give|write|make|provide|create|get|need|want|have|like|show|prepare|draft)\b(.{0,25}?)"
        r"|^(?:a |an |the )?(\w+ )?)(?:summary|overview|synopsis|outline|digest|rundown)"
        r"|(?:main|key|central|most important|important|principal|major|core|essential) "
        r"(?:points?|ideas?|take-?aways?|messages?|themes?|topics?|findings?|conclusions?|arguments?|insights?|facts"
        r"|highlights"
        r"|aspects|things|content|parts?)|(?:the )?highlights|take-?aways"
        r"|what(?:'s| is| are|s) (?:this|that|these|the|it|they|my)((?: \S+){0,4}?) (?:all )?about$"
        r"|what (?:does|do|did) (?:this|that|these|the|it|they|my)((?: \S+){0,4}?) (?:say|contain|cover|discuss"
        r"|talk about|deal with)$"
        r"|what(?:'s| is| are|s) in (?:this|that|these|the|it|my)((?: \S+){0,4})$|outline|table of contents|structure of)",
        every=r"(?:list|enumerate|itemi[sz]e|name all|name every|give me all|give me every|show(?: me)? all"
        r"|show(?: me)? every"
        r"|find all|find every|what are all|which are all|give (?:me )?(?:a|the) (?:full |complete )?list of)",
        all=r"(?:all(?: of)?|every|each|everything|complete|full)",
        compare=(
            r"(?:compare|contrast)(?: between)? (?P<a>.+?) (?:and|with|to|against|versus|vs\.?) (?P<b>.+)",
            r"(?:differences?|similarities|comparison|distinction) between (?P<a>.+?) and (?P<b>.+)",
            r"how (?:do|does|is|are|did) (?P<a>.+?) (?:differ|different|differs) from (?P<b>.+)",
            r"^(?P<a>.{2,40}?) (?:versus|vs\.?) (?P<b>.{2,40})$",
            r"(?:compare|contrast) (?:the |these |both |my |all ){0,2}(?:two |three |both )?(?:documents|files|reports"
            r"|papers|pdfs)",
        ),
        this=r"(?:this|that|the|it)",
        things=r"(?:documents?|files?|pdfs?|reports?|papers?|texts?|articles?|books?|contracts?|agreements?|handbooks?"
        r"|manuals?"
        r"|studies|study|filings?|letters?|presentations?|slides?|decks?|spreadsheets?|tables?|sheets?|workbooks?"
        r"|codes?|modules?"
        r"|scripts?|notebooks?|pages?|uploads?|attachments?|sources?|materials?|contents?|notes?|transcripts?|sections?"
        r"|chapters?"
        r"|headings?|topics?|whole|entire|full|complete)",
        fillers=r"(?:the|a|an|this|that|these|those|my|our|your|its?|them|me|us|you|i|we|of|in|from|for|about|on|into"
        r"|with|by|to|as"
        r"|and|or|is|are|was|were|be|do|does|did|can|could|would|will|shall|should|may|please|kindly|give|write|make"
        r"|provide|create"
        r"|get|need|want|have|like|show|prepare|draft|tell|explain|what|whats|which|there|here|all|every|each|both|two"
        r"|three|everything"
        r"|short|brief|briefly|quick|quickly|concise|detailed|high-level|general|good|comprehensive|bullet|points?"
        r"|bullets|list"
        r"|sentences?|words?|paragraphs?|lines?|few|one|ten|five|four|six|seven|eight|nine|\d{1,3}|uploaded|attached"
        r"|just|now"
        r"|annual|quarterly|monthly|yearly|latest|newest|new|recent|current|previous"
        r"|overall|simple|simply|plain|terms|english|executive|form|format|key|main|most important|important|up|out"
        r"|over|made"
        r"|mentioned|contained|covered|discussed|described|named|that|say|says|contain|contains|cover|covers|discuss"
        r"|discusses)",
        spoken=r"(?:conversations?|chat|chats|we (?:\w+ )?(?:discussed|talked|said|spoke|agreed|decided)"
        r"|i (?:\w+ )?(?:said|told)"
        r"|you (?:\w+ )?(?:said|told)|our (?:\w+ )?discussions?|so far|messages|my messages|last answer|your answer"
        r"|previous answer)",
    ),
    _Language(
        summary=r"(?:fass(?:e|en|t)?\b(.{0,80}?)\bzusammen(?!\w)|zusammenfassung|zusammenfassen|zusammengefasst"
        r"|überblick|übersicht"
        r"|kurzfassung|kernaussagen?|kernpunkte?|hauptpunkte?|hauptaussagen?|hauptthemen|das wichtigste"
        r"|wichtigste[nr]? (?:punkte|aussagen|themen|erkenntnisse|inhalte)|worum geht(?: es|s)?|wovon handelt"
        r"|was steht in (?:diesem|dieser|dem|der)((?: \S+){0,3})$)",
        every=r"(?:liste|auflisten|aufzählen|zähle?|nenne?|zeige?(?: mir)?)",
        all=r"(?:alle[snr]?|sämtliche[nr]?|jede[snr]?)",
        compare=(
            r"(?:vergleiche?n?|vergleich von|vergleich zwischen) (?P<a>.+?) (?:und|mit) (?P<b>.+)",
            r"(?:unterschiede?n?|gemeinsamkeiten) zwischen (?P<a>.+?) und (?P<b>.+)",
            r"vergleiche? (?:die |diese |beide |meine ){0,2}(?:beiden )?(?:dokumente|dateien|berichte)",
        ),
        this=r"(?:diese[snrm]?|das|dem|der|die|es)",
        things=r"(?:dokument(?:e|en|s)?|datei(?:en)?|berichts?|berichte|texte?s?|artikels?|buch(?:es)?|vertrag(?:s|es)?"
        r"|handbuch(?:s|es)?|studie|tabellen?|kapiteln?|abschnitte?n?|inhalte?s?|themen|seiten?|unterlagen?|anhang)",
        fillers=r"(?:das|die|der|den|dem|des|ein|eine[snrm]?|diese[snrm]?|mein(?:e[snrm]?)?|es|mir|uns|von|vom|in|im"
        r"|aus|über|zu|zum"
        r"|zur|für|und|ist|sind|steht|bitte|kurz|kurze[snrm]?|knapp|gib|schreibe?|erstelle?|mache?|geben|du|sie|kannst"
        r"|können|könntest"
        r"|was|welche|es|auf|alle[snr]?|stichpunkte?n?|zwei|drei|vier|fünf|zehn|sätzen?|sätze|worten|ganze[snrm]?"
        r"|gesamte[snrm]?|hier|beiden?|einmal|mal|gehts?|geht)",
        spoken=r"(?:gesprächs?|unterhaltung|wir (?:\w+ )?(?:besprochen|gesagt)|chats?|bisher)",
    ),
    _Language(
        summary=r"(?:résume[rz]?|résumé|synthèse|aperçu|points? (?:principaux|clés?|essentiels|importants)"
        r"|idées? principales?"
        r"|grandes lignes|l'essentiel|de quoi (?:parle|traite|s'agit-il|il s'agit)|que (?:dit|contient) (?:ce|le|cette"
        r"|la)((?: \S+){0,3})$)",
        every=r"(?:liste[rz]?|énumère[rz]?|énumérer|énumérez|donne[rz]?(?:-moi)?|cite[rz]?)",
        all=r"(?:tous|toutes|tout|chaque)",
        compare=(
            r"compare[rz]? (?P<a>.+?) (?:et|avec|à|aux?) (?P<b>.+)",
            r"différences? entre (?P<a>.+?) et (?P<b>.+)",
        ),
        this=r"(?:ce|cet|cette|le|la|l'|il)",
        things=r"(?:documents?|fichiers?|rapports?|textes?|articles?|livres?|contrats?|manuels?|études?|tableaux?|chapitres?"
        r"|sections?|contenus?|sujets|pages?)",
        fillers=r"(?:le|la|les|l|un|une|des|du|de|d|ce|cet|cette|ces|mon|ma|mes|moi|nous|en|dans|sur|pour|et|est|sont"
        r"|quels?|quelles?"
        r"|s'il (?:te|vous) plaît|stp|svp|peux-tu|pouvez-vous|peux|pouvez|tu|vous|bref|brève|brièvement|court|courte"
        r"|quelques|deux|trois|quatre|cinq|dix|phrases?|mots"
        r"|points|fais|faites|faire|donne[rz]?|écris|tous|toutes|tout|qui|il|y|a|sont|au|aux|entier|entière|principaux)",
        spoken=r"(?:conversation|discussion|notre échange|nous avons dit)",
    ),
    _Language(
        summary=r"(?:resume(?= (?:el|la|los|las|este|esta|estos|ese|esa|mi|lo|brevemente|en)(?!\w))|resum(?:ir|en|eme"
        r"|irme|a)|resúme(?:me|lo|la)|síntesis|puntos (?:principales|clave|importantes|más importantes)"
        r"|ideas (?:principales|clave|centrales)|visión general|de qué (?:trata|habla|va)|lo más importante"
        r"|qué (?:dice|contiene) (?:este|el|esta|la)((?: \S+){0,3})$)",
        every=r"(?:enumera[r]?|lista[r]?|haz una lista|dame|muestra(?:me)?|nombra)",
        all=r"(?:todos|todas|todo|cada)",
        compare=(
            r"compara[r]? (?P<a>.+?) (?:y|con|e) (?P<b>.+)",
            r"diferencias? entre (?P<a>.+?) (?:y|e) (?P<b>.+)",
        ),
        this=r"(?:este|esta|ese|esa|el|la|lo)",
        things=r"(?:documentos?|archivos?|ficheros?|informes?|textos?|artículos?|libros?|contratos?|manual(?:es)?"
        r"|estudios?|tablas?"
        r"|capítulos?|secciones|sección|contenidos?|temas|páginas?)",
        fillers=r"(?:el|la|los|las|un|una|unos|unas|de|del|en|este|esta|estos|estas|mi|mis|me|nos|para|por|sobre|y|es"
        r"|son|cuáles|cuál"
        r"|qué|puedes|podrías|favor|haz|hazme|dame|breve|brevemente|corto|corta|dos|tres|cuatro|cinco|diez|frases"
        r"|palabras|todo|todos|todas|hay|que|lo|al)",
        spoken=r"(?:conversación|charla|hemos hablado|dijimos)",
    ),
    _Language(
        summary=r"(?:riassum\w+|riassunto|sintesi|sintetizza\w*|panoramica|punti (?:principali|chiave|salienti"
        r"|essenziali)|idee principali"
        r"|di (?:cosa|che cosa) (?:parla|tratta|si tratta))",
        every=r"(?:elenca(?:re|mi)?|elenco|dammi|mostra(?:mi)?|nomina)",
        all=r"(?:tutt[ieoa]|ogni)",
        compare=(
            r"(?:confronta(?:re)?|paragona(?:re)?) (?P<a>.+?) (?:e|con|ed) (?P<b>.+)",
            r"differenz[ae] (?:tra|fra) (?P<a>.+?) (?:e|ed) (?P<b>.+)",
        ),
        this=r"(?:questo|questa|quel|il|la|lo)",
        things=r"(?:document[oi]|file|rapport[oi]|relazion[ei]|test[oi]|articol[oi]|libr[oi]|contratt[oi]|manual[ei]"
        r"|studi[o]?|tabell[ae]"
        r"|capitol[oi]|sezion[ei]|contenut[oi]|temi|pagin[ae])",
        fillers=r"(?:il|lo|la|i|gli|le|l|un|una|uno|di|del|dello|della|dei|degli|delle|in|nel|nella|nei|questo|questa"
        r"|questi|mio|mia|mi"
        r"|per|su|e|è|sono|quali|qual|cosa|che|puoi|potresti|favore|fai|fammi|fare|dammi|breve|brevemente|frasi|parole"
        r"|tutt[oiea]|ci)",
        spoken=r"(?:conversazione|chiacchierata|abbiamo (?:detto|parlato))",
    ),
    _Language(
        summary=r"(?:resum(?:a|ir|o)|resumo|síntese|sumário|visão geral|pontos (?:principais|chave|importantes|essenciais)"
        r"|ideias (?:principais|centrais)|(?:do|de) que (?:trata|fala)|sobre o que (?:é|fala|trata))",
        every=r"(?:liste|listar|enumere|enumerar|cite|mostre(?:-me)?|dê-me)",
        all=r"(?:todos|todas|tudo|cada)",
        compare=(
            r"compar(?:e|ar) (?P<a>.+?) (?:e|com) (?P<b>.+)",
            r"diferenças? entre (?P<a>.+?) e (?P<b>.+)",
        ),
        this=r"(?:este|esta|esse|essa|o|a)",
        things=r"(?:documentos?|arquivos?|ficheiros?|relatórios?|textos?|artigos?|livros?|contratos?|manua(?:l|is)"
        r"|estudos?|tabelas?"
        r"|capítulos?|seções|seção|conteúdos?|temas|páginas?)",
        fillers=r"(?:o|a|os|as|um|uma|de|do|da|dos|das|em|no|na|nos|nas|este|esta|estes|deste|desta|neste|nesta|meu"
        r"|minha|me|para|por"
        r"|sobre|e|é|são|quais|qual|que|pode|poderia|favor|faça|fazer|breve|brevemente|frases|palavras|todo|todos|todas"
        r"|tudo)",
        spoken=r"(?:conversa|bate-papo)",
    ),
    _Language(
        summary=r"(?:vat\b(.{0,80}?)\bsamen(?!\w)|samenvatting|samenvatten|overzicht|hoofdpunten|kernpunten"
        r"|belangrijkste (?:punten|ideeën|conclusies)|waar gaat\b(.{0,60}?)\bover(?!\w))",
        every=r"(?:som|opsommen|lijst|noem|geef|toon)",
        all=r"(?:alle|elke|iedere|alles)",
        compare=(
            r"vergelijk (?P<a>.+?) (?:en|met) (?P<b>.+)",
            r"verschil(?:len)? tussen (?P<a>.+?) en (?P<b>.+)",
        ),
        this=r"(?:dit|deze|dat|het|de)",
        things=r"(?:document(?:en)?|bestand(?:en)?|rapport(?:en)?|verslag|teksten?|artikel(?:en)?|boek(?:en)?"
        r"|contract(?:en)?|handleiding"
        r"|tabel(?:len)?|hoofdstuk(?:ken)?|secties?|paragraaf|inhoud|onderwerpen)",
        fillers=r"(?:de|het|een|dit|deze|dat|mijn|me|mij|ons|van|in|uit|over|voor|en|is|zijn|wat|welke|kun|kan|je|u"
        r"|kunt|graag"
        r"|alstublieft|alsjeblieft|geef|maak|schrijf|kort|korte|beknopt|zinnen|woorden|hele|heel|alle|op|aub)",
        spoken=r"(?:gesprek|besproken|chat)",
    ),
    _Language(
        summary=r"(?:кратк\w+ (?:содержани\w+|изложени\w+|пересказ\w*|обзор\w*)|кратко (?:изложи\w*|перескажи\w*"
        r"|опиши\w*)|резюм\w+"
        r"|перескаж\w+|обобщ\w+|подытож\w+|суммир\w+|обзор\w*"
        r"|(?:основн|главн|ключев)\w+ (?:мысл|иде|пункт|положени|тезис|вывод|момент|тем)\w*"
        r"|о ч[её]м (?:этот|эта|это|говорится|документ|файл|текст|книга|стать)\w*|что (?:написано"
        r"|содержится) в\b(.{0,40})$)",
        every=r"(?:перечисл\w+|назов\w+|список|покаж\w+|выпиш\w+)",
        all=r"(?:все|всех|всё|каждый|каждого|каждую)",
        compare=(
            r"сравни\w* (?P<a>.+?) (?:и|с|со) (?P<b>.+)",
            r"(?:разниц\w+|отличи\w+|различи\w+) между (?P<a>.+?) и (?P<b>.+)",
        ),
        this=r"(?:эт\w{1,3}|его|е[её])",
        things=r"(?:документ\w*|файл\w*|отч[её]т\w*|текст\w*|стать\w*|книг\w*|договор\w*|руководств\w*|таблиц\w*"
        r"|глав\w*|раздел\w*"
        r"|содержани\w*|тем\w{0,3}|страниц\w*)",
        fillers=r"(?:эт\w{1,3}|мо\w{1,3}|наш\w{0,3}|мне|нам|в|из|о|об|по|для|и|пожалуйста|можешь|можете|сделай\w*"
        r"|напиши\w*|дай\w*|какие|что"
        r"|как|такое|кратк\w+|кратко|коротк\w+|нескольк\w+|слов\w*|предложени\w+|вс\w{1,3}|весь|всего|говорится|приведи"
        r"|составь)",
        spoken=r"(?:разговор\w*|диалог\w*|бесед\w*|переписк\w*|мы (?:\w+ )?(?:обсуждали|говорили))",
    ),
)
_UNSPACED = _Language(
    summary="总结|總結|概括|概述|摘要|归纳|主要内容|主要观点|主要要点|要点|讲了什么"
    "|说了什么|大意|要約|まとめて|まとめ|概要|主なポイント|ポイント|何について|요약|주요 내용|요점",
    every="列出|列举|列挙|挙げて|一覧|리스트|나열",
    all="所有|全部|すべて|全て|모든|모두",
    compare=(
        "(?:比较|比較|对比)(?:一下)?(?P<a>.+?)(?:和|与|跟|と)(?P<b>.+)",
        "(?P<a>.+?)(?:和|与|跟)(?P<b>.+?)(?:的)?(?:区别|差异|不同)",
        "(?P<a>.+?)と(?P<b>.+?)(?:を比較|の違い)",
    ),
    this="这|该|此|この|이",
    things="文件|文档|文本|文章|报告|合同|手册|论文|书|表格|内容|全文|ファイル|文書|書類|ドキュメント|資料|レポート|契約書|論文|記事|本文|문서|파일|보고서",
    fillers="请|一下|帮我|给我|帮|我|我们|这个|这份|这篇|这些|该|此|的|是|什么|有哪些|哪些|简要|简短|简单|地|用|中|里|出|所有|全部|ください|下さい|して|てください"
    "|この|その|を|の|は|が|に|ある|すべて|全て|何|ですか|です|教えて|短く|簡潔に|이|을|를|의|해|줘|주세요|해줘|모든|모두|은|는|하세요|합니다|해주세요",
    spoken="对话|聊天|会話|チャット|대화",
)


def _whole(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)


Compiled = tuple[
    re.Pattern[str],
    re.Pattern[str],
    re.Pattern[str],
    list[re.Pattern[str]],
    re.Pattern[str],
    re.Pattern[str],
    re.Pattern[str],
]
COMPILED: list[Compiled] = [
    (
        _whole(each.summary),
        _whole(each.every),
        _whole(each.all),
        [_whole(one) if not one.startswith("^") else re.compile(one, re.IGNORECASE) for one in each.compare],
        _whole(rf"{each.this}(?: \w+){{0,1}} {each.things}"),
        _whole(rf"{each.things}|{each.fillers}"),
        _whole(each.spoken),
    )
    for each in _LANGUAGES
] + [
    (
        re.compile(_UNSPACED.summary),
        re.compile(_UNSPACED.every),
        re.compile(_UNSPACED.all),
        [re.compile(one) for one in _UNSPACED.compare],
        re.compile(rf"(?:{_UNSPACED.this}).{{0,2}}(?:{_UNSPACED.things})"),
        re.compile("|".join(sorted([*_UNSPACED.things.split("|"), *_UNSPACED.fillers.split("|")], key=len, reverse=True))),
        re.compile(_UNSPACED.spoken),
    )
]
SEVERAL = _whole(
    r"(?:the|die|der|den|de)(?: \w+)? (?:documents|files|pdfs|reports|papers|articles|books|contracts|agreements|manuals"
    r"|handbooks|filings|letters|presentations|uploads|attachments|dokumenten?|dateien|berichten?|verträgen?|büchern?|handbüchern?"
    r"|unterlagen|documenten|bestanden|rapporten|boeken)"
)
"""Matches several documents, which with an article alone could be taken for one."""
