"""The web chat: the only package that knows Chainlit.

`server` puts it together and `handlers` is what happens when somebody writes, uploads, stops or edits. An answer is drawn by
`reply`, with `sources`, `panel` and `progress` around it; `data_layer` is what Chainlit reads of our rows; `auth`, `entrance`,
`guards` and `trusted` say who comes in.
"""
