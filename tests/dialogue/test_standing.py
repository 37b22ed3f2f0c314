from __future__ import annotations

import pytest

from chat.dialogue.standing import Standing, language_of, standing


@pytest.mark.parametrize(
    "said",
    [
        "From now on answer in French",
        "from now on, please call me Bob.",
        "Always give amounts in euros.",
        "Please always answer briefly.",
        "I want you to always answer in German.",
        "Never use emojis.",
        "Answer in French from now on.",
        "Use euros in all your answers.",
        "Whenever I ask about prices, give them in dollars.",
        "Always include version numbers when I ask about software dependencies.",
        "Antworte ab jetzt auf Deutsch.",
        "Bitte immer kurz antworten.",
        "Réponds toujours en français.",
        "De ahora en adelante contesta en inglés.",
        "Verwende Stichpunkte in allen Antworten.",
        "Parle-moi toujours en espagnol.",
        "Réponds en anglais à partir de maintenant.",
        "Háblame siempre en francés.",
        "No uses emojis nunca.",
        "Всегда отвечай по-русски.",
        "I'd like you to call me Nadia.",
        "You can call me Bob.",
        "Address me formally, please.",
        "When I ask about money, use Swiss francs.",
        "When I say boat, I mean the Wilma.",
        "For the rest of this conversation, pretend to be a pirate.",
        "Use British spelling in everything you write.",
        "Explain things like I'm five, always.",
        "Your replies are too long, make them shorter in future.",
        "Speak to me in Italian from this point.",
        "Keep your answers short.",
        "Give me more detailed answers.",
        "I like my answers concise and with sources.",
        "From now on in French, please.",
        "Until further notice, answer in Polish.",
        "Don't use emojis.",
        "No more tables, please.",
        "Ab jetzt bitte nur auf Deutsch.",
        "Mach deine Antworten ab sofort kürzer.",
        "Ich möchte kurze Antworten.",
        "Du kannst mich ruhig duzen.",
        "Nenn mich Jo.",
        "Bitte keine Emojis.",
        "Tutoie-moi.",
        "Je préfère des réponses courtes.",
        "Prefiero respuestas cortas.",
        "En adelante, trátame de usted.",
        "Dorénavant, sois bref.",
        "Desde ahora sé más breve.",
        "D'ora in poi rispondi sempre in italiano.",
        "Da adesso rispondi in modo breve.",
        "Non usare mai emoji.",
        "Rispondi in inglese d'ora in avanti.",
        "Preferisco risposte brevi.",
        "Le tue risposte sono troppo lunghe.",
        "Dammi del tu.",
        "Chiamami Nadia.",
        "A partir de agora responde sempre em português.",
        "De agora em diante seja breve.",
        "Não uses emojis nunca.",
        "Daqui em diante, por favor, fala-me em inglês.",
        "Prefiro respostas curtas.",
        "Trata-me por tu.",
        "Sem emojis, por favor.",
    ],
)
def test_what_is_asked_of_every_answer_is_an_instruction(said: str) -> None:
    assert standing(said) == Standing((said,), alone=True)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I forget things - from now on, always give the date", "from now on, always give the date"),
        ("I'm colour-blind, so always name the colours in your answers.", "always name the colours in your answers."),
    ],
)
def test_an_instruction_may_follow_the_reason_for_it(said: str, asked: str) -> None:
    assert standing(said) == Standing((asked,), alone=False)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Could you answer in Spanish from now on?", "answer in Spanish from now on"),
        ("Würdest du bitte ab jetzt auf Deutsch antworten?", "ab jetzt auf Deutsch antworten"),
    ],
)
def test_a_wish_in_the_form_of_a_question_is_an_instruction(said: str, asked: str) -> None:
    assert standing(said) == Standing((asked,), alone=True)


@pytest.mark.parametrize(
    "said",
    [
        "Could you answer in Spanish?",
        "Would you say it always rains there?",
        "From now on I live in Oslo.",
        "From now on my budget is 700.",
        "Always happy to help!",
        "My landlord is strict - always pay on time",
        "Never give up!",
        "Never mind.",
        "I always use the train.",
        "Can you always answer in French?",
        "In the future, cars will be electric.",
        "Answer in French.",
        "Ich gehe immer um neun schlafen.",
        "Call me back at five.",
        "Call me on Monday.",
        "Call me Monday.",
        "They call me Nadia at work.",
        "I want the answers to the quiz.",
        "Make the answers match the key.",
        "My doctor's answers are too vague.",
        "When I ask Tom about money, he always laughs.",
        "From now on we host with Hetzner.",
        "As of today the rent is 900.",
        "No tables were free.",
        "Summarise the file. No bullet points.",
        "Antworten gibt es erst in Zukunft.",
        "Utilisation interdite désormais.",
        "Usamos la piscina siempre.",
        "Siempre sé dónde está.",
        "Uso sempre il treno.",
        "D'ora in poi abito a Pisa.",
        "In futuro le auto saranno elettriche.",
        "Chiamami domani.",
        "Uso sempre o comboio.",
        "A partir de agora moro em Braga.",
        "Chama-me amanhã.",
        "Always use the left door. " * 100,
    ],
)
def test_what_is_said_about_oneself_or_once_is_none(said: str) -> None:
    assert standing(said).instructions == ()


def test_an_instruction_beside_a_question_is_found_and_does_not_stand_alone() -> None:
    found = standing("Thanks! From now on answer\nin French. What is the warranty?")

    assert found == Standing(("From now on answer in French.",), alone=False)


@pytest.mark.parametrize(
    ("said", "instruction", "question"),
    [
        (
            "Use bullet points in all your answers and how long is the warranty?",
            "Use bullet points in all your answers",
            "how long is the warranty?",
        ),
        (
            "How long is the warranty, and always answer in French?",
            "always answer in French",
            "How long is the warranty?",
        ),
        (
            "Antworte ab jetzt auf Deutsch und wie lange gilt die Garantie?",
            "Antworte ab jetzt auf Deutsch",
            "wie lange gilt die Garantie?",
        ),
    ],
    ids=["instruction first", "question first", "German"],
)
def test_an_instruction_that_is_joined_to_a_question_is_told_from_it(said: str, instruction: str, question: str) -> None:
    assert standing(said) == Standing((instruction,), alone=False, question=question)


@pytest.mark.parametrize(
    "said",
    ["Do you always answer in French and how often do you?", "Why should I always use the train and when does it go?"],
)
def test_a_question_that_only_speaks_of_always_is_no_instruction(said: str) -> None:
    assert standing(said).instructions == ()


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("Usa siempre euros en las respuestas.", "es"),
        ("Usa sempre gli euro nelle risposte.", "it"),
        ("Usa sempre euros nas respostas.", "pt"),
        ("Always use euros.", "en"),
    ],
    ids=["Spanish", "Italian", "Portuguese", "English"],
)
def test_an_instruction_of_the_form_of_several_languages_is_in_the_one_of_its_other_words(said: str, language: str) -> None:
    assert language_of(said) == language
