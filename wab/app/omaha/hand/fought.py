"""An attack after it was fought: each reading of the table, what it cost, and how usual the result was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.app.omaha.hand.forecast import RESULTS, prospect_of
from wab.app.omaha.looks import looks
from wab.app.wargame.adapter import fights
from wab.app.wargame.adapter.outcome import Chain, Link, Outcome, Toll
from wab.app.wargame.adapter.pictures import Tone
from wab.app.wargame.attack.verdict import capital
from wab.engine.kernel.events import Event
from wab.field.forecast import Fought, headline
from wab.locale import _, ngettext
from wab.systems.omaha.state import events as ev
from wab.systems.omaha.state import orders as od
from wab.systems.omaha.state.state import DEAD, State


def outcome_of(state: State, events: Sequence[Event]) -> Outcome | None:
    """An attack from its events; `state` is what the seat knew before it. None for any other deed."""
    first = events[0]
    readings = [event for event in events if isinstance(event, ev.Resolved)]
    if not isinstance(first, ev.Acted) or first.deed != "attack" or not readings:
        return None
    target, board = first.hex, state.board
    engaged = next((event for event in events if isinstance(event, ev.Engaged)), None)
    naval = engaged is not None and engaged.naval
    last = board.tables.attack.results[readings[-1].code]
    tolls = tuple(_tolls(state, events))
    gone = any(toll.after == 0 for toll in tolls if toll.full)
    result = Fought(last.defeats, float(last.attacker_steps), 1.0 if last.defeats else 0.5 * last.takes_marker)
    prospect = prospect_of(state, od.Attack(target, first.units, naval))
    return Outcome(
        place=looks.position_title(board, target) or board.grid.label(target),
        hexes=(target, *sorted({state.units[unit].hex for unit in first.units})),
        attacked=True,
        headline="won" if last.defeats else "held" if last.disrupts and not last.attackers_disrupted
        else headline(result, unit_lost=gone),
        unit_lost=gone,
        sentence=f"{capital(_(RESULTS[readings[-1].code]))}.",
        chains=tuple(_chain(place, one) for place, one in enumerate(readings)),
        tolls=tolls,
        ground=(_("The position lies free.") if last.defeats else fights.kept(attacked=True),),
        luck=fights.luck(prospect, result, attacked=True) if result in prospect else "",
        first=first,
    )  # fmt: skip


def _chain(place: int, one: ev.Resolved) -> Chain:
    """Strength, weapons, result of a reading."""
    lacks = ", ".join(one.lacking)
    good: Tone = "good" if one.code in ("X", "XX", "L", "V", "D") else "bad"
    return Chain(
        _("The attack") if not place else _("Against the reserve"),
        (
            Link(_("Strength"), f"{one.us} : {one.german}", _("ours to theirs")),
            Link(_("Weapons"), lacks or _("all"), _("lacking") if lacks else _("at hand"),
                 tone="bad" if lacks else "good"),
            Link(_("Table"), one.code, tone=good),
        ),
    )  # fmt: skip


def _tolls(state: State, events: Sequence[Event]) -> Iterator[Toll]:
    """Own units that changed in the attack, as they were and as they are."""
    changed = {event.unit.id: event.unit for event in events if isinstance(event, ev.UnitChanged)}
    for unit, after in changed.items():
        before, profile = state.units.get(unit), state.profile(unit)
        if before is None or not profile.full:
            continue
        left = 0 if after.box == DEAD else after.steps
        lost = before.steps - left
        words = ngettext("−{count} step", "−{count} steps", lost).format(count=lost) if lost else _("no loss")
        note = _("disrupted") if after.disrupted and left else ""
        counter = looks.counter(state, before, before.hex)
        yield Toll(
            profile.key, words if left else _("destroyed"), True, before.steps, left, profile.full, counter, note
        )
