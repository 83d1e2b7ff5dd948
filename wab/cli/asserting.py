"""Does a test assert anything? Read from its syntax, with the helpers of the tests that it calls.

A test asserts where it, or a helper that it calls by name, has an `assert` on more than a constant, or expects an error
(`pytest.raises`, `pytest.warns`). Helpers are followed one step: helpers of its file, of conftest files above it, and
of the modules of the tests that its file imports.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from wab.engine.files.looking import is_file

Function = ast.FunctionDef | ast.AsyncFunctionDef
_EXPECTATIONS = ("raises", "warns")


@cache
def asserts(file: Path, name: str, root: Path) -> bool:
    """Tell whether a test of a file, "function" or "Class.function", asserts anything; `root` has the folder tests."""
    function = _named(_tree(file), name)
    if function is None:
        return False
    return _asserts(function) or any(
        _asserts(helper) for called in _called(function) for helper in _helpers(file, root).get(called, ())
    )


def names_of_tests(file: Path) -> Iterator[str]:
    """The tests of a file by the names that `asserts` takes, as pytest finds them."""
    for node in _tree(file).body:
        if isinstance(node, Function) and node.name.startswith("test"):
            yield node.name
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            inner = [item.name for item in node.body if isinstance(item, Function) and item.name.startswith("test")]
            yield from (f"{node.name}.{name}" for name in inner)


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def _named(tree: ast.Module, name: str) -> Function | None:
    scope: ast.Module | ast.ClassDef = tree
    *classes, last = name.split(".")
    for part in classes:
        found = [node for node in scope.body if isinstance(node, ast.ClassDef) and node.name == part]
        if not found:
            return None
        scope = found[-1]
    functions = [node for node in scope.body if isinstance(node, Function) and node.name == last]
    return functions[-1] if functions else None


def _asserts(function: Function) -> bool:
    return any(_is_assertion(node) for node in ast.walk(function))


def _is_assertion(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert):
        return not isinstance(node.test, ast.Constant)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    owner = node.func.value
    return node.func.attr in _EXPECTATIONS and isinstance(owner, ast.Name) and owner.id == "pytest"


def _called(function: Function) -> set[str]:
    """The names of what a test calls, or passes on to be called."""
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    plain = {node.func.id for node in calls if isinstance(node.func, ast.Name)}
    return plain | {node.func.attr for node in calls if isinstance(node.func, ast.Attribute)}


@cache
def _helpers(file: Path, root: Path) -> dict[str, list[Function]]:
    """The functions and methods that a test of a file may call by name, other tests left out."""
    found: dict[str, list[Function]] = {}
    for source in {file, *conftests(file, root), *imported(file, root)}:
        for node in ast.walk(_tree(source)):
            if isinstance(node, Function) and not node.name.startswith("test"):
                found.setdefault(node.name, []).append(node)
    return found


def conftests(file: Path, root: Path) -> Iterator[Path]:
    """The conftest files of the folders above a file, up to a root."""
    for folder in file.parents:
        if is_file(folder / "conftest.py"):
            yield folder / "conftest.py"
        if folder == root:
            return


def imported(file: Path, root: Path) -> Iterator[Path]:
    """The files of the tests that a file imports."""
    for node in ast.walk(_tree(file)):
        modules: list[str] = []
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for module in modules:
            path = root.joinpath(*module.split(".")).with_suffix(".py")
            if module.split(".")[0] == "tests" and is_file(path):
                yield path
