"""Servers are killed while two players play on them: no acknowledged order is lost, and none is played twice."""

import pytest

from trials.trust.cluster import WHY_NOT
from trials.trust.servers import lost_or_twice, misnumbered, pairs_of_servers, servers


@pytest.mark.slow("starts a server twenty times")
def test_a_server_that_is_killed_loses_no_order_and_plays_none_twice():
    found = servers(20, 1)
    assert found.tried >= 20
    assert found.failures == ()
    assert " 0 requests were put off" not in found.told, "no disk was full when an order came"


@pytest.mark.slow("starts a data base, and a server twelve times")
def test_two_servers_on_one_data_base_play_one_game_also_when_one_is_killed():
    found = pairs_of_servers(12, 4)
    assert found.tried >= 12 or (WHY_NOT and WHY_NOT in found.told)
    assert " 0 requests were put off" not in found.told, "no request came while there was no data base"
    assert found.failures == ()


def test_lost_and_doubled_orders_are_noticed():
    assert lost_or_twice(["a 1", "b 1"], [None, "a 1", "b 1", None]) == []
    assert "1 acknowledged orders are lost" in lost_or_twice(["a 1", "b 1"], ["a 1"])
    assert "1 orders were played twice" in lost_or_twice(["a 1"], ["a 1", "a 1"])
    assert "1 orders were played and never acknowledged" in lost_or_twice(["a 1"], ["a 1", "a 2"])


def test_signals_with_a_gap_or_out_of_order_are_noticed():
    assert misnumbered([(7, 1, 1), (8, 1, 2), (7, 2, 5)]) == []
    assert len(misnumbered([(7, 1, 1), (7, 3, 2)])) == 1
    assert len(misnumbered([(7, 2, 1), (7, 1, 2)])) == 1
