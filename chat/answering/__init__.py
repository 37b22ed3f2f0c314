"""Turn passages into an answer that can be checked.

`prompt` fits what is known into what a model reads, `answer` has the answer written and handles failures, `markers`,
`citations` and `references` link each claim to its source, `support` with `checking` says whether the source supports it, and
`trust` how far to rely on it; `followups` suggests what to ask next. `reading` processes documents too large for one prompt
part by part, `summarising` does so for conversations. Replies that need no source are separate: `courtesy` (with
`courtesies`), `inventory`, `instructions` and `forgetting`, worded with `phrases` and `settled`.
"""
