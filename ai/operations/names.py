"""Names in the sentences of the staff: places, goals and formations, each with its grammar in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from ai.operations.outlines.goals import Goal
from ai.operations.picture.picture import Picture
from wab.engine.words.text import Text, listed
from wab.systems.operations.state.names import corps_noun, place_noun
from wab.systems.operations.state.state import Unit

_FEW = 3
"""Divisions that are named one by one."""


def place(picture: Picture, hex_: int) -> Text:
    """Return the name of a hex: the place in it, or "hex 4520"."""
    return place_noun(picture.board, hex_)


def of_goal(picture: Picture, goal: Goal) -> Text:
    """Return the name of a goal: the objective that it is or belongs to, or its place."""
    objectives = picture.board.objectives
    named = (one for one in objectives if goal.name and goal.name in one.names.values())
    found = next(named, next((one for one in objectives if one.hex == goal.hex), None))
    return found.noun if found is not None else place(picture, goal.hex)


def formation(picture: Picture, members: Iterable[Unit]) -> str | Text:
    """Return what some units are called together: one by its name, several by their divisions, many by their corps.

    The strongest come first.
    """
    units = sorted(members, key=lambda unit: (-picture.attack(unit), unit.id))
    profiles = [picture.profile(unit) for unit in units]
    nouns = picture.board.division_nouns
    if len(profiles) == 1:
        return profiles[0].noun
    labels = {one.division or one.noun.msgid: nouns.get(one.division, one.noun) for one in profiles}
    corps = {one.corps for one in profiles}
    if len(labels) > _FEW and len(corps) == 1 and (name := next(iter(corps))):
        return corps_noun(name)
    return listed(list(labels.values()))
