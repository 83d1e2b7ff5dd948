"""The changes that each event makes. The only place that writes to a state: no dice, no choice, no rule is decided
here.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wab.engine.kernel.agenda import put, renewed, settled
from wab.engine.kernel.events import Changes, Event, Rolled, change_of
from wab.engine.kernel.pile import with_cards, without
from wab.engine.kernel.values import Outcome
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.state import Choosing, Fight, Overrun, Owed, Retreating, Salvo, State, Unit
from wab.systems.cards.state.teams import pile_of, side_of


def apply(state: State, event: Event) -> None:
    """Change the state by one event; TypeError for an event that is not of this system."""
    change_of(_CHANGES, event)(state, event)
    state.version += 1


def _rolled(state: State, event: Rolled) -> None:
    state.dice = state.dice.after(event)


def _nothing(state: State, event: Event) -> None:
    """Some records tell people what happened and change nothing by themselves."""


# ------------------------------------------------------------------------------------------------- the turn


def _turn_began(state: State, event: ev.TurnBegan) -> None:
    if state.plays:
        state.last_plays[state.active] = state.plays
    elif state.active:
        state.last_plays.pop(state.active, None)
    state.turn, state.active, state.leader = event.turn, event.side, ""
    state.own_turns[event.side] = state.own_turns.get(event.side, 0) + (event.turn > 0)
    state.plays, state.tokens, state.engaged, state.agenda = (), {}, 0, ()
    state.salvos, state.struck = 0, ()


def _stage_began(state: State, event: ev.StageBegan) -> None:
    state.stage, state.leader = event.stage, event.leader
    if event.stage == "attack":
        for token in list(state.tokens.values()):
            if token.face == "move":
                state.tokens[token.unit] = replace(token, face="attack")
    elif event.stage == "end":
        for token in list(state.tokens.values()):
            state.tokens[token.unit] = replace(token, face="none")


def _card_played(state: State, event: ev.CardPlayed) -> None:
    """A card that is in force a second time, for another general, has left the hand already: it has no name."""
    play = event.play
    state.plays = (*state.plays, play)
    if not play.card:
        return
    if play.shared:
        state.shared[event.holder] = ""
    else:
        state.hands[event.holder] = without(state.hands[event.holder], (play.card,))
    pile = pile_of(state.board, side_of(play.seat))
    state.table[pile] = (*state.table.get(pile, ()), play.card)


def _symbols_read(state: State, event: ev.SymbolsRead) -> None:
    plays = list(state.plays)
    plays[event.play] = replace(plays[event.play], symbols=event.symbols)
    state.plays = tuple(plays)


def _unit_ordered(state: State, event: ev.UnitOrdered) -> None:
    state.tokens[event.token.unit] = event.token


def _token_changed(state: State, event: ev.TokenChanged) -> None:
    state.tokens[event.token.unit] = event.token


def _turn_on(state: State, unit: int) -> None:
    """A unit that is no more has no token."""
    state.tokens.pop(unit, None)


# ------------------------------------------------------------------------------------------------- units and obstacles


def _recovered(state: State, event: ev.Recovered) -> None:
    unit = state.units[event.unit]
    state.put(replace(unit, figures=unit.figures + event.figures))


def _obstacle_placed(state: State, event: ev.ObstaclePlaced) -> None:
    state.obstacles[event.hex] = (*state.obstacles.get(event.hex, ()), event.obstacle)


def _obstacle_removed(state: State, event: ev.ObstacleRemoved) -> None:
    left = list(state.obstacles[event.hex])
    left.remove(event.obstacle)
    if left:
        state.obstacles[event.hex] = tuple(left)
    else:
        del state.obstacles[event.hex]
    if event.cause == "cleared":
        state.cleared = (*state.cleared, event.hex)


def _unit_moved(state: State, event: ev.UnitMoved) -> None:
    state.put(replace(state.units[event.unit], hex=event.path[-1]))
    state.tokens[event.unit] = event.token


def _unit_left(state: State, event: ev.UnitLeft) -> None:
    state.take(event.unit)
    _turn_on(state, event.unit)
    state.exits[event.side] = state.exits.get(event.side, 0) + 1


def _figures_lost(state: State, event: ev.FiguresLost) -> None:
    unit = state.units[event.unit]
    state.put(replace(unit, figures=unit.figures - event.figures))


def _eliminated(state: State, event: ev.Eliminated) -> None:
    state.take(event.unit)
    _turn_on(state, event.unit)
    state.kills[event.winner] = state.kills.get(event.winner, 0) + 1


def _unit_placed(state: State, event: ev.UnitPlaced) -> None:
    profile = state.profile(event.unit)
    state.put(Unit(event.unit, profile.side, profile.kind, profile.figures, event.hex))
    state.waiting = tuple(unit for unit in state.waiting if unit != event.unit)
    if event.cause == "rising":
        state.stock -= 1


# ------------------------------------------------------------------------------------------------- attacks


def _salvo_aimed(state: State, event: ev.SalvoAimed) -> None:
    state.agenda = put(state.agenda, Salvo(event.card, event.side, event.dice, event.targets))
    state.struck = (*state.struck, *event.targets)


def _salvo_fired(state: State, event: ev.SalvoFired) -> None:
    if state.salvo is not None:
        state.agenda = renewed(state.agenda, replace(state.salvo, targets=event.left))


def _salvo_ended(state: State, event: ev.SalvoEnded) -> None:
    state.agenda = settled(state.agenda, Salvo)
    state.salvos += 1


def _attack_declared(state: State, event: ev.AttackDeclared) -> None:
    state.agenda = put(settled(state.agenda, Overrun), event.fight)
    state.tokens[event.token.unit] = event.token
    state.engaged = event.fight.attacker


def _ambush_declined(state: State, event: ev.AmbushDeclined) -> None:
    if state.fight is not None:
        state.agenda = renewed(state.agenda, replace(state.fight, asked=(*state.fight.asked, event.seat)))


def _ambush_played(state: State, event: ev.AmbushPlayed) -> None:
    if event.shared:
        state.shared[event.holder] = ""
    else:
        state.hands[event.holder] = without(state.hands[event.holder], (event.card,))
    _discard(state, event.pile, (event.card,))
    if state.fight is not None:
        fight = replace(state.fight, stage="ambushed", asked=(*state.fight.asked, event.seat))
        state.agenda = renewed(state.agenda, fight)


def _fight_changed(state: State, event: ev.FightChanged) -> None:
    state.agenda = renewed(state.agenda, event.fight)


def _fight_ended(state: State, event: ev.FightEnded) -> None:
    state.agenda = settled(state.agenda, Fight)


def _retreat_due(state: State, event: ev.RetreatDue) -> None:
    state.agenda = put(state.agenda, Retreating(event.unit, event.flags, event.ignorable))


def _retreated(state: State, event: ev.Retreated) -> None:
    state.agenda = settled(state.agenda, Retreating)
    state.put(replace(state.units[event.unit], hex=event.path[-1]))


def _ground_taken(state: State, event: ev.GroundTaken) -> None:
    state.put(replace(state.units[event.unit], hex=event.hex))
    state.tokens[event.unit] = event.token


def _overrun_opened(state: State, event: ev.OverrunOpened) -> None:
    state.agenda = put(state.agenda, Overrun(event.unit))


def _overrun_closed(state: State, event: ev.OverrunClosed) -> None:
    state.agenda = settled(state.agenda, Overrun)


# ------------------------------------------------------------------------------------------------- cards


def _discard(state: State, pile: str, cards: Iterable[str]) -> None:
    state.discards[pile] = (*state.discards.get(pile, ()), *cards)


def _cards_drawn(state: State, event: ev.CardsDrawn) -> None:
    state.pile[event.pile] = without(state.pile[event.pile], event.cards)
    if event.shared:
        state.shared[event.holder] = event.cards[-1]
    else:
        state.hands[event.holder] = tuple(sorted((*state.hands.get(event.holder, ()), *event.cards)))


def _choice_drawn(state: State, event: ev.ChoiceDrawn) -> None:
    state.pile[event.pile] = without(state.pile[event.pile], event.cards)
    before = state.choosing
    cards = event.cards if before is None else (*before.cards, *event.cards)
    state.agenda = put(settled(state.agenda, Choosing), Choosing(event.seat, cards, event.shared))


def _card_kept(state: State, event: ev.CardKept) -> None:
    state.agenda = settled(state.agenda, Choosing)
    if event.shared:
        state.shared[event.holder] = event.card
    else:
        state.hands[event.holder] = tuple(sorted((*state.hands.get(event.holder, ()), event.card)))
    _discard(state, event.pile, event.rejected)


def _cards_discarded(state: State, event: ev.CardsDiscarded) -> None:
    state.table[event.pile] = without(state.table[event.pile], event.cards)
    _discard(state, event.pile, event.cards)


def _reshuffled(state: State, event: ev.Reshuffled) -> None:
    state.pile[event.pile] = with_cards(state.pile.get(event.pile, ()), state.discards.get(event.pile, ()))
    state.discards[event.pile] = ()


def _card_owed(state: State, event: ev.CardOwed) -> None:
    state.owed = (*state.owed, Owed(event.seat, event.shared))


def _debt_paid(state: State, event: ev.DebtPaid) -> None:
    state.owed = ()


# ------------------------------------------------------------------------------------------------- medals


def _medal_won(state: State, event: ev.MedalWon) -> None:
    state.held[event.objective] = event.side


def _medal_lost(state: State, event: ev.MedalLost) -> None:
    state.held.pop(event.objective, None)


def _game_ended(state: State, event: ev.GameEnded) -> None:
    points = {side: float(count) for side, count in event.medals.items()}
    state.result = Outcome(event.winner, "victory" if event.winner else "draw", points, event.reason)
    state.stage, state.agenda = "over", ()


_CHANGES: Changes[State] = {
    Rolled: _rolled,
    ev.TurnBegan: _turn_began,
    ev.StageBegan: _stage_began,
    ev.CardPlayed: _card_played,
    ev.SymbolsRead: _symbols_read,
    ev.UnitOrdered: _unit_ordered,
    ev.TokenChanged: _token_changed,
    ev.Recovered: _recovered,
    ev.ObstaclePlaced: _obstacle_placed,
    ev.ObstacleRemoved: _obstacle_removed,
    ev.UnitMoved: _unit_moved,
    ev.UnitLeft: _unit_left,
    ev.SalvoAimed: _salvo_aimed,
    ev.SalvoFired: _salvo_fired,
    ev.SalvoEnded: _salvo_ended,
    ev.AttackDeclared: _attack_declared,
    ev.AmbushDeclined: _ambush_declined,
    ev.AmbushPlayed: _ambush_played,
    ev.AttackResolved: _nothing,
    ev.FightChanged: _fight_changed,
    ev.FightEnded: _fight_ended,
    ev.FiguresLost: _figures_lost,
    ev.Eliminated: _eliminated,
    ev.RetreatDue: _retreat_due,
    ev.Retreated: _retreated,
    ev.GroundTaken: _ground_taken,
    ev.OverrunOpened: _overrun_opened,
    ev.OverrunClosed: _overrun_closed,
    ev.UnitPlaced: _unit_placed,
    ev.CardsDrawn: _cards_drawn,
    ev.ChoiceDrawn: _choice_drawn,
    ev.CardKept: _card_kept,
    ev.CardsDiscarded: _cards_discarded,
    ev.Reshuffled: _reshuffled,
    ev.CardOwed: _card_owed,
    ev.DebtPaid: _debt_paid,
    ev.MedalWon: _medal_won,
    ev.MedalLost: _medal_lost,
    ev.GameEnded: _game_ended,
}
