"""The way in to a server from the command line."""

import socket

from wab.cli.online.serving import listen


def test_an_answer_of_a_server_goes_out_at_once():
    """Its second part does not wait for the receipt of the first: asyncio sees to that where the socket names TCP."""
    with listen("127.0.0.1", 0) as place, socket.create_connection(place.getsockname()), place.accept()[0] as caller:
        assert caller.proto == socket.IPPROTO_TCP
