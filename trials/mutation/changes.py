"""Small wrong changes to a function's source: another comparison, another number, a step left out.

Only what stands in the body of a function is changed, since the functions of a module that runs are given new bodies
one at a time. Text is not changed: a sentence for people is not a rule.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COMPUTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
_SYMMETRIC = ("min", "max", "minimum", "maximum", "are_adjacent", "array_equal", "distance", "Text", "Refusal")
"""Calls whose arguments are not exchanged: it would be the same, or nothing but a sentence would be wrong."""
_LONGEST = 110

Changed = tuple[ast.AST, ast.AST]
"""A node and what stands in its place."""


@dataclass(frozen=True)
class Mutant:
    """One change: the module, the function, its line, what it says and what it would say; `number` is its place."""

    module: str
    path: Path
    function: str
    number: int
    line: int
    change: str

    @property
    def key(self) -> str:
        """Names the change without its line, so that it stays the same when lines above it move."""
        return f"{self.module.rsplit('.', 1)[-1]}.{self.function}: {self.change}"

    def code(self) -> CodeType:
        """The changed body of the function."""
        return _changed_code(self.path, self.function, self.number)


def mutants(module: str, path: Path) -> list[Mutant]:
    """All changes to the functions of a module, by line."""
    found: list[Mutant] = []
    for name, function in functions(parsed(path)):
        times: Counter[str] = Counter()
        for number, (old, new) in enumerate(_changes(function)):
            told = f"{_told(old)} -> {_told(new)}"
            times[told] += 1
            change = told if times[told] == 1 else f"{told} #{times[told]}"
            found.append(Mutant(module, path, name, number, getattr(old, "lineno", function.lineno), change))
    return sorted(found, key=lambda mutant: mutant.line)


@lru_cache
def parsed(path: Path) -> ast.Module:
    """The source of a module as a tree, which is never changed."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of a module and the methods of its classes, with their qualified names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f"{node.name}.{item.name}", item) for item in node.body if isinstance(item, ast.FunctionDef))


def _told(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


# ------------------------------------------------------------------------------------------------- one changed body


def _changed_code(path: Path, name: str, number: int) -> CodeType:
    """The body of the function of that name with its change of that number."""
    function = deepcopy(dict(functions(parsed(path)))[name])
    old, new = next(change for at, change in enumerate(_changes(function)) if at == number)
    _put(function, old, new)
    return body_of(function, name, path)


def body_of(function: ast.FunctionDef, name: str, path: Path) -> CodeType:
    """A function, or a method of a class, compiled by itself."""
    where, _, _ = name.rpartition(".")
    module = ast.parse("from __future__ import annotations")
    module.body += ast.parse(f"class {where}: ...").body if where else [function]
    if isinstance(owner := module.body[-1], ast.ClassDef):
        owner.body = [function]
    return _code_of(compile(ast.fix_missing_locations(module), str(path), "exec", dont_inherit=True), name)


def _code_of(code: CodeType, name: str) -> CodeType:
    """The code of that qualified name inside another."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_qualname == name:
                return const
            if name.startswith(const.co_qualname + "."):
                return _code_of(const, name)
    raise LookupError(name)


def _put(function: ast.FunctionDef, old: ast.AST, new: ast.AST) -> None:
    ast.copy_location(new, old)
    for parent in ast.walk(function):
        for field, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, field, new)
                return
            if isinstance(value, list) and any(item is old for item in value):
                value[next(i for i, item in enumerate(value) if item is old)] = new
                return
    raise LookupError(f"{ast.unparse(old)} is not in {function.name}")


# ------------------------------------------------------------------------------------------------- what can be changed


def _changes(function: ast.FunctionDef) -> Iterator[Changed]:
    for node in _body_nodes(function):
        for change in _WAYS.get(type(node), ()):
            yield from ((node, new) for new in change(node))


def _body_nodes(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Every node of the body, without docstring, annotations and what is raised as an error of the program."""
    waiting: list[ast.AST] = [*reversed(function.body)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Raise) or _is_docstring(node):
            continue
        yield node
        inner = [child for field, child in _children(node) if field not in ("annotation", "returns", "ctx")]
        waiting += reversed(inner)


def _children(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    for field, value in ast.iter_fields(node):
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, ast.AST):
                yield field, item


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _comparison(node: ast.Compare) -> Iterator[ast.AST]:
    for place, operator in enumerate(node.ops):
        other = deepcopy(node)
        other.ops[place] = _COMPARED[type(operator)]()
        yield other


def _computation(node: ast.BinOp | ast.AugAssign) -> Iterator[ast.AST]:
    if type(node.op) in _COMPUTED:
        other = deepcopy(node)
        other.op = _COMPUTED[type(node.op)]()
        yield other


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)


def _connective(node: ast.BoolOp) -> Iterator[ast.AST]:
    other = deepcopy(node)
    other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield other
    for place in range(len(node.values)):
        rest = deepcopy(node)
        del rest.values[place]
        yield rest if len(rest.values) > 1 else rest.values[0]


def _sign(node: ast.UnaryOp) -> Iterator[ast.AST]:
    yield deepcopy(node.operand)


def _condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[ast.AST]:
    """The other way round, for a plain question; comparisons and connectives have changes of their own."""
    if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        other = deepcopy(node)
        other.test = ast.UnaryOp(ast.Not(), other.test)
        yield other


def _filter(node: ast.comprehension) -> Iterator[ast.AST]:
    """Each condition of a comprehension left out."""
    for place in range(len(node.ifs)):
        other = deepcopy(node)
        del other.ifs[place]
        yield other


def _call(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in _NAMES:
        other = deepcopy(node)
        other.func = ast.Name(_NAMES[node.func.id], ast.Load())
        yield other
    if len(node.args) > 1 and not _is_symmetric(node):
        other = deepcopy(node)
        other.args[:2] = reversed(other.args[:2])
        yield other
    for place, word in enumerate(node.keywords):
        if word.arg is not None:
            other = deepcopy(node)
            del other.keywords[place]
            yield other


def _is_symmetric(node: ast.Call) -> bool:
    """Tell whether an exchange of the first two arguments makes no difference to a rule, or is none."""
    if any(isinstance(item, ast.Starred) for item in node.args[:2]):
        return True
    if ast.dump(node.args[0]) == ast.dump(node.args[1]):
        return True
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return name in _SYMMETRIC


def _step(node: ast.Expr | ast.AugAssign) -> Iterator[ast.AST]:
    """A step left out; in an `if` that never holds, so that a function that yields goes on doing so.

    The dots in place of a body are no step: they stand in what a protocol asks for.
    """
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is ...:
        return
    yield ast.If(ast.Constant(False), [deepcopy(node)], [])


def _answer(node: ast.Return) -> Iterator[ast.AST]:
    if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
        yield ast.Return(ast.Constant(None))


def _continue(node: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


_WAYS: dict[type[ast.AST], tuple[Callable[..., Iterator[ast.AST]], ...]] = {
    ast.Compare: (_comparison,),
    ast.BinOp: (_computation,),
    ast.AugAssign: (_computation, _step),
    ast.Constant: (_constant,),
    ast.BoolOp: (_connective,),
    ast.UnaryOp: (_sign,),
    ast.If: (_condition,),
    ast.IfExp: (_condition,),
    ast.While: (_condition,),
    ast.comprehension: (_filter,),
    ast.Call: (_call,),
    ast.Expr: (_step,),
    ast.Return: (_answer,),
    ast.Continue: (_continue,),
}
