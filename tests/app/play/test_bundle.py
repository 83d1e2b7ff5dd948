"""Bundles that report a problem: what is in them, and what is not taken from a zip of a stranger."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import msgspec
import pytest

from wab.app.play import bundle
from wab.app.play.archive import Note, Seats, write_note
from wab.app.play.bundle import ABOUT, LOG, NOTE, SAVE, SETTINGS, About, is_bundle, read_bundle, save_of, write_bundle
from wab.engine.words.errors import SaveError
from wab.systems import get_system
from wab.testing.walks import walk

SCENARIO = "operations/causeway-to-carentan"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    game, _ = walk(SCENARIO, seed=3, length=24)
    game.save(tmp_path / "game.wab")
    write_note(tmp_path / "game.wab", Note(SCENARIO, Seats("allied", {"axis": "normal"})))
    return tmp_path / "game.wab"


def zipped(path: Path, *files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as made:
        for name, data in files:
            made.writestr(name, data)
    path.write_bytes(packed.getvalue())
    return path


@pytest.mark.clause("OPS-1.1-1")
def test_a_bundle_holds_the_save_and_says_what_it_was_played_with(save, tmp_path):
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    path = write_bundle(save, tmp_path / "reports", get_system, {SETTINGS: b"{}", LOG: b"line\n"})
    files = read_bundle(path)
    assert set(files) == {SAVE, NOTE, ABOUT, SETTINGS, LOG}
    assert files[SAVE] == save.read_bytes()
    about = msgspec.json.decode(files[ABOUT], type=About)
    assert (about.scenario, about.seed, about.records) == (SCENARIO, 3, 25)
    assert about.data == about.data_here == get_system("operations").data_digest()
    assert about.packages["panda3d"] and about.python and about.platform
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()} == before


def test_a_second_bundle_does_not_replace_the_first(save, tmp_path):
    paths = {write_bundle(save, tmp_path / "reports", get_system, {}) for _ in range(3)}
    assert len(paths) == 3 and all(is_bundle(path) for path in paths)


def test_what_is_too_large_is_left_out_of_a_bundle(save, tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "LIMITS", {**bundle.LIMITS, LOG: 4})
    path = write_bundle(save, tmp_path / "reports", get_system, {LOG: b"12345", SETTINGS: b"{}"})
    assert LOG not in read_bundle(path) and SETTINGS in read_bundle(path)


def test_a_bundle_of_no_save_is_refused(tmp_path):
    (tmp_path / "game.wab").write_text("hello", encoding="utf-8")
    for path in (tmp_path / "game.wab", tmp_path / "none.wab"):
        with pytest.raises(SaveError):
            write_bundle(path, tmp_path / "reports", get_system, {})
    assert not (tmp_path / "reports").exists()


def test_the_save_of_a_bundle_lies_in_a_folder_that_goes_again(save, tmp_path):
    path = write_bundle(save, tmp_path / "reports", get_system, {})
    with save_of(path) as found:
        assert found.read_bytes() == save.read_bytes() and found.with_suffix(".json").is_file()
    assert not found.parent.exists()
    with save_of(save) as found:
        assert found == save


def test_errors_about_the_save_in_a_bundle_name_the_bundle(save, tmp_path):
    path = write_bundle(save, tmp_path / "reports", get_system, {})
    with pytest.raises(SaveError, match="line 4: wrong") as caught, save_of(path) as found:
        raise SaveError(str(found), "wrong", 4)
    assert caught.value.path == str(path)


NAMES = ("../game.wab", "/etc/passwd", "folder/game.wab", "C:game.wab", "run.sh", "game.wab\0x")


@pytest.mark.parametrize("name", NAMES)
def test_a_zip_with_other_names_is_refused(save, tmp_path, name):
    instead = "N" * len(name)  # the packer itself would mend some names
    path = zipped(tmp_path / "b.zip", (SAVE, save.read_bytes()), (instead, b"x"))
    path.write_bytes(path.read_bytes().replace(instead.encode(), name.encode()))
    with pytest.raises(SaveError, match="which no bundle of this game holds"):
        read_bundle(path)


def test_a_zip_with_two_saves_or_none_is_refused(save, tmp_path):
    with pytest.warns(UserWarning, match="Duplicate"):
        path = zipped(tmp_path / "b.zip", (SAVE, b"x"), (SAVE, b"y"))
    with pytest.raises(SaveError, match="two files"):
        read_bundle(path)
    with pytest.raises(SaveError, match="no save"):
        read_bundle(zipped(tmp_path / "b.zip", (ABOUT, b"{}")))


def test_a_file_that_unpacks_to_more_than_it_may_is_refused(tmp_path):
    path = zipped(tmp_path / "b.zip", (SAVE, b"x"), (SETTINGS, bytes(bundle.LIMITS[SETTINGS] + 1)))
    assert path.stat().st_size < 10_000, "it is small as long as it is packed"
    with pytest.raises(SaveError, match="larger than"):
        read_bundle(path)


def test_a_lie_about_the_size_does_not_help(tmp_path):
    """The size in the list of files says little; the bytes that come out are counted all the same."""
    big = bundle.LIMITS[SETTINGS] + 1
    path = zipped(tmp_path / "b.zip", (SAVE, b"x"), (SETTINGS, bytes(big)))
    path.write_bytes(path.read_bytes().replace(big.to_bytes(4, "little"), (8).to_bytes(4, "little")))
    with pytest.raises(SaveError):
        read_bundle(path)


def test_a_zip_of_very_many_files_is_refused_before_they_are_listed(tmp_path, monkeypatch):
    path = zipped(tmp_path / "b.zip", *((f"{number}", b"") for number in range(200)))
    monkeypatch.setattr(zipfile, "ZipFile", None)
    with pytest.raises(SaveError, match="more files"):
        read_bundle(path)


def test_other_ways_of_packing_are_refused(tmp_path):
    with pytest.raises(SaveError, match="packed as no bundle"):
        read_bundle(zipped(tmp_path / "b.zip", (SAVE, b"x" * 99), method=zipfile.ZIP_BZIP2))


def test_no_damage_of_a_bundle_is_more_than_a_sentence(save, tmp_path):
    path = write_bundle(save, tmp_path, get_system, {})
    whole = path.read_bytes()
    hurt = tmp_path / "hurt.zip"
    for at in range(0, len(whole), max(1, len(whole) // 150)):
        for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]):
            hurt.write_bytes(damaged)
            try:
                files = read_bundle(hurt)
            except SaveError:
                continue
            assert set(files) <= set(bundle.LIMITS)


def test_a_folder_and_a_device_are_no_bundles(tmp_path):
    assert not is_bundle(tmp_path) and not is_bundle(tmp_path / "none.zip")
    assert not is_bundle(Path("/dev/null"))
