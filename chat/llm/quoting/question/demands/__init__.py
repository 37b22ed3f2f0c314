"""Rule out sentences without the kind of words that a question demands: a time, a frequency, a weight, a colour, who did
something or when.

Without any, a sentence does not answer, however much of the rest it shares. `demanded` collects what a question demands by the
tables (`words`) of `english`, `french`, `german`, `italian`, `portuguese` and `spanish`.
"""
