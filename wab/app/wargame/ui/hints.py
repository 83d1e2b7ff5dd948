"""Hints that teach: which hint is due now, by what the player of a seat has read and done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from wab.app.play.learning import Learnt
from wab.app.wargame.adapter.adapter import Adapter
from wab.app.wargame.adapter.typography import typographic, words
from wab.app.wargame.hand.hand import Hand
from wab.content.hints import SHARED, VALUED, parts_of, place_of
from wab.content.hints import Hint as HintData
from wab.hexes import Grid, HexId


@dataclass(frozen=True)
class Hint:
    """A hint to be shown: its number among the hints of the game, its text, its hex, the goal of the order it wants."""

    number: int
    text: str
    hex: HexId | None
    to: HexId | None = None


def watch(hand: Hand, learnt: Learnt) -> None:
    """Take note of what the player does for the first time."""
    done = learnt.done
    if hand.units:
        done |= {"first-select", *hand.adapter.deeds(hand.units)}
    if hand.attacking:
        done |= {"first-attack", "attack-planned"}
    elif hand.target is not None:
        done.add("first-attack")


def due(adapter: Adapter, learnt: Learnt) -> Hint | None:
    """Return the hint that is due in a hex war; None if there is none, and when the battle is over."""
    view = adapter.view
    if view.to_act is None:
        return None
    return due_of(adapter.hints(), view, learnt, adapter.has_come, adapter.hexmap.grid)


def due_of(hints: Sequence[HintData], view: Any, learnt: Learnt, own: Callable[[str], bool], grid: Grid) -> Hint | None:
    """Return the first hint whose moments have come and that was not read. `own` answers for moments of the system.

    A hint whose deed is done counts as read.
    """

    def all_come(moments: str) -> bool:
        return all(_has_come(moment, view, learnt, own) for moment in parts_of(moments))

    for number, hint in enumerate(hints):
        if number in learnt.read or hint.side not in ("", view.side) or not all_come(hint.when):
            continue
        if hint.until is not None and all_come(hint.until):
            learnt.read.add(number)
            continue
        return Hint(number, typographic(words(hint.text)), place_of(hint.hex, grid), place_of(hint.to, grid))
    return None


def _has_come(moment: str, view: Any, learnt: Learnt, own: Callable[[str], bool]) -> bool:
    """Check if a moment of play has come (`wab.content.hints.Hint` says what the moments are)."""
    if moment == "start" or moment in learnt.done:
        return True
    name, _colon, value = moment.partition(":")
    if name == "turn":
        return bool(view.turn >= int(value))
    if name == "phase":
        return bool(view.phase == value and view.to_act == view.seat)
    return name not in (*SHARED, *VALUED) and own(moment)
