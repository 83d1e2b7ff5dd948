"""The player's actions on the map, as a plain state machine: it takes clicks and keys, and says what to show.

It knows nothing of windows. Every question of legality goes to the view; every order goes out through `play`.
"""

from __future__ import annotations

from collections.abc import Mapping

from wab.app.operations.hand.adapter import OperationsAdapter
from wab.app.operations.hand.badges import attack_rows, move_rows
from wab.app.operations.hand.modes import Aim, Mode, end_question
from wab.app.operations.hand.plans import (
    AdvancePlan,
    AttackPlan,
    BombardmentPlan,
    RebuildPlan,
    bombers,
    enemies_in,
    why_no_attack,
    why_no_bombardment,
)
from wab.app.operations.looks.overlays import PathPicture, ReachPicture, path_of, reach_of
from wab.app.wargame.adapter.pictures import EndQuestion
from wab.app.wargame.hand import cursor
from wab.app.wargame.hand.hand import Badge, Hand, Table
from wab.engine.kernel.orders import Refusal
from wab.engine.words.text import N_, Text
from wab.field.forecast import Forecast
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.combat.air import why_not_bomb
from wab.systems.operations.combat.bombardment import available_bombers
from wab.systems.operations.combat.combat import main_attacker
from wab.systems.operations.movement.movement import why_not_reach
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.orders import Advance, Attack, Bombard, Move, Reconstitute

_NO_ENEMY = Text("There is no enemy in that hex.")
_NOBODY_BESIDE = Text("No known enemy stands beside these units.")
_NOBODY_IN_RANGE = N_("No known enemy stands within {range} hexes, the range of these guns.")
_NO_GUNS = Text("These units have no guns.")
_NO_GUNS_NEAR = Text("No guns, ships or bombers are near enough to bombard this hex.")
_NO_TARGET = Text("No enemy has been detected.")
_SELECT_FIRST = Text("Select a unit first.")


class Interaction(Hand):
    """Selection, plans and orders of the player at the screen."""

    plan: AttackPlan | BombardmentPlan | AdvancePlan | RebuildPlan | None

    def __init__(self, table: Table) -> None:
        super().__init__(table, OperationsAdapter(table))
        self.aim = Aim.ANY
        self._reach: tuple[object, frozenset[int], ReachPicture] | None = None
        self._path: tuple[object, frozenset[int], HexId, PathPicture | None] | None = None

    # ---- reading

    @property
    def view(self) -> OperationsView:
        """The view of the side at the screen, as it is now."""
        found: OperationsView = self.table.view
        return found

    @property
    def mode(self) -> Mode:
        """The player's present activity."""
        if self.view.phase == "over":
            return Mode.OVER
        if self.watching or not self.to_act:
            return Mode.WATCHING
        if self.view.phase == "advance":
            return Mode.ADVANCE
        if isinstance(self.plan, AttackPlan):
            return Mode.ATTACK
        if isinstance(self.plan, BombardmentPlan):
            return Mode.BOMBARD
        if isinstance(self.plan, RebuildPlan):
            return Mode.REBUILD
        return Mode.SELECTED if self.units else Mode.IDLE

    @property
    def covered(self) -> bool:
        """The dialogs of attack and bombardment cover the map."""
        return self.mode in (Mode.ATTACK, Mode.BOMBARD)

    @property
    def idle(self) -> bool:
        """Nothing is selected, planned or asked."""
        return self.mode in (Mode.IDLE, Mode.WATCHING) and self.question is None

    @property
    def aimed(self) -> Aim | None:
        """The purpose of the next click, if a button asked for something."""
        return None if self.aim is Aim.ANY else self.aim

    @property
    def advance(self) -> AdvancePlan | None:
        """The advance to be decided; None if there is none."""
        return self.plan if isinstance(self.plan, AdvancePlan) else None

    @property
    def reach(self) -> ReachPicture:
        """The hexes that the selected units can reach; none while something else is being decided."""
        if self.mode is not Mode.SELECTED or not self.own_selection():
            return ReachPicture(())
        key = (self.view, self.units)
        if self._reach is None or self._reach[0] is not key[0] or self._reach[1] != key[1]:
            self._reach = (*key, reach_of(self.view, tuple(sorted(self.units))))
        return self._reach[2]

    @property
    def path(self) -> PathPicture | None:
        """The path to the hovered hex and its price; None if none leads there."""
        reach, goal = self.reach, self.hovered
        if goal is None or not reach.goes_to(goal):
            return None
        if self._path is None or self._path[:3] != (self.view, self.units, goal):
            found = path_of(self.view, reach.order(goal), lenient=self.table.lenient_undo)
            self._path = (self.view, self.units, goal, found)
        return self._path[3]

    @property
    def target(self) -> HexId | None:
        """The hovered enemy hex that a click would attack or bombard."""
        hex_ = self.hovered
        if hex_ is None or self.mode is not Mode.SELECTED or not enemies_in(self.view, hex_):
            return None
        return hex_ if self._attack_or_bombard(hex_) is not None else None

    @property
    def attacking(self) -> bool:
        """An attack is planned."""
        return isinstance(self.plan, AttackPlan)

    @property
    def forecast(self) -> Forecast | None:
        """The forecast of the attack that is planned."""
        return self.plan.forecast if isinstance(self.plan, AttackPlan) else None

    def badge(self) -> Badge | None:
        """Ratio and chance of the attack under the pointer, or price and meaning of the path."""
        if self.target is not None and self.hex is not None:
            return Badge(attack_rows(self.view, self.target, self.units), (self.hex, self.target))
        path = self.path
        return Badge(move_rows(path), path.path) if path is not None else None

    # ---- the pointer

    def click_hex(self, hex_: HexId, *, shift: bool) -> None:
        """A click while the player decides. With shift, a move onto friends is meant."""
        if self.mode is Mode.ADVANCE:
            self._click_advance(hex_)
        elif self.mode in (Mode.IDLE, Mode.SELECTED):
            self._click_free(hex_, shift)

    def _click_free(self, hex_: HexId, shift: bool) -> None:
        own = self.view.position.side_in(hex_) == self.view.side
        if self.aim is Aim.BOMBARD and not self.units and enemies_in(self.view, hex_):
            self._open_fire(hex_)
        elif self.aim is Aim.MOVE or (shift and self.own_selection()):
            self._move_to(hex_)
        elif own and self.aim is Aim.ANY:
            self.select_stack(hex_)
        elif enemies_in(self.view, hex_):
            self._click_enemy(hex_)
        elif self.own_selection() and self.aim is Aim.ANY:
            self._move_to(hex_)
        elif self.aim is not Aim.ANY:
            self.say_no(Refusal(_NO_ENEMY, (), (hex_,)), hex_)
        else:
            self.deselect()
            self.describe(hex_)

    def _click_enemy(self, hex_: HexId) -> None:
        if not self.own_selection():
            self.look_at(hex_)
            return
        self._open_fire(hex_)

    def _open_fire(self, hex_: HexId) -> None:
        """Open the plan against an enemy; say why where there can be none."""
        plan = self._attack_or_bombard(hex_)
        if plan is None:
            self.say_no(self._why_no_fire(hex_), hex_)
            return
        self.plan, self.part = plan.bettered() if isinstance(plan, AttackPlan) else plan, ""
        self.aim = Aim.ANY

    def _attack_or_bombard(self, hex_: HexId) -> AttackPlan | BombardmentPlan | None:
        """Guns bombard where only guns are selected, or where that was asked for; everything else attacks."""
        units = tuple(sorted(self.units))
        guns = all(self.view.profile(unit).is_gun for unit in units)
        if self.aim is Aim.BOMBARD or (guns and self.aim is Aim.ANY):
            possible = why_no_bombardment(self.view, units, hex_) is None
            return BombardmentPlan.open(self.view, hex_, units or bombers(self.view)[:1]) if possible else None
        adjacent = any(self.view.board.grid.are_adjacent(self.view.unit(unit).hex, hex_) for unit in units)
        if not adjacent and self.aim is Aim.ANY:
            return None
        return AttackPlan.open(self.view, hex_, units) if why_no_attack(self.view, units, hex_) is None else None

    def _why_no_fire(self, hex_: HexId) -> Refusal | None:
        units = tuple(sorted(self.units))
        if self.aim is Aim.BOMBARD or all(self.view.profile(unit).is_gun for unit in units):
            return why_no_bombardment(self.view, units, hex_)
        return self.view.why_not(Attack(units, hex_, main_attacker(self.view.position, units)))

    # ---- selection

    def set_selection(self, units: frozenset[int], hex_: HexId | None) -> None:
        """Select units of a hex; put away any plan for others, and any aim."""
        super().set_selection(units, hex_)
        self.aim = Aim.ANY

    def waiting_hexes(self) -> list[HexId]:
        """Hexes with own units that could still be activated, from the south-west on."""
        return super().waiting_hexes() if self.view.position.activation_points else []

    # ---- orders

    def _move_to(self, hex_: HexId) -> None:
        reach = self.reach
        if reach.goes_to(hex_):
            self.aim = Aim.ANY
            self.give(reach.order(hex_))
            return
        units = tuple(sorted(self.units))
        if not units:
            self.tell(_("Select a unit first."))
        elif hex_ == self.hex:
            self.tell(_("The units stand there already."))
        else:
            self.say_no(why_not_reach(self.view.position, units, hex_), hex_)

    def standing_plan(self) -> AdvancePlan | None:
        """The advance that is on offer."""
        return AdvancePlan.open(self.view) if self._advance_is_mine() else None

    def _advance_is_mine(self) -> bool:
        return self.to_act and not self.watching and self.view.phase == "advance"

    def confirm(self) -> bool:
        """Do what is open: end the impulse, attack, bombard, advance, what was aimed. True when an order went out."""
        open_ = self.question is not None or (self.plan is not None and self.to_act and not self.watching)
        if not open_ and self.aim is not Aim.ANY and self.hovered is not None:
            self.click(self.hovered)
            return False
        return super().confirm()

    def stay(self) -> bool:
        """Let no unit advance."""
        return self.mode is Mode.ADVANCE and self.give(Advance(()))

    def _click_advance(self, hex_: HexId) -> None:
        plan = self.advance
        if plan is None:
            self.refresh()
            return
        if hex_ == plan.target:
            self.confirm()
            return
        here = [row.unit for row in plan.rows if self.view.unit(row.unit).hex == hex_]
        for unit in here:
            self.toggle(unit)

    def tick_all(self) -> None:
        """Tick every unit that can join the attack being planned, as far as activation points go (OPS-7.2-8)."""
        if isinstance(self.plan, AttackPlan):
            self.plan = self.plan.all_ticked()

    def bombard_instead(self) -> None:
        """From the attack that is being planned to a bombardment of the same hex."""
        if not isinstance(self.plan, AttackPlan):
            return
        if refusal := self.why_not_bombard_instead():
            self.say_no(refusal, self.plan.target)
            return
        self.plan, self.part = BombardmentPlan.open(self.view, self.plan.target, self._guns_of(self.plan)), ""

    def why_not_bombard_instead(self) -> Refusal | None:
        """Return why no unit can bombard the hex of the attack that is being planned; None if one can."""
        if not isinstance(self.plan, AttackPlan):
            return Refusal(_NO_ENEMY)
        guns = self._guns_of(self.plan) or tuple(row.unit for row in self.plan.supporters if row.unit in self._ground)
        if not guns and not bombers(self.view):
            return Refusal(_NO_GUNS_NEAR, ("OPS-7.5.1-2",), (self.plan.target,))
        return why_no_bombardment(self.view, guns[:1], self.plan.target)

    @property
    def _ground(self) -> Mapping[int, object]:
        return self.view.position.units

    def _guns_of(self, plan: AttackPlan) -> tuple[int, ...]:
        """The guns and ships that are ticked as supports."""
        return tuple(sorted(id_ for id_ in plan.supports if id_ in self._ground))

    def cancel(self) -> None:
        """Put away what is open: question, plan, aim, then the selection. An advance on offer stays to be decided."""
        self.toast = None
        if self.question is not None:
            self.question = None
        elif isinstance(self.plan, (AttackPlan, BombardmentPlan, RebuildPlan)):
            self.plan = None
        elif self.aim is not Aim.ANY:
            self.aim = Aim.ANY
        elif self.mode is not Mode.ADVANCE:
            self.deselect()

    def aim_at(self, aim: Aim) -> None:
        """A button or key asks what the next click is for; where only one enemy can be meant, it is taken."""
        self.toast = None
        if self.mode is Mode.IDLE and aim is Aim.BOMBARD and bombers(self.view):
            self._aim_bombers()
            return
        if self.mode is not Mode.SELECTED or not self.own_selection():
            self.tell(_("Select a unit first."))
            return
        if refusal := self.why_not_aim(aim):
            self.say_no(refusal)
            return
        self.aim = aim
        if aim is Aim.MOVE:
            self.hovered = self.hex  # so that keys move the pointer from here on
        targets = self.targets(aim)
        if aim is not Aim.MOVE and len(targets) == 1:
            self._click_enemy(targets[0])
        elif aim is not Aim.MOVE:
            self.hovered = self.hovered if self.hovered in targets else targets[0]
            self.tell(_("Choose the enemy to attack.") if aim is Aim.ATTACK else _("Choose the enemy to bombard."))

    def _aim_bombers(self) -> None:
        """Heavy bombers stand nowhere on the map: they need no selection (OPS-7.5.1-9)."""
        targets = self.targets(Aim.BOMBARD)
        if not targets:
            self.say_no(
                why_not_bomb(self.view.position, bombers(self.view)[0]) or Refusal(_NO_TARGET, ("OPS-7.5.1-5",))
            )
            return
        self.aim = Aim.BOMBARD
        self.hovered = targets[0]
        self.tell(_("Choose the enemy to bombard."))

    def point(self, key: str) -> None:
        """Move what is pointed at to the neighbour on the side of a key, from the selection on."""
        start = self.hovered if self.hovered is not None else self.hex
        if start is not None:
            self.hovered = cursor.step(self.view.board.grid, start, key)

    def point_at_next(self, *, back: bool = False) -> None:
        """Point at the next enemy that can be attacked or bombarded."""
        self.hovered = cursor.following(self.targets(self.aim), self.hovered, back=back)

    def targets(self, aim: Aim) -> tuple[HexId, ...]:
        """Enemy hexes that the selected units could attack or bombard now; without a selection, the bombers."""
        state, units = self.view.position, tuple(sorted(self.units))
        if aim not in (Aim.ATTACK, Aim.BOMBARD):
            return ()
        if aim is Aim.BOMBARD and not units:
            stacks = sorted(state.stacks)
            return tuple(
                hex_ for hex_ in stacks if self.view.to_act == self.view.side and available_bombers(state, hex_)
            )
        ranges = {unit: self.view.profile(unit).range if aim is Aim.BOMBARD else 1 for unit in units}
        near = {hex_ for unit in units for hex_ in state.board.grid.disk(state.units[unit].hex, ranges[unit])}
        foes = sorted(hex_ for hex_ in near if enemies_in(self.view, hex_))
        if aim is Aim.BOMBARD:
            return tuple(hex_ for hex_ in foes if self._bombards(units, hex_))
        main = main_attacker(state, units) if units else -1
        return tuple(hex_ for hex_ in foes if self.view.why_not(Attack(units, hex_, main)) is None)

    def _bombards(self, units: tuple[int, ...], hex_: HexId) -> bool:
        guns = (unit for unit in units if self.view.profile(unit).is_gun)
        return any(self.view.why_not(Bombard((gun,), hex_)) is None for gun in guns)

    @property
    def fires(self) -> frozenset[HexId]:
        """The enemies that selected guns and ships could bombard, which light up at once (OPS-7.5.1-8)."""
        units = tuple(sorted(self.units))
        guns = bool(units) and all(self.view.profile(unit).is_gun for unit in units)
        if not guns or self.mode is not Mode.SELECTED or self.aim is not Aim.ANY:
            return frozenset()
        return frozenset(self.targets(Aim.BOMBARD))

    def why_not_aim(self, aim: Aim) -> Refusal | None:
        """Return why the selected units can do nothing of a kind; None if they can.

        It is the reason on greyed buttons.
        """
        units, state = tuple(sorted(self.units)), self.view.position
        if not units:
            return Refusal(_SELECT_FIRST)
        if aim is Aim.MOVE:
            reach = self.reach
            return None if reach.near or reach.far else _why_no_move(self.view, units)
        if self.targets(aim):
            return None
        guns = tuple(unit for unit in units if self.view.profile(unit).is_gun)
        if aim is Aim.BOMBARD and not guns:
            return Refusal(_NO_GUNS, ("OPS-7.5.1-2",))
        here = state.units[units[0]].hex
        far = max(self.view.profile(gun).range for gun in guns) if aim is Aim.BOMBARD else 1
        near = [hex_ for hex_ in state.board.grid.disk(here, far) if enemies_in(self.view, hex_)]
        if not near:
            if aim is Aim.ATTACK:
                return Refusal(_NOBODY_BESIDE, ("OPS-7.2-1",))
            return Refusal(Text(_NOBODY_IN_RANGE, {"range": far}), ("OPS-7.5.1-6",))
        nearest = min(near, key=lambda hex_: (state.board.grid.distance(here, hex_), hex_))
        if aim is Aim.ATTACK:
            return self.view.why_not(Attack(units, nearest, main_attacker(state, units)))
        in_range = (gun for gun in guns if self.view.profile(gun).range >= state.board.grid.distance(here, nearest))
        return self.view.why_not(Bombard((next(in_range),), nearest))

    # ---- reconstitution

    def rebuild(self) -> None:
        """Open the reconstitution of the unit that is shown; say why where it cannot be (OPS-8.3.3-8)."""
        if refusal := self.why_not_rebuild():
            self.say_no(refusal)
        elif self.shown_unit is not None:
            self.aim, self.plan = Aim.ANY, RebuildPlan.open(self.view, self.shown_unit)

    def why_not_rebuild(self) -> Refusal | None:
        """Return why the unit that is shown cannot be given a reconstitution point now; None if it can."""
        if self.shown_unit is None or not self.own_selection():
            return Refusal(_SELECT_FIRST)
        return self.view.why_not(Reconstitute(self.shown_unit, 1))

    def rebuild_points(self, by: int) -> None:
        """More or fewer points for the reconstitution that is open."""
        if isinstance(self.plan, RebuildPlan):
            self.plan = self.plan.changed(by)

    # ---- turn

    def end_question(self) -> EndQuestion | None:
        """Asked when units could still act and activation points are left."""
        waiting, position = self.waiting(), self.view.position
        if not waiting or not position.activation_points:
            return None
        last = position.impulse >= self.view.board.impulses
        return end_question(len(waiting), position.activation_points, last=last)


def _why_no_move(view: OperationsView, units: tuple[int, ...]) -> Refusal | None:
    """Return why units can go nowhere: the first reason against any of the steps around them."""
    here = view.unit(units[0]).hex
    reasons = [view.why_not(Move(units, (here, there))) for there in view.board.grid.adjacent(here)]
    return next((reason for reason in reasons if reason is not None), None)
