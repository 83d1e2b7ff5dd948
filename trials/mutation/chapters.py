"""The modules to change: every chapter of a rule system, and of the rules of hexes and counters that systems share.

Those shared rules (`wab.field`) are taken as one more system, `field`.
"""

from __future__ import annotations

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
    "answers": "a part of that table",
    "day_answers": "a part of that table",
    "invariants": "an alarm that judges the rules from outside, with tests of its own",
    "journal": "sentences, and a sentence is no rule",
    "sampling": "guesses at what is hidden; tests/systems holds them against the truth",
    "view": "asks the chapters, for one side",
    "witness": "what a side is shown of an event; tests/systems holds it event by event",
    "soundness": "checks of scenario files; tests/content holds them with damaged files",
}
"""By module, for every system; a module that is not named here is a chapter of the rules."""

REASONS: dict[tuple[str, str], str] = {}
"""By system and chapter: why fewer of its changes are noticed than FEWEST_PERCENT."""

_TESTS = {
    "operations": ("tests/rules/operations", "tests/systems/operations/test_setup.py"),
    "cards": ("tests/rules/cards", "tests/systems/cards/test_knowledge.py", "tests/systems/cards/test_whitelist.py"),
    "zocbonds": ("tests/rules/zocbonds",),
    FIELD: ("tests/field", "tests/rules/operations"),
}
"""The places of each system's tests that say which rule is broken."""


def package_of(system: str) -> str:
    """The package that holds the rules of a system."""
    return "wab.field" if system == FIELD else f"wab.systems.{system}"


def folder_of(system: str) -> Path:
    """Return where the rules of a system are."""
    return ROOT.joinpath(*package_of(system).split("."))


def chapters(system: str) -> tuple[str, ...]:
    """The chapters of a system, in alphabetical order."""
    return tuple(path.stem for path in sorted(folder_of(system).glob("*.py")) if path.stem not in LEFT_OUT)


def places_of_tests(system: str) -> tuple[str, ...]:
    """Files and folders of the tests that have to notice what is wrong with the rules of a system."""
    return _TESTS[system]


MODULES_OF = {system: chapters(system) for system in (*NAMES, FIELD)}
"""The modules that are changed, by system."""
