"""States that a stranger made up, in saves with every seal and digest in order: refused, or as playable as any
other.
"""

from __future__ import annotations

import json

import msgspec
import pytest

import wab
from tests.engine.test_saves import bodies_of, reframed, resealed
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.engine import Chance, SaveError
from wab.engine.kernel.values import digest_of
from wab.engine.saves.reader import open_save, read_save
from wab.engine.saves.replay import faults
from wab.systems import get_system

ORDERS = 60
CHANGES = 100


@pytest.fixture(scope="module", params=("operations", "cards", "zocbonds"))
def save(request, tmp_path_factory):
    """A save of some random orders that ends in a snapshot."""
    scenario = next(info.id for info in wab.scenarios() if info.system == request.param)
    game, chance = wab.new_game(scenario, seed=4), Chance(1, "forged")
    while game.to_act and (len(game.journal) < ORDERS or game.why_not_undo() is None):
        legal = game.legal_orders()
        game.play(legal[chance.below(len(legal))])
    path = tmp_path_factory.mktemp(request.param) / "game.wab"
    game.save(path)
    assert read_save(path).snapshot is not None
    return path


def leaves(value, path=()):
    """The ways to everything in JSON that is no list and no object, and to these themselves."""
    if path:
        yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in entries:
        yield from leaves(part, (*path, key))


STRANGE = (-1, 0, 1, 7, 10**6, 2**63, -(2**70), 1.5, "", "nobody", "allied", None, [], {}, True, [[]], {"a": 1})


def changed(state, chance):
    """A state with one thing in it replaced, left out or doubled."""
    state = json.loads(json.dumps(state))
    ways = list(leaves(state))
    *way, last = ways[chance.below(len(ways))]
    place = state
    for key in way:
        place = place[key]
    what = chance.below(6)
    if what == 0:
        del place[last]
    elif what == 1 and isinstance(place, list):
        place.append(place[last])
    else:
        place[last] = STRANGE[chance.below(len(STRANGE))]
    return state


def forged(save, change):
    bodies = bodies_of(save)
    snapshot, record = json.loads(bodies[-1]), json.loads(bodies[-2])
    snapshot["state"] = change(snapshot["state"])
    digest = digest_of(msgspec.json.encode(snapshot["state"]))
    snapshot["digest"] = record["digest"] = digest
    return reframed(resealed([*bodies[:-2], msgspec.json.encode(record), msgspec.json.encode(snapshot)]))


def test_a_state_that_somebody_made_up_is_refused_or_can_be_played(save, tmp_path):
    chance, path = Chance(3, "changes"), tmp_path / "forged.wab"
    true = json.loads(bodies_of(save)[-1])["state"]
    refused = opened = 0
    for _ in range(CHANGES):
        false = changed(true, chance)
        if false == true:
            continue
        path.write_bytes(forged(save, lambda _state, false=false: false))
        try:
            game = open_save(path, get_system).game
        except SaveError:
            refused += 1
            continue
        opened += 1
        for seat in game.seats:
            game.system.decode_view(game.view(seat).encode())
        for _order in range(3):
            if game.to_act is not None:
                legal = game.legal_orders()
                game.play(legal[chance.below(len(legal))])
    assert refused > CHANGES // 2
    assert opened > 0


def test_check_finds_every_state_that_somebody_made_up(save, tmp_path):
    chance, path = Chance(4, "changes"), tmp_path / "forged.wab"
    true = json.loads(bodies_of(save)[-1])["state"]
    for _ in range(12):
        false = changed(true, chance)
        if false != true:
            path.write_bytes(forged(save, lambda _state, false=false: false))
            assert faults(path, get_system)


@pytest.mark.parametrize("value", [[], {"a": [1]}, 10**400, 5, None, "nobody"], ids=str)
@pytest.mark.parametrize("option", ["weather", "deck", "nothing"])
def test_an_option_of_any_shape_is_refused(save, tmp_path, option, value):
    bodies = bodies_of(save)
    header = json.loads(bodies[0])
    header["setup"]["options"][option] = value
    bodies[0] = json.dumps(header).encode()
    path = tmp_path / "x.wab"
    path.write_bytes(reframed(resealed(bodies)))
    with pytest.raises(SaveError):
        open_save(path, get_system)


def test_records_that_cannot_be_told_do_not_bring_the_window_down(save, tmp_path):
    """A load from a snapshot lets no record before it happen again; the window tells them all."""
    chance, told = Chance(5, "records"), 0
    true, path = bodies_of(save), tmp_path / "x.wab"
    for number in range(60):
        bodies = list(true)
        place = 1 + chance.below(len(bodies) - 3)
        record = json.loads(bodies[place])
        record["events"] = changed(record["events"], chance) if record["events"] else record["events"]
        bodies[place] = msgspec.json.encode(record)
        path.write_bytes(reframed(resealed(bodies)))
        try:
            game = open_save(path, get_system).game
            Session(game, Seats(game.seats[0], {}), save=tmp_path / f"copy-{number}.wab").close()
        except SaveError:
            told += 1
    assert told > 10
