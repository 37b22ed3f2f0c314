"""Counts, sums and look-ups over all rows of a table, without a model, for questions that can be computed with certainty.

`reading` turns the question into `symbols` using the `vocabulary` of the table; `shapes` and `planning` turn these into a `plan`;
`compute` carries it out over `rows`, for each of several `currencies` by itself; `answer` runs the whole sequence. `timetable`
and its two neighbours do the same for weekly timetables.
"""
