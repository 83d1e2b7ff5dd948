"""A question to the other player of a side: what waits for his consent, where, and what he would give to it."""

from __future__ import annotations

from wab.app.wargame.adapter.pictures import Odds
from wab.app.wargame.adapter.typography import joined
from wab.app.zocbonds import answers, attack_choice
from wab.app.zocbonds.odds_board import odds_of
from wab.hexes import HexId
from wab.locale import _
from wab.systems.zocbonds.combat import consent
from wab.systems.zocbonds.state.armies import seat_of
from wab.systems.zocbonds.state.orders import Attack, Consent, Stand
from wab.systems.zocbonds.state.state import State


def attack_asked_for(state: State) -> Attack | None:
    """The attack that waits for consent; None where none does."""
    order = consent.waiting(state) if consent.step_of_consent(state) is not None else None
    return order if isinstance(order, Attack) else None


def where(state: State) -> tuple[HexId, tuple[HexId, ...]] | None:
    """The hex of the attack that waits for consent, and where its units stand; None where none does."""
    order = attack_asked_for(state)
    return (order.target, tuple(state.units[unit].hex for unit in order.units)) if order is not None else None


def words(order: Consent) -> str:
    """An answer in a word."""
    return _("Agree") if order.yes else _("Decline")


def detail(state: State, order: Consent) -> str:
    """What the other player wants to do, how likely it succeeds, and with what of one's own; of a no, how long it
    holds."""
    if consent.step_of_consent(state) is None:
        return ""
    if not order.yes:
        return _("It is not asked for again in this phase.")
    wanted = consent.waiting(state)
    if isinstance(wanted, Stand):
        return joined(answers.words(state, wanted), answers.detail(state, wanted))
    return joined(
        attack_choice.force_name(state, wanted.main), attack_choice.effect(state, wanted), own_words(state, wanted)
    )


def own_words(state: State, wanted: Attack) -> str:
    """What an attack takes of the player who is asked."""
    seat = consent.seat_of_consent(state)
    own = [state.board.roster[one].label for one in dict.fromkeys((*wanted.units, *wanted.guns))
           if seat_of(state, one) == seat]  # fmt: skip
    return _("with your {units}").format(units=", ".join(own)) if own else _("with your aircraft")


def notes(state: State, order: Consent) -> tuple[str, ...]:
    """What it uses up."""
    wanted = attack_asked_for(state) if order.yes else None
    told = attack_choice.price_words(state, wanted) if wanted is not None else ""
    return (told,) if told else ()


def odds(state: State, order: Consent) -> Odds | None:
    """The odds of what waits for consent; None for a no."""
    if not order.yes or consent.step_of_consent(state) is None:
        return None
    wanted = consent.waiting(state)
    return answers.stand_odds(state, wanted) if isinstance(wanted, Stand) else odds_of(state, wanted)
