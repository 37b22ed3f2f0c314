"""The web chat: the only package that knows Chainlit.

`server` assembles it, and `handlers` responds when a user writes, uploads, stops or edits. `reply` displays an answer, with
`sources`, `panel` and `progress` around it; `data_layer` gives Chainlit access to the stored rows; `auth`, `entrance`, `guards`
and `trusted` control access.
"""
