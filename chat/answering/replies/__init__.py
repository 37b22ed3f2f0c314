"""Reply by rules, where no source is needed.

`courtesy` replies to greetings and thanks, which `courtesies` recognises by language; `inventory` lists the files of a
conversation, `instructions` notes, lists and revokes standing instructions, and `forgetting` says which memory was forgotten.
`phrases` and `settled` hold the wording by language.
"""
