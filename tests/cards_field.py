"""Positions for tests of single rules of the card game: units that are ordered already, by any card.

    f = Field({"a": ("allies", "infantry", "E7"), "x": ("axis", "infantry", "E5")}, terrain={"E6": "forest"})
    f.ordered("a", stage="move")               # as if by a card that orders any unit anywhere
    f.path("a", "E6"), f.reaches("a")          # a legal move? where to?
    f.dice("a", "x"), f.sees("E7", "E5")

Ledger examples: `examples(kind)` gives the examples of one kind of the chapters that these tests are about.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from tests.cards_table import SYSTEM, CardTable
from wab.content.cards.loader import load_tables
from wab.content.cards.scenario import Medal
from wab.content.cards.shapes import Tables
from wab.content.data import rules_root
from wab.engine import Refusal
from wab.systems.cards.fight import sight
from wab.systems.cards.fight.combat import dice_of
from wab.systems.cards.fight.movement import reach, step_cost
from wab.systems.cards.fight.obstacles import flags_ignored
from wab.systems.cards.fight.retreat import all_ways, choices
from wab.systems.cards.sequence.decisions import DECISIONS
from wab.systems.cards.sequence.victory import medals
from wab.systems.cards.state.apply import apply
from wab.systems.cards.state.events import RetreatDue
from wab.systems.cards.state.orders import Attack, Done, Move, RemoveWire, TakeGround
from wab.systems.cards.state.state import Play, Token

ANYBODY = "direct_from_hq"
"""A card that orders units anywhere and changes nothing else."""


class Field(CardTable):
    """A bare board with units whose orders are given."""

    def ordered(self, *names: str, stage: str = "attack", card: str = ANYBODY, **marks: Any) -> Field:
        """Have these units ordered, and the turn stand at a step; `marks` are fields of their tokens."""
        side = self.unit(names[0]).side if names else self.state.active
        state = self.state
        state.active, state.plays = side, (Play(card, card, side),)
        if card in state.pile[""]:
            pile = list(state.pile[""])
            pile.remove(card)
            state.pile[""] = tuple(pile)
        state.table[""] = (card,)
        face = "move" if stage == "move" else "attack"
        for name in names:
            unit = self.unit(name)
            state.tokens[unit.id] = replace(Token(unit.id, face, start=unit.hex), **marks)
        state.stage = stage
        state.version += 1
        return self

    def mark(self, name: str, **marks: Any) -> None:
        """Change a token."""
        id_ = self.ids[name]
        self.state.tokens[id_] = replace(self.state.tokens[id_], **marks)
        self.state.version += 1

    # ---- moving

    def reaches(self, name: str) -> set[str]:
        """The hexes in an ordered unit's reach."""
        return {self.board.label(hex_) for hex_ in reach(self.state, self.ids[name])}

    def may_attack_in(self, name: str) -> set[str]:
        """The given hexes in which it may attack afterwards."""
        return {self.board.label(hex_) for hex_, way in reach(self.state, self.ids[name]).items() if way.may_attack}

    def path(self, name: str, *labels: str) -> Refusal | None:
        """Return why a unit may not go along hexes, its own left out; None if it may."""
        return self.why_not(Move(self.ids[name], (self.unit(name).hex, *map(self.hex, labels))))

    def cost(self, type_: str, origin: str, target: str) -> int:
        """Return what a step costs a type of unit; 0 if it is impossible."""
        return step_cost(self.state, type_, self.hex(origin), self.hex(target))

    # ---- fighting

    def dice(self, name: str, target: str) -> int:
        """The dice that a unit would roll at another."""
        return dice_of(self.state, self.unit(name), self.unit(target)).dice

    def causes(self, name: str, target: str) -> dict[str, float]:
        """The causes of their number, by clause."""
        return {cause.clause: cause.value for cause in dice_of(self.state, self.unit(name), self.unit(target)).causes}

    def refused(self, name: str, target: str) -> str:
        """The code of the reason against an attack, "" if it may be made."""
        refusal = self.why_not(Attack(self.ids[name], self.ids[target]))
        return refusal.code if refusal is not None else ""

    def sees(self, one: str, other: str) -> bool:
        """Return whether a line between two hexes is free."""
        return sight.sees(self.state, self.hex(one), self.hex(other))

    def remove_wire(self, name: str) -> str:
        """The code of the reason against removing wire, "" if it may be done."""
        refusal = self.why_not(RemoveWire(self.ids[name]))
        return refusal.code if refusal is not None else ""

    def ground(self, take: bool = True) -> list[Any]:
        """Take the ground, or stay."""
        return self.give_order(TakeGround(take))

    # ---- going back

    def flags(self, name: str, flags: int, ignorable: int | None = None) -> None:
        """Have a unit go back for flags; with one way only it has gone when this is done."""
        unit = self.unit(name)
        may = flags_ignored(self.state, unit) if ignorable is None else ignorable
        apply(self.state, RetreatDue(unit.id, flags, may))
        self.carry_on()

    def carry_on(self) -> None:
        """Let the steps happen that no seat has to decide."""
        for event in DECISIONS.run(self.state):
            apply(self.state, event)
            self.events.append(event)

    def ways(self) -> set[tuple[str, ...]]:
        """Every way back that the owner may choose, as labels."""
        return {tuple(map(self.board.label, way.path)) for way in all_ways(self.state)}

    def ends(self) -> set[str]:
        """The hexes in which a retreat may end."""
        return {self.board.label(way.path[-1]) for way in choices(self.state)}

    # ---- medals

    def medals(self, side: str) -> int:
        """All medals of a side."""
        return medals(self.state, side).total

    def obstacles(self, label: str) -> tuple[str, ...]:
        """The obstacles in a hex."""
        return self.state.obstacles_in(self.hex(label))

    def may_be_done(self) -> bool:
        """Return whether the step may be ended."""
        return SYSTEM.why_not(self.state, Done()) is None


def medal(type_: str, side: str, *labels: str, **more: Any) -> Medal:
    """A medal on the map."""
    return Medal(labels, type_, side, {"en": "a place", "fr": "un lieu"}, **more)  # type: ignore[arg-type]


@cache
def _ledger() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load((rules_root() / "cards.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return found


def ledger_table(id_: str) -> dict[str, Any]:
    """The data of a table of the ledger."""
    return next(table["data"] for table in _ledger()["tables"] if table["id"] == id_)


OTHER_CHAPTERS = ("A5", "C ", "O")


def examples(*kinds: str) -> dict[str, dict[str, Any]]:
    """The worked examples of some kinds by id, of sections 0 to 5, A1 to A4 and B."""
    return {
        example["id"]: example
        for example in _ledger()["examples"]
        if example["kind"] in kinds and not example["section"].startswith(OTHER_CHAPTERS)
    }


def cases(*kinds: str) -> list[Any]:
    """The examples of some kinds as parameters of a test, each marked with its id."""
    return [pytest.param(e, id=id_, marks=pytest.mark.clause(id_)) for id_, e in sorted(examples(*kinds).items())]


def given(id_: str) -> Any:
    """Return what is given in an example."""
    return _example(id_)["given"]


def expected(id_: str) -> Any:
    """Return what must come out of an example."""
    return _example(id_)["expect"]


def _example(id_: str) -> dict[str, Any]:
    return next(example for example in _ledger()["examples"] if example["id"] == id_)


def kinds_of_examples() -> set[str]:
    """All kinds of examples of these chapters."""
    return {e["kind"] for e in _ledger()["examples"] if not e["section"].startswith(OTHER_CHAPTERS)}


def with_mountains() -> Tables:
    """The tables with a terrain of height 2, as an expansion would bring it."""
    tables = load_tables()
    mountain = replace(tables.terrain["hill"], height=2)
    return replace(tables, terrain={**tables.terrain, "mountain": mountain})


TERRAIN = {"village": "town"}
"""Names of the ledger's examples for what the tables call otherwise."""


def unit_of(entry: dict[str, Any]) -> tuple[Any, ...]:
    """A unit of an example as `CardTable` wants it."""
    kind = {"elite": f"elite_{entry['type']}", "resistance": "resistance"}.get(entry.get("badge", ""), entry["type"])
    figures = (entry["n"],) if "n" in entry else ()
    return (entry["side"], kind, entry["hex"], *figures)


def field_of(given: dict[str, Any], **more: Any) -> Field:
    """The position of an example."""
    units = {entry["u"]: unit_of(entry) for entry in given.get("units", ())}
    terrain = {label: TERRAIN.get(name, name) for label, name in given.get("terrain", {}).items()}
    return Field(
        more.pop("units", units),
        terrain=more.pop("terrain", terrain),
        obstacles=more.pop("obstacles", given.get("obstacles", {})),
        face=given.get("board", "country"),
        **more,
    )
