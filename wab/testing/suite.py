"""Properties of every scenario of every rule system, under any rules: random play, seen from all sides.

`Suite` is a class of tests for pytest. A class that derives from it names its `systems`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import msgspec

from wab.engine import Chance, Event, Game, IllegalOrder, Order, Refusal, Rolled, Setup, System, UsageError, side_of
from wab.engine.kernel.values import DRAW
from wab.engine.saves.export import export_of, read_export
from wab.engine.saves.reader import load_game
from wab.engine.saves.replay import verify
from wab.testing.truths import MOST_ORDERS, Truth, difference, others, some_orders
from wab.testing.walks import (
    Moment,
    Table,
    allowing,
    by_length,
    choices,
    choose,
    sampled,
    some,
    tables,
    walk,
    walked,
    whole_game,
)


class Suite:
    """The tests that every rule system passes. Tests of one table follow each other, so that they share its walk."""

    systems: tuple[System[Any], ...] = ()

    def pytest_generate_tests(self, metafunc: Any) -> None:
        """Give each test its systems, tables or choices."""
        kind: type[Suite] = type(self)
        for name, values in _values(kind).items():  # type: ignore[arg-type]  # a class has a hash of its own
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, values, ids=_named, scope="module")

    def short_tables(self, system: System[Any]) -> tuple[Table, ...]:
        """Return the games that are played to their end: the shortest scenario, with every choice that it allows."""
        shortest = by_length(system)[0].id
        return (Table(shortest, given=system), *(table for table in choices(system) if table.scenario == shortest))

    def long_tables(self, system: System[Any]) -> tuple[Table, ...]:
        """Return the other games that `tables` has for a system, of choices and of the second scenario by length.

        `python -m trials` plays all scenarios of the house.
        """
        second = (Table(info.id, given=system) for info in by_length(system)[1:2])
        shortest = by_length(system)[0].id
        return (*second, *(table for table in choices(system) if table.scenario != shortest))

    # ---------------------------------------------------------------- seats and options

    def test_a_game_has_its_seats_on_its_sides(self, table: Table) -> None:
        game = table.begin(1)
        assert {side_of(seat) for seat in table.seats} == set(game.system.sides)
        assert game.system.automaton not in game.system.sides
        assert DRAW not in game.system.contenders
        assert game.system.automaton in ("", *game.system.names)
        assert len(set(table.seats)) == len(table.seats)
        assert game.to_act in table.seats
        for stranger in ("nobody", f"{table.seats[0]}/nobody", game.system.automaton):
            with _raises(UsageError):
                game.view(stranger)

    def test_the_usual_value_by_its_name_is_the_game_in_which_nothing_is_chosen(self, usual: Table) -> None:
        silent, named = walk(Table(usual.scenario, (), usual.given), length=20), walk(usual, length=20)
        assert [moment.order for moment in named[1]] == [moment.order for moment in silent[1]]
        assert [moment.events for moment in named[1]] == [moment.events for moment in silent[1]]
        assert set(usual.chosen) <= set(named[0].setup.options.items())

    # ---------------------------------------------------------------- states

    def test_states_are_sound_all_along(self, table: Table) -> None:
        game, moments = walked(table)
        assert moments
        for state in (*(moment.state for moment in moments), game.state):
            assert game.system.invariants(state) == []

    def test_a_state_survives_its_bytes(self, table: Table) -> None:
        game, moments = walked(table)
        for moment in some(moments, 6):
            data = game.system.encode(moment.state)
            again = game.system.decode(data)
            assert game.system.encode(again) == data
            assert game.system.invariants(again) == []
            there, here = Game(game.system, game.setup, again).legal_orders(), moment.stands().legal_orders()
            assert len(there) == len(here)
            assert some_orders(there) == some_orders(here)

    def test_a_copy_is_independent(self, table: Table) -> None:
        game, moments = walked(table)
        for moment in some(moments, 6):
            twin, before = moment.state.copy(), game.system.encode(moment.state)
            Game(game.system, game.setup, twin).play(moment.order)
            assert game.system.encode(twin) != before or not moment.events
            assert game.system.encode(moment.state) == before

    def test_equal_states_and_orders_give_equal_games(self, table: Table) -> None:
        game, moments = walked(table)
        again, repeated = walk(table)
        assert [moment.order for moment in repeated] == [moment.order for moment in moments]
        assert [moment.events for moment in repeated] == [moment.events for moment in moments]
        assert again.digest() == game.digest()

    # ---------------------------------------------------------------- orders

    def test_orders_on_offer_are_there_once_and_legal(self, table: Table) -> None:
        _, moments = walked(table)
        for moment in some(moments, 8):
            legal = moment.stands().legal_orders()
            offered = some_orders(legal)
            assert offered
            assert [order for order, times in Counter(offered).items() if times > 1] == []
            assert [order for order in offered if order not in legal] == []
            assert len(offered) == min(len(legal), MOST_ORDERS)

    def test_orders_on_offer_narrow_to_a_unit(self, table: Table) -> None:
        _, moments = walked(table)
        narrowed, known = 0, 0
        for moment in some(moments, 3):
            here = moment.stands()
            offered = some_orders(here.legal_orders())
            for unit in sorted({unit for order in offered for unit in _units_of(order)})[:4]:
                of_unit = some_orders(here.legal_orders(unit))
                assert [order for order in of_unit if here.why_not(order) is not None] == []
                assert set(of_unit) <= set(offered) or len(offered) == MOST_ORDERS
                assert all(unit in (_units_of(order) or (unit,)) for order in of_unit)
                narrowed += len(of_unit)
            known += len(_units_of(moment.order))
        assert narrowed or not known

    def test_an_illegal_order_is_refused_with_a_reason_and_changes_nothing(self, table: Table) -> None:
        _, moments = walked(table)
        stale = sorted({moment.order for moment in moments}, key=repr)
        refused = 0
        for moment in some(moments, 4):
            here = moment.stands()
            before = here.digest()
            for order in (Order(), *stale):
                refusal = here.why_not(order)
                if refusal is None:
                    continue
                assert isinstance(refusal, Refusal)
                assert str(refusal.text).strip()
                with _raises(IllegalOrder):
                    here.play(order)
                refused += 1
            assert here.digest() == before
        assert refused > len(some(moments, 4))  # more than the nameless order alone

    def test_an_order_with_a_value_of_another_kind_is_refused_in_a_sentence(self, table: Table) -> None:
        _, moments = walked(table)
        refused = 0
        for moment in some(moments, 4):
            here = moment.stands()
            for name in moment.order.__struct_fields__:
                wrong: Any = msgspec.structs.replace(moment.order, **{name: {"of": object()}})
                refusal = here.why_not(wrong)
                assert refusal is not None and refusal.code == "malformed", (moment.order, name)
                assert name in str(refusal.text)
                refused += 1
        assert refused or not any(moment.order.__struct_fields__ for moment in some(moments, 4))

    def test_nobody_else_can_play(self, table: Table) -> None:
        _, moments = walked(table)
        for moment in some(moments, 3):
            for seat in table.seats:
                view = moment.stands().view(seat)
                assert view.to_act == moment.seat
                if seat != moment.seat:
                    assert list(view.legal_orders()) == []
                    assert view.why_not(moment.order) is not None

    # ---------------------------------------------------------------- taking back

    def test_undo_restores_the_state_and_never_crosses_what_is_final(self, table: Table) -> None:
        game = table.begin(2)
        chance, undone, free = Chance(2, table.scenario), 0, 0
        for _ in range(24):
            actor = game.to_act
            if actor is None:
                break
            before, state = game.digest(), game.state.copy()
            events = game.play(choose(game.legal_orders(), chance))
            shown = game.system.reveals(state, events, game.state, actor)
            final = any(event.final for event in events) or game.to_act != actor
            assert final or shown is None or game.system.nature.scouting
            final |= shown is not None and not game.setup.lenient_undo
            free += not final
            assert (game.why_not_undo() is not None) == final
            if not final and (chance.below(2) or not undone):
                game.undo()
                assert game.digest() == before
                assert game.system.invariants(game.state) == []
                undone += 1
        assert all(issubclass(kind, Event) for kind in get_args(game.system.event_types))
        assert Rolled.final
        assert undone or not free

    def test_what_can_be_taken_back_has_told_nothing(self, table: Table) -> None:
        """The same order in any game that the seat cannot tell from the true one ends in the same knowledge."""
        game, moments = walked(table)
        free = [moment for moment in moments if _told_nothing(game.system, moment)]
        for moment in some(tuple(free), 6):
            after = moment.stands()
            after.play(moment.order)
            known = after.view(moment.seat).encode()
            for seed in (1, 2, 3):
                sample = sampled(moment.stands().view(moment.seat), seed)
                sample.play(moment.order)
                assert sample.view(moment.seat).encode() == known

    # ---------------------------------------------------------------- chance

    def test_no_die_is_rolled_without_a_record(self, table: Table) -> None:
        game, _ = walked(table)
        drawn: Counter[str] = Counter()
        for record in game.journal:
            for event in record.events:
                if isinstance(event, Rolled):
                    assert event.first == drawn[event.stream]
                    assert all(1 <= result <= event.faces for result in event.results)
                    drawn[event.stream] += len(event.results)
        assert dict(drawn) == dict(game.state.dice.drawn)

    def test_some_dice_are_rolled_where_a_system_has_chance(self, system: System[Any]) -> None:
        table = Table(by_length(system)[0].id, given=system)
        games = (walk(table, seed=seed, length=80)[0] for seed in range(2, 8))  # a short walk may meet no enemy
        events = (event for game in games for record in game.journal for event in record.events)
        assert any(isinstance(event, Rolled) for event in events) == system.nature.chance

    # ---------------------------------------------------------------- knowledge

    def test_a_view_survives_its_bytes(self, table: Table) -> None:
        game, moments = walked(table)
        for moment in some(moments, 4):
            for seat in table.seats:
                view = moment.stands().view(seat)
                again = game.system.decode_view(view.encode())
                assert (again.seat, again.side) == (view.seat, view.side) == (seat, side_of(seat))
                assert again.encode() == view.encode()
                assert (again.to_act, again.turn, again.phase, again.outcome) == (
                    view.to_act, view.turn, view.phase, view.outcome,
                )  # fmt: skip
                assert some_orders(again.legal_orders()) == some_orders(view.legal_orders())
                json.loads(view.encode())

    def test_hidden_facts_do_not_show(self, table: Table) -> None:
        game, moments = walked(table)
        changes = 0
        for moment in some(moments, 4):
            for seat in table.seats:
                known = moment.stands().view(seat).encode()
                for other in others(game, moment.state, seat):
                    assert game.system.encode(other) != game.system.encode(moment.state)
                    assert Game(game.system, game.setup, other).view(seat).encode() == known
                    changes += 1
        assert changes

    def test_two_truths_with_equal_views_give_equal_answers(self, table: Table) -> None:
        game, moments = walked(table)
        chance = Chance(1, f"truths {table.scenario}")
        for moment in some(moments, 3):
            for seat in table.seats:
                truth = Truth(game, seat, moment.state)
                for other in others(game, moment.state, seat):
                    assert difference(truth, other, (moment.order,), chance) == ""

    def test_a_sampled_game_cannot_be_told_from_the_true_one(self, table: Table) -> None:
        game, moments = walked(table)
        for moment in some(moments, 4):
            for seat in table.seats:
                view = moment.stands().view(seat)
                for seed in (1, 2):
                    sample = sampled(view, seed)
                    assert sample.view(seat).encode() == view.encode()
                    assert game.system.invariants(sample.state) == []
                assert sampled(view, 1).digest() == sampled(view, 1).digest()

    def test_a_sampled_game_can_be_played(self, table: Table) -> None:
        _, moments = walked(table)
        moment = some(moments, 2)[-1]
        sample = sampled(moment.stands().view(moment.seat), 3)
        chance = Chance(3, "sampled")
        for _ in range(8):
            if sample.to_act is None:
                break
            sample.play(choose(sample.legal_orders(), chance))
            assert sample.system.invariants(sample.state) == []

    def test_what_a_seat_saw_is_kept_and_can_be_told(self, table: Table, tmp_path: Path) -> None:
        game, _ = walked(table)
        kinds = get_args(game.system.event_types)
        assert set(game.seen) == set(table.seats)
        for seat, seen in game.seen.items():
            assert seen
            for event in seen:
                assert isinstance(event, kinds)
                assert not isinstance(event, Rolled)
                assert msgspec.json.decode(msgspec.json.encode(event), type=game.system.event_types) == event
                text = game.system.describe(game.view(seat), event)
                assert text is None or "{" not in str(text)
        game.save(tmp_path / "x.wab")
        assert load_game(tmp_path / "x.wab", lambda name: game.system, table.seats).seen == game.seen

    def test_what_a_seat_carries_away_is_the_same_in_all_games_that_it_cannot_tell_apart(
        self, table: Table, tmp_path: Path
    ) -> None:
        game, moments = walked(table)
        here = some(moments, 2)[-1].stands()
        for seat in table.seats[:2]:
            samples = [sampled(here.view(seat), seed) for seed in (1, 2)]
            told = [export_of(Game(game.system, game.setup, one.state, observers=[seat]), seat) for one in samples]
            assert told[0] == told[1]
            (tmp_path / "x.side").write_bytes(told[0])
            again = read_export(tmp_path / "x.side", lambda name: game.system)
            assert again.view.encode() == here.view(seat).encode()
        for seat in table.seats[:1]:
            (tmp_path / "x.side").write_bytes(export_of(game, seat))
            assert list(read_export(tmp_path / "x.side", lambda name: game.system).seen) == game.seen[seat]

    def test_every_event_can_be_told(self, table: Table) -> None:
        game, _ = walked(table)
        told = [
            str(text)
            for record in game.journal
            for event in record.events
            if (text := game.system.describe(game.state, event)) is not None
        ]
        assert told
        assert [sentence for sentence in told if not sentence.strip() or "{" in sentence] == []

    # ---------------------------------------------------------------- saves and replays

    def test_a_replay_is_verified(self, table: Table, tmp_path: Path) -> None:
        game, moments = walked(table)
        game.save(tmp_path / "x.wab")
        verdict = verify(tmp_path / "x.wab", lambda name: game.system)
        assert verdict.problem == ""
        assert verdict.ok
        assert verdict.records == len(game.journal) == len(moments) + 1
        loaded = load_game(tmp_path / "x.wab", lambda name: game.system)
        assert loaded.digest() == game.digest()

    # ---------------------------------------------------------------- whole games

    def test_a_short_game_of_random_orders_ends(self, short: Table) -> None:
        assert whole_game(short, 5)[1] == []

    def test_a_long_game_of_random_orders_ends(self, long: Table) -> None:
        assert whole_game(long, 5)[1] == [], long

    def test_games_are_equal_whatever_the_order_of_sets(self, system: System[Any]) -> None:
        scenarios = [info.id for info in by_length(system)[:2]]
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, *_address(system), *scenarios],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": seed},
                stdout=subprocess.PIPE,
                text=True,
            )
            for seed in ("0", "4242")
        ]
        first, second = (process.communicate(timeout=120)[0] for process in processes)
        assert len(first.splitlines()) == len(scenarios)
        assert first == second


_PROGRAM = """
import hashlib, sys
from importlib import import_module
from wab.testing.truths import some_orders
from wab.testing.walks import Table, sampled, walk
module, name, *scenarios = sys.argv[1:]
for scenario in scenarios:
    game, moments = walk(Table(scenario, given=getattr(import_module(module), name)), seed=9, length=20)
    views = [game.view(seat).encode() for seat in sorted(game.seen)]
    samples = [sampled(game.view(seat), 4).digest() for seat in sorted(game.seen)]
    offered = repr([some_orders(moment.stands().legal_orders()) for moment in moments]).encode()
    print(game.digest(), samples, hashlib.sha256(b"".join([offered, *views])).hexdigest())
"""


@cache
def _values(kind: type[Suite]) -> dict[str, tuple[object, ...]]:
    """Return the arguments of the tests of a class by their names."""
    suite = kind()
    systems = suite.systems
    return {
        "table": tables(systems),
        "short": tuple(table for system in systems for table in suite.short_tables(system)),
        "long": tuple(table for system in systems for table in suite.long_tables(system)),
        "system": systems,
        "usual": tuple(_usual_choices(systems)),
    }


def _usual_choices(systems: tuple[System[Any], ...]) -> Iterator[Table]:
    """Every option with its usual value said aloud."""
    for system in systems:
        for option, values in system.choices.items():
            yield allowing(system, option, values[0])


def _named(value: object) -> str:
    return value.id if isinstance(value, System) else str(value)


def _address(system: System[Any]) -> tuple[str, str]:
    """The module in which a system stands, and its name there."""
    module = import_module(type(system).__module__)
    return module.__name__, next(name for name, value in vars(module).items() if value is system)


@contextmanager
def _raises(kind: type[Exception]) -> Iterator[None]:
    try:
        yield
    except kind:
        return
    raise AssertionError(f"no {kind.__name__} was raised")


def _units_of(order: Any) -> tuple[int, ...]:
    """The units that carry out an order."""
    units = (*getattr(order, "units", ()), *getattr(order, "supports", ()))
    return (order.unit,) if hasattr(order, "unit") else units


def _told_nothing(system: System[Any], moment: Moment) -> bool:
    twin: Game[Any] = Game(system, Setup(system.id, "", 0), moment.state.copy())
    twin.play(moment.order)
    return twin.why_not_undo() is None
