"""Courtesies in French."""

from __future__ import annotations

from chat.answering.replies.courtesies.courtesies import Courtesies, combined

FRENCH = Courtesies(
    greeting=(
        "bonjour|salut|bonsoir|coucou|comment ça va|ça va|comment allez vous|enchanté|hello|hey|rebonjour|bonjour à toi"
        "|comment vas tu|comment tu vas|tu vas bien|vous allez bien|comment allez vous aujourd'hui"
        "|comment s'est passée ta journée|il y a quelqu'un|y a quelqu'un|quelqu'un|tu es là|vous êtes là"
        "|ravi de vous rencontrer|ravie|bon anniversaire|joyeux anniversaire|bonne année|joyeux noël|joyeuses pâques"
        "|félicitations|quoi de neuf|yo"
    ),
    thanks=(
        "merci|merci beaucoup|merci bien|je vous remercie|je te remercie|un grand merci|mille mercis|mille merci"
        "|merci infiniment|merci d'avance|merci mille fois|grand merci|remerciements|je vous remercie beaucoup"
        "|je te remercie beaucoup|bravo|bien joué|beau travail|bon travail|excellent travail|tu es génial|tu es le meilleur"
        "|vous êtes génial|ça m'aide|ça m'a aidé|ça m'a beaucoup aidé|ça aide|c'est gentil|c'est très gentil|très gentil"
        "|trop gentil|j'apprécie"
    ),
    goodbye=(
        "au revoir|à bientôt|à plus tard|à demain|bonne nuit|bonne journée|bonne soirée|salut à plus|à plus"
        "|à la prochaine|à tout à l'heure|à tout de suite|à lundi|bon week end|bon weekend|bonne fin de journée"
        "|bonne continuation|bonne chance|bonne route|dors bien|je dois y aller|je m'en vais|à toi aussi|à vous aussi"
        "|toi aussi|vous aussi|pareillement|de même|c'est tout|ce sera tout|c'est tout pour aujourd'hui"
        "|ce sera tout pour aujourd'hui|c'est tout pour le moment|c'est bon"
        + "|"
        + combined("à ", "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|la semaine prochaine|ce soir|après demain")
    ),
    beside=(
        "à tous|tout le monde|beaucoup|bien|et|pour votre aide|pour ton aide|pour l'aide|parfait|super|d'accord|ok"
        "|threadwise|encore|encore une fois|vraiment|infiniment|mille fois|d'avance|très|trop|à toi|à vous|à toutes|mon ami"
        "|mon amie|tous|oui|alors|ah|oh|eh bien|bon|merveilleux|génial|excellent|formidable|pour tout|c'est noté|donc"
        "|et bien|là|mes amis|les amis|madame|monsieur|cher ami|voilà|aussi|non plus|aujourd'hui|quand même|exactement"
        "|tellement|vraiment bien"
    ),
    acknowledged=(
        "d'accord|entendu|compris|parfait|très bien|super|ça marche|c'est noté|ok d'accord|okay|bien|bien reçu|reçu|je vois"
        "|je comprends|j'ai compris|noté|bon|bon d'accord|pas de problème|pas de souci|aucun problème|aucun souci"
        "|ce n'est pas grave|c'est pas grave|pas grave|génial|excellent|formidable|cool|chouette|intéressant|exact"
        "|exactement|c'est ça|c'est clair|tout est clair|c'est parfait|c'est super|c'est bien|c'est cool|bonne idée"
        "|bien sûr|évidemment|entendu alors|pas maintenant|peut être plus tard|tant mieux|tant pis|ça va|ah bon|désolé"
        "|désolée|pardon|marrant|drôle"
    ),
    itself=(
        "aide|aidez moi|aide moi|qui es tu|qui êtes vous|que peux tu faire|que pouvez vous faire|qu'est ce que threadwise"
        "|tu es qui|qu'est ce que tu peux faire|qu'est ce que tu sais faire|que sais tu faire|tu peux m'aider|peux tu m'aider"
        "|pouvez vous m'aider|comment peux tu m'aider|comment ça marche|comment fonctionnes tu|j'ai besoin d'aide"
    ),
    thanked_for="pour|de|d'|du|des",
    that_was="c'est|c'était|ce fut|tu es|vous êtes|tu as été|vous avez été|exactement|juste|ça a l'air|ça",
    good=(
        "utile|super|parfait|génial|excellent|formidable|bien|bon|gentil|très gentil|clair|rapide|intéressant|cool|chouette"
        "|top|ce qu'il me fallait|ce que je cherchais|ce que je voulais|ce que je voulais savoir|tout|exact|exactement ça"
        "|d'une grande aide|une bonne réponse|très aimable|gentil de ta part|m'a aidé|m'aide|aide"
    ),
    declined="non merci|non merci beaucoup|pas maintenant merci|ça ira merci|merci non|ça va merci",
)
