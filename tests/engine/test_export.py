"""The export of one side from a running game: no more than it knows, and nothing that a stranger made up."""

import gzip
import json

import pytest

from tests.engine.toy import SCENARIO, TOY, Pass, Step, new_game, play_some, toy_of
from wab.engine import SaveError, UsageError
from wab.engine.files.framing import frame
from wab.engine.saves.export import LARGEST, export_of, read_export

SEED = 918273645546372819


def truths():
    """Two games that look the same to blue: red ran to and fro out of sight, or stood still; other dice to come."""
    ran, stood = new_game(SEED, ["blue"]), new_game(SEED + 1, ["blue"])
    for order in (Step(1), Step(1), Step(-1)):
        ran.play(order)
    for game in (ran, stood):
        while game.why_not_undo() is None:
            game.undo()
        game.play(Pass())
        game.play(Step(-1))
    assert ran.view("blue").encode() == stood.view("blue").encode()
    assert len(ran.journal) != len(stood.journal)
    assert ran.digest() != stood.digest()
    return ran, stood


def test_two_games_that_a_side_cannot_tell_apart_give_the_same_bytes():
    ran, stood = truths()
    assert export_of(ran, "blue") == export_of(stood, "blue")


def test_no_seed_no_state_and_no_number_of_records_is_in_it():
    game, _ = truths()
    text = gzip.decompress(export_of(game, "blue"))
    told = json.loads(text)
    names = ["data", "format", "line", "options", "program", "scenario", "seat", "seen", "system", "view"]
    assert sorted(told) == names
    for secret in (str(SEED).encode(), game.digest().encode(), game.system.encode(game.state), b"rolled", b"journal"):
        assert secret not in text


def test_it_is_read_again(tmp_path):
    game = play_some(new_game(7, ["red", "blue"]), 40)
    for side in ("red", "blue"):
        path = tmp_path / f"{side}.side"
        path.write_bytes(export_of(game, side))
        found = read_export(path, toy_of)
        assert found.view.encode() == game.view(side).encode()
        assert list(found.view.legal_orders()) == list(game.view(side).legal_orders())
        assert list(found.seen) == game.seen[side]
        assert (found.system, found.scenario, found.options, found.other_data) == (TOY, SCENARIO, {}, False)


def test_a_seat_for_which_nothing_is_kept_carries_nothing_away():
    with pytest.raises(UsageError, match="load it with that observer"):
        export_of(new_game(1, ["red"]), "blue")


# ---------------------------------------------------------------- strangers


@pytest.fixture
def sound():
    return json.loads(gzip.decompress(export_of(truths()[0], "blue")))


def refused(tmp_path, data):
    path = tmp_path / "x.side"
    path.write_bytes(data)
    with pytest.raises(SaveError) as error:
        read_export(path, toy_of)
    sentence = str(error.value)
    assert sentence.startswith(str(path)) and "\n" not in sentence
    return sentence


CHANGES = {
    "another seat": ({"seat": "red"}, "does not fit"),
    "no seat": ({"seat": "green"}, "does not fit"),
    "another system": ({"system": "os:system"}, "no rule system"),
    "another scenario": ({"scenario": "toy/moon"}, "no scenario"),
    "a view of nobody": ({"view": ["green", {}]}, "does not fit"),
    "a view of another shape": ({"view": {"a": 1}}, "does not fit"),
    "no view": ({"view": None}, "does not fit"),
    "dice in what was seen": (
        {
            "seen": [
                {"event": "rolled", "stream": "a", "purpose": {"msgid": ""}, "faces": 6, "first": 0, "results": [1]}
            ]
        },
        "does not fit",
    ),
    "events of another game": ({"seen": [{"event": "teleported"}]}, "does not fit"),
    "a newer format": ({"format": 99}, "newer than this program"),
    "a number for a word": ({"system": 7}, "no file that `wab export` wrote"),
    "a hundred levels": ({"options": {"a": json.loads("[" * 70 + "]" * 70)}}, "deeper"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_one_that_somebody_changed_is_refused_in_a_sentence(tmp_path, sound, name):
    changes, told = CHANGES[name]
    assert told in refused(tmp_path, frame(json.dumps(sound | changes).encode()))


def test_a_view_that_fits_no_game_is_refused(tmp_path, sound):
    sound["view"][1]["places"]["blue"] = 4000
    assert "does not fit" in refused(tmp_path, frame(json.dumps(sound, separators=(",", ":")).encode()))


def test_damage_is_told(tmp_path, sound):
    data = export_of(truths()[0], "blue")
    assert "end is missing" in refused(tmp_path, data[:-3])
    assert "damaged" in refused(tmp_path, data[:60] + bytes([data[60] ^ 1]) + data[61:])
    assert "no file that" in refused(tmp_path, data + data)
    assert "no file that" in refused(tmp_path, b"")
    refused(tmp_path, b"\0" * 100)


def test_what_is_too_large_or_no_file_is_not_read(tmp_path):
    assert "larger than" in refused(tmp_path, b"\0" * (LARGEST + 1))
    with pytest.raises(SaveError, match="not a regular file"):
        read_export(tmp_path, toy_of)
    with pytest.raises(SaveError, match="is the name right"):
        read_export(tmp_path / "nothing.side", toy_of)


def test_one_of_other_data_says_so(tmp_path, sound):
    path = tmp_path / "x.side"
    sound["view"] = json.loads(truths()[0].view("blue").encode())
    path.write_bytes(frame(json.dumps(sound | {"data": "others"}, separators=(",", ":")).encode()))
    assert read_export(path, toy_of).other_data
