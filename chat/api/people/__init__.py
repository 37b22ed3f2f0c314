"""Users and who is in: for each over themselves, for admins over all."""
