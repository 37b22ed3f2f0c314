"""Put quotes into words: the text around them, with who said them and when."""
