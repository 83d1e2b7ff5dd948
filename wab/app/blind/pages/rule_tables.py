"""The tables of the rule book, as they ship: combat, terrain, supply, units, turns, support, the port, victory."""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.blind.looks.looks import TERRAIN
from wab.app.wargame.adapter.typography import signed, typographic, words
from wab.content.blind.loader import load_tables
from wab.content.blind.shapes import Account
from wab.content.rulebook import Sheet, Sheets
from wab.engine.words.text import N_
from wab.locale import _
from wab.systems.blind.state.names import LEVEL_NAMES

DASH = "\u2013"
GROUNDS: Mapping[str, str] = {"foot": N_("foot"), "motorised": N_("motorised"), "armoured": N_("armoured")}
GAMES: Mapping[str, str] = {
    "short": N_("Short game"),
    "campaign": N_("Campaign"),
    "wall": N_("Lesson of Saint-Lô"),
    "corridor": N_("Lesson of the corridor"),
    "breakthrough": N_("Breakthrough"),
}


def combat() -> Sheet:
    """Steps lost by die, for each line and fire power (BLD-T-CRT)."""
    table = load_tables().combat
    lines = [str(line) for line in range(table.best_line, table.least_line - 1, -1)]
    ends = [*(least - 1 for least in table.columns[1:]), 0]
    rows = []
    for place, (least, end) in enumerate(zip(table.columns, ends, strict=True)):
        power = str(least) if least == end else f"{least}+" if not end else f"{least}{DASH}{end}"
        cells = ("".join(map(str, table.lines[line][place])) for line in lines)  # type: ignore[index]  # line names
        rows.append((power, *cells))
    note = _("Each cell holds the steps lost with a die of 1 to 6. Carpet bombing uses line {line}.").format(
        line=signed(table.carpet_line)
    )
    lost = _("The printed table is lost: {known} of its {cells} cells are known, the others are reconstructed.")
    told = lost.format(known=len(table.pinned), cells=sum(6 * len(line) for line in table.lines.values()))
    heads = (_("Fire power"), *(signed(int(line)) for line in lines))
    return Sheet(_("Combat results table"), heads, tuple(rows), f"{note} {told}")


def terrain() -> Sheet:
    """Movement and lines of fire by terrain, rivers, roads (BLD-T-TEC)."""
    table = load_tables().terrain
    rows = [
        (_(TERRAIN[name]), str(row.foot), str(row.motor), signed(row.defence), signed(row.other), signed(row.armour))
        for name, row in table.terrain.items()
    ]  # fmt: skip
    names = {"minor": _("minor river"), "major": _("major river")}
    rows += [
        (names[rank], f"+{row.cost}", f"+{row.cost}", DASH, signed(row.attack), signed(row.attack))
        for rank, row in table.rivers.items()
    ]
    rows.append((_("road"), str(table.road), str(table.road), DASH, DASH, DASH))
    rows.append((_("fort, for Allies"), f"+{table.fortified}", f"+{table.fortified}", DASH, "½", "½"))
    rows.append((_("interdicted, for Germans"), f"+{table.interdicted}", f"+{table.interdicted}", DASH, DASH, DASH))
    heads = (_("Ground"), _("foot"), _("motors"), _("defence"), _("attack"), _("attack of armour"))
    return Sheet(_("Terrain effects chart"), heads, tuple(rows), _("A road replaces terrain and rivers."))


def supply() -> Sheet:
    """Effects of general supply (BLD-T-SUPPLY)."""
    names = (_("full"), _("partial"), _("isolated"))
    rows = []
    for name, row in zip(names, load_tables().supply.rows, strict=True):
        movement = _("whole") if row.divided == 1 else _("half, rounded up") if row.up else _("half, rounded down")
        if row.least:
            movement += ", " + _("at least {count}").format(count=row.least)
        rows.append((name, movement, signed(row.line), _("yes") if row.rebuilds else _("no")))
    heads = (_("Supply"), _("Movement"), _("Line of fire"), _("Rebuilding"))
    return Sheet(_("Effects of general supply"), heads, tuple(rows), "")


def unit_types() -> Sheet:
    """Kinds of unit (BLD-T-UNIT-TYPES)."""
    sides = {"us": _("US"), "br": _("British"), "ca": _("Canadian"), "pl": _("Polish"), "fr": _("French"),
             "al": _("Allied"), "ge": _("German")}  # fmt: skip
    rows = tuple(
        (sides[key[:2]], typographic(words(row.name)), " ".join(map(str, row.fire)), str(row.movement), str(row.re),
         _(GROUNDS[row.ground]))
        for key, row in load_tables().types.items()
    )  # fmt: skip
    heads = ("", _("Kind"), _("Fire power by step"), _("Movement"), _("RE"), _("Ground"))
    return Sheet(_("Unit types"), heads, rows, _("A unit with its last step counts 1 RE."))


def schedule() -> Sheet:
    """The turn record (BLD-T-SCHEDULE)."""
    rows = tuple(
        (str(place), f"{row.first[5:]} {DASH} {row.last[5:]}", *_three(row.supply), *_three(row.rp), str(row.air),
         " + ".join(map(str, row.carpet)) or DASH, str(row.naval))
        for place, row in enumerate(load_tables().turns.turns, 1)
    )  # fmt: skip
    supply_, rp = _("supply"), _("RP")
    heads = (
        _("Turn"), _("Days"), *(f"{supply_} {name}" for name in ("12", "21", "D")),
        *(f"{rp} {name}" for name in ("12", "21", "D")), _("air"), _("bombs"), _("ships"),
    )  # fmt: skip
    return Sheet(_("Turn record"), heads, rows, _("12 and 21: the Allied army groups. D: the Germans."))


def _three(points: Mapping[Account, int]) -> tuple[str, str, str]:
    return str(points["us"]), str(points["br"]), str(points["ge"])


def support() -> Sheet:
    """Air and naval units (BLD-T-SUPPORT-UNITS)."""
    table = load_tables().support
    rows = [(_("air unit"), str(table.air.count), str(table.air.fire), DASH, DASH)]
    for ship in table.ships.values():
        leaves = str(ship.leaves) if ship.leaves else DASH
        rows.append((typographic(words(ship.name)), "1", str(ship.fire), str(ship.range), leaves))
    heads = (_("Unit"), _("Number"), _("Fire power"), _("Range"), _("leaves as turn begins"))
    return Sheet(_("Air and naval units"), heads, tuple(rows), _("Range counts from a hex of open sea."))


def port() -> Sheet:
    """Extra supply by Cherbourg (BLD-T-CHERBOURG)."""
    table = load_tables().limits.port
    rows = tuple((str(turn), str(points)) for turn, points in enumerate(table, 1))
    return Sheet(_("Extra supply from Cherbourg"), (_("Turns since the repair"), _("US supply")), rows,
                 _("The last figure stays."))  # fmt: skip


def victory() -> Sheet:
    """Levels of victory (BLD-T-VICTORY)."""
    rows = []
    for name, row in load_tables().victory.items():
        rows += [(_(GAMES[name]), _(LEVEL_NAMES[band.level]), _("{count} or more").format(count=band.least))
                 for band in row.bands]  # fmt: skip
        rows.append((_(GAMES[name]), _(LEVEL_NAMES[row.worst]), _("less")))
        for last, level in row.early.levels if row.early is not None else ():
            told = _("{points} by turn {turn}").format(points=row.early.points if row.early else 0, turn=last)
            rows.append((_(GAMES[name]), _(LEVEL_NAMES[level]), told))
    return Sheet(_("Victory levels"), (_("Game"), _("Level"), _("VP")), tuple(rows), "")


SHEETS: Sheets = {
    "BLD-T-CRT": combat,
    "BLD-T-TEC": terrain,
    "BLD-T-SUPPLY": supply,
    "BLD-T-UNIT-TYPES": unit_types,
    "BLD-T-SCHEDULE": schedule,
    "BLD-T-SUPPORT-UNITS": support,
    "BLD-T-CHERBOURG": port,
    "BLD-T-VICTORY": victory,
}
"""By id of the ledger."""
