"""The messages of a table, and a client that speaks them."""
