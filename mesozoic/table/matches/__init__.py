"""Matches as they are played: folded, driven, told to those who look on."""
