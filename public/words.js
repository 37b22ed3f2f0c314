/* Threadwise: texts of the chat's elements and names for screen readers, in the languages of the widget. A text is looked up by its
   English; {0}, {1} are filled in. Texts that the server writes into the conversation are in chat/ui/words.py; what is not translated
   stays English. */
(() => {
  const ORDER = ['de', 'fr', 'es']; /* the same as TRANSLATED in chat/text/languages.py */
  const WORDS = {
    /* sources */
    'Sources': ['Quellen', 'Sources', 'Fuentes'],
    'Sources: {0}': ['Quellen: {0}', 'Sources : {0}', 'Fuentes: {0}'],
    '1 document': ['1 Dokument', '1 document', '1 documento'],
    '{0} documents': ['{0} Dokumente', '{0} documents', '{0} documentos'],
    '1 message': ['1 Nachricht', '1 message', '1 mensaje'],
    '{0} messages': ['{0} Nachrichten', '{0} messages', '{0} mensajes'],
    '1 passage': ['1 Textstelle', '1 passage', '1 pasaje'],
    '{0} passages': ['{0} Textstellen', '{0} passages', '{0} pasajes'],
    '{0} cited': ['{0} zitiert', 'Cités : {0}', 'Citados: {0}'],
    '{0} gone': ['{0} nicht mehr da', 'Manque : {0}', 'Falta: {0}'],
    'Something else that stood here was deleted, or is not shared with you any more.': [
      'Anderes, das hier stand, wurde gelöscht oder wird nicht mehr mit Ihnen geteilt.',
      'D’autres éléments qui figuraient ici ont été supprimés ou ne sont plus partagés avec vous.',
      'Otra cosa que figuraba aquí se ha eliminado o ya no se comparte con usted.'
    ],
    'What stood here was deleted, or is not shared with you any more.': [
      'Was hier stand, wurde gelöscht oder wird nicht mehr mit Ihnen geteilt.',
      'Ce qui figurait ici a été supprimé ou n’est plus partagé avec vous.',
      'Lo que figuraba aquí se ha eliminado o ya no se comparte con usted.'
    ],
    'Quoted from your sources: no language model is connected.': [
      'Aus Ihren Quellen zitiert: Es ist kein Sprachmodell angeschlossen.',
      'Cité de vos sources : aucun modèle de langue n’est connecté.',
      'Citado de sus fuentes: no hay ningún modelo de lenguaje conectado.'
    ],
    'Search by meaning is still being built for {0} passage.': [
      'Die Suche nach Bedeutung entsteht noch für {0} Textstelle.',
      'La recherche par le sens est encore en préparation pour {0} passage.',
      'La búsqueda por significado aún se está preparando para {0} pasaje.'
    ],
    'Search by meaning is still being built for {0} passages.': [
      'Die Suche nach Bedeutung entsteht noch für {0} Textstellen.',
      'La recherche par le sens est encore en préparation pour {0} passages.',
      'La búsqueda por significado aún se está preparando para {0} pasajes.'
    ],
    'Set OPENAI_API_KEY, or OPENAI_BASE_URL for a local one.': [
      'Setzen Sie OPENAI_API_KEY oder, für ein lokales, OPENAI_BASE_URL.',
      'Définissez OPENAI_API_KEY ou, pour un modèle local, OPENAI_BASE_URL.',
      'Defina OPENAI_API_KEY o, para uno local, OPENAI_BASE_URL.'
    ],
    'Searched: {0}.': ['Durchsucht: {0}.', 'Recherche faite dans : {0}.', 'Se ha buscado en: {0}.'],
    'There are no files here.': ['Hier sind keine Dateien.', 'Il n’y a pas de fichiers ici.', 'Aquí no hay archivos.'],
    "Documents are off in this conversation's settings.": [
      'Dokumente sind in den Einstellungen dieser Unterhaltung aus.',
      'Les documents sont désactivés dans les réglages de cette conversation.',
      'Los documentos están desactivados en los ajustes de esta conversación.'
    ],
    "Memory is off in this conversation's settings.": [
      'Das Gedächtnis ist in den Einstellungen dieser Unterhaltung aus.',
      'La mémoire est désactivée dans les réglages de cette conversation.',
      'La memoria está desactivada en los ajustes de esta conversación.'
    ],
    'this conversation': ['diese Unterhaltung', 'cette conversation', 'esta conversación'],
    '{0} other conversation': ['{0} andere Unterhaltung', '{0} autre conversation', '{0} otra conversación'],
    '{0} other conversations': ['{0} andere Unterhaltungen', '{0} autres conversations', '{0} otras conversaciones'],
    '{0} files': ['{0} Dateien', '{0} fichiers', '{0} archivos'],
    'Page {0}': ['Seite {0}', 'Page {0}', 'Página {0}'],
    'Sheet {0}': ['Blatt {0}', 'Feuille {0}', 'Hoja {0}'],
    'Slide {0}': ['Folie {0}', 'Diapositive {0}', 'Diapositiva {0}'],
    'In the text': ['Im Text', 'Dans le texte', 'En el texto'],
    'Library {0}': ['Bibliothek {0}', 'Bibliothèque {0}', 'Biblioteca {0}'],
    'This conversation': ['Diese Unterhaltung', 'Cette conversation', 'Esta conversación'],
    'Another conversation': ['Eine andere Unterhaltung', 'Une autre conversation', 'Otra conversación'],
    'You': ['Sie', 'Vous', 'Usted'],
    'Confidence: high': ['Verlässlichkeit: hoch', 'Fiabilité : élevée', 'Fiabilidad: alta'],
    'Confidence: medium': ['Verlässlichkeit: mittel', 'Fiabilité : moyenne', 'Fiabilidad: media'],
    'Confidence: low': ['Verlässlichkeit: gering', 'Fiabilité : faible', 'Fiabilidad: baja'],
    'Nothing about this was found in your files or this conversation.': [
      'Dazu wurde weder in Ihren Dateien noch in dieser Unterhaltung etwas gefunden.',
      'Rien à ce sujet n’a été trouvé dans vos fichiers ni dans cette conversation.',
      'No se ha encontrado nada sobre esto en sus archivos ni en esta conversación.'
    ],
    'The answer cites none of the sources that were found.': [
      'Die Antwort zitiert keine der gefundenen Quellen.',
      'La réponse ne cite aucune des sources trouvées.',
      'La respuesta no cita ninguna de las fuentes encontradas.'
    ],
    'The sources that were found may be about something else.': [
      'Die gefundenen Quellen handeln vielleicht von etwas anderem.',
      'Les sources trouvées portent peut-être sur autre chose.',
      'Las fuentes encontradas tratan quizá de otra cosa.'
    ],
    'What it says is not found in the source that it cites.': [
      'Was sie sagt, steht nicht in der Quelle, die sie zitiert.',
      'Ce qu’elle dit ne figure pas dans la source qu’elle cite.',
      'Lo que dice no figura en la fuente que cita.'
    ],
    '{0} of its {1} cited statements is not found in the sources that they cite.': [
      '{0} von ihren {1} belegten Aussagen steht nicht in den zitierten Quellen.',
      '{0} de ses {1} affirmations sourcées ne figure pas dans les sources citées.',
      '{0} de sus {1} afirmaciones con fuente no figura en las fuentes citadas.'
    ],
    '{0} of its {1} cited statements are not found in the sources that they cite.': [
      '{0} von ihren {1} belegten Aussagen stehen nicht in den zitierten Quellen.',
      '{0} de ses {1} affirmations sourcées ne figurent pas dans les sources citées.',
      '{0} de sus {1} afirmaciones con fuente no figuran en las fuentes citadas.'
    ],
    'Relevance {0} of 100': ['Relevanz {0} von 100', 'Pertinence : {0} sur 100', 'Relevancia: {0} de 100'],
    'Said otherwise later, on {0}': ['Später anders gesagt, am {0}', 'Dit autrement plus tard, le {0}', 'Dicho de otro modo más tarde, el {0}'],
    'Not found in this passage': ['In dieser Textstelle nicht gefunden', 'Introuvable dans ce passage', 'No se encuentra en este pasaje'],
    'Not found in the cited source. Look there before you rely on it.': [
      'In der zitierten Quelle nicht gefunden. Sehen Sie dort nach, bevor Sie sich darauf verlassen.',
      'Introuvable dans la source citée. Vérifiez-la avant de vous y fier.',
      'No se encuentra en la fuente citada. Compruébelo allí antes de fiarse.'
    ],
    'Closest passages': ['Ähnlichste Textstellen', 'Passages les plus proches', 'Pasajes más cercanos'],
    'Closest, but probably not an answer': [
      'Am ähnlichsten, aber wohl keine Antwort', 'Le plus proche, mais sans doute pas une réponse', 'Lo más cercano, pero probablemente no una respuesta'
    ],
    'Why these sources': ['Warum diese Quellen', 'Pourquoi ces sources', 'Por qué estas fuentes'],
    'Why nothing was found': ['Warum nichts gefunden wurde', 'Pourquoi rien n’a été trouvé', 'Por qué no se encontró nada'],
    'What was searched': ['Was durchsucht wurde', 'Ce qui a été cherché', 'Qué se buscó'],
    'Answer again': ['Noch einmal antworten', 'Répondre à nouveau', 'Responder de nuevo'],
    'Save this answer with its sources as {0}': [
      'Diese Antwort mit ihren Quellen als {0} speichern', 'Enregistrer cette réponse et ses sources en {0}', 'Guardar esta respuesta con sus fuentes como {0}'
    ],
    'Follow-up questions': ['Weitere Fragen', 'Questions suivantes', 'Más preguntas'],
    /* an open source */
    'Contents': ['Inhalt', 'Sommaire', 'Contenido'],
    'As text': ['Als Text', 'En texte', 'Como texto'],
    'The picture {0}': ['Das Bild {0}', 'L’image {0}', 'La imagen {0}'],
    'This file has changed since the answer: its newest version no longer contains the cited passage.': [
      'Diese Datei hat sich seit der Antwort geändert: Ihre neueste Fassung enthält die zitierte Stelle nicht mehr.',
      'Ce fichier a changé depuis la réponse : sa dernière version ne contient plus le passage cité.',
      'Este archivo ha cambiado desde la respuesta: su última versión ya no contiene el pasaje citado.'
    ],
    'Read from a picture: letters may be wrong.': [
      'Aus einem Bild gelesen: Buchstaben können falsch sein.', 'Lu dans une image : des lettres peuvent être fausses.', 'Leído de una imagen: puede haber letras erróneas.'
    ],
    /* why these sources */
    'Both': ['Beidem', 'Les deux', 'Ambos'],
    'Meaning': ['Bedeutung', 'Sens', 'Significado'],
    'Words': ['Wörter', 'Mots', 'Palabras'],
    'Fused': ['Zusammen', 'Ensemble', 'Conjunto'],
    'Recency': ['Aktualität', 'Récence', 'Actualidad'],
    'Diversity': ['Vielfalt', 'Diversité', 'Diversidad'],
    'Budget': ['Umfang', 'Volume', 'Volumen'],
    'How close its meaning is to the question’s, from -1 to 1 (dense search).': [
      'Wie nah ihre Bedeutung der Frage ist, von -1 bis 1 (Suche nach Bedeutung).',
      'Proximité de son sens avec celui de la question, de -1 à 1 (recherche par le sens).',
      'Cuánto se acerca su significado al de la pregunta, de -1 a 1 (búsqueda por significado).'
    ],
    'How much it names of what is asked, rare words counting more (keyword search, BM25); the bar is its share of the highest.': [
      'Wie viel sie vom Gefragten nennt, seltene Wörter zählen mehr (Suche nach Wörtern, BM25); der Balken ist der Anteil am höchsten Wert.',
      'Ce qu’il nomme de la question, les mots rares comptant davantage (recherche par mots, BM25) ; la barre est sa part de la valeur la plus haute.',
      'Cuánto nombra de lo preguntado; las palabras raras cuentan más (búsqueda por palabras, BM25); la barra es su parte del valor más alto.'
    ],
    'Both together: 0 an average passage of its kind, 1 a clear hit.': [
      'Beides zusammen: 0 eine durchschnittliche Textstelle ihrer Art, 1 ein klarer Treffer.',
      'Les deux ensemble : 0 un passage moyen de son genre, 1 un résultat net.',
      'Ambos juntos: 0 un pasaje medio de su tipo, 1 un acierto claro.'
    ],
    'What a message’s age leaves of that; documents do not age.': [
      'Was das Alter einer Nachricht davon übrig lässt; Dokumente altern nicht.',
      'Ce que l’âge d’un message en laisse ; les documents ne vieillissent pas.',
      'Lo que deja de ello la antigüedad de un mensaje; los documentos no envejecen.'
    ],
    'What is taken off for standing behind enough others of the same document or day.': [
      'Was abgezogen wird, weil schon genug andere desselben Dokuments oder Tages davor stehen.',
      'Ce qui est retiré parce que d’autres du même document ou du même jour le précèdent déjà.',
      'Lo que se resta porque ya hay bastantes otros del mismo documento o día delante.'
    ],
    'Its characters; the bar is their share of what was left when its turn came.': [
      'Ihre Zeichen; der Balken ist ihr Anteil an dem, was noch frei war, als sie an der Reihe war.',
      'Ses caractères ; la barre est leur part de ce qui restait quand son tour est venu.',
      'Sus caracteres; la barra es su parte de lo que quedaba cuando le tocó el turno.'
    ],
    'Repeated': ['Wiederholt', 'Répété', 'Repetido'],
    'Below the threshold': ['Unter der Schwelle', 'Sous le seuil', 'Por debajo del umbral'],
    'Outside the best sections': ['Außerhalb der besten Abschnitte', 'Hors des meilleures sections', 'Fuera de las mejores secciones'],
    'Another source’s turn': ['Eine andere Quelle war an der Reihe', 'Au tour d’une autre source', 'Turno de otra fuente'],
    'Beyond the most': ['Über der Höchstzahl', 'Au-delà du maximum', 'Más allá del máximo'],
    'Over the budget': ['Über dem Umfang', 'Au-delà du volume', 'Por encima del volumen'],
    'your conversation “{0}”': ['Ihre Unterhaltung „{0}“', 'votre conversation « {0} »', 'su conversación «{0}»'],
    'that conversation': ['jener Unterhaltung', 'cette conversation-là', 'esa conversación'],
    'the conversation': ['der Unterhaltung', 'la conversation', 'la conversación'],
    'the library': ['der Bibliothek', 'la bibliothèque', 'la biblioteca'],
    'the files': ['den Dateien', 'les fichiers', 'los archivos'],
    'Cut: nothing in {0} is clearly about this ({1}, the threshold is {2})': [
      'Verworfen: Nichts in {0} handelt klar davon ({1}, die Schwelle ist {2})',
      'Écarté : rien dans {0} ne porte nettement là-dessus ({1}, le seuil est {2})',
      'Descartado: nada en {0} trata claramente de esto ({1}; el umbral es {2})'
    ],
    'Cut: {0} is below {1}': [
      'Verworfen: {0} liegt unter {1}',
      'Écarté : {0} est inférieur à {1}',
      'Descartado: {0} está por debajo de {1}'
    ],
    'Cut: no closer to the question than an average passage of {0}': [
      'Verworfen: der Frage nicht näher als eine durchschnittliche Textstelle in {0}',
      'Écarté : pas plus proche de la question qu’un passage moyen dans {0}',
      'Descartado: no más cerca de la pregunta que un pasaje medio en {0}'
    ],
    'Kept because it names most of what is asked, though {0} by score': [
      'Behalten, weil sie das meiste des Gefragten nennt, obwohl nach Punkten auf Platz {1}',
      'Gardé parce qu’il nomme l’essentiel de la question, bien que numéro {1} par le score',
      'Conservado porque nombra casi todo lo preguntado, aunque n.º {1} por puntuación'
    ],
    'Kept: {0} by score': ['Behalten: Platz {1} nach Punkten', 'Gardé : numéro {1} par le score', 'Conservado: n.º {1} por puntuación'],
    ', {0} of those that were kept': [
      ', Platz {1} der behaltenen',
      ', numéro {1} de ceux qui ont été gardés',
      ', n.º {1} de los conservados'
    ],
    'Cut: it says word for word what a better one says': [
      'Verworfen: Sie sagt Wort für Wort, was eine bessere sagt',
      'Écarté : il dit mot pour mot ce que dit un meilleur',
      'Descartado: dice palabra por palabra lo que dice uno mejor'
    ],
    'Cut: it stands outside the best sections': [
      'Verworfen: Sie steht außerhalb der besten Abschnitte',
      'Écarté : il se trouve hors des meilleures sections',
      'Descartado: está fuera de las mejores secciones'
    ],
    'Cut: enough of its source stand before it, so another source got the place': [
      'Verworfen: Vor ihr stehen genug aus ihrer Quelle, so kam eine andere an die Reihe',
      'Écarté : sa source a déjà assez de passages devant lui, une autre a eu la place',
      'Descartado: ya hay bastantes de su fuente delante, así que otra obtuvo el lugar'
    ],
    'Cut: not among the best {0}': [
      'Verworfen: nicht unter den besten {0}',
      'Écarté : pas parmi les {0} meilleurs',
      'Descartado: no está entre los {0} mejores'
    ],
    'Cut: {0} characters, {1} were left of the budget': [
      'Verworfen: {0} Zeichen, {1} waren noch frei',
      'Écarté : {0} caractères, il en restait {1}',
      'Descartado: {0} caracteres, quedaban {1}'
    ],
    'by meaning alone': ['nur nach Bedeutung', 'par le sens seul', 'solo por significado'],
    'by words alone': ['nur nach Wörtern', 'par les mots seuls', 'solo por palabras'],
    'without recency': ['ohne Aktualität', 'sans récence', 'sin actualidad'],
    'without diversity': ['ohne Vielfalt', 'sans diversité', 'sin diversidad'],
    'in files and the conversation': [
      'in Dateien und der Unterhaltung',
      'dans les fichiers et la conversation',
      'en los archivos y la conversación'
    ],
    'in files only': ['nur in Dateien', 'dans les fichiers seulement', 'solo en los archivos'],
    'in the conversation only': ['nur in der Unterhaltung', 'dans la conversation seulement', 'solo en la conversación'],
    'at most {0}': ['höchstens {0}', '{0} au plus', 'como máximo {0}'],
    'The search did not answer.': ['Die Suche hat nicht geantwortet.', 'La recherche n’a pas répondu.', 'La búsqueda no ha respondido.'],
    'was not kept': ['war nicht behalten', 'n’était pas gardé', 'no se conservaba'],
    'was {0}': ['war Platz {1}', 'était numéro {1}', 'era el n.º {1}'],
    'The answer cites it': ['Die Antwort zitiert sie', 'La réponse le cite', 'La respuesta lo cita'],
    'cited': ['zitiert', 'cité', 'citado'],
    'Less': ['Weniger', 'Moins', 'Menos'],
    'Whole text': ['Ganzer Text', 'Texte entier', 'Texto completo'],
    'In the conversation': ['In der Unterhaltung', 'Dans la conversation', 'En la conversación'],
    'In the document': ['Im Dokument', 'Dans le document', 'En el documento'],
    'Show {0} more': ['{0} weitere zeigen', 'En montrer {0} de plus', 'Mostrar {0} más'],
    'Search again with other settings': [
      'Mit anderen Einstellungen noch einmal suchen',
      'Chercher à nouveau avec d’autres réglages',
      'Buscar de nuevo con otros ajustes'
    ],
    'Search by': ['Suchen nach', 'Chercher par', 'Buscar por'],
    'Look in': ['Suchen in', 'Chercher dans', 'Buscar en'],
    'Weigh in': ['Berücksichtigen', 'Prendre en compte', 'Tener en cuenta'],
    'Conversation': ['Unterhaltung', 'Conversation', 'Conversación'],
    'At most': ['Höchstens', 'Au plus', 'Como máximo'],
    'passages': ['Textstellen', 'passages', 'pasajes'],
    'As asked': ['Wie gefragt', 'Comme demandé', 'Como se preguntó'],
    'Search again': ['Noch einmal suchen', 'Chercher à nouveau', 'Buscar de nuevo'],
    'Choose at least one place to look in.': [
      'Wählen Sie mindestens einen Ort, in dem gesucht wird.',
      'Choisissez au moins un endroit où chercher.',
      'Elija al menos un lugar donde buscar.'
    ],
    'Confidence {0}. Took {1} ms: ': [
      'Verlässlichkeit {0}. Dauerte {1} ms: ',
      'Fiabilité {0}. Durée : {1} ms : ',
      'Fiabilidad: {0}. Duró {1} ms: '
    ],
    ', within {0} characters': [', innerhalb von {0} Zeichen', ', dans la limite de {0} caractères', ', dentro de {0} caracteres'],
    'What the numbers mean': ['Was die Zahlen bedeuten', 'Ce que signifient les nombres', 'Qué significan los números'],
    'Searched for': ['Gesucht wurde', 'Recherche faite', 'Se buscó'],
    'Kept': ['Behalten', 'Gardés', 'Conservados'],
    'Cut': ['Verworfen', 'Écartés', 'Descartados'],
    'The answer may rest on these: at most the best {0} that are about the question{1}.': [
      'Auf diesen darf die Antwort beruhen: höchstens die besten {0}, die von der Frage handeln{1}.',
      'La réponse peut s’appuyer sur ceux-ci : au plus les {0} meilleurs qui portent sur la question{1}.',
      'La respuesta puede basarse en estos: como máximo los {0} mejores que tratan de la pregunta{1}.'
    ],
    'Nothing that was considered is close enough to the question.': [
      'Nichts davon ist der Frage nah genug.',
      'Rien de ce qui a été examiné n’est assez proche de la question.',
      'Nada de lo considerado se acerca lo bastante a la pregunta.'
    ],
    'There was nothing to consider.': [
      'Es gab nichts, was in Frage kam.',
      'Il n’y avait rien à examiner.',
      'No había nada que considerar.'
    ],
    'Show only what was cut for one reason': [
      'Nur zeigen, was aus einem Grund verworfen wurde',
      'Ne montrer que ce qui a été écarté pour une raison',
      'Mostrar solo lo descartado por un motivo'
    ],
    'The best {0} of {1} are listed.': [
      'Die besten {0} von {1} sind aufgeführt.',
      'Les {0} meilleurs sur {1} figurent ici.',
      'Figuran los {0} mejores de {1}.'
    ],
    'The same at a terminal:': ['Dasselbe im Terminal:', 'La même chose dans un terminal :', 'Lo mismo en un terminal:'],
    'Every passage that was compared with the question: what was kept for the answer, what was cut and why. Search again with other settings to see what they would change; the answer stays as it is.': [
      'Jede Textstelle, die mit der Frage verglichen wurde: was für die Antwort behalten, was verworfen wurde und warum. Suchen Sie mit anderen Einstellungen noch einmal, um zu sehen, was sie ändern würden; die Antwort bleibt, wie sie ist.',
      'Chaque passage comparé à la question : ce qui a été gardé pour la réponse, ce qui a été écarté et pourquoi. Cherchez à nouveau avec d’autres réglages pour voir ce qu’ils changeraient ; la réponse reste telle quelle.',
      'Cada pasaje comparado con la pregunta: qué se conservó para la respuesta, qué se descartó y por qué. Busque de nuevo con otros ajustes para ver qué cambiarían; la respuesta queda como está.'
    ],
    'This answer was computed over all rows of a table, which stand under Sources. The search before that:': [
      'Diese Antwort wurde über alle Zeilen einer Tabelle berechnet, die unter Quellen stehen. Die Suche davor:',
      'Cette réponse a été calculée sur toutes les lignes d’un tableau, qui figurent sous Sources. La recherche qui a précédé :',
      'Esta respuesta se calculó sobre todas las filas de una tabla, que figuran en Fuentes. La búsqueda anterior:'
    ],
    'A search for the same question would find:': [
      'Eine Suche nach derselben Frage fände:',
      'Une recherche de la même question trouverait :',
      'Una búsqueda de la misma pregunta encontraría:'
    ],
    'Searching …': ['Es wird gesucht …', 'Recherche …', 'Buscando …'],
    ' of {0} candidate kept': [' von {0} Textstelle behalten', ' sur {0} passage gardé', ' de {0} pasaje conservado'],
    ' of {0} candidates kept': [' von {0} Textstellen behalten', ' sur {0} passages gardés', ' de {0} pasajes conservados'],
    'Files as they are now, the conversation as it was then.': [
      'Dateien, wie sie jetzt sind, die Unterhaltung, wie sie damals war.',
      'Les fichiers tels qu’ils sont maintenant, la conversation telle qu’elle était alors.',
      'Los archivos como están ahora, la conversación como estaba entonces.'
    ],
    'Dry run {0}: the answer stays, nothing is stored.': [
      'Probelauf {0}: Die Antwort bleibt, nichts wird gespeichert.',
      'Essai {0} : la réponse reste, rien n’est enregistré.',
      'Prueba {0}: la respuesta queda, no se guarda nada.'
    ],
    'Try again': ['Noch einmal versuchen', 'Réessayer', 'Intentar de nuevo'],
    'Not found by the search': ['Von der Suche nicht gefunden', 'Non trouvé par la recherche', 'No hallado por la búsqueda'],
    'Of another time': ['Aus anderer Zeit', 'D’un autre moment', 'De otro momento'],
    'Only asking': ['Fragt nur', 'Ne fait que demander', 'Solo pregunta'],
    'Beside what is asked for': ['Neben dem Gefragten', 'À côté de ce qui est demandé', 'Al margen de lo preguntado'],
    'Cut: neither search returned it': [
      'Verworfen: Keine der Suchen hat sie gefunden',
      'Écarté : aucune recherche ne l’a trouvé',
      'Descartado: ninguna búsqueda lo ha encontrado'
    ],
    'Cut: the question asks for what was said at some time, and this is not': [
      'Verworfen: Die Frage fragt nach dem, was zu einer Zeit gesagt wurde, und dies gehört nicht dazu',
      'Écarté : la question porte sur ce qui a été dit à un moment, et ceci n’en fait pas partie',
      'Descartado: la pregunta se refiere a lo dicho en un momento, y esto no lo es'
    ],
    'Cut: it only asks': ['Verworfen: Sie fragt nur', 'Écarté : il ne fait que demander', 'Descartado: solo pregunta'],
    'Cut: other passages are exactly what is asked for': [
      'Verworfen: Andere Textstellen sind genau das Gefragte',
      'Écarté : d’autres passages sont exactement ce qui est demandé',
      'Descartado: otros pasajes son exactamente lo preguntado'
    ],
    'Said otherwise later in [{0}]': [
      'Später anders gesagt in [{0}]',
      'Dit autrement plus tard dans [{0}]',
      'Dicho de otro modo después en [{0}]'
    ],
    'Said otherwise later': ['Später anders gesagt', 'Dit autrement plus tard', 'Dicho de otro modo después'],
    'moved above [{0}], which it replaces': [
      'vor [{0}] gerückt, das sie ersetzt',
      'placé au-dessus de [{0}], qu’il remplace',
      'movido por encima de [{0}], al que sustituye'
    ],
    'moved below [{0}], which it replaces, as the question asks for the course of events': [
      'hinter [{0}] gerückt, das sie ersetzt, da die Frage nach dem Verlauf fragt',
      'placé au-dessous de [{0}], qu’il remplace, car la question porte sur le déroulement',
      'movido por debajo de [{0}], al que sustituye, pues la pregunta se refiere al desarrollo'
    ],
    'moved above [{0}], as the question asks for the course of events': [
      'vor [{0}] gerückt, da die Frage nach dem Verlauf fragt',
      'placé au-dessus de [{0}], car la question porte sur le déroulement',
      'movido por encima de [{0}], pues la pregunta se refiere al desarrollo'
    ],
    'moved below [{0}]': ['hinter [{0}] gerückt', 'placé au-dessous de [{0}]', 'movido por debajo de [{0}]'],
    'kept because it replaces [{0}]': [
      'behalten, weil sie [{0}] ersetzt',
      'gardé parce qu’il remplace [{0}]',
      'conservado porque sustituye a [{0}]'
    ],
    'its place went to a message that replaces another': [
      'ihr Platz ging an eine Nachricht, die eine andere ersetzt',
      'sa place est allée à un message qui en remplace un autre',
      'su lugar pasó a un mensaje que sustituye a otro'
    ],
    'placed in the order in which it was said': [
      'in der Reihenfolge, in der es gesagt wurde',
      'placé dans l’ordre où cela a été dit',
      'colocado en el orden en que se dijo'
    ],
    'without libraries': ['ohne Bibliotheken', 'sans bibliothèques', 'sin bibliotecas'],
    'without other conversations': ['ohne andere Unterhaltungen', 'sans autres conversations', 'sin otras conversaciones'],
    'with a score of at least {0}': ['mit mindestens {0} Punkten', 'avec un score d’au moins {0}', 'con una puntuación mínima de {0}'],
    'with a half-life of {0} days': [
      'mit einer Halbwertszeit von {0} Tagen',
      'avec une demi-vie de {0} jours',
      'con una semivida de {0} días'
    ],
    'within {0} characters': ['innerhalb von {0} Zeichen', 'dans la limite de {0} caractères', 'dentro de {0} caracteres'],
    'as if today were {0}': ['als wäre heute der {0}', 'comme si nous étions le {0}', 'como si hoy fuera {0}'],
    'More settings': ['Weitere Einstellungen', 'Autres réglages', 'Más ajustes'],
    'Score at least': ['Punkte mindestens', 'Score minimal', 'Puntuación mínima'],
    'Half-life': ['Halbwertszeit', 'Demi-vie', 'Semivida'],
    'days': ['Tage', 'jours', 'días'],
    'characters': ['Zeichen', 'caractères', 'caracteres'],
    'Today is': ['Heute ist', 'Nous sommes le', 'Hoy es'],
    'Libraries': ['Bibliotheken', 'Bibliothèques', 'Bibliotecas'],
    'Other conversations': ['Andere Unterhaltungen', 'Autres conversations', 'Otras conversaciones'],
    'At most how many passages: a whole number from 1 to 200.': [
      'Höchstens wie viele Textstellen: eine ganze Zahl von 1 bis 200.',
      'Nombre maximal de passages : un nombre entier de 1 à 200.',
      'Máximo de pasajes: un número entero de 1 a 200.'
    ],
    'Score at least: a number from 0 to 1.': [
      'Punkte mindestens: eine Zahl von 0 bis 1.',
      'Score minimal : un nombre de 0 à 1.',
      'Puntuación mínima: un número de 0 a 1.'
    ],
    'More than 0 and at most {0} days, such as 30 or 0.5. Empty: as installed.': [
      'Mehr als 0 und höchstens {0} Tage, etwa 30 oder 0.5. Leer: wie eingerichtet.',
      'Plus de 0 et au plus {0} jours, par exemple 30 ou 0.5. Vide : comme installé.',
      'Más de 0 y como máximo {0} días, por ejemplo 30 o 0.5. Vacío: como se instaló.'
    ],
    'Half-life: more than 0 and at most 36,500 days.': [
      'Halbwertszeit: mehr als 0 und höchstens 36.500 Tage.',
      'Demi-vie : plus de 0 et au plus 36 500 jours.',
      'Semivida: más de 0 y como máximo 36.500 días.'
    ],
    'Budget: a whole number of characters from 1 to 1,000,000.': [
      'Umfang: eine ganze Zahl von 1 bis 1.000.000 Zeichen.',
      'Volume : un nombre entier de caractères de 1 à 1 000 000.',
      'Volumen: un número entero de caracteres de 1 a 1.000.000.'
    ],
    'Fused, part by part': ['Vereint, Teil für Teil', 'Fusionné, partie par partie', 'Combinado, parte por parte'],
    'Its file': ['Ihre Datei', 'Son fichier', 'Su archivo'],
    'Coverage': ['Abdeckung', 'Couverture', 'Cobertura'],
    'File name': ['Dateiname', 'Nom du fichier', 'Nombre del archivo'],
    'Around it': ['Drumherum', 'Autour', 'Alrededor'],
    'Speaker': ['Sprecher', 'Locuteur', 'Hablante'],
    'Who said it': ['Wer es sagte', 'Qui l’a dit', 'Quién lo dijo'],
    'Length': ['Länge', 'Longueur', 'Longitud'],
    'Neighbours': ['Nachbarn', 'Voisins', 'Vecinos'],
    'Detail': ['Gehalt', 'Précision', 'Detalle'],
    'Time': ['Zeit', 'Moment', 'Momento'],
    'Scale': ['Maßstab', 'Échelle', 'Escala'],
    'Preference': ['Vorliebe', 'Préférence', 'Preferencia'],
    'Only asks': ['Fragt nur', 'Ne fait que demander', 'Solo pregunta'],
    'Its closeness in meaning, compared with the others of its kind.': [
      'Wie nah ihre Bedeutung ist, verglichen mit den anderen ihrer Art.',
      'Sa proximité de sens, comparée aux autres du même genre.',
      'Su cercanía de significado, comparada con los demás de su tipo.'
    ],
    'What the best passage of its file adds.': [
      'Was die beste Textstelle ihrer Datei beiträgt.',
      'Ce qu’ajoute le meilleur passage de son fichier.',
      'Lo que añade el mejor pasaje de su archivo.'
    ],
    'How much it names of what is asked, compared with the others of its kind.': [
      'Wie viel des Gefragten sie nennt, verglichen mit den anderen ihrer Art.',
      'Ce qu’il nomme de la question, comparé aux autres du même genre.',
      'Cuánto nombra de lo preguntado, comparado con los demás de su tipo.'
    ],
    'How much of the question it names.': [
      'Wie viel der Frage sie nennt.',
      'Quelle part de la question il nomme.',
      'Qué parte de la pregunta nombra.'
    ],
    'The question names its file.': ['Die Frage nennt ihre Datei.', 'La question nomme son fichier.', 'La pregunta nombra su archivo.'],
    'What the messages around it say.': [
      'Was die Nachrichten um sie herum sagen.',
      'Ce que disent les messages autour.',
      'Lo que dicen los mensajes de alrededor.'
    ],
    'The question names who said it.': [
      'Die Frage nennt, wer es sagte.',
      'La question nomme qui l’a dit.',
      'La pregunta nombra a quien lo dijo.'
    ],
    'Your messages count more than answers, or the other way round if answers are asked for.': [
      'Ihre Nachrichten zählen mehr als Antworten, oder umgekehrt, wenn nach Antworten gefragt ist.',
      'Vos messages comptent plus que les réponses, ou l’inverse si des réponses sont demandées.',
      'Sus mensajes cuentan más que las respuestas, o al revés si se piden respuestas.'
    ],
    'The message that it answers fits better.': [
      'Die Nachricht, auf die sie antwortet, passt besser.',
      'Le message auquel il répond convient mieux.',
      'El mensaje al que responde encaja mejor.'
    ],
    'Added for brevity, or taken off for length.': [
      'Für Kürze dazu, für Länge abgezogen.',
      'Ajouté pour la brièveté, ou retiré pour la longueur.',
      'Añadido por brevedad o restado por longitud.'
    ],
    'The messages directly before and after it.': [
      'Die Nachrichten direkt davor und danach.',
      'Les messages juste avant et après.',
      'Los mensajes justo antes y después.'
    ],
    'How much it tells, whatever is asked.': [
      'Wie viel sie mitteilt, wonach auch gefragt ist.',
      'Ce qu’il apprend, quelle que soit la question.',
      'Cuánto cuenta, sea cual sea la pregunta.'
    ],
    'It was said at the time asked for.': [
      'Sie wurde zur gefragten Zeit gesagt.',
      'Il a été dit au moment demandé.',
      'Se dijo en el momento preguntado.'
    ],
    'Makes files and messages comparable.': [
      'Macht Dateien und Nachrichten vergleichbar.',
      'Rend comparables fichiers et messages.',
      'Hace comparables archivos y mensajes.'
    ],
    'It states a preference of yours.': [
      'Sie nennt eine Vorliebe von Ihnen.',
      'Il énonce une de vos préférences.',
      'Expresa una preferencia suya.'
    ],
    'It only asks, or its conversation is about the question only because it was asked there.': [
      'Sie fragt nur, oder ihre Unterhaltung handelt nur davon, weil dort danach gefragt wurde.',
      'Il ne fait que demander, ou sa conversation n’en parle que parce que la question y a été posée.',
      'Solo pregunta, o su conversación trata de ello solo porque allí se preguntó.'
    ],
    /* files */
    'Files': ['Dateien', 'Fichiers', 'Archivos'],
    'Waiting': ['Wartet', 'En attente', 'En espera'],
    'Extracting text': ['Text wird gelesen', 'Lecture du texte', 'Leyendo el texto'],
    'Cutting into passages': ['Wird in Textstellen geteilt', 'Découpage en passages', 'Dividiendo en pasajes'],
    'Embedding passages': ['Textstellen werden erfasst', 'Traitement des passages', 'Procesando los pasajes'],
    'Indexing': ['Wird durchsuchbar gemacht', 'Indexation', 'Indexando'],
    'Reading pictures': ['Bilder werden gelesen', 'Lecture des images', 'Leyendo las imágenes'],
    'Ready': ['Fertig', 'Prêt', 'Listo'],
    'Not added': ['Nicht hinzugefügt', 'Non ajouté', 'No añadido'],
    '{0} of {1}': ['{0} von {1}', '{0} sur {1}', '{0} de {1}'],
    'Reading page {0} of {1}': ['Seite {0} von {1} wird gelesen', 'Lecture de la page {0} sur {1}', 'Leyendo la página {0} de {1}'],
    '1 page': ['1 Seite', '1 page', '1 página'],
    '{0} pages': ['{0} Seiten', '{0} pages', '{0} páginas'],
    '1 sheet': ['1 Blatt', '1 feuille', '1 hoja'],
    '{0} sheets': ['{0} Blätter', '{0} feuilles', '{0} hojas'],
    '1 slide': ['1 Folie', '1 diapositive', '1 diapositiva'],
    '{0} slides': ['{0} Folien', '{0} diapositives', '{0} diapositivas'],
    'Being deleted': ['Wird gelöscht', 'Suppression en cours', 'Se está eliminando'],
    '{0} was deleted.': ['{0} wurde gelöscht.', '{0} a été supprimé.', '{0} se ha eliminado.'],
    'This file is not here any more.': ['Diese Datei ist nicht mehr da.', 'Ce fichier n’est plus là.', 'Este archivo ya no está.'],
    'This file is already in this conversation; it was not added again.': [
      'Diese Datei ist schon in dieser Unterhaltung; sie wurde nicht noch einmal hinzugefügt.',
      'Ce fichier est déjà dans cette conversation ; il n’a pas été ajouté à nouveau.',
      'Este archivo ya está en esta conversación; no se ha añadido de nuevo.'
    ],
    'This file is already in this conversation as {0}; it was not added again.': [
      'Diese Datei ist schon als {0} in dieser Unterhaltung; sie wurde nicht noch einmal hinzugefügt.',
      'Ce fichier est déjà dans cette conversation sous le nom {0} ; il n’a pas été ajouté à nouveau.',
      'Este archivo ya está en esta conversación como {0}; no se ha añadido de nuevo.'
    ],
    'This file could not be read.': ['Diese Datei konnte nicht gelesen werden.', 'Ce fichier n’a pas pu être lu.', 'No se ha podido leer este archivo.'],
    'The file is empty.': ['Die Datei ist leer.', 'Le fichier est vide.', 'El archivo está vacío.'],
    'The file holds no text.': ['Die Datei enthält keinen Text.', 'Le fichier ne contient pas de texte.', 'El archivo no contiene texto.'],
    'The file is larger than {0} MB.': ['Die Datei ist größer als {0} MB.', 'Le fichier dépasse {0} Mo.', 'El archivo ocupa más de {0} MB.'],
    'The file is cut off or damaged.': [
      'Die Datei ist abgeschnitten oder beschädigt.', 'Le fichier est tronqué ou endommagé.', 'El archivo está cortado o dañado.'
    ],
    'This is not a readable PDF (damaged or another format).': [
      'Das ist kein lesbares PDF (beschädigt oder ein anderes Format).',
      'Ce n’est pas un PDF lisible (endommagé ou d’un autre format).',
      'No es un PDF legible (dañado o de otro formato).'
    ],
    'This PDF needs a password.': ['Dieses PDF braucht ein Passwort.', 'Ce PDF demande un mot de passe.', 'Este PDF necesita una contraseña.'],
    'The password is wrong; this PDF needs another one.': [
      'Das Passwort ist falsch; dieses PDF braucht ein anderes.',
      'Le mot de passe est faux ; ce PDF en demande un autre.',
      'La contraseña es incorrecta; este PDF necesita otra.'
    ],
    'The file is protected with a password. Save it without one and upload it again.': [
      'Die Datei ist mit einem Passwort geschützt. Speichern Sie sie ohne und laden Sie sie noch einmal hoch.',
      'Le fichier est protégé par un mot de passe. Enregistrez-le sans, puis envoyez-le à nouveau.',
      'El archivo está protegido con contraseña. Guárdelo sin ella y súbalo de nuevo.'
    ],
    'This could not be done.': ['Das ging nicht.', 'Cela n’a pas fonctionné.', 'No ha funcionado.'],
    'The server could not be reached.': ['Der Server ist nicht erreichbar.', 'Le serveur est inaccessible.', 'No se puede acceder al servidor.'],
    'It is tried again by itself.': ['Es wird von selbst noch einmal versucht.', 'Un nouvel essai est fait automatiquement.', 'Se intentará de nuevo automáticamente.'],
    'You can ask already; meanings are still being learned.': [
      'Sie können schon fragen; Bedeutungen werden noch erfasst.', 'Vous pouvez déjà poser des questions ; le sens est encore en cours de traitement.',
      'Ya puede preguntar; los significados aún se están procesando.'
    ],
    'Still being read from pictures: page {0}': [
      'Wird noch aus Bildern gelesen: Seite {0}', 'Encore en lecture dans les images : page {0}', 'Aún leyéndose de las imágenes: página {0}'
    ],
    'What was read': ['Was gelesen wurde', 'Ce qui a été lu', 'Qué se ha leído'],
    'Delete': ['Löschen', 'Supprimer', 'Eliminar'],
    'Delete {0}': ['{0} löschen', 'Supprimer {0}', 'Eliminar {0}'],
    'Delete {0} for good': ['{0} endgültig löschen', 'Supprimer {0} définitivement', 'Eliminar {0} definitivamente'],
    'Hide details': ['Einzelheiten verbergen', 'Masquer les détails', 'Ocultar los detalles'],
    'Add it as a document of its own': ['Als eigenes Dokument hinzufügen', 'L’ajouter comme document distinct', 'Añadirlo como documento aparte'],
    'Password of {0}': ['Passwort von {0}', 'Mot de passe de {0}', 'Contraseña de {0}'],
    'Password of the file': ['Passwort der Datei', 'Mot de passe du fichier', 'Contraseña del archivo'],
    'Open': ['Öffnen', 'Ouvrir', 'Abrir'],
    'Cancel': ['Abbrechen', 'Annuler', 'Cancelar'],
    'Cancel reading {0}': ['Lesen von {0} abbrechen', 'Annuler la lecture de {0}', 'Cancelar la lectura de {0}'],
    'Reading {0}': ['{0} wird gelesen', 'Lecture de {0}', 'Leyendo {0}'],
    'Text': ['Text', 'Texte', 'Texto'],
    '{0} characters in {1}': ['{0} Zeichen in {1}', '{0} caractères en {1}', '{0} caracteres en {1}'],
    'Pages': ['Seiten', 'Pages', 'Páginas'],
    'Sheets': ['Blätter', 'Feuilles', 'Hojas'],
    'Slides': ['Folien', 'Diapositives', 'Diapositivas'],
    'Pages without text': ['Seiten ohne Text', 'Pages sans texte', 'Páginas sin texto'],
    'Sheets without text': ['Blätter ohne Text', 'Feuilles sans texte', 'Hojas sin texto'],
    'Slides without text': ['Folien ohne Text', 'Diapositives sans texte', 'Diapositivas sin texto'],
    'Tables': ['Tabellen', 'Tableaux', 'Tablas'],
    'Language': ['Sprache', 'Langue', 'Idioma'],
    'Read from pictures': ['Aus Bildern gelesen', 'Lues dans des images', 'Leídas de imágenes'],
    'Repeated pages': ['Wiederholte Seiten', 'Pages répétées', 'Páginas repetidas'],
    'Characters left out': ['Ausgelassene Zeichen', 'Caractères omis', 'Caracteres omitidos'],
    'version {0}': ['Fassung {0}', 'version {0}', 'versión {0}'],
    'Version': ['Fassung', 'Version', 'Versión'],
    '{0} to {1}': ['{0} bis {1}', '{0} à {1}', '{0} a {1}'],
    /* names for screen readers */
    'New conversation': ['Neue Unterhaltung', 'Nouvelle conversation', 'Nueva conversación'],
    'Add files': ['Dateien hinzufügen', 'Ajouter des fichiers', 'Añadir archivos'],
    'Files to add': ['Dateien zum Hinzufügen', 'Fichiers à ajouter', 'Archivos para añadir'],
    'Cancel this upload': ['Dieses Hochladen abbrechen', 'Annuler cet envoi', 'Cancelar esta subida'],
    'Remove this file': ['Diese Datei entfernen', 'Retirer ce fichier', 'Quitar este archivo'],
    'Settings of this conversation': ['Einstellungen dieser Unterhaltung', 'Réglages de cette conversation', 'Ajustes de esta conversación'],
    'Message': ['Nachricht', 'Message', 'Mensaje'],
    'Send': ['Senden', 'Envoyer', 'Enviar'],
    'Stop': ['Anhalten', 'Arrêter', 'Detener'],
    'Edit this question': ['Diese Frage ändern', 'Modifier cette question', 'Modificar esta pregunta'],
    'Write a question, or cancel.': [
      'Schreiben Sie eine Frage, oder brechen Sie ab.', 'Écrivez une question, ou annulez.', 'Escriba una pregunta o cancele.'
    ],
    'Write a name, or cancel.': [
      'Schreiben Sie einen Namen, oder brechen Sie ab.', 'Écrivez un nom, ou annulez.', 'Escriba un nombre o cancele.'
    ],
    'A message has at most {0} characters, this one {1}.': [
      'Eine Nachricht hat höchstens {0} Zeichen, diese {1}.', 'Un message a au plus {0} caractères, celui-ci {1}.',
      'Un mensaje tiene como máximo {0} caracteres; este, {1}.'
    ],
    'Attach as a file': ['Als Datei anhängen', 'Joindre comme fichier', 'Adjuntar como archivo'],
    'Delete this question and its answer': [
      'Diese Frage und ihre Antwort löschen', 'Supprimer cette question et sa réponse', 'Eliminar esta pregunta y su respuesta'
    ],
    'Delete this question and its answer for good?': [
      'Diese Frage und ihre Antwort endgültig löschen?', 'Supprimer définitivement cette question et sa réponse ?',
      '¿Eliminar definitivamente esta pregunta y su respuesta?'
    ],
    'The server could not be reached: “{0}” is not uploaded yet. It is sent again by itself.': [
      'Der Server ist nicht erreichbar: „{0}“ ist noch nicht hochgeladen. Es wird von selbst noch einmal gesendet.',
      'Le serveur est inaccessible : « {0} » n’est pas encore envoyé. Il sera renvoyé automatiquement.',
      'No se puede acceder al servidor: «{0}» aún no se ha subido. Se enviará de nuevo automáticamente.'
    ],
    'The server could not be reached: {0} files are not uploaded yet. They are sent again by themselves.': [
      'Der Server ist nicht erreichbar: {0} Dateien sind noch nicht hochgeladen. Sie werden von selbst noch einmal gesendet.',
      'Le serveur est inaccessible : {0} fichiers ne sont pas encore envoyés. Ils seront renvoyés automatiquement.',
      'No se puede acceder al servidor: {0} archivos aún no se han subido. Se enviarán de nuevo automáticamente.'
    ],
    '“{0}” is being uploaded again, as the server has lost it.': [
      '„{0}“ wird noch einmal hochgeladen, da der Server es verloren hat.',
      '« {0} » est envoyé de nouveau, car le serveur l’a perdu.', '«{0}» se está subiendo de nuevo, ya que el servidor lo ha perdido.'
    ],
    'The server has lost “{0}”. Remove it and add it again.': [
      'Der Server hat „{0}“ verloren. Entfernen Sie es und fügen Sie es wieder hinzu.',
      'Le serveur a perdu « {0} ». Retirez-le et ajoutez-le de nouveau.',
      'El servidor ha perdido «{0}». Quítelo y añádalo de nuevo.'
    ],
    'A file is still being uploaded. Send once it is there.': [
      'Eine Datei wird noch hochgeladen. Senden Sie, sobald sie da ist.',
      'Un fichier est encore en cours d’envoi. Envoyez dès qu’il est arrivé.', 'Aún se está subiendo un archivo. Envíe cuando esté.'
    ],
    'There is no connection right now. Your text is kept; send it once it is back.': [
      'Gerade besteht keine Verbindung. Ihr Text bleibt stehen; senden Sie ihn, sobald sie wieder da ist.',
      'Pas de connexion pour le moment. Votre texte est conservé ; envoyez-le dès qu’elle est rétablie.',
      'Ahora no hay conexión. Su texto se conserva; envíelo cuando vuelva.'
    ],
    'Remember something for me': ['Merke dir etwas', 'Retiens quelque chose', 'Recuerda algo'],
    'Remember:': ['Merke dir:', 'Retiens :', 'Recuerda:'],
    'Skip to the message box': ['Zum Eingabefeld springen', 'Aller à la zone de message', 'Ir al cuadro de mensaje'],
    'Question': ['Frage', 'Question', 'Pregunta'],
    'Good answer': ['Gute Antwort', 'Bonne réponse', 'Buena respuesta'],
    'Bad answer': ['Schlechte Antwort', 'Mauvaise réponse', 'Mala respuesta'],
    'Copy this code': ['Diesen Code kopieren', 'Copier ce code', 'Copiar este código'],
    'Copy this answer': ['Diese Antwort kopieren', 'Copier cette réponse', 'Copiar esta respuesta'],
    'Copied': ['Kopiert', 'Copié', 'Copiado'],
    'Go to the end': ['Zum Ende', 'Aller à la fin', 'Ir al final'],
    'Close the panel': ['Bereich schließen', 'Fermer le panneau', 'Cerrar el panel'],
    'Close': ['Schließen', 'Fermer', 'Cerrar'],
    'Picture': ['Bild', 'Image', 'Imagen'],
    'Source {0}': ['Quelle {0}', 'Source {0}', 'Fuente {0}'],
    'Remove {0}': ['{0} entfernen', 'Retirer {0}', 'Quitar {0}']
  };

  function language() {
    const asked = document.documentElement.lang.slice(0, 2);
    return ORDER.includes(asked) ? asked : 'en';
  }

  /* The locale of dates and numbers: the first of the browser's that is in the language of the texts, for the conventions of the
     reader's country; else that language. */
  const locale = () => navigator.languages.find((each) => each.startsWith(language())) || language();

  const moment = (iso) => new Date(iso).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

  function say(english, ...values) {
    const at = ORDER.indexOf(language());
    const said = at >= 0 && WORDS[english] ? WORDS[english][at] : english;
    return said.replace(/{(\d)}/g, (_, number) => values[number]);
  }

  /* Translates a text from the server, looked up with {0}, {1} in place of its numbers: as a whole, or else by sentences. */
  function told(text) {
    const numbers = [];
    const pattern = String(text).replace(/\d[\d,]*/g, (number) => '{' + (numbers.push(number) - 1) + '}');
    const sentences = String(text).split(/(?<=\.) /);
    return WORDS[pattern] || sentences.length < 2 ? say(pattern, ...numbers) : sentences.map(told).join(' ');
  }

  /* Returns a number with its noun, such as "1 page" or "3 pages". */
  const counted = (number, word) => (number === 1 ? say('1 ' + word) : say('{0} ' + word + 's', number));

  /* A place in a file: a sheet, a slide or else a page. */
  const PAGES = { sheet: 'Sheet {0}', slide: 'Slide {0}' };
  const pageOf = (unit, number) => say(PAGES[unit] || 'Page {0}', number);

  window.threadwise = { ...window.threadwise, say, told, counted, pageOf, language, locale, moment };
})();
