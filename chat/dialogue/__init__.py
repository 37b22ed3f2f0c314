"""What a message does besides asking: it states something, gives standing instructions, retracts or corrects something; and whose
words and which time a question asks for, and what its pronouns stand for (`focus`, `pronouns`)."""
