"""The servers that a player knows, and the token of this device for each: one file that only its owner reads."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
import platformdirs

from wab.engine.files.limits import TooMuch, read_bounded
from wab.engine.files.safe_json import decode_json
from wab.engine.files.writing import damaged_names, keep_copy, write_beside

_MOST_BYTES = 1_000_000
T = TypeVar("T")


class Known(msgspec.Struct, frozen=True):
    """The name under which the player is known to a server, and the token of this device."""

    name: str
    token: str


_decoder = msgspec.json.Decoder(dict[str, Known])


def keyring_path() -> Path:
    """Return where the tokens are kept."""
    return platformdirs.user_config_path("wab", appauthor=False) / "servers.json"


def known_servers(path: Path | None = None) -> dict[str, Known]:
    """Return what is known of servers by address."""
    return kept_words(_decoder, path or keyring_path())


def kept_words(decoder: msgspec.json.Decoder[dict[str, T]], path: Path) -> dict[str, T]:
    """Return what a file holds, nothing if there is none. A file that cannot be read is kept under another name."""
    try:
        return decode_json(decoder, read_bounded(path, _MOST_BYTES))
    except OSError:
        return {}
    except (TooMuch, ValueError):
        keep_copy(path, damaged_names(path))
        return {}


def remember(address: str, known: Known, path: Path | None = None) -> None:
    """Keep the token for a server. SaveError if the file cannot be written."""
    path = path or keyring_path()
    servers = known_servers(path) | {address: known}
    write_beside(path, msgspec.json.encode(servers, order="sorted"), owner_only=True)
