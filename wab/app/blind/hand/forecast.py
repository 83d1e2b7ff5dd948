"""The dice ahead, exactly: what the fire of some forces takes, force by force and in all."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from msgspec.structs import replace

from wab.app.blind.looks.looks import place_title
from wab.app.wargame.adapter.pictures import Odds, Result
from wab.app.wargame.adapter.typography import joined, signed
from wab.engine.kernel.orders import Shift
from wab.engine.words.text import N_, Text
from wab.field.chances import Ways, combined, results, sums
from wab.field.forecast import Forecast, Fought, Prospect
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.blind.combat import attack, conduct, lines
from wab.systems.blind.combat.losses import total
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import State
from wab.systems.blind.state.steps import Shown, Table
from wab.systems.blind.units.support import attacking_forces


class Volley(NamedTuple):
    """The fire of a force: what it is called, its power and the causes of its line."""

    name: str
    power: int
    causes: tuple[Shift, ...]

    @property
    def line(self) -> int:
        """The line of the combat table."""
        return int(sum(cause.value for cause in self.causes))

    @property
    def words(self) -> str:
        """Power and line: "12 on +1"."""
        return _("{power} on {line}").format(power=self.power, line=signed(self.line))


def taken(state: State, volleys: Iterable[Volley]) -> Ways[int]:
    """The steps that some fires take together, in ways."""
    none: Ways[int] = {0: 1}
    found = [_of_one(state, one) for one in volleys if one.power > 0]
    return reduce(lambda all_, one: combined(all_, one, operator.add), found, none)


def _of_one(state: State, volley: Volley) -> Ways[int]:
    row = state.board.tables.combat.row(volley.line, volley.power)
    return results(sums(1, 6), lambda face: row[face - 1])


def steps_words(count: int) -> str:
    """So many steps."""
    return ngettext("{count} step", "{count} steps", count).format(count=count)


# ---------------------------------------------------------------- who fires


def attackers(state: State, table: Table) -> tuple[Volley, ...]:
    """The attacking forces of a table, as they would fire now."""
    forces = [(origin, lines.attacking_force(state, table, origin)) for origin in lines.origins(table)]
    return tuple(Volley(_from(state, origin), force.power, force.causes) for origin, force in forces)


def defenders(state: State, table: Table) -> tuple[Volley, ...]:
    """The defending forces of a table, as they would fire now."""
    forces = [lines.defensive_force(state, table, number) for number in range(len(table.forces))]
    names = (", ".join(state.profile(unit).label for unit in force) for force in table.forces)
    return tuple(Volley(name, force.power, force.causes) for name, force in zip(names, forces, strict=True))


def _from(state: State, hex_: HexId) -> str:
    return _("from {hex}").format(hex=place_title(state.board, hex_))


def laid_out(state: State, order: od.Fight) -> Table:
    """The table of an attack as it will open, without a known defender."""
    forces = {origin: units for (target, origin), units in attacking_forces(state).items() if target == order.target}
    there = tuple(attack.shown(state, unit) for units in forces.values() for unit in units)
    air = tuple(origin for target, origin in state.now.offered if target == order.target)
    return Table(order.target, "forces", there, ship=order.ship, shipped=order.origin, air=air)


def formed(table: Table, order: od.Form) -> Table:
    """A table with the defending forces of an order."""
    shipped = 0 if order.ship else table.shipped
    return replace(
        table, forces=order.forces, air=tuple(range(order.air)) or table.air, ship=order.ship or table.ship,
        shipped=shipped,
    )  # fmt: skip


def pressed(state: State, order: od.Press) -> Table:
    """The open table once an attack goes on in this manner: losses taken, units called off."""
    table = state.table
    lost = dict(conduct.spread_of(state, order.restrained).losses(order.losses))
    worn = (replace(one, steps=one.steps - lost.get(one.unit, 0)) for one in table.attackers)
    left = tuple(one for one in worn if one.steps > 0)
    return replace(table, attackers=left, restrained=order.restrained, cancelled=order.called_off)


# ---------------------------------------------------------------- in a word


def forecast_of(state: State, order: od.Press) -> Forecast | None:
    """The forecast of an attack that goes on, against all that lies on the table: the hex is won where the defender
    loses more steps than it has. The losses of the attacker are known by then. None if no attacker is left."""
    after = pressed(state, order)
    lost = dict(conduct.spread_of(state, order.restrained).losses(order.losses))
    fires = [one for one in attackers(state, after) if one.power > 0]
    prospect = prospect_of(state, fires, after.defenders, sum(lost.values()))
    risks = {one.unit: float(lost.get(one.unit, 0) >= one.steps) for one in state.table.attackers}
    return Forecast(prospect, risks) if prospect else None


def prospect_of(state: State, fires: Sequence[Volley], there: Sequence[Shown], ours: int) -> Prospect:
    """Return what some attacking fires can do to the units of a hex, at the price of `ours`; empty if nothing fires."""
    steps_there, ways = total(there), taken(state, fires)
    found: dict[Fought, float] = {}
    for steps, count in ways.items() if fires else ():
        result = Fought(steps > steps_there, ours, min(steps, steps_there))
        found[result] = found.get(result, 0.0) + count / sum(ways.values())
    return found


# ---------------------------------------------------------------- as a board


def board_of(state: State, volleys: Sequence[Volley], heading: str, most: int = 0, note: str = "") -> Odds | None:
    """Fires as a board of odds: their lines, and the chance of each number of steps; more than `most` are an aim."""
    if not any(one.power > 0 for one in volleys):
        return None
    ways = taken(state, volleys)
    whole = sum(ways.values())
    found = tuple(
        Result(str(steps), count / whole, theirs=steps, good=float(bool(most) and steps > most),
               words=steps_words(steps))
        for steps, count in sorted(ways.items())
    )  # fmt: skip
    told = tuple(cause for volley in volleys if volley.power for cause in volley.causes if cause.value)
    final = " + ".join(one.words for one in volleys if one.power)
    return Odds("", (), 0, 0, final, told, results=found, heading=heading, note=note, clause="BLD-T-CRT")


def odds_of(state: State, order: object) -> Odds | None:
    """The fire that an order leads to: of the attackers, of the defenders, of bombers; None for other orders."""
    match order:
        case od.Fight():
            return board_of(state, attackers(state, laid_out(state, order)), _("Your fire before losses"))
        case od.Bomb(power=power):
            line = state.board.tables.combat.carpet_line
            volley = Volley(_("bombers"), power, (Shift(float(line), Text(N_("carpet bombing")), "BLD-12-17"),))
            return board_of(state, (volley,), _("What the bombs take"))
        case od.Form():
            volleys = defenders(state, formed(state.table, order))
            return board_of(state, volleys, _("What your fire takes"), note=_("steps of the attacker"))
        case od.Press():
            after = pressed(state, order)
            steps = total(after.defenders)
            note = _("the hex falls with more than {steps}").format(steps=steps_words(steps))
            return board_of(state, attackers(state, after), _("What your fire takes"), steps, note)
    return None


def told(volleys: Iterable[Volley]) -> tuple[str, ...]:
    """Fires in sentences, with the causes of their lines."""
    return tuple(
        joined(volley.name, volley.words, *(f"{signed(cause.value)} {cause.text}" for cause in volley.causes))
        for volley in volleys
    )
