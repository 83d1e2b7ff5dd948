"""Invariants of every scenario of every rule system, under any rules: random play, seen from all sides."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import get_args

import msgspec
import pytest

import wab
from ai.agents import make_agents
from ai.match import play_out
from tests.systems.hidden import HIDDEN_CHANGES
from tests.systems.walks import SCENARIOS, SYSTEMS, allowing, choose, some, system_named, tables, walk, walked
from wab.engine import Chance, Event, IllegalOrder, Order, Refusal, Rolled, UsageError, side_of
from wab.engine.export import export_of, read_export
from wab.engine.game import Game, Setup
from wab.engine.replay import verify
from wab.engine.saves import load_game
from wab.systems import NAMES

ROOT = Path(__file__).resolve().parents[2]
SHORTEST = [
    info
    for system in SYSTEMS.values()
    for info in sorted(system.scenarios(), key=lambda info: (info.turns, sum(info.units.values()), info.id))[:2]
]


@pytest.fixture(scope="module", params=tables(SYSTEMS.values()), ids=str)
def table(request):
    """Every scenario and every choice; of module scope: all tests of one follow each other and share its walk."""
    return request.param


def at(game, moment):
    """A game that stands where a walk stood."""
    return Game(game.system, game.setup, moment.state.copy())


def units_of(order):
    """The units that carry out an order."""
    units = (*getattr(order, "units", ()), *getattr(order, "supports", ()))
    return (order.unit,) if hasattr(order, "unit") else units


def test_every_system_has_scenarios():
    assert {info.system for info in wab.scenarios()} == set(NAMES) <= set(SYSTEMS)
    assert len(set(SCENARIOS)) == len(SCENARIOS)


def test_a_game_has_its_seats_on_its_sides(table):
    game = table.begin(1)
    assert {side_of(seat) for seat in table.seats} == set(game.system.sides)
    assert game.system.automaton not in game.system.sides
    assert game.system.automaton in ("", *game.system.names)
    assert len(set(table.seats)) == len(table.seats)
    assert game.to_act in table.seats
    for stranger in ("nobody", f"{table.seats[0]}/nobody", game.system.automaton):
        with pytest.raises(UsageError):
            game.view(stranger)


USUAL = [(system, option, values[0]) for system in SYSTEMS.values() for option, values in system.choices.items()]


@pytest.mark.parametrize(("system", "option", "value"), USUAL, ids=[f"{one.id}+{option}" for one, option, _ in USUAL])
def test_the_usual_value_by_its_name_is_the_game_in_which_nothing_is_chosen(system, option, value):
    table = allowing(system, option, value)
    silent, named = walk(table.scenario, length=20), walk(table, length=20)
    assert [moment.order for moment in named[1]] == [moment.order for moment in silent[1]]
    assert [moment.events for moment in named[1]] == [moment.events for moment in silent[1]]
    assert named[0].setup.options[option] == value


# ---------------------------------------------------------------- states


def test_states_are_sound_all_along(table):
    game, moments = walked(table)
    assert moments
    for moment in (*moments, None):
        state = moment.state if moment else game.state
        assert game.system.invariants(state) == []


def test_a_state_survives_its_bytes(table):
    game, moments = walked(table)
    for moment in some(moments, 6):
        data = game.system.encode(moment.state)
        again = game.system.decode(data)
        assert game.system.encode(again) == data
        assert game.system.invariants(again) == []
        assert list(Game(game.system, game.setup, again).legal_orders()) == list(moment.offered)


def test_a_copy_is_independent(table):
    game, moments = walked(table)
    for moment in some(moments, 6):
        twin, before = moment.state.copy(), game.system.encode(moment.state)
        Game(game.system, game.setup, twin).play(moment.order)
        assert game.system.encode(twin) != before or not moment.events
        assert game.system.encode(moment.state) == before


def test_equal_states_and_orders_give_equal_games(table):
    game, moments = walked(table)
    again, repeated = walk(table)
    assert [moment.order for moment in repeated] == [moment.order for moment in moments]
    assert [moment.events for moment in repeated] == [moment.events for moment in moments]
    assert again.digest() == game.digest()


# ---------------------------------------------------------------- orders


def test_orders_on_offer_are_there_once_and_legal(table):
    game, moments = walked(table)
    for moment in some(moments, 8):
        assert moment.offered
        assert [order for order, times in Counter(moment.offered).items() if times > 1] == []
        legal = at(game, moment).legal_orders()
        assert [order for order in moment.offered if order not in legal] == []
        assert len(legal) == len(moment.offered)


def test_orders_on_offer_narrow_to_a_unit(table):
    game, moments = walked(table)
    narrowed = 0
    for moment in some(moments, 3):
        legal = at(game, moment)
        for unit in sorted({unit for order in moment.offered for unit in units_of(order)})[:4]:
            of_unit = list(legal.legal_orders(unit))
            assert set(of_unit) <= set(moment.offered)
            assert all(unit in (units_of(order) or (unit,)) for order in of_unit)
            narrowed += len(of_unit)
    assert narrowed or not any(units_of(moment.order) for moment in some(moments, 3))


def test_an_illegal_order_is_refused_with_a_reason_and_changes_nothing(table):
    game, moments = walked(table)
    stale = sorted({moment.order for moment in moments}, key=repr)
    refused = 0
    for moment in some(moments, 4):
        here = at(game, moment)
        before = here.digest()
        for order in (Order(), *stale):
            refusal = here.why_not(order)
            if refusal is None:
                continue
            assert isinstance(refusal, Refusal)
            assert str(refusal.text).strip()
            with pytest.raises(IllegalOrder):
                here.play(order)
            refused += 1
        assert here.digest() == before
    assert refused > len(some(moments, 4))  # more than the nameless order alone


def test_an_order_with_a_value_of_another_kind_is_refused_in_a_sentence(table):
    game, moments = walked(table)
    refused = 0
    for moment in some(moments, 4):
        here = at(game, moment)
        for name in moment.order.__struct_fields__:
            refusal = here.why_not(msgspec.structs.replace(moment.order, **{name: {"of": object()}}))
            assert refusal is not None and refusal.code == "malformed", (moment.order, name)
            assert name in str(refusal.text)
            refused += 1
    assert refused or not any(moment.order.__struct_fields__ for moment in some(moments, 4))


def test_nobody_else_can_play(table):
    game, moments = walked(table)
    for moment in some(moments, 3):
        for seat in table.seats:
            view = at(game, moment).view(seat)
            assert view.to_act == moment.seat
            if seat != moment.seat:
                assert list(view.legal_orders()) == []
                assert view.why_not(moment.order) is not None


# ---------------------------------------------------------------- taking back


def test_undo_restores_the_state_and_never_crosses_what_is_final(table):
    game = table.begin(2)
    chance, undone, free = Chance(2, table.scenario), 0, 0
    for _ in range(24):
        if game.to_act is None:
            break
        before, state, actor = game.digest(), game.state.copy(), game.to_act
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


def test_what_can_be_taken_back_has_told_nothing(table):
    """The same order in any game that the seat cannot tell from the true one ends in the same knowledge."""
    game, moments = walked(table)
    free = [moment for moment in moments if _told_nothing(game.system, moment)]
    for moment in some(tuple(free), 6):
        after = at(game, moment)
        after.play(moment.order)
        known = after.view(moment.seat).encode()
        for seed in (1, 2, 3):
            sample = at(game, moment).view(moment.seat).sample(seed)
            sample.play(moment.order)
            assert sample.view(moment.seat).encode() == known


def _told_nothing(system, moment):
    twin = Game(system, Setup(system.id, "", 0), moment.state.copy())
    twin.play(moment.order)
    return twin.why_not_undo() is None


# ---------------------------------------------------------------- chance


def test_no_die_is_rolled_without_a_record(table):
    game, _ = walked(table)
    drawn = Counter()
    for record in game.journal:
        for event in record.events:
            if isinstance(event, Rolled):
                assert event.first == drawn[event.stream]
                assert all(1 <= result <= event.faces for result in event.results)
                drawn[event.stream] += len(event.results)
    assert dict(drawn) == dict(game.state.dice.drawn)


def test_some_dice_are_rolled_where_a_system_has_chance():
    for system in SYSTEMS.values():
        short = min(system.scenarios(), key=lambda info: (info.turns, info.id))
        game, _ = walk(short.id, seed=2, length=80)
        events = (event for record in game.journal for event in record.events)
        assert any(isinstance(event, Rolled) for event in events) == system.nature.chance


# ---------------------------------------------------------------- knowledge


def test_a_view_survives_its_bytes(table):
    game, moments = walked(table)
    for moment in some(moments, 4):
        for seat in table.seats:
            view = at(game, moment).view(seat)
            again = game.system.decode_view(view.encode())
            assert (again.seat, again.side) == (view.seat, view.side) == (seat, side_of(seat))
            assert again.encode() == view.encode()
            assert (again.to_act, again.turn, again.phase, again.outcome) == (
                view.to_act, view.turn, view.phase, view.outcome,
            )  # fmt: skip
            assert list(again.legal_orders()) == list(view.legal_orders())
            json.loads(view.encode())


def test_hidden_facts_do_not_show(table):
    game, moments = walked(table)
    if not game.system.nature.hidden_information:
        return
    changes = 0
    for moment in some(moments, 4):
        for seat in table.seats:
            known = at(game, moment).view(seat).encode()
            for other in HIDDEN_CHANGES[game.system.id](moment.state, seat):
                assert game.system.encode(other) != game.system.encode(moment.state)
                assert Game(game.system, game.setup, other).view(seat).encode() == known
                changes += 1
    assert changes


def test_a_sampled_game_cannot_be_told_from_the_true_one(table):
    game, moments = walked(table)
    for moment in some(moments, 4):
        for seat in table.seats:
            view = at(game, moment).view(seat)
            for seed in (1, 2):
                sample = view.sample(seed)
                assert sample.view(seat).encode() == view.encode()
                assert game.system.invariants(sample.state) == []
            assert view.sample(1).digest() == view.sample(1).digest()


def test_a_sampled_game_can_be_played(table):
    game, moments = walked(table)
    moment = some(moments, 2)[-1]
    sample = at(game, moment).view(moment.seat).sample(3)
    chance = Chance(3, "sampled")
    for _ in range(8):
        if sample.to_act is None:
            break
        sample.play(choose(sample.legal_orders(), chance))
        assert sample.system.invariants(sample.state) == []


def test_what_a_seat_saw_is_kept_and_can_be_told(table, tmp_path):
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
    assert load_game(tmp_path / "x.wab", system_named, table.seats).seen == game.seen


def test_what_a_seat_carries_away_is_the_same_in_all_games_that_it_cannot_tell_apart(table, tmp_path):
    game, moments = walked(table)
    here = at(game, some(moments, 2)[-1])
    for seat in table.seats[:2]:
        samples = [here.view(seat).sample(seed) for seed in (1, 2)]
        told = [export_of(Game(game.system, game.setup, one.state, observers=[seat]), seat) for one in samples]
        assert told[0] == told[1]
        (tmp_path / "x.side").write_bytes(told[0])
        assert read_export(tmp_path / "x.side", system_named).view.encode() == here.view(seat).encode()
    for seat in table.seats[:1]:
        (tmp_path / "x.side").write_bytes(export_of(game, seat))
        assert list(read_export(tmp_path / "x.side", system_named).seen) == game.seen[seat]


def test_every_event_can_be_told(table):
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


def test_a_replay_is_verified(table, tmp_path):
    game, moments = walked(table)
    game.save(tmp_path / "x.wab")
    verdict = verify(tmp_path / "x.wab", system_named)
    assert verdict.problem == ""
    assert verdict.ok
    assert verdict.records == len(game.journal) == len(moments) + 1
    loaded = load_game(tmp_path / "x.wab", system_named)
    assert loaded.digest() == game.digest()


# ---------------------------------------------------------------- whole games


def test_a_game_of_random_players_ends(table):
    game = table.begin(5)
    sides = game.system.sides
    play_out(game, make_agents(dict.fromkeys(sides, "random"), game.system.id, 5, game.seats))
    assert game.to_act is None
    assert game.outcome is not None
    assert game.outcome.winner in (*game.system.contenders, None)
    assert set(game.outcome.points) <= set(game.system.contenders)
    assert list(game.legal_orders()) == []
    assert game.system.invariants(game.state) == []
    assert all(game.view(seat).outcome == game.outcome for seat in table.seats)


PROGRAM = """
import hashlib, sys
from tests.systems.walks import walk
for scenario in sys.argv[1:]:
    game, moments = walk(scenario, seed=9, length=20)
    views = [game.view(seat).encode() for seat in sorted(game.seen)]
    samples = [game.view(seat).sample(4).digest() for seat in sorted(game.seen)]
    offered = repr([moment.offered for moment in moments]).encode()
    print(game.digest(), samples, hashlib.sha256(b"".join([offered, *views])).hexdigest())
"""


def test_games_are_equal_whatever_the_order_of_sets():
    chosen = [info.id for info in SHORTEST]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *chosen],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "4242")
    ]
    first, second = (process.communicate(timeout=120)[0] for process in processes)
    assert len(first.splitlines()) == len(chosen)
    assert first == second
