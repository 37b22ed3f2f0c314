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
        klimaanlage klimatisierung; führerschein fahrerlaubnis; heft broschüre""",
    "french": """
        ascenseur élévateur; parking stationnement garer; chien animal; chat animal; wifi internet; télé télévision téléviseur
        voiture auto véhicule; vélo bicyclette; portable mobile; médecin docteur; ordures déchets poubelle; piscine bassin
        lave-vaisselle vaisselle; canapé sofa; salaire rémunération paie; congé vacance; ordinateur pc; caution garantie""",
    "spanish": """
        ascensor elevador; aparcamiento estacionamiento parking aparcar estacionar; perro mascota animal; gato mascota animal
        wifi internet; tele televisión televisor; coche auto carro vehículo; bici bicicleta; móvil celular; médico doctor
        basura residuo; piscina alberca; lavavajillas lavaplatos; sofá sillón; sueldo salario nómina; ordenador computadora pc
        fianza depósito garantía; piso apartamento departamento""",
    "italian": """
        ascensore elevatore; parcheggio posteggio parcheggiare posteggiare; cane animale; gatto animale; wifi internet
        tv televisione televisore; auto macchina automobile veicolo; bici bicicletta; cellulare telefonino smartphone
        medico dottore dottoressa; rifiuti spazzatura immondizia; stipendio salario retribuzione; ferie vacanze
        computer pc; cauzione deposito""",
    "portuguese": """
        elevador ascensor; estacionamento estacionar garagem; cão cachorro animal; gato animal; wifi internet
        televisão tv televisor; carro automóvel viatura veículo; bicicleta bike; telemóvel celular; médico doutor
        lixo resíduo; salário ordenado vencimento remuneração; computador pc; caução depósito""",
    "dutch": """
        lift elevator; parkeerplaats parkeren parkeerplek parkeergarage; hond huisdier; kat poes huisdier; wifi internet
        tv televisie; auto wagen voertuig; fiets rijwiel; mobiel gsm smartphone; arts dokter; vuilnis afval
        vaatwasser afwasmachine; salaris loon; vakantie verlof; computer pc; borg waarborgsom""",
    "russian": """
        парковка стоянка паркинг; собака животное питомец; кошка животное питомец; интернет wifi вайфай; машина автомобиль авто
        телевизор тв; врач доктор; мусор отходы; зарплата оклад; отпуск каникулы; компьютер пк; залог депозит""",
}
"""Groups are separated by lines and semicolons. No group has words that are often distinguished, such as house and flat."""


def same(term: str, language: str) -> frozenset[str]:
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
