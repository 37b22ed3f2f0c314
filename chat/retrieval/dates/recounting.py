"""Questions for nothing but what was said at some time: "What did I tell you last Tuesday?", "What did I say first?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chat.retrieval.dates.activity_questions import Deed, deed
from chat.retrieval.dates.periods import Period, without_dates
from chat.text import terms
from chat.threads.base import Turns

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 20
"""A longer question asks for more."""


def _words(words: str) -> frozenset[str]:
    return frozenset(words.split())


_OF_SPEECH = _words("""
    say said saying tell told telling mention mentioned talk talked talking discuss discussed write wrote written chat chatted
    speak spoke spoken
    gesagt erzählt erwähnt gesprochen geredet besprochen geschrieben sagte sagten erzählte erwähnte sprachen besprachen schrieb
    dit raconté parlé écrit mentionné discuté disais
    dije dijo dijiste dijimos dicho conté contado hablé hablamos hablado mencioné mencionado escribí escrito comenté
    detto raccontato parlato menzionato accennato scritto discusso dissi dicevo
    disse disseste dissemos dito falei falou falámos falamos falado contei contámos mencionei escrevi escrito discutimos
    conversámos conversamos
    сказал сказала сказали говорил говорила говорили рассказал рассказала рассказывал рассказывала писал писала написал написала
    упомянул упомянула упоминал обсуждали
""")
_OF_EVENTS = _words("""
    happen happened happening passiert passierte geschehen geschah passé pasó ocurrió sucedió successo accaduto capitato
    aconteceu sucedeu passou случилось произошло
""")
_OF_DEEDS = _words("""
    do done doing gemacht getan unternommen fait hicimos hice hecho fatto fizemos fiz feito
    делал делала делали сделал сделала сделали
""")
_OF_DECISIONS = _words("""
    decide decided agree agreed settle settled choose chose chosen
    entschieden beschlossen vereinbart abgemacht ausgemacht
    décidé convenu choisi
    decidido acordado deciso concordato scelto combinado решил решила
""")
_WE_DECIDED = _words("""
    decidí decidimos acordamos quedamos elegimos decidemmo combinámos combinamos escolhemos решили договорились выбрали
""")
"""Verb forms that imply "I" or "we"."""
_PASSIVE = _words("was were been wurde wurden été fue fueron stato foi")
_GOING_ON = re.compile(
    r"\b(?:went|going) on\b|\bbeen up to\b|\b(?:anything|what(?:['’]?s| is| was)) new\b|\bgab es (?:was |etwas )?neues\b"
    r"|(?<=was i )up to\b|(?<=were we )up to\b|(?<=did i )get up to\b|(?<=did we )get up to\b"
)
_BEING = re.compile(
    r"^\W*(?:what|how) (?:was|were)\b|^\W*(?:anything|something)\b|\bwas (?:war|waren|gab es)\b"
    r"|\bwas ist\b(?=.*\bgewesen\b)|\bgewesen\b"
    r"|\bqu'(?:y a-t-il|est-ce qu'il y a) eu\b|\bc'était quoi\b|\bqué (?:hubo|fue|había)\b|\bche (?:cosa )?c'è stato\b"
    r"|\bo que (?:houve|foi)\b|\bчто было\b"
)
"""Asks what happened if nothing but a date follows: "Was war im Oktober?"."""
_POINTING = _words("it this that they he she them es das dies er ce cela ça ello eso lo isso это")
"""What such a question would be about."""
_DOING = re.compile(r"\b(?:was|were) (i|we) doing\b")
_WE = re.compile(r"(?<=\bqu')on\b|\bon(?= (?:a|avait|est|était)\b)|(?<=-t-)on\b")
_QUI = re.compile(r"\bqu'est-ce qui\b")
_LONG = timedelta(days=5)
"""Least length of a period in which what was done is also told; what was done on a single day is often told later, and is
searched for by that day."""
_PRESENT = _words("""
    say saying tell telling mention talk talking discuss write chat speak happening passiert do doing
""")
"""Verb forms that do not say whether something is over."""
_OVER = _words("did were have has had ve ist war hat")
_YET_TO_COME = re.compile(
    r"\bto (?:say|tell|mention|talk|discuss|write|speak|ask|answer|reply)\b"
    r"|\b(?:say|said|tell|told|mention\w*)\b.*(?:\b(?:is|are|was|were|have)\b|\babout (?:last|this|the)?\W*$)"
)
"""Matches what is still to be said, and what was said about a time rather than at it."""
_FIRST = _words("""
    first earliest erste erstes ersten erster zuerst première premier primero primera primo prima primeiro primeira
    первое первый первым сначала
""")
_LAST = _words("""
    last latest letzte letztes letzten letzter zuletzt dernière dernier último última ultimo ultima
    последнее последний последним
""")
_OF_ASSISTANT = _words("you du sie tu vous tú usted dijiste lei hai você disseste falaste ты вы")
_OF_PERSON = _words("""
    i we ich wir je j nous yo nosotros dije dijimos conté hablé hablamos mencioné escribí comenté
    io noi ho abbiamo eu nós dissemos falei falámos falamos contei contámos mencionei escrevi conversámos conversamos я мы
""")
"""First person pronouns and, for languages that do not need them, verb forms."""
_FIRST_PERSON = _words("hicimos hice fizemos fiz")
"""Verb forms that imply "I" or "we" without the pronoun."""
_OF_ASKING = _words("""
    ask asked question questions gefragt fragte frage fragen gestellt stellte demandé demandée demander question posé posée poser
    pregunté preguntado preguntar pregunta hice hecho спросил спросила спросить спрашивал спрашивала вопрос задал задала
""")
_OF_ANSWERING = _words("""
    answer answered reply replied response respond responded antwort geantwortet antwortetest réponse répondu répondre
    respuesta respondiste respondido contestaste contestado ответ ответил ответила ответили
""")
_MY = _words("my mine mein meine meiner meinen ma mon mi pregunté preguntado acabo hice viens мой моя")
_YOUR = _words("your dein deine deiner deinen ihre ta ton votre tu su respondiste contestaste твой ваш")
_JUST_NOW = _words("""
    previous just vorige vorigen vorherige vorherigen gerade eben vorhin précédente précédent viens anterior acabo acabas antes
    предыдущий только
""")
_AGAIN = _words(
    "repeat again wiederhole wiederholen dich nochmal répète répétez repite quelle quel était été cuál sido por lugar lieu"
    " tienes welche welches какой каким wie lautete"
)
_MOST_WORDS_OF_A_TURN = 12
_TOGETHER = _words("""
    we wir nous nosotros dijimos hablamos noi abbiamo nós dissemos falámos falamos conversámos conversamos мы
""")
_AND = frozenset(("and", "und", "et", "y", "e", "и"))
_BESIDE = _words("""
    what whats which s did do does ve have has had i we you me us my our your is was were are be been the a an that this it of
    on in at from for over throughout during since between before after until till by to with about and then else both all
    very most recent
    can could list remember
    thing things anything everything something message messages conversation conversations chat chats topic topics exactly ever
    please remind list show give us go went going again early late there here so
    was hab habe hast haben hatte hatten ich wir du dir mir uns euch ihr sie ist war es das die der den dem des am im in an zu vom
    von seit bis über worüber wovon mit alles als denn noch mal bitte nachricht nachrichten gespräch thema themen sache
    qu que quoi est ce c ai as a avons avez j je tu t me m nous vous on il elle s passé y de d du des le la les l au aux à en
    sur pour chose choses tout message messages conversation sujet
    qué te me nos he has hemos ha se lo la los las el de del sobre en a al con fue era todo cosa cosas mensaje mensajes día
    che cosa cosa cui di mi ti ci vi si è stato stata il lo la i gli le l un una nel nella del della su sul per con tutto ne
    quello ciò messaggio messaggi conversazione argomento giorno dal dalla dai tra fra fino entro prima dopo metà inizio fine
    o que é foi lhe no na nos nas do da dos das em sobre com tudo isso mensagem mensagens conversa tema assunto coisa à ao um
    uma dia entre desde até há antes depois início meados fim
    что я ты мы вы тебе мне нам вам было в во на с со о об чем чём был была это все всё сообщение разговор тема
""")


@dataclass(frozen=True, slots=True)
class Recounting:
    """Which of the messages a question asks for."""

    periods: tuple[Period, ...]
    """Periods in which they were said; empty for any time."""
    place: Literal["first", "last"] | None
    """Only the first or the last of them."""
    whose: Literal["user", "assistant"] | None
    """Only messages of the user or of the assistant."""
    names: frozenset[str]
    """Terms of the speakers named."""
    events: bool
    """The question asks what happened, which documents may tell as well."""
    happened: bool = False
    """It asks so in these words, so that names that are not those of speakers may be what it happened to."""
    about: bool = False
    """The names are of what was said or decided about, not of who said it."""
    deed: Deed | None = None
    """What the user is asked to have done: messages that say so come before the others of the period."""

    def chosen(self, turns: Turns) -> NDArray[np.bool_] | None:
        """Return a mask of the chunks of such messages in the table; `None` if some of the names are not those of
        their speakers."""
        if self.about:
            return None
        chosen = self.in_time(turns)
        if self.names:
            known = {author: frozenset(terms(author)) for author in set(turns.authors) if author}
            if not self.names <= frozenset[str]().union(*known.values()):
                return None
            chosen &= np.array([bool(author and self.names & known[author]) for author in turns.authors], dtype=np.bool_)
        elif self.whose == "user" and None in turns.authors:
            chosen &= turns.from_user & np.array([author is None for author in turns.authors], dtype=np.bool_)
        elif self.whose == "assistant":
            chosen &= ~turns.from_user
        return chosen

    def in_time(self, turns: Turns) -> NDArray[np.bool_]:
        """Return a mask of the chunks of all messages of the periods."""
        return during(turns, self.periods) if self.periods else np.ones(len(turns.created_at), dtype=np.bool_)


def during(turns: Turns, named: Sequence[Period]) -> NDArray[np.bool_]:
    """Return a mask of the chunks in the table said in one of the periods."""
    said_at = turns.created_at
    chosen = np.zeros(len(said_at), dtype=np.bool_)
    for period in named:
        since = period.start.timestamp() if period.start else -np.inf
        until = period.end.timestamp() if period.end else np.inf
        chosen |= (said_at >= since) & (said_at < until)
    return chosen


def recounting(question: str, now: datetime) -> Recounting | None:
    """Return what a question asks for by time or place and nothing else; `None` for any other question.

    Supports English, German, French, Spanish, Italian, Portuguese and Russian.
    """
    rest, named = without_dates(question, now)
    rest = _plain(rest)
    words = _WORD.findall(rest)
    known = frozenset(words)
    decided = bool(named and known & (_OF_PERSON | _PASSIVE | _WE_DECIDED) and not known & _OF_ASSISTANT)
    decisions = known & (_OF_DECISIONS | _WE_DECIDED) if decided else frozenset[str]()
    asked_for = known & (_OF_SPEECH | _OF_EVENTS | _OF_DEEDS) | decisions
    if _YET_TO_COME.search(rest) or (asked_for and asked_for <= _PRESENT and not known & _OVER):
        return None
    speech = bool(known & _OF_SPEECH or decisions)
    framed = None if speech or not all(map(_is_long, named)) else _framed(rest, known)
    done = framed is not None or (not speech and bool(known & _OF_DEEDS) and _own(known) and all(map(_is_long, named)))
    events = bool(known & _OF_EVENTS) or done
    if len(words) > _MOST_WORDS or not (speech or events):
        return None
    place: Literal["first", "last"] | None = None
    if known & _FIRST:
        place = "first"
    elif known & _LAST and not named:  # "last" belongs to the date
        place = "last"
    others = "" if framed else " ".join(word for word in words if word not in _ALL and word not in decisions)
    names = frozenset(terms(others))
    if bool(others) != bool(names) or not (named or (place and speech)):
        return None
    about = bool(names and known & (_OF_PERSON | _OF_ASSISTANT))  # "What did I say about Ann": of her, not by her
    if about and not (named and speech):
        return None
    events = events or bool(decisions)
    if not (events or names or known & (_OF_PERSON | _OF_ASSISTANT)):  # "What was discussed on 12 March?" may be in a file
        return None
    whose = None if decisions else _whose(known)
    happened = bool(names and (about or known & _OF_EVENTS))
    return Recounting(named, place, whose, names, events, happened, about, framed)


def days_of_deeds(question: str, now: datetime) -> tuple[Period, ...]:
    """Return the days for which a question asks what the user did, alone or with others; empty for any other question."""
    rest, named = without_dates(question, now)
    rest = _plain(rest)
    known = frozenset(_WORD.findall(rest))
    over = bool(known & (_OF_DEEDS - _PRESENT)) or "did" in known
    if known & _OF_SPEECH or any(map(_is_long, named)):
        return ()
    if _framed(rest, known) is not None:
        return named
    return named if known & _OF_DEEDS and over and _own(known) and known <= _OF_DEEDS | _BESIDE | _OF_PERSON | _OVER else ()


def _plain(rest: str) -> str:
    """Return the rest of a question in the words that are known here: "happened" for "went on" and, if nothing else is left, for
    "was"; "nous" for the French "on"."""
    rest = _DOING.sub(r"did \1 do", _GOING_ON.sub("happened", rest.casefold()))
    rest = _WE.sub("nous", _QUI.sub("que", rest))
    bare = _BEING.sub("happened", rest)
    words = frozenset(_WORD.findall(bare))
    return bare if words <= _ALL and not words & (_POINTING | _OF_PERSON | _OF_SPEECH | _OF_DEEDS) else rest


def _framed(rest: str, known: frozenset[str]) -> Deed | None:
    """Return what the user is asked to have done, alone or with others, whatever the verb."""
    return None if known & (_OF_DECISIONS | _OF_ASKING | _OF_ANSWERING) - _OF_DEEDS else deed(rest)


@dataclass(frozen=True, slots=True)
class TurnAsked:
    """A turn of the conversation identified only by its place."""

    place: Literal["first", "last"]
    kind: Literal["question", "answer"]


def turn_asked_for(question: str) -> TurnAsked | None:
    """Return the turn meant by "What did I ask first?", "What was your last answer?"; `None` for any other question.

    Supports the languages of `recounting`.
    """
    words = _WORD.findall(question.casefold())
    known = frozenset(words)
    first, last = bool(known & _FIRST), bool(known & (_LAST | _JUST_NOW))
    if len(words) > _MOST_WORDS_OF_A_TURN or first == last or not known <= _OF_A_TURN or _YET_TO_COME.search(question.casefold()):
        return None
    place: Literal["first", "last"] = "first" if first else "last"
    if known & _OF_ANSWERING and known & (_YOUR | _OF_ASSISTANT):
        return TurnAsked(place, "answer")
    if known & _OF_ASKING and known & (_MY | _OF_PERSON) and not known <= _OF_ASKING | _FIRST | _LAST | _OF_PERSON:
        return TurnAsked(place, "question")
    return None


def _own(known: frozenset[str]) -> bool:
    """Return whether the question is about what the user did, alone or with others."""
    return bool(known & (_OF_PERSON | _FIRST_PERSON)) and not known & _OF_ASSISTANT


def _is_long(period: Period) -> bool:
    return period.start is None or period.end is None or period.end - period.start >= _LONG


def _whose(known: frozenset[str]) -> Literal["user", "assistant"] | None:
    """Return whose messages are asked for; `None` for both, as in "What did you and I talk about".

    Otherwise "I" is the speaker wherever it occurs.
    """
    person, assistant = known & _OF_PERSON, known & _OF_ASSISTANT
    if known & _TOGETHER or (person and assistant and known & _AND):
        return None
    return "user" if person else "assistant" if assistant else None


_ALL = _OF_SPEECH | _OF_EVENTS | _OF_DEEDS | _FIRST | _LAST | _OF_PERSON | _OF_ASSISTANT | _BESIDE
_OF_A_TURN = (
    _OF_ASKING | _OF_ANSWERING | _MY | _YOUR | _JUST_NOW | _AGAIN | _FIRST | _LAST | _OF_PERSON | _OF_ASSISTANT | _OVER | _BESIDE
)
