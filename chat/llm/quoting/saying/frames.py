"""The words around quotes, language by language: who said it and when, what joins two, where else it was said."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from babel.dates import format_date

from chat.text.languages import ENGLISH


@dataclass(frozen=True, slots=True)
class Frame:
    """One language's. `{date}`, `{who}` and `{name}` are filled in."""

    code: str
    """Of ISO 639-1, by which dates are written."""
    you: str
    assistant: str
    other: str
    """Who it was is named."""
    joined: str
    """Between the last two quotes."""
    elsewhere: str
    """In which thread it was said."""
    otherwise: str
    """Behind what a later statement took the place of."""
    yes: str = "Yes"
    no: str = "No"
    """In front of what decides, in the languages in which that is told (see `predicating`)."""

    def said(self, who: str | None, by_user: bool, day: date) -> str:
        """What stands in front of a quote; `who` is `None` for the asker and for the assistant."""
        form = self.other if who is not None else self.you if by_user else self.assistant
        return form.replace("{date}", self._written(day)).replace("{who}", who or "")

    def _written(self, day: date) -> str:
        """British in English, where the day comes first as elsewhere."""
        return format_date(day, "long", locale="en_GB" if self.code == "en" else self.code)


def frame(language: str) -> Frame:
    """Of a language (see `chat.text.languages.language_of`); English where there is none of it."""
    return _FRAMES.get(language, _FRAMES[ENGLISH])


_FRAMES: Mapping[str, Frame] = {
    ENGLISH: Frame(
        "en",
        "You said on {date}: ",
        "The assistant said on {date}: ",
        "{who} said on {date}: ",
        " and ",
        "(from your thread “{name}”)",
        "(no longer holds, said otherwise later)",
    ),
    "german": Frame(
        "de",
        "Du hast am {date} gesagt: ",
        "Der Assistent hat am {date} gesagt: ",
        "{who} hat am {date} gesagt: ",
        " und ",
        "(aus deiner Unterhaltung “{name}”)",
        "(gilt nicht mehr, später anders gesagt)",
        "Ja",
        "Nein",
    ),
    "french": Frame(
        "fr",
        "Vous avez dit le {date} : ",
        "L'assistant a dit le {date} : ",
        "{who} a dit le {date} : ",
        " et ",
        "(de votre conversation “{name}”)",
        "(ne vaut plus, dit autrement par la suite)",
        "Oui",
        "Non",
    ),
    "spanish": Frame(
        "es",
        "Dijiste el {date}: ",
        "El asistente dijo el {date}: ",
        "{who} dijo el {date}: ",
        " y ",
        "(de tu conversación “{name}”)",
        "(ya no vale, dicho de otro modo después)",
        "Sí",
        "No",
    ),
    "italian": Frame(
        "it",
        "Il {date} hai detto: ",
        "Il {date} l'assistente ha detto: ",
        "Il {date} {who} ha detto: ",
        " e ",
        "(dalla tua conversazione “{name}”)",
        "(non vale più, detto diversamente in seguito)",
    ),
    "portuguese": Frame(
        "pt",
        "Você disse em {date}: ",
        "O assistente disse em {date}: ",
        "{who} disse em {date}: ",
        " e ",
        "(da sua conversa “{name}”)",
        "(já não vale, dito de outro modo depois)",
    ),
    "dutch": Frame(
        "nl",
        "Je zei op {date}: ",
        "De assistent zei op {date}: ",
        "{who} zei op {date}: ",
        " en ",
        "(uit je gesprek “{name}”)",
        "(geldt niet meer, later anders gezegd)",
    ),
    "russian": Frame(
        "ru",
        "Вы сказали {date}: ",
        "Ассистент сказал {date}: ",
        "{who}, {date}: ",
        " и ",
        "(из вашего разговора “{name}”)",
        "(уже не так, позже сказано иначе)",
    ),
    "polish": Frame(
        "pl",
        "Twoje słowa z {date}: ",
        "Asystent, {date}: ",
        "{who}, {date}: ",
        " i ",
        "(z Twojej rozmowy “{name}”)",
        "(już nieaktualne, później powiedziane inaczej)",
    ),
    "turkish": Frame(
        "tr",
        "{date} tarihinde şöyle dedin: ",
        "Asistan {date} tarihinde şöyle dedi: ",
        "{who} {date} tarihinde şöyle dedi: ",
        " ve ",
        "(“{name}” konuşmandan)",
        "(artık geçerli değil, sonra başka türlü söylendi)",
    ),
    "chinese": Frame(
        "zh",
        "你在{date}说：",
        "助手在{date}说：",
        "{who}在{date}说：",
        "，",
        "（来自你的对话“{name}”）",
        "（已不再成立，后来另有说法）",
    ),
    "japanese": Frame(
        "ja",
        "{date}のあなたの発言：",
        "{date}のアシスタントの発言：",
        "{date}の{who}さんの発言：",
        "、",
        "（会話“{name}”より）",
        "（現在は無効、後に別の発言あり）",
    ),
    "korean": Frame(
        "ko",
        "{date}에 하신 말씀: ",
        "{date}에 어시스턴트가 한 말: ",
        "{date}에 {who}님이 한 말: ",
        ", ",
        "(대화 “{name}”에서)",
        "(더는 유효하지 않음, 나중에 달리 말함)",
    ),
    "arabic": Frame(
        "ar",
        "قلت في {date}: ",
        "قال المساعد في {date}: ",
        "{who}، {date}: ",
        " و",
        "(من محادثتك “{name}”)",
        "(لم يعد صحيحًا، قيل غيره لاحقًا)",
    ),
    "hindi": Frame(
        "hi",
        "आपने {date} को कहा: ",
        "सहायक ने {date} को कहा: ",
        "{who} ने {date} को कहा: ",
        " और ",
        "(आपकी बातचीत “{name}” से)",
        "(अब मान्य नहीं, बाद में कुछ और कहा गया)",
    ),
}

_FILLED_IN = re.compile(r"\{\w+\}")
FRAMING = _FILLED_IN.sub(" ", " ".join(f"{each.you} {each.other}" for language, each in _FRAMES.items() if language != ENGLISH))
"""Their words in other languages than English for what somebody said, which claim nothing."""
