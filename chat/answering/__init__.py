"""Turn passages into an answer that can be checked.

`prompt` fits what is known into what a model reads, and `answer` has the answer written and handles failures. `reading` processes
documents too large for one prompt part by part, `summarising` does so for conversations. In an answer, `citing` links each claim
to its source, `checking` says whether the source supports it, and `trust` how far to rely on it; `followups` suggests what to ask
next. `replies` are given by rules, without a source.
"""
