"""A server is killed while two players play on it: no acknowledged order is lost, and none is played twice."""

import pytest

from trials.trust.servers import lost_or_twice, servers


@pytest.mark.slow("starts a server twenty times")
def test_a_server_that_is_killed_loses_no_order_and_plays_none_twice():
    found = servers(20, 1)
    assert found.tried >= 20
    assert found.failures == ()


def test_lost_and_doubled_orders_are_noticed():
    assert lost_or_twice(["a 1", "b 1"], [None, "a 1", "b 1", None]) == []
    assert "1 acknowledged orders are lost" in lost_or_twice(["a 1", "b 1"], ["a 1"])
    assert "1 orders were played twice" in lost_or_twice(["a 1"], ["a 1", "a 1"])
    assert "1 orders were played and never acknowledged" in lost_or_twice(["a 1"], ["a 1", "a 2"])
