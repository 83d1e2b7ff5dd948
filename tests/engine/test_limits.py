"""Limits before parsing: what kind of file, how many bytes, how deep, how many digits."""

import os
import re
import time

import pytest

from wab.engine.files.limits import TooMuch, check_json_nesting, read_bounded, read_start


def test_a_regular_file_of_exactly_the_limit_is_read(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bounded(path, 5) == b"12345"
    with pytest.raises(TooMuch, match="larger than the 4 bytes"):
        read_bounded(path, 4)


def test_the_start_of_a_file_says_whether_it_is_all(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_start(path, 5) == (b"12345", True)
    assert read_start(path, 4) == (b"1234", False)


def test_a_link_to_a_regular_file_is_read(tmp_path):
    (tmp_path / "file").write_bytes(b"12345")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert read_bounded(tmp_path / "link", 5) == b"12345"


def test_a_sparse_giant_is_refused_by_its_size_alone(tmp_path):
    path = tmp_path / "giant"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(TooMuch, match="larger"):
        read_bounded(path, 1 << 20)


def test_a_pipe_is_refused_without_waiting(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(TooMuch, match="not a regular file"):
        read_bounded(tmp_path / "pipe", 10)


@pytest.mark.parametrize("read", [read_bounded, read_start])
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/"])
def test_devices_and_folders_are_refused(path, read):
    with pytest.raises(TooMuch, match="not a regular file"):
        read(path, 10)


def test_a_pipe_that_takes_the_name_at_the_last_moment_is_refused(tmp_path, monkeypatch):
    """The name is looked at, then opened: between the two it may come to mean something else."""
    (tmp_path / "file").write_bytes(b"1")
    os.mkfifo(tmp_path / "pipe")
    before = os.stat(tmp_path / "file")
    monkeypatch.setattr("wab.engine.files.limits.os.stat", lambda _path: before)
    with pytest.raises(TooMuch, match="not a regular file"):
        read_bounded(tmp_path / "pipe", 10)


def test_a_file_that_is_not_there_says_so(tmp_path):
    with pytest.raises(FileNotFoundError):
        read_bounded(tmp_path / "missing", 10)


@pytest.mark.parametrize("opening, closing", [(b"[", b"]"), (b'{"a":', b"}")])
def test_nesting_is_counted_in_brackets_of_both_kinds(opening, closing):
    sound = opening * 20 + b"1" + closing * 20
    check_json_nesting(sound, 20, 10)
    with pytest.raises(TooMuch, match="nested deeper than 19"):
        check_json_nesting(sound, 19, 10)


def test_what_does_not_end_is_counted_as_well():
    with pytest.raises(TooMuch, match="nested"):
        check_json_nesting(b"[" * 1000, 64, 10)


def test_digits_of_a_number_are_counted():
    check_json_nesting(b'{"a": -1234567890.0987654321}', 5, 10)
    with pytest.raises(TooMuch, match="more than 9 digits"):
        check_json_nesting(b'{"a": -1234567890}', 5, 9)


def test_texts_may_hold_brackets_digits_and_escaped_quotes():
    text = rb'{"[[[[\"[[[[": "12345678901234567890\\", "b": "]]]"}'
    check_json_nesting(text, 1, 3)
    with pytest.raises(TooMuch, match="nested"):
        check_json_nesting(text.replace(b'"b": "', b'"b": ["'), 1, 3)


def test_brackets_behind_a_text_that_ends_in_a_backslash_count():
    with pytest.raises(TooMuch, match="nested"):
        check_json_nesting(rb'["\\", [[[[1]]]]]', 3, 3)


@pytest.mark.parametrize("piece", [rb"\"", b'"', b"[", b"1", b"\\", b'"\\'])
def test_the_scan_takes_time_in_step_with_the_size(piece):
    data = b'"' + piece * (1 << 20)
    begin = time.perf_counter()
    try:
        check_json_nesting(data, 64, 64)
    except TooMuch as error:
        assert re.search("nested|digits", str(error))
    assert time.perf_counter() - begin < 5
