"""Recognise whom or what a question is about ("my sister", "Ben's daughter", "the hotel in Prague"), and whether a message is
about the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from chat.llm.quoting.question.attributes.kinds import names_one
from chat.llm.quoting.question.presence import speaks_of
from chat.text import CAPITAL, terms
from chat.text.calendar_names import MONTHS, WEEKDAYS
from chat.text.languages import COMPOUNDING, ENGLISH

_PERSONS = """
    mother mum mom mama mummy mommy ma mutter mutti mère maman madre mamá мама мать
    father dad papa daddy vater vati père padre papá папа отец
    parents parent eltern padres | mother father mum dad mutter vater
    sister sisters schwester schwestern sœur soeur hermana сестра
    brother brothers bruder brüder frère hermano брат
    sibling siblings geschwister | sister sisters schwester schwestern brother brothers bruder brüder
    son sons sohn söhne fils hijo hijos сын
    daughter daughters tochter töchter fille filles hija hijas дочь
    child children kid kids baby kind kinder enfant enfants | son sons daughter daughters boy girl sohn söhne tochter töchter
    wife frau ehefrau femme esposa mujer жена
    husband mann ehemann mari marido esposo муж
    partner partnerin spouse fiancé fiancée verlobter verlobte | wife husband girlfriend boyfriend frau mann freund freundin
    girlfriend freundin novia
    boyfriend freund novio
    grandmother grandma gran granny nan nana oma großmutter grand-mère mamie abuela бабушка
    grandfather grandpa grandad opa großvater grand-père papi abuelo дедушка
    aunt auntie tante tía тётя
    uncle onkel oncle tío дядя
    cousin cousine primo prima
    niece nichte nièce sobrina
    nephew neffe neveu sobrino
    mother-in-law schwiegermutter
    father-in-law schwiegervater
    sister-in-law schwägerin
    brother-in-law schwager
    friend friends buddy mate freund freundin ami amie amigo amiga друг подруга
    boss manager supervisor chef chefin vorgesetzter vorgesetzte patron jefe jefa начальник
    colleague coworker co-worker kollege kollegin collègue colega коллега
    neighbour neighbor nachbar nachbarin voisin voisine vecino vecina сосед соседка
    roommate flatmate housemate mitbewohner mitbewohnerin colocataire
    landlord landlady vermieter vermieterin propriétaire casero casera
    doctor gp physician arzt ärztin hausarzt hausärztin médecin médico médica врач
    dentist zahnarzt zahnärztin dentiste dentista
    teacher lehrer lehrerin professeur maestro maestra profesor profesora учитель
    architect architekt architektin architecte arquitecto arquitecta архитектор
    surveyor gutachter gutachterin
    electrician elektriker elektrikerin électricien électricienne electricista электрик
    plumber klempner klempnerin installateur plombier fontanero сантехник
    mechanic mechaniker mechanikerin mécanicien mécanicienne mecánico mecánica механик
    lawyer solicitor attorney anwalt anwältin rechtsanwalt rechtsanwältin avocat avocate abogado abogada адвокат
    accountant steuerberater steuerberaterin comptable contable бухгалтер
    vet tierarzt tierärztin vétérinaire veterinario veterinaria ветеринар
    therapist physiotherapist therapeut therapeutin physiotherapeut physiotherapeutin
    midwife hebamme sage-femme matrona
    recruiter tutor contractor
"""


def _words_for() -> dict[str, frozenset[str]]:
    """Map each word to all words for the same person. Words of a line name one person; a general word before the bar, such as
    child, may be any of those after it, which are different persons from one another."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for line in _PERSONS.strip().splitlines():
        general, _, special = (part.split() for part in line.partition("|"))
        for word in general:
            found[word].update(general, special)
        for word in special:
            found[word].update(general, (word,))
    return {word: frozenset(others) for word, others in found.items()}


_OF: Mapping[str, frozenset[str]] = _words_for()
"""Words for a person, mapped to all words for the same person."""
_TITLES = "dr mr mrs ms prof herr mme m sr sra the my our"
_NO_NAMES = frozenset(_OF) | frozenset(_TITLES.split())
_NOT_NAMES = _NO_NAMES | frozenset((*MONTHS, *WEEKDAYS))
_FIRST_PERSON = """
    i me we us my mine our ours ich mich mir wir uns mein meine unser unsere je moi nous yo mí nosotros
"""
_FIRST = frozenset(_FIRST_PERSON.split())
_NOT_TELLING = """
    the a an this that my our your his her their its der die das den dem des ein eine einen einem einer mein meine meinen meinem
    meiner meines unser unsere unseren unserem unserer dein deine le la les l un une des mon ma mes notre nos el los las un una
    mi mis nuestro nuestra new old first second last next latest current neue neuen neuer neues altes alte erste ersten letzte
    letzten nächste nächsten zweite zweiten
"""
_DETERMINERS = frozenset(_NOT_TELLING.split())
_BEHIND = re.compile(
    r"\s(?:of|in|at|with|for|from|to|on|near|by|before|after|until|this|next|last|now|today|tomorrow|again|then"
    r"|von|vom|bei|beim|mit|aus|im|am|an|auf|ab|seit|für|zum|zur|jetzt|de|du|del|à|au|en|con)(?=\s)",
    re.IGNORECASE,
)
"""Words that begin an addition to the name before them."""
_WORD = re.compile(r"[^\W_][\w-]*(?:['’](?!s\b)\w+)?")
_OWNER = re.compile(r"^(?P<owner>\S.*?)(?:['’]s|(?<=s)['’])\s+(?P<thing>\S.*)$")
_OWNED = re.compile(r"^(?P<thing>\S.*?)\s(?:(?:of|von|vom|des|der|de la|del|de|du)\s|d['’])\s*(?P<owner>\S.*)$")
_REST = "{1,40}"
"""Length of the rest of a name. Without a bound, matching takes time quadratic in the length of a single long word."""
PERSON = "|".join(sorted(map(re.escape, _OF), key=len, reverse=True))
"""A pattern of all words for a person by their relation to somebody."""
_MINE = r"(?:my|our|mein\w*|unser\w*|mon|ma|notre|mi|nuestr[oa])"
_TITLED = r"(?:(?:Mr|Mrs|Ms|Dr|Herrn?|Frau|Mme|M|Sra?)\.?\s)?"
_CALLED = re.compile(
    rf"\b(?:(?i:{_MINE}|the)\s(?:[^\W\d_]+\s)?(?P<person>(?i:{PERSON}))(?:['’]s\sname)?,?\s"
    r"(?:(?i:is|ist|est|es|heißt|is called|is named|s['’]appelle|se llama),?\s)?"
    rf"|(?P<role>(?i:{PERSON}))(?::\s|\s\()){_TITLED}(?P<name>{CAPITAL}[\w'’-]{_REST})"
    rf"|(?P<first>{CAPITAL}[\w'’-]{_REST})(?:,\s|\s(?i:is|ist|est|es)\s)(?i:{_MINE})\s(?P<is>(?i:{PERSON}))\b",
)
_HELD = (
    r"(?:the|this|my|home|house|flat|(?:postal |street )?address|e-?mail|salary|pay|income|rent|job|work|office|company|school"
    r"|birthday|age|name|(?:phone |mobile )?number|phone|mobile|weight|height|colou?r|favou?rite|car|password|code|pin|adresse"
    r"|gehalt|lohn|miete|beruf|arbeit|stelle|firma|geburtstag|alter|nummer|gewicht|größe|farbe|auto|passwort)"
)
"""Things that people have: a sentence may begin with one and be about the speaker ("Address is 12 Mill Lane")."""
_OTHERS = re.compile(
    rf"(?:^|[.,;!?]\s)(?i:and\s|but\s)?(?:(?i:{_MINE}\s(?:[^\W\d_]+\s)?(?:{PERSON})|(?:he|she|er|elle|il|él|ella)\b)"
    rf"|(?i:(?:mum|mom|mama|dad|papa|grandma|grandpa|oma|opa)\b)|(?!(?i:{_HELD})\b){CAPITAL}[\w-]+\s(?i:lives?|works?|was"
    rf"|is|wohnt|arbeitet|wurde|ist|studie[ds]|habite|travaille|vive|trabaja)\b|(?!(?:It|That|There|Let|What|Here|This)['’]){CAPITAL}[\w-]+['’]s\s)"
)
"""A sentence about somebody else."""
_THEIRS = re.compile(r"\b(?:he|she|they|his|her|their|er|sie|ihr\w*|seine?[nrms]?|leur|su|sus)\b", re.IGNORECASE)
_OF_ONESELF = re.compile(r"(?<![\w'’])(?:I|(?i:i['’]m|me|we|us|ich|mich|mir|wir|uns|je|j['’]\w+|nous|yo|nosotros))(?!\w)")
_DID = re.compile(
    r"(?!(?:Fred|Ted|Ned|Jed|Alfred|Wilfred|Mohammed|Ahmed|Manfred|Winifred)\b)"
    r"(?:[A-Z]?[a-z]+ed|[Gg]ot|[Bb]egan|[Bb]ought|[Mm]et|[Ss]old|[Ll]eft|[Ww]ent|[Tt]ook|[Hh]ad|[Pp]aid|[Ss]aw|[Rr]an|[Ff]ound|[Gg]ave)"
    r"\s(?:the|my|our|an?|at|in|on|with|to|from|for|up|back|out|new|work|working|\d)",
)
"""A note of what the speaker did may leave out who did it: "Started the new job at Acme. Manager is Ruth."."""
_SPOUSES = _OF["wife"] | _OF["husband"] | _OF["partner"]
_MARRIED = re.compile(
    r"\b(?:marr(?:y|ied|ies|ying)|engaged|wedding|heirate[nt]?|\w*heiratete?t?|verheiratet|verlobt)\b", re.IGNORECASE
)
"""It tells who is married to whom."""
_GOES_ON = re.compile(
    rf"\W*(?:he|she|it|they|(?:his|her|their)(?!\s(?:[^\W\d_]+\s)?(?:{PERSON})\b)|er|sie|es|il|elle|él|ella)\b", re.IGNORECASE
)
"""The beginning of a message that continues about the same person as the one before; "her husband" does not."""


@dataclass(frozen=True, slots=True)
class Part:
    """One of several things named together: in "Ben's daughter" Ben is one, the daughter another."""

    names: frozenset[str]
    """Names in lower case; of a first name and a surname one is enough if the text has no other in its place."""
    persons: frozenset[str]
    """Relations to somebody: "sister"."""
    nouns: frozenset[str]
    """Nouns; one of them must be mentioned if there are no names and no persons."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The person or thing whose attribute is asked for."""

    own: bool
    """The asker."""
    parts: tuple[Part, ...] = ()

    @property
    def is_somebody(self) -> bool:
        """Whether it is another person, named or described by relation."""
        return any(part.names or part.persons for part in self.parts)

    @property
    def is_person(self) -> bool:
        """Whether it is a person, rather than something of theirs."""
        return self.own or (len(self.parts) == 1 and self.is_somebody)


Relations = Mapping[str, frozenset[str]]
"""For each name the relations it stands for ("sister"), for each relation the names; in lower case."""


def name_relations(texts: Iterable[str]) -> Relations:
    """Collect who has which name: "My sister Lena", "Anna, my colleague", "my manager is Claire", "Architect: Ms Dragan"."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for text in texts:
        for match in _CALLED.finditer(text):
            person = (match["person"] or match["role"] or match["is"]).casefold()
            name = (match["name"] or match["first"]).casefold()
            if name not in _NO_NAMES:
                found[name].add(person)
                found[person].add(name)
    return {word: frozenset(others) for word, others in found.items()}


def holder(words: str, language: str) -> Holder | None:
    """Return whom or what the words of a question name, in the question's language; `None` if nothing in them can be searched
    for."""
    phrase = words.strip(" ,.!?")
    if phrase.casefold().removesuffix(" own") in _FIRST:
        return Holder(own=True)
    parts = tuple(part for each in _apart(phrase) if (part := _part(each, language)) is not None)
    other_names = frozenset(word.casefold() for word in _names_behind(phrase)) if language == ENGLISH else frozenset[str]()
    if not parts:
        return None
    return Holder(own=False, parts=(*parts, Part(other_names, frozenset(), frozenset())) if other_names else parts)


def is_of(holder: Holder, text: str, relations: Relations, language: str, foreign: bool) -> bool:
    """Return whether a message is about the holder. `foreign`: it is in another language than the question, so that nouns cannot
    be compared."""
    if holder.own:
        return bool(_OF_ONESELF.search(text) or _DID.match(text)) or not (_OTHERS.search(text) or _THEIRS.search(text))
    if len(holder.parts) == 1 and _GOES_ON.match(text):
        return True
    message = _Message(text, relations, language, foreign)
    return all(message.speaks_of(part) for part in holder.parts)


@dataclass(frozen=True)
class _Message:
    """A message, with what is looked for in it."""

    text: str
    relations: Relations
    language: str
    """Of the question."""
    foreign: bool

    @cached_property
    def words(self) -> frozenset[str]:
        words = frozenset(word.casefold() for word in _WORD.findall(self.text.replace("’", "'")))
        return words | frozenset(word.removesuffix("'s").removesuffix("'") for word in words)

    @cached_property
    def terms(self) -> frozenset[str]:
        return frozenset(terms(self.text, self.language))

    def speaks_of(self, part: Part) -> bool:
        if part.names:
            missing = [name for name in part.names if not _is_named(name, self.words, self.relations)]
            return not missing or (len(missing) < len(part.names) and not _has_another_name(part.names, self.text))
        if part.persons:
            return any(map(self._speaks_of_person, part.persons))
        return self.foreign or any(
            speaks_of(terms(noun, self.language), self.terms, self.language) or names_one(noun, self.text) for noun in part.nouns
        )

    def _speaks_of_person(self, person: str) -> bool:
        return (
            not _OF[person].isdisjoint(self.words)
            or _by_name(person, self.words, self.relations)
            or (self.language in COMPOUNDING and person in _IN_COMPOUNDS and any(word.endswith(person) for word in self.words))
            or (person in _SPOUSES and bool(_MARRIED.search(self.text)))
        )


_IN_COMPOUNDS = frozenset(("lehrer", "lehrerin", "trainer", "trainerin", "arzt", "ärztin", "leiter", "leiterin"))
"""Persons that compounds name more closely: a "Klassenlehrerin". A "Großmutter" is no "Mutter"."""


def _has_another_name(names: frozenset[str], text: str) -> bool:
    """Return whether one of the names occurs next to a name not asked for: "Ben Okoro" when asked about "Ben Adler"."""
    return any(
        (match[1].casefold() in names) != (match[2].casefold() in names)
        for match in re.finditer(rf"(?=\b({CAPITAL}[\w-]{_REST})\s({CAPITAL}[\w-]{_REST}))", text)
    )


def _is_named(name: str, words: frozenset[str], relations: Relations) -> bool:
    """Return whether a person occurs by name, or by relation if nobody else has it: "my sister" if only one sister has been
    named."""
    if name in words or f"{name}s" in words or (name.endswith("s") and name[:-1] in words):
        return True
    return any(
        not _OF[person].isdisjoint(words) and all(relations[other] == {name} for other in _OF[person] if other in relations)
        for person in relations.get(name, ())
    )


def _by_name(person: str, words: frozenset[str], relations: Relations) -> bool:
    return any(name in words for other in _OF[person] for name in relations.get(other, ()))


def speaks_of_word(word: str, text: str) -> bool:
    """Return whether a text mentions a person by a word or another word for the same: "kids" for two daughters."""
    others = _OF.get(word.casefold())
    return others is not None and not others.isdisjoint(each.casefold() for each in _WORD.findall(text))


def _apart(phrase: str) -> Iterator[str]:
    """Yield owner and thing of "Ben's daughter" or "the daughter of Ben", without additions after either; else the phrase
    itself."""
    match = _OWNER.match(phrase) or _OWNED.match(phrase)
    for each in (match["owner"], match["thing"]) if match else (phrase,):
        yield _BEHIND.split(f"{each} ", maxsplit=1)[0].strip()


def _names_behind(phrase: str) -> list[str]:
    """Return the names after "the hotel in" or "the meeting with"."""
    first = _BEHIND.search(f"{phrase} ")
    behind = phrase[first.end() :] if first is not None and not _OWNED.match(phrase) else ""
    return [word for word in _WORD.findall(behind) if word[:1].isupper() and word.casefold() not in _NOT_NAMES]


def _part(phrase: str, language: str) -> Part | None:
    """Return whom a phrase names; an abbreviation behind an article is a thing: "the DJ"."""
    names, persons, nouns = set[str](), set[str](), set[str]()
    determined = False
    for word in _WORD.findall(phrase):
        own = word.casefold()
        if own in _FIRST or own in _DETERMINERS:
            determined = True
        elif own in _OF and not names:
            persons.add(own)
        elif own in _NOT_NAMES:
            continue
        elif word[:1].isupper() and (language == ENGLISH or persons or not determined) and not (determined and word.isupper()):
            names.add(own)
        elif terms(word, language):
            nouns.add(word)
    return Part(frozenset(names), frozenset(persons), frozenset(nouns)) if names or persons or nouns else None
