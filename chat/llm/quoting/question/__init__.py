"""Determine what a question asks for, and whether a sentence has what such a question asks for.

`analysis` combines it: the kind of question, its terms and its `halves`. What must be the same in a sentence: the `subject` (a
quantity and its period), the thing or name (`presence`, `unmentioned`), `identifiers`, `designations`, `qualifiers` such as a
month, what is `counted`, and the kind of words that the question `demands`; `attributes` are what is asked about somebody,
`last_done` what somebody did last, `nested` questions name somebody by another question, and `elapsed` ones ask for the time
between two events. `deciding` and `predicating` are for yes and no, `prices` for what something costs. Words: `synonyms`,
`heads` of German compounds, `determiners`, `question_words` of other languages, `of_sources` ("What does the manual say ...").
"""
