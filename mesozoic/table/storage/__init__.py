"""What is stored of a match, and where."""
