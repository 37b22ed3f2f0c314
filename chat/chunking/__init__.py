"""Sections into chunks with exact offsets.

`structure` is the tree of headings, `regions` says what a chunk may not reach over, `splitting` cuts prose and `rows` tables,
`scraps` joins what is too short to be found, `chunk` is all of that for a document, and `messages` the same for what was said.
"""
