from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from crownhead.errors import JournalError
from crownhead.files import Journal
from crownhead.match.game import Finished
from crownhead.match.journal import GameJournal

SETTINGS = {"first": "level=2", "second": "level=1", "seed": 3}


def finished(number: int) -> Finished:
    return Finished(number, "start", "B:W30:B1", ["1-5"], 0.5, "agreed", "", (0.1, 0.2), (0.1, 0.1), (1, 0))


def test_games_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "a.match"
    with closing(GameJournal(path, SETTINGS)) as journal:
        for number in range(3):
            journal.add(finished(number))
        assert journal.count == 3
    with closing(GameJournal(path, SETTINGS)) as journal:
        first, *rest = journal.games()
    assert first.points == 0.5
    assert first.moves == ["1-5"]
    assert first.result == "1/2-1/2"
    assert [game.number for game in rest] == [1, 2]


def test_a_line_that_is_no_game_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.match"
    with Journal(path, "match", SETTINGS) as journal:
        journal.add(finished(0).to_json())
        journal.add({"nonsense": 1})
    with (
        closing(GameJournal(path, SETTINGS)) as games,
        pytest.raises(JournalError, match="line 3: this is not"),
    ):
        list(games.games())
