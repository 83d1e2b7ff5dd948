"""What a player can do on the map, as a plain state machine: it takes clicks and keys, and says what to show.

It knows nothing of windows. Every question of legality goes to the view; every order goes out through `play`.
"""

from __future__ import annotations

from wab.app import cursor
from wab.app.operations import texts
from wab.app.operations.modes import Aim, EndQuestion, Mode, Table, Toast
from wab.app.operations.overlays import PathPicture, ReachPicture, path_of, reach_of, wished_path
from wab.app.operations.plans import (
    AdvancePlan,
    AttackPlan,
    BombardmentPlan,
    RebuildPlan,
    bombers,
    enemies_in,
    why_no_attack,
    why_no_bombardment,
)
from wab.app.operations.presenter import stack_order
from wab.engine.orders import Order, Refusal
from wab.engine.text import Text
from wab.hexes import HexId
from wab.locale import _
from wab.systems.operations.activation import is_active, is_locked
from wab.systems.operations.air import why_not_bomb
from wab.systems.operations.bombardment import available_bombers
from wab.systems.operations.movement import movement_left
from wab.systems.operations.orders import Advance, Attack, Bombard, Move, Pass, Reconstitute
from wab.systems.operations.view import OperationsView

_NO_UNITS: frozenset[int] = frozenset()
_NO_ENEMY = Text("There is no enemy in that hex.")
_NO_GUNS = Text("These units have no guns.")
_NO_TARGET = Text("No enemy has been detected.")
_SELECT_FIRST = Text("Select a unit first.")


class Interaction:
    """Selection, plans and orders of the player at the screen."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.units: frozenset[int] = _NO_UNITS
        self.shown_unit: int | None = None
        self.hex: HexId | None = None
        self.hovered: HexId | None = None
        self.aim = Aim.ANY
        self.plan: AttackPlan | BombardmentPlan | AdvancePlan | RebuildPlan | None = None
        self.question: EndQuestion | None = None
        self.toast: Toast | None = None
        self.watching = False
        self._reach: tuple[object, frozenset[int], ReachPicture] | None = None
        self._path: tuple[object, frozenset[int], HexId, PathPicture | None] | None = None

    # ---- reading

    @property
    def view(self) -> OperationsView:
        """The view of the side at the screen, as it is now."""
        return self.table.view

    @property
    def mode(self) -> Mode:
        """What the player is about."""
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
    def to_act(self) -> bool:
        """The side at the screen decides."""
        return self.view.to_act == self.view.side

    @property
    def advance(self) -> AdvancePlan | None:
        """The advance to be decided, None where there is none."""
        return self.plan if isinstance(self.plan, AdvancePlan) else None

    @property
    def reach(self) -> ReachPicture:
        """Where the selected units can go; nowhere while something else is being decided."""
        if self.mode is not Mode.SELECTED or not self._own_selection():
            return ReachPicture(())
        key = (self.view, self.units)
        if self._reach is None or self._reach[0] is not key[0] or self._reach[1] != key[1]:
            self._reach = (*key, reach_of(self.view, tuple(sorted(self.units))))
        return self._reach[2]

    @property
    def path(self) -> PathPicture | None:
        """The path to the hovered hex and its price, None where none leads there."""
        reach, goal = self.reach, self.hovered
        if goal is None or not reach.goes_to(goal):
            return None
        if self._path is None or self._path[:3] != (self.view, self.units, goal):
            self._path = (self.view, self.units, goal, path_of(self.view, reach.order(goal)))
        return self._path[3]

    @property
    def target(self) -> HexId | None:
        """The hovered enemy hex that a click would attack or bombard."""
        hex_ = self.hovered
        if hex_ is None or self.mode is not Mode.SELECTED or not enemies_in(self.view, hex_):
            return None
        return hex_ if self._attack_or_bombard(hex_) is not None else None

    def _own_selection(self) -> bool:
        return bool(self.units) and all(self._is_own(unit) for unit in self.units)

    def _is_own(self, unit: int) -> bool:
        return unit in self.view.position.units and self.view.profile(unit).side == self.view.side

    # ---- the pointer

    def hover(self, hex_: HexId | None) -> None:
        """The pointer is over a hex; None: over none."""
        self.hovered = hex_

    def click(self, hex_: HexId | None, unit: int | None = None, *, shift: bool = False) -> None:
        """The left button on a hex. With shift, a move onto friends is meant.

        `unit` is the counter that was hit: it counts more than the hex, which a tall stack may overhang.
        """
        self.toast = None
        if unit is not None and unit in self.view.position.units:
            hex_ = self.view.unit(unit).hex
        if hex_ is None or self.question is not None:
            return
        if self.mode in (Mode.WATCHING, Mode.OVER):
            self._look_at(hex_)
        elif self.mode is Mode.ADVANCE:
            self._click_advance(hex_)
        elif self.mode in (Mode.IDLE, Mode.SELECTED):
            self._click_free(hex_, shift)

    def _click_free(self, hex_: HexId, shift: bool) -> None:
        own = self.view.position.side_in(hex_) == self.view.side
        if self.aim is Aim.BOMBARD and not self.units and enemies_in(self.view, hex_):
            self._open_fire(hex_)
        elif self.aim is Aim.MOVE or (shift and self._own_selection()):
            self._move_to(hex_)
        elif own and self.aim is Aim.ANY:
            self._select_stack(hex_)
        elif enemies_in(self.view, hex_):
            self._click_enemy(hex_)
        elif self._own_selection() and self.aim is Aim.ANY:
            self._move_to(hex_)
        elif self.aim is not Aim.ANY:
            self.say_no(Refusal(_NO_ENEMY, (), (hex_,)), hex_)
        else:
            self.deselect()

    def _click_enemy(self, hex_: HexId) -> None:
        if not self._own_selection():
            self._look_at(hex_)
            return
        self._open_fire(hex_)

    def _open_fire(self, hex_: HexId) -> None:
        """Open the plan against an enemy; say why where there can be none."""
        plan = self._attack_or_bombard(hex_)
        if plan is None:
            self.say_no(self._why_no_fire(hex_), hex_)
            return
        self.plan = plan
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
        return AttackPlan.open(self.view, hex_) if why_no_attack(self.view, units, hex_) is None else None

    def _why_no_fire(self, hex_: HexId) -> Refusal | None:
        units = tuple(sorted(self.units))
        if self.aim is Aim.BOMBARD or all(self.view.profile(unit).is_gun for unit in units):
            return why_no_bombardment(self.view, units, hex_)
        return self.view.why_not(Attack(units, hex_, self.view.unit(units[0]).hex))

    def right_click(self) -> None:
        """Put away what is open: question, aim, plan, then the selection."""
        self.cancel()

    # ---- selection

    def _look_at(self, hex_: HexId) -> None:
        stack = stack_order(self.view.position, hex_)
        self._set_selection(frozenset(), hex_ if stack else None)
        if stack:
            following = self._after(tuple(unit.id for unit in stack), self.shown_unit)
            self.shown_unit = following

    @staticmethod
    def _after(ids: tuple[int, ...], unit: int | None) -> int:
        return ids[(ids.index(unit) + 1) % len(ids)] if unit in ids else ids[0]

    def _select_stack(self, hex_: HexId) -> None:
        """The whole stack first; clicking it again goes through its units one by one, and back to the whole."""
        ids = tuple(unit.id for unit in stack_order(self.view.position, hex_))
        there = self.units & frozenset(ids)
        if self.hex != hex_ or not there or len(ids) == 1:
            self._set_selection(frozenset(ids), hex_)
            return
        by_id = tuple(sorted(ids))
        if len(there) != 1:
            self._set_selection(frozenset(by_id[:1]), hex_)
            return
        last = next(iter(there))
        place = by_id.index(last) + 1
        self._set_selection(frozenset(by_id[place : place + 1]) or frozenset(ids), hex_)

    def select(self, unit: int, *, add: bool = False) -> None:
        """Select one unit, or with `add` tick or untick it in the stack that is selected (OPS-5.2-16)."""
        if unit not in self.view.position.units:
            return
        hex_ = self.view.unit(unit).hex
        if not self._is_own(unit):
            self._set_selection(_NO_UNITS, hex_)
            self.shown_unit = unit
        elif add and hex_ == self.hex:
            self._set_selection((self.units ^ {unit}) or frozenset({unit}), hex_)
        else:
            self._set_selection(frozenset({unit}), hex_)

    def select_all(self) -> None:
        """Every unit of the stack that is selected."""
        if self.hex is not None and self.view.position.side_in(self.hex) == self.view.side:
            self._set_selection(frozenset(unit.id for unit in self.view.position.stack(self.hex)), self.hex)

    def _set_selection(self, units: frozenset[int], hex_: HexId | None) -> None:
        self.units, self.hex, self.aim, self.plan = units, hex_, Aim.ANY, None
        stack = stack_order(self.view.position, hex_, units) if hex_ is not None else []
        self.shown_unit = stack[0].id if stack else None

    def deselect(self) -> None:
        """Nothing is selected any more."""
        self._set_selection(_NO_UNITS, None)

    def next_unit(self, *, back: bool = False) -> int | None:
        """Select the next own unit that has not been activated and could be; returns its hex, None for none."""
        waiting = self.waiting_hexes()
        if not waiting:
            self.tell(_("Every unit has been activated, or no activation points are left."))
            return None
        after = [hex_ for hex_ in waiting if self.hex is not None and (hex_ < self.hex if back else hex_ > self.hex)]
        hex_ = (after[-1] if back else after[0]) if after else (waiting[-1] if back else waiting[0])
        fresh = {unit.id for unit in self.view.position.stack(hex_) if self._waits(unit.id)}
        self._set_selection(frozenset(fresh), hex_)
        return hex_

    def waiting_hexes(self) -> list[HexId]:
        """Hexes with own units that could still be activated, from the south-west on."""
        if self.mode in (Mode.WATCHING, Mode.OVER) or self.view.position.activation_points == 0:
            return []
        return sorted({unit.hex for unit in self.view.own_units() if self._waits(unit.id)})

    def _waits(self, unit: int) -> bool:
        state = self.view.position
        here = state.units[unit]
        if is_active(state, here) or is_locked(state, here):
            return False
        return movement_left(state, unit) > 0 or state.profile(unit).is_gun

    # ---- orders

    def _move_to(self, hex_: HexId) -> None:
        reach = self.reach
        if reach.goes_to(hex_):
            self.aim = Aim.ANY
            self.give(reach.order(hex_))
            return
        units = tuple(sorted(self.units))
        if not units or hex_ == self.hex:
            return
        order = Move(units, wished_path(self.view, units, hex_))
        self.say_no(self.view.why_not(order), hex_)

    def give(self, order: Order) -> bool:
        """Play an order if the rules allow it, else say why not. True when it was played."""
        if refusal := self.view.why_not(order):
            self.say_no(refusal)
            return False
        keep = self.units
        self.plan = None
        self.table.play(order)
        self.refresh(keep)
        return True

    def refresh(self, keep: frozenset[int] | None = None) -> None:
        """The game has changed: keep of the selection who is still there, open the advance that is on offer."""
        state = self.view.position
        wanted = self.units if keep is None else keep
        kept = frozenset(unit for unit in wanted if unit in state.units and self._is_own(unit))
        hexes = {state.units[unit].hex for unit in kept}
        if len(hexes) > 1:
            first = min(hexes)
            kept = frozenset(unit for unit in kept if state.units[unit].hex == first)
        hex_ = state.units[min(kept)].hex if kept else None
        plan = AdvancePlan.open(self.view) if self._advance_is_mine() else None
        self._set_selection(kept, hex_)
        self.plan = plan

    def _advance_is_mine(self) -> bool:
        return self.to_act and not self.watching and self.view.phase == "advance"

    def toggle(self, unit: int) -> None:
        """Tick or untick a unit in the plan that is open; say why where the rules bar it."""
        plan = self.plan
        if plan is None or isinstance(plan, RebuildPlan):
            return
        changed = plan.toggle(unit)
        if changed is plan:
            self.say_no(next((row.refusal for row in plan.rows if row.unit == unit), None))
        self.plan = changed

    def launch_from(self, hex_: HexId) -> None:
        """Choose the hex from which the main attack comes."""
        if isinstance(self.plan, AttackPlan):
            self.plan = self.plan.launched_from(hex_)

    def confirm(self) -> bool:
        """Do what is open: end the impulse, attack, bombard, advance. True when an order went out."""
        if self.question is not None:
            self.question = None
            return self._end()
        if self.plan is not None and (self.to_act and not self.watching):
            return self.give(self.plan.order)
        if self.aim is not Aim.ANY and self.hovered is not None:
            self.click(self.hovered)
        return False

    def toggle_row(self, place: int) -> None:
        """Tick or untick the unit in a row of the plan that is open, counted from 0."""
        rows = () if self.plan is None or isinstance(self.plan, RebuildPlan) else self.plan.rows
        if place < len(rows):
            self.toggle(rows[place].unit)

    def next_origin(self) -> None:
        """Let the main attack come from the next of the attackers' hexes."""
        if isinstance(self.plan, AttackPlan) and self.plan.origins:
            self.launch_from(cursor.following(self.plan.origins, self.plan.main) or self.plan.main)

    def stay(self) -> bool:
        """Nobody advances."""
        return self.mode is Mode.ADVANCE and self.give(Advance(()))

    def _click_advance(self, hex_: HexId) -> None:
        plan = self.advance
        if plan is None:
            self.refresh()
            return
        if hex_ == plan.target:
            self.confirm()
            return
        here = [row.unit for row in plan.candidates if self.view.unit(row.unit).hex == hex_]
        for unit in here:
            self.toggle(unit)

    def bombard_instead(self) -> None:
        """From the attack that is being planned to a bombardment of the same hex."""
        if not isinstance(self.plan, AttackPlan):
            return
        target = self.plan.target
        guns = tuple(sorted(id_ for id_ in self.plan.supports if id_ in self.view.position.units))
        if refusal := why_no_bombardment(self.view, guns or tuple(sorted(self.units)), target):
            self.say_no(refusal, target)
            return
        self.plan = BombardmentPlan.open(self.view, target, guns)

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
        if self.mode is Mode.IDLE and aim is Aim.BOMBARD and bombers(self.view):
            self._aim_bombers()
            return
        if self.mode is not Mode.SELECTED or not self._own_selection():
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

    def next_of_stack(self) -> None:
        """From the whole stack that is selected to its units one by one, and back to the whole."""
        if self.hex is not None and self.view.position.side_in(self.hex) == self.view.side:
            self._select_stack(self.hex)

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
        return tuple(hex_ for hex_ in foes if self.view.why_not(Attack(units, hex_, state.units[units[0]].hex)) is None)

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
        """Why the selected units can do nothing of a kind; None when they can. For buttons greyed with a reason."""
        units, state = tuple(sorted(self.units)), self.view.position
        if not units:
            return Refusal(_SELECT_FIRST)
        if aim is Aim.MOVE:
            reach = self.reach
            return None if reach.near or reach.far else _why_no_move(self.view, units)
        if self.targets(aim):
            return None
        if aim is Aim.BOMBARD and not any(self.view.profile(unit).is_gun for unit in units):
            return Refusal(_NO_GUNS, ("OPS-7.5.1-2",))
        here = state.units[units[0]].hex
        near = [hex_ for hex_ in state.board.grid.disk(here, 4) if enemies_in(self.view, hex_)]
        if not near:
            return Refusal(_NO_ENEMY, ("OPS-7.2-1",))
        nearest = min(near, key=lambda hex_: (state.board.grid.distance(here, hex_), hex_))
        return self.view.why_not(Attack(units, nearest, here) if aim is Aim.ATTACK else Bombard(units, nearest))

    # ---- reconstitution

    def rebuild(self) -> None:
        """Open the reconstitution of the unit that is shown; say why where it cannot be (OPS-8.3.3-8)."""
        if refusal := self.why_not_rebuild():
            self.say_no(refusal)
        elif self.shown_unit is not None:
            self.aim, self.plan = Aim.ANY, RebuildPlan.open(self.view, self.shown_unit)

    def why_not_rebuild(self) -> Refusal | None:
        """Why the unit that is shown cannot be given a reconstitution point now; None when it can."""
        if self.shown_unit is None or not self._own_selection():
            return Refusal(_SELECT_FIRST)
        return self.view.why_not(Reconstitute(self.shown_unit, 1))

    def rebuild_points(self, by: int) -> None:
        """More or fewer points for the reconstitution that is open."""
        if isinstance(self.plan, RebuildPlan):
            self.plan = self.plan.changed(by)

    # ---- turn

    def undo(self) -> bool:
        """Take back the last order; say why where that cannot be."""
        if refusal := self.table.why_not_undo():
            self.say_no(refusal)
            return False
        keep = self.units
        self.table.undo()
        self.refresh(keep)
        return True

    def end_turn(self) -> bool:
        """End the impulse; asks first when units could still act. True when it ended at once."""
        if self.mode in (Mode.WATCHING, Mode.OVER) or self.question is not None:
            return False
        if refusal := self.view.why_not(Pass()):
            self.say_no(refusal)
            return False
        waiting = [unit.id for unit in self.view.own_units() if self._waits(unit.id)]
        points = self.view.position.activation_points
        if waiting and points:
            self.question = EndQuestion(tuple(waiting), points)
            return False
        return self._end()

    def _end(self) -> bool:
        self.deselect()
        return self.give(Pass())

    # ---- words

    def say_no(self, refusal: Refusal | None, hex_: HexId | None = None) -> None:
        """Say beside the pointer why something is refused."""
        if refusal is not None:
            where = hex_ if hex_ is not None else (refusal.where[0] if refusal.where else None)
            self.toast = Toast(texts.typographic(str(refusal.text)), refusal.clauses, where)

    def tell(self, text: str) -> None:
        """Say something that is no refusal."""
        self.toast = Toast(text, bad=False)

    def pass_time(self, seconds: float) -> None:
        """Let a sentence beside the pointer fade."""
        if self.toast is not None:
            self.toast.seconds -= seconds
            if self.toast.seconds <= 0:
                self.toast = None


def _why_no_move(view: OperationsView, units: tuple[int, ...]) -> Refusal | None:
    """Why units can go nowhere: the first reason against any of the steps around them."""
    here = view.unit(units[0]).hex
    reasons = [view.why_not(Move(units, (here, there))) for there in view.board.grid.adjacent(here)]
    return next((reason for reason in reasons if reason is not None), None)
