"""Units that come onto the map, box by box: replacements, landings, German arrivals, mobilisation (ZOC-6, ZOC-20.5).

Each page is groups of units; a unit leads to places where it may come, each an order. Whether an order is legal, and
why not, the rules say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from wab.app.wargame.adapter.typography import joined, typographic, words
from wab.app.wargame.muster.pages import Cell, Group, Place
from wab.app.zocbonds.looks.days import day_of_turn
from wab.app.zocbonds.looks.looks import formation_name, place_title
from wab.app.zocbonds.pages.records import kind_name
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.zocbonds.ground import beaches
from wab.systems.zocbonds.movement import entries, landings
from wab.systems.zocbonds.movement.gliders import BOX as GLIDERS
from wab.systems.zocbonds.state import orders as od
from wab.systems.zocbonds.state.board import ARMIES, Board
from wab.systems.zocbonds.state.room import to_come
from wab.systems.zocbonds.state.state import State, Unit
from wab.systems.zocbonds.telling.journal import TRACKS
from wab.systems.zocbonds.units import replacements
from wab.systems.zocbonds.units.replacements import RETURNS_FROM

TABS: Mapping[str, str] = {
    "replacements": N_("Replacements"),
    "landings": N_("Landings"),
    "arrivals": N_("Arrivals"),
    "mobilisation": N_("Mobilisation"),
}
"""The pages by name, with their headings as messages."""
COLOURS: Mapping[str, str] = {"green": N_("green"), "blue": N_("blue"), "red": N_("red"), "orange": N_("orange")}
"""The zones of entry in words (ZOC-6.6-1)."""
ORDERS: Mapping[str, tuple[type[Order], ...]] = {
    "replacements": (od.Replace,),
    "landings": (od.Land, od.LandGlider),
    "arrivals": (od.Enter,),
    "mobilisation": (od.Mobilise,),
}
"""The orders that each page gives."""


def coming(state: State, unit: int) -> Unit:
    """Return a unit as it stands or would arrive. Eliminated units return at one step (ZOC-6.2-1)."""
    gone = any(unit in state.box(box) for box in RETURNS_FROM) and not landings.box_of(state, unit)
    return to_come(state, unit, 1) if gone else to_come(state, unit)


def tabs(state: State) -> tuple[str, ...]:
    """The pages that mean something in a scenario."""
    board = state.board
    meant = {
        "replacements": True,
        "landings": bool(board.boxes.get("britain") or board.second_wave),
        "arrivals": bool(board.arrivals),
        "mobilisation": bool(board.mobilisation),
    }
    return tuple(name for name in TABS if meant[name])


def first_tab(view: Any) -> str:
    """The page on which a seat has something to do now, else its own of new troops."""
    state: State = view.position
    known = tabs(state)
    wanted = next((name for name in known if any(offers(view, name))), "")
    usual = "landings" if view.side == "allied" else "arrivals"
    return wanted or (usual if usual in known else known[0])


def offers(view: Any, tab: str) -> Iterator[Order]:
    """The orders of a page that are on offer now."""
    if view.to_act != view.seat or view.phase not in ("replacement", "movement", "glider"):
        return iter(())
    return (order for order in view.legal_orders() if isinstance(order, ORDERS[tab]))


def groups(view: Any, tab: str) -> tuple[Group, ...]:
    """Return the boxes of a page that hold units."""
    state: State = view.position
    made = {"replacements": _replacements, "landings": _landings, "arrivals": _arrivals, "mobilisation": _mobilisation}
    asked = any(offers(view, tab))
    return tuple(group for group in made[tab](view, state, asked) if group.cells)


def _cell(view: Any, unit: int, tab: str, asked: bool, caption: str = "", tint: str = "") -> Cell:
    """Return a cell for a unit of a page. If the page offers no orders, skip the check of the unit's orders."""
    found = (order for order in view.legal_orders(unit) if isinstance(order, ORDERS[tab])) if asked else iter(())
    return Cell(unit, caption, tint, next(found, None) is not None)


def places(view: Any, unit: int, tab: str) -> tuple[Place, ...]:
    """Return the entry hexes or replacements of a unit. A refused place carries the reason."""
    made = {"replacements": _kinds, "landings": _shores, "arrivals": _entries, "mobilisation": _depots}
    return tuple(made[tab](view, view.position, unit))


def _place(view: Any, words: str, note: str, order: Order, hex_: HexId | None = None) -> Place:
    refusal: Refusal | None = view.why_not(order)
    return Place(words, note, order, refusal, hex_)


def _title(state: State, hex_: HexId) -> str:
    return place_title(state.board, hex_)


def left_over(view: Any) -> Iterator[str]:
    """Yield a sentence for each thing left to do on these pages before the phase ends."""
    state: State = view.position
    if view.phase == "replacement":
        count = sum(number for _name, number in stocks(state, view.side))
        if count and any(offers(view, "replacements")):
            told = ngettext("{count} replacement can still be used.", "{count} replacements can still be used.", count)
            yield told.format(count=count)
        return
    landing = [order for order in offers(view, "landings") if isinstance(order, od.Land)]
    if wave := {order.units for order in landing if not landings.price(state, order.units[0])}:
        told = ngettext(
            "{count} unit can still land for nothing.", "{count} units can still land for nothing.", len(wave)
        )
        yield told.format(count=len(wave))
    for army in ARMIES:
        points, own = state.now.points.get(army, 0), (state.board.roster[order.units[0]] for order in landing)
        if points and any(profile.army == army and landings.price(state, profile.id) for profile in own):
            told = ngettext(
                "{army} has {count} reinforcement point left for landings.",
                "{army} has {count} reinforcement points left for landings.",
                points,
            )
            yield told.format(army=_(TRACKS[army]), count=points)
    if coming := {order.units for order in offers(view, "arrivals") if isinstance(order, od.Enter)}:
        told = ngettext(
            "{count} reinforcement can still enter.", "{count} reinforcements can still enter.", len(coming)
        )
        yield told.format(count=len(coming))
    if any(offers(view, "mobilisation")):
        yield _("A unit can still be mobilised.")


# ------------------------------------------------------------------------------------------------- replacements


def _replacements(view: Any, state: State, asked: bool) -> Iterator[Group]:
    """Yield boxes of the side's units that lack a step, then of units that may return to the map (ZOC-6.2-1)."""
    units = [unit for unit in replacements.candidates(state, view.side) if replacements.tracks_for(state, unit)]
    here = [unit for unit in units if unit in state.units]
    cadres = [unit for unit in units if unit in state.box("cadres")]
    gone = [unit for unit in units if unit in state.box("eliminated")]
    for title, box in ((_("On the map"), here), (_("Cadre box"), cadres), (_("Eliminated"), gone)):
        ordered = _by_formation(state, box)
        cells = tuple(_cell(view, unit, "replacements", asked, _steps(state, unit)) for unit in ordered)
        yield Group(title, _units(len(cells)), cells)


def _steps(state: State, unit: int) -> str:
    return f"{state.units[unit].steps if unit in state.units else 0}/{state.board.roster[unit].steps}"


def _by_formation(state: State, units: Iterable[int]) -> list[int]:
    roster = state.board.roster
    return sorted(units, key=lambda unit: (not roster[unit].formation, roster[unit].formation, unit))


def _units(count: int) -> str:
    return ngettext("{count} unit", "{count} units", count).format(count=count)


def _kinds(view: Any, state: State, unit: int) -> Iterator[Place]:
    """Each replacement that serves a unit; for one that returns, each place where it may, or why nowhere."""
    tracks = replacements.tracks_for(state, unit) or ("",)
    for kind in tracks:
        left = state.now.replacements.get(kind, 0)
        told, note = (kind_name(kind) if kind else ""), _("{count} left").format(count=left)
        if unit in state.units:
            yield _place(view, told, note, od.Replace(unit, kind))
            continue
        legal = [order for order in view.legal_orders(unit) if isinstance(order, od.Replace) and order.kind == kind]
        for order in legal:
            where = _title(state, order.hex) if order.hex is not None else ""
            yield _place(view, joined(where, told), note, order, order.hex)
        bases = replacements.possible_bases(state, view.side)
        if not legal:
            yield _place(view, told, note, od.Replace(unit, kind, bases[0] if bases else None))


def purchases(view: Any) -> tuple[Place, ...]:
    """Supply points that may be bought for reinforcement points (ZOC-5.3-4)."""
    if view.to_act != view.seat or view.phase != "replacement":
        return ()
    price = replacements.supply_price(view.position)
    found = []
    for order in view.legal_orders():
        if isinstance(order, od.BuySupply):
            count = order.points // price
            told = ngettext("{count} supply point", "{count} supply points", count).format(count=count)
            cost = ngettext("{count} reinforcement point", "{count} reinforcement points", order.points)
            found.append(Place(joined(_(TRACKS[order.army]), told), cost.format(count=order.points), order))
    return tuple(found)


def stocks(state: State, side: str) -> tuple[tuple[str, int], ...]:
    """The replacements that a side has, by kind in words; none that are used up."""
    own = [(track, count) for track, count in sorted(state.now.replacements.items()) if count]
    return tuple((kind_name(track), count) for track, count in own if track.startswith("german") == (side == "axis"))


# ------------------------------------------------------------------------------------------------- landings


def _landings(view: Any, state: State, asked: bool) -> Iterator[Group]:
    """The waves off the coast, gliders, Britain by division, and beach engineers that may return."""
    waiting = landings.waiting(state)
    boxes, roster = {unit: landings.box_of(state, unit) for unit in waiting}, state.board.roster
    shores = list[str](state.board.assault)
    for army in ARMIES:
        wave = [unit for unit in waiting if boxes[unit].startswith(landings.WAVE) and roster[unit].army == army]
        wave.sort(key=lambda unit: (shores.index(boxes[unit].removeprefix(landings.WAVE)), unit))
        cells = (_landing_cell(view, unit, asked, _short(state.board, boxes[unit])) for unit in wave)
        yield Group(joined(_("Second wave"), _(TRACKS[army])), _("free"), tuple(cells))
    gliders = (_landing_cell(view, unit, asked) for unit in state.box(GLIDERS))
    yield Group(_("Glider regiments"), "", tuple(gliders))
    lost = (_landing_cell(view, unit, asked) for unit in waiting if boxes[unit] == landings.LOST)
    yield Group(_("Beach engineers that may return"), "", tuple(lost))
    britain = [unit for unit in waiting if boxes[unit] == landings.BRITAIN]
    for army in ARMIES:
        for formation, units in _divisions(state, britain, army):
            total = sum(landings.price(state, unit) for unit in units)
            note = ngettext("{count} reinforcement point", "{count} reinforcement points", total).format(count=total)
            yield Group(formation, note, tuple(_landing_cell(view, unit, asked) for unit in units))


def _divisions(state: State, units: Sequence[int], army: str) -> Iterator[tuple[str, list[int]]]:
    """Yield units of an army by formation. Units without a formation come last."""
    own = [unit for unit in units if state.board.roster[unit].army == army]
    for formation in sorted({state.board.roster[unit].formation for unit in own}, key=lambda one: (not one, one)):
        name = formation_name(state.board, formation) or joined(_(TRACKS[army]), _("Independent units"))
        yield name, [unit for unit in own if state.board.roster[unit].formation == formation]


def _landing_cell(view: Any, unit: int, asked: bool, caption: str = "") -> Cell:
    state: State = view.position
    price = landings.price(state, unit) if landings.box_of(state, unit) else 0
    return _cell(view, unit, "landings", asked, caption or (str(price) if price else _("free")))


def _short(board: Board, box: str) -> str:
    """Return the short name of a wave's beach. The wave of Pointe du Hoc lands at Omaha."""
    return (beaches.named(board, box.removeprefix(landings.WAVE)) or "omaha").capitalize()


def landing_name(state: State, landing: str) -> str:
    """A beach by its name; Pointe du Hoc is none."""
    row = state.board.lines.beaches.get(landing)  # type: ignore[call-overload]  # a landing, or no beach
    return typographic(words(row.name)) if row is not None else "Pointe du Hoc"


def _shores(view: Any, state: State, unit: int) -> Iterator[Place]:
    """The beaches and the harbour where a unit may land; a glider regiment in the places of its zone."""
    if unit in state.box(GLIDERS):
        for order in view.legal_orders(unit):
            if isinstance(order, od.LandGlider):
                yield _place(view, _title(state, order.hex), "", order, order.hex)
        return
    price = landings.price(state, unit)
    note = ngettext("{count} reinforcement point", "{count} reinforcement points", price).format(count=price)
    found = landings.sites(state, unit)
    for hex_ in found:
        yield _place(view, shore_name(state, hex_), note if price else _("free"), od.Land((unit,), (hex_,)), hex_)
    if not found:
        yield _place(view, "", "", od.Land((unit,), ()))


def shore_name(state: State, hex_: HexId) -> str:
    """Return the name of the beach or of the Mulberry in a hex."""
    beach = next((name for name, at in state.board.beaches.items() if at == hex_), None)
    return landing_name(state, beach) if beach is not None else _("Mulberry, {place}").format(place=_title(state, hex_))


# ------------------------------------------------------------------------------------------------- Germans


def _arrivals(view: Any, state: State, asked: bool) -> Iterator[Group]:
    """Yield a box of German reinforcements for each day. Delayed units stay on theirs (ZOC-6.6-1, ZOC-6.6-4)."""
    coming, last = entries.schedule(state.board), state.board.turns
    waiting = sorted(
        (unit for unit in state.box("arrivals") if coming[unit].turn <= last),
        key=lambda unit: (coming[unit].turn, coming[unit].entry, unit),
    )
    for turn in dict.fromkeys(coming[unit].turn for unit in waiting):
        units = [unit for unit in waiting if coming[unit].turn == turn]
        cells = tuple(
            _cell(view, unit, "arrivals", asked, entry_name(state, unit), coming[unit].entry) for unit in units
        )
        late = turn < state.now.turn
        note = _("held back") if late else _("due today") if turn == state.now.turn else _units(len(cells))
        yield Group(joined(day_of_turn(state.board, turn), _("day {turn}").format(turn=turn)), note, cells)


def entry_name(state: State, unit: int) -> str:
    """The zone of entry of a reinforcement in a word, or the number of its hex."""
    coming = entries.schedule(state.board)[unit]
    if coming.hex is None:
        return _(COLOURS[coming.entry])
    return state.board.grid.label(coming.hex)


def colours_open(state: State, unit: int) -> tuple[str, ...]:
    """The zones in which a reinforcement may enter, in words: its own, and one more on either side for each day that it
    was held back (ZOC-6.6-4)."""
    lines, own = state.board.lines, set(entries.entry_hexes(state, unit))
    by_colour = {colour: lines.entries[colour] for colour in lines.entry_order}
    return tuple(_(COLOURS[colour]) for colour, hexes in by_colour.items() if own & set(hexes))


def _entries(view: Any, state: State, unit: int) -> Iterator[Place]:
    """Each hex of entry that is open to a reinforcement, with its colour."""
    lines = state.board.lines
    colours = {hex_: name for name, hexes in lines.entries.items() for hex_ in hexes}
    stays = {
        order.path[0]: order
        for order in view.legal_orders(unit)
        if isinstance(order, od.Enter) and len(order.path) == 1
    }
    for hex_ in entries.entry_hexes(state, unit):
        order = stays.get(hex_, od.Enter((unit,), (hex_,)))
        colour = _(COLOURS[colours[hex_]]) if hex_ in colours else ""
        yield _place(view, joined(_title(state, hex_), state.board.grid.label(hex_)), colour, order, hex_)


def _mobilisation(view: Any, state: State, asked: bool) -> Iterator[Group]:
    """The units of each mobilisation box (ZOC-6.7-1)."""
    for division in entries.boxes(state):
        cells = tuple(_cell(view, unit, "mobilisation", asked) for unit in state.box(f"mobilisation/{division}"))
        done = _("one was mobilised this turn") if division in state.now.mobilised else _units(len(cells))
        yield Group(formation_name(state.board, division), done, cells)


def _depots(view: Any, state: State, unit: int) -> Iterator[Place]:
    """The mobilisation hexes of a unit's division (ZOC-6.7-4)."""
    division = next((name for name in entries.boxes(state) if unit in state.box(f"mobilisation/{name}")), None)
    for hex_ in entries.mobilisation_hexes(state.board, division) if division is not None else ():
        told = joined(_title(state, hex_), state.board.grid.label(hex_))
        yield _place(view, told, "", od.Mobilise(unit, hex_), hex_)
