"""Tables with a row a line: CSV, and the cells and columns of any table."""
