"""A question to the passages that answer it: `retrieve` holds the steps.

`question` says what is searched for, `dates` what it says of time, `documents` which files it means, `told` what people said
and what of it holds no longer; `scoring` searches the collections and ranks what they have, `choosing` keeps the best, diverse
and within the budget.
"""
