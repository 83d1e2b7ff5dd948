"""The worked examples of the ledger, for tests that read what is given and what is expected from there."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from wab.content.data import rules_root
from wab.content.ledger import Example, entry


def example(id_: str) -> tuple[Any, Any]:
    """Return what a worked example gives and what it expects."""
    found = named(id_.removeprefix("ZOC-X-"))
    return found.given, found.expect


def named(name: str) -> Example:
    """A worked example by the end of its id: "GC-1", "11.2c"."""
    found = entry(f"ZOC-X-{name}")[1]
    assert isinstance(found, Example)
    return found


@cache
def _tables() -> dict[str, dict[str, Any]]:
    whole = yaml.load((rules_root() / "zocbonds.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return {table["id"]: table for table in whole["tables"]}


def rebuilt(id_: str) -> Any:
    """Return what a table of the ledger holds where it was put together again."""
    return _tables()[id_]["rebuild"]
