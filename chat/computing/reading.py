"""Read a question as a sequence of symbols: what it asks for, and which parts of the table it mentions.

Every word must become one or be known to add nothing; otherwise the question is not understood, and nothing is computed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from chat.computing.currencies import currency
from chat.computing.directions import MOVING, along
from chat.computing.nouns import ends_in, is_german_form, the_one
from chat.computing.periods import period
from chat.computing.symbols import Amount, ColumnValue, Named, Payer, Said, Symbol, Unclear, Unit
from chat.computing.vocabulary import Keys, Vocabulary, bare_name, is_price
from chat.computing.words import (
    ARTICLES,
    BEFORE_PLACES,
    BEST,
    COSTING,
    CURRENCIES,
    DELIVERING,
    DID,
    DOING,
    DONE,
    FARES,
    FILLERS,
    FOR,
    HAVING,
    KINDS,
    LONGEST_PHRASE,
    NATIONS,
    OCCASIONS,
    PAY,
    PAYING,
    PEOPLE,
    PHRASES,
    PIECES,
    PLACES,
    REVENUE,
    SCALES,
    SCORES,
    STATUSES,
    SUPERLATIVES,
    THAN,
    TIMES,
    VERBS,
    Sign,
    key,
    name_words,
    tokens,
)
from chat.computing.words import words as folded_words
from chat.text.languages import COMPOUNDING, language_of

MOST_WORDS = 40
_NUMERALS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_DIGITS = re.compile(r"\d+(?:[.,:/'’-]\d+)*")
_EXTREMES = frozenset({Sign.MOST, Sign.LEAST, Sign.HIGHEST, Sign.LOWEST})
_HOW_MUCH_IS = 3
"""Words of `how much is`."""
_OPEN_FILLERS = frozenset({"us", "it", "no"})
"""In lower case they may still mean a country or a department."""
_NEGATIVE = re.compile(r"(?<![\w)])[-−]\s?\d")
_MARKS = re.compile(r"[^\w\s.,'’&()-]")


def symbols(question: str, known: Vocabulary) -> list[Symbol]:
    """Return the symbols of a question. Raises Unclear for a word that is neither in the table nor one that asks for
    something."""
    reading = _Reading(question, known)
    if len(reading.words) > MOST_WORDS or _NEGATIVE.search(question):
        raise Unclear
    found: list[Symbol] = []
    while reading.place < len(reading.words):
        for symbol in reading.next(found):
            if isinstance(symbol, Named) and found and isinstance(found[-1], Named) and found[-1].column == symbol.column:
                continue  # `total revenue` if the column is called Total
            if symbol == Said(Sign.ROWS) and found[-1:] == [symbol]:
                continue  # `expense claims`
            found.append(symbol)
    return found


class _Reading:
    """Reads the words from left to right, taking the longest mention at each place."""

    def __init__(self, question: str, known: Vocabulary) -> None:
        split = tokens(question)
        self._question = question.casefold()
        self.words = [plain for plain, _ in split]
        self._raw = [raw for _, raw in split]
        self._keys = [key(word) for word in self.words]
        self._known = known
        self._column_names = [" ".join(name_words(column.name)) for column in known.rows.columns]
        self._compounds = language_of(question) in COMPOUNDING
        self._before: list[Symbol] = []
        self.place = 0

    def next(self, before: list[Symbol]) -> list[Symbol]:
        """Return what follows the symbols read so far."""
        self._before = before
        if (found := period(self.words, self._raw, self.place, self._known)) is not None:
            when, self.place = found
            return [when]
        if self._is_done():
            self.place += 1
            return [Said(Sign.SPENT if self._known.roles.spending else Sign.BOUGHT)]
        phrase, length = self._phrase()
        if length == 1 and self._is_of_table(phrase):
            phrase, length = None, 0
        mention, width = self._mention(length)
        if mention is not None:
            self.place += width
            return [replace(mention, inside=phrase) if isinstance(mention, Named) else mention]
        if phrase is not None:
            self.place += length
            return [Said(phrase)]
        return self._word()

    def _is_of_table(self, phrase: Sign | None) -> bool:
        """Return whether a word that may ask for something belongs to this table instead: `pay`, or a status `sold` in a table
        without sales."""
        if self.words[self.place] in PAY and self._known.roles.pay is not None:
            return True
        return phrase in VERBS and not self._known.roles.trades and (self._keys[self.place],) in self._known.values

    # --- mentions

    def _mention(self, phrase: int) -> tuple[Symbol | None, int]:
        """Match a column or value with as many words as possible; a phrase of the same length takes precedence unless the words
        are a column's whole name."""
        for width in range(min(self._known.longest, len(self.words) - self.place), 0, -1):
            if width < phrase:
                break
            keys = tuple(self._keys[self.place : self.place + width])
            named, valued = self._named(keys, width == phrase), self._valued(keys, width, phrase)
            if named is not None and valued is not None:
                raise Unclear
            if named is not None or valued is not None:
                return named or valued, width
        return (self._otherwise(), 1) if not phrase else (None, 0)

    def _otherwise(self) -> Named | ColumnValue | None:
        """Match otherwise: a month that names a column; a currency; goods ending in a word, such as `lamps` for a desk lamp; in
        German a column in another number, such as `Kunden` for a column Kunde."""
        month = self._known.column_of_month(self.words[self.place])
        if month is not None:
            return Named(month)
        if (currency := self._currency()) is not None:
            return currency
        said, goods = self._keys[self.place], self._known.roles.goods
        codes = self._goods(said)
        if codes and goods is not None:
            return ColumnValue({goods: codes})
        names = [name[0] for name, mention in self._known.names.items() if len(name) == 1 and mention is not None]
        name = the_one(said, names) if self._compounds and said not in FILLERS else None
        mention = self._known.names[(name,)] if name is not None else None
        return Named(mention.column) if mention is not None else None

    def _currency(self) -> ColumnValue | None:
        """Return the rows in a currency, for `in dollars`."""
        place, sign = currency(self._known.rows), CURRENCIES.get(self.words[self.place])
        if place is None or sign is None:
            return None
        values = self._known.rows.columns[place].values
        codes = tuple(code for code, value in enumerate(values) if CURRENCIES.get(value.casefold()) == sign)
        return ColumnValue({place: codes}) if codes else None

    def _goods(self, said: str) -> tuple[int, ...]:
        """Return the goods whose last word, or last part of a German compound, is the word said, in singular or plural."""
        if said in FILLERS or said in self._known.nouns:
            return ()
        ends = self._known.goods.items()
        if not self._compounds:
            return self._known.goods.get(said, ())
        return tuple(
            code for end, codes in ends if end == said or is_german_form(said, end) or ends_in(said, end) for code in codes
        )

    def _named(self, keys: Keys, is_phrase: bool) -> Named | None:
        if (rate := self._rate(keys)) is not None:
            return rate
        if keys not in self._known.names:
            return None
        mention = self._known.names[keys]
        is_noun = len(keys) == 1 and keys[0] in self._known.nouns
        if is_phrase and (self.place == 0 or mention is None or not mention.whole):
            return None
        if mention is None or (mention.bare and self._before[-1:] == [Said(Sign.SUM)] and self._is_of_one()):
            raise Unclear
        if is_noun and self._known.letters[mention.column] != "U":
            if mention.whole or self._is_identity(mention.column):
                raise Unclear  # rows may be meant, or what the column names
            return None
        return Named(mention.column, self.words[self.place + len(keys) - 1] == self._last_word(mention.column))

    def _is_of_one(self) -> bool:
        """Return whether the question asks for the value of one row, as in `how much is the deposit?`, rather than a sum."""
        said = " ".join(self.words[: self.place])
        return said.startswith(("how much is", "how much are", "how much was", "how much were", "wie viel ist", "wie viel sind"))

    def _rate(self, keys: Keys) -> Named | None:
        """Return the column Hours per week for `the fewest hours`."""
        mention = self._known.names.get(keys)
        last = self._before[-1] if self._before else None
        if keys not in self._known.rates or (mention is not None and mention.whole):
            return None
        return Named(self._known.rates[keys]) if isinstance(last, Said) and last.sign in _EXTREMES else None

    def _last_word(self, column: int) -> str:
        return bare_name(self._known.rows.columns[column].name)[-1]

    def _is_identity(self, column: int) -> bool:
        return self._known.letters[column] in "TI"

    def _valued(self, keys: Keys, width: int, phrase: int) -> ColumnValue | None:
        codes = self._known.values.get(keys)
        if codes is None:
            return None
        said = self.words[self.place : self.place + width]
        if self._is_of_one() and self.place - (self.words[self.place - 1] in ARTICLES) == _HOW_MUCH_IS:
            raise Unclear  # "how much is the rent?" may ask for that of a month
        if width == 1 and (said[0] in FILLERS or phrase == 1) and not self._is_meant(codes):
            return None
        along_it = along(codes, self.words[: self.place], [column.name for column in self._known.rows.columns])
        if not along_it:
            raise Unclear  # nobody goes where all come from
        found = {column: self._same(column, there, said) for column, there in along_it.items()}
        goods = self._known.roles.goods
        if width == 1 and goods in found and not self._is_spelled(found[goods], goods, said):
            found[goods] = tuple(sorted({*found[goods], *self._goods(keys[0])}))
        return ColumnValue(found)

    def _is_spelled(self, codes: Sequence[int], column: int, said: Sequence[str]) -> bool:
        """Return whether a value is said exactly as written: otherwise `lamps` includes the desk lamps, not just one called
        Lamp."""
        return any(folded_words(self._known.rows.columns[column].values[code]) == list(said) for code in codes)

    def _is_meant(self, codes: dict[int, tuple[int, ...]]) -> bool:
        """Return whether a word that usually adds nothing is a value here: `IT` is a department, `it` is not."""
        raw = self._raw[self.place]
        spelled = {self._known.rows.columns[column].values[code] for column, there in codes.items() for code in there}
        if raw in spelled:
            if raw.islower() or self.place == 0:
                raise Unclear
            return True
        if raw.casefold() in _OPEN_FILLERS:
            raise Unclear
        return False

    def _same(self, column: int, codes: tuple[int, ...], said: Sequence[str]) -> tuple[int, ...]:
        """Return, of several values with the same words, those spelled as in the question."""
        values = self._known.rows.columns[column].values
        exact = [code for code in codes if folded_words(values[code]) == list(said)]
        small = all(map(str.islower, self._raw[self.place : self.place + len(said)]))
        if not exact:  # a first name, spelled as one
            exact = [code for code in codes if values[code].partition(" ")[0] == self._raw[self.place]]
        if not exact and not small and column != self._known.roles.goods:
            raise Unclear  # `lamps` matches Lamp, but Williams not William
        exact = exact or list(codes)
        spelled = {values[code].casefold() for code in exact}
        if len(spelled) > 1 or any(_MARKS.search(value) and value not in self._question for value in spelled):
            raise Unclear  # `C`, `C++` and `C#` are the same words
        return tuple(exact)

    def _phrase(self) -> tuple[Sign | None, int]:
        for width in range(min(LONGEST_PHRASE, len(self.words) - self.place), 0, -1):
            sign = PHRASES.get(tuple(self.words[self.place : self.place + width]))
            if sign is not None:
                return sign, width
        return None, 0

    # --- single words and numbers

    def _word(self) -> list[Symbol]:
        word = self.words[self.place]
        if word in ("one", "ones") and self._is_meant_by_one():
            self.place += 1
            return [Said(Sign.ROWS)]
        amount = self._amount()
        if amount is not None:
            return [amount]
        self.place += 1
        if self._is_noun(self._keys[self.place - 1]):
            return [Said(Sign.ROWS)]
        if word in PEOPLE and self._known.roles.people:
            return [Said(Sign.ROWS)]
        if word in PEOPLE and self._known.roles.actor is not None:
            return [Named(self._known.roles.actor)]
        if word in BEST and self._known.roles.score is not None:
            return [Said(BEST[word])]
        if word in SUPERLATIVES and (most := self._most(*SUPERLATIVES[word])):
            return most
        if (codes := self._past(word)) is not None:
            return [ColumnValue(codes)]
        if (codes := self._known.values.get((key(STATUSES.get(self._keys[self.place - 1], "")),))) is not None:
            return [ColumnValue(codes), Said(Sign.ROWS)]
        if (column := self._by_role(word)) is not None:
            return [Named(column, exact=word in PIECES)]
        if (payer := self._payer()) is not None:
            return [payer]
        if word in COSTING:
            return [Said(Sign.COST)]
        if word in THAN and any(symbol in (Said(Sign.MORE), Said(Sign.LESS)) for symbol in self._before):
            return [Said(Sign.THAN)]
        if word in TIMES:
            return [Unit("year" if TIMES[word] == "year" else "month")]
        if word in DELIVERING and self._known.roles.trades:
            delivered = self._known.values.get((DELIVERING[word],))
            return [ColumnValue(delivered)] if delivered else []
        if self._adds_nothing(word):
            return []
        raise Unclear

    def _is_meant_by_one(self) -> bool:
        """Return whether "one" stands for a row, as in "which one" and "the quietest one"."""
        last = self.words[self.place - 1] if self.place else ""
        return self._before[-1:] == [Said(Sign.WHICH)] or last in BEST or last in SUPERLATIVES

    def _most(self, sign: Sign, names: frozenset[str]) -> list[Symbol]:
        """Return what a superlative compares, if one column is called so: the noise for "the quietest"."""
        columns = [place for place, name in enumerate(self._column_names) if not names.isdisjoint(name.split())]
        return [Said(sign), Named(columns[0])] if len(columns) == 1 else []

    def _past(self, word: str) -> dict[int, tuple[int, ...]] | None:
        """Return the value that is the participle of what people did: `passed` for "who didn't pass"."""
        if self._known.roles.actor is None or DID.isdisjoint(self.words[: self.place - 1]):
            return None
        past = (f"{word}ed", f"{word}d", f"{word}{word[-1]}ed", f"{word[:-1]}ied")
        return next((codes for form in past if (codes := self._known.values.get((key(form),))) is not None), None)

    def _adds_nothing(self, word: str) -> bool:
        of_currency = word in NATIONS and self.place < len(self.words) and self.words[self.place] in CURRENCIES
        return (
            word in FILLERS | MOVING | DONE
            or of_currency
            or (word in PLACES and self._behind_preposition())
            or self._has_been(word)
            or self._is_made_of_noun(word)
            or self._is_of_kind(word)
        )

    def _is_of_kind(self, word: str) -> bool:
        """Return whether a word only says again what rows of a category are: `rides` in `taxi rides`."""
        kind = self._before[-1] if self._before else None
        if not isinstance(kind, ColumnValue) or len(kind.codes) != 1 or word not in OCCASIONS:
            return False
        [(column, codes)] = kind.codes.items()
        named = self._known.rows.columns[column]
        said = folded_words(named.values[codes[0]])[-1:] if len(codes) == 1 else []
        behind = [key(each) for each in said] == self._keys[self.place - 2 : self.place - 1]
        return behind and not KINDS.isdisjoint(name_words(named.name))

    def _has_been(self, word: str) -> bool:
        return word == "été" and self.place > 1 and self.words[self.place - 2] in HAVING

    def _is_made_of_noun(self, word: str) -> bool:
        """Return whether a word is derived from what rows are called, as `budgeted` from budget, `planned` from plan, or is the
        verb of a column such as `approved by`."""
        if any(name.startswith(f"{word.removesuffix('d')}d by") for name in self._column_names):
            return True
        bare = word.removesuffix("ed")
        return bare != word and (bare in self._known.nouns or (bare[-1:] == bare[-2:-1] and bare[:-1] in self._known.nouns))

    def _is_noun(self, said: str) -> bool:
        nouns = self._known.nouns
        return said in nouns or (self._compounds and said not in FILLERS and any(is_german_form(said, noun) for noun in nouns))

    def _payer(self) -> Payer | None:
        """Return the price column of a payer: `for guests`, `cost members`, `do guests pay`, `than members`; but not `the new
        product` if one column is a new price."""
        at = self.place - 1
        column = self._known.payers.get(self._keys[at])
        if column is None:
            return None
        before = next((word for word in reversed(self.words[:at]) if word not in ARTICLES), "")
        behind = self.words[at + 1] if at + 1 < len(self.words) else ""
        if behind in ("pay", "pays"):
            return Payer(column)
        ends = not behind or behind in FILLERS or behind in THAN or self._phrase()[0] is not None
        return Payer(column) if ends and before in FOR | PAYING | THAN else None

    def _is_done(self) -> bool:
        """Return whether a noun is used as a verb here, as in `what did Anna order?`, `how much did Anna claim?`."""
        before, word = self.words[: self.place], self.words[self.place]
        deeds = ("claim", "claimed") if self._known.roles.spending else ("order", "purchase")
        return word in deeds and not DOING.isdisjoint(before[:-1]) and before[-1] not in ARTICLES

    def _by_role(self, word: str) -> int | None:
        """Return the column that is usually called so: `revenue` or `order value` for the total of orders."""
        roles = self._known.roles
        if word in REVENUE or (
            word == "value" and self._keys[self.place - 2 : self.place - 1] and self._keys[self.place - 2] in self._known.nouns
        ):
            return roles.money if roles.trades else None
        if word in FARES and (roles.trades or roles.spending) and not any(map(is_price, self._known.rows.columns)):
            return roles.money
        if word in SCORES:
            return roles.score
        return roles.pay if word in PAY else roles.quantity if word in PIECES and roles.trades else None

    def _behind_preposition(self) -> bool:
        before = [word for word in self.words[: self.place - 1] if word not in ARTICLES]
        return bool(before) and before[-1] in BEFORE_PLACES

    def _amount(self) -> Amount | None:
        """Read a number with its unit before or after it."""
        start = self.place
        unit = CURRENCIES.get(self.words[start], "")
        at = start + bool(unit)
        value = number(self.words[at]) if at < len(self.words) else None
        if value is None or self.words[at] in self._known.nouns:
            return None
        at += 1
        if at < len(self.words) and self.words[at] in SCALES:
            value *= SCALES[self.words[at]]
            at += 1
        if not unit and at < len(self.words) and (self.words[at] in CURRENCIES) and not self._is_name(at):
            unit = CURRENCIES[self.words[at]]
            at += 1
        self.place = at
        return Amount(value, unit, " ".join(self._raw[start:at]))

    def _is_name(self, at: int) -> bool:
        return (self._keys[at],) in self._known.names


def number(word: str) -> float | None:
    """Parse a number in English notation; a comma before one or two digits is taken for a decimal comma. Raises Unclear for
    `1.000`."""
    if word in _NUMERALS:
        return float(_NUMERALS.index(word))
    if not _DIGITS.fullmatch(word):
        return None
    if re.fullmatch(r"\d{1,3}(?:[,'’]\d{3})+(?:\.\d+)?", word):
        return float(re.sub("[,'’]", "", word))
    if re.fullmatch(r"\d{1,3}(?:\.\d{3}){2,}", word):
        return float(word.replace(".", ""))
    if re.fullmatch(r"\d{1,3}\.\d{3}|.*[:/-].*", word):
        raise Unclear
    plain = word.replace(",", ".")
    if plain.count(".") > 1 or len(plain) > 18:
        raise Unclear
    return float(plain)
