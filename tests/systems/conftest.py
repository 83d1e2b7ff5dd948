"""Assertions of the general suite show their values, as in any file of tests."""

import pytest

pytest.register_assert_rewrite("wab.testing.suite")
