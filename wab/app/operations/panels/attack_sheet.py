"""An attack or a bombardment as the shared panel shows it (OPS-7.2-7): units, supports, odds, ground, what would
change the odds."""

from __future__ import annotations

from dataclasses import replace

from wab.app.hud.widgets import Action, key_name
from wab.app.operations.hand.assets import asset, risk_notes, risk_words
from wab.app.operations.hand.outcomes import odds_of
from wab.app.operations.hand.plans import AttackPlan, FirePlan, enemies_in, name_of, points_of
from wab.app.operations.hand.plans import Change as PlanChange
from wab.app.operations.looks import texts
from wab.app.operations.looks.card import formation
from wab.app.operations.looks.presenter import counter, hex_title, terrain_title
from wab.app.operations.looks.texts import points
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.fights import in_hundred
from wab.app.wargame.adapter.typography import chance, joined, reason, signed
from wab.app.wargame.attack.sheet import AttackSheet, Change, Entry, Group, Join, Strength, Told, Verdict
from wab.app.wargame.attack.verdict import told_with
from wab.app.wargame.hand.ticks import Candidate
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import Argument
from wab.locale import _, ngettext, pgettext
from wab.locale.numbers import MINUS, fixed
from wab.locale.typography import headed
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.units.strength import attack_value, defence_value, energy

MOST_CHANGES = 5


def sheet_of(plan: FirePlan, no_fire: Refusal | None) -> AttackSheet:
    """Return the sheet of a plan. `no_fire` is the reason why no unit can bombard the target instead."""
    view, enter, off = plan.view, key_name("enter"), why_not_yet(plan)
    there = [(unit.id, defence_value(view.position, unit)) for unit in enemies_in(view, plan.target)]
    fire = AttackSheet(
        title=_("Bombardment"),
        icon="bombard",
        place=joined(hex_title(view, plan.target), terrain_title(view, plan.target)),
        moment=_moment(plan),
        groups=(_guns(plan),) if plan.gun_rows else (),
        odds=odds_of(plan, view.board.tables.combat.columns),
        has_ratio=False,
        foes=Group(
            _("Target"),
            tuple(_foe(view, unit, value) for unit, value in there),
            _("total {points}").format(points=points(sum(value for _unit, value in there))),
        ),
        price=_price(plan),
        order=Action(_("Bombard"), "bombard", enter, "primary", off),
        covers=True,
    )
    if not isinstance(plan, AttackPlan):
        return fire
    tip = _("Fire without attacking: no ratio, no retreat, no advance.")
    return replace(
        fire,
        title=_("Combat"),
        icon="attack",
        groups=(_attackers(plan), *fire.groups),
        has_ratio=True,
        foes=replace(fire.foes, heading=_("Defenders")),
        told=(Told(_("Ground and retreat"), tuple(_ground(plan))),),
        changes=tuple(changes_of(plan)[:MOST_CHANGES]),
        verdict=verdict_of(plan),
        order=Action(pgettext("order", "Attack"), "attack", enter, "primary", off),
        others={"bombard": Action(_("Bombard only"), "fire", "B", tip=tip, off=reason(no_fire))},
    )


def why_not_yet(plan: FirePlan) -> str:
    """Return why the order cannot be given as it is ticked; "" if it can."""
    if isinstance(plan, AttackPlan) and not plan.units:
        return _("Tick at least one attacker.")
    return reason(plan.refusal)


def _moment(plan: FirePlan) -> str:
    view = plan.view
    dates = view.board.dates
    day = texts.day(dates[max(0, min(view.turn, len(dates)) - 1)])
    label, name = view.board.grid.label(plan.target), hex_title(view, plan.target)
    place = "" if label in name else _("hex {label}").format(label=label)
    return joined(place, f"{day}, {_(texts.WEATHER[view.position.weather]).lower()}")


def _price(plan: FirePlan) -> str:
    view = plan.view
    words = _("Costs {points} of {left} activation points")
    words = words.format(points=plan.points, left=view.position.activation_points)
    if not isinstance(plan, AttackPlan) or not view.board.rules.fatigue:
        return words
    tired = typography.percent(view.board.tables.fatigue.combat / 100)
    return joined(words, _("fatigue {percent} each").format(percent=f"+{tired}"))


# ------------------------------------------------------------------------------------------------- the verdict


def verdict_of(plan: AttackPlan) -> Verdict | None:
    """Return the verdict on an attack; None as long as it cannot be made."""
    view, found = plan.view, plan.forecast
    if found is None:
        return None
    losses = _("We lose {ours} points for {theirs} of theirs.")
    return Verdict(
        forecast=found,
        won=_("hex won {chance}").format(chance=in_hundred(found.won)),
        losses=losses.format(ours=fixed(found.ours), theirs=fixed(found.theirs)),
        fails=_("If it fails: no unit moves, the enemy stays.") if found.won < 1 else "",
        names={unit: _noun(view, unit) for unit in plan.units},
        joins=tuple(_join(plan, change) for change in plan.joins),
    )


def _join(plan: AttackPlan, change: PlanChange) -> Join:
    """A unit that would raise the word: the ratio and the chance with it, and its price."""
    then, forecast = change.then, change.forecast
    if then is None or forecast is None:
        raise ValueError("only a unit that changes the forecast can raise it")
    name = _noun(plan.view, change.unit)
    told = [told_with(name, then.odds.final_ratio, forecast)]
    if price := then.activation_points - plan.points:
        more = ngettext("It costs {count} activation point more.", "It costs {count} activation points more.", price)
        told.append(more.format(count=price))
    place = next(number for number, row in enumerate(plan.rows) if row.unit == change.unit)
    return Join(place, name, forecast, tuple(told))


def _noun(view: OperationsView, id_: int) -> Argument:
    """The name of a unit with its grammar, or the name of an air unit."""
    return name_of(view, id_) if id_ in view.board.squadrons else view.profile(id_).noun


# ------------------------------------------------------------------------------------------------- units and guns


def _attackers(plan: AttackPlan) -> Group:
    state = plan.view.position
    total = points(sum(attack_value(state, state.units[unit]) for unit in plan.units))
    tip = _("Tick everybody who can join, as far as activation points go.")
    can_join = any(not row.ticked and row.refusal is None for row in plan.attackers)
    return Group(
        _("Attackers"),
        tuple(unit_entry(plan.view, row, _join_words(plan, row)) for row in plan.attackers),
        _("total {points}").format(points=total),
        all=Action(_("All"), "", "A", tip=tip, clause="OPS-7.2-8", size=13) if can_join else None,
    )


def _guns(plan: FirePlan) -> Group:
    """Guns, ships and aircraft."""
    rows, attacks = plan.gun_rows, isinstance(plan, AttackPlan)
    words = _("Supports · {count} of {most}") if attacks else _("Guns · {count} of {most}")
    total = sum(points_of(plan.view, id_) for id_ in plan.guns)
    hidden = len(plan.supporters) - len(rows) if isinstance(plan, AttackPlan) else 0
    rest = ngettext(
        "One more cannot fly: see the list, key L.", "{count} more cannot fly: see the list, key L.", hidden
    )
    return Group(
        words.format(count=len(plan.guns), most=plan.most_guns),
        tuple(_support(plan, row, _join_words(plan, row)) for row in rows),
        _("{points} points").format(points=total),
        rest.format(count=hidden) if hidden else "",
    )


def unit_entry(view: OperationsView, row: Candidate, effect: str = "") -> Entry:
    """Return the entry of a unit that can be ticked. `effect`, in place of its formation: what its tick changes."""
    profile, unit = view.profile(row.unit), view.unit(row.unit)
    facts = (formation(view, profile), _(texts.QUALITIES[profile.quality]))
    return Entry(
        key=row.key,
        name=profile.name,
        ticked=row.ticked,
        value=points(attack_value(view.position, unit)),
        label=_("attack"),
        facts=() if effect else facts,
        effect=effect,
        why_not=_why_not(row),
        counter=counter(view, unit),
        strength=_strength(view, row.unit),
        more=row.unit,
        clause=_clauses(row),
    )


def _support(plan: FirePlan, row: Candidate, effect: str) -> Entry:
    """A gun, a ship or an air unit; of aircraft, what they have to fear."""
    view, found = plan.view, asset(plan.view, row.unit)
    risk = plan.risk(row.unit) if row.unit in view.board.squadrons and row.refusal is None else None
    return Entry(
        key=row.key,
        name=found.name,
        ticked=row.ticked,
        value=str(found.points),
        facts=() if effect else (risk_words(risk) if risk is not None else found.facts,),
        effect=effect,
        why_not=_why_not(row),
        icon=found.icon,
        more=row.unit,
        notes=(joined(found.facts, found.status), *(risk_notes(risk) if risk is not None else ())),
        clause=_clauses(row) or ("OPS-7.6-1" if risk else ""),
    )


def _foe(view: OperationsView, unit: int, defence: int) -> Entry:
    profile = view.profile(unit)
    known, value = profile.level == "identified", points(defence)
    facts = (formation(view, profile), _(texts.QUALITIES[profile.quality])) if known else ()
    return Entry(
        key=f"defender-{unit}",
        name=profile.name or _("Unidentified unit"),
        value=value if known else f"≈ {value}",
        label=_("defence"),
        facts=(*facts, _(texts.DETECTION[profile.level])),
        counter=counter(view, view.unit(unit)),
        strength=_strength(view, unit) if known else None,
    )


def _strength(view: OperationsView, unit: int) -> Strength:
    now = view.unit(unit)
    return Strength(now.hp, view.profile(unit).hp, energy(now) if view.board.rules.fatigue else None)


def _why_not(row: Candidate) -> str:
    return "" if row.ticked else reason(row.refusal)


def _clauses(row: Candidate) -> str:
    return ", ".join(row.refusal.clauses) if row.refusal is not None else ""


# ------------------------------------------------------------------------------------------------- ground and changes


def _ground(plan: AttackPlan) -> list[str]:
    """The ground of the defender, its way of retreat, and the hex of the main attackers if there are several."""
    view, preview = plan.view, plan.preview
    row = view.board.tables.terrain.terrain.get(view.board.map.terrain_name(plan.target))
    lines = [headed(hex_title(view, plan.target), terrain_title(view, plan.target))]
    if row is not None and row.defence:
        lines[0] += " ({})".format(_("{columns} for the defender").format(columns=signed(-row.defence)))
    if preview is not None and preview.retreat_hex is None:
        lines.append(_("No way of retreat: the defender would surrender."))
    elif preview is not None and preview.retreat_hex is not None:
        lines.append(_("Retreat: {place}").format(place=hex_title(view, preview.retreat_hex)))
    if len(plan.origins) > 1:
        lines.append(_("Main attack: {place}").format(place=hex_title(view, plan.main)))
    return lines


def changes_of(plan: AttackPlan) -> list[Change]:
    """The greatest changes to the odds: units more or less, aircraft driven off, points to the next column."""
    found = [_change(plan.view, change) for change in plan.changes[:MOST_CHANGES]]
    return [*_driven_off(plan), *_next_column(plan), *found] if plan.supports else [*found, *_next_column(plan)]


def _change(view: OperationsView, change: PlanChange) -> Change:
    words = (_("with {unit}") if change.adds else _("without {unit}")).format(unit=name_of(view, change.unit))
    column = _("column of the ratio") if abs(change.columns) == 1 else _("columns of the ratio")
    what = column if change.columns else _("on the dice")
    return Change(change.columns or change.lines, joined(words, what), _effect_words(change))


def _join_words(plan: FirePlan, row: Candidate) -> str:
    """Return what an unticked unit would change if it joined: columns or dice, and the chance; "" for others."""
    if not isinstance(plan, AttackPlan) or row.ticked or row.refusal is not None:
        return ""
    change = plan.each_change.get(row.unit)
    if change is None:
        return ""
    parts = []
    if change.columns:
        words = ngettext("{columns} column", "{columns} columns", abs(change.columns))
        parts.append(words.format(columns=signed(change.columns)))
    if change.lines:
        parts.append(_("{lines} on the dice").format(lines=signed(change.lines)))
    return joined(*parts, _won(change)) if parts else _effect_words(change)


def _effect_words(change: PlanChange) -> str:
    """Return the effect of a change on the chance and on the losses, as far as it can be felt."""
    parts = [_won(change)]
    if abs(change.theirs) >= 0.05:
        parts.append(_("enemy {hp} HP").format(hp=signed(-round(change.theirs, 1))))
    if abs(change.ours) >= 0.05:
        parts.append(_("ours {hp} HP").format(hp=signed(-round(change.ours, 1))))
    return joined(*parts) or _("no difference at these odds")


def _won(change: PlanChange) -> str:
    if abs(change.gain) < 0.005:
        return ""
    gain = ("+" if change.gain > 0 else MINUS) + typography.percent(abs(change.gain))
    return _("hex won {chance}").format(chance=gain)


def _driven_off(plan: AttackPlan) -> list[Change]:
    """Return the support that remains when aircraft turn back, and how likely that is."""
    preview = plan.preview
    worse = [row for row in preview.support if row.modifier < preview.odds.modifier] if preview is not None else []
    if preview is None or not worse:
        return []
    best, least = preview.odds.modifier, min(row.modifier for row in worse)
    left = signed(least) if len(worse) == 1 else _("{low} at worst").format(low=signed(least))
    words = _("aircraft driven off: {best} becomes {left} on the dice").format(best=signed(best), left=left)
    share = sum(row.probability for row in worse)
    return [Change(float(least - best), words, _("chance {chance}").format(chance=chance(share)))]


def _next_column(plan: AttackPlan) -> list[Change]:
    needed = plan.next_column
    if needed is None:
        return []
    words = _("attack stronger by {points}").format(points=points(needed.missing))
    return [Change(1.0, words, _("the ratio would start at {ratio}").format(ratio=needed.ratio))]
