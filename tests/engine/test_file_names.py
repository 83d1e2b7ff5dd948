"""Names that people type become names of files that Linux, macOS and Windows all can keep and tell apart."""

from pathlib import Path

import pytest

from wab.app.play.archive import named_path
from wab.app.report.export import free_name
from wab.engine.files.file_names import is_device
from wab.engine.files.outputs import write_named
from wab.engine.words.errors import SaveError

DEVICES = ["Nul", "con", "COM1", "LPT¹", "com³", "aux", "PRN", "CONIN$", "conout$", "COM0"]
FOLDER = Path("saves")


@pytest.mark.parametrize("device", DEVICES)
def test_nothing_that_a_player_types_names_a_device(device):
    for name in (device, f" {device}. ", f"{device}\n", f"-{device}_", device.swapcase()):
        assert not is_device(named_path(name, FOLDER).name), name
    assert not is_device(free_name(FOLDER, device).name)


@pytest.mark.parametrize(
    "name",
    ["a<b", 'a"b', "a:b", "a|b", "a?b*", "a\\b", "a/b", "a\x07b", "a\udc80b", "a.", "a ", "../a", "é" * 60, "𐐀" * 60],
)
def test_a_game_can_be_kept_under_every_name_that_a_player_types(tmp_path, name):
    path = named_path(name, tmp_path)
    write_named(path.with_name(f"{path.name}.damaged-2"), b"kept")
    assert path.parent == tmp_path
    assert not set('<>:"|?*\\') & set(path.name) and not path.stem.endswith((".", " "))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Été", "été"), ("E\u0301te\u0301", "Été"), ("STRASSE", "straße"), ("Σίσυφος", "ΣΊΣΥΦΟΣ"), ("a.", "a")],
)
def test_names_that_some_systems_do_not_tell_apart_are_one(one, other):
    assert named_path(one, FOLDER) == named_path(other, FOLDER)


@pytest.mark.parametrize("name", ["nul", "Con.txt", "LPT¹.png", "com1 .json", "aux.tar.gz", "report.html.", "report "])
def test_no_output_is_written_under_a_name_that_is_no_file_on_windows(tmp_path, name):
    with pytest.raises(SaveError, match="Windows"):
        write_named(tmp_path / name, b"lost")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name", ["console.txt", "com10.json", "null", "auxiliary.png", ".nul.txt", "lpt.html", "con-1.wab"]
)
def test_words_that_only_begin_like_a_device_are_names(tmp_path, name):
    write_named(tmp_path / name, b"kept")
    assert (tmp_path / name).read_bytes() == b"kept"
