"""Synonyms: a question about a lift is answered by text about the elevator. English ones, with similarities, are in
`chat.text.related`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache

from chat.text import terms

_NAMES: Mapping[str, str] = {
    "german": """
        lift aufzug fahrstuhl; parkplatz parken stellplatz parkhaus parkmöglichkeit tiefgarage; hund haustier tier
        katze haustier tier; wlan wifi internet; fernseher fernsehen tv; auto wagen pkw fahrzeug; fahrrad rad velo
        handy mobiltelefon smartphone; wohnung apartment; arzt ärztin doktor; chef chefin vorgesetzter; lehrer lehrerin lehrkraft
        müll abfall; schwimmbad pool schwimmbecken; spülmaschine geschirrspüler; kinderbett babybett; sofa couch; zug bahn
        fitnessraum fitnessstudio; gehalt lohn vergütung entgelt; urlaub ferien; kaution sicherheitsleistung; pc computer rechner
        gehört inhaber inhaberin eigentümer eigentümerin besitzer besitzerin
        öffnen öffnet geöffnet offen öffnungszeit schließt schließen geschlossen; rauchen raucher
        klimaanlage klimatisierung; führerschein fahrerlaubnis; heft broschüre
        beginnt beginnen beginn anfang anfangen fängt anfängt angefangen start startet losgehen los
        endet ende beendet aufhören aufhört hört schluss vorbei; kostet preis gebühr beitrag beträgt teuer
        leitet geleitet leitung kursleiter kursleiterin unterrichtet; anmelden anmeldung angemeldet einschreiben registrieren
        teilnehmer teilnehmerzahl teilnehmen teilnahme mitmachen; mitbringen mitgebracht mitnehmen
        zuständig verantwortlich ansprechpartner ansprechpartnerin kümmert; reparieren reparatur repariert
        bezahlen zahlen zahlung überweisen überweisung; anschrift adresse; telefonnummer rufnummer telefon nummer
        liefern lieferung geliefert zustellung; kündigen kündigung gekündigt; übernachten übernachtung schlafen unterkunft
        umziehen umzug umgezogen; essen verpflegung mahlzeit
        leute personen menschen; zigarette rauchen rauchverbot; abstellen parken stellplatz parkplatz
        mehrwertsteuer mwst umsatzsteuer ust
        kaputt defekt beschädigt schaden; unterrichtet geleitet lehrer lehrerin dozent dozentin
        erreichen erreichbar anrufen telefon""",
    "french": """
        ascenseur élévateur; parking stationnement garer; chien animal; chat animal; wifi internet; télé télévision téléviseur
        voiture auto véhicule; vélo bicyclette; portable mobile; médecin docteur; ordures déchets poubelle; piscine bassin
        lave-vaisselle vaisselle; canapé sofa; salaire rémunération paie; congé vacance; ordinateur pc; caution garantie
        commencer débuter démarrer début commencement; finir terminer fin; coûter prix tarif montant cher
        animer animé donner enseigner; inscrire inscription inscrit; participer participant participation
        responsable contact interlocuteur; réparer réparation; payer paiement règlement régler; livrer livraison
        résilier résiliation; dormir hébergement loger logement; déménager déménagement; manger repas; apporter amener
        adhésion cotisation; membre adhérent; papier document pièce; envoyer adresser transmettre; prime cotisation
        argent versement remboursement indemnité; caisse solde trésorerie; entreprise société boîte; déménager déménageur""",
    "spanish": """
        ascensor elevador; aparcamiento estacionamiento parking aparcar estacionar; perro mascota animal; gato mascota animal
        wifi internet; tele televisión televisor; coche auto carro vehículo; bici bicicleta; móvil celular; médico doctor
        basura residuo; piscina alberca; lavavajillas lavaplatos; sofá sillón; sueldo salario nómina; ordenador computadora pc
        fianza depósito garantía; piso apartamento departamento
        empieza empezar comienza comenzar inicia inicio; acaba acabar termina terminar finaliza fin
        cuesta costar coste precio importe tarifa; da imparte impartir enseña; inscribir inscripción apuntar matrícula
        participar participante participación; responsable encargado contacto; reparar reparación arreglar
        pagar pago abonar; entrega entregar; cancelar cancelación rescindir; dormir alojamiento alojar; mudanza mudar
        comer comida; traer llevar
        niño pequeño hijo; botón mando tecla; alquiler renta; alergia alérgico alérgica; golpe golpeteo ruido; regalo regalar""",
    "italian": """
        ascensore elevatore; parcheggio posteggio parcheggiare posteggiare; cane animale; gatto animale; wifi internet
        tv televisione televisore; auto macchina automobile veicolo; bici bicicletta; cellulare telefonino smartphone
        medico dottore dottoressa; rifiuti spazzatura immondizia; stipendio salario retribuzione; ferie vacanze
        computer pc; cauzione deposito
        inizia iniziare inizio comincia cominciare; finisce finire termina terminare fine; costa costo prezzo tariffa quota
        tiene insegna condotto insegnante; iscrivere iscrizione iscrizioni; partecipare partecipante partecipazione
        responsabile referente contatto; riparare riparazione; pagare pagamento versare; consegna consegnare
        disdire disdetta; dormire alloggio pernottamento; trasloco traslocare; mangiare pasto; portare
        mangiare pranzo cena pranzare cenare pranza cena mangia; stanza camera; figlio bambino; piove pioggia piovere
        confermare conferma; vestirsi vestire abito vestito""",
    "portuguese": """
        elevador ascensor; estacionamento estacionar garagem; cão cachorro animal; gato animal; wifi internet
        televisão tv televisor; carro automóvel viatura veículo; bicicleta bike; telemóvel celular; médico doutor
        lixo resíduo; salário ordenado vencimento remuneração; computador pc; caução depósito
        começa começar início inicia iniciar; acaba acabar termina terminar fim; custa custar custo preço valor tarifa
        dá leciona ministra ensina; inscrever inscrição inscrições; participar participante participação
        responsável encarregado contacto contato; reparar reparação consertar; pagar pagamento; entrega entregar
        cancelar cancelamento rescindir; dormir alojamento hospedagem; mudança mudar; comer refeição
        crianças filhos miúdos; quarto quartos; aluguel renda arrendamento; chuva chove chover; almoço jantar comer""",
    "dutch": """
        lift elevator; parkeerplaats parkeren parkeerplek parkeergarage; hond huisdier; kat poes huisdier; wifi internet
        tv televisie; auto wagen voertuig; fiets rijwiel; mobiel gsm smartphone; arts dokter; vuilnis afval
        vaatwasser afwasmachine; salaris loon; vakantie verlof; computer pc; borg waarborgsom
        begint beginnen begin start starten; eindigt eindigen einde afgelopen stopt; kost kosten prijs tarief bedrag
        geeft leidt docent; aanmelden aanmelding inschrijven inschrijving; deelnemen deelnemer deelname meedoen
        verantwoordelijk contactpersoon; repareren reparatie; betalen betaling; leveren levering; opzeggen opzegging opzegtermijn
        slapen overnachten overnachting; verhuizen verhuizing; eten maaltijd; meenemen meebrengen
        contract overeenkomst; verlof vakantiedagen vrij; verdient loon salaris brutoloon; duurt loopt looptijd duur
        bijbaan baantje; sieraad sieraden ring""",
    "russian": """
        парковка стоянка паркинг; собака животное питомец; кошка животное питомец; интернет wifi вайфай; машина автомобиль авто
        телевизор тв; врач доктор; мусор отходы; зарплата оклад; отпуск каникулы; компьютер пк; залог депозит
        начинается начнётся начать начало стартует старт; заканчивается закончится окончание конец завершается
        стоит стоимость цена плата; ведёт преподаёт преподаватель; записаться запись регистрация зарегистрироваться
        участник участвовать участие; ответственный отвечает; ремонт отремонтировать починить; оплата платить оплатить
        доставка доставить; переезд переехать; ночевать ночлег проживание
        тур поездка путешествие; ребёнок дети детей детям; остаток остальное; встречаемся сбор встреча; деньги возврат вернуть""",
}
"""Groups are separated by lines and semicolons. No group has words that are often distinguished, such as house and flat."""


def synonyms(term: str, language: str) -> frozenset[str]:
    """Return the terms (see `chat.text.terms`) of the synonyms of this term."""
    return _by_term(language).get(term, frozenset())


@cache
def _by_term(language: str) -> Mapping[str, frozenset[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for group in _NAMES.get(language, "").replace("\n", ";").split(";"):
        names = terms(group, language)
        for term in names:
            found[term].update(name for name in names if name != term)
    return {term: frozenset(others) for term, others in found.items()}
