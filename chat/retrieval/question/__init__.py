"""What a question asks for, reworded where its own words are not the best to search with.

`query` builds the search query, with the help of `phrasing` (what is not the subject), `speller` and `spelling` (misspelt
words), `measures` (figures of financial statements) and `rewriting` (questions that lean on earlier ones). `event_times` and
`open_tasks` are kinds of questions that similarity does not answer, nor `codes` alone; `named_threads` are other conversations
that a question names, `earlier_questions` passages that only ask.
"""
