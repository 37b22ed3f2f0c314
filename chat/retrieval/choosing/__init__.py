"""Select which ranked passages are kept, and how much of the surrounding text is added.

`shortlist` is the head of the ranking. `selection` goes through it with a soft cap for each source (`diversity`) and the
`budget` of characters; `exhaustive` chooses by time or form instead, `sections` in two steps. `widening` adds surrounding text
for a model. `left_out` and `moving` say what happened to the candidates that are not where their score puts them.
"""
