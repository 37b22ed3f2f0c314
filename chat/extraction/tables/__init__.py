"""Tables written with one line per row: CSV files, and the cells and columns of any table."""
