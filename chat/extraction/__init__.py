"""A file of any kind to text with pages, headings and tables.

`extract` tells the kind from the content and calls its reader: `pdf`, `office`, `web`, `texts`, `tables`, `picture`, `zipped`.
Readers run in the `worker` of a `sandbox`, which is killed when a file takes too much. `composition` keeps offsets exact while
a text is put together.
"""
