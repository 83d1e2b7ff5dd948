"""The holidays of a player on a server: the days that are left, and some of them taken or given back."""

from __future__ import annotations

from functools import partial

from wab.app.pages.online.asking import AskingPage
from wab.app.play.campaigns import moment
from wab.engine.words.dates import moment_of
from wab.locale import _, ngettext
from wab.online.client import Client
from wab.online.protocol import Holidays

_CHOICES = (1, 2, 3, 7, 14, 21)


class Holiday:
    """The part of the page of the account that is about holidays."""

    def __init__(self, page: AskingPage) -> None:
        self.page = page
        self.known: Holidays | None = None
        self.days = _CHOICES[0]

    def look(self, client: Client) -> None:
        """Ask how many days are left."""
        self.page.errands.send(client.holidays, self._take, unasked=True)

    def _take(self, holidays: Holidays) -> None:
        self.known = holidays

    def draw(self, client: Client, width: float) -> None:
        """The days that are left and a choice of them, or the end of the present holidays."""
        page, known = self.page, self.known
        page.flow.heading(_("Holidays"), width)
        told = _("In your holidays your clocks stand still in all games of this server. The others see until when.")
        page.flow.text(told, "body", 17, page.kit.colours.second, wrap=width)
        if known is None:
            return
        page.flow.text(_days_left(known.left), "medium", 17, page.kit.colours.text, wrap=width)
        page.flow.gap(6)
        why = _("The server is being asked.") if page.errands.busy else ""
        if known.until is not None:
            words = _("You are on holiday until {moment}.").format(moment=moment_of(moment(known.until)))
            page.flow.text(words, "medium", 17, page.kit.colours.action, wrap=width)
            page.flow.gap(6)
            if page.press(_("End the holiday…"), identity="end holiday", height=38, why_not=why):
                question = _("End your holiday? Your clocks run again from now on.")
                page.go.ask(question, _("End the holiday"), partial(self._send, client, 0))
        elif known.left:
            self._choices(client, known.left, width, why)

    def _choices(self, client: Client, left: int, width: float, why: str) -> None:
        page, room = self.page, width
        choices = sorted({min(days, left) for days in _CHOICES})
        self.days = self.days if self.days in choices else choices[0]
        for number, days in enumerate(choices):
            words = _in_days(days)
            wide = page.kit.width(words, "strong", 17) + 28
            room = page.in_row(wide, room, width) if number else width - wide
            chosen = days == self.days
            if page.press(words, identity=f"days {days}", chosen=chosen, width=wide, height=34, letters=17.0):
                self.days = days
        page.flow.gap(6)
        if page.press(_("Begin the holiday…"), identity="begin holiday", height=38, why_not=why):
            question = _(
                "Begin a holiday of {days}? Your clocks stand still until its end; what you do not use is kept."
            )
            question = question.format(days=_in_days(self.days))
            page.go.ask(question, _("Begin the holiday"), partial(self._send, client, self.days))

    def _send(self, client: Client, days: int) -> None:
        self.page.go.back()
        self.page.errands.send(partial(client.take_holidays, days), self._take)


def _in_days(days: int) -> str:
    return ngettext("{count} day", "{count} days", days).format(count=days)


def _days_left(days: int) -> str:
    if not days:
        return _("No days of holiday are left this year.")
    return ngettext("{count} day is left of this year.", "{count} days are left of this year.", days).format(count=days)
