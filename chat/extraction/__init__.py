"""Extract the text of a file of any kind, with its pages, headings and tables.

`extract` detects the kind of file from its content and calls the reader for it: `pdf`, `office`, `web`, `texts`, `tables`,
`picture`, `zipped`. Readers run in the `worker` of a `sandbox`, a process that is killed when a file takes too much time or
memory; `preloaded` is what that process starts with. `composition` keeps offsets exact while a reader builds up a text, `joined`
puts several texts together, `archive` opens what is a ZIP archive inside, `blanks` are pages without text,
`counting` tells how many pages are read.
"""
