"""A page that asks a server: its errands, its tabs, and the height of the buttons at its foot."""

from __future__ import annotations

from abc import abstractmethod

from wab.app.pages.online.errands import Errands
from wab.app.pages.parts.paper import Page


class AskingPage(Page):
    """The base of the page of games on servers, as its tabs know it."""

    foot = 60.0
    errands: Errands
    tab: str
    problem: str

    @abstractmethod
    def look(self) -> None:
        """Ask for the lists."""
