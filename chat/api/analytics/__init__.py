"""Analytics over HTTP: figures about questions, searches and documents, as JSON and as an HTML page."""
