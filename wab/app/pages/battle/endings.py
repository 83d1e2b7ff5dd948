"""The ways in which a player ends the battle at the screen before the rules do. Each is asked about first."""

from __future__ import annotations

from wab.app.pages.navigator import Navigator
from wab.app.pages.parts.titles import title_of
from wab.app.play.table import Table
from wab.locale import _


def ask_again(go: Navigator, session: Table) -> None:
    """Ask whether the battle is to begin again."""
    question = _("Begin {title} again from its first turn? The game so far stays in the list of saves.")
    go.ask(question.format(title=title_of(session.setup.scenario)), _("Start again"), go.again)


def ask_resign(go: Navigator, session: Table) -> None:
    """Ask whether the side at this screen gives the game up."""

    def resign() -> None:
        session.resign()
        go.show_end()

    question = _("Resign? Your side ({side}) loses the battle here. That cannot be taken back.")
    go.ask(question.format(side=go.front.side_name(session.side)), _("Resign"), resign)


def ask_win(go: Navigator, session: Table) -> None:
    """Ask whether this player takes the game, because the time of the other side is up."""

    def win() -> None:
        session.call("win")
        go.show_end()

    question = _("Take the game? The time of the other side is up: the battle ends here, and your side wins.")
    go.ask(question, _("Take the game"), win)


def ask_draw(go: Navigator, session: Table) -> None:
    """Ask whether this player offers a draw, or agrees to the draw that another offers."""
    draws = session.draws
    if draws is None or draws.why_not:
        return

    def agree() -> None:
        session.agree(agrees=True)
        if draws.by:
            go.show_end()
        else:
            go.return_to_battle()

    if draws.by:
        question = _("Agree to the draw? The battle ends here without a winner. That cannot be taken back.")
        go.ask(question, _("Agree to the draw"), agree)
    else:
        question = _("Offer a draw? The battle ends without a winner as soon as the other side agrees.")
        go.ask(question, _("Offer a draw"), agree)


def end_draw(go: Navigator, session: Table) -> None:
    """Decline a draw, or take the own offer back: the battle goes on."""
    session.agree(agrees=False)
    go.return_to_battle()
