"""The pieces of documents and messages that are searched: the rows from which every index is built.

`chunks` reads and writes their `rows`, with the hypothetical `questions` and the `vectors` of each; `collections` says which
embedder made the vectors. In memory, `layouts` knows each chunk's document and `turns` the messages; `matching` applies filters.
"""
