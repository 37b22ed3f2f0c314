"""Find in what a claim differs from its source: its `quotations`, `figures`, `names`, `polarity` or `words`.

Each module has a function from the claim and the source to the reason why the claim is not supported, or `None`.
"""
