"""What a message does besides asking: it states something, gives standing instructions, retracts or corrects something; and
whose words, which time and what its pronouns mean.

`telling` and `stating` recognise statements, `preamble` what a question states before it asks, `troubles` what does not work,
`correcting` corrections. `standing` recognises instructions by their `standing_forms` and `standing_manner`;
`conflicting_instructions` are replaced by later ones, and `retracting` takes back. `focus` and `pronouns` say what "it" stands
for, `whose_words` and `speakers` who said what, and `asked_time` whether now, then or the course of things is meant.
`change_words` say that something is new, or that it stays; `happening` tells what has happened and what has not.
"""
