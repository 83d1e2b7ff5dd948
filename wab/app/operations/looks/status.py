"""Words of the top bar and the lists: turn, date, weather and its effects, activation points, how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from wab.app.operations.looks import texts
from wab.app.operations.looks.presenter import hex_title, worth_to_the_end
from wab.app.wargame.adapter import typography
from wab.app.wargame.adapter.pictures import Guide
from wab.app.wargame.adapter.typography import number
from wab.hexes import HexId
from wab.locale import _, ngettext
from wab.systems.operations.ground.sight import SIXTHS
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.sequence.victory import due_at_end, holder
from wab.systems.operations.state.board import SIDES, enemy_of

D_DAY = date(1944, 6, 6)
_CLASSES = ("armoured", "mechanised", "infantry", "other")


@dataclass(frozen=True)
class Status:
    """The top bar in words and figures."""

    side: str
    impulse: str
    turn: int
    turns: int
    day: str
    since: str
    weather: str
    weather_icon: str
    effects: tuple[str, ...]
    brief: str
    points: int
    points_full: int


@dataclass(frozen=True)
class ForecastPicture:
    """The end of the game, if it ended now.

    `zones` are the widths of the levels from decisive Axis to decisive Allied, as shares of the whole bar; `needle` is
    the place of the present margin on it, 0 to 1. `points` in words, `score` as short as can be.
    """

    level: str
    points: str
    note: str
    zones: tuple[float, ...]
    needle: float
    winner: str | None
    score: str


@dataclass(frozen=True)
class ObjectiveRow:
    """An objective in the list: who holds it, what it gives each turn and at the end, what it has brought each side."""

    name: str
    hex: HexId
    holder: str
    per_turn: int
    at_end: int
    to_come: int
    earned: dict[str, int]
    main: bool
    scores_for: str


@dataclass(frozen=True)
class ArrivalRow:
    """A reinforcement on its way."""

    turn: int
    day: str
    unit: int
    name: str
    hex: HexId
    place: str
    own: bool
    late: bool


def status(view: OperationsView) -> Status:
    """The present moment for the top bar, activation points included (OPS-5.2-11)."""
    board, position = view.board, view.position
    turn = max(1, view.turn)
    acting = view.to_act or view.side
    when = board.dates[min(turn, len(board.dates)) - 1]
    full: int = getattr(board.activation_points, acting)
    return Status(
        side=view.side,
        impulse=_impulse(view),
        turn=turn,
        turns=board.turns,
        day=texts.day(when),
        since=_since(when),
        weather=_(texts.WEATHER[position.weather]),
        weather_icon=position.weather,
        effects=tuple(weather_effects(view)),
        brief=weather_brief(view),
        points=position.activation_points,
        points_full=full,
    )


def guide(view: OperationsView) -> Guide:
    """Return the impulses of the turn with the present one, what can be done in it, and what comes next (OPS-5.1-3)."""
    board, position = view.board, view.position
    order = (board.first_player, enemy_of(board.first_player))
    several = board.impulses > 1
    steps = [_("Weather")]
    for impulse in range(1, board.impulses + 1):
        steps += [f"{_(texts.SIDES[side])} {impulse}" if several else _(texts.SIDES[side]) for side in order]
    place = 1 + 2 * (position.impulse - 1) + order.index(view.to_act or view.side)
    if view.phase == "advance":
        now = _("Advance: choose the units that enter the hex, or let them stay.")
        return Guide((*steps, _("End of turn")), place, "move", now, _("An advance costs no activation point."))
    last = place == len(steps) - 1
    now = _("Your impulse: move and attack with units, in any order. Then the turn ends.") if last else ""
    now = now or _("Your impulse: move and attack with units, in any order. Then the enemy does the same.")
    more = _("Each unit that acts takes an activation point. No unit has to act.")
    return Guide((*steps, _("End of turn")), place, "star", now, more)


def _impulse(view: OperationsView) -> str:
    if view.phase == "over":
        return _("The battle is over")
    if view.to_act != view.side:
        return _("The enemy is moving")
    impulses = view.board.impulses
    if impulses == 1:
        return _("Your turn")
    return _("Impulse {now} of {all}").format(now=view.position.impulse, all=impulses)


def _since(iso: str) -> str:
    """Days since the landing, as staffs counted them."""
    days = (date.fromisoformat(iso) - D_DAY).days
    if days == 0:
        return _("D-Day")
    return _("D + {days}").format(days=days) if days > 0 else _("D − {days}").format(days=-days)


def weather_effects(view: OperationsView) -> list[str]:
    """Return the weather's effects on the side at the screen, in a few words each; empty if there are none."""
    effects = _sight_effects(view)
    for share, kinds in sorted(_slowed(view).items()):
        effects.append(_("{kinds} {percent}").format(kinds=", ".join(kinds), percent=typography.percent(share / 100)))
    return effects


def weather_brief(view: OperationsView) -> str:
    """The same in the fewest words: of movement the least and the most that is left; "" when it does nothing."""
    effects, shares = _sight_effects(view), [typography.percent(share / 100) for share in sorted(_slowed(view))]
    if shares:
        span = shares[0] if len(shares) == 1 else _("{least} to {most}").format(least=shares[0], most=shares[-1])
        effects.append(_("movement {percent}").format(percent=span))
    return typography.joined(*effects)


def _sight_effects(view: OperationsView) -> list[str]:
    sixths = view.board.tables.weather.sight_sixths[view.position.weather]  # type: ignore[index]  # from checked data
    return [_("sight {percent}").format(percent=typography.percent(sixths / SIXTHS))] if sixths < SIXTHS else []


def _slowed(view: OperationsView) -> dict[int, list[str]]:
    """The kinds of units present that the weather slows, by the percent of their movement that is left."""
    table, weather = view.board.tables.weather.movement, view.position.weather
    present = {view.profile(unit.id).type for unit in view.own_units()}
    slowed: dict[int, list[str]] = {}
    for kind in _CLASSES:
        share = table[f"{view.side}_{kind}"].percent[weather]  # type: ignore[index]  # from checked data
        if share < 100 and kind in present:
            slowed.setdefault(share, []).append(_(texts.TYPES[kind]))
    return slowed


def forecast_picture(view: OperationsView) -> ForecastPicture:
    """Return how the game would end on points if it ended now, and what is missing to the next level."""
    now, margins = view.forecast(), view.board.victory.margins
    margin = now.points["allied"] - now.points["axis"]
    most = max(abs(margin) * 1.08, margins.tactical * 1.35, margins.tactical + 3)
    steps = (margins.draw + 0.5, margins.marginal + 0.5, margins.tactical + 0.5, most)
    half = [steps[0], steps[1] - steps[0], steps[2] - steps[1], steps[3] - steps[2]]
    zones = (half[3], half[2], half[1], 2 * half[0], half[1], half[2], half[3])
    name = _(texts.LEVELS[now.level])
    if now.winner is not None:
        name = _("{level}, {side}").format(level=name, side=texts.side_name(now.winner))
    note = _(texts.NEXT_LEVELS[now.level]).format(points=number(now.to_next)) if now.level in texts.NEXT_LEVELS else ""
    score = _("{allied} against {axis}").format(allied=number(now.points["allied"]), axis=number(now.points["axis"]))
    short = " : ".join(number(now.points[side]) for side in SIDES)
    shares = tuple(zone / (2 * most) for zone in zones)
    if view.turn <= 1:  # no unit has moved yet: the points as they stand would only frighten or flatter
        return ForecastPicture(_("Nothing decided"), _goals(view, 3), "", shares, 0.5, None, _goals(view, 2))
    return ForecastPicture(name, score, note, shares, 0.5 + margin / (2 * most), now.winner, short)


def _goals(view: OperationsView, most: int) -> str:
    """The goals that are worth most to the side at the screen and not in its hands, and the turn by which they win."""
    rows = [row for row in objective_rows(view) if row.name and row.scores_for in ("both", view.side)]
    best = sorted(rows, key=lambda row: (row.holder == view.side, -row.to_come))[:most]
    message = ngettext("{places} by turn {turn} wins", "{places} by turn {turn} win", len(best))
    return message.format(places=", ".join(row.name for row in best), turn=view.board.turns) if best else ""


def objective_rows(view: OperationsView) -> list[ObjectiveRow]:
    """The objectives in the order of the scenario, the main ones first."""
    position, rows = view.position, []
    for number_, objective in enumerate(view.board.objectives):
        earned = {side: position.objective_points.get(number_, {}).get(side, 0) for side in SIDES}
        rows.append(
            ObjectiveRow(
                typography.typographic(objective.name) or hex_title(view, objective.hex),
                objective.hex,
                holder(position, number_) or "",
                objective.per_turn,
                objective.at_end,
                worth_to_the_end(view, objective),
                earned,
                objective.main,
                objective.scores_for,
            )
        )
    return sorted(rows, key=lambda row: not row.main)


def points_rows(view: OperationsView) -> list[tuple[str, int, int]]:
    """Return the sources of the points: words, Allied, Axis."""
    position, victory = view.position, view.board.victory
    due = due_at_end(position) if position.result is None else dict.fromkeys(SIDES, 0)
    earned = {side: position.earned.get(side, 0) for side in SIDES}
    losses = {side: now - earned[side] - due[side] for side, now in view.forecast().points.items()}
    handicap = (
        {side: getattr(victory.handicap, side) for side in SIDES}
        if position.result is None
        else dict.fromkeys(SIDES, 0)
    )
    rows = [(_("Earned so far"), earned), (_("For enemy losses"), losses)]
    rows.append((_("Held at the end, as things stand"), {side: due[side] - handicap[side] for side in SIDES}))
    rows.append((_("Handicap"), handicap))
    return [(words, points["allied"], points["axis"]) for words, points in rows if any(points.values())]


def arrival_rows(view: OperationsView) -> list[ArrivalRow]:
    """Reinforcements that both sides' timetables tell of, the next ones first."""
    rows = []
    for number_ in view.position.awaited:
        entry = view.board.entries[number_]
        profile = view.board.roster[entry.unit]
        own = profile.side == view.side
        dates = view.board.dates
        day = texts.day(dates[min(entry.turn, len(dates)) - 1])
        row = ArrivalRow(
            entry.turn,
            day,
            entry.unit,
            profile.name,
            entry.hex,
            hex_title(view, entry.hex),
            own,
            entry.turn <= view.turn,
        )
        rows.append(row)
    return sorted(rows, key=lambda row: (row.turn, not row.own, row.unit))
