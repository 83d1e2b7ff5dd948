"""The orders of battle in the rule book: who stands where at the start, who comes when, who lands for what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wab.app.wargame.adapter.typography import signed, typographic, words
from wab.content.rulebook import Sheet, Sheets
from wab.content.zocbonds.loader import (
    load_battle_map,
    load_forces,
    load_lines,
    load_scenario,
    load_tables,
    scenario_path,
)
from wab.content.zocbonds.scenario import Arrival, ScenarioFile
from wab.content.zocbonds.shapes import UnitCard
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _, pgettext
from wab.locale.typography import headed

CAMPAIGN, CHERBOURG = "zocbonds/three-weeks-in-june", "zocbonds/cherbourg"
_DASH = "\u2013"
_ENTRIES: Mapping[str, str] = {"green": N_("Green"), "blue": N_("Blue"), "red": N_("Red"), "orange": N_("Orange")}


def german_set_up() -> Sheet:
    """The Germans of the campaign at the start, strongpoints and mobilisation included (ZOC-T-SETUP-GER)."""
    return _german(load_scenario(scenario_path(CAMPAIGN)), _("German units at the start"))


def cherbourg_set_up() -> Sheet:
    """The Germans of the Cherbourg scenario at the start (ZOC-T-SETUP-CHER)."""
    return _german(load_scenario(scenario_path(CHERBOURG)), _("German units at the start, Cherbourg"))


def _german(scenario: ScenarioFile, title: str) -> Sheet:
    rows = [_values(id_, _label(hex_)) for id_, hex_ in scenario.at_start.items()]
    rows += [_strongpoint(id_, _label(hex_)) for id_, hex_ in scenario.strongpoints.items()]
    rows += [_values(id_, _("mobilises")) for ids in scenario.mobilisation.values() for id_ in ids]
    return Sheet(title, (_("Unit"), _("Formation"), _("Hex"), *_heads()), tuple(rows), _values_told())


def _strongpoint(id_: str, label: str) -> tuple[str, ...]:
    strength = load_tables().types["strongpoint"].strength
    return _name(load_forces().strongpoints[id_]), "", label, f"({strength})", "0", "0"


def german_reinforcements() -> Sheet:
    """Return German reinforcements with their turns and entry hexes (ZOC-T-GERREINF)."""
    lines = load_lines()
    rows = [
        (str(arrival.turn), _entry(arrival), *_values(id_))
        for arrival in load_scenario(scenario_path(CAMPAIGN)).arrivals
        for id_ in arrival.units
    ]
    told = "; ".join(
        headed(_(_ENTRIES[colour]), ", ".join(map(_label, lines.entries[colour]))) for colour in lines.entry_order
    )
    note = _("Entry hexes. {list}.").format(list=told)
    heads = (_("Turn"), _("Entry"), _("Unit"), _("Formation"), *_heads())
    return Sheet(_("German reinforcements"), heads, tuple(rows), note)


def _entry(arrival: Arrival) -> str:
    return _(_ENTRIES[arrival.entry]) if arrival.entry else _label(arrival.hex) if arrival.hex is not None else ""


def allied_units() -> Sheet:
    """The Allies: drops, assault, second wave, and who waits in Britain at which price (ZOC-T-SETUP-ALL)."""
    scenario, lines = load_scenario(scenario_path(CAMPAIGN)), load_lines()
    beaches: dict[str, str] = {name: _name(place.name) for name, place in lines.beaches.items()}
    beaches["pointe_du_hoc"] = _("Pointe du Hoc")
    rows = [_values(id_, _("dropped on {hex}").format(hex=_label(hex_))) for id_, hex_ in scenario.drops.items()]
    rows += [_values(id_, _("glides to {hex}").format(hex=_label(hex_))) for id_, hex_ in scenario.gliders.items()]
    for told, wave in ((N_("assault: {place}"), scenario.assault), (N_("second wave: {place}"), scenario.second_wave)):
        rows += [
            _values(id_, _(told).format(place=beaches[beach])) for beach, ids in wave.items() for id_ in ids
        ]  # fmt: skip
    rows += [_values(id_, _in_britain(load_forces().units[id_])) for id_ in scenario.britain]
    return Sheet(_("Allied units"), (_("Unit"), _("Formation"), _("Place"), *_heads()), tuple(rows), _values_told())


def _in_britain(unit: UnitCard) -> str:
    return _("in Britain, costs {count}").format(count=unit.landing)


def _values(id_: str, *place: str) -> tuple[str, ...]:
    """A unit with its formation, where it is, its strengths, its movement allowance and its quality."""
    forces = load_forces()
    unit = forces.units[id_]
    formation = _name(forces.formations[unit.formation].name) if unit.formation else ""
    return (_name(unit.name), formation, *place, _strengths(unit), str(unit.movement), _quality(unit))


def _strengths(unit: UnitCard) -> str:
    """Full and reduced; in brackets where they only defend."""
    told = "/".join(map(str, unit.strengths))
    return f"({told})" if unit.type in ("hq", "werfer", "flak", "beach_engineer") else told


def _quality(unit: UnitCard) -> str:
    return _DASH if load_tables().types[unit.type].silhouette else signed(unit.quality)


def _label(hex_: HexId) -> str:
    return load_battle_map().grid.label(hex_)


def _heads() -> Iterable[str]:
    return pgettext("combat value", "Strength"), _("MA"), _("Quality")


def _values_told() -> str:
    return _("Strength: full/reduced, in brackets for units that only defend. MA: movement allowance.")


def _name(title: Mapping[Any, str]) -> str:
    return typographic(words(title))


SHEETS: Sheets = {
    "ZOC-T-SETUP-GER": german_set_up,
    "ZOC-T-GERREINF": german_reinforcements,
    "ZOC-T-SETUP-ALL": allied_units,
    "ZOC-T-SETUP-CHER": cherbourg_set_up,
}
"""By id of the ledger."""
