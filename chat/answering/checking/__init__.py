"""Decide whether a source supports a claim, from the words alone: deterministic, without a model.

`support` gives the `verdict`: it prepares the `claim` once and each `source` once, and `comparing` finds in what they differ.
Quotations must be in the source, as must figures, dates and names; what the claim denies must be denied there; and enough of the
words must be the same. Claims in another language than their source are only checked for quotations, figures, names and polarity.

Texts are compared as `plain_text`, split into `clauses`; `figures` are read by value, `names` by their form; `words` are compared
by stem, without the `function_words` that tell the `languages`; `table_rows` are known when put into words; `negations` and
`opposites` show polarity, and `overlap` is how much of what is claimed a text has.

Vocabulary: a *claim* is what a sentence of an answer says besides verbatim quotations. A source *supports* it if it says the
same; else the *reason* is the first difference. A *statement* is a sentence or clause of the source. *Figures* are numbers, dates
and times. *Terms* are the stems of words that carry a topic, and a *share* is how much of them a text holds. *Polarity* is what a
clause denies, and which side of a pair of opposites it takes.
"""
