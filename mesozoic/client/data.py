"""What a client and a server of one user keep lies in one folder."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "mesozoic"
