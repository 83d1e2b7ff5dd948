"""The window: what the shared battle screen asks of this system."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, ClassVar

from tests.toys.bocage import board, players, rules
from tests.toys.bocage import state as st
from wab.app.gfx.specs import CounterSpec, FlagSpec, Nation
from wab.app.gfx.theme import colour
from wab.app.wargame.adapter import pictures as pic
from wab.app.wargame.adapter.plain_map import plain_map
from wab.app.wargame.offers.fielded import FieldAdapter
from wab.app.wargame.screen.front import HexFront
from wab.content.ledger import Clause
from wab.field import moves

ARMIES = {"allied": Nation.of("66733F", "3A4323", "FBF6E2", "EDE6C8")}
ARMIES["axis"] = Nation.of("6C7378", "3D4347", "F7F4EA", "DADDD8")
LOOKS = {"infantry": ("infantry", "infantry"), "armour": ("armour", "armour"), "garrison": ("fortress", "casemate")}
GROUND = {"clear": "B9C48A", "bocage": "98AE68", "woods": "6F8F58", "town": "C9A98C", "sea": "8DB7BF"}
BOOK = re.findall(r"(BOC-\d) (\w+)\. (.+?)(?=\s+BOC-|\Z)", rules.__doc__ or "", re.DOTALL)


@cache
def hexmap(scenario: str) -> Any:
    there = board.board_of(scenario)
    return plain_map(there.grid, there.terrain, places=there.places, rivers=there.river)


class Adapter(FieldAdapter):
    system, sides, codes, ends, attacks = "bocage", board.SIDES, st.CODES, (st.Done,), (st.Fought,)
    names: ClassVar = {"allied": "Allies", "axis": "Axis"}
    phases: ClassVar = {"movement": "Movement", "combat": "Combat", "advance": "Advance after combat"}
    layers: ClassVar = FieldAdapter.layers | {"supply": pic.Layer("Supply", "crate", "S")}
    filters, kinds = {"all": "All", "combat": "Combat"}, {st.Fought: "combat", st.StepLost: "combat"}
    icons: ClassVar = {st.Moved: "move", st.Fought: "attack", st.StepLost: "heart", st.PhaseBegan: "clock"}
    order_words, order_icons = {st.Stay: "No advance", st.Done: "End phase"}, {st.Attack: "attack", st.Stay: "shield"}
    book = tuple(Clause(number, title, " ".join(rule.split()), "rule") for number, title, rule in BOOK)
    hexmap = property(lambda self: hexmap(self.position.board.id))
    last_turn = property(lambda self: self.position.board.file.turns)

    def flags(self):
        held = self.position.control
        return [FlagSpec(hex_, held[hex_], str(worth)) for hex_, worth in self.position.board.objectives.items()]

    def unit_name(self, unit):
        return self.position.board.roster[unit].name

    def counter(self, unit, *, stack=0, selected=False):
        fares, (name, side, kind, values, _hex) = self.position.units[unit], self.position.board.roster[unit]
        now, (symbol, figure) = self.position.now, LOOKS[kind]
        acted = side == now.side and (fares.moved if now.phase == "movement" else fares.attacked)
        return CounterSpec(
            unit, fares.hex, ARMIES[side], symbol, name, left=f"{values['attack']}-{values['defence']}", figure=figure,
            right=str(values["move"]), pips=fares.steps, pips_max=values["steps"], side=st.CODES[side], stack=stack,
            selected=selected, acted=acted, locked=not fares.supplied,
        )  # fmt: skip

    def facts(self, unit):
        state, fares = self.position, self.position.units[unit]
        attack, defence = (f"{rules.strength(state, unit, value) / 4:g}" for value in ("attack", "defence"))
        return [
            pic.Fact("Attack and defence", f"{attack} and {defence}", "BOC-5"),
            pic.Fact("Movement", str(rules.held(state, fares)["budget"]), "BOC-1"),
            pic.Fact("Supply", "In supply" if fares.supplied else "Out of supply", "BOC-4"),
        ]

    def status(self):
        return [pic.Status(one.label, one.value, tip="Objectives held.") for one in self.records()]

    def records(self):
        points = rules.points(self.position)
        return [pic.Record(self.side_name(side), f"{points[side]:g}", "BOC-7") for side in self.sides]

    def counter_key(self):
        lines = (pic.KeyLine(self.side_name(side), army=ARMIES[side]) for side in self.sides)
        return [pic.KeyPart("Sides", tuple(lines))]

    def figure_of(self, order):
        board = self.position.board
        return str(moves.path_cost(board.grid, board.costs, order.path)) if isinstance(order, st.Move) else ""

    def odds_of(self, order):
        if not isinstance(order, st.Attack):
            return None
        state, table, gains, told = self.position, self.position.board.table, players.GAINS, rules.WORDS
        (start, end), (ours, theirs) = rules.columns(state, order), rules.strengths(state, order)
        found = tuple(
            pic.Result(name, ways / 6, *rules.RESULTS[name][:2], good=float(gains[name] > 0), words=told[name])
            for name, ways in table.results(end).items()
        )
        ratio, moved = f"{ours / 4:g} : {theirs / 4:g}", tuple(rules.shifts(state, order))
        return pic.Odds(ratio, table.ratios, start, end, table.ratios[end], moved, results=found, clause="BOC-5")

    def layer(self, name):
        if name != "supply":
            return super().layer(name)
        return self.tinted({side: rules.supplied_hexes(self.position, side) for side in self.sides})

    def acts(self, event):
        match event:
            case st.Fought(target=target, ratio=ratio, result=result):
                return [pic.Tell(target, f"{ratio}  {rules.WORDS[result]}", 1.2)]
            case st.StepLost(unit=unit, steps=steps):
                return [pic.Strength(unit, -1) if steps else pic.Gone(unit)]
        return super().acts(event)


class Front(HexFront):
    adapter, title, hidden = Adapter, "Bocage", False
    terrain_colours: ClassVar = {name: colour(tint) for name, tint in GROUND.items()}
    hexmap = staticmethod(hexmap)


FRONT = Front()
