"""Whole documents: how questions refer to them, by name or by part, and how they are read as a whole.

`naming` finds documents by title and `filenames` weighs their names; `places` are sections, pages or sheets that a question
names. `whole` recognises questions about whole documents by `whole_words`. `division` cuts a document into parts, `clipping`
fits chunks to one, `representatives` stand for one, and `front` is what stands before the first section.
"""
