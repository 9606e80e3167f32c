"""The workshop: a designer's changes to a game, played against the game as it is, for the person at this machine."""
