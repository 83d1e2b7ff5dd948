"""A question to the other player of a side: the order that waits for consent, its place and its price."""

from __future__ import annotations

from wab.app.wargame.adapter.pictures import Odds
from wab.app.wargame.adapter.typography import joined
from wab.app.zocbonds.hand import answers, attack_choice
from wab.app.zocbonds.hand.odds_board import odds_of
from wab.hexes import HexId
from wab.locale import _
from wab.systems.zocbonds.combat import consent
from wab.systems.zocbonds.state.armies import seat_of
from wab.systems.zocbonds.state.orders import Attack, Consent, Stand
from wab.systems.zocbonds.state.state import State


def attack_asked_for(state: State) -> Attack | None:
    """Return the attack that waits for consent, or None."""
    order = consent.waiting(state) if consent.step_of_consent(state) is not None else None
    return order if isinstance(order, Attack) else None


def where(state: State) -> tuple[HexId, tuple[HexId, ...]] | None:
    """Return the target of the attack that waits for consent and the hexes of its units, or None."""
    order = attack_asked_for(state)
    return (order.target, tuple(state.units[unit].hex for unit in order.units)) if order is not None else None


def words(order: Consent) -> str:
    """An answer in a word."""
    return _("Agree") if order.yes else _("Decline")


def detail(state: State, order: Consent) -> str:
    """Return the aim of the other player, its chance and the units of this player that it uses. For a no, return how
    long the refusal holds."""
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
    """Name the units and means that an attack takes from the player who must consent."""
    seat = consent.seat_of_consent(state)
    own = [state.board.roster[one].label for one in dict.fromkeys((*wanted.units, *wanted.guns))
           if seat_of(state, one) == seat]  # fmt: skip
    return _("with your {units}").format(units=", ".join(own)) if own else _("with your aircraft")


def notes(state: State, order: Consent) -> tuple[str, ...]:
    """Return the means that the attack uses up."""
    wanted = attack_asked_for(state) if order.yes else None
    told = attack_choice.price_words(state, wanted) if wanted is not None else ""
    return (told,) if told else ()


def odds(state: State, order: Consent) -> Odds | None:
    """The odds of what waits for consent; None for a no."""
    if not order.yes or consent.step_of_consent(state) is None:
        return None
    wanted = consent.waiting(state)
    return answers.stand_odds(state, wanted) if isinstance(wanted, Stand) else odds_of(state, wanted)
