"""Retrieval: from a question to the passages that answer it. `retrieve` runs the steps.

`question` determines what to search for, `dates` which times the question mentions, `documents` which files it refers to, and
`statements` which statements people made and which of them are superseded; `scoring` searches the collections and ranks the
results, and `choosing` selects the best passages, diverse and within the budget. What is read
from a chunk is kept `per_chunk`.
"""
