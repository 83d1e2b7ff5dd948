"""What tests any rule system, of this house or of a package that is installed: walks, checks, and a suite for pytest.

    from wab.testing.suite import Suite

    class TestMySystem(Suite):
        systems = (SYSTEM,)

A system says what no general test can know in a module `testing` of its own package (`wab.testing.aids`).
"""
