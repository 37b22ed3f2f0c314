"""Answer without a model, by quoting sentences of the sources verbatim.

`extractive` orchestrates the answer: `hearing` collects the sentences of a `passage` that may be quoted, `weighing` scores each
against what the `question` asks for, `narrowing` rules some out, `judging` chooses among the rest, and `saying` words the answer.
`fitting` estimates whether any passage answers at all; `forms` handles kinds of questions that need their own treatment;
`overview` summarises whole documents.
"""
