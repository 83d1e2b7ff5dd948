"""Screens and pages reach a game through its table alone: an import test, and the promises of the table at home."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import wab
from wab.app import play
from wab.app.play.archive import Seats
from wab.app.play.session import Session
from wab.app.play.table import Table, events_of
from wab.engine.kernel.values import side_of

APP = Path(play.__file__).parent.parent
ROOM = Path(play.__file__).parent
OTHERS = {"opened", "self.seating", "self.career"}
"""Things of the window that have a `game` and are no table: a save that was opened, a game that is set up."""
MAKERS = {"pages/routes.py"}
"""The places that put a game on a table."""


def reaches(source: str) -> Iterator[str]:
    """The expressions of a module that reach through something for a game, or for what only a session has."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ("game", "_game", "_chronicles"):
            holder = ast.unparse(node.value)
            if not (holder in OTHERS or holder == "self" or holder.startswith("open_save(")):
                yield ast.unparse(node)


def imports_a_session(source: str) -> bool:
    """Check if a module names the class of games that lie here."""
    found = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom))
    return any(node.module == "wab.app.play.session" for node in found)


def outside() -> list[Path]:
    return sorted(path for path in APP.rglob("*.py") if ROOM not in path.parents)


def test_nothing_in_the_window_reaches_through_a_table_for_the_game() -> None:
    found = {str(path.relative_to(APP)): list(reaches(path.read_text(encoding="utf-8"))) for path in outside()}
    assert len(found) > 100
    assert {name: told for name, told in found.items() if told} == {}


def test_only_the_house_around_the_pages_knows_sessions() -> None:
    found = {path.relative_to(APP).as_posix() for path in outside() if imports_a_session(path.read_text("utf-8"))}
    assert found == MAKERS


@pytest.mark.parametrize(
    "source",
    ["x = session.game.turn", "x = self.session.game", "x = desk.battle.game.to_act", "x = go.session._game"],
)
def test_a_reach_for_the_game_is_found(source: str) -> None:
    assert list(reaches(source))


def table_of(game: wab.Game, seats: Seats) -> Session:
    return Session(game, seats, start_worker=lambda: None)  # type: ignore[arg-type,return-value]


def test_a_game_that_goes_on_gives_no_truth() -> None:
    game = wab.new_game("operations/causeway-to-carentan", seed=5, options={"undo": "lenient"})
    table: Table = table_of(game, Seats("allied", {"axis": "greedy"}))
    assert (table.ending(), table.course.verdicts, table.diary) == (None, (), [])
    assert not hasattr(table.setup, "seed")
    assert table.setup.scenario == game.setup.scenario and table.setup.lenient_undo
    table.resign()
    ended = table.ending()
    assert ended is not None and ended.outcome == table.outcome


def test_a_game_has_just_begun_until_the_first_order() -> None:
    game = wab.new_game("operations/causeway-to-carentan", seed=5)
    table = table_of(game, Seats(game.to_act, people=game.seats))
    table.take_seat()
    before = table.moment
    assert table.just_begun and not table.in_flight
    table.play(next(iter(game.legal_orders())))
    assert not table.just_begun and table.moment != before


def test_witnessed_things_say_if_they_came_of_orders_given_here() -> None:
    game = wab.new_game("operations/causeway-to-carentan", seed=5)
    me, other = game.seats if game.to_act == game.seats[0] else reversed(game.seats)
    table = table_of(game, Seats(me, {other: "greedy"}))
    table.take_witnessed()
    while game.to_act == me:
        table.play(next(iter(game.legal_orders())))
    own = table.take_witnessed()
    assert own and all(one.own for one in own)
    assert events_of(own) == [one.event for one in own]
    while game.to_act == other:
        table._play(next(iter(game.legal_orders())))
    others = table.take_witnessed()
    assert others and not any(one.own for one in others)


def test_what_another_person_did_here_is_not_the_doing_of_the_next() -> None:
    game = wab.new_game("operations/causeway-to-carentan", seed=5)
    first = game.to_act
    table = table_of(game, Seats(first, people=game.seats))
    table.take_seat()
    while game.to_act == first:
        table.play(next(iter(game.legal_orders())))
    assert any(one.own for one in table.take_witnessed())
    table.take_seat()
    assert side_of(table.seat) != side_of(first)
    told = table.take_witnessed()
    assert told and not any(one.own for one in told)
