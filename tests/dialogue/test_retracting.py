from __future__ import annotations

import pytest

from chat.dialogue.retracting import retraction, telling


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("stop answering in German", "From now on, please answer in German."),
        ("Please stop using bullet points.", "Use bullet points in all your answers."),
        ("Don't use emojis any more.", "Always use emojis."),
        ("Take back the instruction about euros.", "Always give amounts in euros."),
        ("Hör auf, auf Deutsch zu antworten.", "From now on answer in German."),
        ("Arrête de répondre en allemand.", "Antworte ab jetzt auf Deutsch."),
        ("Deja de responder en inglés.", "De ahora en adelante contesta en inglés."),
        ("Du musst nicht mehr auf Englisch antworten.", "Antworte ab jetzt immer auf Englisch."),
        ("Verwende keine Stichpunkte mehr.", "Verwende immer Stichpunkte."),
        ("Du brauchst mich nicht mehr Kapitän zu nennen", "Sprich mich ab sofort mit Kapitän an und antworte immer kurz"),
        ("Tu n'as plus besoin de répondre en allemand.", "Désormais, réponds en allemand."),
        ("Ya no tienes que responder en inglés", "Responde siempre en inglés."),
        ("Smetti di rispondere in inglese.", "D'ora in poi rispondi in inglese."),
        ("Non devi più rispondere in inglese.", "From now on answer in English."),
        ("Deixa de usar emojis.", "Usa sempre emojis."),
        ("Já não precisas de responder em inglês.", "A partir de agora responde em inglês."),
        ("Прекрати отвечать на английском.", "Всегда отвечай на английском."),
    ],
    ids=str,
)
def test_an_instruction_is_taken_back_by_what_tells_it_from_others_in_whatever_language(said: str, noted: str) -> None:
    wanted = retraction(said)

    assert wanted is not None
    assert wanted.kind == "instruction"
    assert telling(wanted.about)
    assert telling(wanted.about) <= telling(noted)


@pytest.mark.parametrize(
    ("said", "about"),
    [
        ("Forget the door code", "the door code"),
        ("Please forget my address.", "my address"),
        ("Can you forget the door code?", "the door code"),
        ("Forget everything I told you about Ann.", "Ann"),
        ("Delete the door code from your memory.", "the door code"),
        ("Forget it.", ""),
        ("Vergiss bitte den Türcode!", "den Türcode"),
        ("Oublie le code de la porte.", "le code de la porte"),
        ("Olvida el código.", "el código"),
        ("Забудь код.", "код"),
        ("Vergiss alles, was ich über Anna gesagt habe.", "Anna"),
        ("Kannst du bitte den Türcode vergessen?", "den Türcode"),
        ("Lösche den Türcode aus deinem Gedächtnis.", "den Türcode"),
        ("Oublie tout ce que je t'ai dit sur Anne.", "Anne"),
        ("Oublie le code, s'il te plaît.", "le code"),
        ("Olvida lo que dije sobre Ana", "Ana"),
        ("Olvídalo", ""),
        ("Dimentica il codice.", "il codice"),
        ("Dimentica tutto quello che ti ho detto su Anna.", "Anna"),
        ("Per favore, dimentica che abito a Pisa.", "abito a Pisa"),
        ("Dimenticalo", ""),
        ("Esquece o código, por favor.", "o código"),
        ("Esqueça tudo o que eu disse sobre a Ana", "Ana"),
        ("Apaga o código da tua memória.", "o código"),
        ("Esquece isso.", ""),
        ("Забудь всё, что я говорил про Анну.", "Анну"),
    ],
    ids=str,
)
def test_a_request_to_forget_names_what(said: str, about: str) -> None:
    wanted = retraction(said)

    assert wanted is not None
    assert (wanted.kind, wanted.about) == ("memory", about)


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Forget the PIN", "en"),
        ("Vergiss die PIN", "de"),
        ("Oublie le code", "fr"),
        ("Olvida la clave", "es"),
        ("Dimentica il codice", "it"),
        ("Esquece o código", "pt"),
        ("Забудь код", "ru"),
        ("Hör auf, Emojis zu verwenden", "de"),
        ("Deja de usar emojis", "es"),
        ("Para de escribir en inglés", "es"),
        ("Para de escrever em inglês", "pt"),
    ],
    ids=str,
)
def test_the_language_is_told_by_the_request_however_short_it_is(said: str, language: str) -> None:
    wanted = retraction(said)

    assert wanted is not None
    assert wanted.language == language


@pytest.mark.parametrize(
    "said",
    [
        "Stop smoking is what my doctor says.",
        "Don't forget to buy milk.",
        "Vergiss nicht meinen Termin am Montag.",
        "Vergiss bitte nicht den Müll.",
        "N'oublie pas le lait.",
        "No olvides la leche.",
        "Non dimenticare il latte.",
        "Não esqueças o leite.",
        "Lösche Absatz 3 aus dem Vertrag.",
        "I always forget the door code.",
        "Forget the door code, it is 4412 now.",
        "Forget the last line and write another one.",
        "Forget-me-nots are blue.",
        "Forget the door code. What is the warranty?",
        "What did I forget?",
        "The code was forgotten.",
    ],
    ids=str,
)
def test_what_says_something_else_takes_nothing_back(said: str) -> None:
    assert retraction(said) is None
