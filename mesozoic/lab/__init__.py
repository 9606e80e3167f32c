"""Measuring games and bots: simulations and speed."""
