"""The common part of sessions, here and on a server: messages, the last verdict, moments, the game in numbers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from ai.agents import Advice
from ai.process import AgentWorker
from wab.app.play.advisers import Advisers
from wab.app.play.table import Draws
from wab.app.play.talk import Talk
from wab.engine.history.chronicle import PlayedTurn
from wab.engine.history.course import Course, whole_course
from wab.engine.history.journal import lasting
from wab.engine.history.scenes import Moment
from wab.engine.history.verdict import Verdict
from wab.engine.kernel.events import Event
from wab.engine.kernel.game import Game
from wab.engine.kernel.view import View


class Sitter(ABC):
    """The part of a session that needs only the turns of its seat, its staff and, at the end, the whole game."""

    talk: Talk | None = None

    def __init__(self, advisers: Advisers) -> None:
        self._advisers = advisers
        self._messages: list[str] = []
        self._course: Course | None = None

    @property
    @abstractmethod
    def turns(self) -> list[PlayedTurn]:
        """The turns that were begun, as the seat at this screen saw them."""

    @property
    @abstractmethod
    def view(self) -> View:
        """The view of the seat at this screen."""

    @property
    @abstractmethod
    def my_turn(self) -> bool:
        """A person who may see the screen now has to decide."""

    @abstractmethod
    def ending(self) -> Game[Any] | None:
        """Return the game with all its records; None before it is over, for that would give secrets away."""

    @abstractmethod
    def staff_seed(self, purpose: str) -> int:
        """Return the seed of a player that works for the seat at this screen."""

    @property
    @abstractmethod
    def moment(self) -> int:
        """A number that changes whenever the view may have changed: for caches, and never shown."""

    @property
    def is_late(self) -> bool:
        """False: no clock runs in a game that lies here."""
        return False

    @property
    def draws(self) -> Draws | None:
        """None: no player elsewhere has to agree in a game that lies here."""
        return None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the last turn that is over, None before the first one ends."""
        return next((played.verdict for played in reversed(self.turns) if played.verdict is not None), None)

    def moments_of(self, events: Sequence[Event]) -> list[Moment]:
        """Return events that the seat at this screen saw, each with the seat that acted then and its sentence."""
        known = {id(moment.event): moment for played in self.turns[-2:] for moment in played.moments}
        return [known.get(id(event), Moment(event, None, None)) for event in events]

    @property
    def course(self) -> Course:
        """The game in numbers, told from its records; nothing before it is over."""
        if self._course is None and (game := self.ending()) is not None:
            self._course = whole_course(game.system, game.setup, lasting(game.journal))
        return self._course or Course(())

    @property
    def advice(self) -> tuple[Advice, ...] | None:
        """The staff's advice as things stand; None until it has been asked and has answered."""
        return self._advisers.advice(self.moment)

    def ask_advice(self) -> None:
        """Ask what a good player would do now in the place of the seat at the screen; `update` takes the answer."""
        if self.my_turn:
            self._advisers.ask(self.moment, self.view, self.staff_seed("adviser"))

    def hire(self) -> AgentWorker:
        """Return a process for a player that works alongside the game; it ends with the session."""
        return self._advisers.hire()

    def take_messages(self) -> list[str]:
        """Return the messages to the player since the last call."""
        messages, self._messages = self._messages, []
        return messages

    def tell(self, sentence: str) -> None:
        """Give the player a message on the battle screen."""
        self._messages.append(sentence)
