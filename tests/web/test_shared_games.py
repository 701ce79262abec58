"""Games of the terminal in the browser, and of the browser in the terminal: one game, one player's place at a time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from web.running import PATIENCE, Server

import crownhead as ch
from crownhead.record.library.gamefile import GameFile

NewServer = Callable[..., Server]


def in_terminal(folder: Path, *typed: str, options: tuple[str, ...] = ()) -> str:
    command = [sys.executable, "-m", "crownhead", "play", "--style", "plain", *options]
    environment = {"CROWNHEAD_DATA": str(folder), "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"}
    said = subprocess.run(
        command, input="\n".join(typed) + "\n", env=environment, capture_output=True, text=True, check=True
    )
    return said.stdout


TWO_PEOPLE = ("--black", "person", "--white", "person")


def move(client: httpx.Client, made: dict, ply: int, text: str) -> httpx.Response:  # type: ignore[type-arg]
    side = ("black", "white")[ply % 2]
    return client.post(
        f"/api/games/{made['game']['id']}/moves",
        json={"ply": ply, "move": text},
        headers={"Authorization": f"Bearer {made['seats'][side]}"},
    )


@pytest.fixture
def home(new_server: NewServer) -> Iterator[tuple[Server, httpx.Client]]:
    server = new_server()
    with httpx.Client(timeout=PATIENCE, base_url=server.url) as client:
        yield server, client


def test_a_game_of_the_terminal_goes_on_in_the_browser_and_back(home: tuple[Server, httpx.Client]) -> None:
    server, client = home
    in_terminal(server.folder, "11-15", "23-19", "quit", options=TWO_PEOPLE)
    (listed,) = client.get("/api/library/unfinished").json()
    assert (listed["kind"], listed["plies"], listed["result"]) == ("terminal", 2, "*")
    made = client.get(f"/api/games/{listed['id']}").json()
    assert [ply["text"] for ply in made["game"]["plies"]] == ["11-15", "23-19"]
    assert set(made["seats"]) == {"black", "white", "watch"}
    assert move(client, made, 2, "8-11").status_code == 200
    (path,) = (server.folder / "games").glob("*.pdn")
    assert [str(m) for m in ch.pdn.read(path).moves] == ["11-15", "23-19", "8-11"]
    server.stop()
    said = in_terminal(server.folder, "22-17", "quit", options=("--resume",))
    assert "Your game continues at move 2" in said
    assert len(ch.pdn.read(path).moves) == 4


def test_nobody_plays_a_game_that_a_terminal_holds(home: tuple[Server, httpx.Client]) -> None:
    server, client = home
    in_terminal(server.folder, "11-15", "quit", options=TWO_PEOPLE)
    (listed,) = client.get("/api/library").json()["games"]
    (path,) = (server.folder / "games").glob("*.pdn")
    held = GameFile(path)
    refused = client.get(f"/api/games/{listed['id']}")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "game_in_use")
    assert client.get(f"/api/games/{listed['id']}/pdn").status_code == 200, "it can be read all the same"
    held.close()
    assert client.get(f"/api/games/{listed['id']}").status_code == 200


def test_a_game_of_the_browser_goes_on_in_the_terminal(home: tuple[Server, httpx.Client]) -> None:
    server, client = home
    made = client.post("/api/games", json={"kind": "screen", "name": "Ann", "opponent": "Bob"}).json()
    assert move(client, made, 0, "11-15").status_code == 200
    said = in_terminal(server.folder, "23-19", "8-11", "quit", options=("--resume",))
    assert "Your game continues" in said
    (path,) = (server.folder / "games").glob("*.pdn")
    record = ch.pdn.read(path)
    assert [str(m) for m in record.moves] == ["11-15", "23-19", "8-11"]
    assert (record.headers["Black"], record.headers["White"]) == ("Ann", "Bob")
    late = move(client, made, 1, "22-18")
    assert (late.status_code, late.json()["error"]["code"]) == (409, "game_in_use")
    (listed,) = client.get("/api/library").json()["games"]
    assert (listed["id"], listed["plies"]) == (made["game"]["id"], 3), "one game, and not two"


def test_a_terminal_that_was_killed_while_it_took_a_game_out_has_changed_nothing(
    home: tuple[Server, httpx.Client],
) -> None:
    server, client = home
    made = client.post("/api/games", json={"kind": "screen"}).json()
    assert move(client, made, 0, "11-15").status_code == 200
    games = server.folder / "games"
    games.mkdir()
    (games / f"{made['game']['id']}.pdn").write_text('[Event "half way"] 1. 11-15 *\n')
    (listed,) = client.get("/api/library").json()["games"]
    assert listed["kind"] == "screen"
    assert move(client, made, 1, "23-19").status_code == 200


def lose_in_browser(client: httpx.Client, level: int) -> str:
    """The game's name."""
    wanted = {"kind": "engine", "level": level, "colour": "black"}
    made = client.post("/api/games", json=wanted).json()
    assert move(client, made, 0, "11-15").status_code == 200
    resign = client.post(
        f"/api/games/{made['game']['id']}/actions",
        json={"action": "resign", "side": "black"},
        headers={"Authorization": f"Bearer {made['seats']['black']}"},
    )
    assert resign.json()["result"] == "0-1"
    return str(made["game"]["id"])


def lose_in_terminal(folder: Path, level: int) -> str:
    return in_terminal(folder, "11-15", "resign", "yes", "quit", options=("--new", "--level", str(level)))


def test_games_of_terminal_and_browser_count_together_for_another_level(
    home: tuple[Server, httpx.Client],
) -> None:
    server, client = home
    assert "in a row" not in lose_in_terminal(server.folder, 3)
    lose_in_browser(client, 3)
    assert "lost 3 games in a row at level 3. Type new level 2" in lose_in_terminal(server.folder, 3)
    fourth = lose_in_browser(client, 3)
    told = client.get(f"/api/games/{fourth}/suggestion").json()
    assert (told["level"], told["streak"]) == (2, 3)
    assert "in a row" not in lose_in_terminal(server.folder, 4), (
        "the game of the browser was at another level"
    )
    in_terminal(server.folder, "11-15", "23-19", "resign", "yes", "quit", options=(*TWO_PEOPLE, "--new"))
    lose_in_browser(client, 4)
    assert client.get(f"/api/games/{fourth}/suggestion").json()["level"] is None, "it is not the latest"
    fifth = lose_in_browser(client, 4)
    assert client.get(f"/api/games/{fifth}/suggestion").json()["level"] == 3, (
        "games of two people do not count"
    )


def test_the_library_follows_what_a_terminal_plays(home: tuple[Server, httpx.Client]) -> None:
    server, client = home
    in_terminal(server.folder, "11-15", "23-19", "quit", options=TWO_PEOPLE)
    start = ch.Board.of(None, ["11-15", "23-19"]).position.fen
    assert client.get("/api/library", params={"position": start}).json()["total"] == 1
    later = ch.Board.of(None, ["11-15", "23-19", "8-11"]).position.fen
    assert client.get("/api/library", params={"position": later}).json()["total"] == 0
    in_terminal(server.folder, "8-11", "resign", "yes", "quit", options=("--resume",))
    found = client.get("/api/library", params={"position": later}).json()
    assert [(game["plies"], game["result"]) for game in found["games"]] == [(3, "1-0")]
    assert client.get("/api/library/unfinished").json() == []
