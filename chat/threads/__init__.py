"""What Threadwise stores in its database, and the uploaded files: a package for each area, a module for each kind of row.

`conversations` are threads with their messages and all that is said about these, `documents` are files that were read, and
`chunks` are the pieces of both that are searched. `people` may use them, and `analytics` counts what they ask. `files` keeps
uploads, and `queries` has what several kinds of rows ask the database alike. Across the areas, `finding` searches for words,
`traces` removes what goes with what is deleted, and `replies` are HTTP responses kept for repeated requests. `base` is what
retrieval reads through; `repositories` holds one of each for the assistant.
"""
