"""The tables of the ledger of Omaha Beach, as the tests read them."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from wab.content.data import rules_root


@cache
def _ledger() -> dict[str, Any]:
    ledger: dict[str, Any] = yaml.safe_load((rules_root() / "omaha.yaml").read_text(encoding="utf-8"))
    return ledger


def table(name: str) -> dict[str, Any]:
    """The data of a table of the ledger, by its id."""
    found: dict[str, Any] = next(entry["rebuild"] for entry in _ledger()["tables"] if entry["id"] == name)
    return found


def example(name: str) -> dict[str, Any]:
    """A worked example of the ledger, by its id."""
    found: dict[str, Any] = next(entry for entry in _ledger()["examples"] if entry["id"] == name)
    return found
