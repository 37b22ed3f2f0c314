"""Analytics over HTTP: figures about questions, searches and documents, by `routes` as JSON (`render`) and as an HTML `page`
with `plots`, laid out by its `sheet`.
"""
