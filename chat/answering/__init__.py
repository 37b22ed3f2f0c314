"""From passages to an answer that can be checked.

`prompt` fits what is known into what a model reads, `answer` has it written and says what happens when that fails, `markers`,
`citations` and `references` lead each claim to its source, `support` with `checking` says whether the source bears it out, and
`trust` how far to rely on it. `reading` takes documents too large for one prompt part by part, `summarising` conversations.
What needs no source stands beside it: `courtesy`, `inventory`, `instructions` and `forgetting`, said with `phrases` and
`settled`.
"""
