"""Kinds of things that people ask for by the kind and tell by name: a poodle is a dog, a Fiesta a car, handball a sport."""

from __future__ import annotations

import re
from functools import cache

from chat.text import folded

_DOGS = (
    r"\w*(?:poo|doodle|terrier|hound|hund|spaniel|retriever|schnauzer|bulldog|dogge|spitz|mischling)s?|labradors?|poodles?|pudel"
    r"|beagles?|dachshunds?|da[ck]+el|collies?|corgis?|husk(?:y|ies)|pugs?|mops|boxer|rottweilers?|dalmatian(?:er|s)?|chihuahuas?"
    r"|whippets?|mastiffs?|setters?|malteser?|pekin(?:g)?ese|akitas?|samoyeds?|great danes?|lurchers?|mongrels?|westies?"
    r"|shih tzus?|pomeranians?|bichons?|vizslas?|weimaraners?|dobermann?s?|staff(?:ie|y)s?|puppy|welpe"
    r"|(?:german |australian )?shepherds?|dogs?"
)
_CATS = (
    r"siamese|persians?|maine coons?|bengals?|ragdolls?|\w+ shorthairs?|tabb(?:y|ies)|tortoiseshells?|sphynx|birmans?|burmese"
    r"|perser\w*|siamkat\w+|kartäuser|kater|tomcats?|kittens?|kätzchen|cats?|katzen?"
)
_BIRDS = (
    r"parrots?|budg(?:ie|erigar)s?|canar(?:y|ies)|cockat(?:iel|oo)s?|parakeets?|macaws?|finch(?:es)?|doves?|pigeons?|chickens?|hens?"
    r"|geese|owls?|papagei(?:en)?|wellensittiche?|kanarienv[oö]gel|hühner"
)
_PETS = (
    rf"{_DOGS}|{_CATS}|{_BIRDS}|hamsters?|guinea pigs?|rabbits?|bunn(?:y|ies)|goldfish"
    r"|(?:an?|pet|tropical) fish|tortoises?|turtles?|terrapins?"
    r"|snakes?|geckos?|lizards?|iguanas?|ferrets?|gerbils?|rats?|mice|chinchillas?|pon(?:y|ies)|horses?|donkeys?|goats?"
    r"|meerschweinchen|kaninchen|hasen?|fische?|schildkröten?|schlangen?|frettchen|mäuse|ratten?|pferde?|ziegen?"
)
_MAKES = (
    r"Audi|BMW|Mercedes|VW|Volkswagen|Volvo|Toyota|Ford|Fiat|[SŠ]koda|Renault|Peugeot|Citro[eë]n|Opel|Vauxhall|Honda|Mazda"
    r"|Nissan|Hyundai|Kia|Dacia|Tesla|Porsche|Jaguar|Land Rover|Range Rover|Jeep|Suzuki|Subaru|Mitsubishi|Lexus|Saab|Alfa Romeo"
    r"|Chevrolet|Chevy|Dodge|Chrysler|Buick|Cadillac|Lada|Polestar|BYD|Passat|Tiguan|Touran|Fiesta|Mondeo|Corsa|Astra|Insignia"
    r"|Clio|Twingo|M[eé]gane|Micra|Qashqai|Yaris|Corolla|Civic|Panda|Punto|Octavia|Fabia|Prius|Ibiza|Kuga|Berlingo|Sandero"
)
_OWNED = r"(?:\b(?:an?|the|my|our|his|her|their|eine?[nm]?|den|de[rm]|meine?n?|seine?n?|ihre?n?|unsere?n?)\s(?:[a-zäöüß-]+\s)?)"
_CARS = (
    rf"\b(?:{_MAKES})\b|{_OWNED}(?:Golf|Polo|Mini|Smart|Seat|Focus|Jazz|Leon|MG|Rover|Beetle|Duster|Zoe|Escort|Superb)\b"
    r"|(?i:\b(?:SUV|minivan|hatchback|convertible|kombi|cabrio\w*|camper ?van)\b)"
)
_SPORTS = (
    r"\w*football|soccer|cricket|rugby|tennis|squash|badminton|hockey|\w+ball|golf|swim(?:s|ming)?"
    r"|runs(?! an?\b| the\b| my\b| our\b| [a-z]+ing\b)"
    r"|running|jogs?|jogging"
    r"|cycl(?:es|ing)|rowing|judo|karate|boxing|climbing|ski(?:s|ing)?|gymnastics|athletics|fencing|archery|darts"
    r"|schwimm(?:en|t)|turnen|turnt|reite[nt]|rudern|rudert|tischtennis|kletter[nt]|joggen|joggt|läuft|leichtathletik|fechten"
)
_INSTRUMENTS = (
    r"piano|guitar|violin|viola|cello|double bass|flute|clarinet|trumpet|trombone|sax(?:ophone)?|drums|harp|recorder|oboe|organ"
    r"|accordion|ukulele|banjo|tuba|bassoon|klavier|gitarre|geige|bratsche|kontrabass|\w*flöte|klarinette|trompete|posaune|saxofon"
    r"|schlagzeug|harfe|orgel|akkordeon"
)
_MEDICINES = (
    r"\w{2,}(?:pril|sartan|olol|statin|formin|cillin|mycin|cyclin|cycline|azole?|oxetin|oxetine|azepam|dipine?|profen|parine?|thyroxine?"
    r"|gliptin|gliflozin|semide?|thiazide?|tidine|etamol|triptan|lukast|barbital|setrone?|xaban)"
    r"|aspirin\w*|insulin|warfarin|antibiotic\w*|antihistamin\w*|steroids?|cortison\w*|inhaler|\d+ ?(?:mg|mcg|µg)"
)
"""Recognised by the stems of international nonproprietary names of drugs."""
_LANGUAGES = (
    r"(?-i:English|French|German|Spanish|Italian|Portuguese|Dutch|Polish|Russian|Ukrainian|Turkish|Arabic|Hebrew|Greek|Latin|Chinese"
    r"|Mandarin|Japanese|Korean|Hindi|Urdu|Swedish|Norwegian|Danish|Finnish|Welsh|Irish|Deutsch|Latein|Hebräisch|Griechisch"
    r"|(?:Engl|Span|Italien|Französ|Portugies|Niederländ|Poln|Russ|Ukrain|Türk|Arab|Chines|Japan|Korean|Schwed|Norweg|Dän|Finn)isch)"
)
_KINDS = {
    "dog dogs hund hunde breed rasse hunderasse": _DOGS,
    "cat cats katze katzen": _CATS,
    "bird birds vogel vögel": _BIRDS,
    "pet pets animal animals haustier haustiere tier tiere": _PETS,
    "sport sports sportart": _SPORTS,
    "instrument instruments instrumente": _INSTRUMENTS,
    "medicine medicines medication medications drug drugs tablets pills medikament medikamente tabletten": _MEDICINES,
    "language languages sprache sprachen": _LANGUAGES,
}
_TOLD_BY_NAMES = re.compile(
    r"technolog(?:y|ies)|tools?|software|apps?|brands?|platforms?|products?|technologien?|werkzeuge?|marken?|produkte?"
)
"""Kinds whose names no list could hold: "They use Spark and dbt"."""
_NAMED = {word: re.compile(rf"\b(?:{names})\b", re.IGNORECASE) for words, names in _KINDS.items() for word in words.split()}
_NAMED |= dict.fromkeys(("car", "cars", "auto", "autos", "wagen"), re.compile(_CARS))
_TOLD_TO_BE = re.compile(
    r"(?:\b(?:is|was|are|were|ist|war)|['’]s|,)\s(?:an?|eine?)\s|\b(?:make|model|marke|modell)\b", re.IGNORECASE
)
"""A statement that something is of some kind: "my car is a Trabant"."""


@cache
def is_kind(word: str) -> bool:
    """Return whether names of things of this kind are known."""
    return folded(word) in _by_folded()


def is_told_by_names(word: str) -> bool:
    """Return whether things of this kind are mostly mentioned without the word, by names that are not listed."""
    return _TOLD_BY_NAMES.fullmatch(word.casefold()) is not None


def names_one(word: str, text: str) -> bool:
    """Return whether a text names something of this kind, with or without the kind itself."""
    pattern = _by_folded().get(folded(word))
    return pattern is not None and any(folded(match[0]) != folded(word) for match in pattern.finditer(text))


def tells_to_be(text: str) -> bool:
    """Return whether a text may say what kind of thing something is."""
    return bool(_TOLD_TO_BE.search(text))


@cache
def _by_folded() -> dict[str, re.Pattern[str]]:
    return {folded(word): pattern for word, pattern in _NAMED.items()}
