"""Answer without a model, by quoting sentences of the sources verbatim.

`extractive` orchestrates the answer: `evidence` is what may be quoted of each `passage`, `candidates` are the sentences that
share most with the question, `scoring` scores each against what the `question` asks for, `conditions` rule some out, and
`selection` chooses among the rest. `quotation` quotes a chosen sentence with what belongs to it, `repetition` drops quotes that
say the same, and `presentation` words the answer. `answer_likelihood` estimates whether any passage answers at all; `by_time`
chooses turns by when they were said, `opposed` finds two that deny each other, `own_facts` keeps to the asker's own,
`event_days` tells from a quote when something was; `superseded_parts` tells whether a question is about what was replaced;
`forms` handles kinds of questions that need their own treatment; `overview` summarises whole documents.

Vocabulary: a *source* is a passage found for the question, and its *marker* the source's number in the answer, from 1; a *turn*
is a message. A passage is split into *pieces*: sentences, rows, items. A piece that may be quoted, with its *context* (the
headings and sentences around it), is a *candidate*. *Terms* are the stems of words that count, and a *share* is how much of the
question's terms something has. The *answer type* is what a kind of question asks for: a time, a number, a name. A *likelihood*
is from 0 to 1. As names, *at* is an index and *wanted* what is looked for.
"""
