"""The journal in words: one sentence an event, for the window, the command line and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from wab.engine.events import Event, Rolled
from wab.engine.text import N_, Argument, Text
from wab.systems.cards import events as ev
from wab.systems.cards.board import text_of
from wab.systems.cards.combat import rolled_faces
from wab.systems.cards.drawing import STREAM as DECK
from wab.systems.cards.state import Play, State
from wab.systems.cards.teams import side_of

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
"""What members of a team are called (CRD-A5.1-2, CRD-A5.2-5, CRD-O-5)."""
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
    "removed": N_("{obstacle}: removed in {hex}."),
    "crushed": N_("{obstacle}: crushed in {hex}."),
    "left": N_("{obstacle}: left behind in {hex}, and gone."),
    "cleared": N_("{obstacle}: blown up in {hex}."),
}
_ENDS = {
    "medals": N_("{side} have the medals they need: the battle is won."),
    "sudden_death": N_("{side} have taken what decides the battle: it is won."),
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
    """A side as the journal calls it."""
    return Text(SIDE_NAMES.get(side, side))


def seat_name(seat: str) -> Text:
    """A seat as the journal calls it: the side, or its member where there are several."""
    return Text(SEAT_NAMES.get(seat) or SIDE_NAMES.get(seat, seat))


def place(state: State, hex_: int) -> str | Text:
    """A hex as people call it: its label, with the name of the place where it has one."""
    label = state.board.label(hex_)
    words = state.board.scenario.places.get(label)
    if words is None:
        return label
    name = text_of(words)
    return _told(N_("{name} ({label})"), name=name, label=label)


def obstacle_title(state: State, obstacle: str) -> Text:
    """The name of a kind of obstacle."""
    return text_of(state.board.tables.obstacles[obstacle].title)


def _told(msgid: str, **names: Argument) -> Text:
    """A sentence with the names in it."""
    return Text(msgid, names)


def listed(names: Iterable[str | Text]) -> str | Text:
    """Names in a row."""
    together: str | Text = ""
    for name in names:
        together = _told(N_("{first}, {next}"), first=together, next=name) if together else name
    return together


# ------------------------------------------------------------------------------------------------- the turn


def _rolled(state: State, event: Rolled) -> Text | None:
    if event.stream == DECK:
        return None
    faces = listed([Text(SYMBOL_NAMES[face]) for face in rolled_faces(state, event)])
    return _told(N_("Dice, {purpose}: {faces}."), purpose=event.purpose, faces=faces)


def _turn_began(state: State, event: ev.TurnBegan) -> Text:
    if not event.turn:
        return _told(N_("{side} open with a bombardment."), side=side_name(event.side))
    return _told(N_("Turn {turn}: {side}."), turn=event.turn, side=side_name(event.side))


def _card_played(state: State, event: ev.CardPlayed) -> Text:
    play = event.play
    args: dict[str, Argument] = {
        "side": seat_name(play.seat),
        "card": card_title(state, play.card),
    }
    if play.effect != play.card and play.effect:
        return Text(N_("{side}: {card}, as {copied}."), args | {"copied": _with_section(state, play)})
    return Text(N_("{side}: {card}."), args | {"card": _with_section(state, play)})


def _with_section(state: State, play: Play) -> Text:
    """A card with the section that was chosen for it."""
    title = card_title(state, play.effect or play.card)
    if not play.section:
        return title
    named = SECTION_NAMES.get(play.section)
    section = Text(named) if named else play.section  # on a double board a number, which is no message
    return _told(N_("{card} ({section})"), card=title, section=section)


def _unit_ordered(state: State, event: ev.UnitOrdered) -> Text:
    return _told(N_("{unit} is ordered."), unit=unit_name(state, event.token.unit))


def _recovered(state: State, event: ev.Recovered) -> Text:
    unit = unit_name(state, event.unit)
    if not event.figures:
        return _told(N_("{unit} gets no figure back."), unit=unit)
    if event.figures == 1:
        return _told(N_("{unit} gets a figure back."), unit=unit)
    return _told(N_("{unit} gets {count} figures back."), unit=unit, count=event.figures)


def _obstacle_placed(state: State, event: ev.ObstaclePlaced) -> Text:
    args: dict[str, Argument] = {
        "obstacle": obstacle_title(state, event.obstacle),
        "hex": place(state, event.hex),
    }
    return Text(N_("{obstacle}: placed in {hex}."), args)


def _obstacle_removed(state: State, event: ev.ObstacleRemoved) -> Text:
    args: dict[str, Argument] = {
        "obstacle": obstacle_title(state, event.obstacle),
        "hex": place(state, event.hex),
    }
    return Text(_REMOVALS[event.cause], args)


def _unit_moved(state: State, event: ev.UnitMoved) -> Text | None:
    if len(event.path) < 2:
        return None
    return _told(
        N_("{unit} moves to {hex}."),
        unit=unit_name(state, event.unit),
        hex=place(state, event.path[-1]),
    )


def _unit_left(state: State, event: ev.UnitLeft) -> Text:
    return _told(
        N_("{unit} leaves the board. Medal: {side}."),
        unit=unit_name(state, event.unit),
        side=side_name(event.side),
    )


def _unit_placed(state: State, event: ev.UnitPlaced) -> Text:
    return _told(
        N_("{unit} comes to {hex}."),
        unit=unit_name(state, event.unit),
        hex=place(state, event.hex),
    )


# ------------------------------------------------------------------------------------------------- attacks


def _salvo_aimed(state: State, event: ev.SalvoAimed) -> Text:
    args: dict[str, Argument] = {
        "card": card_title(state, event.card),
        "units": listed(unit_name(state, unit) for unit in event.targets),
    }
    return Text(N_("{card} on {units}."), args)


_ATTACKS = {
    False: (N_("{unit} attacks {target} with a single die."), N_("{unit} attacks {target} with {dice} dice.")),
    True: (
        N_("{unit} overruns on to {target} with a single die."),
        N_("{unit} overruns on to {target} with {dice} dice."),
    ),
}
_AMBUSHES = (
    N_("{side} play Ambush: the attacked unit fires first, with a single die."),
    N_("{side} play Ambush: the attacked unit fires first, with {dice} dice."),
)


def _attack_declared(state: State, event: ev.AttackDeclared) -> Text:
    fight = event.fight
    msgid = _ATTACKS[fight.overrun][fight.dice > 1]
    return _told(
        msgid,
        unit=unit_name(state, fight.attacker),
        target=unit_name(state, fight.target),
        dice=fight.dice,
    )


def _ambush_played(state: State, event: ev.AmbushPlayed) -> Text:
    return _told(_AMBUSHES[event.dice > 1], side=seat_name(event.seat), dice=event.dice)


def _fight_ended(state: State, event: ev.FightEnded) -> Text | None:
    return _told(N_("{unit} cannot attack any more."), unit=unit_name(state, event.unit)) if event.lost else None


_LOSSES = {
    "hit": (N_("{unit} loses a figure."), N_("{unit} loses {count} figures.")),
    "retreat": (
        N_("{unit} cannot go back far enough and loses a figure."),
        N_("{unit} cannot go back far enough and loses {count} figures."),
    ),
}


def _figures_lost(state: State, event: ev.FiguresLost) -> Text:
    msgid = _LOSSES[event.cause][event.figures > 1]
    return _told(msgid, unit=unit_name(state, event.unit), count=event.figures)


def _eliminated(state: State, event: ev.Eliminated) -> Text:
    return _told(
        N_("{unit} is eliminated. Medal: {side}."), unit=unit_name(state, event.unit), side=side_name(event.winner)
    )


def _retreated(state: State, event: ev.Retreated) -> Text:
    unit, hex_ = unit_name(state, event.unit), place(state, event.path[-1])
    if len(event.path) > 1:
        return _told(N_("{unit} retreats to {hex}."), unit=unit, hex=hex_)
    return _told(N_("{unit} stays in {hex}."), unit=unit, hex=hex_)


def _ground_taken(state: State, event: ev.GroundTaken) -> Text:
    return _told(N_("{unit} takes {hex}."), unit=unit_name(state, event.unit), hex=place(state, event.hex))


# ------------------------------------------------------------------------------------------------- cards and medals


def _cards(state: State, cards: Iterable[str]) -> str | Text:
    return listed(card_title(state, card) for card in cards)


def _cards_drawn(state: State, event: ev.CardsDrawn) -> Text:
    return _told(N_("{side} draw {cards}."), side=seat_name(event.holder), cards=_cards(state, event.cards))


def _choice_drawn(state: State, event: ev.ChoiceDrawn) -> Text:
    return _told(N_("{side} look at {cards}."), side=seat_name(event.seat), cards=_cards(state, event.cards))


def _card_kept(state: State, event: ev.CardKept) -> Text:
    return _told(
        N_("{side} keep {card} and discard {rejected}."),
        side=seat_name(event.holder),
        card=card_title(state, event.card),
        rejected=_cards(state, event.rejected),
    )


def _reshuffled(state: State, event: ev.Reshuffled) -> Text:
    return Text(N_("The discards are shuffled into the pile."))


def _medal_won(state: State, event: ev.MedalWon) -> Text:
    hexes = listed(place(state, hex_) for hex_ in state.board.objectives[event.objective].hexes)
    return _told(N_("{side} hold {hexes}: a medal."), side=side_name(event.side), hexes=hexes)


def _medal_lost(state: State, event: ev.MedalLost) -> Text:
    hexes = listed(place(state, hex_) for hex_ in state.board.objectives[event.objective].hexes)
    return _told(N_("{side} no longer hold {hexes}."), side=side_name(event.side), hexes=hexes)


def _game_ended(state: State, event: ev.GameEnded) -> Text:
    if event.winner is None:
        return Text(N_("The battle ends in a draw."))
    return Text(_ENDS[event.reason], {"side": side_name(side_of(event.winner))})


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
