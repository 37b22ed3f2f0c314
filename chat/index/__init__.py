"""Where chunks are searched: vectors and keywords, each in collections of one thread.

`base` holds the promises. Vectors: `chroma` (embedded, in a process of its own) or `remote` (a server), `in_memory` in front of
either for exact search, `volatile` for incognito threads, `apart` for which of them has a collection. Keywords: BM25 in
`keywords`, over `postings` in memory and `term_counts` as rows.
"""
