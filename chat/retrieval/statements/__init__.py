"""Statements of users: which are kept as facts, and which are superseded by later ones.

`superseded` marks messages, by what `detect` reads in them: `value_statements` ("my budget is 500"), `changed_values` ("the
launch slipped to 17 May"), `one_value` ("yoga is on Monday"), `whereabouts`, `one_part_changed` (two sentences that differ in
one part), `explicit_corrections` ("correction: the 19th"), `negations` ("Max can eat nuts after all"), `outstanding` ("I
haven't booked yet"), `circumstances` ("I'm 34"), and `standing_facts` that have `ended` or are `given_up`. `amounts` are values
with their kind, and `days` are in one form; `effective_dates` say from when a change holds, `clauses` where a clause ends, and
`progress` tells a goal from what was reached. `people` has words for others than the speaker. `corrections` are messages that
correct the one before. `facts`, `wishes` and `introductions` are what is remembered of a user.
"""
