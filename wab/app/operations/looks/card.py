"""The unit card: everything that a player may know of one unit, as words and figures ready to be set."""

from __future__ import annotations

from dataclasses import dataclass

from wab.app.gfx.specs import CounterSpec
from wab.app.operations.looks import texts
from wab.app.operations.looks.presenter import counter
from wab.app.operations.looks.texts import movement, points
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.typography import joined, number
from wab.locale import _
from wab.systems.operations.ground.sight import SIXTHS, sight_distance
from wab.systems.operations.movement.movement import allowance, movement_left
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import Profile
from wab.systems.operations.state.state import State, Unit
from wab.systems.operations.units.activation import is_active, is_locked
from wab.systems.operations.units.strength import attack_value, defence_value, energy, is_worn, state_level
from wab.systems.operations.units.supply import why_unsupplied

FULL_STATE = 4


@dataclass(frozen=True)
class Figure:
    """A figure of the card: icon, name, value now, full value ("" for none), a sentence on it, its clause."""

    icon: str
    label: str
    value: str
    full: str = ""
    tip: str = ""
    clause: str = ""
    good: bool | None = None


@dataclass(frozen=True)
class UnitCard:
    """A unit as the panel shows it. `energy` and `threshold` in percent, None if fatigue is not in force.

    `mood` says what the unit did or may still do; `troubles` why it is weak: no supply, worn out.
    """

    spec: CounterSpec
    name: str
    formation: str
    corps: str
    kind: str
    hp: int
    hp_full: int
    energy: int | None
    threshold: int | None
    level: int
    figures: tuple[Figure, ...]
    mood: str
    troubles: tuple[str, ...]
    known: bool = True


def unit_card(view: OperationsView, unit_id: int) -> UnitCard:
    """The card of a unit on the side's map. KeyError when it is not there."""
    unit, profile, state = view.unit(unit_id), view.profile(unit_id), view.position
    spec = counter(view, unit)
    if profile.level != "identified":
        return _unknown(profile, unit, spec)
    tired = state.board.rules.fatigue
    quality = state.board.tables.state.quality[profile.quality]  # type: ignore[index]  # from checked data
    return UnitCard(
        spec=spec,
        name=profile.name,
        formation=formation(view, profile),
        corps=_("{corps} Corps").format(corps=profile.corps) if profile.corps else "",
        kind=joined(_(texts.QUALITIES[profile.quality]), type_name(profile)),
        hp=unit.hp,
        hp_full=profile.hp,
        energy=energy(unit) if tired else None,
        threshold=100 - quality.fatigue_threshold if tired else None,
        level=state_level(state, unit),
        figures=tuple(_figures(view, unit, profile)),
        mood=_mood(view, unit, profile),
        troubles=tuple(_troubles(view, unit, profile)),
    )


def formation(view: OperationsView, profile: Profile) -> str:
    """The division of a unit, or that it has none."""
    return view.board.division_names.get(profile.division, "") or _("independent")


def type_name(profile: Profile) -> str:
    """Return the unit's type of troops, in a word."""
    return _("artillery") if profile.is_gun else _(texts.TYPES[profile.type])


def _unknown(profile: Profile, unit: Unit, spec: CounterSpec) -> UnitCard:
    recognised = profile.level == "recognised"
    name = _("Unidentified {type}").format(type=_(texts.TYPES[profile.type])) if recognised else _("Unidentified unit")
    kind = _(texts.DETECTION[profile.level])
    tip = _("Staff estimate: its true values are not known.")
    figures = (
        Figure("attack", _("Attack"), "?", tip=tip, clause="OPS-6.1-9"),
        Figure("shield", _("Defence"), "?", tip=tip, clause="OPS-6.1-9"),
    )
    return UnitCard(spec, name, "", "", kind, 0, 0, None, None, 0, figures, "", (), known=False)


def _figures(view: OperationsView, unit: Unit, profile: Profile) -> list[Figure]:
    state = view.position
    figures = [
        Figure(
            "attack",
            _("Attack"),
            points(attack_value(state, unit)),
            _full(profile.attack, attack_value(state, unit)),
            _("Points this unit brings to an attack now, and when fresh."),
            "OPS-3.2-12",
        ),
        Figure(
            "shield",
            _("Defence"),
            points(defence_value(state, unit)),
            _full(profile.defence, defence_value(state, unit)),
            _("Points with which it defends now, and when fresh."),
            "OPS-3.2-12",
        ),
        _movement(view, unit, profile),
        Figure(
            "eye",
            _("Sight"),
            number(sight_distance(state, profile, unit.hex) / SIXTHS),
            tip=_("Hexes that it sees from here in this weather; woods, hedges and towns shorten it."),
            clause="OPS-6.1-3",
        ),
    ]
    if profile.bombardment:
        figures.append(
            Figure(
                "bombard",
                _("Guns"),
                number(profile.bombardment),
                tip=_("Points in support and in bombardment."),
                clause="OPS-7.5.1-2",
            )
        )
        figures.append(
            Figure("hex", _("Range"), number(profile.range), tip=_("Hexes that its guns reach."), clause="OPS-7.5.1-6")
        )
    if profile.anti_air:
        figures.append(Figure("plane", _("Anti-air"), number(profile.anti_air), tip=_("Points against aircraft.")))
    if state.board.rules.supply:
        figures.append(_supply(view, unit))
    return figures


def _full(full: int, now: int) -> str:
    return number(full) if now != full * 100 else ""


def _movement(view: OperationsView, unit: Unit, profile: Profile) -> Figure:
    state = view.position
    whole = allowance(state, unit.id, strategic=unit.marched)
    left = movement_left(state, unit.id, strategic=unit.marched)
    own = profile.side == view.side
    tip = _("Movement points left this turn, and the allowance in this weather.")
    return Figure(
        "move",
        _("Movement"),
        movement(left if own else whole),
        movement(whole) if own and left != whole else "",
        tip,
        "OPS-4.2.3-1",
    )


def _supply(view: OperationsView, unit: Unit) -> Figure:
    if unit.supplied:
        return Figure(
            "crate",
            _("Supplied"),
            _("yes"),
            tip=_("As judged when the impulse began."),
            clause="OPS-8.5.1-9",
            good=True,
        )
    return Figure(
        "crate",
        _("Supplied"),
        _("no"),
        tip=_("No attack, half movement, no zone of control."),
        clause="OPS-8.5.2-1",
        good=False,
    )


def _mood(view: OperationsView, unit: Unit, profile: Profile) -> str:
    if profile.side != view.side:
        return _(texts.DETECTION["identified"])
    state = view.position
    if is_locked(state, unit):
        return _("Activated in an earlier impulse: locked until the next turn.")
    if not is_active(state, unit):
        return _("Not activated yet.")
    return joined(_("Activated"), *_deeds(unit))


def _deeds(unit: Unit) -> list[str]:
    deeds = []
    if unit.moved:
        deeds.append(_("has marched") if unit.marched else _("has moved"))
    if unit.attacked:
        deeds.append(_("has fought"))
    if unit.supported:
        deeds.append(_("has fired"))
    if unit.halted:
        deeds.append(_("had to stop"))
    return deeds


def _troubles(view: OperationsView, unit: Unit, profile: Profile) -> list[str]:
    state, found = view.position, []
    if state.board.rules.supply and profile.side == view.side and (cut := why_unsupplied(state, unit.id)):
        found.append(typography.typographic(str(cut.text)))
    if unit.held and not unit.halted:
        found.append(_("Began the turn in an enemy zone of control: one hex only."))
    if is_worn(state, unit):
        found.append(_("Worn out: one state lower until it rests."))
    return found


def stack_words(state: State, units: tuple[Unit, ...]) -> str:
    """Return how full a hex is, as in "2 of 3"."""
    used = sum(state.profile(unit.id).weight for unit in units)
    return _("{used} of {room}").format(used=used, room=state.board.tables.conduct.stacking)
