"""The library put in order: imports, collections, tags, deleting with undo, players."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.running import PATIENCE, Server

from crownhead import files
from crownhead.record.pdn import parser

NewServer = Callable[..., Server]
CUP = "\n\n".join(
    f'[Event "Cup"]\n[Date "{1990 + number % 3}.05.01"]\n[Black "{black}"]\n[White "{white}"]\n[Result "{result}"]\n\n'
    f"1. 11-15 23-19 2. 8-11 22-17 3. 4-8 {result}"
    for number, (black, white, result) in enumerate(
        [
            ("Tinsley", "Hunt", "1-0"),
            ("Hunt", "Tinsley", "1/2-1/2"),
            ("Tinsley", "Long", "1-0"),
            ("Long", "Tinsley", "1-0"),
        ]
    )
)


@pytest.fixture
def client(new_server: NewServer) -> Iterator[httpx.Client]:
    with httpx.Client(timeout=PATIENCE, base_url=new_server().url) as client:
        yield client


def brought_in(client: httpx.Client, data: bytes | str, name: str = "games.pdn") -> dict[str, Any]:
    begun = client.post("/api/library/imports", params={"name": name}, content=data)
    assert begun.status_code == 202, begun.text
    return ended(client, begun.json()["number"])


def ended(client: httpx.Client, number: int) -> dict[str, Any]:
    while True:
        data: dict[str, Any] = client.get("/api/library/imports", params={"number": number}).json()
        if data["state"] != "running":
            return data
        time.sleep(0.05)


def total(client: httpx.Client, **search: str) -> int:
    answer = client.get("/api/library", params=search)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["total"])


def order(client: httpx.Client, **asked: Any) -> dict[str, Any]:
    answer = client.post("/api/library/order", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def test_an_import_is_counted_told_apart_and_undone(client: httpx.Client) -> None:
    first = brought_in(client, gzip.compress(CUP.encode()), "cup.pdn.gz")
    assert (first["state"], first["games"], first["duplicates"]) == ("done", 4, 0)
    # The same games laid out in another way, and one that is new.
    again = CUP.replace("\n1. ", "\n1.  ") + '\n\n[Black "New"][White "Comer"] 1. 9-13 *'
    second = brought_in(client, again)
    assert (second["games"], second["duplicates"]) == (1, 4)
    undone = client.delete("/api/library/imports", params={"number": second["number"]}).json()
    assert (undone["state"], total(client)) == ("undone", 4)
    assert brought_in(client, again)["games"] == 1, "what was undone can be brought in again"


@pytest.mark.parametrize(
    "text",
    [
        Path(files.__file__).read_bytes(),
        Path(parser.__file__).read_bytes(),
        b"Dear John,\n\nmeet me at 11-15 (see [1]).\n",
        b"\x00\x01\x02binary",
        b"",
        b'[Event "chess"][GameType "0"] 1. e4 e5 *',
    ],
    ids=["python", "more python", "letter", "binary", "empty", "chess"],
)
def test_what_is_no_pdn_is_refused_and_leaves_nothing(client: httpx.Client, text: bytes) -> None:
    refused = brought_in(client, text)
    assert refused["state"] == "failed"
    assert refused["error"]
    assert total(client) == 0


def test_every_kind_of_search(client: httpx.Client) -> None:
    brought_in(client, CUP + '\n\n[Event "End"][FEN "B:WK32,30:BK1"][Black "Åse"][White "Zoë"] 1. 1-6 *')
    assert total(client, player="tins") == 4
    assert total(client, player="cup") == 0, "an event is no player"
    assert total(client, event="cup") == 4
    assert total(client, event="tinsley") == 0
    assert total(client, q="hunt cup") == 2
    assert total(client, player="åse") == 1
    assert total(client, date="1991") == 1
    assert total(client, date="1990..1991") == 3
    assert total(client, result="1-0") == 3
    assert total(client, longest="1") == 1
    assert total(client, shortest="3") == 4
    assert total(client, opening="11-15 23-19") == 4
    assert total(client, material="BWw") == 1
    assert total(client, material="WbB") == 1, "whichever side has it"
    assert total(client, material="BW") == 0
    for wrong in ({"date": "soon"}, {"material": "queen"}, {"position": "nowhere"}, {"shortest": "x"}):
        assert client.get("/api/library", params=wrong).status_code in (400, 422)


def test_collections_and_tags(client: httpx.Client) -> None:
    brought_in(client, CUP)
    assert (
        order(client, action="collect", name="Tinsley wins", found={"player": "tinsley", "result": "1-0"})[
            "games"
        ]
        == 3
    )
    games = [game["id"] for game in client.get("/api/library", params={"player": "hunt"}).json()["games"]]
    assert order(client, action="tag", name="study", games=games)["games"] == 2
    labels = {
        (label["kind"], label["name"]): label["games"] for label in client.get("/api/library/labels").json()
    }
    assert labels == {("collection", "Tinsley wins"): 3, ("tag", "study"): 2}
    assert total(client, collection="Tinsley wins", tag="study") == 1
    assert {"study"} == {tag for game in client.get("/api/library").json()["games"] for tag in game["tags"]}
    order(client, action="untag", name="study", games=games)
    assert total(client, tag="study") == 0
    assert client.post("/api/library/order", json={"action": "tag", "name": " "}).status_code == 400


def test_deleting_is_undone_and_a_selection_exported(client: httpx.Client) -> None:
    brought_in(client, CUP)
    games = [game["id"] for game in client.get("/api/library", params={"player": "hunt"}).json()["games"]]
    text = client.post("/api/library.pdn", json={"games": games}).text
    assert text.count("[Event") == 2
    deleted = order(client, action="delete", games=games)
    assert (deleted["games"], total(client)) == (2, 2)
    assert client.get(f"/api/games/{games[0]}/pdn").status_code == 404
    later = order(client, action="delete", found={"result": "1-0"})
    assert later["games"] == 2
    assert order(client, action="restore", when=deleted["when"])["games"] == 2
    assert total(client) == 2, "only what was deleted then"


def test_a_player_s_results(client: httpx.Client) -> None:
    brought_in(client, CUP)
    made = client.get("/api/library/player", params={"name": "tinsley"}).json()
    assert made["black"] == {"wins": 2, "draws": 0, "losses": 0}
    assert made["white"] == {"wins": 0, "draws": 1, "losses": 1}
    assert [row["black"]["wins"] for row in made["openings"]] == [2]
    assert made["years"]["1990"] == {"wins": 1, "draws": 0, "losses": 1}
    picture = client.get("/api/library/player.svg", params={"name": "Tinsley"}).text
    assert picture.startswith("<svg")
    assert "+2 =0 −0" in picture
    assert client.get("/api/library/players").json()[0] == {"name": "Tinsley", "games": 4}


def test_an_import_that_was_killed_leaves_nothing(new_server: NewServer) -> None:
    server = new_server()
    text = "\n\n".join(CUP.replace("Cup", f"Cup {n}").replace("Tinsley", f"T{n}") for n in range(3000))
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        number = client.post("/api/library/imports", content=text).json()["number"]
        while not client.get("/api/library/imports", params={"number": number}).json()["games"]:
            pass
        assert total(client) == 0, "nothing is seen of it before all is there"
        server.kill()
        server.start()
        after = client.get("/api/library/imports", params={"number": number}).json()
        assert (after["state"], after["games"], total(client)) == ("failed", 0, 0)
        assert list(server.folder.glob("*.import")) == []
        assert brought_in(client, CUP)["games"] == 4


def test_two_tabs_bring_in_the_same_file(client: httpx.Client) -> None:
    numbers = [client.post("/api/library/imports", content=CUP).json()["number"] for _ in range(2)]
    made = [ended(client, number) for number in numbers]
    assert [data["games"] + data["duplicates"] for data in made] == [4, 4]
    assert sorted(data["games"] for data in made) == [0, 4]
    assert total(client) == 4
