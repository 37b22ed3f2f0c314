"""Answers without a model: sentences of the sources, word by word.

`extractive` is the way to an answer: `hearing` says which sentences of a `passage` may be quoted, `weighing` how far each
answers, by what the `question` asks for, `narrowing` which are ruled out, `judging` which are kept, and `saying` puts them into
words. `fitting` tells whether any passage answers at all; `forms` are questions with ways of their own; `overview` tells whole
documents.
"""
