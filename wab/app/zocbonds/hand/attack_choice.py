"""An attack put together part by part: units, main force, attached unit, guns, aircraft, ships (ZOC-10.3, ZOC-11.6).

Every part is a row. A click on it, or its figure, goes on to the next value that the rules allow; the rules judge every
combination.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from msgspec.structs import replace

from wab.app.wargame.adapter.typography import chance, joined, short_clause, typographic
from wab.app.wargame.hand.ticks import Row
from wab.app.zocbonds.looks.looks import formation_name, unit_name
from wab.field.forecast import Forecast, is_better, verdict
from wab.locale import _, ngettext
from wab.systems.zocbonds.combat.air import most_air
from wab.systems.zocbonds.combat.attack import attachable, may_ever_attack, why_not_attack, why_not_fight
from wab.systems.zocbonds.combat.forecast import forecast_of
from wab.systems.zocbonds.combat.odds import NO_ROLL, Contribution, Preview, preview
from wab.systems.zocbonds.combat.results import effect_of
from wab.systems.zocbonds.combat.support import most_shifts, payers
from wab.systems.zocbonds.combat.werfer import ready_guns
from wab.systems.zocbonds.state.orders import Attack
from wab.systems.zocbonds.state.state import State
from wab.systems.zocbonds.telling.journal import TRACKS
from wab.systems.zocbonds.units import headquarters


@dataclass(frozen=True, kw_only=True)
class Part(Row):
    """A part of an attack: its name, its chosen value, and the attack that a click leads to.

    `detail` stands under its words. `effect` tells the result of the click. `before` leads to the value before this
    one, and is None if `after` leads to the only other value.
    """

    name: str
    words: str
    value: str
    after: Attack
    detail: str = ""
    effect: str = ""
    before: Attack | None = None

    @property
    def key(self) -> str:
        """Its name."""
        return self.name


# ------------------------------------------------------------------------------------------------- where it begins


def goes_back(state: State, seen: Preview) -> float:
    """The chance that an attack makes the defender go back, stands left out."""
    return sum(share for result, share in seen.chances.items() if effect_of(state.board.tables.combat, result).retreat)


def worth(state: State, order: Attack) -> tuple[float, int]:
    """Return the worth of an attack: the chance that the defender retreats, then the fewest attackers."""
    return goes_back(state, preview(state, order)), -len(order.units)


def best(state: State, orders: Iterable[Attack]) -> Attack:
    """Return the most promising attack on a hex, if possible without supply, flights and ships."""
    found = list(orders)
    free = [order for order in found if not (order.guns or order.air or order.naval)]
    return max(free or found, key=lambda order: worth(state, order))


def forecast(state: State, order: Attack) -> Forecast | None:
    """The forecast of an attack; None while it is not legal."""
    return forecast_of(state, order, preview(state, order)) if why_not_attack(state, order) is None else None


def better_parts(state: State, order: Attack) -> Iterator[tuple[int, Part, Forecast]]:
    """The parts of an attack that raise its word with a click, the best first: place, part, the forecast with it."""
    now, found = forecast(state, order), []
    for place, row in enumerate(rows(state, order)):
        then = forecast(state, row.after) if now is not None and not row.ticked and row.refusal is None else None
        if now is not None and then is not None and is_better(verdict(then), verdict(now)):
            found.append((place, row, then))
    yield from sorted(found, key=lambda one: (-one[2].won, -one[2].theirs, one[0]))


def bettered(state: State, order: Attack) -> Attack:
    """An attack with those further units of its own stacks that raise its word, one by one."""
    origins = {state.units[unit].hex for unit in order.units}
    for _place, row, _then in better_parts(state, order):
        if row.unit is not None and state.units[row.unit].hex in origins:
            return bettered(state, row.after)
    return order


# ------------------------------------------------------------------------------------------------- its rows


def rows(state: State, order: Attack) -> tuple[Part, ...]:
    """Return the parts of an attack that leave a choice, then each unit next to the target."""
    guns = (*_guns(state, order), _stores(state, order))
    parts = (_main(state, order), _attached(state, order), *guns, *_flown_and_shipped(state, order))
    return (*(row for row in parts if row is not None), *_units(state, order))


def _row(state: State, key: str, words: str, value: str, values: Sequence[Attack], order: Attack) -> Part | None:
    """A part with several values: the click goes on to the next one that the rules allow; None for no choice."""
    if len(values) < 2:
        return None
    place = values.index(order) if order in values else -1
    later = [*values[place + 1 :], *values[: max(0, place)]]
    open_ = [one for one in later if why_not_attack(state, one) is None]
    if not open_:
        refusal = why_not_attack(state, later[0])
        return Part(None, None, refusal, name=key, words=words, value=value, after=later[0])
    told = effect(state, open_[0])
    return Part(None, None, name=key, words=words, value=value, after=open_[0], effect=told, before=open_[-1])


def effect(state: State, order: Attack) -> str:
    """The column of an attack, and the chance that the defender goes back."""
    seen = preview(state, order)
    column = seen.column if seen.column != NO_ROLL else "A1"
    return f"{column}, {chance(goes_back(state, seen))}"


def force_name(state: State, force: str) -> str:
    """A main assault force: a formation, or an independent unit."""
    board = state.board
    return formation_name(board, force) or unit_name(board.roster[board.ids[force]])


def _main(state: State, order: Attack) -> Part | None:
    forces = dict.fromkeys(state.profile(unit).force for unit in order.units)
    values = [fitted(state, replace(order, main=force)) for force in forces]
    here = fitted(state, order)
    return _row(state, "main", _("Main force"), force_name(state, order.main), values, here)


def _attached(state: State, order: Attack) -> Part | None:
    values = [replace(order, attached=unit) for unit in (None, *attachable(state, order.units, order.main))]
    told = _("none") if order.attached is None else unit_name(state.board.roster[order.attached])
    return _row(state, "attached", _("Attached to it"), told, values, order)


def _guns(state: State, order: Attack) -> Iterator[Part | None]:
    """The guns in reach that may help these units, one by one: each click is a shift more, then none."""
    chosen = Counter(order.guns)
    for gun in ready_guns(state, state.now.side, order.target):
        if gun in chosen or headquarters.why_not_for(state, gun, order.units) is None:
            profile, shots = state.profile(gun), chosen[gun]
            values = [_fired(order, gun, count) for count in range(most_shifts(state, profile) + 1)]
            told = ngettext("{count} shift", "{count} shifts", shots).format(count=shots) if shots else _("none")
            yield _row(state, f"gun-{gun}", _("Artillery, {name}").format(name=profile.label), told, values, order)


def _fired(order: Attack, gun: int, count: int) -> Attack:
    """Return an attack with `count` shifts of a gun. If the guns change, the choice of stores is cleared."""
    guns = tuple(sorted([*(other for other in order.guns if other != gun), *[gun] * count]))
    return order if guns == order.guns else replace(order, guns=guns, stores=())


def _stores(state: State, order: Attack) -> Part | None:
    """Return the choice of the stores that pay for the guns, if several can pay (ZOC-17.2-10)."""
    choices = [headquarters.paying(state, gun) if state.profile(gun).is_hq else ("",) for gun in order.guns]
    values = [replace(order, stores=stores) for stores in product(*choices)]
    spent = Counter(track for _gun, track in payers(state, order.guns, order.stores) or ())
    told = ", ".join(_(TRACKS[track]) + (f" ×{count}" if count > 1 else "") for track, count in sorted(spent.items()))
    return _row(state, "stores", _("Paid by"), told, values, order) if order.guns else None


def _flown_and_shipped(state: State, order: Attack) -> Iterator[Part | None]:
    if state.now.side != "allied":
        return
    flights = [replace(order, air=count) for count in range(most_air(state) + 1)]
    yield _row(state, "air", _("Aircraft"), str(order.air or _("none")), flights, order)
    ships = [replace(order, naval=count) for count in range(state.board.tables.shifts.right["naval"] + 1)]
    yield _row(state, "naval", _("Ships"), str(order.naval or _("none")), ships, order)


def fitted(state: State, order: Attack) -> Attack:
    """An attack whose main force and attached unit are still among its units."""
    forces = [state.profile(unit).force for unit in order.units]
    main = order.main if order.main in forces or not forces else forces[0]
    attached = order.attached if order.attached in attachable(state, order.units, main) else None
    return replace(order, main=main, attached=attached)


def _units(state: State, order: Attack) -> Iterator[Part]:
    """Yield the side's units next to the target whose kind can attack."""
    brought = {part.unit: part for part in preview(state, order).attackers}
    for unit in state.beside(order.target, state.now.side):
        if not may_ever_attack(state, unit):
            continue
        ticked = unit.id in order.units
        units = tuple(sorted({*order.units} ^ {unit.id}))
        after = fitted(state, replace(order, units=units)) if units else order
        refusal = why_not_fight(state, unit, order.target) or why_not_attack(state, after)
        yield Part(
            unit.id,
            ticked,
            refusal if not ticked or not units else why_not_attack(state, after),
            name=f"unit-{unit.id}",
            words=unit_name(state.profile(unit.id)),
            value=str(state.strength(unit)),
            after=after,
            detail=contribution_words(brought[unit.id]) if ticked else "",
            effect=effect(state, after) if refusal is None and units else "",
        )


def contribution_words(part: Contribution) -> str:
    """Tell whether a unit counts in full, or by half and why."""
    if not part.halved:
        return _("in full")
    causes = ", ".join(f"{typographic(str(one.text))} ({short_clause(one.clause)})" for one in part.halved)
    return _("half: {causes}").format(causes=causes)


# ------------------------------------------------------------------------------------------------- defence and price


def defence_words(state: State, seen: Preview) -> str:
    """Tell the strength of each defender, the bonus of the ground, and how much of it counts."""
    told = [f"{state.board.roster[part.unit].label}\N{NO-BREAK SPACE}({part.strength})" for part in seen.defenders]
    if seen.bonus:
        told.append(_("ground +{bonus}").format(bonus=seen.bonus))
    limit = _("{count} defend, {most} of them count").format(count=seen.full_defence, most=seen.defence)
    return joined(", ".join(told), limit if seen.full_defence > seen.defence else f"= {seen.defence}")


def price_words(state: State, order: Attack) -> str:
    """Return the supply points, flights and ships that an attack uses up, or "" for none."""
    points = sum(1 for gun in order.guns if state.profile(gun).is_hq)
    told = []
    if points:
        told.append(ngettext("{count} supply point", "{count} supply points", points).format(count=points))
    if order.air:
        told.append(ngettext("{count} air unit", "{count} air units", order.air).format(count=order.air))
    if order.naval:
        told.append(_("a ship"))
    return _("Uses up: {means}").format(means=", ".join(told)) if told else ""
