"""A server is killed while two players play on it: no acknowledged order is lost, and none is played twice."""

import pytest

from trials.trust.servers import servers


@pytest.mark.slow("starts a server twenty times")
def test_a_server_that_is_killed_loses_no_order_and_plays_none_twice():
    found = servers(20, 1)
    assert (found.failures, found.cases >= 20) == ((), True), found
