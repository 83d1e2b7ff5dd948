"""The worked examples of the ledger, for tests that read what is given and what is expected from there."""

from __future__ import annotations

from typing import Any

from wab.content.ledger import Example, entry


def example(id_: str) -> tuple[Any, Any]:
    """What a worked example gives and what it expects."""
    found = entry(id_)[1]
    assert isinstance(found, Example)
    return found.given, found.expect
