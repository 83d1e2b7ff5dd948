"""Support and bombardment by guns, ships and aircraft; and everything about a unit, in words and figures."""

from __future__ import annotations

from dataclasses import dataclass

from wab.app.operations.hand.plans import bombers, points_of, strikers
from wab.app.operations.looks import texts
from wab.app.operations.looks.card import formation, type_name
from wab.app.operations.looks.texts import movement
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.typography import joined, number
from wab.engine.words.text import N_
from wab.hexes import HexId
from wab.locale import _
from wab.locale.numbers import percent
from wab.systems.operations.combat.air import STATUS_NAMES
from wab.systems.operations.combat.anti_air import AirRisk
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import Profile
from wab.systems.operations.units.strength import attack_value, defence_value

REBUILDS = {"automatic": N_("by itself, out of the line"), "manual": N_("by points"), "none": N_("no")}


@dataclass(frozen=True)
class Asset:
    """A gun, a ship or an air unit: name, icon, points now and when fresh, what else is to be known in a few words.

    `hex` None for aircraft. `status` in words; `ready`: it can be used this turn.
    """

    id: int
    name: str
    icon: str
    points: int
    full: int
    facts: str
    status: str
    ready: bool
    hex: HexId | None = None


@dataclass(frozen=True)
class Trait:
    """A line of a sheet: what it is, its value, and the clause that says so."""

    label: str
    value: str
    clause: str = ""


def asset(view: OperationsView, id_: int) -> Asset:
    """A gun, a ship or an air unit of the side."""
    return _squadron(view, id_) if id_ in view.board.squadrons else _gun(view, id_)


def _gun(view: OperationsView, id_: int) -> Asset:
    profile, unit = view.profile(id_), view.unit(id_)
    icon = "ship" if profile.is_ship else "bombard"
    status = _("available") if unit.available else _("not available this turn")
    facts = _("range {range}").format(range=profile.range)
    ready = unit.available and not (unit.supported or unit.attacked)
    if unit.available and not ready:
        status = _("has fired")
    return Asset(id_, profile.name, icon, profile.bombardment, profile.bombardment, facts, status, ready, unit.hex)


def _squadron(view: OperationsView, id_: int) -> Asset:
    profile, squadron = view.air_profile(id_), view.position.squadrons[id_]
    full = profile.bombardment if profile.is_bomber else profile.ground_attack
    facts = _("{hp} of {full} HP").format(hp=squadron.hp, full=profile.hp)
    ready = squadron.status == "ready" and not squadron.flown
    status = _("has flown") if squadron.flown else _(STATUS_NAMES[squadron.status])
    if squadron.status == "awaited":
        status = joined(status, _("comes on turn {turn}").format(turn=profile.from_turn))
    elif not ready and squadron.out_to >= view.turn:
        status = joined(status, _("back on turn {turn}").format(turn=squadron.out_to + 1))
    return Asset(id_, profile.name, "plane", points_of(view, id_), full, facts, status, ready)


def risk_words(risk: AirRisk) -> str:
    """Return the effect that anti-aircraft fire can have on an air unit, in a few words."""
    if not risk.anti_air:
        return _("no anti-aircraft fire")
    return joined(
        _("anti-aircraft fire {points}").format(points=risk.anti_air),
        _("driven off {chance}").format(chance=typography.chance(risk.abort_chance)),
    )


def risk_notes(risk: AirRisk) -> tuple[str, ...]:
    """The same in sentences, with where the fire comes from."""
    if not risk.anti_air:
        return (_("No unit that is known fires at aircraft there."),)
    guns = tuple(f"{number(gun.value)} {typography.typographic(str(gun.text))}" for gun in risk.guns)
    loss = _("On average it loses {hp} HP; destroyed {chance}.").format(
        hp=number(risk.expected_hp), chance=typography.chance(risk.destroy_chance)
    )
    return (*guns, _("Defence against it: {defence}").format(defence=risk.defence), loss)


def air_assets(view: OperationsView) -> list[Asset]:
    """Return the side's air units: first those able to support attacks, and ready ones before the others."""
    groups = (strikers(view), bombers(view))
    return [row for ids in groups for row in sorted((asset(view, id_) for id_ in ids), key=lambda row: not row.ready)]


def ship_assets(view: OperationsView) -> list[Asset]:
    """The side's ships, those at hand first."""
    ships = [unit.id for unit in view.own_units() if view.profile(unit.id).is_ship]
    return sorted((asset(view, id_) for id_ in ships), key=lambda row: not row.ready)


def has_forces_list(view: OperationsView) -> bool:
    """Check if there are aircraft or ships to be listed."""
    return bool(view.own_squadrons() or ship_assets(view))


# ------------------------------------------------------------------------------------------------- sheets


def sheet(view: OperationsView, id_: int) -> tuple[Trait, ...]:
    """Every trait of a unit or an air unit that the side may know (OPS-10.1.1, OPS-10.3.2-2)."""
    if id_ in view.board.squadrons:
        return tuple(_air_traits(view, id_))
    return tuple(_traits(view, id_, view.profile(id_))) if view.profile(id_).level == "identified" else ()


def _air_traits(view: OperationsView, id_: int) -> list[Trait]:
    profile, squadron = view.air_profile(id_), view.position.squadrons[id_]
    flies = [_flies(_(words).lower(), profile.available[name]) for name, words in texts.WEATHER.items()]
    rest, out = profile.turns_between_missions, profile.turns_out
    return [
        Trait(_("Kind"), _("bombards only") if profile.is_bomber else _("supports attacks only"), "OPS-10.3.1-1"),
        Trait(_("HP"), f"{squadron.hp} / {profile.hp}", "OPS-10.3.1-4"),
        Trait(_("Defence against anti-aircraft fire"), number(profile.defence), "OPS-10.3.1-5"),
        Trait(_("Support points"), _of(points_of(view, id_), profile.ground_attack), "OPS-10.3.1-6"),
        Trait(_("Bombardment points"), _of(points_of(view, id_), profile.bombardment), "OPS-10.3.1-7"),
        *flies,
        Trait(_("Risk of repair"), percent(profile.maintenance_risk / 100), "OPS-10.3.1-8"),
        Trait(_("Turns of rest after a mission"), number(rest), "OPS-10.3.1-11"),
        Trait(_("Turns out when destroyed"), number(out), "OPS-10.3.1-9"),
        Trait(_("This turn"), asset(view, id_).status, "OPS-10.3.1-12"),
    ]


def _flies(weather: str, chance: int) -> Trait:
    return Trait(_("Flies: {weather}").format(weather=weather), percent(chance / 100), "OPS-10.3.1-10")


def _of(now: int, full: int) -> str:
    """Points now and when fresh; nought where the kind has none."""
    if not full:
        return "0"
    return number(full) if now == full else f"{number(now)} / {number(full)}"


def kind_title(view: OperationsView, profile: Profile) -> str:
    """Return the kind of unit as the table of units calls it; "" if it is not known.

    Troops may have become better or worse than their row. They take the row of the same body in their grade, if there
    is one: "US infantry regiment, green" becomes "US infantry regiment".
    """
    rows = view.board.tables.units
    kind = rows.get(profile.kind)
    if kind is None:
        return ""
    if kind.quality != profile.quality:
        body = kind.title["en"].partition(",")[0]
        same = [row for row in rows.values() if row.title["en"].partition(",")[0] == body]
        kind = next((row for row in same if row.quality == profile.quality), kind)
    return typography.words(kind.title)


def _traits(view: OperationsView, id_: int, profile: Profile) -> list[Trait]:
    """The traits of a unit on the map, sight distance and the range of guns among them (OPS-3.2-17)."""
    unit, state = view.unit(id_), view.position
    found = [
        Trait(_("Formation"), formation(view, profile)),
        Trait(_("Kind"), joined(type_name(profile), _(texts.QUALITIES[profile.quality])), "OPS-10.1.1-2"),
        Trait(_("HP"), f"{unit.hp} / {profile.hp}", "OPS-3.2-5"),
        Trait(_("Attack"), _of_points(attack_value(state, unit), profile.attack), "OPS-3.2-12"),
        Trait(_("Defence"), _of_points(defence_value(state, unit), profile.defence), "OPS-3.2-12"),
        Trait(_("Movement"), movement(2 * profile.movement), "OPS-6.2-1"),
        Trait(_("Strategic movement"), _("yes") if profile.strategic else _("no"), "OPS-6.3-1"),
        Trait(_("Sight"), number(profile.sight), "OPS-6.1-3"),
        Trait(_("Zone of control"), number(profile.zoc), "OPS-8.2.1-1"),
        Trait(_("Room in a hex"), number(profile.weight), "OPS-8.1-2"),
        Trait(_("Reconstitution"), _(REBUILDS.get(profile.rebuild, profile.rebuild)), "OPS-10.1.1-17"),
    ]
    return found + _arms(profile)


def _arms(profile: Profile) -> list[Trait]:
    """Traits that only some units have."""
    found = []
    if profile.is_gun:
        found.append(Trait(_("Support and bombardment points"), number(profile.bombardment), "OPS-7.5.1-2"))
        found.append(Trait(_("Range"), number(profile.range), "OPS-7.5.1-6"))
    if profile.anti_air:
        reach = _("range {range}").format(range=profile.anti_air_range)
        found.append(Trait(_("Anti-air"), joined(number(profile.anti_air), reach), "OPS-7.6-2"))
    if profile.is_ship:
        found.append(Trait(_("At hand"), percent(profile.availability / 100), "OPS-10.1.1-15"))
    if profile.is_commander:
        words = _("{columns} columns, {lines} on the dice").format(columns=profile.columns, lines=profile.lines)
        found.append(Trait(_("Commander"), words, "OPS-7.4.5-2"))
    if profile.tiger:
        found.append(Trait(_("Tiger tanks"), _("yes"), "OPS-7.4.6-1"))
    return found


def _of_points(hundredths: int, full: int) -> str:
    return texts.points(hundredths) + (f" / {full}" if hundredths != full * 100 else "")
