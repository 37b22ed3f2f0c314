from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from chat.domain import Candidate, Cut, Elsewhere
from chat.index.id_map import IdMap
from chat.retrieval.statements.detect import statements, takes_the_place
from chat.retrieval.statements.superseded import mark_superseded
from chat.threads.base import Turns
from tests.passages import NOON, from_document, from_message


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("My budget is 500.", "My budget is now 700."),
        ("Karin is my boss.", "Karin left, Peter is my boss now."),
        ("Our standup is at 9:30.", "The standup is now at 10."),
        ("Let's meet at the Blue Cafe.", "Change of plan: we meet at the library."),
        ("The party is on 12 June.", "Change of plan: the party is on 19 June."),
        ("Lass uns am Bahnhof treffen.", "Planänderung: wir treffen uns am See."),
        ("My budget is 500 euros.", "My budget is 700 euros."),
        ("My rent is $1,200.", "My rent increased from $1,200 to $1,300."),
        ("The kitchen budget is 12,000 euros in total.", "We raised the kitchen budget to 14,500 euros."),
        ("Our project deadline is 5 May.", "Our project deadline moved to 12 May."),
        ("Our wedding is on 14 June 2026 in the old mill.", "We moved our wedding to 21 June 2026."),
        ("Our meeting is on Tuesday.", "Our meeting was moved to Friday."),
        ("The launch of the Mosswell is on 3 February.", "We moved the launch to 12 March because of the sensor."),
        ("The concert is booked for Saturday, December 12 at St. Andrew's.", "The concert was moved to Sunday, December 13."),
        ("The budget is 40,000 euros.", "The budget was cut to 35,000 euros."),
        ("The price is 79 euros.", "The new price is 89 euros."),
        ("I live in Oslo.", "I now live in Bergen."),
        ("My sister Lena lives in Leeds and works as a nurse.", "Lena moved to York."),
        ("Meine Schwester Jana wohnt in Kiel und ist 31 Jahre alt.", "Jana ist nach Hamburg umgezogen."),
        ("My dog is called Biscuit.", "Actually, my dog is called Rex."),
        ("Mein Budget ist 500 Euro.", "Mein Budget ist jetzt 700 Euro."),
        ("Ich wohne in Hamburg.", "Ich wohne jetzt in München."),
        ("Unser Termin ist am 5. Mai.", "Unser Termin wurde auf den 12. Mai verschoben."),
        ("Unsere Besprechung ist am Dienstag.", "Unsere Besprechung wurde auf Freitag verschoben."),
        ("La réunion est le 5 mai.", "La réunion est reportée au 12 mai."),
        ("Mi presupuesto es de 500 euros.", "Mi presupuesto ahora es de 700 euros."),
        ("Il mio budget è di 500 euro.", "Adesso il mio budget è di 700 euro."),
        ("Meu orçamento é de 500 euros.", "Agora meu orçamento é de 700 euros."),
        ("Mijn budget is 500 euro.", "Mijn budget is nu 700 euro."),
        ("I live in Oslo.", "I no longer live in Oslo, I live in Bergen."),
        ("My budget is 500.", "My budget is no longer 500, my budget is 700."),
        ("We are going on a trip to Rome in December.", "We cancelled the trip to Rome."),
        ("We're going to Rome in December.", "We had to cancel our trip to Rome, because Eve is ill."),
        ("The concert is on Friday.", "The concert was called off."),
        ("I have a gym membership.", "I cancelled my gym membership."),
        ("Wir haben eine Reise nach Rom gebucht.", "Wir haben die Reise nach Rom abgesagt."),
        ("We cancelled the trip to Rome.", "We are going on a trip to Rome after all."),
        ("I work at Acme.", "I no longer work at Acme; I started at Globex."),
        ("I work at Acme as an engineer.", "I don't work at Acme any more."),
        ("I'm vegetarian.", "I'm no longer vegetarian."),
        ("Ich arbeite bei Siemens.", "Ich arbeite nicht mehr bei Siemens."),
        ("My favourite colour is blue.", "Actually my favourite colour is green."),
        ("My favorite color is blue.", "My favorite color is green."),
        ("My favourite colour is blue.", "My favourite colour is now green, not blue."),
        ("Meine Lieblingsfarbe ist blau.", "Meine Lieblingsfarbe ist jetzt grün."),
        ("My favourite author is Ursula Le Guin.", "My favourite author is Italo Calvino."),
        ("My phone number is 555-1234", "My new phone number is 555-9876"),
        ("The wifi password is tulip42", "The wifi password is now rose77"),
        ("The wifi password is tulip42.", "The wifi password has been changed to rose77."),
        ("The code of the front door is 4411.", "The code of the front door is 9021B."),
        ("Das WLAN-Passwort ist tulpe42.", "Das WLAN-Passwort lautet jetzt rose77."),
        ("Yoga is on Monday.", "Yoga is on Thursday now."),
        ("Yoga is on Monday at 6.", "Yoga is on Monday at 7 now."),
        ("Yoga ist am Montag.", "Yoga ist jetzt am Donnerstag."),
        ("My bike is red.", "My bike is green now."),
        ("I live in Linz.", "I moved to Graz."),
        ("I live in Linz.", "I moved to Graz in September."),
        ("I live in Linz.", "I moved to Graz for my studies."),
        ("I live in Linz with my cat.", "We've just moved from Linz to Graz!"),
        ("My sister lives in Porto.", "My sister has moved to Lisbon."),
        ("My boat is moored in Kiel.", "My boat has moved to Flensburg."),
        ("I moved to Graz.", "I now live in Vienna."),
        ("Ich wohne in Linz.", "Ich bin nach Graz gezogen."),
        ("J'habite à Lille.", "J'ai déménagé à Rennes."),
        ("Vivo en Sevilla.", "Me he mudado a Cádiz."),
        ("Tobias brings the first aid kit.", "Tobias can't come; Farid brings the first aid kit instead."),
        ("Tobias brings the first aid kit.", "Farid brings the first aid kit instead of Tobias."),
        ("Jonas bringt den Kuchen mit.", "Eva bringt stattdessen den Kuchen mit."),
        ("We meet at the station.", "We meet at the town hall instead."),
        ("Wir treffen uns am Bahnhof.", "Wir treffen uns stattdessen am Rathaus."),
        ("The party is in the garden.", "The party has been moved to the garage."),
        ("The rehearsal is on Monday at 19:00.", "Actually the rehearsal is on Tuesday at 19:30."),
        ("The rehearsal is on Monday.", "The rehearsal moves to Friday."),
        ("The rehearsal is on Monday.", "hmm ok, the rehearsal will be pushed back to Friday"),
        ("La reunión es el lunes.", "La reunión se ha movido al jueves."),
        ("La clase es el martes.", "La clase pasa al viernes."),
        ("La réunion est lundi.", "La réunion est déplacée à jeudi."),
        ("Das Training ist am Dienstag.", "Das Training findet jetzt am Mittwoch statt."),
        ("The wifi password is sunflower22.", "I changed the wifi password to moonlight77."),
        ("I take 50 mg of sertraline.", "The doctor raised my sertraline to 75 mg."),
        ("The flight leaves at 9:40.", "They rescheduled the flight, it leaves at 11:05 now."),
        ("The shop closes at 18:00.", "The shop closes at 20:00 since March."),
        ("My shift starts at 7.", "From Monday my shift starts at 6."),
        ("The rent is 900 euros.", "The rent goes up to 960 euros from January."),
        ("The server's IP is 10.0.0.5.", "The server's IP is 10.0.0.9 now."),
        ("We use Postgres 14.", "We upgraded to Postgres 16 yesterday."),
        ("My boss is Karin Holm.", "Karin left; my new boss is Peter Lang."),
        ("My boss is Karin Holm.", "My boss is now Peter Lang."),
        ("We drive a Volvo.", "Sold the Volvo on Sunday!"),
        ("I sing in the Riverside choir.", "I quit the choir, too many evenings."),
        ("The reading is at Mill House.", "Mill House fell through, we read in the library."),
        ("The reading is at Mill House.", "Mill House is fully booked, so the library it is."),
        ("Our baker is Hofmann.", "Hofmann kept coming late, so we dropped them."),
        ("Dr. Sato is my dentist.", "Dr. Sato retired, I see Dr. Lund."),
        ("I share the flat with Milo.", "Milo moved out on Monday."),
        ("I'm dating Nils.", "Nils and I broke up."),
        ("We're flying to Malta in June.", "Malta is off, we take the train to Nice."),
        ("I work for a bank.", "I quit my job yesterday."),
        ("The boiler is broken.", "The plumber fixed the boiler."),
        ("Lena is on holiday.", "Lena is back."),
        ("The website is down.", "The website is back up."),
        ("We paint the hall green.", "Actually no, not green, we go with yellow."),
        ("Ich spiele im Orchester.", "Hab mit dem Orchester aufgehört."),
        ("Wir fahren einen Golf.", "Den Golf haben wir verkauft."),
        ("Das Lokal am See macht das Essen.", "Das Lokal am See ist leider ausgebucht."),
        ("J'ai un vélo électrique.", "J'ai vendu le vélo électrique."),
        ("Trabajo en una librería.", "Dejé la librería en mayo y ahora doy clases."),
        ("The timeout is 30 seconds.", "Bumped the timeout to 45s."),
        ("MAX_WORKERS is 4.", "We lowered MAX_WORKERS to 2."),
        ("The launch is on 3 May.", "Launch slipped to 17 May."),
        ("The launch is on 3 May.", "The launch got delayed by two weeks."),
        ("The weekly sync is on Mondays.", "The weekly sync got pushed to Tuesdays because of the others."),
        ("My flight to Oslo is on the 14th.", "The airline rebooked us, so we leave for Oslo on the 15th."),
        ("Mum's room is 312.", "They moved Mum to room 405."),
        ("Our accountant is Frau Seidel.", "We have a new accountant, Herr Novak."),
        ("Marit is the tech lead.", "Oskar takes over as tech lead."),
        ("My phone number is 555 0134.", "I've got a new phone number: 555 0199."),
        ("The meeting is at 3.", "The meeting got pushed to 4."),
        ("My email is a@example.org.", "New email: c@example.org."),
        ("Die Miete beträgt 800 Euro.", "Die Miete steigt auf 850 Euro."),
        ("L'abonnement à la piscine coûte 20 euros.", "L'abonnement à la piscine coûte 24 euros."),
        ("Le loyer est de 950 euros.", "Le loyer passe à 980 euros."),
        ("Max is allergic to nuts.", "Allergy test was negative, Max can eat nuts after all."),
        ("Tom is allergic to cats.", "Turns out Tom isn't allergic to cats."),
        ("The party is at Tim's place.", "The party will be at the Rathauskeller instead."),
        ("The bus costs 480 euros. My brother lives in Tangier.", "Actually the bus costs 520 euros now."),
        ("Thanks! I capped my gifts budget at $400 total.", "I've adjusted our holiday gift budget to $450, how do I split it?"),
        (
            "We plan to leave for Portugal on 26 July and stay five weeks.",
            "We had to move our departure. We now start on 2 August instead of 26 July, and it'll be four weeks.",
        ),
        ("The rent is 800 euros.", "The rent will be 850 euros instead of 800 euros."),
        ("Opening is planned for Friday 12 February.", "We moved the opening to Saturday 27 February instead of the 12th."),
        ("our budget is 9,000 euros", "we raised the budget to 11,500"),
        ("Overall budget is 18,000 pounds.", "The budget is 20,000 pounds now."),
        ("Overall budget is 18,000 pounds.", "The budget goes up to 20,000."),
        ("budget is 24k", "budget is 27.5k now"),
        ("Launch is planned for 14 December", "Launch moved to 11 January"),
        ("My sister Ruth will be maid of honour.", "Priya will be maid of honour now, not Ruth."),
        (
            "My sister Ruth will be maid of honour.",
            "Ruth is pregnant and due in June, so she'd rather not be maid of honour. My friend Priya said yes!",
        ),
        ("We're thinking of Saturday 12 June 2027, with about 80 guests.", "Ok we cut it back, 92 guests it is."),
        ("The guest list is getting out of hand, we're at 104 now.", "Ok we cut it back, 92 guests it is."),
        (
            "Overall budget is 18,000 pounds, my parents are giving us 5,000 of that.",
            "Mum and dad are adding another 2,000, so the budget goes up to 20,000.",
        ),
        (
            "Signed the lease! moving on 9 January",
            "the landlady says I can only get the keys on the 15th, so I'm moving on 16 January now",
        ),
        ("Lena Brandt is our photographer.", "Our photographer is Marco Silva now."),
        ("The ceremony starts at 2 pm.", "The registrar can only do 3 pm, so the ceremony is an hour later."),
        ("Die Trauung beginnt um 14 Uhr.", "Die Trauung ist eine Stunde später."),
        (
            "Honeymoon: two weeks in Sicily, flying on 29 June.",
            "Actually Sicily in July is too hot, we're going to the Azores instead.",
        ),
        ("We're flying to Sicily in July.", "Sicily in July is too rainy, we're going to the Azores instead."),
        ("We plan to go to Sicily.", "Actually Sicily got too touristy, so we take Porto instead."),
        ("We're going to Sicily in May.", "Sicily is no longer possible, so we take Porto instead."),
        ("I booked Casa Lapa for May.", "Casa Lapa is sold out, we take Casa Vista instead."),
        ("Wir fahren im Juli nach Sizilien.", "Sizilien ist zu regnerisch, wir fahren stattdessen auf die Azoren."),
        ("Nous allons en Sicile en juillet.", "La Sicile est trop chère, on va à Porto à la place."),
        ("Vamos a Sicilia en julio.", "Sicilia es demasiado cara, vamos a Oporto en su lugar."),
        ("We expect about 80 guests.", "Ok we cut it back, 92 guests it is."),
        ("The club has 2 trainers.", "Since March 2024, the club has 3 trainers."),
        ("Fork & Fern charges 62 a head.", "Fork & Fern raised their price to 68 a head."),
        ("Emil kommt in die Kita Sonnenwinkel.", "Emil kommt jetzt doch in die Kita Rappelkiste."),
        ("Den Umzug macht Kramer.", "Den Umzug macht jetzt die Spedition Benz."),
        ("Emma goes to Sunny Lane Nursery.", "Emma goes to Oak Tree Nursery now."),
        ("the party is on 12 June", "correction re the party, it's on the 19th instead"),
        ("the party is on 12 June", "sorry i misread, party is 13 June"),
        (
            "went with Harlow after all. kitchen delivery end of november",
            "Harlow called, kitchen not before 14 december, annoying",
        ),
        ("offer from Acme!! 56,500, start 1 January. have to answer until the 30th", "start is not 1 Jan but 15 January"),
        ("The rehearsal is on Monday.", "The rehearsal is not on Monday but on Tuesday."),
        (
            "pear it is. ordered a Vranja, comes end of november",
            "nursery wrote: the Vranja is sold out, they send a Champion instead",
        ),
        ("Unterkunft: Quinta do Vale in Funchal, 740 €", "Haben die Quinta storniert, zu weit weg. Jetzt Casa Lapa, 690 €"),
        ("Dr. Yildiz: soll Ramipril nehmen, 2,5 mg", "Dr. Yildiz hat mir statt Ramipril Candesartan verschrieben, 8 mg"),
        ("Neues Ziel: Marathon Hamburg am 25. April.", "Korrektur: Hamburg ist am 26. April, hatte mich verguckt"),
        ("kickoff for the launch, target date is 20 October", "talked to Ann. we push the launch to 10 November"),
        ("Termin bei Dr. Sommerfeld am 3. September", "Dr. Sommerfelds Praxis rief an, Termin verschoben auf den 8.9."),
        ("Umzug am 11. Dezember", "Korrektur: der Umzug ist am 14. Dezember"),
        ("Wir fahren im Juli nach Sizilien.", "Sizilien ist ausverkauft, wir fahren stattdessen auf die Azoren."),
        ("Tom ist gegen Nüsse allergisch.", "Tom ist inzwischen nicht gegen Nüsse allergisch."),
        ("Jonas bringt den Kuchen mit.", "Eva bringt den Kuchen mit anstelle von Jonas."),
        ("There are 12 of us.", "We're 14 now."),
        ("There are 12 of us in the team.", "We're 14 now."),
        ("We are 12 people in our team.", "There are 14 of us in the team now."),
        ("Wir sind 12 Leute im Team.", "Wir sind jetzt 14."),
        ("There will be 12 of us.", "Actually, there are 14 of us."),
        ("Wir sind 12 Leute.", "Wir sind jetzt 14."),
        ("Next round is a case study on the 25th", "case study moved up, it's on the 23rd now. panic"),
    ],
    ids=lambda text: str(text),
)
def test_a_later_statement_with_another_value_takes_the_place(earlier: str, later: str) -> None:
    assert _takes_the_place(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("My budget is 500.", "My budget is still 500 now."),
        ("Karin is my boss.", "Karin left, Peter is happy now."),
        ("Our standup is at 10:00.", "The standup is now at 10."),
        ("The Blue Cafe is loud.", "Change of plan: we meet at the library."),
        ("My dog is called Biscuit.", "My dog is called Rex."),
        ("I ran 5 miles today.", "I ran 7 miles today."),
        ("My son is 5.", "My daughter is 7."),
        ("Mein Hund ist 5 Jahre alt.", "Meine Katze ist jetzt 7 Jahre alt."),
        ("Mein Hund ist müde.", "Meine Katze ist jetzt müde."),
        ("Meine Schwester wohnt in Hamburg.", "Mein Bruder wohnt jetzt in München."),
        ("Mi perro tiene 5 años.", "Mi gato ahora tiene 7 años."),
        ("My budget for the trip is 500 euros.", "My budget for the kitchen is now 700 euros."),
        ("I prefer under 250 ms for the page.", "The page now takes 300 ms."),
        ("My bike costs 300 euros.", "My new bike costs 500 euros."),
        ("The deadline of the essay is on 3 May.", "I moved the meeting about the thesis to 9 June."),
        ("I saw Clara on 3 May.", "Now I met Clara's sister on 9 May in the harbour."),
        ("The budget was 500 at first.", "Is my budget now enough?"),
        ("My sister is Ann.", "My sister is Eve."),
        ("My brother's hobby is chess.", "My brother's hobby is football."),
        ("My brother works at Acme.", "I no longer work at Acme."),
        ("I work at Globex.", "I no longer work at Acme."),
        ("Our cat is black.", "Our other cat is white now."),
        ("I bought a guide for the trip to Rome.", "We cancelled the trip to Rome."),
        ("We are going to buy tickets for the trip to Rome.", "We cancelled the trip to Rome."),
        ("We are going on a trip to Oslo.", "We cancelled the trip to Rome."),
        ("I bought a dress for the concert.", "The concert was cancelled."),
        ("We are going to Rome.", "I cancelled the meeting."),
        ("My favourite colour is blue.", "My favourite colour is still blue now."),
        ("My favourite colour is blue.", "Ann's favourite colour is green."),
        ("The wifi password is tulip42.", "The wifi password is wrong now."),
        ("The wifi password is tulip42.", "The wifi password of the office is rose77."),
        ("The password is tulip42.", "The password is rose77."),
        ("Yoga is on Monday.", "Yoga is on Thursday."),
        ("Yoga is on Monday.", "Pilates is on Thursday now."),
        ("My bike is red.", "My bike is blue."),
        ("My bike is red.", "My new bike is blue."),
        ("My bike is red.", "My bike is broken now."),
        ("I live in Linz.", "I visited Graz."),
        ("I live in Linz.", "I moved to Graz in 2009."),
        ("My boat is moored in Kiel.", "My car has moved to Flensburg."),
        ("I live in Linz.", "I almost moved to Graz."),
        ("I live in Linz.", "I want to move to Graz."),
        ("I live in Linz.", "I moved to the back of the room."),
        ("I live in Linz.", "My brother moved to Graz."),
        ("My brother lives in Linz.", "My sister moved to Graz."),
        ("I live in Linz.", "I live in Graz."),
        ("Tobias brings the first aid kit.", "Farid brings the tent instead."),
        ("Tobias brings the first aid kit.", "Farid brings the first aid kit, too."),
        ("Tobias brings the first aid kit.", "Farid brings the first aid kit instead of Maria."),
        ("Tobias has fish and rice.", "Farid has fish and rice instead."),
        ("We meet at the station.", "We meet at the town hall."),
        ("We meet at the station.", "We meet at noon instead."),
        ("I live in Linz.", "I moved to Graz in May 2010."),
        ("We meet at the station.", "They meet Tobias at the town hall now."),
        ("The house is in the village.", "The house is on the market now."),
        ("My car is in the garage.", "My car is in good shape now."),
        ("Pia plays the flute.", "Max plays the flute now."),
        ("The rehearsal is on Monday.", "The concert moves to Friday."),
        ("We use Postgres 14.", "We upgraded to Python 3.12 yesterday."),
        ("We use Postgres 14.", "The office has Postgres 16."),
        ("My boss is Karin Holm.", "Tom's boss is now Peter Lang."),
        ("We drive a Volvo.", "I sold the old roof box of the Volvo on Sunday."),
        ("We drive a Volvo.", "My brother sold his Volvo."),
        ("We drive a Volvo.", "Maybe we sell the Volvo."),
        ("We drive a Volvo.", "I read about someone who sold a Volvo."),
        ("I sing in the Riverside choir.", "I'd never quit the choir."),
        ("Ella goes to the Mill School.", "I dropped Ella at the station."),
        ("My sister Sato lives in Rome.", "Sato left the company."),
        ("Milo is my brother.", "Milo moved out on Monday."),
        ("Thanks, Caroline!", "Thankfully it's over now."),
        ("I bought tickets for the trip to Rome.", "The ferry is off."),
        ("We had a party for the trip.", "We cancelled the trip."),
        ("My office is in Mill Street.", "I left the office at five."),
        ("Invoice 1001 is 200 euros.", "Invoice 1002 is 350 euros now."),
        ("Room 12 is 80 euros a night.", "Room 14 is 95 euros a night."),
        ("Apartment 4B's rent is 900 euros.", "Apartment 5C's rent is 1,100 euros."),
        ("Our budget for March is 500 euros.", "Our budget for April is now 700 euros."),
        ("Our wedding is on June 21.", "Carla's wedding has been moved to June 28."),
        ("The boiler is broken.", "The boiler is new."),
        ("The launch is on 3 May.", "The launch party got delayed."),
        ("Our accountant is Frau Seidel.", "We have a new colleague, Herr Novak."),
        ("The rate is 30 euros.", "The other rate went up to 40 euros."),
        ("Tom is allergic to cats.", "Turns out Tom isn't allergic to dogs."),
        ("My boss is Karin Holm.", "My boss is ill now."),
        ("The flight leaves at 9:40.", "The train leaves at 11:05 now."),
        ("The shop closes at 18:00.", "The pool closes at 20:00 since March."),
        ("I take 50 mg of sertraline.", "The doctor raised my aspirin to 75 mg."),
        ("The party is at Tim's place.", "The wedding will be at the Rathauskeller instead."),
        ("We have had the dog since March.", "We have had the cat since May."),
        ("The bus costs 480 euros.", "Actually the train costs 520 euros now."),
        ("The bus costs 480 euros.", "Actually, does the bus cost 520 euros now?"),
        ("limit = 500; my budget", "limit = 700; my budget now"),
        ("My dentist appointment is on 26 July.", "We now start on 2 August instead of 26 July."),
        ("The bike costs 800 euros.", "The rent will be 850 euros instead of 800 euros."),
        ("We plan to leave on 26 July.", "We ate pasta instead of rice on 2 August."),
        ("The budget is 40,000 euros.", "The budget meeting was moved to 14."),
        ("Tom is my neighbour.", "My neighbour is Eve now."),
        ("My sister Ruth will be maid of honour.", "Priya will do the flowers now, not Ruth."),
        ("My sister Ruth will be maid of honour.", "Anna is ill, so she'd rather not be maid of honour."),
        ("The ceremony rehearsal is at 5 pm.", "The ceremony is an hour later."),
        ("The ceremony starts at 2 pm.", "The ceremony is an hour later than last year's."),
        ("My grandmother was born in Sicily.", "Sicily is too hot, we're going to the Azores instead."),
        ("We're flying to Sicily in July.", "Sicily is too rainy, what a pity."),
        ("We're flying to Sicily in July.", "If Sicily is too rainy, we go to Porto instead."),
        ("We're flying to Sicily in July.", "Sicily in July is too rainy for sandals, I take boots instead of them."),
        ("We expect about 80 guests.", "Ok, 12 tables it is."),
        ("Members with a card: 2.", "Members with a card since March 2023: 3."),
        ("Emma goes to Sunny Lane Nursery.", "Emma also goes to Oak Tree Nursery now."),
        ("I take the dog out at 7.", "I take the dog to the vet now."),
        ("Tom plays football on Mondays.", "Tom plays tennis on Tuesdays now."),
        ("I'm meeting Tom on Friday.", "I'm out with Tom tonight, let's cook at home instead."),
        ("My budget for Anna is 50 euros.", "My budget for Anna is spent now."),
        ("The rent is due on 12 June.", "correction re the party, it's on the 19th instead"),
        ("I jog on Mondays.", "The rehearsal is not on Monday but on Tuesday."),
        ("the party is on 12 June", "correction re the party, bring 30 chairs"),
        ("the party is on 12 June", "we push the exam to 19 June"),
        ("kitchen not before 14 december. annoying, we wanted to move in on the 19th", "moved our moving date to 9 January"),
        ("the party is on 12 June", "after the party we moved to Berlin on 19 June"),
        ("the party is on 12 June", "The party is not before dinner."),
        ("Wir fahren im Juli nach Sizilien.", "Das Museum ist ausverkauft, wir fahren stattdessen auf die Azoren."),
        ("Tom ist gegen Nüsse allergisch.", "Tom ist inzwischen nicht gegen Milch allergisch."),
        ("Jonas bringt den Kuchen mit.", "Eva bringt den Kuchen mit anstelle von Clara."),
        ("The launch is on 3 May.", "The launch is now on May 3rd, as planned."),
        ("Der Termin ist am 5. Mai.", "Der Termin ist jetzt auf den 5. Mai gelegt."),
        ("La réunion est le 5 mai.", "La réunion est maintenant confirmée, le 5 mai 2027."),
        ("There are 12 of us.", "We're 14."),
        ("There are 12 of us in the choir.", "We're 14 now."),
        ("There are 12 of us in the team.", "There are 14 of us in the choir now."),
        ("There are 12 of us.", "We're still 14 now."),
        ("There are 12 of us.", "We're 14 minutes late now."),
        ("There are 12 chairs.", "We're 14 now."),
        ("We are 12.", "We're 14 now."),
        ("Wir sind 12 Leute.", "Wir sind jetzt 12."),
        ("Lena told me about the Vranja.", "the Vranja is sold out, they send a Champion instead"),
        ("ordered a Vranja, comes end of november", "the Vranja is sold out"),
        ("the party is on 12 June", "is the party on the 19th instead?"),
    ],
    ids=lambda text: str(text),
)
def test_statements_about_something_else_stand_beside_each_other(earlier: str, later: str) -> None:
    assert not _takes_the_place(later, earlier)


def test_the_earlier_one_is_marked_with_the_message_that_takes_its_place_and_stands_behind_it() -> None:
    found = mark_superseded([_kept("old", OLD), _kept("new", NEW)], _turns("old", "new"), 5, 10_000, {}, NOON)

    assert [(each.passage.chunk.parent, each.passage.superseded_by) for each in found] == [("new", None), ("old", "new")]
    assert [each.passage.rank for each in found] == [1, 2]


@pytest.mark.parametrize(("days", "replaced"), [(1, None), (400, "new")])
def test_a_change_that_is_to_come_replaces_nothing_until_then(days: int, replaced: str | None) -> None:
    month = f"{NOON + timedelta(60):%B}"
    said = {"old": "The rent is 1,340 euros.", "new": f"The rent goes up to 1,395 euros from {month}."}

    found = mark_superseded([_kept(id, text) for id, text in said.items()], _turns(*said), 5, 10_000, {}, NOON + timedelta(days))

    assert {each.passage.chunk.parent: each.passage.superseded_by for each in found} == {"old": replaced, "new": None}


def test_of_several_later_ones_the_latest_is_named() -> None:
    said = {"first": OLD, "second": NEW, "third": "My budget is now 900 euros."}

    found = mark_superseded([_kept(id, text) for id, text in said.items()], _turns(*said), 5, 10_000, {}, NOON)

    assert {each.passage.chunk.parent: each.passage.superseded_by for each in found} == {
        "first": "third",
        "second": "third",
        "third": None,
    }
    assert found[0].passage.chunk.parent == "third"


def test_an_announced_correction_replaces_only_the_last_message_that_it_may_be_about() -> None:
    said = {"first": "party on 5 June?? no idea", "second": "the party is on 12 June", "third": "correction, party on the 19th"}

    found = mark_superseded([_kept(id, text) for id, text in said.items()], _turns(*said), 5, 10_000, {}, NOON)

    assert {each.passage.chunk.parent: each.passage.superseded_by for each in found} == {
        "first": None,
        "second": "third",
        "third": None,
    }


def test_what_was_said_is_ordered_by_the_thread_and_not_by_rank() -> None:
    found = mark_superseded([_kept("new", NEW), _kept("old", OLD)], _turns("old", "new"), 5, 10_000, {}, NOON)

    assert [each.passage.superseded_by for each in found] == [None, "new"]


def test_what_was_brought_in_later_was_said_when_its_date_says() -> None:
    new, old = _kept("new", NEW), _kept("old", OLD)
    earlier = replace(old, passage=replace(old.passage, created_at=NOON - timedelta(days=30)))

    found = mark_superseded([new, earlier], _turns("new", "old"), 5, 10_000, {}, NOON)

    assert {each.passage.chunk.parent: each.passage.superseded_by for each in found} == {"new": None, "old": "new"}


def test_for_a_question_about_the_beginning_the_earlier_stands_above_the_later() -> None:
    found = [_kept("m0", "The sea is cold."), _kept("m3", NEW), _kept("m1", OLD)]

    first = mark_superseded(found, _turns("m0", "m1", "m3"), 5, 10_000, {}, NOON, by_date=True)

    assert [each.passage.chunk.parent for each in first] == ["m0", "m1", "m3"]
    assert [each.passage.rank for each in first] == [1, 2, 3]


def test_a_later_statement_that_was_cut_comes_before_the_earlier_in_the_place_of_the_last() -> None:
    found = [_kept("old", OLD), _kept("other", "Clara paints the walls."), _kept("new", NEW, cut="top_k")]

    after = mark_superseded(found, _turns("old", "other", "new"), 2, 10_000, {}, NOON)

    assert [(each.passage.chunk.parent, each.cut) for each in after] == [("new", None), ("old", None), ("other", "top_k")]
    assert [each.passage.rank for each in after[:2]] == [1, 2]


def test_the_later_is_kept_rather_than_the_earlier_when_there_is_room_for_one() -> None:
    after = mark_superseded([_kept("old", OLD), _kept("new", NEW, cut="budget")], _turns("old", "new"), 1, 10_000, {}, NOON)

    assert [(each.passage.chunk.parent, each.cut) for each in after] == [("new", None), ("old", "top_k")]


def test_what_somebody_else_says_supersedes_nothing() -> None:
    found = [_kept("old", OLD, author="Clara"), _kept("new", NEW, author="Ines")]

    assert [each.passage.superseded_by for each in mark_superseded(found, _turns("old", "new"), 5, 10_000, {}, NOON)] == [
        None,
        None,
    ]


def test_documents_and_answers_supersede_nothing() -> None:
    document = Candidate(from_document(NEW), None, 1)
    answer = Candidate(replace(_kept("answer", NEW).passage, role="assistant"), None, 2)

    found = mark_superseded([_kept("old", OLD), document, answer], _turns("old", "answer"), 5, 10_000, {}, NOON)

    assert [each.passage.superseded_by for each in found] == [None, None, None]


def test_what_was_said_in_another_thread_is_superseded_by_what_was_said_later_there_alone() -> None:
    found = [_there("old", OLD), _there("new", NEW), _kept("here", "My budget is now 900 euros.")]

    after = mark_superseded(found, _turns("here"), 5, 10_000, {}, NOON, elsewhere={"trip": _turns("old", "new")})

    assert {each.passage.chunk.parent: each.passage.superseded_by for each in after} == {"old": "new", "new": None, "here": None}


OLD, NEW = "My budget is 500 euros.", "My budget is now 700 euros."


def _takes_the_place(later: str, earlier: str) -> bool:
    return any(takes_the_place(new, old) for new in statements(later) for old in statements(earlier))


def _kept(id: str, text: str, cut: Cut | None = None, author: str | None = None) -> Candidate:
    passage = from_message(text, author=author)
    chunk = replace(passage.chunk, id=f"{id}#0", parent=id)
    return Candidate(replace(passage, chunk=chunk), cut, 1)


def _there(id: str, text: str) -> Candidate:
    candidate = _kept(id, text)
    chunk = replace(candidate.passage.chunk, thread="trip")
    return replace(candidate, passage=replace(candidate.passage, chunk=chunk, elsewhere=Elsewhere("trip", "thread", "Trip")))


def _turns(*messages: str) -> Turns:
    many = len(messages)
    return Turns(
        ids=IdMap(f"{message}#0" for message in messages),
        numbers=np.arange(many),
        messages=messages,
        ordinals=np.arange(many),
        from_user=np.ones(many, dtype=np.bool_),
        authors=(None,) * many,
        created_at=np.zeros(many),
        characters=np.full(many, 20),
    )
