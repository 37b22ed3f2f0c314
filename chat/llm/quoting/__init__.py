"""Answer without a model, by quoting sentences of the sources verbatim.

`extractive` orchestrates the answer: `evidence` is what may be quoted of each `passage`, `candidates` are the sentences that
share most with the question, `weighing` scores each against what the `question` asks for, `narrowing` rules some out, and
`selection` chooses among the rest. `quotation` quotes a chosen sentence with what belongs to it, `repetition` drops quotes that
say the same, and `presentation` words the answer. `answer_likelihood` estimates whether any passage answers at all; `by_time`
chooses turns by when they were said; `superseded_parts` tells whether a question is about what was replaced; `forms` handles
kinds of questions that need their own treatment; `overview` summarises whole documents.
"""
