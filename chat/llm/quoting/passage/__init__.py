"""Split a passage into the pieces that may be quoted: sentences, lines, table rows, pieces of code.

`quotable` splits it, after `markup` has brought it into one form, into a `piece` for each of its `sentences` and rows, with
`shortening` of what is too long, and `together` keeps what belongs together. `headings` are those above a piece; `rows` and
`columns` put tables into words, and `settings` configuration files, `log_lines` the errors of a log; `code`, `fenced`,
`commented` and `definitions` are for source code; `contents` drops tables of contents; `clauses` are parts of a sentence.
"""
