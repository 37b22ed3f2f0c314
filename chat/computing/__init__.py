"""Counts, sums and look-ups over all rows of a table, without a model, for questions that can be computed with certainty.

`answer` runs the sequence. Tables: `laid` out, `tabbed` or with `pipes`, with `rows` of `values` and the `roles` of their
columns; `described` puts one into words. Questions: `reading` turns one into `symbols`, at each `position` by `periods`,
`mentions` of the table's `vocabulary` (with `nouns` and `directions`), `amounts` or `single_words`, and the phrases in `words`;
`planning` takes out the `conditions` and turns the rest into a `plan` by the `shapes` of questions about `columns` or by `verbs`,
and `compute` carries it out, for each of several `currencies` by itself. `timetable`, `timetable_question` and
`timetable_answer` do the same for weekly timetables.
"""
