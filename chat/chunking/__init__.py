"""Chunking: from sections to chunks with exact offsets.

`structure` builds the tree of headings, `regions` determines what a chunk may not cross, `splitting` cuts prose and `rows`
tables, `scraps` joins what is too short to be found, `slices` and `chunk` combine all of that for a document, and `messages` does
the same for messages. `headers` and `titles` are indexed in front of a chunk; `comparing` compares two versions of a document.
"""
