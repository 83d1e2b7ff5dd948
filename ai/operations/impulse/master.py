"""The master problem: the columns of an impulse that are worth most together, and the demands that stay open.

Each unit is used once, a hex is struck once, a goal is taken once, there are so many activation points, and stacks are
limited. It is solved exactly, with a limit of nodes and none of time, and ties fall by the marks of the columns: the
same columns give the same choice on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from ai.operations.impulse.columns import Column, Row
from ai.operations.judgement.impulse import MARK, NODES, SCALE


class Unsolved(Exception):  # noqa: N818  # a reason to fall back on single orders
    """The solver found no choice."""


@dataclass(frozen=True, slots=True)
class Troops:
    """The means that the columns share: activation points; by fighter its hex and its defence points; room in hexes;
    weights.
    """

    points: int
    fighters: Mapping[int, tuple[int, float]]
    rooms: Mapping[int, int]
    weights: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Solution:
    """The chosen columns, the rows that stay open with what is paid for each, and the value of it all."""

    columns: tuple[Column, ...]
    open: tuple[tuple[Row, float], ...]
    value: float

    @property
    def points(self) -> int:
        """The activation points that it takes."""
        return sum(column.points for column in self.columns)


class _Lines:
    """Lines of a linear problem as they are written: least and most of a sum of variables."""

    def __init__(self) -> None:
        self._at: list[tuple[int, int, float]] = []
        self._least: list[float] = []
        self._most: list[float] = []

    def add(self, terms: Iterable[tuple[int, float]], least: float = -np.inf, most: float = np.inf) -> None:
        number = len(self._least)
        self._at += [(number, variable, factor) for variable, factor in terms]
        self._least.append(least)
        self._most.append(most)

    def constraint(self, variables: int) -> LinearConstraint:
        rows, columns, factors = zip(*self._at, strict=True) if self._at else ((), (), ())
        matrix = coo_array((factors, (rows, columns)), shape=(len(self._least), variables)).tocsr()
        return LinearConstraint(matrix, np.array(self._least), np.array(self._most))


def solved(columns: Sequence[Column], rows: Sequence[Row], troops: Troops) -> Solution:
    """The best choice of columns; Unsolved where the solver gives none."""
    many = len(columns)
    if not many:
        return Solution((), (), 0.0)
    prices = [price for row in rows for price in (row.price, *(price for _, price in row.levels))]
    lines = _Lines()
    _once(lines, columns)
    lines.add(((n, float(column.points)) for n, column in enumerate(columns) if column.points), most=troops.points)
    _stacks(lines, columns, troops)
    firsts, spare = [], many
    for row in rows:
        _demand(lines, columns, row, spare, troops)
        firsts.append(spare)
        spare += 1 + len(row.levels)
    gains = [round(SCALE * column.value) + MARK * column.mark for column in columns]
    size = many + len(prices)
    found = milp(
        np.array([*(-gain for gain in gains), *(round(SCALE * price) for price in prices)], float),
        integrality=np.ones(size, np.int64),
        bounds=Bounds(np.zeros(size), np.ones(size)),
        constraints=[lines.constraint(size)],
        options={"node_limit": NODES, "mip_rel_gap": 0.0},
    )
    if found.x is None:
        raise Unsolved(found.message)
    chosen = tuple(column for column, taken in zip(columns, found.x, strict=False) if taken > 0.5)
    open_ = found.x[many:] > 0.5
    bills = np.where(open_, prices, 0.0)
    paid = [float(bills[n - many : n - many + 1 + len(row.levels)].sum()) for n, row in zip(firsts, rows, strict=True)]
    left = tuple((row, price) for row, price in zip(rows, paid, strict=True) if price > 1 / SCALE)
    return Solution(chosen, left, sum(column.value for column in chosen) - sum(paid))


def second_best(
    columns: Sequence[Column], rows: Sequence[Row], troops: Troops, solution: Solution
) -> tuple[tuple[int, ...], float]:
    """The hexes that the best choice without the main attack strikes in place of it, and the value of that choice."""
    attacks = [column for column in solution.columns if column.strikes]
    if not attacks:
        return (), 0.0
    main = max(attacks, key=lambda column: (column.value, -column.target)).target
    rest = [column for column in columns if not (column.strikes and column.target == main)]
    other = solved(rest, rows, troops)
    struck = {column.target for column in attacks}
    fresh = {column.target for column in other.columns if column.strikes} - struck
    return tuple(sorted(fresh)), other.value


def _once(lines: _Lines, columns: Sequence[Column]) -> None:
    """Each unit acts once, each hex is attacked once and shelled once, each goal is taken once."""
    shared: dict[tuple[str, int], list[int]] = {}
    for number, column in enumerate(columns):
        for unit in column.uses:
            shared.setdefault(("unit", unit), []).append(number)
        if column.target >= 0:
            shared.setdefault(("attack" if column.strikes else "fire", column.target), []).append(number)
        if column.takes >= 0:
            shared.setdefault(("goal", column.takes), []).append(number)
    for _, numbers in sorted(shared.items()):
        if len(numbers) > 1:
            lines.add(((number, 1.0) for number in numbers), most=1.0)


def _stacks(lines: _Lines, columns: Sequence[Column], troops: Troops) -> None:
    """The units that come to a hex find room there, even if no unit leaves it."""
    coming: dict[int, list[tuple[int, float]]] = {}
    for number, column in enumerate(columns):
        by_hex: dict[int, float] = {}
        for unit, hex_ in column.places.items():
            by_hex[hex_] = by_hex.get(hex_, 0.0) + troops.weights.get(unit, 0)
        for hex_, weight in by_hex.items():
            coming.setdefault(hex_, []).append((number, weight))
    for hex_, terms in sorted(coming.items()):
        if sum(weight for _, weight in terms) > troops.rooms[hex_]:
            lines.add(terms, most=max(float(troops.rooms[hex_]), max(weight for _, weight in terms)))


def _demand(lines: _Lines, columns: Sequence[Column], row: Row, spare: int, troops: Troops) -> None:
    """A fighter in one of the hexes, and enough defence there; or the price is paid."""
    here = {unit: defence for unit, (hex_, defence) in troops.fighters.items() if hex_ in row.hexes}
    heads: list[tuple[int, float]] = []
    points: list[tuple[int, float]] = []
    for number, column in enumerate(columns):
        change = defence = 0.0
        for unit, hex_ in column.places.items():
            if unit in troops.fighters and (hex_ in row.hexes) != (unit in here):
                sign = 1.0 if hex_ in row.hexes else -1.0
                change += sign
                if unit in here or unit in row.called:
                    defence += sign * troops.fighters[unit][1]
        if change:
            heads.append((number, change))
            points.append((number, defence))
    lines.add([(spare, 1.0), *heads], least=1.0 - len(here))
    present = sum(here.values())
    for number, (need, _) in enumerate(row.levels, start=1):
        lines.add([(spare + number, need), *points], least=need - present)
