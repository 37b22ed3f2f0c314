"""What a question asks for that only words of its own kind tell: a time, how often, a weight, a colour, who or when somebody did
something. A sentence without any is no answer, however much of the rest it has."""
