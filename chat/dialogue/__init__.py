"""What a message does besides asking: it tells, asks something of every answer, takes back, puts right; and whose words and which
time a question asks for."""
