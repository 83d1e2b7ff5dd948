"""A server for the tests of a file, and two players on it."""

from secrets import token_hex

import pytest

from tests.online.local import player, served
from tests.online.worlds import World


@pytest.fixture(scope="module")
def serving(tmp_path_factory):
    """The address of a server, and the server itself."""
    with served(f"sqlite:///{tmp_path_factory.mktemp('server') / 'games.db'}") as found:
        yield found


@pytest.fixture
def pair(serving):
    """Two clients with accounts of their own."""
    clients = [player(serving[0], f"{name} {token_hex(4)}") for name in ("Anna", "Bert")]
    yield clients
    for client in clients:
        client.close()


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """A server whose games begin where a test wants it."""
    made = World(tmp_path_factory.mktemp("world") / "world.db")
    yield made
    made.close()
