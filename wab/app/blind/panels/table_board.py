"""The table as a board over the map: who lies on it, each fire with its causes, and the switches of what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from wab.app.blind.hand import forecast
from wab.app.blind.hand.hand import BlindHand
from wab.app.blind.hand.table_rows import TablePlan, TableRow, effect
from wab.app.blind.looks.looks import place_title, printed, unit_name
from wab.app.gfx.theme import METRICS
from wab.app.hud.kit import Box, Tip
from wab.app.hud.widgets import Action, button, key_name, tick
from wab.app.wargame.adapter.fights import in_hundred
from wab.app.wargame.adapter.outcome import Outcome
from wab.app.wargame.adapter.pictures import Odds
from wab.app.wargame.adapter.typography import reason, signed
from wab.app.wargame.attack import card
from wab.app.wargame.attack import odds as board
from wab.app.wargame.attack import verdict as verdicts
from wab.app.wargame.attack.sheet import Verdict
from wab.app.wargame.ui.desk import Desk
from wab.engine.kernel.view import View
from wab.hexes import HexId
from wab.locale import _
from wab.locale.numbers import fixed
from wab.locale.typography import headed
from wab.systems.blind.state.board import enemy_of
from wab.systems.blind.state.state import State
from wab.systems.blind.state.steps import Fire, Shown

WIDE, LEAST, BACK, GAP = 1000.0, 640.0, 460.0, 16.0
COUNTER, STEP = 50.0, 56.0
HEAD, LINE, ROW, FOOT = 26.0, 24.0, 30.0, 60.0


def draw(desk: Desk, hand: BlindHand, view: View, told: Outcome | None = None, *, more: int = 0) -> bool:
    """Draw the table of a view. `more` tables wait after it; with the present one open it is 0. `told` is the result of
    one that has closed.

    Return True if the player has read a table that is closed.
    """
    state: State = view.position  # type: ignore[attr-defined]  # the views of this system hold a position
    kit, plan, closed = desk.kit, hand.plan, view is not desk.view
    asked = not closed and isinstance(plan, TablePlan) and not (desk.replaying or desk.showing)
    rows = desk.kept("table-rows", lambda: hand.rows, plan) if asked and plan is not None else ()
    odds = desk.kept("table-odds", lambda: forecast.odds_of(state, plan.order), plan) if asked and plan else None
    certain = effect(state, plan.order) if asked and plan is not None else ()
    wide = min(WIDE, max(LEAST, kit.screen.w - 24))
    narrow = asked and state.table.stage == "retreat"  # where to is seen on the map
    upper = 0.0 if narrow else max(_high_of(state, side) for side in ("attack", "defence"))
    fires = 0.0 if narrow else HEAD + LINE * max(1, len(state.table.fires))
    wide = BACK if narrow else wide
    half = wide - 2 * GAP - 8 if narrow else (wide - 3 * GAP) / 2
    found = desk.kept("table-verdict", lambda: _verdict(state, hand), plan) if asked else None
    judged = HEAD + verdicts.height(kit, found, half) + GAP if found is not None else 0.0
    weighed = judged + (board.height(desk, odds) if odds is not None else 0.0)
    asking = max(_high_of_rows(rows, certain), weighed) if asked else 0.0
    if told is not None:
        asking = card.summary_height(kit, told, wide - 2 * GAP)
    whole, top = upper + fires + asking + 3 * GAP, METRICS.top_bar + 10.0
    most = kit.screen.h - top - 12
    left = kit.screen.w - wide - 12 if narrow else (kit.screen.w - wide) / 2
    box = Box(left, top, wide, min(METRICS.title_strip + whole + FOOT + 20, most))
    title = _("The table: {hex}").format(hex=place_title(state.board, state.table.target))
    with kit.panel("table", box, title=title, icon="attack", opacity=0.985, front=True) as panel:
        inside = Box(box.x + GAP, panel.box.y + 8, wide - 2 * GAP, box.bottom - FOOT - panel.box.y - 10)
        with kit.scroll("table-parts", Box(inside.x, inside.y, inside.w + 8, inside.h), whole) as moved:
            y = moved.top
            if not narrow:
                _attackers(desk, state, Box(inside.x, y, half, upper))
                _defenders(desk, state, Box(inside.x + half + GAP, y, half, upper))
                _fires(desk, state, Box(inside.x, y + upper + GAP, inside.w, fires))
                y += upper + fires + 2 * GAP
            if asked:
                _rows(desk, hand, rows, certain, Box(inside.x, y, half, asking))
                right = Box(inside.x + half + GAP, y, half, asking)
                if found is not None:
                    kit.heading(_("Verdict"), Box(right.x, y + 2, half, 18))
                    verdicts.draw(kit, found, Box(right.x, y + HEAD, half, judged - HEAD - GAP))
                _forecast(desk, odds, Box(right.x, y + judged, half, asking - judged))
            elif told is not None:
                card.draw_summary(kit, told, Box(inside.x, y, inside.w, asking))
        return _foot(desk, hand, view, Box(box.x + GAP, box.bottom - 50, wide - 2 * GAP, 38), closed, asked, more)


def _verdict(state: State, hand: BlindHand) -> Verdict | None:
    """The verdict on an attack that goes on; None for other questions."""
    found = hand.forecast
    if found is None:
        return None
    losses = _("We lose {ours} steps for {theirs} of theirs.")
    return Verdict(
        forecast=found,
        won=_("hex won {chance}").format(chance=in_hundred(found.won)),
        losses=losses.format(ours=fixed(found.ours), theirs=fixed(found.theirs)),
        names={one.unit: unit_name(state.profile(one.unit)) for one in state.table.attackers},
    )


# ---------------------------------------------------------------- who lies there


def _groups(state: State) -> list[tuple[HexId, list[Shown]]]:
    """The attackers by the hex from which they come."""
    ranked = sorted(state.table.attackers, key=lambda one: (one.hex, one.unit))
    return [(hex_, list(units)) for hex_, units in groupby(ranked, key=lambda one: one.hex)]


def _high_of(state: State, part: str) -> float:
    parts = max(1, len(_groups(state))) if part == "attack" else 1
    return HEAD + parts * (LINE + COUNTER + 8)


def _attackers(desk: Desk, state: State, box: Box) -> None:
    side, y = state.now.side, box.y + HEAD
    _heading(desk, _("Attackers"), side, box)
    if state.table.bombs:
        told = _("Carpet bombing with fire {power}").format(power=state.table.bombs)
        desk.kit.text(told, box.x, y, size=15, font="medium")
    elif not state.table.attackers:
        desk.kit.text(_("no attacker is left"), box.x, y, desk.kit.colours.second, size=14)
    for hex_, units in _groups(state):
        off = [one.unit for one in units if one.unit in state.table.cancelled]
        told = _("from {hex}").format(hex=place_title(state.board, hex_))
        if hex_ in state.table.air and state.now.side == "allied":
            told += " · " + _("with an air unit")
        if hex_ == state.table.shipped and state.table.ship:
            told += " · " + _("with a ship")
        desk.kit.text(told, box.x, y, desk.kit.colours.second, size=14, room=box.w)
        _counters(desk, state, units, off, Box(box.x, y + LINE - 4, box.w, COUNTER))
        y += LINE + COUNTER + 8


def _defenders(desk: Desk, state: State, box: Box) -> None:
    kit, table = desk.kit, state.table
    _heading(desk, _("Defenders"), enemy_of(state.now.side), box)
    forces = ["+".join(state.profile(unit).label for unit in force) for force in table.forces]
    told = _("the hex is empty") if not table.defenders else _("all units in the hex")
    if table.defenders and (forces or table.stage not in ("forces",)):
        told = _("fire: {forces}").format(forces=", ".join(forces)) if forces else _("no unit fires")
    if table.bombs:
        told = _("bombed: no unit fires") if table.defenders else _("the hex is empty")
    kit.text(told, box.x, box.y + HEAD, kit.colours.second, size=14, room=box.w)
    _counters(desk, state, table.defenders, (), Box(box.x, box.y + HEAD + LINE - 4, box.w, COUNTER))


def _heading(desk: Desk, told: str, side: str, box: Box) -> None:
    desk.kit.heading(headed(told, desk.adapter.side_name(side)), Box(box.x, box.y + 2, box.w, 18))


def _counters(desk: Desk, state: State, units: Sequence[Shown], off: Iterable[int], box: Box) -> None:
    """The units side by side; units that were called off are dimmed."""
    kit, off = desk.kit, set(off)
    step = min(STEP, (box.w - COUNTER) / max(1, len(units) - 1))
    for place, one in enumerate(units):
        cell = Box(box.x + place * step, box.y, COUNTER, COUNTER)
        profile = state.profile(one.unit)
        kit.counter(printed(profile, one.hex, one.steps, turned=one.turned), cell.x, cell.y, COUNTER)
        if one.unit in off:
            kit.plate(cell, kit.colours.ground.fade(0.6), 4)
        notes = [_("{now} of {full} steps").format(now=one.steps, full=profile.full)]
        notes += [_("has moved: fights at half")] if one.turned else []
        notes += [_("called off")] if one.unit in off else []
        kit.explain(f"table-{one.unit}", cell, unit_name(profile), *notes)


# ---------------------------------------------------------------- fire


def _fires(desk: Desk, state: State, box: Box) -> None:
    kit, y = desk.kit, box.y + HEAD
    kit.heading(_("Fire"), Box(box.x, box.y + 2, box.w, 18), note=_("steps"))
    if not state.table.fires:
        kit.text(_("No shot has been fired."), box.x, y, kit.colours.second, size=14)
    for place, fire in enumerate(state.table.fires):
        _fire(desk, state, fire, place, Box(box.x, y, box.w, LINE - 2))
        y += LINE


def _fire(desk: Desk, state: State, fire: Fire, place: int, cell: Box) -> None:
    kit = desk.kit
    kit.plate(cell, kit.colours.ground.fade(0.6), 3)
    kit.plate(Box(cell.x, cell.y, 4, cell.h), desk.ink_of(fire.side), 1)
    x = cell.x + 12
    x += kit.text(_force_name(state, fire), x, cell.y + 2, size=14, font="medium", room=cell.w * 0.34) + 12
    told = _("{power} on {line}").format(power=fire.power, line=signed(fire.line))
    x += kit.text(told, x, cell.y + 2, kit.colours.action, size=14, font="figures") + 12
    causes = ", ".join(f"{signed(cause.value)} {cause.text}" for cause in fire.causes)
    kit.text(causes, x, cell.y + 3, kit.colours.second, size=13, room=cell.right - 110 - x)
    kit.icon(f"die_{fire.die}", cell.right - 84, cell.y + 1, 20, kit.colours.text)
    kit.text(str(fire.steps), cell.right - 24, cell.y + 1, kit.colours.action, size=17, font="figures", align=0.5)
    notes = tuple(f"{signed(cause.value)} {cause.text} ({cause.clause})" for cause in fire.causes)
    kit.explain(f"fire-{place}", cell, headed(told, forecast.steps_words(fire.steps)), *notes, clause="BLD-7-12")


def _force_name(state: State, fire: Fire) -> str:
    if state.table.bombs:
        return _("bombers")
    if fire.side == state.now.side:
        return _("from {hex}").format(hex=place_title(state.board, fire.force))
    force = state.table.forces[fire.force] if fire.force < len(state.table.forces) else ()
    return ", ".join(state.profile(unit).label for unit in force)


# ---------------------------------------------------------------- what is asked


def _high_of_rows(rows: Sequence[TableRow], certain: Sequence[str]) -> float:
    return HEAD * len({row.group for row in rows}) + ROW * len(rows) + LINE * len(certain) + 4


def _rows(desk: Desk, hand: BlindHand, rows: Sequence[TableRow], certain: Sequence[str], box: Box) -> None:
    kit, y, group = desk.kit, box.y, ""
    for place, row in enumerate(rows):
        if row.group != group:
            group = row.group
            kit.heading(group, Box(box.x, y + 4, box.w, 18))
            y += HEAD
        _row(desk, hand, row, place, Box(box.x, y, box.w, ROW - 3))
        y += ROW
    for line in certain:
        kit.text(line, box.x + 4, y + 4, kit.colours.action, size=14.5, font="medium", room=box.w)
        y += LINE


def _row(desk: Desk, hand: BlindHand, row: TableRow, place: int, cell: Box) -> None:
    kit, colours = desk.kit, desk.kit.colours
    hot = kit.hot(f"table-{row.key}", cell)
    lit = hot.hovered or place == hand.marked
    kit.plate(cell, colours.hover.fade(0.5) if lit else colours.ground.fade(0.6), 3)
    tick(kit, Box(cell.x + 6, cell.y + 6, 15, 15), bool(row.ticked), row.refusal is None)
    ink = colours.text if row.refusal is None else colours.off_text
    kit.text(row.words, cell.x + 30, cell.y + 4, ink, size=14.5, font="medium", room=cell.w - 56)
    if place < 9:
        kit.text(str(place + 1), cell.right - 8, cell.y + 5, colours.second, size=13, align=1.0)
    if hot.hovered and row.refusal is not None:
        clauses = row.refusal.clauses
        kit.tip = Tip(reason(row.refusal), (), clauses[0] if clauses else "")
    if hot.clicked:
        hand.change(row)


def _forecast(desk: Desk, odds: Odds | None, box: Box) -> None:
    if odds is not None:
        board.draw(desk, odds, Box(box.x, box.y, box.w, board.height(desk, odds)))


def _foot(desk: Desk, hand: BlindHand, view: View, box: Box, closed: bool, asked: bool, more: int) -> bool:
    """The button that gives the answer, or puts a closed table away; else who decides."""
    kit = desk.kit
    if closed:
        told = _("Next table") if more else _("Back to the maps")
        return button(kit, "table-back", box, Action(told, "map", key_name("enter"), "primary"))
    seat = view.to_act or ""
    if asked and hand.plan is not None:
        refusal = view.why_not(hand.plan.order)
        label = headed(desk.adapter.side_name(seat), hand.adapter.words_of(hand.plan.order))
        kind = "primary" if not hand.doubtful else "danger" if hand.warned else "normal"
        yes = Action(label, "check", key_name("enter"), kind, reason(refusal))
        if button(kit, "table-yes", box, yes):
            hand.confirm()
        return False
    told = _("{side} decide.").format(side=desk.adapter.side_name(seat)) if seat and not desk.showing else ""
    kit.text(told, box.x + box.w / 2, box.y + 8, kit.colours.second, size=15, align=0.5)
    return False
