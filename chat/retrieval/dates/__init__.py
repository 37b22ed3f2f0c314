"""Times: what a question says about time, how well messages fit it, and how much their age counts.

`periods` reads a question's period from its `named_dates`, with the `calendar_words` of seven languages; `written_out` spells
abbreviations out, `bare_months` are those without a preposition, and `named_days` are the single days in a text. `recounting`,
`day_questions` and `activity_questions` recognise questions for nothing but what was said or done at a time. `timeliness` is
how well a message fits a period, `recency` how much its age counts.
"""
