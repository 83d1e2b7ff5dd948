"""Contracts of imports that speak of every rule system without a list of them (pyproject.toml).

`{each}` in a name stands for each rule system that has such a module, `{any}` for all their names in one layer.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.independence import IndependenceContract
from importlinter.contracts.layers import LayersContract
from importlinter.domain.contract import Contract

from wab.systems import NAMES

ROOT = Path(__file__).resolve().parents[1]


def spread(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of a contract with the names of the systems."""
    return {key: _spread(value) if isinstance(value, list) else value for key, value in options.items()}


def _spread(texts: list[str]) -> list[str]:
    return [name for text in texts for name in (_each(text) if "{each}" in text else [_any(text)])]


def _each(text: str) -> list[str]:
    names = (text.replace("{each}", system) for system in NAMES)
    return [name for name in names if any(ROOT.glob(f"{name.replace('.', '/')}*"))]


def _any(text: str) -> str:
    return text.replace("{any}", " | ".join(NAMES))


class Spread(Contract):
    """A contract whose options are read with the names of the systems."""

    def __init__(self, name: str, session_options: dict[str, Any], contract_options: dict[str, Any]) -> None:
        super().__init__(name, session_options, spread(contract_options))


class Forbidden(Spread, ForbiddenContract):
    """Modules that others must not import."""


class Independence(Spread, IndependenceContract):
    """Modules that do not import each other."""


class Layers(Spread, LayersContract):
    """Modules that import one way."""
