"""A break at a moment in which the program cannot be left."""

from __future__ import annotations

import importlib
import signal
import subprocess
import sys
import time

import pytest

from wab.cli.breaking import BrokenOff, breaks_raised

LOADING = "import signal\nsignal.raise_signal(signal.{name})\nis_loaded = True\n"


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_break_waits_until_the_module_is_loaded(tmp_path, monkeypatch, name):
    (tmp_path / "slow_to_load.py").write_text(LOADING.format(name=name))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "slow_to_load", raising=False)
    loaded = []
    with breaks_raised() as raised, pytest.raises(BrokenOff):
        loaded.append(importlib.import_module("slow_to_load").is_loaded)
        time.sleep(5.0)
    assert loaded == [True]
    assert raised[0].code == 128 + getattr(signal, name)


def test_the_program_listens_for_breaks_before_it_loads_the_rest():
    program = "import sys, wab.cli; print(*(name for name in sys.modules if name.startswith('wab')))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert set(told.split()) == {"wab", "wab.cli", "wab.cli.breaking"}


def test_a_break_after_the_last_word_of_a_command_is_not_heard():
    program = (
        "import atexit, signal, sys; from wab.cli import main\n"
        "atexit.register(signal.raise_signal, signal.SIGINT); sys.exit(main())"
    )
    done = subprocess.run([sys.executable, "-c", program, "scenarios"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
