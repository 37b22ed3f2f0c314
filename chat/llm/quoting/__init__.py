"""Answer without a model, by quoting sentences of the sources verbatim.

`extractive` orchestrates the answer: `candidates` are the sentences of a `passage` that may be quoted, `weighing` scores each
against what the `question` asks for, `narrowing` rules some out, `selection` chooses among the rest, and `presentation` words
the answer. `answer_likelihood` estimates whether any passage answers at all; `by_time` chooses turns by when they were said;
`superseded_parts` tells whether a question is about what was replaced; `forms` handles kinds of questions that need their own
treatment; `overview` summarises whole documents.
"""
