"""Questions about an attribute of somebody or something ("Where does my sister work?").

`attribute` recognises the question and the messages that tell the attribute, by the `forms` of such questions, the `holders`
they are about, and the `signs` and `kinds` of what is asked for.
"""
