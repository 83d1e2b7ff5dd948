"""The tables of the ledger of Omaha Beach, as the tests read them."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from wab.content.data import rules_root


@cache
def tables() -> dict[str, Any]:
    """Return the tables of the ledger by id, each as it was put together again."""
    whole = yaml.load((rules_root() / "omaha.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return {table["id"]: table["rebuild"] for table in whole["tables"] if "rebuild" in table}


def table(name: str) -> dict[str, Any]:
    """The data of a table of the ledger, by its id."""
    found: dict[str, Any] = tables()[name]
    return found
