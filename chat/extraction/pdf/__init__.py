"""Read PDF: its text, its structure, and pages that are pictures.

`reader` combines it: `pdfium` gives the `lines` of each page (`fallback` where it cannot), with `probe` and `rules` for single
signs and ruled lines. Order and structure: `gutters` (columns of prose), `running` headers, `headings`, `contents` pages,
`unreadable` letters. Tables: `tables` of numbers by their `cells`, `figures` with named columns, `grids` of `words`. `additions`
are links, forms and attachments; `scans` are pictures, read by `ocr`.
"""
