"""The table: matches of people and bots, kept in a database and played over HTTP and WebSocket."""
