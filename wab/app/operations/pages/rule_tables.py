"""The tables of the rule book, as they ship: combat, support, bombardment, terrain, weather, state, units, aircraft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wab.app.operations.looks.texts import QUALITIES, WEATHER
from wab.app.wargame.adapter.typography import number, percent, signed
from wab.content.operations.loader import load_catalogues, load_tables
from wab.content.operations.shapes import UnitKind, UnitOverride, in_language
from wab.content.rulebook import Sheet, Sheets
from wab.engine.words.text import N_
from wab.locale import _

_DASH = "\u2013"
_CLASSES = {
    "inf": N_("foot"),
    "mec": N_("mechanised"),
    "arm": N_("armour"),
    "rec": N_("reconnaissance"),
    "art": N_("guns"),
    "cdr": N_("commanders"),
}
_MARCHERS = {
    "allied_armoured": N_("Allied armour"),
    "allied_mechanised": N_("Allied mechanised"),
    "allied_infantry": N_("Allied infantry"),
    "allied_other": N_("Allied other arms"),
    "allied_commander": N_("Allied commanders"),
    "axis_armoured": N_("German armour"),
    "axis_mechanised": N_("German mechanised"),
    "axis_infantry": N_("German infantry"),
    "axis_other": N_("German other arms"),
    "axis_commander": N_("German commanders"),
}


def combat_results() -> Sheet:
    """HP lost by attacker and defender for each total and ratio (OPS-T-CRT)."""
    table = load_tables().combat
    rows = tuple(
        (str(table.first_roll + line), *map(_fight, row.attacker, row.defender, row.retreat))
        for line, row in enumerate(table.rows)
    )
    note = _("HP lost by attacker/defender for the total of the dice at the left. R: the defender retreats.")
    return Sheet(_("Combat results table"), (_("Dice"), *table.columns), rows, note)


def _fight(attacker: int, defender: int, retreat: int) -> str:
    return f"{attacker}/{defender}" + (" R" if retreat else "")


def support() -> Sheet:
    """Lines on the dice for points of support (OPS-T-SUPPORT)."""
    table = load_tables().support
    rows = tuple((_span(*band.points), f"+{band.bonus}") for band in table.bands)
    note = _("At most {count} units support an attack or a defence.").format(count=table.most_supports)
    return Sheet(_("Support points to dice bonus"), (_("Points"), _("Bonus")), rows, note)


def bombardment() -> Sheet:
    """HP that a bombardment takes for each total and number of points (OPS-T-BOMBARD)."""
    table = load_tables().bombardment
    rows = tuple((str(total), *map(str, row)) for total, row in enumerate(table.rows, start=2))
    heads = (_("Dice"), *(f"{points}+" for points in table.columns))
    note = _("HP lost by the stack for the total of two dice at the left and the points of bombardment above.")
    return Sheet(_("Bombardment table"), heads, rows, note)


def movement() -> Sheet:
    """Movement points to enter a hex (OPS-T-MOVE)."""
    table = load_tables().terrain
    rows = [(in_language(row.name), *_each(row.cost)) for row in table.terrain.values()]
    rows.append((_("along a road"), *_each(table.road)))
    rows.append((_("across a river without a bridge"), *_each(table.river.add, "+")))
    rows.append((_("up a cliff"), *_each(table.cliff.add, "+")))
    heads = (_("Terrain"), *(_(words) for words in _CLASSES.values()))
    note = _("Movement points to enter a hex. {dash}: closed. Roads hold whatever the terrain.").format(dash=_DASH)
    return Sheet(_("Movement costs by terrain and class"), heads, tuple(rows), note)


def _each(costs: Mapping[Any, Any], sign: str = "") -> tuple[str, ...]:
    """The costs of the classes; a dash where one is closed to a class."""
    found = (costs.get(name, "no") for name in _CLASSES)
    return tuple(_DASH if cost == "no" else sign + _points(cost) for cost in found)


def _points(cost: float) -> str:
    return number(cost, 1)


def strategic() -> Sheet:
    """Return the terrain off the roads that strategic movement may enter (OPS-T-STRATEGIC)."""
    rows = tuple((in_language(row.name), _yes(row.strategic)) for row in load_tables().terrain.terrain.values())
    return Sheet(_("Terrain for strategic movement"), (_("Terrain"), _("Allowed off roads")), rows)


def terrain_in_combat() -> Sheet:
    """Columns that terrain gives to the defender (OPS-T-TERRAIN-COMBAT)."""
    table = load_tables().terrain
    rows = [(in_language(row.name), str(row.defence)) for row in table.terrain.values()]
    rows.append((_("all attackers across a river"), str(table.river.defence)))
    rows.append((_("all attackers up a cliff"), str(table.cliff.defence)))
    rows.append((_("fortified zone"), str(table.fortified.defence)))
    rows.append((_("attack out of a landing hex"), str(table.from_the_sea)))
    return Sheet(_("Terrain in combat"), (_("Terrain"), _("Columns for the defender")), tuple(rows))


def sight() -> Sheet:
    """Return what terrain adds to the distance of what is seen (OPS-T-SIGHT)."""
    rows = tuple((in_language(row.name), _points(row.sight)) for row in load_tables().terrain.terrain.values())
    note = _("An observer on high ground sees {hexes} farther.").format(hexes=load_tables().terrain.high_ground_sight)
    return Sheet(_("Terrain and sight"), (_("Terrain"), _("Counts as hexes")), rows, note)


def weather() -> Sheet:
    """Percent of movement in each weather (OPS-T-WEATHER-MOVE)."""
    table = load_tables().weather.movement
    rows = tuple(
        (_(words), *(_percent(table[marcher].percent[name]) for name in WEATHER))  # type: ignore[index]  # its weathers
        for marcher, words in _MARCHERS.items()
        if marcher in table
    )
    return Sheet(_("Movement by weather"), (_("Units"), *(_(words) for words in WEATHER.values())), rows)


def state() -> Sheet:
    """Return what is left of attack and defence in each state (OPS-T-STATE)."""
    table = load_tables().state
    rows = []
    for name, row in table.quality.items():
        for words, percents in ((N_("attack"), row.attack), (N_("defence"), row.defence)):
            rows.append(
                (f"{_(QUALITIES[name])}, {_(words)}", *map(_percent, percents), _percent(row.fatigue_threshold))
            )
    heads = (_("Quality"), *(_("State {level}").format(level=level) for level in (4, 3, 2, 1)), _("Fatigue up to"))
    limits = ", ".join(map(_percent, table.level_over))
    note = _("States 4, 3, 2 and 1 hold while more than {limits} of the HP are left.").format(limits=limits)
    return Sheet(_("State levels"), heads, tuple(rows), note)


def units() -> Sheet:
    """The values of fresh units (OPS-T-UNITS)."""
    heads = (_("Unit"), _("HP"), _("Attack"), _("Defence"), _("Movement"), _("Sight"), _("Range"), _("Bombardment"))
    kinds = (kind for kind in load_tables().units.values() if kind.move_class not in ("ship", "cdr"))
    return Sheet(_("Values of units"), heads, tuple(_values(kind) for kind in kinds))


def ships() -> Sheet:
    """The values of ships (OPS-T-NAVAL)."""
    heads = (_("Ships"), _("HP"), _("Attack"), _("Defence"), _("Movement"), _("Sight"), _("Range"), _("Bombardment"))
    return Sheet(
        _("Values of ships"),
        heads,
        tuple(_values(kind) for kind in load_tables().units.values() if kind.move_class == "ship"),
    )


def commanders() -> Sheet:
    """The bonus of each commander (OPS-T-COMMANDERS)."""
    kinds = load_tables().units
    rows = tuple(
        (one.name if isinstance(one.name, str) else in_language(one.name), *map(signed, _bonus(one.traits)))
        for catalogue in load_catalogues().values()
        for one in catalogue.units.values()
        if kinds[one.kind].move_class == "cdr"
    )
    heads = (_("Commander"), _("Columns"), _("Lines"))
    return Sheet(_("Commanders and their bonuses"), heads, rows)


def _bonus(traits: UnitOverride) -> tuple[int, int]:
    return traits.columns or 0, traits.lines or 0


def anti_air() -> Sheet:
    """Return the effects of anti-aircraft fire (OPS-T-AA)."""
    rows, low = [], 2
    for result in load_tables().anti_air.results:
        span = f"{low}+" if result.up_to is None else _span(low, result.up_to)
        rows.append((span, _yes(result.abort), str(result.hp)))
        low = (result.up_to or low) + 1
    heads = (_("Dice and points"), _("Driven off"), _("HP lost"))
    note = _("Total of two dice and the anti-aircraft points of the units in range, less the defence of the aircraft.")
    return Sheet(_("Anti-aircraft fire"), heads, tuple(rows), note)


def _values(kind: UnitKind) -> tuple[str, ...]:
    names = ("hp", "attack", "defence", "movement", "sight", "range", "bombardment")
    return (in_language(kind.title), *(str(getattr(kind, name)) for name in names))


def aircraft() -> Sheet:
    """Air units and the share of them that flies in each weather (OPS-T-AIR)."""
    heads = (_("Aircraft"), _("HP"), _("Defence"), _("Support"), _("Bombardment"))
    rows = tuple(
        (
            in_language(kind.title),
            *map(str, (kind.hp, kind.defence, kind.ground_attack, kind.bombardment)),
            *(_percent(kind.available[name]) for name in WEATHER),  # type: ignore[index]  # weathers of the table
        )
        for kind in load_tables().air.values()
    )
    note = _("The percentages: the chance that it can fly in that weather.")
    return Sheet(_("Air units"), (*heads, *(_(words) for words in WEATHER.values())), rows, note)


def _percent(value: float) -> str:
    return percent(value / 100)


def _yes(on: bool) -> str:
    return _("yes") if on else _("no")


def _span(low: int, high: int) -> str:
    return f"{low} {_DASH} {high}"


SHEETS: Sheets = {
    "OPS-T-CRT": combat_results,
    "OPS-T-SUPPORT": support,
    "OPS-T-BOMBARD": bombardment,
    "OPS-T-MOVE": movement,
    "OPS-T-STRATEGIC": strategic,
    "OPS-T-TERRAIN-COMBAT": terrain_in_combat,
    "OPS-T-SIGHT": sight,
    "OPS-T-WEATHER-MOVE": weather,
    "OPS-T-STATE": state,
    "OPS-T-UNITS": units,
    "OPS-T-NAVAL": ships,
    "OPS-T-COMMANDERS": commanders,
    "OPS-T-AIR": aircraft,
    "OPS-T-AA": anti_air,
}
"""By id of the ledger."""
