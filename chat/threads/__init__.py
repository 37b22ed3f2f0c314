"""What is remembered, as rows: a module for each kind of thing (`conversations`, `documents`, `chunks`, `accounts` ...).

`base` is what retrieval may read of them.
"""
