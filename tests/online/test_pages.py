"""The pages of a server, as a browser without scripts meets them."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from wab.engine.saves.replay import verify
from wab.online.protocol import LONGEST_WORDS
from wab.online.store.store import Store
from wab.online.store.tables import games
from wab.online.web import Server
from wab.systems import get_system

SCENARIO = "operations/cliffs-and-shingle"
MARKUP = "<b>Carl & Co</b>"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Server(Store(f"sqlite:///{tmp_path / 'games.db'}"), address="http://server.test")
    yield made
    made.store.close()


class Browser:
    """A browser: cookies, a language, and forms that are sent as the page has them."""

    def __init__(self, server: Server, language: str = "en", place: str = "127.0.0.1", scheme: str = "http") -> None:
        self.client = TestClient(
            server.application, f"{scheme}://server.test", client=(place, 50000), follow_redirects=False,
            headers={"accept-language": language},
        )  # fmt: skip

    def get(self, path: str, status: int = 200) -> str:
        response = self.client.get(path)
        assert response.status_code == status, response.text
        return response.text

    def send(self, page: str, path: str, status: int = 303, **fields: str) -> Any:
        proof = re.search(r'name="csrf" value="([0-9a-f]{64})"', self.client.get(page).text)
        assert proof is not None
        response = self.client.post(path, data={"csrf": proof[1], **fields})
        assert response.status_code == status, response.text
        return response

    def sign_up(self, name: str, password: str = "") -> Browser:
        self.send("/sign-up", "/sign-up", name=name, password=password)
        return self

    def begin(self, status: int = 303, **fields: str) -> Any:
        seats = {f"seat:{seat}": fields.pop(seat) for seat in ("allied", "axis")}
        return self.send(f"/new/{SCENARIO}", f"/new/{SCENARIO}", status, **seats, **fields)


def _open_game(server: Server) -> tuple[Browser, Browser, str]:
    """Anna leads the Allies, Bert has taken the open seat of the Axis."""
    anna, bert = Browser(server).sign_up("Anna"), Browser(server).sign_up("Bert")
    game = anna.begin(allied="me", axis="open", rated="yes").headers["location"]
    bert.send("/", f"{game}/seats/axis")
    return anna, bert, game


def test_a_stranger_is_shown_what_the_server_is(server: Server) -> None:
    stranger = Browser(server)
    assert 'href="/sign-up"' in stranger.get("/")
    for private in ("/account", "/new", "/games/abcdefghjkmn"):
        response = stranger.client.get(private)
        assert (response.status_code, response.headers["location"]) == (303, "/sign-in")


def test_sign_up_sign_out_and_sign_in(server: Server) -> None:
    anna = Browser(server).sign_up("Anna", "a long word")
    assert ">Anna</a>" in anna.get("/")
    old = anna.client.cookies["wab"]
    anna.send("/", "/sign-out")
    assert ">Anna</a>" not in anna.get("/")
    assert server.accounts.of_token(old) is None, "the token of the browser is no longer one"
    assert "do not belong together" in anna.send("/sign-in", "/sign-in", 422, name="Anna", password="wrong").text
    anna.send("/sign-in", "/sign-in", name="anna", password="a long word")
    assert ">Anna</a>" in anna.get("/")


def test_a_name_is_taken_once(server: Server) -> None:
    Browser(server).sign_up("Anna")
    page = Browser(server).send("/sign-up", "/sign-up", 422, name="ANNA").text
    assert "The name ANNA is taken." in page
    assert 'value="ANNA"' in page, "the form comes back as it was filled in"


def test_a_form_without_its_proof_does_nothing(server: Server) -> None:
    anna, other = Browser(server).sign_up("Anna"), Browser(server).sign_up("Bert")
    foreign = re.search(r'name="csrf" value="(\w+)"', other.get("/"))
    assert foreign is not None
    for proof in ({"other": "x"}, {"csrf": ""}, {"csrf": "0" * 64}, {"csrf": "é"}, {"csrf": foreign[1]}):
        assert anna.client.post("/sign-out", data=proof).status_code == 403
        assert anna.client.post("/account/remove", data={"sure": "yes", **proof}).status_code == 403
        assert anna.client.post(f"/new/{SCENARIO}", data={"seat:allied": "me", **proof}).status_code == 403
    assert ">Anna</a>" in anna.get("/")
    assert Browser(server).client.post("/sign-up", data={"name": "Carl"}).status_code == 403


def test_a_form_of_another_kind_or_too_large_is_refused(server: Server) -> None:
    anna = Browser(server).sign_up("Anna")
    assert anna.client.post("/sign-out", json={"csrf": "x"}).status_code == 422
    assert anna.client.post("/sign-out", data={"csrf": "x" * 70_000}).status_code == 422
    assert anna.client.post("/sign-out", data={f"field{number}": "" for number in range(200)}).status_code == 422


def test_headers_let_a_browser_run_nothing_and_keep_nothing(server: Server) -> None:
    anna = Browser(server).sign_up("Anna")
    for path in ("/", "/account", "/ranking", "/no-such-page", f"/new/{SCENARIO}"):
        headers = anna.client.get(path).headers
        policy = headers["content-security-policy"]
        for part in ("default-src 'none'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'"):
            assert part in policy
        assert "unsafe" not in policy
        assert headers["cache-control"] == "no-store"
        assert headers["x-content-type-options"] == "nosniff"
        page = anna.client.get(path).text
        assert "<script" not in page
        assert "style=" not in page


def test_the_cookie_belongs_to_this_server_alone(server: Server) -> None:
    cookie = Browser(server).send("/sign-up", "/sign-up", name="Anna").headers["set-cookie"]
    assert cookie.startswith("wab=")
    assert all(part in cookie for part in ("HttpOnly", "SameSite=lax", "Path=/"))
    assert "Secure" not in cookie
    for browser in (Browser(server, scheme="https"), Browser(server)):
        browser.client.headers["x-forwarded-proto"] = "https"
        cookie = browser.client.get("/").headers["set-cookie"]
        assert cookie.startswith("__Host-wab=")
        assert "Secure" in cookie


def test_style_and_fonts_come_from_here_and_nothing_else_does(server: Server) -> None:
    browser = Browser(server)
    style = browser.client.get("/static/style.css")
    assert style.headers["content-type"].startswith("text/css")
    for font in re.findall(r'url\("([^"]+)"\)', style.text):
        assert browser.client.get(f"/static/{font}").headers["content-type"] == "font/ttf"
    assert "Open Font License" in browser.get("/static/barlow-OFL.txt")
    for path in ("/static/site.py", "/static/..%2fsite.py", "/static/"):
        assert browser.client.get(path).status_code == 404


def test_tries_are_counted_for_pages_and_programs_together(server: Server) -> None:
    far = Browser(server, place="203.0.113.5")
    for number in range(3):
        far.sign_up(f"Player {number}")
        far.send("/", "/sign-out")
    for number in range(2):
        assert far.client.post("/api/accounts", json={"name": f"Bot {number}"}).status_code == 201
    page = far.send("/sign-in", "/sign-in", 422, name="Player 0", password="x").text
    assert "Too many tries" in page
    Browser(server, place="203.0.113.6").sign_up("Player 9")


def test_an_invitation_is_shown_once_and_works_in_the_browser(server: Server) -> None:
    anna, bert = Browser(server).sign_up("Anna"), Browser(server).sign_up("Bert")
    page = anna.begin(201, allied="me", axis="code", pace="daily").text
    line = re.search(r"wab join http://server\.test (\S+)</code>", page)
    assert line is not None
    game, code = line[1].split(".")
    assert code not in anna.get(f"/games/{game}")
    assert "waits for the invited player" in anna.get(f"/games/{game}")
    bert.get(f"/games/{game}", 404)
    assert bert.send("/", "/invitation", 422, invitation="nothing").status_code == 422
    bert.send("/", "/invitation", invitation=f"wab join http://server.test {line[1]}")
    assert "Bert" in anna.get(f"/games/{game}")
    assert "days left" in anna.get(f"/games/{game}")
    carl = Browser(server).sign_up("Carl")
    assert "has been used" in carl.send("/", "/invitation", 422, invitation=line[1]).text


def test_an_open_seat_is_taken_and_the_turn_is_shown(server: Server) -> None:
    anna, bert, game = _open_game(server)
    decides = next(each for each in (anna, bert) if "You have to decide" in each.get(game))
    waits = bert if decides is anna else anna
    name = "Anna" if decides is anna else "Bert"
    assert f"Decides: {name} (" in waits.get(game)
    assert f"Decides: {name} (" in waits.get("/")
    assert "You have to decide" in decides.get("/")
    assert f"wab join http://server.test {game.removeprefix('/games/')} --name Bert" in bert.get(game)
    carl = Browser(server).sign_up("Carl")
    carl.get(game, 404)
    assert "not free" in carl.send("/", f"{game}/seats/axis", 422).text


def test_pages_of_two_games_that_differ_in_records_alone_are_equal(server: Server) -> None:
    _anna, bert, game = _open_game(server)
    before = bert.get(game), bert.get("/")
    with server.store.writing() as connection:
        connection.execute(games.update().values(records=games.c.records + 7))
    assert (bert.get(game), bert.get("/")) == before


def test_players_talk_and_their_words_stay_words(server: Server) -> None:
    anna, bert, game = _open_game(server)
    anna.send(game, f"{game}/words", words="<script>alert('x')</script> {{ 7*7 }}")
    page = bert.get(game)
    assert "<script" not in page
    assert "<script>alert('x')</script> {{ 7*7 }}" in html.unescape(page)
    anna.send(game, f"{game}/words", words="x" * 5000)
    assert max(map(len, re.findall("x+", bert.get(game)))) <= LONGEST_WORDS
    Browser(server).sign_up("Carl").send("/", f"{game}/words", 404, words="I look in")


def test_a_draw_is_offered_and_agreed_on(server: Server) -> None:
    anna, bert, game = _open_game(server)
    assert "Offer a draw" in anna.get(game)
    anna.send(game, f"{game}/draw", agrees="yes")
    assert "Draw offered by: Allies" in bert.get(game) and "Withdraw the offer" in anna.get(game)
    bert.send(game, f"{game}/draw", agrees="no")
    assert "offered by" not in anna.get(game)
    bert.send(game, f"{game}/draw", agrees="yes")
    anna.send(game, f"{game}/draw", agrees="yes")
    assert "A draw. Points:" in bert.get(game) and "Offer a draw" not in bert.get(game)


def test_holidays_are_taken_and_ended_and_the_others_see_them(server: Server) -> None:
    anna, bert, game = _open_game(server)
    assert "Days of holiday left this year: 21" in anna.get("/account")
    anna.send("/account", "/account/holidays", days="5")
    assert "You are on holiday until" in anna.get("/account")
    assert bert.get(game).count("on holiday until") == 1
    anna.send("/account", "/account/holidays", days="0")
    assert "on holiday until" not in bert.get(game)
    assert "Days of holiday left this year: 21" in anna.send("/account", "/account/holidays", 422, days="300").text


def test_markup_in_a_name_is_shown_and_not_obeyed(server: Server) -> None:
    carl = Browser(server).sign_up(MARKUP)
    game = carl.begin(allied="me", axis="open").headers["location"]
    for page in (carl.get("/"), carl.get(game), carl.get("/account"), Browser(server).sign_up("Anna").get("/")):
        assert "<b>Carl" not in page
        assert MARKUP in html.unescape(page)


def test_a_game_is_refused_in_words(server: Server) -> None:
    anna = Browser(server).sign_up("Anna")
    assert "There is no player" in html.unescape(anna.begin(422, allied="nobody", axis="me").text)
    assert anna.client.get("/new/operations/no-such-place").status_code == 422
    assert anna.client.get("/new/nothing/no-such-place").status_code == 422


def test_pages_speak_the_language_of_the_browser_then_of_the_account(server: Server) -> None:
    bert = Browser(server, "fr-CA,fr;q=0.9,en;q=0.5")
    assert "inscrire" in bert.get("/")
    assert '<html lang="fr">' in bert.sign_up("Bert").get("/")
    bert.client.headers["accept-language"] = "en"
    assert "Mes parties" in bert.get("/")
    bert.send("/account", "/account", language="en", mail="bert@example.org", webhook="")
    page = bert.get("/account")
    assert "My games" in page
    assert 'value="bert@example.org"' in page
    for odd in ("", "de", "xx;q=oops, fr;q=0.1", "en;q=0, fr", ",;,"):
        assert Browser(server, odd).get("/")
    assert "private" not in Browser(server, "en;q=0, fr").get("/").casefold()


def test_account_addresses_are_checked(server: Server) -> None:
    anna = Browser(server).sign_up("Anna")
    page = anna.send("/account", "/account", 422, language="en", mail="no address", webhook="").text
    assert "is no address for mail" in page
    page = anna.send("/account", "/account", 422, language="en", mail="", webhook="https://127.0.0.1/hook").text
    assert "public address" in page


def test_a_device_is_revoked_and_another_player_cannot_do_it(server: Server) -> None:
    anna = Browser(server).sign_up("Anna")
    anna.send("/account", "/account/password", password="a long word")
    phone = Browser(server)
    phone.send("/sign-in", "/sign-in", name="Anna", password="a long word")
    [device] = re.findall(r"/account/devices/(\d+)", anna.get("/account"))
    Browser(server).sign_up("Bert").send("/account", f"/account/devices/{device}")
    assert ">Anna</a>" in phone.get("/")
    anna.send("/account", f"/account/devices/{device}")
    assert ">Anna</a>" not in phone.get("/")
    assert ">Anna</a>" in anna.get("/")


def test_an_account_is_removed_after_a_tick(server: Server) -> None:
    anna = Browser(server).sign_up("Anna")
    anna.send("/account", "/account/remove", 422)
    anna.send("/account", "/account/remove", sure="yes")
    assert ">Anna</a>" not in anna.get("/")
    Browser(server).sign_up("Anna")


@pytest.mark.slow("a report is made by a process of its own")
def test_after_the_end_there_are_result_save_report_and_ranking(server: Server, tmp_path: Path) -> None:
    anna, bert, game = _open_game(server)
    assert anna.client.get(f"{game}/save").status_code == 422
    assert Browser(server).sign_up("Dora").client.get(game).status_code == 404
    anna.get(f"{game}/report", 404)
    assert "No rated game" in anna.get("/ranking?system=operations")
    server.referee.resign(game.removeprefix("/games/"), "axis")
    page = anna.get(game)
    assert "Winner: Allies, by resignation." in page
    assert ">Over<" in bert.get("/")
    save = bert.client.get(f"{game}/save")
    assert save.headers["content-disposition"].startswith('attachment; filename="online-')
    file = tmp_path / "game.wab"
    file.write_bytes(save.content)
    assert verify(file, get_system).ok
    carl = Browser(server).sign_up("Carl")
    assert "by resignation" in carl.get(game) and 'id="talk"' not in carl.get(game), (
        "everybody sees the end, not the talk"
    )
    assert game in carl.get("/") and carl.client.get(f"{game}/save").content == save.content
    rows = re.findall(r"<td>(\w+)</td>", anna.get("/ranking?system=operations"))
    assert rows[::2] == ["Anna", "Bert"] and rows[1::2] == ["Recruit", "Recruit"]
    anna.get("/ranking?system=nothing", 404)
    assert "being written" in anna.get(f"{game}/report", 202)
    until = time.monotonic() + 120
    while (response := anna.client.get(f"{game}/report")).status_code == 202 and time.monotonic() < until:
        time.sleep(0.2)
    assert response.status_code == 200
    assert "sandbox" in response.headers["content-security-policy"]
    assert "Cliffs and Shingle" in response.text
    assert bert.client.get(f"{game}/report").content == response.content
