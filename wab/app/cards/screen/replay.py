"""Events, shown on the table one thing after the other: cards, moves, dice, losses, medals. No rule in it.

It follows events with a picture of the table (`TableSpec`) of its own; at the end the screen lays the table again from
what the seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import cast

from wab.app.cards.hand.ui import Showing
from wab.app.cards.looks.specs import (
    DiceThrow,
    Highlights,
    MedalSpec,
    ObstacleSpec,
    TableSpec,
    TargetSpec,
    TokenFace,
    TrackSpec,
    UnitSpec,
)
from wab.app.cards.looks.texts import SIDE_CODE, attack_words, card_title, dice, result_words, units, where
from wab.app.cards.table.presenter import figure_of
from wab.app.cards.table.scene import TableScene
from wab.app.play import replay as queue
from wab.app.sound.cues import unheard
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.values import side_of
from wab.hexes import HexId
from wab.locale import _
from wab.systems.cards.state import events as ev
from wab.systems.cards.state.board import Board
from wab.systems.cards.state.state import Fight, Token

CARD_SECONDS = 2.2
DICE_SECONDS, RESULT_SECONDS = 0.5, 1.1
MEDAL_SECONDS = 0.7
AIM_SECONDS, ORDER_SECONDS = 0.8, 0.3  # of what others do: one's own shots and orders need no looking at
DICE_STREAMS = ("attack",)


class Replay(queue.Replay[TableScene]):
    """Shows events on the table. `showing` is what the HUD shows over the board meanwhile, `marks` what is marked.

    With `speed` 0 nothing moves; the cards of others, and dice, stand still for as long as they take to be read.
    """

    def __init__(self, stage: TableScene, board: Board, tell: Callable[[Event], None] = unheard) -> None:
        super().__init__(stage, tell)
        self.board = board
        self.showing, self.marks = Showing(), Highlights()
        self.spec: TableSpec | None = None
        self._own = ""
        self._directed = False  # a show keeps the table between its scenes
        self._origin: HexId | None = None
        self._aim: HexId | None = None
        self._aimed = 0
        self._stars = False

    def start(self, spec: TableSpec, events: Iterable[Event], own: str = "") -> None:
        """Show what happened after a table looked like this; `own` is the seat whose cards need no reading out."""
        if self.spec is None:
            self.spec = spec
        self._own, self._directed = own, False
        self.enqueue(events)
        self.update(0.0)

    # ---- a show

    def kept(self) -> TableSpec | None:
        """Return the table as it is shown now, to be put back later."""
        return self.spec

    def put_back(self, kept: TableSpec) -> None:
        """Lay a table that was kept, for scenes that begin with it."""
        self.spec, self._directed = kept, True
        self._clear()
        self._lay()

    def pass_over(self, events: Iterable[Event]) -> None:
        """Let events have happened unseen."""
        for event in events:
            if self.spec is not None:
                self.spec = after(self.spec, event, self.board)
        self._lay()

    def at_the_end(self) -> TableSpec | None:
        """Return how the table will look when all that waits has been shown."""
        found = self.spec
        for event in self.to_come:
            found = after(found, event, self.board) if found is not None else None
        return found

    def watch_for(self, seat: str) -> None:
        """The seat at the screen: its own cards need no reading out."""
        self._own = seat

    def end_show(self) -> None:
        """The table is the table of the game again."""
        self.spec, self._directed = None, False

    def skip(self) -> None:
        """Go to the end at once."""
        left = self.to_come
        super().skip()
        if self._directed:
            self.pass_over(left)

    def update(self, seconds: float) -> bool:
        """Let time pass; True when the last thing has just been shown."""
        if self.active and self.speed == 0.0:
            self.stage.skip()
        return super().update(seconds)

    def _passed(self, seconds: float) -> float:
        return seconds * (self.speed or 1.0)

    def _finish(self) -> None:
        super()._finish()
        if not self._directed:
            self.spec = None
        self.showing, self.marks = Showing(), Highlights()
        self.stage.clear_dice()

    # ---- one event

    def _begin(self, event: Event) -> None:
        """Show one event: set going what moves, how long to wait, and how the table looks afterwards."""
        assert self.spec is not None, "a replay has a table"
        before = self.spec
        self.spec = after(before, event, self.board)
        self._heard(event)
        match event:
            case ev.CardPlayed(play=play):
                self._aimed, self._aim, self._origin = 0, None, None
                self._stars = play.card in self.board.cards and self.board.cards[play.card].heals
                if play.seat != self._own:  # its player has read it
                    self.showing = Showing(card=play.card, seat=play.seat, where=where(play))
                    self._pause = CARD_SECONDS
            case ev.AmbushPlayed(seat=seat):
                self.showing = Showing(card="ambush", seat=seat)
                self._pause = CARD_SECONDS
                self._origin, self._aim = self._aim, self._origin
            case ev.AttackDeclared(fight=fight):
                self._aim_at(fight.target, fight.hex, fight.origin)
                self._look_at_attack(fight)
            case ev.SalvoAimed(targets=targets, card=card):
                self._stars = self._stars_hit(card)
                self._aim_at_unit(targets[0] if targets else 0)
                self._look_at_salvo(event)
            case ev.SalvoFired(left=left, hits=hits, flags=flags):
                self._result(hits, flags)
                self._aim_at_unit(left[0] if left else 0)
            case ev.UnitOrdered(token=token):
                self._aim_at_unit(token.unit)
                if self._is_foreign(token.unit) and self._aim is not None:
                    self.marks = Highlights(units=self.marks.units | {self._aim})
                    self._rest(ORDER_SECONDS)
            case ev.FightEnded() | ev.SalvoEnded():
                self.marks = Highlights()
            case ev.AttackResolved(hits=hits, flags=flags):
                self._result(hits, flags)
            case Rolled(stream=stream, results=results) if stream in DICE_STREAMS:
                self._throw(results)
                return
            case ev.UnitMoved(unit=unit, path=path) | ev.Retreated(unit=unit, path=path) if len(path) > 1:
                self._clear()
                self._move(unit, path)
                return
            case ev.GroundTaken(unit=unit, origin=origin, hex=hex_):
                self._clear()
                self._move(unit, (origin, hex_))
                return
            case ev.FiguresLost(unit=unit, figures=figures):
                self.stage.animate_losses(unit, figures, self._lay)
                return
            case ev.MedalWon(objective=number) | ev.MedalLost(objective=number):
                for hex_ in self.board.objectives[number].hexes:
                    self.stage.flash(hex_)
                self._rest(MEDAL_SECONDS)
            case ev.TurnBegan():
                self._clear()
        if self.spec != before:
            self._lay()

    def _move(self, unit: int, path: tuple[HexId, ...]) -> None:
        if self._is_foreign(unit):
            self.marks = Highlights(path=path)
        self.stage.animate_move(unit, path, self._lay)

    def _is_foreign(self, unit: int) -> bool:
        """Tell whether a unit is not of the side at the screen."""
        return self.board.roster[unit].side != side_of(self._own)

    def _look_at_attack(self, fight: Fight) -> None:
        """Show attacker and target, and how many dice; an attack of others is marked and waited for."""
        self.showing = Showing(caption=attack_words(self.board, fight))
        if self._is_foreign(fight.attacker):
            target = TargetSpec(fight.hex, fight.dice)
            self.marks = Highlights(targets=(target,), active=fight.origin, aim=(fight.origin, fight.hex))
            self._rest(AIM_SECONDS)

    def _look_at_salvo(self, salvo: ev.SalvoAimed) -> None:
        """The units that will be bombarded."""
        place = {unit.key: unit.hex for unit in self.spec.units} if self.spec else {}
        keys = [key for key in salvo.targets if key in place]
        words = card_title(self.board, salvo.card) if salvo.card in self.board.cards else _("Bombardment")
        self.showing = Showing(caption=f"{words} · {units(len(keys))} · {dice(salvo.dice)}")
        if salvo.side != side_of(self._own):
            self.marks = Highlights(targets=tuple(TargetSpec(place[key], salvo.dice) for key in keys))
            self._rest(AIM_SECONDS)

    def _lay(self) -> None:
        if self.spec is not None:
            self.stage.lay(self.spec)

    def _clear(self) -> None:
        self.showing, self.marks = Showing(), Highlights()
        self.stage.clear_dice()

    def _aim_at(self, unit: int, target: HexId, origin: HexId | None) -> None:
        self._aimed, self._aim, self._origin = unit, target, origin
        self.showing = Showing(caption=self.showing.caption)

    def _aim_at_unit(self, unit: int) -> None:
        spec = next((one for one in (self.spec.units if self.spec else ()) if one.key == unit), None)
        if spec is not None:
            self._aim_at(unit, spec.hex, None)

    def _stars_hit(self, card: str) -> bool:
        strike = self.board.cards[card].strike if card in self.board.cards else None
        return strike is not None and strike.stars_hit

    def _throw(self, results: tuple[int, ...]) -> None:
        """Dice of an attack: the real faces, and which of them tell against the target."""
        table = self.board.tables.dice.faces
        faces = tuple(table[result - 1] for result in results)
        profile = self.board.roster.get(self._aimed)
        if profile is None:  # dice for orders: each symbol of a kind of unit, or a star, is one
            telling = {"infantry", "armour", "star"}
        else:
            stars = {"star"} if self._stars else set()
            telling = {self.board.type_of(profile.kind), "grenade", "flag", *stars}
        struck = tuple(face in telling for face in faces)
        target = self._aim if self._aim is not None else self.board.field.hexes[len(self.board.field.hexes) // 2]
        self.showing = Showing(caption=self.showing.caption)
        self.stage.throw(DiceThrow(faces, struck, target, self._origin), lambda: self._settled(faces))
        self._pause = DICE_SECONDS

    def _settled(self, faces: tuple[str, ...]) -> None:
        """The dice lie still: only now does the HUD say what they show."""
        self.showing = Showing(dice=faces, caption=self.showing.caption)

    def _result(self, hits: int, flags: int) -> None:
        self.showing = replace(self.showing, words=result_words(hits, flags))
        self._pause = RESULT_SECONDS
        self._stars = self._stars and bool(self._queue)


# ------------------------------------------------------------------------------------------------- the table after it


def after(spec: TableSpec, event: Event, board: Board) -> TableSpec:
    """Return how the table looks after an event."""
    match event:
        case ev.TurnBegan():
            return replace(spec, units=tuple(replace(unit, token="", veiled=False) for unit in spec.units))
        case ev.StageBegan(stage="attack"):
            return replace(spec, units=tuple(_turned(unit) for unit in spec.units))
        case ev.StageBegan(stage="end"):
            return replace(spec, units=tuple(_put_away(unit) for unit in spec.units))
        case ev.UnitOrdered(token=token) | ev.TokenChanged(token=token) | ev.AttackDeclared(token=token):
            return _changed(spec, token.unit, lambda unit: _with_token(unit, token))
        case ev.UnitMoved(unit=key, path=path, token=token):
            return _changed(spec, key, lambda unit: replace(_with_token(unit, token), hex=path[-1]))
        case ev.GroundTaken(unit=key, hex=hex_, token=token):
            return _changed(spec, key, lambda unit: replace(_with_token(unit, token), hex=hex_))
        case ev.Retreated(unit=key, path=path):
            return _changed(spec, key, lambda unit: replace(unit, hex=path[-1]))
        case ev.FiguresLost(unit=key, figures=figures):
            return _changed(spec, key, lambda unit: replace(unit, figures=max(0, unit.figures - figures)))
        case ev.Recovered(unit=key, figures=figures):
            return _changed(spec, key, lambda unit: replace(unit, figures=unit.figures + figures))
        case ev.Eliminated(unit=key, winner=winner):
            kind, side = board.roster[key].kind, SIDE_CODE[board.roster[key].side]
            gone = _without(spec, key)
            return _medal(gone, winner, MedalSpec("figure", kind, side))
        case ev.UnitLeft(unit=key, side=side_name):
            return _medal(_without(spec, key), side_name, MedalSpec("objective"))
        case ev.UnitPlaced(unit=key, hex=hex_):
            return replace(spec, units=(*spec.units, _new_unit(board, key, hex_)))
        case ev.ObstaclePlaced(hex=hex_, obstacle=kind):
            return replace(spec, obstacles=(*spec.obstacles, ObstacleSpec(hex_, kind)))
        case ev.ObstacleRemoved(hex=hex_, obstacle=kind):
            left = tuple(one for one in spec.obstacles if (one.hex, one.kind) != (hex_, kind))
            return replace(spec, obstacles=left)
        case ev.MedalWon(objective=number, side=side_name):
            return _medal(_held(spec, board, number, True), side_name, MedalSpec("objective"))
        case ev.MedalLost(objective=number, side=side_name):
            return _medal_back(_held(spec, board, number, False), side_name)
    return spec


def _changed(spec: TableSpec, key: int, change: Callable[[UnitSpec], UnitSpec]) -> TableSpec:
    return replace(spec, units=tuple(change(unit) if unit.key == key else unit for unit in spec.units))


def _with_token(unit: UnitSpec, token: Token) -> UnitSpec:
    face = cast(TokenFace, token.face) if token.face in ("move", "attack") else ""
    return replace(unit, token=face, veiled=token.face == "none")


def _turned(unit: UnitSpec) -> UnitSpec:
    """Turn the token of a unit that did not move when the attacks begin (CRD-5-4)."""
    return replace(unit, token="attack") if unit.token == "move" else unit


def _put_away(unit: UnitSpec) -> UnitSpec:
    """At the end of the attacks the tokens are taken away (CRD-5-6)."""
    return replace(unit, token="", veiled=True) if unit.token else unit


def _without(spec: TableSpec, key: int) -> TableSpec:
    return replace(spec, units=tuple(unit for unit in spec.units if unit.key != key))


def _new_unit(board: Board, key: int, hex_: HexId) -> UnitSpec:
    profile = board.roster[key]
    kind = board.kind(profile.kind)
    figure, standard = figure_of(kind), kind.figures
    return UnitSpec(key, SIDE_CODE[profile.side], figure, profile.figures, hex_, profile.figures, standard)


def _medal(spec: TableSpec, side: str, medal: MedalSpec) -> TableSpec:
    return _track(spec, side, lambda track: replace(track, medals=(*track.medals, medal)))


def _medal_back(spec: TableSpec, side: str) -> TableSpec:
    """A medal goes back to its hex: the last one of the track that is no figure."""

    def without(track: TrackSpec) -> TrackSpec:
        places = [place for place, medal in enumerate(track.medals) if medal.what == "objective"]
        kept = tuple(medal for place, medal in enumerate(track.medals) if not places or place != places[-1])
        return replace(track, medals=kept)

    return _track(spec, side, without)


def _track(spec: TableSpec, side: str, change: Callable[[TrackSpec], TrackSpec]) -> TableSpec:
    code = SIDE_CODE.get(side, 0)
    return replace(spec, tracks=tuple(change(track) if track.side == code else track for track in spec.tracks))


def _held(spec: TableSpec, board: Board, number: int, held: bool) -> TableSpec:
    hexes = board.objectives[number].hexes
    return replace(
        spec,
        objectives=tuple(replace(one, held=held) if one.hex in hexes else one for one in spec.objectives),
    )
