"""Questions of a form of their own, for numbers and addresses, for hours, for functions and classes."""
