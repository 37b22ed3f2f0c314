"""The Model Context Protocol: other programs' assistants search, ask and add documents here."""
