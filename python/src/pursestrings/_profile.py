"""The profile that the `pursestrings` command keeps: one service, and the agent's connection there."""

import json
import os
import re
from pathlib import Path
from typing import Any, Dict, Optional

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
_OURS = re.compile(r'"(pinned_keys|key_file)":|"svc_')


def read_profile(name: Optional[str]) -> Dict[str, Any]:
    chosen = name or os.environ.get("PURSESTRINGS_PROFILE") or "default"
    if not _NAME.fullmatch(chosen):
        raise ValueError("a profile's name has letters, digits, _ and -, at most 64")
    file = _folder() / f"{chosen}.json"
    try:
        profile = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise FileNotFoundError(f"There is no profile {file}: run `pursestrings init`, or `pursestrings demo`.") from None
    except (ValueError, OSError):
        profile = None
    if not isinstance(profile, dict) or not isinstance(profile.get("base_url"), str):
        raise ValueError(f"The profile {file} cannot be read: fix it, or move it and run `pursestrings init`.")
    return profile


def _folder() -> Path:
    own = os.environ.get("PURSESTRINGS_CONFIG_DIR")
    if own:
        return Path(own)
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    _move_profiles(config / "countersign", config / "pursestrings")
    return config / "pursestrings"


def _move_profiles(former: Path, folder: Path) -> None:
    """Once, from the folder of the product's former name, as the `pursestrings` command does it.

    Another product uses that name today, so whatever is not a profile of ours stays there.
    """
    for old in former.glob("*.json"):
        try:
            _move_profile(old, folder)
        except (OSError, ValueError):
            pass  # Another process has just moved it, or it can't be moved: then it stays, and is not used.


def _move_profile(old: Path, folder: Path) -> None:
    text = old.read_text("utf-8")
    moved = folder / old.name
    if moved.exists() or '"base_url":' not in text or not _OURS.search(text):
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for key in old.parent.glob(f"{old.stem}.*.pem"):
        key.rename(folder / key.name)
    profile = json.loads(text)
    agent = profile.get("agent") or {}
    key_file = Path(agent.get("key_file") or "")
    if key_file.parent == old.parent:
        profile["agent"] = {**agent, "key_file": str(folder / key_file.name)}
    following = folder / f"{old.name}.{os.getpid()}.new"
    following.touch(mode=0o600)
    try:
        following.write_text(json.dumps(profile, indent=2, ensure_ascii=False) + "\n", "utf-8")
        os.link(following, moved)  # Fails where there is one by now: a profile is never overwritten.
        old.unlink()
    finally:
        following.unlink()
