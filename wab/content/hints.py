"""Hints that teach, for all systems: their shape in the data, and the checks on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from wab.content.reader import Words
from wab.content.shelf import Problem, words_problems
from wab.engine.words.text import N_, Text
from wab.hexes import OFF_MAP, Grid, HexId

SHARED = ("start", "first-select", "first-attack", "attack-planned")
"""Moments without a value that every system has."""
VALUED = ("turn", "phase", "order")
"""Moments with a value that every system has."""
SIDES = ("allied", "axis")
LONGEST_TURN = 3
"""Digits of the number of a turn."""
Moments = Annotated[
    str,
    Meta(
        pattern=r"^[a-z-]+(:[a-z0-9_]+)?( and [a-z-]+(:[a-z0-9_]+)?)*$",
        description=N_("one or more moments of play (expected as: turn:2 and phase:combat)"),
    ),
]
Place = Annotated[str, Meta(pattern=r"^[0-9A-Z]{0,6}$", description=N_("the label of a hex"))]


class Hint(Struct, frozen=True, forbid_unknown_fields=True):
    """A teaching hint: the moments `when` it is due, its place `hex` if any, the `side` that reads it ("" for both).

    The hint goes when it is read, or once the moments `until` have come: the player has done what it asks for, or it
    comes too late. `to` is the goal of an order that the hint asks for.

    Moments: `start`; `turn:N`, turn N or a later one; `phase:NAME`, that phase or decision, while this side has it;
    `order:NAME`, this side has given such an order; the first time that the player selects a unit (`first-select`),
    can attack (`first-attack`), has an attack before it goes out (`attack-planned`). A system adds moments of its own.
    """

    when: Moments
    text: Words
    hex: Place = ""
    to: Place = ""
    side: str = ""
    until: Moments | None = None


class HintsFile(Struct, frozen=True, forbid_unknown_fields=True):
    """hints.yaml, which may lie in the folder of a system: hints for all its scenarios that are no lessons."""

    hints: tuple[Hint, ...]


def parts_of(moments: str) -> tuple[str, ...]:
    """Return the single moments of a field; all of them have to come."""
    return tuple(moments.split(" and "))


def place_of(label: str, grid: Grid) -> HexId | None:
    """Return the hex of a hint; None for a hint without a place."""
    found = grid.labelled(label) if label else OFF_MAP
    return found if found != OFF_MAP else None


def _has_value(moment: str) -> bool:
    """Check if a moment has a value that can be compared: the number of a turn, or a name."""
    name, _colon, value = moment.partition(":")
    return name in VALUED and bool(value) and (name != "turn" or (value.isdecimal() and len(value) <= LONGEST_TURN))


def hint_problems(
    hints: Sequence[Hint], own: Iterable[str], grid: Grid | None = None, sides: Sequence[str] = SIDES
) -> Iterator[Problem]:
    """Texts are there in both languages, moments and sides are known, and hexes lie on the map.

    Without a map they are hints for many scenarios, which are about no place.
    """
    known = {*SHARED, *own}
    for i, hint in enumerate(hints):
        yield from words_problems(f"hints[{i}].text", hint.text)
        for name, moments in (("when", hint.when), ("until", hint.until or "start")):
            for moment in parts_of(moments):
                if moment not in known and not _has_value(moment):
                    message = N_('"{moment}" is no moment of play (expected {known}, turn:N, phase:NAME or order:NAME)')
                    yield f"hints[{i}].{name}", Text(message, {"moment": moment, "known": ", ".join(sorted(known))})
        if hint.side not in ("", *sides):
            message = N_('is "{side}", which is no side (expected {known}, or nothing for both)')
            yield f"hints[{i}].side", Text(message, {"side": hint.side, "known": ", ".join(sides)})
        for name, label in (("hex", hint.hex), ("to", hint.to)):
            if label and (grid is None or grid.labelled(label) == OFF_MAP):
                message = N_("is {hex}, but a hint for many scenarios is about no place")
                problem = N_("is {hex}, which is not a hex of this map")
                yield f"hints[{i}].{name}", Text(message if grid is None else problem, {"hex": label})
