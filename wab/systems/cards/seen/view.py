"""A seat's view: the whole field, all that lies open, and its own hand (CRD-2.10-2)."""

from __future__ import annotations

from typing import Any

from wab.engine.kernel.orders import Refusal
from wab.engine.shells.position import PositionView
from wab.engine.words.text import N_, Text
from wab.systems import get_system
from wab.systems.cards.command import orders_left, playing
from wab.systems.cards.fight import strikes
from wab.systems.cards.fight.combat import targets
from wab.systems.cards.fight.movement import Reached, reach
from wab.systems.cards.fight.odds import Preview, preview
from wab.systems.cards.sequence import overlord
from wab.systems.cards.sequence.victory import MedalTrack, medals
from wab.systems.cards.state import teams
from wab.systems.cards.state.board import SIDES, Board, enemy_of
from wab.systems.cards.state.orders import Attack, GiveCard, PlayCard
from wab.systems.cards.state.state import Play, State, Token, Unit


class CardsView(PositionView[State]):
    """One seat's knowledge of a battle. `position` is a state of what it knows, to be read only.

    Cards that it does not know stand in hands and piles as "", so that their number is right.
    """

    not_yours = Refusal(Text(N_("It is for somebody else to decide now.")), ("CRD-4.0-1",), code="not-yours")

    def __init__(self, seat: str, position: State) -> None:
        rules: Any = get_system("cards")  # by name: the system object stands above its chapters
        super().__init__(rules, seat, position)

    @property
    def board(self) -> Board:
        """Field, terrain, tables, cards, scenario."""
        return self.position.board

    # ---- cards

    @property
    def hand(self) -> tuple[str, ...]:
        """The cards that this seat plays from and sees, as keys of the deck; none for one that sees no hand."""
        holder = teams.holder_of(self.board, self.seat)
        return self.position.hands[holder] if teams.sees_hand(self.board, self.seat, holder) else ()

    @property
    def hand_sizes(self) -> dict[str, int]:
        """The number of cards in each hand, by holder."""
        return {holder: len(cards) for holder, cards in self.position.hands.items()}

    @property
    def shared(self) -> dict[str, str]:
        """The open card of each side's team, "" for none (CRD-A5.1-5)."""
        return {side: self.position.shared.get(side, "") for side in SIDES}

    @property
    def discards(self) -> tuple[str, ...]:
        """The discards of the pile that this side draws from, the last one at the end; they lie open (CRD-4.5-4)."""
        return self.position.discards.get(teams.pile_of(self.board, self.side), ())

    @property
    def pile_size(self) -> int:
        """Cards left in the pile that this side draws from."""
        return len(self.position.pile.get(teams.pile_of(self.board, self.side), ()))

    @property
    def play(self) -> tuple[Play, ...]:
        """The cards in force this turn."""
        return self.position.plays

    @property
    def tokens(self) -> dict[int, Token]:
        """Return what each ordered unit may still do this turn, by its id (CRD-5-1)."""
        return dict(self.position.tokens)

    @property
    def last_plays(self) -> tuple[Play, ...]:
        """The cards of the enemy's last turn, which Counter-Attack would copy: several in Overlord (CRD-O-9)."""
        return self.position.last_plays.get(enemy_of(self.side), ())

    @property
    def strike(self) -> strikes.Due | None:
        """The attack from off the board that is to be aimed now, with its dice and how many targets it may have."""
        return strikes.due(self.position) if self.phase in ("opening", "strike") else None

    # ---- medals

    @property
    def medals(self) -> dict[str, MedalTrack]:
        """The medal track of each side (CRD-3-3)."""
        return {side: medals(self.position, side) for side in SIDES}

    @property
    def goals(self) -> dict[str, int]:
        """The medals with which each side wins (CRD-3-1)."""
        return {side: self.board.goal(side) for side in SIDES}

    def could_order(self, order: PlayCard | GiveCard) -> tuple[int, ...]:
        """The own units that a card could order if it were played or given now, at any roll of its dice."""
        if isinstance(order, PlayCard):
            return playing.could_order(self.position, playing.made(self.position, order))
        return playing.could_order(self.position, overlord.made(self.position, order))

    @property
    def more_orders(self) -> int:
        """Return how many more units may be ordered now."""
        return orders_left.more_orders(self.position)

    @property
    def orders_by_section(self) -> dict[str, int]:
        """The units that section cards may still order in each section."""
        return orders_left.by_section(self.position)

    # ---- units

    def unit(self, unit: int) -> Unit:
        """A unit on the field; KeyError when there is none of that number."""
        return self.position.units[unit]

    def own_units(self) -> tuple[Unit, ...]:
        """The side's own units on the field, by id."""
        return tuple(self.position.units_of(self.side))

    def enemy_units(self) -> tuple[Unit, ...]:
        """The enemy's units on the field, by id."""
        return tuple(self.position.units_of(enemy_of(self.side)))

    def reach(self, unit: int) -> dict[int, Reached]:
        """Return where an ordered unit may move now: each hex with the best way, its cost, may it attack there."""
        return reach(self.position, unit)

    def targets(self, unit: int) -> tuple[int, ...]:
        """The enemy units that an ordered unit may attack now."""
        return targets(self.position, unit)

    def preview(self, order: Attack) -> Preview:
        """The dice of an attack with their causes, and the exact chances of hits and flags."""
        return preview(self.position, order)
