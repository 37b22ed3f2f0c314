"""Read the figures of a text into a normal form, however they are written.

`reading` reads all of them: `dates` and `times` first, so that their parts are not taken for `numbers`, each `consuming` what it
has read. `units` are what numbers measure.
"""
