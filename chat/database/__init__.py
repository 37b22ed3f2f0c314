"""Tables, their migrations, the engine, and the data folder that holds them."""
