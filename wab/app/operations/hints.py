"""The teaching hints of a scenario: which one is due now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from wab.app.operations.interaction import Interaction
from wab.app.operations.plans import AttackPlan
from wab.app.operations.texts import typographic, words
from wab.hexes import HexId
from wab.systems.operations.view import OperationsView


@dataclass(frozen=True)
class Hint:
    """A hint to be shown: its number in the scenario, its text, the hex it speaks of."""

    number: int
    text: str
    hex: HexId | None


@dataclass
class Moments:
    """What a player has done for the first time, remembered from frame to frame."""

    selected: bool = False
    attacked: bool = False
    can_attack: bool = False

    def watch(self, interaction: Interaction) -> None:
        """Take note of what the player does now."""
        self.selected = self.selected or bool(interaction.units)
        self.attacked = self.attacked or isinstance(interaction.plan, AttackPlan)
        self.can_attack = self.can_attack or interaction.target is not None


def hint_due(view: OperationsView, moments: Moments, seen: Collection[int]) -> Hint | None:
    """The first hint in the order of the scenario whose moment has come and that has not been read; None for none, and
    when the battle is over.

    Moments: "start", "first-select", "first-attack" (an attack can be made or is planned), "turn:N" from turn N on.
    """
    scenario = view.board.scenario
    if view.phase == "over":
        return None
    if scenario.campaigns and view.side not in scenario.campaigns:
        return None  # a lesson speaks to the side that learns by it
    for number, hint in enumerate(scenario.hints):
        if number in seen or not _has_come(view, moments, hint.when):
            continue
        place = view.board.grid.parse(hint.hex) if hint.hex is not None else None
        return Hint(number, typographic(words(hint.text)), place)
    return None


def _has_come(view: OperationsView, moments: Moments, when: str) -> bool:
    if when == "start":
        return True
    if when == "first-select":
        return moments.selected
    if when == "first-attack":
        return moments.attacked or moments.can_attack
    name, _, number = when.partition(":")
    return name == "turn" and number.isdigit() and view.turn >= int(number)
