"""Replies: what the enemy could do next, from the enemy's point of view, as far as it is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from ai.operations.judgement.staff_weights import STAFF
from ai.operations.lookahead.rehearsal import carry_out, without_fog
from ai.operations.outlines.plan import Plan
from ai.operations.picture.goals import stakes_at
from ai.operations.picture.picture import Picture, moved
from ai.operations.planning.plan import plan_from_greedy
from ai.operations.tactics.assault import Assault, assaults
from ai.operations.tactics.interdiction import Interdiction
from ai.operations.tactics.seizures import Seizure, seizures
from ai.operations.tactics.watch import StaffMemory
from ai.search.even_dice import beginning_with
from ai.shell.thinking import SEEDS
from wab.engine.kernel.dice import Chance
from wab.systems.operations.combat.combat import STREAM as COMBAT
from wab.systems.operations.seen.view import OperationsView
from wab.systems.operations.state.board import Board
from wab.systems.operations.state.orders import Pass
from wab.systems.operations.state.state import State
from wab.systems.operations.units.supply import supplied

MIDDLING = 0.5
"""The place of the first throw of a combat among all throws, unless told otherwise: the middle."""


@dataclass(frozen=True, slots=True)
class Reply:
    """The enemy's next impulse if we stopped now: attacks and walks to open goals, the best first.

    `worth` in points to the enemy: the best of all these, then the best that the other units can do, and so on.
    """

    state: State
    plan: Plan
    attacks: tuple[Assault, ...]
    seizures: tuple[Seizure, ...]
    worth: float


class Replies:
    """Works out replies; keeps what stays the same from one to the next."""

    def __init__(self) -> None:
        self._guess: tuple[Picture, State] | None = None
        self._source: Board | None = None
        self._open: Board | None = None
        self._memories: dict[str, StaffMemory] = {}
        self._known: tuple[object, Reply | None] | None = None

    def after(self, picture: Picture) -> Reply | None:
        """Return what the enemy could do if we stopped now; None if the battle is over by then.

        Announced reinforcements arrive in time, contacts are taken for units that they may be, unseen enemies do
        nothing.
        """
        units = tuple(unit for _, unit in sorted(picture.position.units.items()))
        key = picture.position.turn, picture.position.impulse, units
        if self._known is None or self._known[0] != key or self._source is not picture.board:
            self._known = key, self._reply_to(self.imagined(picture), picture.foe)
        return self._known[1]

    def moves_after(
        self, picture: Picture, places: Mapping[int, int], *, cuts: bool
    ) -> tuple[tuple[Seizure, ...], dict[int, int]]:
        """The enemy's walks into goals if we stopped with some units elsewhere (unit to hex), and the enemy's cuts. The
        cuts, if they are wanted: by hex the HP that an enemy unit cuts off there.
        """
        state = self.imagined(picture, places)
        carry_out(state, Pass())
        if state.result is not None or state.active != picture.foe:
            return (), {}
        his = self.picture(state, picture.foe)
        goals = stakes_at(his)
        walks = tuple(seizures(his, goals, STAFF.attack_from))
        return walks, Interdiction().cuts(his, Plan(goals, {})) if cuts else {}

    def worth_if(self, state: State, foe: str) -> float:
        """The worth of the reply if we stop in an imagined position; the position is played on."""
        reply = self._reply_to(state, foe)
        return reply.worth if reply is not None else 0.0

    def worth_after(self, reply: Reply, places: Mapping[int, int]) -> float:
        """The worth of a reply if some of our units stand elsewhere (unit to hex).

        The same attacks are weighed, and any on hexes that the units leave or go to; stacks cut off make none. Walks to
        goals are looked for again, since a unit also bars the way by its zone of control.
        """
        state = _judged(moved(reply.state, dict(places)), reply.state.active)
        concerned = [reply.state.units[unit].hex for unit in places] + list(places.values())
        targets = dict.fromkeys([*(attack.target for attack in reply.attacks), *concerned])
        left = [hex_ for hex_ in targets if state.stacks.get(hex_)]
        his = self.picture(state, state.active)
        return together(_attacks(his, reply.plan, left), seizures(his, reply.plan.goals, STAFF.attack_from))

    # ---- imagined positions

    def imagined(self, picture: Picture, places: Mapping[int, int] | None = None, luck: float = MIDDLING) -> State:
        """A copy of what is known in which both sides see everything, with some units elsewhere.

        Contacts are replaced by possible units, and the enemy has possible aircraft. `luck`, 0 to 1, is the place of
        the first throw of a combat among all throws.
        """
        guess = self._guessed(picture)
        state = moved(guess, dict(places)) if places else guess.copy()
        state.board = self._board(picture.board)
        state.dice = beginning_with(luck, COMBAT)
        state.version += 1
        return state

    def picture(self, state: State, side: str) -> Picture:
        """Return what a side reads off an imagined position."""
        if side not in self._memories:
            self._memories[side] = StaffMemory(state.board, STAFF.threat_share)
        return Picture(OperationsView(side, state), self._memories[side], STAFF, Chance(0, "reply"))

    def _guessed(self, picture: Picture) -> State:
        """Return what is known, with a guess at contacts: the same within an impulse while the same is known."""
        if not picture.board.rules.fog:
            return picture.position
        if self._guess is None or self._guess[0] is not picture:
            chance = Chance(0, f"contacts/{picture.position.turn}/{picture.position.impulse}")
            self._guess = picture, picture.view.with_names(chance.below(SEEDS))
        return self._guess[1]

    def _board(self, source: Board) -> Board:
        if self._open is None or self._source is not source:
            self._source, self._open, self._memories = source, without_fog(source), {}
        return self._open

    def _reply_to(self, state: State, foe: str) -> Reply | None:
        if state.result is None:  # the imagined orders may have ended the battle
            carry_out(state, Pass())
        if state.result is not None or state.active != foe:
            return None
        his = self.picture(state, foe)
        plan = plan_from_greedy(his)
        attacks, walks = _attacks(his, plan, None), tuple(seizures(his, plan.goals, STAFF.attack_from))
        return Reply(state, plan, attacks, walks, together(attacks, walks))


def _judged(state: State, side: str) -> State:
    """The position with the supply of a side as it is judged when its impulse begins (OPS-8.5.1-9)."""
    in_supply = supplied(state, side)
    wrong = [unit for unit in state.units_of(side) if unit.supplied != (unit.id in in_supply)]
    for unit in wrong:
        state.put(replace(unit, supplied=not unit.supplied))
    if wrong:
        state.version += 1
    return state


def _attacks(his: Picture, plan: Plan, targets: Sequence[int] | None) -> tuple[Assault, ...]:
    found = (attack for attack in assaults(his, plan, targets) if attack.value >= STAFF.attack_from)
    return tuple(sorted(found, key=lambda attack: (-attack.value, attack.target)))


def together(attacks: Iterable[Assault], walks: Iterable[Seizure] = ()) -> float:
    """The worth of attacks and walks that are possible together: the best first, no unit used twice."""
    options = [(attack.value, {*attack.taken, *attack.supports}) for attack in attacks]
    options += [(walk.value, {walk.unit}) for walk in walks]
    options.sort(key=lambda option: -option[0])
    used: set[int] = set()
    total = 0.0
    for value, takes in options:
        if used.isdisjoint(takes):
            used |= takes
            total += value
    return total
