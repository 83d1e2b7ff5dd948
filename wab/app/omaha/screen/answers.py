"""Words and figures of units, orders and questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wab.app.omaha.looks import overlays
from wab.app.omaha.looks.looks import DIVISION_HEADS, anchorage, condition, name_of
from wab.app.wargame.adapter.pictures import Fact, Status
from wab.app.wargame.adapter.typography import typographic
from wab.engine.kernel.orders import Order
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.locale.numbers import percent
from wab.locale.typography import headed
from wab.systems.omaha.combat.attack import STRENGTH, USES
from wab.systems.omaha.combat.fields import fields_in
from wab.systems.omaha.ground.control import is_occupied
from wab.systems.omaha.movement import moving
from wab.systems.omaha.movement.actions import is_free
from wab.systems.omaha.sequence.victory import companies_on_heights
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.board import DIVISIONS, OF_SECTOR
from wab.systems.omaha.state.state import State
from wab.systems.omaha.state.steps import Tie
from wab.systems.omaha.units.command import is_commanded

BY_HEX = ("push", "smoke", "sand")
"""Questions whose answers are hexes."""
BY_UNIT = (
    "victim", "leader", "attacker", "mine", "new_hero", "rockets", "overstack",
)  # fmt: skip
"""Questions whose answers are units."""
SECTORS: Mapping[str, str] = {"east": N_("1st Division"), "west": N_("29th Division")}
WHY: Mapping[str, str] = {
    "fire": N_("a step lost"), "guns": N_("a step lost to the guns"), "mine": N_("a mine"),
    "sea": N_("a step lost at sea"),
    "attack": N_("a step lost"), "infiltration": N_("a step lost on the way"), "rockets": N_("rockets"),
    "hero": N_("a hero"),
}  # fmt: skip
ON_CARD: Mapping[str, str] = {
    "landing": N_("{unit} lands on {place}"), "drift": N_("{unit} drifts to box {place}"),
    "delay": N_("{unit} is delayed"), "mine": N_("{unit} runs onto a mine"), "sea": N_("{unit} loses a step at sea"),
    "hero": N_("{unit} has a hero"), "rockets": N_("{unit} is hit by rockets"), "guns": N_("{unit} loses a step"),
}  # fmt: skip
"""The effect of a card on a unit, as it is written under the card; `place` is a box or a hex."""


def hex_lines(state: State, hex_: HexId) -> Sequence[str]:
    """The landing boxes of a hex, and the positions whose fire reaches it."""
    board, words = state.board, overlays.level_words()
    lines = [_("landing box {box}").format(box=name) for name in board.boxes if anchorage(board, name) == hex_]
    dots = [dot for dot in fields_in(state).over.get(hex_, ()) if is_occupied(state, state.positions[dot.position])]
    for level in reversed(overlays.LEVELS):
        firing = sorted(name_of(state, dot.position) for dot in dots if dot.level == level)
        if firing:
            told = headed(words[level], ", ".join(firing))
            lines.append(typographic(told))
    if hex_ in board.obstacles and hex_ not in state.now.cleared:
        lines.append(_("obstacles"))
    return lines


def facts(state: State, unit: int) -> Sequence[Fact]:
    """The lines about an own unit."""
    one, profile = state.unit(unit), state.profile(unit)
    found = [Fact(_("Division"), _(SECTORS[state.command(unit)]), "OMA-5.22-1")]
    if profile.full:
        weapons = ", ".join(sorted(profile.weapons(one.steps, 1))) or _("none")
        found += [
            Fact(_("Strength"), str(state.strength(unit)), "OMA-2.21-6"),
            Fact(_("Steps"), f"{one.steps}/{profile.full}", "OMA-2.21-3"),
            Fact(_("Weapons"), weapons, "OMA-2.21-7"),
        ]
        if profile.range(one.steps) > 1:
            found.append(Fact(_("Range"), str(profile.range(one.steps)), "OMA-2.21-8"))
    state_words = condition(one, profile)
    if is_commanded(state, unit):
        state_words = (*state_words, _("under command"))
    if one.acted:
        state_words = (*state_words, _("has acted"))
    if state_words:
        found.append(Fact(_("State"), ", ".join(state_words), "OMA-7.1-8"))
    if unit in state.units and not one.acted:
        found.append(Fact(_("Action"), why_free(state, unit), "OMA-7.1-8"))
    if unit in state.units and profile.full:
        risk = overlays.risks_of(state, unit, (one.hex,))[one.hex]
        found.append(Fact(_("Risk"), _("{risk} to lose a step").format(risk=percent(risk)), "OMA-6.3-1"))
    return found


def why_free(state: State, unit: int) -> str:
    """Say for which reason a unit acts for nothing, and through which leader; else that it takes a paid action
    (OMA-7.1-2 to OMA-7.1-8).
    """
    profile = state.profile(unit)
    if profile.leader:
        return _("free: a leader")
    leaders = [state.profile(leader).key for leader, units in state.now.orders.items() if unit in units]
    if leaders:
        return _("free: under {leader}").format(leader=", ".join(leaders))
    if profile.ranger:
        return _("free: rangers")
    if is_free(state, unit):
        return _("free: led by a hero")
    on_sand = profile.infantry and bool(state.board.beach[state.units[unit].hex])
    return _("paid, but for moves towards shelter") if on_sand else _("takes a paid action")


def _aim(state: State, points: int) -> Status:
    """The points to win, or the aim of a lesson."""
    aim = state.board.goal
    if aim is not None:
        told = _("Companies on high ground, and the number that wins after the last turn.")
        return Status(_("Heights"), str(companies_on_heights(state)), str(aim.high), told, "OMA-12.11-1")
    wanted = state.board.victory.to_win
    return Status(_("VP"), str(points), str(wanted), _("Points now, and points to win."), "OMA-13.2-1")


def status(state: State, points: int) -> Sequence[Status]:
    """Points, clock and tide, loss boxes, naval fire, paid actions."""
    tables, now = state.board.tables, state.now
    most = tables.limits.catastrophe[state.late]
    tides = {"low": _("low"), "mid": _("mid"), "high": _("high")}
    found = [
        _aim(state, points),
        Status(_("Tide"), tides[state.tide], tables.turns.clock(max(1, now.turn)), _("Tide and hour."), "OMA-5.21-1"),
    ]
    for division in DIVISIONS:
        if any(OF_SECTOR[sector] == division for sector in state.board.sectors):
            tip = _("Companies with their second step lost, and the number that ends the landing.")
            head, lost = _(DIVISION_HEADS[division]), str(state.losses(division))
            found.append(Status(head, lost, str(most), tip, "OMA-13.1-1"))
    found.append(Status(_("Naval"), str(now.naval), tip=_("Naval fire at hand."), clause="OMA-8.5-1"))
    if now.acting:
        left, all_ = state.paid_actions(now.acting), tables.limits.paid[state.late]
        tip = _("Paid actions left to the {division}.").format(division=_(SECTORS[now.acting]))
        found.append(Status(_("Actions"), str(left), str(all_), tip, "OMA-7-1"))
    return found


def tie(state: State) -> Tie | None:
    """The question that is asked."""
    first = state.agenda[0] if state.agenda else None
    return first if isinstance(first, Tie) else None


def goal(state: State, order: od.Choose) -> HexId | None:
    """The hex that an answer names: a hex, or the hex of a unit."""
    asked = tie(state)
    if asked is None:
        return None
    return order.answer if asked.kind in BY_HEX else None


def words(state: State, order: Order) -> str:
    """An order in a few words, "" if its kind says enough."""
    board = state.board
    match order:
        case od.PlaceInBox(unit=unit, box=box):
            return _("{unit} into box {box}").format(unit=board.roster[unit].key, box=box)
        case od.Delay(unit=unit):
            return _("{unit} waits for a turn").format(unit=board.roster[unit].key)
        case od.BeginSector(sector=sector):
            return _("Begin with the {division}").format(division=_(SECTORS[sector]))
        case od.Attack(naval=True):
            return _("Attack with naval fire")
        case od.Choose():
            return _answer(state, order.answer)
    return ""


def _answer(state: State, answer: int) -> str:
    asked = tie(state)
    if asked is None:
        return str(answer)
    roster = state.board.roster
    if asked.kind in BY_UNIT:
        unit = state.unit(answer)
        told = state.board.grid.label(unit.hex) if unit.hex >= 0 else unit.box
        return f"{roster[answer].key} ({told})"
    if asked.kind in BY_HEX:
        return state.board.grid.label(answer)
    unit_name = roster[asked.unit].key if asked.unit in roster else ""
    match asked.kind:
        case "hero":
            use = USES[answer]
            return {"": _("The hero stays out"), STRENGTH: _("The hero adds strength")}.get(
                use, _("The hero serves as {weapon}").format(weapon=use)
            )
        case "go_on":
            return _("{unit} goes on").format(unit=unit_name) if answer else _("{unit} stays").format(unit=unit_name)
        case "sacrifice":
            return _("The hero dies for {unit}").format(unit=unit_name) if answer else _("{unit} is lost").format(
                unit=unit_name
            )  # fmt: skip
    if not answer:
        return _("{unit} stays in its box").format(unit=unit_name)
    return _("{unit} drifts by {n}").format(unit=unit_name, n=abs(answer))


def notes(state: State, order: Order) -> tuple[str, ...]:
    """The price of an order, and the risk in the hex in which a unit ends."""
    found: list[str] = []
    if isinstance(order, od.Move):
        paid = moving.move_price(state, order.units, order.path[-1])
        found.append(_("free") if not paid else _("a paid action"))
        risks = [overlays.risks_of(state, unit, order.path[-1:])[order.path[-1]] for unit in order.units
                 if state.profile(unit).full]  # fmt: skip
        if risks:
            found.append(_("{risk} to lose a step there").format(risk=percent(max(risks))))
            found.append(overlays.cards_words(state, max(risks)))
    return tuple(found)


def risks(state: State, unit: int | None) -> Mapping[HexId, float]:
    """The risk of a unit in its hex and the hexes around; of all units where they stand without one."""
    if unit is not None and unit in state.units and state.profile(unit).full:
        here = state.units[unit].hex
        around = [hex_ for hex_ in state.board.grid.adjacent(here) if state.board.terrain[hex_] != "sea"]
        return overlays.risks_of(state, unit, (here, *around))
    found: dict[HexId, float] = {}
    for one in state.units.values():
        if state.profile(one.id).full:
            risk = overlays.risks_of(state, one.id, (one.hex,))[one.hex]
            found[one.hex] = max(found.get(one.hex, 0.0), risk)
    return found


def lacking(weapons: Sequence[str]) -> str:
    """The weapons that an attack lacks, in words."""
    return _("without {weapons}").format(weapons=", ".join(weapons)) if weapons else _("with every weapon")


def why_words(why: str) -> str:
    """The cause of a change in a few words, "" for one that needs none."""
    return _(WHY[why]) if why in WHY else ""
