"""The greedy player: it believes the last reports, takes what seems vacant, attacks what seems weak. No plan."""

from __future__ import annotations

from functools import partial

from ai.blind import support, table
from ai.blind.attacks import Attack, attacks
from ai.blind.guess import Guess, Reports
from ai.blind.moves import Move, best_move
from ai.blind.picture import Picture
from ai.blind.posts import Posts
from ai.blind.reasons import Thought, reason_for
from ai.blind.weights import MANNERS, RATIO
from ai.shell.choice import Choice
from ai.shell.layers import guarded
from ai.shell.reasons import Reason
from ai.shell.thinking import Thinker
from wab.engine.kernel.orders import Order
from wab.engine.kernel.view import View
from wab.engine.shells.position import PositionView
from wab.engine.words.errors import UsageError
from wab.engine.words.text import Text
from wab.systems.blind.state import orders as od
from wab.systems.blind.state.state import COMBAT, FIRST, RESERVE, SECOND, State


def make(_name: str, seed: int) -> Greedy:
    """The greedy player."""
    return Greedy(seed)


class Greedy(Thinker):
    """Gives the best single order by what was heard last. If a thought fails, the first order on offer is given."""

    def decide(self, view: View) -> Order:
        """The order to play now; UsageError for a view of another system."""
        known = known_view(view)
        noting = self._noting(f"turn {view.turn}, {view.phase}")
        choice = guarded(noting, [("thought", partial(self._thought, known))], partial(_first_on_offer, view))
        if view.why_not(choice.order) is not None:
            noting("order", ValueError(f"{choice.order} is not legal"))
            choice = _first_on_offer(view)
        self.reason = choice.reason
        return choice.order

    # ---- what the levels do in another way

    def _guess(self, state: State, side: str) -> Guess:
        return Reports(state, side)

    def _posts(self, seen: Picture) -> Posts:
        return Posts(seen, MANNERS[seen.side])

    def _move(self, seen: Picture, posts: Posts, kept: frozenset[int]) -> Move | None:
        """The next march or call."""
        return best_move(seen, posts, kept)

    def _attack(self, seen: Picture, posts: Posts) -> Attack | None:
        """The attack to announce, or to join; None for no more."""
        worths = {int(hex_): float(posts.take[hex_]) for hex_ in seen.line.nonzero()[0]}
        for attack in attacks(seen, worths):
            if attack.ratio > RATIO and any(seen.state.units[unit].target < 0 for unit in attack.units):
                return attack
        return None

    def _kept(self, seen: Picture, posts: Posts) -> frozenset[int]:
        """The units that do not march in this phase."""
        return frozenset()

    def _reserves(self, seen: Picture, posts: Posts) -> Order | None:
        """A unit behind the front goes into reserve."""
        for unit in seen.units:
            if not unit.act and not unit.reserve and 0 < seen.depth[unit.hex] - 1 <= 4:
                return od.Reserve(unit.id)
        return None

    # ---- the phases

    def _thought(self, view: PositionView[State]) -> Choice:
        seen = self._seen(view)
        thought = self._order(seen, self._posts(seen))
        return Choice(thought.order, reason_for(seen, thought), thought.value)

    def _seen(self, view: PositionView[State]) -> Picture:
        return Picture(view.position, view.side, self._guess(view.position, view.side))

    def _order(self, seen: Picture, posts: Posts) -> Thought:
        now = seen.now
        if now.table is not None:
            return Thought(*table.answer(seen, posts))
        found: Order | None = None
        if now.phase in (*FIRST, *SECOND, *RESERVE):
            return self._movement(seen, posts)
        if now.phase in COMBAT:
            found = next(support.bombs(seen), None) if now.side == "allied" and now.must < 0 else None
            found = found or support.next_fight(seen)
        elif now.phase == "allied_air":
            found = support.air_support(seen)
        elif now.phase == "port":
            found = od.Repair() if seen.now.rp.get("us", 0) > 0 else None
        return Thought(found or od.Done())

    def _movement(self, seen: Picture, posts: Posts) -> Thought:
        phase = seen.now.phase
        moving = seen.now.mover is not None and seen.now.mover.left > 0
        if phase not in RESERVE and not moving:
            ready = support.arrival(seen, posts) or support.leave(seen)
            if ready is not None:
                return Thought(ready, 1.0)
        kept: frozenset[int] = frozenset()
        if phase in FIRST:
            attack = self._attack(seen, posts)
            if attack is not None:
                return Thought(_announced(seen, attack), attack.value, attack.chance)
            kept = self._kept(seen, posts)
            rebuilt = None if moving else support.refit(seen, kept)
            if rebuilt is not None:
                return Thought(rebuilt, 0.3)
        move = self._move(seen, posts, kept)
        if move is not None:
            return Thought(move.order, move.gain, post=move.post)
        reserve = self._reserves(seen, posts) if phase in SECOND else None
        return Thought(reserve or od.Done())


def known_view(view: View) -> PositionView[State]:
    """A view of this system; UsageError for another one."""
    if not isinstance(view, PositionView) or not isinstance(view.position, State):
        raise UsageError("This player of blind was given a view of another system.")
    return view


def _announced(seen: Picture, attack: Attack) -> Order:
    """The call that announces an attack, or the next unit that joins it."""
    unit = next(unit for unit in attack.units if seen.state.units[unit].target < 0)
    if attack.target in seen.now.contacts:
        return od.Declare(unit, attack.target)
    return od.Call(unit, attack.target, attack=True)


def _first_on_offer(view: View) -> Choice:
    """The end of the phase, or the first order on offer, which is always legal."""
    order = od.Done() if view.why_not(od.Done()) is None else next(iter(view.legal_orders()))
    return Choice(order, Reason(Text("Give the only order possible")))
