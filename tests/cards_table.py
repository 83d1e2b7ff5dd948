"""Small battles for tests of the card game: a bare board, a few units, the cards and the dice that a test wants.

    t = CardTable(units={"a": ("allies", "infantry", "E7"), "x": ("axis", "armour", "E5", 2)},
                  terrain={"E6": "forest"}, obstacles={"E5": "sandbags"},
                  hands={"allies": ["probe_center"], "axis": ["ambush"]}, to_play="allies")
    t.play("probe_center"); t.order("a"); t.done()
    t.throw("infantry", "flag", "star")        # what the next dice show
    t.attack("a", "x")
    t.figures("x"), t.at("x"), t.events        # what came of it

Allies sit in the south, Axis in the north, unless `south` says otherwise; the medals to win are out of reach. A unit is
(side, kind, hex) or (side, kind, hex, figures left). Hands hold what a test gives them; the pile is the rest of the
deck, or what `pile` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from wab.content.cards.loader import load_tables
from wab.content.cards.scenario import BoardChoice, Edges, Medal, Placement, ScenarioFile, Specials
from wab.content.cards.shapes import PerSide, Tables
from wab.engine.kernel.dice import Dice
from wab.engine.kernel.events import Event, Rolled
from wab.engine.kernel.orders import Order, Refusal
from wab.engine.words.text import Text
from wab.systems.cards import Cards
from wab.systems.cards.command import playing
from wab.systems.cards.state import events as ev
from wab.systems.cards.state import orders as wish
from wab.systems.cards.state import teams
from wab.systems.cards.state.deck import composition
from wab.systems.cards.state.setup import make_board, starting_state
from wab.systems.cards.state.state import Play, State, Unit

SYSTEM = Cards()
OUT_OF_REACH = 20


class LoadedDice(Dice, frozen=True):
    """Dice that show what a test wants, by stream, one roll after another; after that they fall by chance."""

    shown: dict[str, tuple[tuple[int, ...], ...]] = msgspec.field(default_factory=dict)

    def roll(self, stream: str, purpose: Text, faces: int = 6, count: int = 1) -> Rolled:
        """The next roll that was put in; ValueError when it is for another number of dice."""
        if not self.shown.get(stream):
            return super().roll(stream, purpose, faces, count)
        results = self.shown[stream][0]
        if len(results) != count:
            raise ValueError(f"{count} dice are rolled ({purpose}), the test has put in {len(results)}")
        return Rolled(stream, purpose, faces, self.drawn.get(stream, 0), results)

    def after(self, rolled: Rolled) -> LoadedDice:
        """The dice after a roll."""
        shown = dict(self.shown)
        shown[rolled.stream] = shown.get(rolled.stream, ())[1:]
        return LoadedDice(self.seed, super().after(rolled).drawn, shown=shown)


class CardTable:
    """A battle on a bare board, played by the names of its units."""

    def __init__(
        self,
        units: Mapping[str, Sequence[Any]],
        *,
        terrain: Mapping[str, str] | None = None,
        obstacles: Mapping[str, str] | None = None,
        hands: Mapping[str, Iterable[str]] | None = None,
        shared: Mapping[str, str] | None = None,
        pile: Iterable[str] | None = None,
        discards: Iterable[str] = (),
        medals: tuple[Medal, ...] = (),
        to_win: tuple[int, int] = (OUT_OF_REACH, OUT_OF_REACH),
        special: Specials | None = None,
        options: Mapping[str, str] | None = None,
        face: str = "country",
        boards: int = 1,
        to_play: str = "allies",
        own_turns: Mapping[str, int] | None = None,
        south: str = "allies",
        sizes: tuple[int, int] = (5, 5),
        tables: Tables | None = None,
    ) -> None:
        entries = {name: tuple(entry) for name, entry in units.items()}
        self.content = content = _scenario(
            entries, terrain or {}, obstacles or {}, medals, to_win, special, face, boards, south, sizes
        )
        self.board = make_board("cards/test", content, tables or load_tables(), teams.settled(options or {}, content))
        self.state: State = starting_state(self.board, 1)
        self.state.dice = LoadedDice(1)
        self.events: list[Event] = []
        self.ids = _ids(entries)
        for name, entry in entries.items():
            if len(entry) > 3:
                self.state.put(msgspec.structs.replace(self.unit(name), figures=entry[3]))
        self._deal(hands or {}, dict(shared or {}), pile, tuple(discards))
        self._sit_down(to_play, own_turns or {})

    def _deal(
        self, hands: Mapping[str, Iterable[str]], shared: dict[str, str], pile: Iterable[str] | None, discards: Any
    ) -> None:
        state = self.state
        for holder, cards in hands.items():
            state.hands[holder] = tuple(sorted(cards))
        state.shared = shared
        taken = [card for cards in state.hands.values() for card in cards] + list(shared.values()) + list(discards)
        if self.board.overlord:
            for side in state.pile:
                taken_here = [
                    card for holder, cards in state.hands.items() if holder.startswith(side) for card in cards
                ]
                state.pile[side] = _less(composition(self.board), taken_here)
            return
        state.pile[""] = _less(composition(self.board), taken) if pile is None else tuple(sorted(pile))
        state.discards[""] = tuple(discards)

    def _sit_down(self, side: str, own_turns: Mapping[str, int]) -> None:
        state = self.state
        state.own_turns = {"allies": 0, "axis": 0, **own_turns}
        state.turn, state.active = sum(state.own_turns.values()) + 1, side
        state.own_turns[side] += 1
        state.stage = "give" if self.board.overlord else "card"

    # ---- what is asked

    def unit(self, name: str) -> Unit:
        """A unit by its name; KeyError when it is no more."""
        return self.state.units[self.ids[name]]

    def figures(self, name: str) -> int:
        """Figures left of a unit, 0 when it is no more."""
        unit = self.state.units.get(self.ids[name])
        return unit.figures if unit else 0

    def at(self, name: str) -> str:
        """The hex of a unit, "" when it is no more."""
        unit = self.state.units.get(self.ids[name])
        return self.board.label(unit.hex) if unit else ""

    def hex(self, label: str) -> int:
        """The number of a hex."""
        return self.board.hex(label)

    @property
    def phase(self) -> str:
        """Return what is to be decided now."""
        return SYSTEM.phase(self.state)

    @property
    def to_act(self) -> str | None:
        """The seat that decides now."""
        return SYSTEM.to_act(self.state)

    def orderable(self) -> set[str]:
        """The names of the units that may be ordered now."""
        ids = {order.unit for order in self.offered() if isinstance(order, wish.OrderUnit)}
        return {name for name, id_ in self.ids.items() if id_ in ids}

    def targets(self, name: str) -> set[str]:
        """The names of the units that a unit may attack now."""
        aimed = {o.target for o in self.offered() if isinstance(o, wish.Attack) and o.unit == self.ids[name]}
        return {other for other, id_ in self.ids.items() if id_ in aimed}

    def goals(self, name: str) -> set[str]:
        """The hexes to which a unit may move now."""
        mine = (o for o in self.offered() if isinstance(o, wish.Move) and o.unit == self.ids[name] and not o.leave)
        return {self.board.label(order.path[-1]) for order in mine}

    def ways_back(self) -> set[str]:
        """The hexes in which a retreat may end."""
        return {self.board.label(o.path[-1]) for o in self.offered() if isinstance(o, wish.Retreat)}

    def offered(self) -> list[Order]:
        """The orders on offer; every one of them must be legal."""
        found = list(SYSTEM.offered(self.state))
        for order in found:
            assert SYSTEM.why_not(self.state, order) is None, order
        return found

    def why_not(self, order: Order) -> Refusal | None:
        """The first reason against an order."""
        return SYSTEM.why_not(self.state, order)

    def happened(self, kind: type[Any]) -> list[Any]:
        """The events of a kind, oldest first."""
        return [event for event in self.events if type(event) is kind]

    # ---- what is done

    def give_order(self, order: Order) -> list[Event]:
        """Carry out an order, which must be legal; return its events."""
        refusal = self.why_not(order)
        assert refusal is None, f"{order}: {refusal}"
        before = len(self.events)
        for event in SYSTEM.execute(self.state, order):
            SYSTEM.apply(self.state, event)
            self.events.append(event)
        return self.events[before:]

    def throw(self, *symbols: str, stream: str = "attack") -> None:
        """Put symbols into the next roll of the attack dice."""
        faces = self.board.tables.dice.faces
        self.put_in(stream, [faces.index(symbol) + 1 for symbol in symbols])  # type: ignore[arg-type]

    def draw_next(self, *cards: str, pile: str = "") -> None:
        """Have cards come up, one after the other, out of the pile as it then is."""
        left = list(self.state.pile[pile])
        for card in cards:
            self.put_in("deck", [left.index(card) + 1])
            left.remove(card)

    def put_in(self, stream: str, results: Iterable[int]) -> None:
        """Put a roll into the dice."""
        dice = self.state.dice
        assert isinstance(dice, LoadedDice)
        shown = {**dice.shown, stream: (*dice.shown.get(stream, ()), tuple(results))}
        self.state.dice = LoadedDice(dice.seed, dice.drawn, shown=shown)

    def play(self, card: str, section: str = "", *, shared: bool = False) -> list[Event]:
        """Play the card of the turn."""
        return self.give_order(wish.PlayCard(card, section, shared))

    def order(self, *names: str, section: str = "") -> None:
        """Order units, one after the other."""
        for name in names:
            self.give_order(wish.OrderUnit(self.ids[name], section))

    def done(self) -> list[Event]:
        """End the step."""
        return self.give_order(wish.Done())

    def move(self, name: str, *labels: str) -> list[Event]:
        """Move a unit along the hexes named, its own left out."""
        path = (self.unit(name).hex, *map(self.board.hex, labels))
        return self.give_order(wish.Move(self.ids[name], path))

    def attack(self, name: str, target: str, *, ask: bool = False) -> None:
        """Attack with a unit; no unit ambushes it unless a test is to `ask`."""
        self.give_order(wish.Attack(self.ids[name], self.ids[target]))
        while self.phase == "ambush" and not ask:
            self.give_order(wish.Ambush(play=False))

    def retreat(self, *labels: str, ignore: bool = False) -> list[Event]:
        """The unit that must goes back along the hexes named, its own left out."""
        due = self.state.retreat
        assert due is not None
        path = (self.state.units[due.unit].hex, *map(self.board.hex, labels))
        return self.give_order(wish.Retreat(path, ignore))

    def strike(self, *names: str) -> list[Event]:
        """Aim an attack from off the board."""
        return self.give_order(wish.Strike(tuple(self.ids[name] for name in names)))

    def in_force(self, card: str, *names: str, section: str = "") -> None:
        """Play a card and order these units; the next step begins."""
        self.play(card, section)
        self.order(*names)
        self.done()

    def to_stage(self, stage: str) -> None:
        """Go on, doing nothing, until a step of the turn."""
        while self.phase != stage:
            self.done()

    def end_turn(self) -> None:
        """Let the turn run out without doing anything more."""
        self._run_out(self.state.turn)

    def end_turn_of(self, side: str) -> None:
        """Let the turn run out if it is still this side's."""
        if self.state.active == side:
            self.end_turn()

    def _run_out(self, turn: int) -> None:
        while self.state.turn == turn and self.to_act is not None:
            wanted = [o for o in self.offered() if isinstance(o, wish.Done)] or self.offered()
            self.give_order(wanted[0])

    def last_played(self, side: str, card: str, section: str = "", effect: str = "", **more: Any) -> None:
        """Have a side have played a card in its last turn."""
        self.state.last_plays[side] = (Play(card, effect or card, side, section, **more),)

    def hand(self, holder: str) -> tuple[str, ...]:
        """The cards of a hand."""
        return self.state.hands[holder]

    def playable(self) -> set[str]:
        """The cards that may be played now."""
        return {order.card for order in self.offered() if isinstance(order, wish.PlayCard)}

    def does_something(self, card: str) -> bool:
        """Return whether a card would do anything if it were played now."""
        return playing.does_something(self.state, self.board.cards[card])


def _less(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def _ids(entries: Mapping[str, tuple[Any, ...]]) -> dict[str, int]:
    """Units are numbered side by side, as a scenario lists them."""
    names = [name for side in ("allies", "axis") for name, entry in entries.items() if entry[0] == side]
    return {name: number for number, name in enumerate(names, 1)}


def _scenario(
    entries: Mapping[str, tuple[Any, ...]],
    terrain: Mapping[str, str],
    obstacles: Mapping[str, str],
    medals: tuple[Medal, ...],
    to_win: tuple[int, int],
    special: Specials | None,
    face: str,
    boards: int,
    south: str,
    sizes: tuple[int, int],
) -> ScenarioFile:
    def words(text: str) -> dict[Any, str]:
        return {"en": text, "fr": text}

    def placed(side: str) -> tuple[Placement, ...]:
        return tuple(Placement(e[1], e[2], words(name)) for name, e in entries.items() if e[0] == side)

    north = "axis" if south == "allies" else "allies"
    return ScenarioFile(
        title=words("A test"),
        date=words("a day"),
        summary=words("A test"),
        briefing=words("A test"),
        board=BoardChoice(face, boards),  # type: ignore[arg-type]
        edges=Edges(south, north),  # type: ignore[arg-type]
        first="allies",
        hands=PerSide(*sizes),
        medals_to_win=PerSide(*to_win),
        air=PerSide(2, 1),
        terrain=_grouped(terrain),
        obstacles=_grouped(obstacles),
        counts={},
        medals=medals,
        allies=placed("allies"),
        axis=placed("axis"),
        special=special or Specials(),
    )


def _grouped(kinds: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for label, kind in kinds.items():
        found[kind] = (*found.get(kind, ()), label)
    return found


def discarded(table: CardTable, pile: str = "") -> tuple[str, ...]:
    """The cards that lie open, out of the game for now."""
    return table.state.discards.get(pile, ())


__all__ = ["OUT_OF_REACH", "SYSTEM", "CardTable", "LoadedDice", "discarded", "ev"]
