"""What the general suite asserts is shown with its values, as in any file of tests."""

import pytest

pytest.register_assert_rewrite("wab.testing.suite")
