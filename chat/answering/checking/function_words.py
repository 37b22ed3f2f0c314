"""Function words of a few languages, which carry no topic."""

from __future__ import annotations

_BY_LANGUAGE = {
    "en": "a an the and of to in is are was were be been it that this for on with as by at from which their its has have had will"
    " do does did i you we they my your our me us who what when where why how can if not or",
    "de": "der die das den dem des ein eine einen einem einer eines und oder ist sind war waren wird werden wurde wurden im am an"
    " auf aus bei bis durch für gegen in mit nach seit über um unter von vom vor zu zum zur als auch dass daß sich er sie es ich"
    " wir ihr du dein deine mein meine sein seine euch uns kann darf muss nur noch so wie wenn alle hat haben ab trefft treffen",
    "fr": "le la les l un une des du de d et ou est sont était a ont au aux ce cette ces dans en par pour"
    " sur avec que qui se sa son"
    " ses leur il elle ils elles je nous vous tu mon ma mes votre notre soit ainsi plus peut être doit y",
    "es": "a no el la los las un una unos unas de del al y o es son fue era en por para con que se su sus lo le les"
    " él ella nos os mi mis tu"
    " tus este esta estos como más hay ha han debe puede cada",
    "ru": "и в во на с со к по из у за от до о об для что как это он она они мы вы я его её их был была было были года",
}
FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _BY_LANGUAGE.items()}
