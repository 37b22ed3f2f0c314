"""Search of each collection, and the scores of its passages by dense and keyword search.

`searching` searches one collection; `evidence` lines up what both searches say of each chunk, and `keys` adds the chunk's
hypothetical questions. `document_ranking`, `message_ranking` (with `conversation`, the turns around a message) and
`recounted_ranking` fuse (`fusion`) this into scores for what the `request` asks, each a sum of named parts (`sums`). `ranked`
puts collections on one scale, `top_k` selects the head, and `confidence` estimates how likely it holds the answer.
"""
