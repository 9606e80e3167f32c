"""Whoever plays in a terminal begins at the command line."""

from tests.cli.conftest import answer, call, fresh_folder, refused

__all__ = ["answer", "call", "fresh_folder", "refused"]
