"""A file's way into a thread, and what was said into its index.

`jobs` reads files in the background and `live` lets callers follow one, `deduplication` says which document a file belongs to,
`pipeline` takes each through its steps, `indexer` writes chunks into rows, vectors and keywords, `memory` does so with messages,
`questions` adds what a chunk answers. The others keep it so: `clearing` and `sweeping` remove what should not be there,
`leftovers` what deleted things leave on disk, `rebuilding` makes lost collections anew, `checking` looks at everything;
`background` is how they run.
"""
