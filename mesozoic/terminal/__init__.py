"""Playing in a terminal: people and bots around one keyboard. Nothing here knows a particular game."""
