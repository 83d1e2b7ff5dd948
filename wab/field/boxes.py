"""Units off the map: boxes by name, each with its units in ascending order. A name may belong to a family, "wave/utah".

Boxes are a value of the state and are never changed; a box without units has no name there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

Boxes = Mapping[str, tuple[int, ...]]


def moved(boxes: Boxes, unit: int, box: str) -> Boxes:
    """Return the boxes after a unit has gone into one of them; "" for none, if the unit goes to the map."""
    found = {name: tuple(one for one in units if one != unit) for name, units in boxes.items()}
    if box:
        found[box] = tuple(sorted((*found.get(box, ()), unit)))
    return {name: units for name, units in sorted(found.items()) if units}


def box_of(boxes: Boxes, unit: int) -> str:
    """Return the name of the box that holds a unit, "" if no box does."""
    return next((name for name, units in boxes.items() if unit in units), "")


def units_in(boxes: Boxes, names: Iterable[str]) -> Iterator[int]:
    """Return the units in several boxes, box by box."""
    return (unit for name in names for unit in boxes.get(name, ()))


def family(boxes: Boxes, name: str) -> Boxes:
    """Return the boxes of a family, by the part of their names behind the stroke."""
    start = f"{name}/"
    return {box.removeprefix(start): units for box, units in boxes.items() if box.startswith(start)}


def misplaced(boxes: Boxes, on_map: Iterable[int], roster: Collection[int]) -> Iterator[str]:
    """Report what is wrong with boxes: a unit must be on the map or in one box, and each box must be in order."""
    seen = Counter([*on_map, *units_in(boxes, boxes)])
    for unit, times in seen.items():
        if times > 1 or unit not in roster:
            yield f"unit {unit} is in {times} places"
    yield from (f"unit {unit} is nowhere" for unit in roster if unit not in seen)
    for name, units in boxes.items():
        if not units or list(units) != sorted(set(units)):
            yield f"the box {name} holds {units}"
