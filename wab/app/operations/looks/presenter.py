"""The map's picture of one side's view: counters, flags, front, fog, names. Plain functions; nothing here draws."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from wab.app.gfx.specs import CounterSpec, FlagSpec, NameSpec
from wab.app.operations.looks.nations import band_ink, band_of, division_mark, map_names, nation, place_title
from wab.app.operations.looks.texts import SIZE_MARKS
from wab.app.wargame.adapter import place_names
from wab.app.wargame.adapter.typography import words
from wab.content.hexmap import HexMap
from wab.content.normandy.miniatures import miniature_of
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.ground.sight import visible_hexes
from wab.systems.operations.movement.movement import movement_left
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.sequence.victory import holder
from wab.systems.operations.state.board import SIDE_CODE, Objective, Profile, enemy_of
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import is_active, is_locked
from wab.systems.operations.units.strength import attack_value, defence_value, energy

Flags = NDArray[np.bool_]

CHEVRONS = {"elite": 3, "veteran": 2, "experienced": 1, "conscript": 0}
LIGHTS = {"sunny": "clear", "overcast": "overcast", "rain": "rain", "storm": "storm"}


# ------------------------------------------------------------------------------------------------- counters


def stack_order(state: State, hex_: HexId, selected: Collection[int] = ()) -> list[Unit]:
    """The units of a hex from the top of the stack down."""
    return sorted(state.stack(hex_), key=lambda unit: (unit.id not in selected, _weight(state, unit), unit.id))


def _weight(state: State, unit: Unit) -> tuple[bool, int]:
    profile = state.profile(unit.id)
    return profile.is_commander, -attack_value(state, unit) - defence_value(state, unit)


def counter(view: OperationsView, unit: Unit, *, stack: int = 0, selected: bool = False) -> CounterSpec:
    """One counter: full for own and identified units, symbol only for recognised, a question mark for detected ones.

    A star marks a unit that is activated and can go on without further points (OPS-5.2-12).
    """
    profile = view.profile(unit.id)
    if profile.level != "identified":
        return _contact(profile, unit, stack)
    state, own = view.position, profile.side == view.side
    band = band_of(profile.side, profile.division, profile.nation)
    left, right = _figures(state, unit, profile)
    return CounterSpec(
        key=unit.id,
        hex=unit.hex,
        nation=nation(profile.nation),
        symbol=profile.symbol,
        name=profile.short,
        band=band,
        band_ink=band_ink(band),
        left=left,
        right=right,
        pips=unit.hp,
        pips_max=profile.hp,
        energy=energy(unit) / 100 if state.board.rules.fatigue else None,
        quality=CHEVRONS[profile.quality],
        size_mark=SIZE_MARKS.get(profile.size, ""),
        stack=stack,
        side=SIDE_CODE[profile.side],
        group=profile.division,
        group_name=division_mark(profile.side, profile.division),
        selected=selected,
        acted=own and (is_spent(state, unit) or not unit.available),
        locked=own and is_locked(state, unit),
        figure=miniature_of(profile.nation, profile.symbol, profile.short),
        star=own and state.active == view.side and is_active(state, unit) and not is_spent(state, unit),
        contact="own" if own else "identified",
    )


def _figures(state: State, unit: Unit, profile: Profile) -> tuple[str, str]:
    """Return the figures on a counter: attack and defence; for guns and ships their points and range."""
    if profile.is_gun:
        # Translators: the range of guns on a counter, as short as can be: r4 for a range of 4 hexes
        return str(profile.bombardment), _("r{range}").format(range=profile.range)
    return figure(attack_value(state, unit)), figure(defence_value(state, unit))


def _contact(profile: Profile, unit: Unit, stack: int) -> CounterSpec:
    known = profile.level == "recognised"
    return CounterSpec(
        key=unit.id,
        hex=unit.hex,
        nation=nation(profile.nation if known else ""),
        symbol=profile.symbol if known else "",
        name="?" if known else "",
        size_mark="",
        stack=stack,
        side=SIDE_CODE[profile.side],
        figure=miniature_of(profile.nation, profile.symbol) if known else "",
        contact="recognised" if known else "detected",
    )


def figure(hundredths: int) -> str:
    """Points as a counter shows them: whole, rounded to the nearest, and never nought for something."""
    return str(max(1, (hundredths + 50) // 100)) if hundredths > 0 else "0"


def is_spent(state: State, unit: Unit) -> bool:
    """Check if a unit is active in this impulse and has nothing left to do: no movement, and no enemy to fight."""
    if not is_active(state, unit):
        return False
    if movement_left(state, unit.id, strategic=unit.marched) > 0:
        return False
    if unit.attacked or unit.supported or unit.marched:
        return True
    profile = state.profile(unit.id)
    enemy = enemy_of(profile.side)
    reach = profile.range if profile.is_gun else 1
    return not any(state.side_in(hex_) == enemy for hex_ in state.board.grid.disk(unit.hex, reach))


# ------------------------------------------------------------------------------------------------- objectives


def flags(view: OperationsView) -> list[FlagSpec]:
    """Return a flag for each objective: its holder, and what it still brings a holder that keeps it to the end.

    Main objectives look different (OPS-9.2.1-4).
    """
    return [
        FlagSpec(
            objective.hex,
            SIDE_CODE.get(holder(view.position, number) or "", 0),
            _worth(view, objective),
            objective.main,
        )
        for number, objective in enumerate(view.board.objectives)
    ]


def _worth(view: OperationsView, objective: Objective) -> str:
    worth = worth_to_the_end(view, objective)
    return str(worth) if worth else ""


def worth_to_the_end(view: OperationsView, objective: Objective) -> int:
    """Points that an objective brings from this turn to the end to a side that holds it all the time."""
    turns = max(0, view.board.turns - view.turn + 1)
    return objective.per_turn * turns + objective.at_end


# ------------------------------------------------------------------------------------------------- ground


def front_sides(view: OperationsView) -> NDArray[np.uint8]:
    """uint8[N]: the side that controls each hex of the play area (OPS-6.5-1): 1 Allied, 2 Axis, 0 neither."""
    control = np.frombuffer(bytes(view.position.control), np.uint8)
    return np.where(view.board.in_play & view.board.land, control, 0).astype(np.uint8)


def fog(view: OperationsView) -> tuple[Flags, Flags] | None:
    """Return the hexes that the side sees, and the hexes of the play area.

    Return None if all of the map is in play and in view.
    """
    playing = view.board.in_play
    seen = playing & visible_hexes(view.position, view.side)
    return None if seen.all() else (seen, playing)


def light(view: OperationsView) -> str:
    """The light of the map in the weather of the turn."""
    return LIGHTS.get(view.position.weather, "clear")


def hour(view: OperationsView) -> str:
    """The time of day: where a turn is a day of two impulses, the first is its morning and the last its evening."""
    impulses = view.board.impulses
    if impulses < 2 or not _is_daily(view.board.dates):
        return ""
    return "evening" if view.position.impulse >= impulses else "morning"


def _is_daily(dates: Sequence[str]) -> bool:
    days = [date.fromisoformat(day).toordinal() for day in dates]
    return all(later - day == 1 for day, later in pairwise(days))


# ------------------------------------------------------------------------------------------------- names


def names(hexmap: HexMap, of_map: Iterable[NameSpec], objectives: Collection[HexId] = ()) -> list[NameSpec]:
    """Return the names of the map in the reader's language: places, with objectives first, rivers and regions."""
    known = map_names()
    shown = place_names.places((spec for spec in of_map if spec.text not in known.hidden), known.places)
    return [_raised(hexmap, spec, objectives) for spec in shown] + place_names.regions(hexmap, known.regions)


_OBJECTIVE_PRIORITY = 2.5e6


def _raised(hexmap: HexMap, spec: NameSpec, objectives: Collection[HexId]) -> NameSpec:
    """A village or hill that is an objective is named before the others."""
    if spec.kind not in ("village", "hill") or hexmap.grid.hex_at(spec.x, spec.y) not in objectives:
        return spec
    return NameSpec(spec.text, spec.x, spec.y, spec.kind, spec.priority + _OBJECTIVE_PRIORITY, spec.turn, spec.size)


def hex_title(view: OperationsView, hex_: HexId) -> str:
    """Return the name of a hex: by its place, else by the nearest place, else by its number."""
    return place_names.hex_title(view.board.map, hex_, lambda other: place_name(view, other))


def place_name(view: OperationsView, hex_: HexId) -> str:
    """Return the place in a hex as the reader calls it; "" if there is none."""
    return place_title(view.board.map.name(hex_))


def terrain_title(view: OperationsView, hex_: HexId) -> str:
    """The terrain of a hex in the reader's language; of a town or beach also the ground that it stands on."""
    rows, hexmap = view.board.tables.terrain.terrain, view.board.map
    kinds = dict.fromkeys((hexmap.terrain_name(hex_), hexmap.terrain_names[int(hexmap.under[hex_])]))
    return ", ".join(words(rows[name].name) if name in rows else name for name in kinds)
