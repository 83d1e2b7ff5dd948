"""A break at a moment in which the program cannot be left."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from importlib.machinery import ExtensionFileLoader
from types import ModuleType, SimpleNamespace

import pytest

from wab.cli.breaking import BrokenOff, breaks_raised
from wab.engine.outside.signals import breaks_wait


def wait_for_a_break():
    """Five seconds in short sleeps: a signal that a thread raises again is heard only where a sleep ends."""
    for _ in range(250):
        time.sleep(0.02)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_break_waits_until_machine_code_is_loaded(monkeypatch, name):
    loader, loaded = ExtensionFileLoader("toy", "/toy.so"), []

    def load_slowly(_call, *_words):
        signal.raise_signal(getattr(signal, name))
        loaded.append(True)

    monkeypatch.setitem(
        loader.exec_module.__func__.__globals__,
        "_bootstrap",
        SimpleNamespace(_call_with_frames_removed=load_slowly, _verbose_message=lambda *words: None),
    )
    with breaks_raised() as raised, pytest.raises(BrokenOff):
        loader.exec_module(ModuleType("toy"))
        wait_for_a_break()
    assert loaded == [True]
    assert raised[0].code == 128 + getattr(signal, name)


def test_a_break_that_python_drops_is_raised_again():
    class Toy:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    after = []
    with breaks_raised() as raised, pytest.raises(BrokenOff):
        toy = Toy()
        del toy
        after.append(wait_for_a_break())
    assert (after, raised[0].code) == ([], 130)


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


def test_a_break_waits_until_the_engine_has_done_its_tasks():
    done = []
    with breaks_raised() as raised, pytest.raises(BrokenOff):
        with breaks_wait():
            signal.raise_signal(signal.SIGTERM)
            done.append(True)
        wait_for_a_break()
    assert (done, raised[0].code) == ([True], 143)
