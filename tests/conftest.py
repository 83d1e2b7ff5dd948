"""Tests of art run when art changes: while its sources are those with which they passed, they are left out."""

from tests.art.passed import MARK, is_as_it_passed


def pytest_collection_modifyitems(config, items):
    """Leave the tests of art out, unless they are asked for by their mark."""
    marked = [item for item in items if item.get_closest_marker(MARK)]
    if marked and MARK not in config.option.markexpr.split() and is_as_it_passed():
        config.hook.pytest_deselected(items=marked)
        items[:] = [item for item in items if item not in marked]
