"""The API over HTTP and sockets: what it answers, what it refuses, and who may do what."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from web.running import PATIENCE, Server
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from crownhead import BLACK, WHITE, Board, Position
from crownhead.engine.levels import FULL_STRENGTH
from crownhead.study.problems import problems


def new_game(client: httpx.Client, **wishes: Any) -> dict[str, Any]:
    response = client.post("/api/games", json={"kind": "screen", **wishes})
    assert response.status_code == 201, response.text
    return response.json()  # type: ignore[no-any-return]


def accepted(client: httpx.Client, made: dict[str, Any]) -> dict[str, str]:
    """The keys of whoever opens the invitation to a game by link."""
    asked = {"invitation": made["invitation"]}
    return client.post(f"/api/games/{made['game']['id']}/invitation", json=asked).json()["seats"]  # type: ignore[no-any-return]


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@contextmanager
def live(server: Server, game: str, *keys: str, **options: Any) -> Iterator[ClientConnection]:
    address = server.url.replace("http", "ws") + f"/api/games/{game}/live"
    with connect(address, **options) as socket:
        if keys:
            socket.send(json.dumps({"type": "join", "keys": keys}))
        yield socket


def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind. The patience is for servers that never answer, not a measure of speed."""
    while True:
        message = json.loads(socket.recv(timeout=120))
        if message["type"] == kind:
            return message  # type: ignore[no-any-return]


def test_a_game_is_made_read_and_played(client: httpx.Client) -> None:
    made = new_game(client, name="Ann", opponent="Bob")
    game, seats = made["game"], made["seats"]
    assert (game["black"], game["white"], game["result"]) == ("Ann", "Bob", "*")
    assert {move["text"] for move in game["position"]["moves"]} == {
        str(move) for move in Board().legal_moves()
    }
    moves = f"/api/games/{game['id']}/moves"
    played = client.post(moves, json={"ply": 0, "move": "11-15"}, headers=bearer(seats["black"]))
    assert played.json()["plies"][0]["path"] == [11, 15]
    again = client.get(f"/api/games/{game['id']}").json()
    assert again["game"]["position"]["turn"] == "white"


def test_nobody_moves_for_another(client: httpx.Client) -> None:
    made = new_game(client, kind="link")
    moves = f"/api/games/{made['game']['id']}/moves"
    move = {"ply": 0, "move": "11-15"}
    for key in (accepted(client, made)["white"], made["seats"]["watch"], made["invitation"], "0" * 32, "x"):
        refused = client.post(moves, json=move, headers=bearer(key))
        assert refused.status_code == 403
        assert refused.json()["error"]["code"] == "seat_refused"
    assert client.get(f"/api/games/{made['game']['id']}").json()["game"]["plies"] == []


def test_a_move_that_is_said_twice_is_made_once(client: httpx.Client) -> None:
    made = new_game(client)
    moves = f"/api/games/{made['game']['id']}/moves"
    for _ in range(2):
        said = client.post(moves, json={"ply": 0, "move": "11-15"}, headers=bearer(made["seats"]["black"]))
        assert said.status_code == 200
        assert len(said.json()["plies"]) == 1
    other = client.post(moves, json={"ply": 0, "move": "12-16"}, headers=bearer(made["seats"]["black"]))
    assert other.status_code == 403, "it is White's turn"
    late = client.post(moves, json={"ply": 0, "move": "22-18"}, headers=bearer(made["seats"]["white"]))
    assert late.status_code == 409


@pytest.mark.parametrize(
    ("move", "code", "words"),
    [
        ("11-16-20", "illegal_move", "11"),
        ("11-7", "illegal_move", "men move forward only"),
        ("abc", "invalid_move", "is not a move"),
        ("40-44", "invalid_move", "squares are numbered 1 to 32"),
    ],
)
def test_a_wrong_move_is_explained(client: httpx.Client, move: str, code: str, words: str) -> None:
    made = new_game(client)
    moves = f"/api/games/{made['game']['id']}/moves"
    refused = client.post(moves, json={"ply": 0, "move": move}, headers=bearer(made["seats"]["black"]))
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == code
    assert words in refused.json()["error"]["message"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b'{"kind": "nonsense"}', 400),
        (b'{"kind": "screen", "surprise": 1}', 400),
        (b'{"level": 99}', 400),
        (b"\xff\xfe", 400),
        (b'{"fen": "B:W1:B1"}', 422),
        (b'{"moves": ["11-15", "11-15"]}', 422),
        (b'{"fen": "B:W21:B1", "ballot": "3-move"}', 400),
        (b'{"ballot": "4-move"}', 400),
        (b'{"ballot": 175}', 400),
        (b'{"name": "' + b"x" * 100_000 + b'"}', 413),
        (b"[" * 50_000, 400),
    ],
)
def test_nonsense_is_refused_with_a_reason(client: httpx.Client, body: bytes, status: int) -> None:
    refused = client.post("/api/games", content=body)
    assert refused.status_code == status
    assert refused.json()["error"]["message"]


def test_a_position_is_refused_with_every_reason(client: httpx.Client) -> None:
    refused = client.post("/api/line", json={"fen": "B:W1,40:B32,K9,K9"})
    assert refused.status_code == 422
    assert len(refused.json()["error"]["reasons"]) >= 3


def test_databases_tell_the_value_of_every_move(new_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Published: a win in 81 plies for White, a draw if Black is to move."""
    monkeypatch.delenv("CROWNHEAD_BUILD", raising=False)
    patience = httpx.Timeout(300)  # the database builds itself first
    with httpx.Client(base_url=new_server().url, timeout=patience) as client:
        fen = "W:WK15,20:BK28,12"
        moves = client.post("/api/endgame", json={"fen": fen}).json()
        assert {move["move"] for move in moves} == {str(move) for move in Board(fen).legal_moves()}
        assert moves[0] == {"move": moves[0]["move"], "result": "win", "plies": 81}
        other = client.post("/api/endgame", json={"fen": "B:WK15,20:BK28,12"}).json()
        assert other[0]["result"] == "draw"
        assert client.post("/api/endgame", json={}).json() == []


@pytest.mark.parametrize(
    ("ballot", "men", "moves"), [(1, 12, 3), ("3-move", 12, 3), ("2-move", 12, 2), ("11-man", 11, 2)]
)
def test_a_ballot_is_drawn_as_in_tournaments(
    client: httpx.Client, ballot: object, men: int, moves: int
) -> None:
    game = new_game(client, ballot=ballot)["game"]
    start = Position.from_fen(game["start"])
    assert [len(start.pieces(colour, king=False)) for colour in (BLACK, WHITE)] == [men, men]
    assert len(game["plies"]) == moves
    assert game["position"]["turn"] == ("white" if moves == 3 else "black")


def test_sockets_tell_both_players(server: Server, client: httpx.Client) -> None:
    made = new_game(client, kind="link")
    game, seats = made["game"]["id"], made["seats"] | accepted(client, made)
    with live(server, game, seats["black"]) as black, live(server, game, seats["white"]) as white:
        assert heard(black, "game")["seats"] == ["black"]
        heard(white, "game")
        black.send(json.dumps({"type": "move", "ply": 0, "move": "11-15"}))
        assert heard(white, "moved")["made"]["text"] == "11-15"
        assert heard(black, "moved")["ply"] == 0
        black.send(json.dumps({"type": "move", "ply": 1, "move": "23-19"}))
        assert heard(black, "refused")["code"] == "seat_refused"
        white.send(json.dumps({"type": "act", "action": "resign"}))
        assert heard(black, "game")["game"]["result"] in ("1-0", "*")


def test_there_are_no_hints_between_people(server: Server, client: httpx.Client) -> None:
    made = new_game(client, kind="link")
    with live(server, made["game"]["id"], made["seats"]["black"]) as socket:
        heard(socket, "game")
        socket.send(json.dumps({"type": "act", "action": "hint"}))
        assert heard(socket, "refused")["code"] == "not_now"


def test_one_who_watches_sees_and_does_nothing(server: Server, client: httpx.Client) -> None:
    made = new_game(client, kind="link")
    with live(server, made["game"]["id"], made["seats"]["watch"]) as watcher:
        assert heard(watcher, "game")["seats"] == ["watch"]
        for message in ({"type": "move", "ply": 0, "move": "11-15"}, {"type": "act", "action": "resign"}):
            watcher.send(json.dumps(message))
            assert heard(watcher, "refused")["code"] == "seat_refused"


@pytest.mark.parametrize("first", ['{"type": "move", "ply": 0, "move": "11-15"}', "nonsense", "[1]", ""])
def test_who_does_not_join_is_sent_away(server: Server, client: httpx.Client, first: str) -> None:
    made = new_game(client)
    with live(server, made["game"]["id"]) as socket:
        socket.send(first)
        assert heard(socket, "refused")["code"] == "bad_request"
        with pytest.raises(ConnectionClosed):
            socket.recv()


def test_a_wrong_key_opens_nothing(server: Server, client: httpx.Client) -> None:
    made = new_game(client)
    with live(server, made["game"]["id"], "f" * 32) as socket:
        assert heard(socket, "refused")["code"] == "seat_refused"


def test_sockets_of_other_sites_are_refused(server: Server, client: httpx.Client) -> None:
    made = new_game(client)
    with (
        pytest.raises(InvalidStatus) as refused,
        live(server, made["game"]["id"], origin="https://evil.example"),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_requests_of_other_sites_and_names_are_refused(client: httpx.Client) -> None:
    assert client.post("/api/games", json={}, headers={"Origin": "https://evil.example"}).status_code == 403
    assert client.post("/api/games", json={}, headers={"Origin": "null"}).status_code == 403
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 403


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/store.py"])
def test_no_path_leads_out(client: httpx.Client, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 404
    assert "import" not in response.text


def test_every_answer_carries_the_policy(client: httpx.Client) -> None:
    for path in ("/", "/static/style.css", "/api/library", "/nowhere", "/healthz"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_pages_hold_no_inline_script_or_style(client: httpx.Client) -> None:
    for path in ("/", "/analyse", "/editor", "/library", "/problems"):
        text = client.get(path).text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        assert "<script>" not in text
        assert "[[" not in text, "a part of the shell was not filled in"


def test_the_document_describes_what_is_there(client: httpx.Client) -> None:
    document = client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    names = [op["operationId"] for path in document["paths"].values() for op in path.values()]
    assert len(names) == len(set(names))
    for path, operations in document["paths"].items():
        asked = operations.get("get", {"parameters": [{"required": True}]})["parameters"]
        if not any(parameter["required"] for parameter in asked):
            assert client.get(path).status_code == 200, path


def test_a_picture_of_a_position(client: httpx.Client) -> None:
    picture = client.get("/api/board.svg", params={"fen": "W:W18,24:B12,K10", "theme": "wood"})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    for wrong in ({"fen": "nonsense"}, {"theme": "<script>"}, {"size": "1e9"}, {"size": "99999999"}):
        assert client.get("/api/board.svg", params=wrong).status_code in (400, 422)


def test_games_go_out_as_pdn_and_come_back(client: httpx.Client) -> None:
    made = new_game(client, name="Ann", opponent="Bob", moves=["11-15", "23-19", "8-11"])
    text = client.get(f"/api/games/{made['game']['id']}/pdn").text
    assert '[Black "Ann"]' in text
    assert "1. 11-15 23-19 2. 8-11" in text
    tree = client.post("/api/pdn/read", json={"text": text}).json()
    assert [node["text"] for node in tree["nodes"][1:]] == ["11-15", "23-19", "8-11"]
    imported = client.post("/api/library", json={"text": text + "\n" + text}).json()
    assert (len(imported["games"]), imported["duplicates"]) == (1, 1)
    assert client.delete(f"/api/library/{imported['games'][0]}").status_code == 204
    assert client.delete(f"/api/library/{imported['games'][0]}").status_code == 404
    assert client.post("/api/library", json={"text": "no game at all"}).status_code in (400, 422)


def test_the_library_finds_games_by_words_and_positions(client: httpx.Client) -> None:
    client.post(
        "/api/library",
        json={
            "text": '[Event "Barrow"][Black "Wyllie, J."][White "Yates, R."][Result "1/2-1/2"]'
            " 1. 11-15 23-19 2. 8-11 22-17 3. 4-8 1/2-1/2"
        },
    )

    def found(**asked: str) -> list[str]:
        games = client.get("/api/library", params=asked).json()["games"]
        return [game["black"] for game in games if game["event"] == "Barrow"]

    assert found(q="wyllie barrow") == found(q="yates", result="1/2-1/2") == ["Wyllie, J."]
    assert found(q="wyllie anderson") == found(q="wyllie", result="1-0") == found(q="%") == []
    assert found(q="glasgow") == [], "this one is no Glasgow yet: 11-16 did not follow"
    board = Board()
    for move in ("11-15", "23-19", "8-11"):
        board.push(move)
    assert found(position=board.position.fen) == ["Wyllie, J."]
    assert found(position="W:W21:B1") == []
    assert client.get("/api/library", params={"position": "nonsense"}).status_code == 422
    assert "Wyllie" in client.get("/api/library.pdn", params={"position": board.position.fen}).text


def test_a_problem_is_solved_by_its_line_and_not_by_others(client: httpx.Client) -> None:
    number = next(one.number for one in problems() if one.length == 3)
    first = client.get(f"/api/problems/{number}").json()
    address = f"/api/problems/{number}"
    assert client.post(f"{address}/attempts", json={"moves": []}).json()["verdict"] == "begun"
    board, found = Board(first["fen"]), 0
    while True:
        right = client.post(f"{address}/solution", json={"moves": [str(m) for m in board.moves]}).json()
        if not board.moves:
            wrong = next(m for m in board.legal_moves() if list(m.path) != right["path"])
            tried = client.post(f"{address}/attempts", json={"moves": [str(wrong)]}).json()
            assert tried["verdict"] in ("draws", "loses", "no win")
            assert (tried["plies"], tried["sequel"][0]["path"]) == ([], list(wrong.path))
        board.push(right["text"])
        found += 1
        answer = client.post(f"{address}/attempts", json={"moves": [str(m) for m in board.moves]}).json()
        if answer["verdict"] == "solved":
            break
        assert answer["verdict"] == "right"
        board.push(answer["plies"][-1]["text"])
    assert found == first["length"]
    assert client.post("/api/problems/999999/attempts", json={"moves": []}).status_code == 404
    late = client.post(f"{address}/attempts", json={"moves": [str(m) for m in board.moves[:2]]})
    assert (late.status_code, late.json()["error"]["message"]) == (400, "the last move is not the solver's")


def test_the_trainer_counts_what_was_solved_and_what_was_not(client: httpx.Client) -> None:
    """What is asked for help is failed and comes back; a theme gives problems of that theme."""
    before = client.get("/api/problems/standing").json()
    chosen = client.post("/api/problems/next", json={"theme": "crowning"}).json()
    assert "Crowning" in chosen["themes"]
    address = f"/api/problems/{chosen['number']}"
    client.post(f"{address}/attempts", json={"moves": []})
    client.post(f"{address}/solution", json={"moves": []})
    after = client.get("/api/problems/standing").json()
    assert (after["tried"], after["solved"]) == (before["tried"] + 1, before["solved"])
    assert (after["failed"], after["streak"]) == (before["failed"] + 1, 0)
    assert after["rating"] < before["rating"]
    again = client.post("/api/problems/next", json={"failed": True})
    assert again.status_code == 200
    whole = client.get("/api/problems").json()
    assert sum(whole["grades"].values()) == whole["count"] == len(problems())
    bad = client.post("/api/problems/next", json={"theme": "dragons"})
    assert (bad.status_code, "the themes are shot" in bad.json()["error"]["message"]) == (400, True)


@settings(max_examples=60)
@given(
    body=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.sampled_from(["fen", "moves", "kind", "text", "nodes", "level", "x"]), inner)
        ),
        max_leaves=12,
    )
)
def test_no_body_breaks_an_endpoint(client: httpx.Client, body: object) -> None:
    for path in ("/api/games", "/api/line", "/api/pdn/read", "/api/pdn/write", "/api/problems/1/attempts"):
        response = client.post(path, content=json.dumps(body))
        assert response.status_code < 500, (path, body, response.text)
        if response.status_code >= 400:
            assert response.json()["error"]["message"]


def test_a_tag_with_an_impossible_name_is_refused(client: httpx.Client) -> None:
    response = client.post("/api/pdn/write", json={"nodes": [], "headers": {"+0.0": "x"}})
    assert response.status_code == 422
    assert "'+0.0' cannot name a tag" in response.json()["error"]["message"]


def test_a_search_for_everything_finds_everything_to_order(client: httpx.Client) -> None:
    for _ in range(2):
        assert client.post("/api/games", json={"kind": "screen"}).status_code == 201
    ordered = client.post("/api/library/order", json={"action": "tag", "found": {}, "name": "all of them"})
    assert ordered.status_code == 200
    assert ordered.json()["games"] >= 2


def test_a_dead_engine_does_not_end_the_game(new_server: Any) -> None:
    server = new_server()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        made = client.post("/api/games", json={"kind": "engine", "level": FULL_STRENGTH, "seconds": 2}).json()
    with live(server, made["game"]["id"], made["seats"]["black"]) as socket:
        heard(socket, "game")
        socket.send(json.dumps({"type": "move", "ply": 0, "move": "11-15"}))
        heard(socket, "moved")
        killed = 0
        while not killed:
            for path in Path(f"/proc/{server.pid}/task").glob("*/children"):
                for child in path.read_text().split():
                    os.kill(int(child), signal.SIGKILL)
                    killed += 1
        assert heard(socket, "moved")["ply"] == 1, "another engine has answered"


def test_a_wrong_method_is_told_the_right_ones(client: httpx.Client) -> None:
    response = client.put("/api/library")
    assert response.status_code == 405
    assert {"GET", "POST"} <= set(response.headers["allow"].split(", "))


def test_visitors_of_a_public_server_see_only_their_own(new_server: Any) -> None:
    server = new_server("--host=0.0.0.0")
    with (
        httpx.Client(timeout=PATIENCE, base_url=server.url) as ann,
        httpx.Client(timeout=PATIENCE, base_url=server.url) as bob,
    ):
        ann.get("/")
        bob.get("/")
        made = new_game(ann, kind="link", name="Ann")
        game = made["game"]["id"]
        assert [g["id"] for g in ann.get("/api/library").json()["games"]] == [game]
        assert bob.get("/api/library").json()["total"] == 0
        assert bob.get(f"/api/games/{game}").status_code == 404
        assert bob.get(f"/api/games/{game}/tree").status_code == 404
        assert bob.delete(f"/api/library/{game}").status_code == 404
        watching = {"Cookie": f"crownhead={bob.cookies['crownhead']}"}
        with live(server, game, made["seats"]["watch"], additional_headers=watching) as socket:
            heard(socket, "game")
        assert set(bob.get(f"/api/games/{game}").json()["seats"]) == {"watch"}, "a guest gets no other key"
        assert bob.get(f"/api/games/{game}").json()["invitation"] is None, "one who watches invites nobody"
        assert [g["id"] for g in bob.get("/api/library").json()["games"]] == [game]


def test_an_invitation_gives_the_other_seat_once(new_server: Any) -> None:
    server = new_server("--host=0.0.0.0")
    visitors = [httpx.Client(timeout=PATIENCE, base_url=server.url) for _ in range(3)]
    ann, bob, eve = visitors
    for visitor in visitors:
        visitor.get("/")
    made = new_game(ann, kind="link", colour="white")
    address = f"/api/games/{made['game']['id']}"
    assert set(made["seats"]) == {"white", "watch"}, "the maker never gets the key of the other seat"
    assert ann.get(address).json()["invitation"] == made["invitation"], "it can be shown again"
    wrong = eve.post(f"{address}/invitation", json={"invitation": "0" * 32})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "seat_refused")

    taken = bob.post(f"{address}/invitation", json={"invitation": made["invitation"]}).json()
    assert (set(taken["seats"]), taken["side"]) == ({"black"}, "black")
    late = eve.post(f"{address}/invitation", json={"invitation": made["invitation"]})
    assert (late.status_code, late.json()["error"]["code"]) == (409, "not_now")
    again = bob.post(f"{address}/invitation", json={"invitation": made["invitation"]}).json()
    assert again["seats"] == taken["seats"], "an answer that was lost on its way can be asked for again"
    assert ann.get(address).json()["invitation"] is None
    assert set(ann.get(address).json()["seats"]) == {"white", "watch"}
    assert set(bob.get(address).json()["seats"]) == {"black"}
    move = {"ply": 0, "move": "11-15"}
    assert ann.post(f"{address}/moves", json=move, headers=bearer(made["seats"]["white"])).status_code == 403
    assert bob.post(f"{address}/moves", json=move, headers=bearer(taken["seats"]["black"])).status_code == 200
    for visitor in visitors:
        visitor.close()


def test_a_trusted_proxy_says_who_asks(new_server: Any) -> None:
    server = new_server("--trusted-proxy=127.0.0.1")
    with httpx.Client(timeout=PATIENCE, base_url=server.url.replace("localhost", "127.0.0.1")) as proxy:
        there = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "Host": "checkers.example"}
        first = proxy.get("/", headers=there)
        assert "Secure" in first.headers["set-cookie"], "a visitor of its own, over an encrypted way"
        codes = [proxy.get("/healthz", headers=there).status_code for _ in range(400)]
        assert 429 in codes
        elsewhere = there | {"X-Forwarded-For": "203.0.113.8"}
        assert proxy.get("/healthz", headers=elsewhere).status_code == 200
        assert proxy.get("/api/library", headers=elsewhere).json()["total"] == 0


def test_a_flood_is_answered_with_patience(new_server: Any) -> None:
    server = new_server("--host=0.0.0.0")
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        # Nobody becomes another by saying so.
        names = [{"X-Forwarded-For": f"203.0.113.{n % 250}"} for n in range(400)]
        codes = [client.get("/healthz", headers=name).status_code for name in names]
        assert codes.count(200) >= 200
        assert 429 in codes


def test_a_game_that_one_puts_away_goes_on_for_the_others(new_server: Any) -> None:
    """The clock runs on, both players hear every move, and the game is gone only when nobody has it."""
    server = new_server("--host=0.0.0.0")
    visitors = [httpx.Client(timeout=PATIENCE, base_url=server.url) for _ in range(3)]
    ann, bob, eve = visitors
    for visitor in visitors:
        visitor.get("/")
    made = new_game(ann, kind="link", clock={"minutes": 10})
    game, seats = made["game"]["id"], made["seats"] | accepted(bob, made)

    def cookie(visitor: httpx.Client) -> dict[str, str]:
        return {"Cookie": f"crownhead={visitor.cookies['crownhead']}"}

    with (
        live(server, game, seats["black"], additional_headers=cookie(ann)) as black,
        live(server, game, seats["white"], additional_headers=cookie(bob)) as white,
        live(server, game, seats["watch"], additional_headers=cookie(eve)) as watch,
    ):
        for socket in (black, white, watch):
            heard(socket, "game")
        black.send(json.dumps({"type": "move", "ply": 0, "move": "11-15"}))
        white_began = heard(white, "moved")["clock"]["white"]
        time.sleep(1.0)
        assert eve.delete(f"/api/library/{game}").status_code == 204
        assert eve.get("/api/library").json()["total"] == 0
        left = ann.get(f"/api/games/{game}").json()["game"]["clock"]["white"]
        assert left <= white_began - 1.0, "the time that was used is not handed back"
        for ply, (player, move) in enumerate([(white, "22-18"), (black, "15x22")], 1):
            player.send(json.dumps({"type": "move", "ply": ply, "move": move}))
            for socket in (black, white, watch):
                said = heard(socket, "moved")
                while said["ply"] < ply:
                    said = heard(socket, "moved")
                assert (said["ply"], said["made"]["text"]) == (ply, move)
        # The players put it away as well, but are still at the board.
        for visitor in (ann, bob):
            assert visitor.delete(f"/api/library/{game}").status_code == 204
        white.send(json.dumps({"type": "move", "ply": 3, "move": "25x18"}))
        assert heard(black, "moved")["ply"] == 3
    for visitor in visitors:
        visitor.close()


def test_a_game_that_nobody_has_is_gone_and_its_maker_is_told(new_server: Any) -> None:
    server = new_server()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        made = new_game(client)
        game = made["game"]["id"]
        with live(server, game, made["seats"]["black"]) as socket:
            heard(socket, "game")
            assert client.delete(f"/api/library/{game}").status_code == 204
            assert heard(socket, "refused")["code"] == "unknown_game"
            with pytest.raises(ConnectionClosed):
                socket.recv()
        assert client.get(f"/api/games/{game}").status_code == 404
