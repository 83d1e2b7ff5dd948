"""The landing passes the general suite, on its two scenarios."""

from __future__ import annotations

from wab.systems.omaha import SYSTEM
from wab.testing.suite import Suite


class TestOmaha(Suite):
    systems = (SYSTEM,)
