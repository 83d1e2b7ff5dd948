"""Troops that the staff leads for the person at the screen: who they are, what it proposes, what of that is approved.

The staff thinks in a process of its own (ai/operations/delegation.py). Its orders go the way of all orders, one by one,
so that undo, replay and save know no difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec

from ai.agents import DEPUTY, Proposal
from ai.process import AgentWorker, Failure, Proposals
from wab.app.operations.hand.interaction import Interaction
from wab.app.operations.hand.modes import Mode
from wab.app.play.archive import LARGEST_NOTE, lent_path
from wab.app.play.table import Table
from wab.app.wargame.adapter import typography
from wab.engine.files.limits import read_bounded
from wab.engine.files.safe_json import decode_json
from wab.engine.files.writing import write_beside
from wab.engine.kernel.orders import Refusal
from wab.engine.words.errors import SaveError
from wab.locale import _, ngettext
from wab.systems.operations.seen.view import OperationsView

MOST = 12  # orders on the list
NEAR = 3  # hexes around the selection that make a sector
_NOBODY: frozenset[int] = frozenset()

Question = tuple[str, int, frozenset[int], int]
"""A question to the staff: seat, moment of the game, units with the staff, number of orders wanted."""


@dataclass
class Charge:
    """The troops that one seat has handed over.

    Units and air units by id, the impulse, and whether they stay until taken back.
    """

    units: frozenset[int] = _NOBODY
    moment: tuple[int, int] = (0, 0)
    lasting: bool = False


_CHARGES = msgspec.json.Decoder(dict[str, Charge])


def _read(path: Path | None) -> dict[str, Charge]:
    """Return the charges on file by seat; nothing if there is no such file, or it cannot be read."""
    try:
        return decode_json(_CHARGES, read_bounded(path, LARGEST_NOTE)) if path is not None else {}
    except (OSError, ValueError):
        return {}


class Delegates:
    """The troops that are with the staff, its list of orders, and the carrying out of what is approved.

    `carrying_out`: all is approved; order by order is given until nothing worth doing is left.
    """

    def __init__(self, session: Table, hand: Interaction) -> None:
        self.session, self.hand = session, hand
        self.carrying_out = False
        self.given = 0
        self._charges = _read(self._path)
        self._worker: AgentWorker | None = None
        self._asked: Question | None = None
        self._answer: tuple[Question, tuple[Proposal, ...]] | None = None

    @property
    def _path(self) -> Path | None:
        save = self.session.save
        return lent_path(save) if save is not None else None

    @property
    def view(self) -> OperationsView:
        """The view of the seat at the screen, as it is now, without its plans."""
        return cast(OperationsView, self.session.view)

    # ---- troops

    @property
    def charge(self) -> Charge:
        """The troops that the seat at the screen has handed over."""
        charge = self._charges.setdefault(self.session.seat, Charge())
        if charge.units and not charge.lasting and not self._is_now(charge):
            charge.units = _NOBODY
        return charge

    def _is_now(self, charge: Charge) -> bool:
        view = self.view
        return view.to_act == view.side and charge.moment == (view.turn, view.position.impulse)

    @property
    def units(self) -> frozenset[int]:
        """The units and air units with the staff that are still there."""
        state = self.view.position
        return frozenset(id_ for id_ in self.charge.units if id_ in state.units or id_ in state.squadrons)

    @property
    def ground_units(self) -> frozenset[int]:
        """The units with the staff that are on the map."""
        return self.units & self.view.position.units.keys()

    @property
    def aircraft(self) -> bool:
        """The air units of the side are with the staff."""
        return not self.units.isdisjoint(self._flying)

    @property
    def _flying(self) -> frozenset[int]:
        return frozenset(squadron.id for squadron in self.view.own_squadrons())

    def selected(self) -> frozenset[int]:
        """The own units that are selected."""
        view = self.view
        return frozenset(id_ for id_ in self.hand.units if view.profile(id_).side == view.side)

    def division(self) -> frozenset[int]:
        """Return the selected units and all units of their divisions."""
        view, chosen = self.view, self.selected()
        names = {view.profile(id_).division for id_ in chosen} - {""}
        return chosen | {unit.id for unit in view.own_units() if view.profile(unit.id).division in names}

    def sector(self) -> frozenset[int]:
        """The selected units and those around them."""
        view, chosen = self.view, self.selected()
        near = {hex_ for id_ in chosen for hex_ in view.board.grid.disk(view.unit(id_).hex, NEAR)}
        return frozenset(unit.id for unit in view.own_units() if unit.hex in near)

    def everybody(self) -> frozenset[int]:
        """All units of the side on the map."""
        return frozenset(unit.id for unit in self.view.own_units())

    # ---- handing over, taking back

    def why_not_now(self) -> str:
        """Return why no troops can be handed over now; "" if they can."""
        if self.hand.mode in (Mode.IDLE, Mode.SELECTED):
            return ""
        if self.hand.mode in (Mode.WATCHING, Mode.OVER):
            return _("Not now: the enemy is moving.")
        return _("Not now: something else has to be decided first.")

    def hand_over(self, units: Iterable[int]) -> bool:
        """Give units to the staff, for this impulse or, where that was chosen, until they are taken back."""
        chosen = frozenset(units)
        if why := self.why_not_now() or ("" if chosen else _("Select a unit first.")):
            self.hand.tell(why)
            return False
        view, charge = self.view, self.charge
        charge.units, charge.moment = self.units | chosen, (view.turn, view.position.impulse)
        self._keep()
        return True

    def take_back(self, units: Iterable[int]) -> None:
        """Units are the person's own again."""
        self.stop()
        self.charge.units = self.units.difference(units)
        self._keep()

    def hand_over_or_back(self) -> bool:
        """The selected units to the staff; back from it when all of them are there. True when they went to it."""
        chosen = self.selected()
        if chosen and chosen <= self.units:
            self.take_back(chosen)
            return False
        return self.hand_over(chosen)

    def lend_aircraft(self) -> None:
        """All air units to the staff, or back from it."""
        if self.aircraft:
            self.take_back(self._flying)
        else:
            self.hand_over(self._flying)

    def change_term(self) -> None:
        """Until they are taken back, or for this impulse only."""
        charge, view = self.charge, self.view
        charge.lasting, charge.moment = not charge.lasting, (view.turn, view.position.impulse)
        self._keep()

    def _keep(self) -> None:
        """Keep the units with the staff in a file next to the save, so that a game taken up again still knows them."""
        if self._path is None:
            return
        try:
            write_beside(self._path, msgspec.json.encode(self._charges))
        except SaveError as error:
            self.hand.tell(str(error))

    # ---- what is proposed

    @property
    def proposals(self) -> tuple[Proposal, ...] | None:
        """The orders that the staff would give next as things stand; None as long as it thinks."""
        return self._answer[1] if self._answer is not None and self._answer[0] == self._question() else None

    @property
    def latest(self) -> tuple[Proposal, ...] | None:
        """The same; while it thinks, what it said of the same troops before."""
        answer = self._answer
        if answer is None or (answer[0][0], answer[0][2]) != (self.session.seat, self.units):
            return None
        return answer[1]

    @property
    def thinking(self) -> bool:
        """The staff has been asked and has not answered yet."""
        return self._asked is not None and (self._answer is None or self._answer[0] != self._asked)

    def _question(self) -> Question:
        return self.session.seat, self.session.moment, self.units, 1 if self.carrying_out else MOST

    def ask(self) -> None:
        """Ask what it would do, unless it has been asked already; `update` takes the answer."""
        question = self._question()
        if self._asked == question or not self.session.my_turn or not self.units:
            return
        if self._worker is None:
            self._worker = self.session.hire()
        elif self.thinking:
            self._worker.hurry()  # nothing waits for that answer any longer
        self._asked = question
        seed = self.session.staff_seed("deputy")
        view = self.view.encode()
        ids = sorted(self.units)
        self._worker.request(self.session.rules.id, DEPUTY, view, seed, "proposals", units=ids, most=question[3])

    def update(self) -> None:
        """Take what the staff answers; a failure is an empty list, and ends the carrying out."""
        if self._worker is None or self._asked is None:
            return
        match self._worker.poll():
            case Proposals(orders):
                self._answer = (
                    self._asked,
                    msgspec.convert([self._decoded(one) for one in orders], tuple[Proposal, ...]),
                )
            case Failure(sentence):
                self._answer = self._asked, ()
                self.stop()
                self.hand.tell(_("The staff has no answer: {why}").format(why=sentence))

    def _decoded(self, proposal: dict[str, Any]) -> dict[str, Any]:
        return proposal | {"order": msgspec.convert(proposal["order"], self.session.rules.order_types)}

    def why_not(self, place: int) -> Refusal | None:
        """Return why an order of the list cannot be given as things stand; None if it can."""
        found = self.proposals or ()
        return self.view.why_not(found[place].order) if place < len(found) else None

    # ---- approval

    def approve(self, place: int) -> bool:
        """Give one order of the list; say why where the rules bar it. True when it was given."""
        found = self.proposals or ()
        if place >= len(found):
            return False
        if refusal := self.why_not(place):
            self.hand.say_no(refusal)
            return False
        return self.hand.give(found[place].order)

    def approve_all(self) -> None:
        """Let the staff carry out what it wants, order by order; it looks again after each."""
        if self.units and self.session.my_turn and not self.carrying_out:
            self.carrying_out, self.given = True, 0

    def refuse(self) -> None:
        """All units are the person's own again."""
        self.take_back(self.charge.units)

    def stop(self) -> None:
        """No further order is given without being approved."""
        self.carrying_out = False

    def carry_on(self) -> str:
        """Give the next order where all is approved; at the end, a sentence on what was done, else ""."""
        if not self.carrying_out or self.session.in_flight:
            return ""
        if not self.session.my_turn or not self.units:
            return self._finished()
        found = self.proposals
        if found is None:
            self.ask()
            return ""
        if not found or not self.approve(0):
            return self._finished()
        self.given += 1
        return ""

    def _finished(self) -> str:
        self.stop()
        words = ngettext("The staff has given {count} order.", "The staff has given {count} orders.", self.given)
        return typography.typographic(words.format(count=self.given))
