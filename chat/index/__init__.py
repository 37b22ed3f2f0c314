"""Where chunks are searched: vectors and keywords, each in collections of one thread.

`base` holds the promises, `among` says which chunks a search may find, and `id_map` numbers the ids. Vectors: `chroma`
(embedded, in a `chroma_process` of its own, spoken to by `framing`, over `chroma_store` and `chroma_folder`) or `remote` (a
server), `in_memory` in front of either for exact search of a `matrix`, `volatile` for incognito threads, `routing` for which
of them has a collection. Keywords: BM25 in `keywords`, over `postings` in memory (`rare_terms` apart) and `term_counts` as
rows.
"""
