"""Tests of which attribute of whom is asked for, and whether a message states it."""

from __future__ import annotations

import pytest

from chat.llm.quoting.question.attributes.attribute import attribute
from chat.llm.quoting.question.attributes.holders import name_relations
from chat.text.languages import language_of

LENA = "My sister Lena lives in Leeds and works as a nurse."
BEN = "Ben from sales has a daughter called Mia. She is 6."
JANA = "Meine Schwester Jana wohnt in Kiel und ist 31 Jahre alt."


def tells(question: str, message: str, *others: str) -> bool:
    asked = attribute(question, language_of(question))
    assert asked is not None
    return asked.tells_attribute(message, message, name_relations((message, *others)))


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("Where does my sister live?", LENA),
        ("Where does Lena work?", LENA),
        ("What does Lena do for a living?", LENA),
        ("Where does my mother live?", "Mum lives in Bristol."),
        ("Where was my mother born?", "Mum lives in Bristol. She was born in Galway."),
        ("When is Lena's birthday?", "Lena's birthday is on 9 May."),
        ("How old is Mia?", BEN),
        ("How old is my cat?", "My cat Pixel is four years old."),
        ("Where do I work?", "I start on 1 April as a junior editor."),
        ("Where does Anna work?", "Anna teaches at Lindenhof school."),
        ("Wo arbeitet Ines?", "Ines unterrichtet Französisch am Goethe-Gymnasium."),
        ("What does Ian do for a living?", "Ian drives lorries for Stobart."),
        ("Where does Len work?", "Len runs a pub in Whitby."),
        ("Where does Ellie work?", "Ellie nurses at Colchester General."),
        ("What does Nia do for a living?", "Nia bakes wedding cakes for a living."),
        ("Where do I work now?", "I quit Pret, I'm at the campus bookshop now."),
        ("How much was the bike?", "The bike was 400."),
        ("How much do we pay for the DJ?", "The band broke up. We'll have a DJ instead, DJ Pablo, 650."),
        ("How much is set aside for hosting?", "Budget approved: 240,000 euros, of which 60,000 are for hosting."),
        ("Wie viel ist für Hosting eingeplant?", "Budget: 240.000 Euro, davon 60.000 für Hosting."),
        ("How much did we get for the caravan?", "We sold the caravan, we got 6500 for it."),
        ("Who is Carol's husband?", "My sister Carol married Dave in 1998."),
        ("When did Carol get married?", "My sister Carol married Dave in 1998."),
        ("Wann heiratet Silke?", "Silke heiratet am 5. September den Matthias."),
        ("What is Hannah allergic to?", "Hannah is allergic to peanuts."),
        ("What can't Molly eat?", "Molly can't have gluten."),
        ("Was vertrage ich nicht?", "Ich vertrage keine Laktose."),
        ("Wie alt ist Jonas?", "Mein Sohn Jonas ist letzte Woche acht geworden."),
        ("What kind of dog does Tom have?", "Tom has a poodle."),
        ("What technologies does Nordhaven use?", "I called Nordhaven. They use Spark and dbt."),
        ("What pet does Bev have?", "Bev has a parrot."),
        ("What is Ruby's dog called?", "Ruby has a cockapoo called Biscuit."),
        ("What car do I have now?", "I traded my old Astra in for a Skoda."),
        ("What car did my dad have before?", "My dad drives a Fiat."),
        ("What car does my dad drive?", "My dad's car is a Trabant."),
        ("Welches Auto hatte mein Vater früher?", "Mein Vater hatte einen Opel."),
        ("Was für einen Hund hat Timo?", "Timo hat einen Dackel."),
        ("Welchen Sport macht Jonas?", "Jonas spielt Handball beim TSV."),
        ("What medicine does Jean take?", "Jean takes metformin for her diabetes."),
        ("What medication am I taking?", "I've been having penicillin since Monday."),
        ("What does Rita do for a living?", "Rita sells carpets at the market."),
        ("Was macht Herr Lang beruflich?", "Herr Lang repariert Uhren."),
        ("When did Tara break her wrist?", "Tara broke her wrist on Saturday."),
        ("What medication am I on?", "My doctor put me on ramipril."),
        ("What city does my sister live in?", LENA),
        ("Which school does Alfie go to?", "My son Alfie is 9 and goes to Brookfield Primary."),
        ("What is Maria's email?", "Maria's address is maria@example.org."),
        ("What time is the meeting with Aerolux?", "Next meeting with Aerolux: 5 November at 2 pm."),
        ("How old am I?", "I turned 40 last week."),
        ("Where do I live?", "Home is Leeds, 14 Mill Lane."),
        ("How much do I earn?", "Salary is 2,600 a month."),
        ("How old is Tom?", "Tom turned nine in May."),
        ("Wie alt ist Jana?", "Jana ist einunddreißig."),
        ("When is the meeting?", "The meeting is at ten."),
        ("When is the meeting?", "The meeting was moved to the afternoon."),
        ("How tall is Tom?", "Tom is 1.90 m."),
        ("How old is my child?", "My son Paul is 12."),
        ("How many kids does Wim have?", "Wim is from Bruges and has two daughters."),
        ("What car does my dad drive?", "My dad Robert drives a Volvo."),
        ("How much do I earn?", "The salary is 2,600 a month."),
        ("Was ist Pauls Lieblingsessen?", "Paul mag Linseneintopf."),
        ("What is the name of Ben's daughter?", BEN),
        ("What is Maria's phone number?", "Maria's phone number is 0151 2345678."),
        ("What does Tomasz earn?", "Tomasz earns 3,200 euros a month."),
        ("Wie heißt die Lehrerin von Mia?", "Mias Klassenlehrerin ist Frau Dörfler."),
        ("What is my address?", "I moved to my new flat at 14 Quarry Road."),
        ("How much did my shoes cost?", "I bought my shoes today, size 39, they were 85 pounds."),
        ("How much does the allotment cost?", "The allotment costs 60 a year."),
        ("How heavy is Biscuit?", "Biscuit weighs 9 kilos now."),
        ("When is the meeting with Aerolux?", "Next meeting with Aerolux: 5 November at 2 pm."),
        ("What is my favourite colour?", "I love purple."),
        ("Who is my boss?", "My manager is Claire Dubois."),
        ("Wie alt ist Jana?", JANA),
        ("Wo wohnt meine Schwester?", JANA),
        ("Was macht Lukas beruflich?", "Lukas arbeitet als Architekt."),
        ("Wann ist der Zahnarzttermin?", "Der Termin beim Zahnarzt ist am Montag."),
        ("Où habite ma sœur ?", "Ma sœur Anne habite à Lyon."),
        ("¿Dónde vive mi hermana?", "Mi hermana Ana vive en Soria."),
        ("Which ticket did Sven get?", "INC-4417: VPN drops every 20 minutes. Assigned to Sven."),
        ("How long have I been working at Meridian?", "Started the new job at Meridian on 3 February. Manager is Ruth."),
        ("Since when have we been live?", "We went live with the new web shop today!"),
        ("How long have we been live?", "Launched the shop, finally."),
        ("Since when am I vegan?", "I became vegan."),
        ("How long have we been married?", "We got married in Graz."),
        ("Seit wann sind wir live?", "We went live today."),
    ],
)
def test_a_message_tells_what_is_asked_of_whom(question: str, message: str) -> None:
    assert tells(question, message)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("Where was my sister born?", LENA),
        ("How old is Lena?", LENA),
        ("Where was Lena born?", "Lena's birthday is on 9 May."),
        ("How old is Lena?", "Lena's birthday is on 9 May."),
        ("How old is Ruby?", "My daughter Ruby was born in Cardiff."),
        ("What is Lena's phone number?", LENA),
        ("How old is Tom?", "Tom was nine metres up the wall."),
        ("Wie alt ist Tom?", "Tom ist Leipziger."),
        ("When is the meeting?", "The meeting is at nine Elms Road."),
        ("When is my mother's birthday?", "Mum lives in Bristol. She was born in Galway."),
        ("How much did my desk cost?", "My new desk is number 37, by the window."),
        ("How much did the drill cost?", "Sam lent me his drill. His number is 01792 44556."),
        ("What is my favourite colour?", "My favourite flower is the peony."),
        ("What is Hanne's last name?", "Hanne approved my holiday."),
        ("What technologies does Nordhaven use?", "I applied to Nordhaven on Monday."),
        ("Where does Ruby work?", "Ruby drives a Volvo."),
        ("Where does Ruby work?", "Ruby runs a marathon in May."),
        ("Where does Tom work?", "Tom owns a dog."),
        ("Where does Tom work?", "Tom sells his car."),
        ("When did Gus break his wrist?", "My neighbour Gus has two cats."),
        ("Where do I work?", "Anna teaches me to knit."),
        ("Where do I work?", "I quit smoking."),
        ("How much does Tom charge?", "Tom is 34."),
        ("When did Ruby get married?", "Ruby's birthday is on 9 May."),
        ("What is Craig allergic to?", "My husband Craig works nights at the bakery."),
        ("What is Craig allergic to?", "Craig doesn't drive."),
        ("What kind of dog does Tom have?", "Tom has a Siamese cat."),
        ("What pet does Tom have?", "Tom has a Volvo."),
        ("What car do I have now?", "Our car failed its MOT."),
        ("Was für einen Hund hat Ines?", "Ines hat sich einen Skoda gekauft."),
        ("What medicine does Jean take?", "Jean takes the bus."),
        ("How many kids does Hanne have?", "Hanne approved my holiday."),
        ("What colour is Dad's Toyota?", "Dad sold the Volvo and bought a Toyota."),
        ("How long has Wim worked at Kestrel?", "My boss is called Hanne, my desk neighbour is Wim."),
        ("What is Amy's favourite food?", "My best friend Amy got engaged to Marco."),
        ("What is Maria's email?", "Maria's phone number is 0151 2345678."),
        ("What is the phone number of Felix?", "Felix installed Ubuntu 24.04."),
        ("What is Felix's phone number?", "Felix looked at INC-4471 and saw ORA-12154 in the log of order 48231."),
        ("What does Tomasz earn?", "Tomasz is sick until Friday."),
        ("Which ticket did Sven get?", "Sven is on holiday until Monday."),
        ("How long have I been working at Meridian?", "Shin splints, the physio said no running for six weeks."),
        ("Since when have we been live?", "I started a new job at Brightwater."),
        ("Since when have we been live?", "We saw a live concert."),
        ("Since when am I vegan?", "Tina's cake was vegan."),
        ("How much is Felix getting paid for this?", "Felix installed Ubuntu."),
        ("Wie heißt die Mutter von Mia?", "Mias Großmutter heißt Gerda."),
        ("Where did Otto study?", "Otto is leaving the company. He goes to Siemens."),
        ("Does Hanne have a dog?", "My boss is called Hanne."),
        ("Where does Stefan work?", "Stefan from work is getting divorced."),
        ("Where was my mother born?", "My mother was born on 2 March 1950."),
        ("Where do I work?", "We go to Porto instead, same dates."),
        ("Wie alt ist meine Tochter?", "Meine Tochter Emma hat am 3. August Geburtstag."),
        ("Wie alt ist Felix?", "Mein Bruder Felix arbeitet bei der Sparkasse."),
        ("Wo wurde Jana geboren?", JANA),
        ("Wie heißt mein Zahnarzt?", "Der Termin beim Zahnarzt ist am Montag um 9 Uhr."),
    ],
)
def test_another_thing_of_the_same_person_is_no_answer(question: str, message: str) -> None:
    assert not tells(question, message)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("Where does my mother work?", LENA),
        ("Where does Claire work?", LENA),
        ("When did Gus break his wrist?", "Tara broke her wrist on Saturday."),
        ("Where does Carol work?", "Her husband Ian drives lorries."),
        ("What kind of dog does Neil have?", "Ruby has a cockapoo called Biscuit."),
        ("Who is Ruby's husband?", "My sister Carol married Dave in 1998."),
        ("Where does my sister work?", "My brother Tom works in York."),
        ("How old is my daughter?", "My son Paul is 12."),
        ("How old is my wife?", "My husband is 44."),
        ("Where do I live?", "My sister Lena lives in Leeds."),
        ("How long have I been working at Meridian?", "Anna has been working at Vista Hotels for three years."),
        ("Which ticket did Sven get?", "INC-4471: mail queue stuck. Assigned to Priyanka."),
        ("Where do I live?", "Hi! My sister Lena lives in Leeds."),
        ("Where do I work?", "Next meeting with Aerolux: 5 November in their office in Hamburg."),
        ("When is my own birthday?", "Lena's birthday is on 9 May."),
        ("How old is Claire?", BEN),
        ("When is my mother's birthday?", "Lena's birthday is on 9 May."),
        ("What is Claire's phone number?", "My phone number is 07700 900123."),
        ("What is the name of Otto's daughter?", BEN),
        ("When is the meeting with Siemens?", "Next meeting with Aerolux: 5 November at 2 pm."),
        ("What car does Wim drive?", "My dad Robert drives a Volvo."),
        ("Was ist Pauls Lieblingsessen?", "Mein Lieblingsessen ist Linseneintopf."),
        ("Wo arbeitet Jana?", "Mein Bruder Felix arbeitet bei der Sparkasse."),
        ("Was kostet das Auto?", "Wir haben eine neue Küche bestellt, sie kostet 8.400 Euro."),
        ("Where did Ben Okoro study?", "Ben Adler studied in Leeds."),
    ],
)
def test_the_same_thing_of_somebody_else_is_no_answer(question: str, message: str) -> None:
    assert not tells(question, message)


def test_who_somebody_is_may_have_been_told_elsewhere() -> None:
    assert tells("Where does my sister work?", "Lena works at St James's hospital.", "My sister Lena lives in Leeds.")
    assert tells("How old is Jana?", "My sister is 31 years old.", "My sister Jana lives in Kiel.")
    assert tells("How much was the architect's bill?", "Ms Dragan's bill: 4,180.", "Architect: Ms Dragan.")
    assert tells("Where does the electrician live?", "Yilmaz lives next door.", "The electrician (Mr Yilmaz) came.")
    assert not tells("How much was the architect's bill?", "Mr Yilmaz' bill: 900.", "Architect: Ms Dragan.")
    assert not tells("How old is Jana?", "My sister is 31 years old.", "My sister Jana lives in Kiel.", "My sister Eva sings.")


@pytest.mark.parametrize(
    "question", ["Where do we eat?", "What does the contract say about Lena's notice?", "Is Ben a vegetarian?"]
)
def test_most_questions_ask_in_no_such_form(question: str) -> None:
    assert attribute(question, "english") is None


def test_when_something_happened_a_document_need_not_say_again_of_whom() -> None:
    asked = attribute("When did Acme open the works?", "english")

    assert asked is not None
    assert asked.is_of("The works opened in 1998.", {}, by_name=True)


@pytest.mark.parametrize("word", ["A-", "İ"])
def test_who_is_called_how_is_read_at_once_from_a_text_of_one_word(word: str) -> None:
    text = word * 200_000

    assert name_relations([text]) == {}
    assert tells("Where does Ben Adler work?", f"Ben works. {text}")
