"""Hints that a seat has read, kept next to the save. No window."""

import wab
from wab.app.play import archive
from wab.app.play.archive import Seats
from wab.app.play.learning import Learning
from wab.app.play.session import Session

HILL = "operations/cliffs-and-shingle"


def session_of(save, game=None):
    return Session(game or wab.new_game(HILL, seed=1), Seats("allied", people=("allied", "axis")), save=save)


def test_what_was_read_and_done_is_there_again_with_the_save(tmp_path):
    session = session_of(tmp_path / "one.wab")
    session.take_seat()
    order = next(iter(session.view.legal_orders()))
    session.learning.of("allied").read.add(2)
    session.learning.of("allied").look = (3.0, 4.0, 20.0, 1.0)
    session.play(order)
    session.close()
    again = session_of(tmp_path / "one.wab", wab.load(tmp_path / "one.wab"))
    learnt = again.learning.of("allied")
    assert learnt.read == {2} and learnt.look == (3.0, 4.0, 20.0, 1.0)
    assert any(deed.startswith("order:") for deed in learnt.done)
    assert again.learning.of("axis").read == set(), "each seat reads for itself"
    again.close()


def test_the_facts_go_with_a_game_that_is_kept_under_another_name_and_with_a_deleted_one(tmp_path):
    session = session_of(tmp_path / "one.wab")
    session.learning.of("allied").read.add(1)
    session.learning.keep()
    session.keep_as(tmp_path / "two.wab", "two")
    session.close()
    for name in ("one", "two"):
        assert Learning(lambda name=name: tmp_path / f"{name}.wab").of("allied").read == {1}
    archive.delete(tmp_path / "two.wab")
    assert not archive.learning_path(tmp_path / "two.wab").exists()


def test_a_damaged_file_is_as_good_as_none(tmp_path):
    archive.learning_path(tmp_path / "one.wab").write_bytes(b'{"allied": 7}')
    assert Learning(lambda: tmp_path / "one.wab").of("allied").read == set()
