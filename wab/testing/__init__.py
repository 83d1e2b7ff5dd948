"""Tests for any rule system, built in or from an installed package: walks, checks, and a suite for pytest.

    from wab.testing.suite import Suite

    class TestMySystem(Suite):
        systems = (SYSTEM,)

A system says what no general test can know in a module `testing` of its own package (`wab.testing.aids`).
"""
