"""Numbers of judgement stand in one place a layer, each with its meaning; rooms know only the rooms before them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ai

FOLDER = Path(ai.__file__).parent
MODULES = sorted(path for path in FOLDER.rglob("*.py") if path.name != "__init__.py")
ROOMS = (
    *("maps", "outlines", "judgement", "picture", "analysis", "planning"),
    *("greedy", "tactics", "lookahead", "impulse"),
)
"""The rooms of `ai/operations`; each knows only those before it."""
NO_JUDGEMENT = {
    "belief/particles.py": {"AWAY", "_FINE", "_FULL", "_NEVER"},
    "belief/scale.py": {"_EDGE", "_STEPS"},
    "blind/advice.py": {"LINES"},
    "blind/posts.py": {"_BY_NEARNESS"},
    "cards/command.py": {"MOST_ORDERS"},
    "omaha/advice.py": {"LINES", "TARGETS"},
    "omaha/risk.py": {"_NONE"},
    "omaha/ways.py": {"FAR", "LEAST"},
    "process.py": {"_RESTARTS"},
    "cards/ground.py": {"FAR", "FARTHEST"},
    "cards/search.py": {"MOST_STEPS"},
    "operations/lookahead/appraisal.py": {"POINT"},
    "operations/lookahead/rehearsal.py": {"MOST_ORDERS"},
    "operations/lookahead/replies.py": {"MIDDLING"},
    "operations/maps/influence.py": {"EIGHTHS", "TENTHS"},
    "operations/maps/supply.py": {"SAFE"},
    "operations/maps/ways.py": {"CLOSED"},
    "operations/names.py": {"_FEW"},
    "operations/picture/danger.py": {"POINT"},
    "operations/picture/picture.py": {"FAR"},
    "operations/picture/surroundings.py": {"LOOK"},
    "operations/planning/wording.py": {"_IN_VIEW", "_LIKELY"},
    "operations/tactics/watch.py": {"FEW"},
    "search/even_dice.py": {"FINE", "GOLDEN"},
    "zocbonds/rehearsal.py": {"MOST_ORDERS"},
    "shell/thinking.py": {"SEEDS"},
}
"""Sizes, codes, limits of time, constants of nature, and how much a sentence names."""


def named(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def is_number(value: ast.expr) -> bool:
    """Tell whether an expression is made of numbers alone."""
    if isinstance(value, ast.Tuple):
        return all(map(is_number, value.elts))
    if isinstance(value, ast.BinOp):
        return is_number(value.left) and is_number(value.right)
    if isinstance(value, ast.UnaryOp):
        return is_number(value.operand)
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float)


def numbers_of(text: str) -> dict[str, str]:
    """The constants of a module that are numbers, each with the comment under it."""
    body, found = ast.parse(text).body, {}
    for statement, below in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.Assign) and is_number(statement.value):
            said = below.value if isinstance(below, ast.Expr) else None
            comment = said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
            names = [target for given in statement.targets for target in ast.walk(given)]
            found |= {one.id: comment for one in names if isinstance(one, ast.Name)}
    return found


def holds_judgement(path: Path) -> bool:
    return path.parent.name == "judgement" or path.name in ("judgement.py", "weights.py")


def test_numbers_and_their_comments_are_found():
    text = 'A, B = 1, -2.5\n"""Two."""\nC = 3 * 2\nD = "x"\nE = (1, "x")\n'
    assert numbers_of(text) == {"A": "Two.", "B": "Two.", "C": ""}


def test_numbers_outside_the_rooms_of_judgement_are_no_judgement():
    elsewhere = {named(path): set(numbers_of(path.read_text())) for path in MODULES if not holds_judgement(path)}
    assert {name: numbers for name, numbers in elsewhere.items() if numbers} == NO_JUDGEMENT


@pytest.mark.parametrize("path", [path for path in MODULES if holds_judgement(path)], ids=named)
def test_a_number_of_judgement_says_what_it_means(path):
    silent = [name for name, comment in numbers_of(path.read_text()).items() if not comment]
    assert silent == []


def test_judgement_is_found():
    assert sum(len(numbers_of(path.read_text())) for path in MODULES if holds_judgement(path)) > 150


def rooms_known_to(path: Path) -> set[str]:
    """The rooms of `ai/operations` that a module imports from."""
    imports = (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom))
    parts = [str(node.module).split(".") for node in imports]
    return {
        room for front, of, room, *_ in (one for one in parts if len(one) > 2) if (front, of) == ("ai", "operations")
    }


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_rooms_before_it(room):
    modules = (FOLDER / "operations" / room).glob("*.py")
    known = {other for path in modules for other in rooms_known_to(path)}
    assert known & set(ROOMS) <= set(ROOMS[: ROOMS.index(room) + 1])


def test_every_room_is_named():
    there = {path.name for path in (FOLDER / "operations").iterdir() if (path / "__init__.py").exists()}
    assert there == set(ROOMS)
