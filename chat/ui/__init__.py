"""The web chat: the only package that knows Chainlit.

`server` assembles it in the `environment` that Chainlit needs, with the `page` changed and `periodic_work`; `handlers` responds
when a user writes, uploads (`uploads`, `progress`), stops, edits or chooses settings (`settings_panel`). `reply` displays an
answer at a readable `pace`, with `sources` around it, or says what failed (`failures`, `retrying`); `resuming` and `ordering`
keep pages in step. An answer's text becomes the page's Markdown in `markers`, by `changes` for `formulas` and `foreign` markup.
`panel` opens an `excerpt` at its `places` in the `side_panel`. `data_layer` gives Chainlit access to the stored rows. Access:
`auth`, `entrance`, `guards`, `trusted`, `tokens`, `browsers`. `words` are the texts.
"""
