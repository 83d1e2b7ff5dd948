"""Files of data from strangers: limits are judged before anything is parsed, and each refusal is one sentence."""

import os
import re
import subprocess
import sys
import time

import pytest
from msgspec import Struct

from tests.content.designer import Designer
from wab.content import folders
from wab.content.folders import yaml_files
from wab.content.hexmap import load_map
from wab.content.json_data import read_json
from wab.content.ledger import ledgers_in
from wab.content.operations.loader import load_scenario, scenario_paths
from wab.content.plain import read_plain
from wab.content.reader import Line, Title, read_document, read_yaml
from wab.engine.words.errors import DataError


class Shape(Struct, frozen=True, forbid_unknown_fields=True):
    name: Line = ""
    title: Title = {}
    text: str = ""
    number: int = 0
    share: float = 0.0
    many: tuple[str, ...] = ()


@pytest.fixture
def refused(tmp_path):
    """Return what the reader says of a text that it refuses."""

    def read_text(text, read=lambda path: read_yaml(path, Shape)):
        path = tmp_path / "file.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
        with pytest.raises(DataError) as caught:
            read(path)
        return caught.value

    return read_text


READERS = {"a shape": lambda path: read_yaml(path, Shape), "any shape": read_plain}
_CRASH = """
import sys
from msgspec import Struct
from wab.content.reader import read_yaml
from wab.content.plain import read_plain
from wab.engine.words.errors import DataError
class Shape(Struct):
    a: str
for read in (lambda path: read_yaml(path, Shape), read_plain):
    try:
        read(sys.argv[1])
    except DataError as error:
        print(error.line, error.field, error.problem)
"""


@pytest.mark.parametrize("piece", ["[", "{b: ", "- ", "? ", "!!seq ["])
@pytest.mark.parametrize("times", [1_000, 100_000, 700_000])
def test_brackets_without_end_do_not_bring_the_program_down(tmp_path, piece, times):
    path = tmp_path / "deep.yaml"
    path.write_text("# deep\na:\n  " + piece * times, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", _CRASH, str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("3 a is nested deeper than 24 levels") or "is larger than" in line


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_number_of_5000_digits_is_refused_with_its_line(refused, read):
    error = refused(f"name: a\nnumber: {'9' * 5000}\n", read)
    assert (error.line, error.field) == (2, "number") and "5000 digits (expected 30 at most)" in error.problem
    error = refused(f"name: a\nshare: 1.{'9' * 5000}\n", read)
    assert (error.line, error.field) == (2, "share") and "digits" in error.problem


def test_a_number_beyond_all_bounds_is_refused(refused):
    assert "too large" in refused("share: 1e999\n").problem


def test_a_laugh_of_aliases_is_counted_before_it_is_written_out(refused):
    lines = ["many: [a]", "a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    started = time.perf_counter()
    for read in READERS.values():
        error = refused("\n".join(lines), read)
        assert error.line == 7 and error.field == "a5" and "aliases counted" in error.problem
    assert time.perf_counter() - started < 2


def test_aliases_that_nest_count_their_levels(refused):
    lines = ["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 40))]
    for read in READERS.values():
        assert "nested deeper than 24 levels" in refused("\n".join(lines), read).problem


def test_directives_are_not_compared_with_one_another(refused):
    started = time.perf_counter()
    for read in READERS.values():
        error = refused("# x\n" + "".join(f"%TAG !a{n}! t\n" for n in range(40_000)) + "--- a\n", read)
        assert error.line == 2 and "begins a line with %" in error.problem
    assert time.perf_counter() - started < 2


@pytest.mark.parametrize("text", ["many: &a [*a]", "many: &a {b: *a}", "many: *nowhere"])
@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_an_alias_stands_for_something_that_ends_before_it(refused, text, read):
    error = refused(f"name: a\n{text}\n", read)
    assert (error.line, error.field) == (2, "many") and "stands for nothing that ends before it" in error.problem


def test_more_values_and_longer_texts_than_any_file_needs(refused):
    assert "more than 200,000 values" in refused("many:\n" + "- a\n" * 200_000).problem
    error = refused(f"name: a\ntext: {'a' * 20_000}\n")
    assert error.line == 2 and "more than 10,000 characters" in error.problem


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    path = tmp_path / "vast.yaml"
    with path.open("wb") as file:
        file.truncate(50 << 30)
    started = time.perf_counter()
    with pytest.raises(DataError, match="larger than the 4,000,000 bytes"):
        read_yaml(path, Shape)
    assert time.perf_counter() - started < 1


def test_only_regular_files_are_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    (tmp_path / "loop.yaml").symlink_to(tmp_path / "loop.yaml")
    for path in tmp_path.iterdir():
        for read in (*READERS.values(), load_map):
            with pytest.raises(DataError, match="cannot be read"):
                read(path)
    assert [path.name for path in yaml_files(tmp_path)] == ["pipe.yaml", "zero.yaml"]


def test_python_and_binary_tags_are_sentences(refused):
    for tag, read in (
        (tag, read) for tag in ("!!python/object/apply:os.system [x]", "!own x") for read in READERS.values()
    ):
        error = refused(f"name: a\ntext: {tag}\n", read)
        assert (error.line, error.field) == (2, "text") and "not allowed here" in error.problem
    assert "not allowed here" in refused("text: !!binary '*'\n", read_plain).problem


def test_what_yaml_takes_for_times_and_odd_numbers_is_text(tmp_path):
    path = tmp_path / "odd.yaml"
    path.write_text(
        "day: 1944-99-99\ntime: 12:30:45\nold: 0777\nhex: 0x1F\nbig: 1_000\ninf: .inf\nn: 12\nx: 1.5\ny: yes\nz:\n"
    )
    assert read_plain(path).content == {
        "day": "1944-99-99",
        "time": "12:30:45",
        "old": "0777",
        "hex": "0x1F",
        "big": "1_000",
        "inf": ".inf",
        "n": 12,
        "x": 1.5,
        "y": True,
        "z": None,
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('name: "a\\eb"', "U+001B"),
        ('name: "a\\u202eb"', "U+202E"),
        ("name: a\u202eb", "U+202E"),
        ("name: a\u200bb", "U+200B"),
        ("name: a\ue000b", "U+E000"),
        ("text: |\n  one\n  t\u2067wo", "U+2067"),
        ('"na\\x9bme": a', "U+009B"),
        ("many: ['a\u2028b']", "U+2028"),
    ],
)
def test_hidden_characters_are_refused_with_their_line(refused, text, found):
    for read in READERS.values():
        error = refused(f"number: 1\n{text}\n", read)
        assert error.line == 2 and f"has the hidden character {found} in a text (take it out)" == error.problem


@pytest.mark.parametrize(
    "text", ['name: "two\\nlines"', "name: |\n  two\n  lines", 'title: {en: "a\\nb"}', f"name: {'a' * 201}"]
)
def test_a_name_is_one_short_line(refused, text):
    error = refused(f"number: 1\n{text}\n")
    assert error.line == 2 and "a name or title (expected one line of at most 200 characters)" in error.problem


def test_texts_keep_their_lines_and_names_their_accents(tmp_path):
    path = tmp_path / "good.yaml"
    path.write_text("name: Sainte-Mère-Église\u00a0\u2013 l\u2019été\ntext: |\n  one\n  two\n", encoding="utf-8")
    assert read_yaml(path, Shape) == Shape("Sainte-Mère-Église\u00a0\u2013 l\u2019été", text="one\ntwo\n")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("- a\n", 1, "is not a rule ledger"),
        ("# x\nclauses: [{id: 3}]\n", 2, "is not as in a rule ledger"),
        ("clauses: []\nsystem: a\nsystem: b\n", 3, "a second time"),
        ("clauses:\n- ? [a]\n  : b\n", 2, "as a field name"),
        ("a: [\n", 2, "is not valid YAML"),
    ],
)
def test_a_ledger_is_read_by_the_same_reader(refused, text, line, words):
    error = refused(text, lambda path: ledgers_in(path.parent))
    assert error.line == line and words in error.problem


def test_a_folder_of_a_hundred_thousand_files_is_told_and_not_read(tmp_path, monkeypatch):
    for number in range(30):
        (tmp_path / f"{number}.yaml").touch()
    monkeypatch.setattr(folders, "MOST_FILES", 29)
    for listed in (yaml_files, ledgers_in):
        with pytest.raises(DataError, match="holds more than 29 files"):
            listed(tmp_path)
    monkeypatch.setattr(folders, "MOST_FILES", 30)
    assert len(yaml_files(tmp_path)) == 30


def test_a_hostile_scenario_costs_only_itself(tmp_path, monkeypatch):
    designer = Designer(tmp_path, monkeypatch)
    before = len(scenario_paths())
    os.mkfifo(designer.path("to-the-pipe"))
    path = designer.write("to-the-depths", "briefing:\n  " + "[" * 100_000)
    with pytest.raises(DataError) as caught:
        load_scenario(path)
    assert (caught.value.line, caught.value.field) == (2, "briefing")
    assert len(scenario_paths()) == before + 2


# ---- JSON


class Wheel(Struct, frozen=True):
    spokes: object = 0


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[" * 1_000_000, "nested deeper than 24 levels"),
        (b'{"spokes":' * 200_000, "nested deeper than 24 levels"),
        (b'{"spokes": ' + b"9" * 5000 + b"}", "more than 100 digits"),
        (b'{"spokes": ' + b"[" * 20 + b"]" * 19 + b"}", "malformed"),
        (b"\xff\xfe", "malformed"),
    ],
)
def test_json_is_looked_over_before_it_is_parsed(tmp_path, data, words):
    path = tmp_path / "file.json"
    path.write_bytes(data)
    with pytest.raises(DataError, match=words):
        read_json(path, Wheel)
    with pytest.raises(DataError):
        load_map(path)


@pytest.mark.parametrize("field", ["places", "rivers", "roads"])
@pytest.mark.parametrize("name", ["Ca\\u001ben", "Ca\\u202een", "Ca\\nen", "C" + "a" * 200])
def test_names_on_a_map_are_short_and_clean(tmp_path, monkeypatch, field, name):
    designer = Designer(tmp_path, monkeypatch)
    path = designer.root / "map.json"
    head, begin, rest = path.read_text(encoding="utf-8").partition(f'"{field}":')
    rest = re.sub(r'("name": ?)"[^"]*"', lambda found: f'{found[1]}"{name}"', rest, count=1)
    path.write_text(head + begin + rest, encoding="utf-8")
    with pytest.raises(DataError, match=r"in a name|has a name of") as caught:
        load_map(path)
    assert caught.value.field == f"{field}[0]" and caught.value.line


def test_lines_are_kept_where_a_number_is_refused(tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("name: a\nnumber: 3\n", encoding="utf-8")
    assert read_document(path, Shape).line("number") == 2
