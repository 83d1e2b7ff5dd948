"""The tables of the rule book, as they ship: combat, stands, invasion, weather, terrain, shifts, limits, points."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from wab.app.wargame.adapter.typography import signed, typographic, words
from wab.app.zocbonds.pages import unit_tables
from wab.content.rulebook import Sheet, Sheets
from wab.content.zocbonds.loader import load_battle_map, load_forces, load_lines, load_tables
from wab.content.zocbonds.tables import AlliedDay, CombatTable, DefenceTable, GermanDay, WeatherRow
from wab.engine.words.text import N_
from wab.locale import _, pgettext
from wab.systems.zocbonds.telling.journal import SKIES

DASH = "\u2013"
_DOT = "\u2022"
_DEFENCE_COLUMNS: Mapping[str, str] = {
    "clear": N_("Clear ground"),
    "other": N_("Other"),
    "works": N_("Improved position"),
    "fortress": N_("Strongpoint/City"),
}
_DEFENCE_MARKS: Mapping[str, str] = {
    "fails": DASH,
    "costs": "\u22121",
    "holds": _DOT,
    "holds costs": f"{_DOT} \u22121",
    "holds exchange": f"{_DOT} EX",
    "holds hurts": f"{_DOT} A1",
}
_LANDINGS: Mapping[str, str] = {"utah": "Utah", "omaha": "Omaha", "other": N_("Other")}
_REPLACEMENTS: Mapping[str, str] = {
    "infantry": N_("infantry"),
    "armour": N_("armour"),
    "cw_infantry": N_("infantry"),
    "british_armour": N_("armour"),
}
_COSTS: Mapping[str, str] = {
    "armoured_brigade": N_("British armoured brigade"),
    "combat_command": N_("US combat command"),
    "us_regiment": N_("US three-step regiment"),
    "cw_brigade": N_("Commonwealth three-step brigade"),
    "supply_point": N_("supply point"),
    "hq": N_("headquarters"),
    "cavalry_group": N_("US cavalry group"),
    "two_step_armour": N_("two-step tank or anti-tank unit"),
    "two_step_other": N_("other two-step unit"),
    "one_step": N_("one-step unit"),
}
_SIDES: Mapping[str, str] = {
    "river": N_("river"),
    "major_river": N_("major river"),
    "flooded": N_("flooded hexside"),
    "airfield": N_("hexside of the airfield"),
}
_ROADS: Mapping[str, str] = {"main": N_("main road"), "secondary": N_("secondary road")}
_RIGHT: Mapping[str, str] = {
    "armour": N_("better armour in the main force, or the only armour"),
    "quality": N_("better troop quality in the main force"),
    "artillery": N_("artillery, at most"),
    "artillery_in_storm": N_("artillery in a storm, at most"),
    "air": N_("aircraft up to 21 June, at most"),
    "air_late": N_("aircraft from 22 June on, at most"),
    "naval": N_("ships, at most"),
    "tiger": N_("Tigers attack"),
    "target_in_column": N_("the defender is caught in column"),
}
_LEFT: Mapping[str, str] = {
    "water": N_("all of the main force attacks across or out of deep water"),
    "armour": N_("infantry and armour defend together against no armour"),
    "quality": N_("all of the main force is of negative troop quality"),
    "hilltop": N_("the defender holds a hilltop"),
    "tiger": N_("Tigers defend"),
}
_PARTIES: Mapping[str, str] = {"axis": N_("Germans"), "us": N_("Americans"), "commonwealth": N_("Commonwealth")}
_CITIES = {"cherbourg": "Cherbourg", "caen": "Caen", "bayeux": "Bayeux", "saint_lo": "Saint-Lô"}
_NATIONS: Mapping[str, str] = {
    "us": N_("US"),
    "british": N_("British"),
    "canadian": N_("Canadian"),
    "german": N_("German"),
}
_CADRES: Mapping[str, str] = {
    "infantry": N_("infantry"),
    "airborne": N_("airborne"),
    "parachute": N_("parachutists"),
    "armour": N_("armour"),
    "panzergrenadier": N_("panzergrenadiers"),
}
_DICE = range(1, 7)


# ------------------------------------------------------------------------------------------------- combat


def combat_results() -> Sheet:
    """A result for each die and column (ZOC-T-CRT)."""
    table = load_tables().combat
    rows = tuple((str(die), *(table.rows[column][die - 1] for column in table.columns)) for die in _DICE)
    note = _(
        "A1, D1, D2: steps that the attacker or the defender loses. DR: the defender retreats. EX: each side loses a"
        " step. DH: the defender is shattered. NE: no effect. After every D the defender retreats: two hexes, four"
        " after A1/D2 and DH."
    )
    note = f"{note} {_reconstructed(table)}"
    return Sheet(_("Combat results table"), (_("Die"), *table.columns), rows, note)


def determined_defence() -> Sheet:
    """Return the effect of each total, by column (ZOC-T-DD)."""
    table = load_tables().defence
    count = len(table.rows[table.columns[0]])
    rows = tuple(
        (_total(line, count), *(_stand(table.rows[column][line - 1]) for column in table.columns))
        for line in range(1, count + 1)
    )
    note = _(
        "{dot}: the retreat is cancelled. {dash}: it is not. −1: the lead unit loses a step. EX: the lead unit and a"
        " unit of the main force lose a step each. A1: a unit of the attacker loses a step. *: the improved position is"
        " gone."
    ).format(dot=_DOT, dash=DASH)
    note = f"{note} {_reconstructed(table)}"
    heads = (_("Total"), *(_(_DEFENCE_COLUMNS[column]) for column in table.columns))
    return Sheet(_("Determined defence table"), heads, rows, note)


def _reconstructed(table: CombatTable | DefenceTable) -> str:
    """Tell how many cells of a table its source gives."""
    words_ = _("The printed table is lost: {known} of its {cells} cells are known, the others are reconstructed.")
    return words_.format(known=len(table.pinned), cells=sum(map(len, table.rows.values())))


def _total(line: int, last: int) -> str:
    if line == 1:
        return _("{count} or less").format(count=line)
    return _("{count} or more").format(count=line) if line == last else str(line)


def _stand(cell: str) -> str:
    holds = cell.removesuffix(" works_lost")
    return _DEFENCE_MARKS[holds] + ("*" if holds != cell else "")


def odds() -> Sheet:
    """Limits of strength and odds (ZOC-T-ODDS)."""
    table = load_tables().odds
    rows = (
        (_("most strength of a side"), str(table.most_strength)),
        (_("lowest odds of an attack"), table.least_column),
        (_("highest column"), table.most_column),
    )
    note = _("Halved strengths are added, halved once and rounded up. Odds are rounded in favour of the defender.")
    return Sheet(_("Odds, limits and rounding"), (_("Limit"), _("Value")), rows, note)


def shifts() -> Sheet:
    """Columns by cause (ZOC-T-SHIFTS)."""
    table = load_tables().shifts
    right = tuple((_(_RIGHT[cause]), str(count), "") for cause, count in table.right.items())
    left = tuple((_(_LEFT[cause]), "", str(count)) for cause, count in table.left.items())
    return Sheet(_("Column shifts"), (_("Cause"), _("Right"), _("Left")), (*right, *left))


def jabos() -> Sheet:
    """Columns to the left by die (ZOC-T-JABOS)."""
    return _by_die(_("Jabo table"), _("Columns to the left"), tuple(map(str, load_tables().jabos.left)))


def _by_die(title: str, head: str, cells: tuple[str, ...]) -> Sheet:
    return Sheet(title, (_("Die"), head), tuple((str(die), cells[die - 1]) for die in _DICE))


# ------------------------------------------------------------------------------------------------- invasion


def invasion() -> Sheet:
    """Result and advance of a beach assault (ZOC-T-INVASION)."""
    columns = load_tables().invasion.columns
    rows = tuple((str(die), *(_assault(*columns[name][die - 1]) for name in _LANDINGS)) for die in _DICE)  # type: ignore[index]  # its columns
    return Sheet(_("Invasion table"), (_("Die"), *(_(words_) for words_ in _LANDINGS.values())), rows)


def _assault(result: str, hexes: int) -> str:
    if result.endswith(" again"):
        return _("{result}, roll again").format(result=result.removesuffix(" again"))
    return _("{result}, Adv {count}").format(result=result, count=hexes)


def tanks() -> Sheet:
    """Steps that a tank battalion loses on the way to the beach (ZOC-T-DDTANKS)."""
    return _by_die(_("DD tank table"), _("Steps lost"), tuple(map(str, load_tables().tanks.lost)))


def scatter() -> Sheet:
    """Scatter of the drops by division (ZOC-T-AIRBORNE)."""
    table, formations = load_tables().scatter, load_forces().formations
    rows = tuple(
        (str(die), *(column[die - 1].replace("-", DASH) for column in table.columns.values())) for die in _DICE
    )
    heads = (_("Die"), *(_name(formations[division].name) for division in table.columns))
    note = _(
        "S: scattered. S1, S2: scattered, and 1 or 2 steps lost. {dash}: no effect. Gliders add {bonus} to the die."
    ).format(dash=DASH, bonus=table.glider_bonus)
    return Sheet(_("Airborne scatter table"), heads, rows, note)


def _name(title: Mapping[Any, str]) -> str:
    return typographic(words(title))


# ------------------------------------------------------------------------------------------------- weather, turns


def weather() -> Sheet:
    """Return the weather of each die (ZOC-T-WEATHER): a column for each die, a row for each effect."""
    rows = load_tables().weather.rows
    lines: list[tuple[str, ...]] = [
        (_("weather"), *(_(SKIES[row.sky]) for row in rows)),
        (_("next weather die"), *(signed(row.next_roll) for row in rows)),
        (_("German supply points"), *(str(row.german.supply) for row in rows)),
        (_("German infantry replacements"), *(_german_infantry(row.german) for row in rows)),
        (_("German armour replacements"), *(str(row.german.armour) for row in rows)),
        (_("German improved positions"), *(str(row.german.works) for row in rows)),
        (_("US replacement"), *(_(_REPLACEMENTS[row.us.replacement]) for row in rows)),
        (_("Commonwealth replacement"), *(_(_REPLACEMENTS[row.commonwealth.replacement]) for row in rows)),
        (_("air units of each army"), *_allied(rows, "air")),
        (_("ships of each army"), *_allied(rows, "ships")),
        (_("reinforcement points of each army"), *_allied(rows, "landing")),
    ]
    note = _("A number in brackets is the troop quality of the only units that may take the replacement.")
    return Sheet(_("Weather table"), (_("Die"), *map(str, _DICE)), tuple(lines), note)


def _german_infantry(day: GermanDay) -> str:
    every = {quality for row in load_tables().weather.rows for quality in row.german.qualities}
    if set(day.qualities) == every:
        return str(day.infantry)
    return f"{day.infantry} ({', '.join(map(signed, sorted(day.qualities, reverse=True)))})"


def _allied(rows: tuple[WeatherRow, ...], field: str) -> tuple[str, ...]:
    """A number of both armies; of each where they differ."""
    return tuple(_both(row.us, row.commonwealth, field) for row in rows)


def _both(us: AlliedDay, commonwealth: AlliedDay, field: str) -> str:
    first, second = str(getattr(us, field)), str(getattr(commonwealth, field))
    return first if first == second else f"{first}/{second}"


def second_turn() -> Sheet:
    """The row of turn 2 by die (ZOC-T-WEATHER2)."""
    return _by_die(_("Weather of turn 2"), _("Weather row"), tuple(map(str, load_tables().weather.second_turn)))


def historical_weather() -> Sheet:
    """The row of each day in June 1944 (ZOC-T-WEATHER-HIST)."""
    table = load_tables()
    skies = {row.die: _(SKIES[row.sky]) for row in table.weather.rows}
    rows = tuple(
        (str(turn), day_of(turn), str(row), skies[row]) for turn, row in enumerate(table.weather_1944.rows, start=1)
    )
    return Sheet(_("Historical weather"), (_("Turn"), _("Date"), _("Weather row"), _("Weather")), rows)


def day_of(turn: int) -> str:
    """The date of a turn."""
    day = date.fromisoformat(load_tables().turns.first_day) + timedelta(days=turn - 1)
    return _("{day} June").format(day=day.day)


def turns() -> Sheet:
    """Return the turns on which rules begin to apply (ZOC-T-TURNS)."""
    table = load_tables()
    begins = (
        (1, _("invasion; weather of row {row}").format(row=table.weather.first_row)),
        (table.turns.gliders, _("gliders land")),
        (table.turns.mobilisation, _("mobilisation")),
        (table.turns.landings, _("landings from Britain")),
        (table.turns.columns, _("strategic movement and trucks")),
        (table.turns.release, _("restricted units may be released")),
        (table.weather.first_roll_turn, _("weather on the full table")),
        (table.turns.german_works, _("German improved positions")),
        (table.turns.withdrawal, _("airborne divisions may be withdrawn")),
        (table.shifts.late_air_from, _("two air units an attack")),
        (table.turns.turns, _("end of the campaign")),
    )
    rows = tuple((str(turn), day_of(turn), told) for turn, told in begins)
    return Sheet(_("Turn track"), (_("Turn"), _("Date"), _("From then on")), rows)


# ------------------------------------------------------------------------------------------------- ground


def terrain() -> Sheet:
    """Movement and combat by terrain, hexside and road (ZOC-T-TEC)."""
    table, costs = load_tables().terrain, load_tables().costs
    rows = [
        (
            _name(row.name),
            _cost(costs.terrain[name].mechanised),
            _cost(costs.terrain[name].foot),
            signed(row.bonus) if row.bonus else "0",
            _(_DEFENCE_COLUMNS[row.column]),
            _yes(row.armour),
            _yes(row.shelter),
        )
        for name, row in table.terrain.items()
    ]
    for name, told in _SIDES.items():
        side, paid = table.sides[name], costs.sides[name]  # type: ignore[index]  # its sides
        halved = _("half") if side.halved else DASH
        rows.append(
            (_(told), _added(paid.mechanised), _added(paid.foot), halved, DASH, _yes(side.armour), DASH)
        )  # fmt: skip
    for name, told in _ROADS.items():
        road = costs.roads[name]  # type: ignore[index]  # its roads
        rows.append((_(told), road.mechanised, road.foot, DASH, DASH, DASH, DASH))
    heads = (_("Ground"), _("Mech."), _("Foot"), _("Bonus"), _("Stand"), _("Armour"), _("Shelter"))
    note = _(
        "Mech., Foot: movement points of mechanised and non-mechanised units. Bonus: of the defence; half: attackers"
        " across it. Stand: column of the determined defence. Armour: the attacker may earn the armour shift. Shelter:"
        " a retreat may stop after one hex. A hilltop shifts {columns} column to the left. Main roads cost German"
        " mechanised units {cost} in clear and overcast weather."
    ).format(columns=table.hilltop_left, cost=costs.roads["main"].german_by_day)
    return Sheet(_("Terrain effects chart"), heads, tuple(rows), note)


def _cost(cost: str) -> str:
    return {"no": DASH, "road": _("road only")}.get(cost, cost)


def _added(cost: str) -> str:
    return _cost(cost) if cost in ("no", "road", "0") else f"+{cost}"


def _yes(on: bool) -> str:
    return _("yes") if on else _("no")


def built_up() -> Sheet:
    """Cities and villages, and on which side of the line of 27 June they lie (ZOC-T-MAP)."""
    battle_map = load_battle_map()
    allied_side, perimeter = battle_map.overlays["allied_side_27_june"], battle_map.overlays["perimeter"]
    cities = {hex_: _CITIES[city] for city, hexes in load_lines().cities.items() for hex_ in hexes}
    rows = []
    for hex_ in range(battle_map.grid.size):
        name, label = battle_map.terrain_name(hex_), battle_map.grid.label(hex_)
        if name in ("city", "village"):
            where = _("ring") if perimeter[hex_] else _("Allied") if allied_side[hex_] else _("German")
            kind = _name(load_tables().terrain.terrain[name].name)
            rows.append((cities.get(hex_, typographic(battle_map.name(hex_))), label, kind, where))
    rows.sort(key=lambda row: row[1], reverse=True)
    note = _("Side: of the line of 27 June; the ring is the Perimeter of Cherbourg. From north to south.")
    return Sheet(_("Cities and villages"), (_("Place"), _("Hex"), _("Terrain"), _("Side")), tuple(rows), note)


# ------------------------------------------------------------------------------------------------- limits, points


def reinforcement_costs() -> Sheet:
    """Reinforcement points by kind (ZOC-T-RP)."""
    rows = tuple((_(_COSTS[kind]), str(cost)) for kind, cost in load_tables().landing.costs.items())
    note = _("At most {count} points land at a beach in a turn.").format(count=load_tables().landing.most_a_beach)
    return Sheet(_("Reinforcement points"), (_("What lands"), _("Points")), rows, note)


def markers() -> Sheet:
    """Return the number of markers and the capacity of each track (ZOC-T-MARKERS)."""
    table = load_tables().markers
    rows = (
        (_("strategic movement"), *_for_sides(table.strategic)),
        (_("trucks"), *_for_sides(table.trucks)),
        (_("reserve"), *_for_sides(table.reserve)),
        (_("improved positions"), *(str(table.works[party]) for party in ("axis", "us", "commonwealth"))),
        (_("air units"), DASH, str(table.air["us"]), str(table.air["commonwealth"])),
        (_("ships"), DASH, str(table.ships["us"]), str(table.ships["commonwealth"])),
    )
    note = _(
        "The Allies share their strategic movement and reserve markers. No army holds more than {supply} supply points"
        " or more than {replacements} replacements of a kind."
    ).format(supply=table.most_supply, replacements=table.most_replacements)
    heads = (_("Markers"), *(_(told) for told in _PARTIES.values()))
    return Sheet(_("Markers and limits"), heads, rows, note)


def _for_sides(counts: Mapping[Any, int]) -> tuple[str, str, str]:
    return str(counts["axis"]), str(counts["allied"]), str(counts["allied"])


def cadres() -> Sheet:
    """Cadre counters by nation and kind (ZOC-T-CADRES)."""
    table = load_tables().cadres
    rows = tuple(
        (
            _(told),
            _(_CADRES[kind]),
            *map(str, (row.count, row.strength, row.movement)),
            signed(row.quality),
        )
        for nation, told in _NATIONS.items()
        for kind, row in table.of(nation).items()  # type: ignore[arg-type]  # its nations
    )
    note = _(
        "The Germans win at once with {us} US or {british} British three-step units down to cadres or less."
    ).format(us=table.most_lost["us"], british=table.most_lost["commonwealth"])
    heads = (_("Nation"), _("Kind"), _("Count"), pgettext("combat value", "Strength"), _("MA"), _("Quality"))
    return Sheet(_("Cadre counters"), heads, rows, note)


def points() -> Sheet:
    """Victory points (ZOC-T-VP)."""
    table = load_tables().points
    week = table.first_week
    rows = (
        (_("campaign: city hex"), str(table.city)),
        (_("campaign: village"), str(table.village)),
        (_("first week: Juno Beach and Sainte-Mère-Église linked"), str(week.beaches_linked)),
        (_("first week: Bayeux"), str(week.bayeux)),
        (_("first week: city hex beyond the naval bombardment zone"), str(week.city_beyond_ships)),
        (_("first week: village beyond the naval bombardment zone"), str(week.village_beyond_ships)),
        (_("first week: drop hex"), str(week.drop_hex)),
        (_("first week: beach without engineers"), signed(week.missing_engineer)),
    )
    note = _("The Allies win the campaign with {line} net points, the first week with {week}.").format(
        line=table.to_win["line"], week=table.to_win["first_week"]
    )
    return Sheet(_("Victory points"), (_("For"), _("Points")), rows, note)


SHEETS: Sheets = {
    "ZOC-T-CRT": combat_results,
    "ZOC-T-DD": determined_defence,
    "ZOC-T-ODDS": odds,
    "ZOC-T-SHIFTS": shifts,
    "ZOC-T-TEC": terrain,
    "ZOC-T-WEATHER": weather,
    "ZOC-T-WEATHER2": second_turn,
    "ZOC-T-WEATHER-HIST": historical_weather,
    "ZOC-T-JABOS": jabos,
    "ZOC-T-INVASION": invasion,
    "ZOC-T-DDTANKS": tanks,
    "ZOC-T-AIRBORNE": scatter,
    "ZOC-T-TURNS": turns,
    "ZOC-T-MARKERS": markers,
    "ZOC-T-RP": reinforcement_costs,
    "ZOC-T-CADRES": cadres,
    "ZOC-T-VP": points,
    "ZOC-T-MAP": built_up,
    **unit_tables.SHEETS,
}
"""By id of the ledger."""
