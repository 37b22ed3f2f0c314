"""What Threadwise stores in its database: a module for each kind of row (`conversations`, `documents`, `chunks`, `accounts` ...).

`base` holds the interface through which retrieval reads them.
"""
