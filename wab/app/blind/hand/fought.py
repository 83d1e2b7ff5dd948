"""A table after it has closed, in words: how it ended, what it cost unit by unit, and how usual the last fire was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wab.app.blind.hand.forecast import Volley, prospect_of
from wab.app.blind.looks.looks import place_title, printed, unit_name
from wab.app.wargame.adapter import fights
from wab.app.wargame.adapter.outcome import Outcome, Toll, totals
from wab.engine.kernel.events import Event
from wab.field.forecast import Fought, headline
from wab.locale import _, ngettext
from wab.systems.blind.combat.losses import total
from wab.systems.blind.state import events as ev
from wab.systems.blind.state.state import State
from wab.systems.blind.state.steps import Shown


def outcome_of(state: State, side: str, events: Sequence[Event]) -> Outcome | None:
    """A table as a side saw it, from the events at it; `state` is what the side knew before it closed. None for bombs,
    and for a table without fire."""
    opened = next((event for event in events if isinstance(event, ev.TableOpened)), None)
    table = state.now.table
    if opened is None or table is None or opened.bombs or not table.fires:
        return None
    attacking = state.now.side
    lost = totals([loss for event in events if isinstance(event, ev.StepsLost) for loss in event.losses])
    attackers, defenders = {one.unit for one in opened.attackers}, {one.unit for one in opened.defenders}
    won = table.entered or any(isinstance(event, ev.Advanced) and event.units for event in events)
    ours, theirs = (sum(lost.get(unit, 0) for unit in units) for units in (attackers, defenders))
    result, gone = Fought(won, ours, theirs), {one.unit for one in _shown(opened) if lost.get(one.unit, 0) >= one.steps}
    attacked = side == attacking
    return Outcome(
        place=place_title(state.board, opened.target),
        hexes=(opened.target,),
        attacked=attacked,
        headline=headline(result, unit_lost=not gone.isdisjoint(attackers)),
        unit_lost=not gone.isdisjoint(attackers if attacked else defenders),
        sentence=_sentence(result, given=table.given, attacked=attacked),
        chains=(),
        tolls=tuple(_tolls(state, opened, lost, side)),
        ground=(_("The hex has a new owner.") if won else fights.kept(attacked=attacked),),
        luck=_luck(state, opened.defenders, ours, attacked=attacked),
    )


def _shown(opened: ev.TableOpened) -> tuple[Shown, ...]:
    return (*opened.attackers, *opened.defenders)


def _sentence(result: Fought, *, given: bool, attacked: bool) -> str:
    """The end of the table, and the steps that both sides lost."""
    if attacked:
        words = _("The attack took the hex.") if result.won else _("The attack failed.")
    else:
        words = _("The enemy took the hex.") if result.won else _("The enemy attacked in vain.")
    ours, theirs = (result.ours, result.theirs) if attacked else (result.theirs, result.ours)
    lost = _("We lose {ours}, the enemy {theirs}.").format(ours=_steps(int(ours)), theirs=_steps(int(theirs)))
    way = _("The defender gave ground.") if given else ""
    return " ".join(part for part in (words, way, lost) if part)


def _steps(count: int) -> str:
    return ngettext("{count} step", "{count} steps", count).format(count=count) if count else _("nothing")


def _luck(state: State, there: Sequence[Shown], ours: int, *, attacked: bool) -> str:
    """Tell how usual the steps were that the attacking fire took; "" if the attack never fired."""
    fires = [fire for fire in state.table.fires if fire.side == state.now.side]
    prospect = prospect_of(state, [Volley("", fire.power, fire.causes) for fire in fires], there, ours)
    if not prospect:
        return ""
    steps, all_ = sum(fire.steps for fire in fires), total(there)
    return fights.luck(prospect, Fought(steps > all_, ours, min(steps, all_)), attacked=attacked)


def _tolls(state: State, opened: ev.TableOpened, lost: dict[int, int], side: str) -> Iterator[Toll]:
    """The units on the table that lost steps, ours first."""
    hurt = [one for one in _shown(opened) if lost.get(one.unit)]
    for one in sorted(hurt, key=lambda one: state.side_of(one.unit) != side):
        profile, after = state.profile(one.unit), max(0, one.steps - lost[one.unit])
        words = ngettext("−{count} step", "−{count} steps", lost[one.unit]).format(count=lost[one.unit])
        yield Toll(
            unit_name(profile),
            words if after else _("destroyed"),
            state.side_of(one.unit) == side,
            one.steps,
            after,
            profile.full,
            printed(profile, one.hex, one.steps, turned=one.turned),
            _("{after} of {full} left").format(after=after, full=profile.full) if after else "",
        )
