"""Counts, sums and look-ups over all rows of a table, without a model, where a question can be computed for certain.

`reading` turns the question into `symbols`, by the `vocabulary` of the table; `shapes` and `planning` turn these into a `plan`;
`compute` carries it out over `rows`; `answer` is the way from one end to the other. `timetable` and its two neighbours do the
same for tables of a week.
"""
