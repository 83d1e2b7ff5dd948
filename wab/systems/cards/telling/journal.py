"""The journal in words: one sentence an event, for the window, the command line and reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from wab.content.normandy.grammar import noun
from wab.engine.kernel.events import Event, Rolled
from wab.engine.words.text import N_, Argument, Text, counted, listed
from wab.systems.cards.fight.combat import rolled_faces
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import text_of
from wab.systems.cards.state.drawing import STREAM as DECK
from wab.systems.cards.state.names import seat_noun, side_noun
from wab.systems.cards.state.state import Play, State
from wab.systems.cards.state.teams import side_of

SIDE_NAMES = {"allies": N_("The Allies"), "axis": N_("The Axis")}
SEAT_NAMES = {
    "allies/1": N_("Allies, first player"),
    "allies/2": N_("Allies, second player"),
    "allies/commander": N_("Allies, commander-in-chief"),
    "allies/left": N_("Allies, left"),
    "allies/center": N_("Allies, centre"),
    "allies/right": N_("Allies, right"),
    "allies/flanks": N_("Allies, both flanks"),
    "axis/1": N_("Axis, first player"),
    "axis/2": N_("Axis, second player"),
    "axis/commander": N_("Axis, commander-in-chief"),
    "axis/left": N_("Axis, left"),
    "axis/center": N_("Axis, centre"),
    "axis/right": N_("Axis, right"),
    "axis/flanks": N_("Axis, both flanks"),
}
"""The names of members of a team (CRD-A5.1-2, CRD-A5.2-5, CRD-O-5)."""
LEVEL_NAMES = {"victory": N_("victory"), "draw": N_("draw")}
SECTION_NAMES = {
    "left": N_("left flank"),
    "center": N_("centre"),
    "right": N_("right flank"),
}
SYMBOL_NAMES = {
    "infantry": N_("infantry"),
    "armour": N_("armour"),
    "grenade": N_("grenade"),
    "star": N_("star"),
    "flag": N_("flag"),
}
_REMOVALS = {
    "removed": N_("{obstacle:The} in {hex:the} {obstacle:|is|are} removed."),
    "crushed": N_("{obstacle:The} in {hex:the} {obstacle:|is|are} crushed."),
    "left": N_("{obstacle:The} in {hex:the} {obstacle:|is|are} left behind and removed."),
    "cleared": N_("{obstacle:The} in {hex:the} {obstacle:|is|are} blown up."),
}
_ENDS = {
    "medals": N_("{side:The} {side:|has|have} all the medals {side:|it needs|they need} and {side:|wins|win}."),
    "sudden_death": N_("{side:The} {side:|has|have} taken what decides the battle and {side:|wins|win}."),
}


def describe(state: State, event: Event) -> Text | None:
    """An event as a sentence; None for what is not worth a line. `state` is the battle, or a view of it, after it."""
    tell = _TELLERS.get(type(event))
    return tell(state, event) if tell is not None else None


# ------------------------------------------------------------------------------------------------- names


def unit_name(state: State, unit: int) -> Text:
    """The name of a unit, also of one that has left the field."""
    return state.board.roster[unit].name


def card_title(state: State, card: str) -> Text:
    """The title of a card; of one that is not shown, that it is one."""
    kind = state.board.cards.get(card)
    return Text(N_("a card")) if kind is None else text_of(kind.title)


def side_name(side: str) -> Text:
    """A side with its article, as it stands alone: "The Axis"."""
    return Text(SIDE_NAMES.get(side, side))


def seat_name(seat: str) -> Text:
    """A seat as it stands alone: the side, or its member where there are several."""
    return Text(SEAT_NAMES.get(seat) or SIDE_NAMES.get(seat, seat))


def place(state: State, hex_: int) -> Text:
    """A hex as people call it: its label, with the name of the place where it has one."""
    label = state.board.label(hex_)
    words = state.board.places.get(hex_)
    if words is None:
        return Text.of_data({"en": label}, {"fr": "ms hold"})
    return Text("{name:*} ({label})", {"name": noun(words), "label": label})


def obstacle_title(state: State, obstacle: str) -> Text:
    """The name of a kind of obstacle."""
    return noun(state.board.tables.obstacles[obstacle].title)


def _told(msgid: str, **names: Argument) -> Text:
    """A sentence with the names in it."""
    return Text(msgid, names)


def _dice(count: int) -> Text:
    return counted("{n} die", "{n} dice", count)


def _figures(count: int) -> Text:
    return counted("{n} figure", "{n} figures", count)


# ------------------------------------------------------------------------------------------------- the turn


def _rolled(state: State, event: Rolled) -> Text | None:
    if event.stream == DECK:
        return None
    faces = listed([Text(SYMBOL_NAMES[face]) for face in rolled_faces(state, event)], whole=True)
    return _told(N_("Dice ({purpose}): {faces}."), purpose=event.purpose, faces=faces)


def _turn_began(state: State, event: ev.TurnBegan) -> Text:
    if not event.turn:
        return _told(N_("{side:The} {side:|opens|open} with a bombardment."), side=side_noun(event.side))
    return _told(N_("Turn {turn}: {side:the}."), turn=event.turn, side=side_noun(event.side))


def _card_played(state: State, event: ev.CardPlayed) -> Text:
    play = event.play
    args: dict[str, Argument] = {"side": seat_noun(play.seat), "card": _with_section(state, play)}
    if play.effect != play.card and play.effect:
        args |= {"card": card_title(state, play.card), "copied": _with_section(state, play)}
        return Text(N_("{side:The} {side:|plays|play} {card} as {copied}."), args)
    return Text(N_("{side:The} {side:|plays|play} {card}."), args)


def _with_section(state: State, play: Play) -> Text:
    """A card with the section that was chosen for it."""
    title = card_title(state, play.effect or play.card)
    if not play.section:
        return title
    named = SECTION_NAMES.get(play.section)
    section = Text(named) if named else play.section  # on a double board a number, which is no message
    return _told(N_("{card} ({section})"), card=title, section=section)


def _unit_ordered(state: State, event: ev.UnitOrdered) -> Text:
    return _told(N_("{unit:The} {unit:|gets|get} an order."), unit=unit_name(state, event.token.unit))


def _recovered(state: State, event: ev.Recovered) -> Text:
    unit = unit_name(state, event.unit)
    if not event.figures:
        return _told(N_("{unit:The} {unit:|recovers|recover} no figure."), unit=unit)
    return _told(N_("{unit:The} {unit:|recovers|recover} {figures}."), unit=unit, figures=_figures(event.figures))


def _obstacle_placed(state: State, event: ev.ObstaclePlaced) -> Text:
    obstacle = obstacle_title(state, event.obstacle)
    placed = N_("{obstacle} {obstacle:|is|are} placed in {hex:the}.")
    return _told(placed, obstacle=obstacle, hex=place(state, event.hex))


def _obstacle_removed(state: State, event: ev.ObstacleRemoved) -> Text:
    return _told(_REMOVALS[event.cause], obstacle=obstacle_title(state, event.obstacle), hex=place(state, event.hex))


def _unit_moved(state: State, event: ev.UnitMoved) -> Text | None:
    if len(event.path) < 2:
        return None
    unit, hex_ = unit_name(state, event.unit), place(state, event.path[-1])
    return _told(N_("{unit:The} {unit:|moves|move} to {hex:the}."), unit=unit, hex=hex_)


def _unit_left(state: State, event: ev.UnitLeft) -> Text:
    left = N_("{unit:The} {unit:|leaves|leave} the board: a medal for {side:the}.")
    return _told(left, unit=unit_name(state, event.unit), side=side_noun(event.side))


def _unit_placed(state: State, event: ev.UnitPlaced) -> Text:
    unit, hex_ = unit_name(state, event.unit), place(state, event.hex)
    return _told(N_("{unit:The} {unit:|arrives|arrive} at {place:the}."), unit=unit, place=hex_)


# ------------------------------------------------------------------------------------------------- attacks


def _salvo_aimed(state: State, event: ev.SalvoAimed) -> Text:
    units = listed([unit_name(state, unit) for unit in event.targets], whole=True)
    return _told(N_("{card} strikes {units:the}."), card=card_title(state, event.card), units=units)


def _attack_declared(state: State, event: ev.AttackDeclared) -> Text:
    fight = event.fight
    args: dict[str, Argument] = {
        "unit": unit_name(state, fight.attacker),
        "target": unit_name(state, fight.target),
        "dice": _dice(fight.dice),
    }
    if fight.overrun:
        return Text(N_("{unit:The} {unit:|overruns|overrun}: a second attack, on {target:the}, with {dice}."), args)
    return Text(N_("{unit:The} {unit:|attacks|attack} {target:the} with {dice}."), args)


def _ambush_played(state: State, event: ev.AmbushPlayed) -> Text:
    played = N_("{side:The} {side:|plays|play} Ambush: the attacked unit fires first, with {dice}.")
    return _told(played, side=seat_noun(event.seat), dice=_dice(event.dice))


def _fight_ended(state: State, event: ev.FightEnded) -> Text | None:
    return _told(N_("{unit:The} can no longer attack."), unit=unit_name(state, event.unit)) if event.lost else None


_LOSSES = {
    "hit": N_("{unit:The} {unit:|loses|lose} {figures}."),
    "retreat": N_("{unit:The} cannot retreat far enough and {unit:|loses|lose} {figures}."),
}


def _figures_lost(state: State, event: ev.FiguresLost) -> Text:
    return _told(_LOSSES[event.cause], unit=unit_name(state, event.unit), figures=_figures(event.figures))


def _eliminated(state: State, event: ev.Eliminated) -> Text:
    gone = N_("{unit:The} {unit:|is|are} eliminated: a medal for {side:the}.")
    return _told(gone, unit=unit_name(state, event.unit), side=side_noun(event.winner))


def _retreated(state: State, event: ev.Retreated) -> Text:
    unit, hex_ = unit_name(state, event.unit), place(state, event.path[-1])
    if len(event.path) > 1:
        return _told(N_("{unit:The} {unit:|retreats|retreat} to {hex:the}."), unit=unit, hex=hex_)
    return _told(N_("{unit:The} {unit:|stays|stay} in {hex:the}."), unit=unit, hex=hex_)


def _ground_taken(state: State, event: ev.GroundTaken) -> Text:
    unit, hex_ = unit_name(state, event.unit), place(state, event.hex)
    return _told(N_("{unit:The} {unit:|takes|take} the ground at {hex:the}."), unit=unit, hex=hex_)


# ------------------------------------------------------------------------------------------------- cards and medals


def _cards(state: State, cards: Sequence[str]) -> str | Text:
    """Cards by their titles; cards that are not shown, as a number."""
    known = [card_title(state, card) for card in cards if card in state.board.cards]
    hidden = len(cards) - len(known)
    if hidden:
        known.append(Text(N_("a card")) if hidden == 1 else counted("{n} card", "{n} cards", hidden))
    return listed(known, whole=True)


def _cards_drawn(state: State, event: ev.CardsDrawn) -> Text:
    drawn = N_("{side:The} {side:|draws|draw} {cards}.")
    return _told(drawn, side=seat_noun(event.holder), cards=_cards(state, event.cards))


def _choice_drawn(state: State, event: ev.ChoiceDrawn) -> Text:
    seen = N_("{side:The} {side:|looks|look} at {cards}.")
    return _told(seen, side=seat_noun(event.seat), cards=_cards(state, event.cards))


def _card_kept(state: State, event: ev.CardKept) -> Text:
    return _told(
        N_("{side:The} {side:|keeps|keep} {card} and {side:|discards|discard} {rejected}."),
        side=seat_noun(event.holder),
        card=card_title(state, event.card),
        rejected=_cards(state, event.rejected),
    )


def _reshuffled(state: State, event: ev.Reshuffled) -> Text:
    return Text(N_("The discards are shuffled into the draw pile."))


def _medal_won(state: State, event: ev.MedalWon) -> Text:
    held = N_("{side:The} {side:|holds|hold} {hexes:the} and {side:|wins|win} a medal.")
    return _told(held, side=side_noun(event.side), hexes=_hexes(state, event.objective))


def _medal_lost(state: State, event: ev.MedalLost) -> Text:
    lost = N_("{side:The} no longer {side:|holds|hold} {hexes:the}: the medal is back on the board.")
    return _told(lost, side=side_noun(event.side), hexes=_hexes(state, event.objective))


def _hexes(state: State, objective: int) -> str | Text:
    return listed([place(state, hex_) for hex_ in state.board.objectives[objective].hexes])


def _game_ended(state: State, event: ev.GameEnded) -> Text:
    if event.winner is None:
        return Text(N_("The battle ends in a draw."))
    return _told(_ENDS[event.reason], side=side_noun(side_of(event.winner)))


_TELLERS: dict[type[Event], Callable[[State, Any], Text | None]] = {
    Rolled: _rolled,
    ev.TurnBegan: _turn_began,
    ev.CardPlayed: _card_played,
    ev.UnitOrdered: _unit_ordered,
    ev.Recovered: _recovered,
    ev.ObstaclePlaced: _obstacle_placed,
    ev.ObstacleRemoved: _obstacle_removed,
    ev.UnitMoved: _unit_moved,
    ev.UnitLeft: _unit_left,
    ev.UnitPlaced: _unit_placed,
    ev.SalvoAimed: _salvo_aimed,
    ev.AttackDeclared: _attack_declared,
    ev.AmbushPlayed: _ambush_played,
    ev.FightEnded: _fight_ended,
    ev.FiguresLost: _figures_lost,
    ev.Eliminated: _eliminated,
    ev.Retreated: _retreated,
    ev.GroundTaken: _ground_taken,
    ev.CardsDrawn: _cards_drawn,
    ev.ChoiceDrawn: _choice_drawn,
    ev.CardKept: _card_kept,
    ev.Reshuffled: _reshuffled,
    ev.MedalWon: _medal_won,
    ev.MedalLost: _medal_lost,
    ev.GameEnded: _game_ended,
}
