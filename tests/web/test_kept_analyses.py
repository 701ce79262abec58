"""Reviews and analyses that the server keeps: in the library, through a kill, and told apart by version."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import httpx
import pytest
import websockets
from web.running import PATIENCE, Server

import crownhead as ch

NewServer = Callable[..., Server]
GIFT = '[Black "Ann"][White "Bob"][Result "1-0"] 1. 9-14 21-17 2. 14x21 1-0'
TREE = {
    "headers": {"Black": "Ann"},
    "nodes": [
        {"parent": -1, "text": "", "path": [], "captures": [], "fen": ch.Position.start().fen},
        {"parent": 0, "text": "11-15", "path": [11, 15], "captures": [], "fen": "x", "comment": "good"},
    ],
}


def put(client: httpx.Client, version: int, name: str = "one", **tree: Any) -> dict[str, Any]:
    body = {"version": version, "title": "Ann", "tree": {**TREE, **tree}}
    answer = client.put(f"/api/analyses/{name}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def test_an_analysis_that_was_saved_is_there_after_a_kill(new_server: NewServer) -> None:
    server = new_server()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        assert client.get("/api/analyses/one").json()["version"] == 0
        assert put(client, 0)["version"] == 1
        server.kill()
        server.start()
        kept = client.get("/api/analyses/one").json()
        assert (kept["version"], kept["tree"]["nodes"][1]["comment"]) == (1, "good")
        assert [each["name"] for each in client.get("/api/analyses").json()] == ["one"]


def test_who_has_not_read_the_latest_version_is_told_it_and_writes_nothing(client: httpx.Client) -> None:
    put(client, 0, "two")
    put(client, 1, "two", headers={"Black": "Cy"})
    refused = put(client, 1, "two", headers={"Black": "Di"})
    assert (refused["saved"], refused["version"], refused["tree"]["headers"]) == (False, 2, {"Black": "Cy"})
    assert put(client, 2, "two")["version"] == 3
    assert client.delete("/api/analyses/two").status_code == 204
    assert put(client, 3, "two")["version"] == 1, "one that was deleted begins anew"


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        ("no%20name", {"version": 0, "title": "", "tree": TREE}, 422),
        ("one", {"version": 0, "title": "", "tree": {"nodes": []}}, 422),
        ("one", {"version": -1, "title": "", "tree": TREE}, 422),
    ],
)
def test_what_is_no_analysis_is_refused(client: httpx.Client, name: str, body: Any, status: int) -> None:
    answer = client.put(f"/api/analyses/{name}", json=body)
    assert answer.status_code in (400, status)
    assert answer.json()["error"]["message"]


def test_a_full_disk_is_told_and_the_analysis_before_is_kept(new_server: NewServer) -> None:
    """The size of the file is limited as by a disk: SQLite keeps that limit for one connection, so the smallest page
    count that lets no more in is set through a trigger that refuses."""
    server = new_server()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        put(client, 0)
        with closing(sqlite3.connect(server.folder / "games.sqlite")) as db:
            db.execute(
                "CREATE TRIGGER full BEFORE INSERT ON analyses "
                "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
            )
            db.commit()
        body = {"version": 1, "title": "", "tree": {**TREE, "headers": {}}}
        answer = client.put("/api/analyses/one", json=body)
        assert answer.status_code == 503
        assert "full" in answer.json()["error"]["message"]
        assert client.get("/api/analyses/one").json()["tree"]["headers"] == {"Black": "Ann"}


# -- reviews -------------------------------------------------------------------------------------------


def ended(client: httpx.Client) -> dict[str, Any]:
    while (told := client.get("/api/library/reviews").json())["running"]:
        pass
    return told  # type: ignore[no-any-return]


def test_all_games_are_reviewed_in_the_background_and_counted(new_server: NewServer) -> None:
    server = new_server()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        client.post("/api/library", json={"text": GIFT})
        begun = client.post("/api/library/reviews", json={}).json()
        assert (begun["running"], begun["of"]) == (True, 1)
        told = ended(client)
        assert (told["done"], told["reviewed"], told["waiting"], told["error"]) == (1, 1, 0, "")
        made = client.get("/api/library/player", params={"name": "bob"}).json()
        review = ch.study.review(ch.pdn.loads(GIFT))
        own = [judged for judged in review.mistakes if judged.colour == ch.WHITE]
        assert sum(each["faults"] for each in made["mistakes"]) == len(own)
        assert made["mistakes"][0]["theme"] == "gives up a man"
        drawn = client.get("/api/library/player.svg", params={"name": "bob", "part": "mistakes"}).text
        assert "/library?player=bob&amp;mistake=gives+up+a+man&amp;phase=opening" in drawn
        found = client.get("/api/library", params={"player": "bob", "mistake": "gives up a man"}).json()
        assert found["total"] == 1


def test_a_run_that_is_stopped_or_killed_goes_on_with_the_rest(new_server: NewServer) -> None:
    server = new_server()
    text = "\n\n".join(GIFT.replace("Ann", f"Ann {number}") for number in range(6))
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        client.post("/api/library", json={"text": text})
        client.post("/api/library/reviews", json={})
        while client.get("/api/library/reviews").json()["reviewed"] < 1:
            pass
        stopped = client.delete("/api/library/reviews").json()
        assert not stopped["running"]
        assert stopped["reviewed"] + stopped["waiting"] == 6
        client.post("/api/library/reviews", json={})
        server.kill()
        server.start()
        told = client.get("/api/library/reviews").json()
        assert (told["running"], told["reviewed"] >= stopped["reviewed"]) == (False, True)
        client.post("/api/library/reviews", json={})
        assert ended(client)["reviewed"] == 6


def test_a_review_on_the_analysis_page_is_kept_with_its_game(new_server: NewServer) -> None:
    server = new_server()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        [game] = client.post("/api/library", json={"text": GIFT}).json()["games"]
        moves = ["9-14", "21-17", "14x21"]
        asyncio.run(review(server, {"game": game, "moves": moves[:2]}))
        assert client.get("/api/library/reviews").json()["reviewed"] == 0, "other moves than the game's"
        first = asyncio.run(review(server, {"game": game, "moves": moves}))
        assert client.get("/api/library/reviews").json()["reviewed"] == 1
        again = asyncio.run(review(server, {"game": game, "moves": moves}))
    assert [message for message in again if message["type"] == "reviewing"] == [], "not searched again"
    assert told(again) == told(first)


def told(messages: list[dict[str, Any]]) -> Any:
    [found] = [message["review"] for message in messages if message["type"] == "reviewed"]
    return found


async def review(server: Server, asked: dict[str, Any]) -> list[dict[str, Any]]:
    heard = []
    async with websockets.connect(f"ws://localhost:{server.port}/api/analysis") as socket:
        await socket.send(json.dumps({"type": "review", "id": 1, **asked}))
        async for text in socket:
            heard.append(json.loads(text))
            if heard[-1]["type"] == "rested":
                break
    return heard
