"""The profile that the `countersign` command keeps: one service, and the agent's connection there."""

import json
import os
import re
from pathlib import Path
from typing import Any, Dict, Optional

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


def read_profile(name: Optional[str]) -> Dict[str, Any]:
    chosen = name or os.environ.get("COUNTERSIGN_PROFILE") or "default"
    if not _NAME.fullmatch(chosen):
        raise ValueError("a profile's name has letters, digits, _ and -, at most 64")
    file = _folder() / f"{chosen}.json"
    try:
        profile = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise FileNotFoundError(f"There is no profile {file}: run `countersign init`, or `countersign demo`.") from None
    except (ValueError, OSError):
        profile = None
    if not isinstance(profile, dict) or not isinstance(profile.get("base_url"), str):
        raise ValueError(f"The profile {file} cannot be read: fix it, or move it and run `countersign init`.")
    return profile


def _folder() -> Path:
    own = os.environ.get("COUNTERSIGN_CONFIG_DIR")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "countersign"
