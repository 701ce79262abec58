"""The explorer brings together what the book, the games and the list of names say."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

import crownhead as ch
from crownhead.book.file import save
from crownhead.book.record import Known, Origin, key_of, name_of
from crownhead.record.collection.continuations import PlayedTally
from crownhead.study.openings import explore
from crownhead.terminal.main import cli


def book_with(folder: Path, board: ch.Board, scores: dict[str, int], origin: Origin) -> ch.Book:
    position = board.position
    known = [Known(name_of(position, position.parse_move(m)), s, 9, origin) for m, s in scores.items()]
    save(folder / "a.book", {key_of(position): known}, {})
    return ch.Book.open(folder / "a.book")


def test_moves_of_the_book_come_first_and_then_those_played_most(tmp_path: Path) -> None:
    board = ch.Board()
    book = book_with(tmp_path, board, {"12-16": -20, "9-14": 15}, Origin.SEARCHED)
    moves = {str(move): move for move in board.legal_moves()}
    found = explore(board, book, {moves["10-15"]: PlayedTally(1, 0, 0), moves["11-15"]: PlayedTally(2, 1, 0)})
    assert [one.text for one in found.moves][:4] == ["9-14", "12-16", "11-15", "10-15"]
    assert [one.score for one in found.moves][:3] == ["+0.15", "-0.20", ""]
    assert found.games == 4
    assert len(found.moves) == 7


def test_a_move_that_was_only_played_has_no_score(tmp_path: Path) -> None:
    book = book_with(tmp_path, ch.Board(), {"12-16": 0}, Origin.PLAYED)
    assert all(one.score == "" for one in explore(ch.Board(), book, {}).moves)


def test_openings_are_named_and_transpositions_called_so() -> None:
    moves = {one.text: one for one in explore(ch.Board.of(None, ["12-16", "22-18"]), None, {}).moves}
    assert moves["10-14"].leads_into == "transposes to White Doctor"
    moves = {one.text: one for one in explore(ch.Board.of(None, ["10-14", "22-18"]), None, {}).moves}
    assert moves["12-16"].leads_into == "White Doctor"
    found = explore(ch.Board.of(None, ["11-15", "22-17", "8-11", "23-19", "11-16"]), None, {})
    assert found.title == "Glasgow (by transposition)"


def test_the_twin_of_a_position_is_found_in_the_book() -> None:
    board = ch.Board(ch.Position.start().flipped())
    scores = [one.score for one in explore(board, ch.Book.open(), {}).moves]
    assert scores == [one.score for one in explore(ch.Board(), ch.Book.open(), {}).moves]


# -- the command -----------------------------------------------------------------------------------


def test_the_command_counts_games_of_files_and_lists_them(tmp_path: Path) -> None:
    games = tmp_path / "games.pdn"
    games.write_text(
        '[Black "A"]\n[Result "1-0"]\n1. 11-15 23-19 1-0\n\n[Black "B"]\n[Result "0-1"]\n1. 11-15 22-18 0-1\n'
    )
    run = CliRunner()
    asked = ["openings", "explore", "--collection", str(games), "--games"]
    shown = run.invoke(cli, asked, env={"CROWNHEAD_DATA": str(tmp_path)})
    assert shown.exit_code == 0, shown.output
    row = next(line for line in shown.output.splitlines() if line.startswith("11-15"))
    assert row.split()[2:4] == ["2", "1/0/1"]
    assert "games.pdn:1: A - ?, 1-0" in shown.output
    assert "2 games went through this position" in shown.output


def test_the_command_takes_names_and_refuses_what_is_none(tmp_path: Path) -> None:
    run = CliRunner()
    env = {"CROWNHEAD_DATA": str(tmp_path)}
    assert run.invoke(cli, ["openings", "explore", "glasgow"], env=env).output.startswith(
        "11-15 23-19 8-11 22-17 11-16  Glasgow"
    )
    refused = run.invoke(cli, ["openings", "explore", "nowhere"], env=env)
    assert refused.exit_code == 2
    assert "there is no opening called 'nowhere'" in refused.output
    assert "Glasgow: 11-15 23-19" in run.invoke(cli, ["openings", "glasgow"]).output
