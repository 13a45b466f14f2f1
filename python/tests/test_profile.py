"""What a client takes from a profile. Those in the folder of the product's former name are moved once, as the command does it."""

import json
from pathlib import Path
from typing import Any, Dict

import pytest

from pursestrings import AgentClient, AsyncAgentClient
from pursestrings._profile import read_profile


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("PURSESTRINGS_CONFIG_DIR", "PURSESTRINGS_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "countersign").mkdir()
    return tmp_path


def test_a_profile_is_moved_with_its_keys_and_only_once(config: Path) -> None:
    former, folder = config / "countersign", config / "pursestrings"
    agent = {"key_file": str(former / "default.k1.pem")}
    kept: Dict[str, Any] = {"base_url": "https://pay.example", "pinned_keys": [], "agent": agent}
    (former / "default.json").write_text(json.dumps(kept, indent=2), "utf-8")
    (former / "default.k1.pem").write_text("a key", "utf-8")

    moved = read_profile(None)
    assert moved == {**kept, "agent": {"key_file": str(folder / "default.k1.pem")}}
    assert Path(moved["agent"]["key_file"]).read_text("utf-8") == "a key"
    assert (folder / "default.json").stat().st_mode & 0o777 == 0o600
    assert list(former.iterdir()) == []

    (former / "default.json").write_text(json.dumps({**kept, "base_url": "https://other.example"}, indent=2), "utf-8")
    assert read_profile(None) == moved


def test_what_is_not_a_profile_of_ours_stays(config: Path) -> None:
    theirs = config / "countersign" / "default.json"
    theirs.write_text('{"base_url": "https://another.example", "token": "x"}', "utf-8")
    with pytest.raises(FileNotFoundError):
        read_profile(None)
    assert theirs.exists()
    assert not (config / "pursestrings").exists()


def test_links_begin_with_the_address_that_the_profile_keeps(config: Path) -> None:
    folder = config / "pursestrings"
    folder.mkdir()
    for wallet_url, link in [("https://wallet.example", "https://wallet.example/approve#task-1"), (None, None)]:
        kept = {"base_url": "https://pay.example", **({"wallet_url": wallet_url} if wallet_url else {})}
        (folder / "default.json").write_text(json.dumps(kept), "utf-8")
        assert AgentClient.from_profile().approval_link("task-1") == link
        assert AsyncAgentClient.from_profile().approval_link("task-1") == link
