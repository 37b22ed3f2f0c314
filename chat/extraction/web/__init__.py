"""What a browser or a mail program would show."""
