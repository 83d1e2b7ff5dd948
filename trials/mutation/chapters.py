"""The modules to change: every chapter of a rule system, and of the rules of hexes and counters that systems share.

Those shared rules (`wab.field`) are taken as one more system, `field`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wab.systems import NAMES

ROOT = Path(__file__).resolve().parents[2]
FIELD = "field"
"""The name here of the rules that hex-and-counter systems share, as if they were a system."""
FEWEST_PERCENT = 85
"""So many of the changes to a chapter that make a difference have to be noticed."""

LEFT_OUT = {
    "__init__": "hands each question of the kernel to the chapter that answers it",
    "board": "values that never change in a battle; setup makes them",
    "state": "values that change in a battle; apply changes them",
    "orders": "shapes of what a player can want",
    "events": "shapes of what can happen",
    "codec": "bytes of states and views; tests/systems holds them by going there and back",
    "steps": "shapes of the questions of an agenda",
    "answers": "questions and answers in a table; their rules stand in the chapters",
    "day_answers": "questions and answers in a table; their rules stand in the chapters",
    "invariants": "an alarm that judges the rules from outside, with tests of its own",
    "packs": "hands each question about scenarios to their pack",
    "journal": "sentences, and a sentence is no rule",
    "sampling": "guesses at what is hidden; tests/systems holds them against the truth",
    "view": "asks the chapters, for one side",
    "witness": "what a side is shown of an event; tests/systems holds it event by event",
    "soundness": "checks of scenario files; tests/content holds them with damaged files",
    "testing": "what a system says of itself for its tests",
}
"""By module, for every system; a module that is not named here is a chapter of the rules."""

REASONS: dict[tuple[str, str], str] = {}
"""By system and chapter: why fewer of its changes are noticed than FEWEST_PERCENT."""

_BESIDE_THE_RULES = ("test_setup", "test_knowledge", "test_whitelist")
"""Tests of rules that stand in tests/systems/NAME, if a system has them."""


def package_of(system: str) -> str:
    """The package that holds the rules of a system."""
    return "wab.field" if system == FIELD else f"wab.systems.{system}"


def folder_of(system: str) -> Path:
    """Return where the rules of a system are."""
    return ROOT.joinpath(*package_of(system).split("."))


def modules(system: str) -> Iterator[tuple[str, str]]:
    """The chapters of a system in alphabetical order, each with the full name of its module."""
    folder = folder_of(system)
    for path in sorted(folder.rglob("*.py"), key=lambda path: path.stem):
        parts = path.relative_to(folder).with_suffix("").parts
        if not (path.stem in LEFT_OUT or "testing" in parts):
            yield path.stem, ".".join((package_of(system), *parts))


def module_of(system: str, chapter: str) -> str:
    """The full name of the module of a chapter; SystemExit if there is none."""
    found = dict(modules(system)).get(chapter)
    if found is None:
        raise SystemExit(f"{system} has no chapter {chapter}")
    return found


def places_of_tests(system: str) -> tuple[str, ...]:
    """Files and folders of the tests that have to notice what is wrong with the rules of a system."""
    if system == FIELD:
        return ("tests/field", "tests/rules/operations")
    beside = (f"tests/systems/{system}/{name}.py" for name in _BESIDE_THE_RULES)
    return (f"tests/rules/{system}", *(place for place in beside if (ROOT / place).exists()))


MODULES_OF = {system: tuple(dict(modules(system))) for system in (*NAMES, FIELD)}
"""The modules that are changed, by system."""
if twice := [system for system, names in MODULES_OF.items() if len(names) < len(list(modules(system)))]:
    raise ImportError(f"two chapters of one name: {', '.join(twice)}")
