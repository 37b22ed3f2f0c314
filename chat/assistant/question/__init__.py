"""A question on its way to its answer: `asking` is the journey, the other modules are its steps.

`question_in_thread` is what is handed from step to step. In their order: `admission` stores the question, `rule_replies` and
`history_questions` answer what needs no search, `rewriting` makes it stand by itself with the `turns` before it, `covering` and
`whole` read whole documents, `passages` and `searching` find what else it rests on, with `unread_notes` on what could not be
read. `writing` writes the answer into a `draft`, `locating` finds the pages of its quotes, `after_answer` rates it and suggests
what to ask next. `background` and `usage_meter` run beside all of this.
"""
