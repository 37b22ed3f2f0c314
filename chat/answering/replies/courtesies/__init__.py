"""Recognise greetings, thanks, goodbyes and the like, in each language that they are known in.

`hearing` finds the `courtesies` of a text: those in `english`, `german`, `french`, `spanish`, `italian`, `portuguese`, `dutch`
and `russian`, and the most common `few` of other languages.
"""
