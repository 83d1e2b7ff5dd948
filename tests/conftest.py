"""For all tests: tests of art run when art changes, a test that takes long says why, and Ctrl-C is heard in each."""

import gc
import os
import signal
import sys
import time

import pytest

from tests.art.passed import MARK, is_as_it_passed

pytest.register_assert_rewrite("wab.testing.suite")  # its assertions show their values, as in any file of tests

# As in the Makefile: else each worker and process of the tests compiles the whole program, and all tests, once more.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

SECONDS = 3.0
"""The processor time that a test may take without the mark `slow`."""


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collect without the search for garbage: it would go through half a million nodes of syntax again and again.

    All that is there afterwards stays to the end of the run, and no later search goes through it.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config, items):
    """Leave the tests of art out while their sources are as they passed, unless they are asked for by their mark."""
    marked = [item for item in items if item.get_closest_marker(MARK)]
    if marked and MARK not in config.option.markexpr.split() and is_as_it_passed():
        config.hook.pytest_deselected(items=marked)
        items[:] = [item for item in items if item not in marked]


@pytest.fixture(autouse=True)
def ctrl_c_is_heard_as_before():
    """A test that leaves Ctrl-C unheard spoils every later test that sends one."""
    before = signal.getsignal(signal.SIGINT)
    yield
    after = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, before)
    assert after == before


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Note what a test takes of a processor."""
    began = time.process_time()
    try:
        return (yield)
    finally:
        spent = time.process_time() - began
        if spent > SECONDS and item.get_closest_marker("slow") is None:
            item.user_properties.append(("slow", spent))


def pytest_terminal_summary(terminalreporter):
    """Name the tests that take long and do not say why; no test fails for it, since machines differ."""
    reports = (report for reports in terminalreporter.stats.values() for report in reports)
    slow = {
        report.nodeid: seconds
        for report in reports
        for name, seconds in getattr(report, "user_properties", ())
        if name == "slow"
    }
    if slow:
        terminalreporter.section(f"more than {SECONDS:g} s of a processor, and no mark slow(reason)")
    for nodeid, seconds in sorted(slow.items(), key=lambda entry: -entry[1]):
        terminalreporter.write_line(f"{seconds:5.1f} s  {nodeid}")
