"""Books as CSV and PDN and back, and the backing up of scores against an independent reference."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from click.testing import CliRunner

import crownhead as ch
from crownhead.book.exchange import lines_from, read_csv, read_pdn, write_csv, write_pdn
from crownhead.book.file import load, save
from crownhead.book.graph import BookGraph, BookNode
from crownhead.book.record import Known, Origin, Records, key_of, name_of
from crownhead.terminal.main import cli


def small_book(folder: Path) -> tuple[Path, Records]:
    """Every position of the first two plies, with scores of every origin, and counts."""
    records: Records = {}
    chance = random.Random(3)
    start = ch.Position.start()
    for position in [start, *(start.play(move) for move in start.legal_moves())]:
        moves = position.legal_moves(unique=True)
        known = [
            Known(name_of(position, m), chance.randint(-99, 99), n, Origin(n % 4), n, 1, 2)
            for n, m in enumerate(moves)
        ]
        records[key_of(position)] = sorted(known, key=lambda k: (-k.score, k.name))
    save(folder / "a.book", records, {})
    return folder / "a.book", records


def test_csv_gives_back_the_same_book(tmp_path: Path) -> None:
    path, records = small_book(tmp_path)
    assert read_csv(write_csv(lines_from(ch.Book.open(path), ch.Position.start(), 1000))) == records


def test_pdn_gives_back_moves_and_scores(tmp_path: Path) -> None:
    path, records = small_book(tmp_path)
    (tmp_path / "a.pdn").write_text(write_pdn(ch.Book.open(path), ch.Position.start(), 1000))
    found = {key: {(k.name, k.score) for k in moves} for key, moves in read_pdn(tmp_path / "a.pdn").items()}
    assert found == {key: {(k.name, k.score) for k in moves} for key, moves in records.items()}


def test_the_command_imports_what_it_exported(tmp_path: Path) -> None:
    path, records = small_book(tmp_path)
    run = CliRunner()
    for ending in ("csv", "pdn"):
        file, out = str(tmp_path / f"x.{ending}"), tmp_path / f"{ending}.book"
        assert run.invoke(cli, ["book", "export", file, "--book", str(path)]).exit_code == 0
        done = run.invoke(cli, ["book", "import", file, "--out", str(out)])
        assert "8 positions read, 8 positions" in done.output, done.output
        assert load(out)[0].keys() == records.keys()


@pytest.mark.parametrize(
    "line", ["nonsense", "B:W21:B1,11-15,1,1,searched,0,0,0", "W:W21:B1,21-17,much,1,searched,0,0,0"]
)
def test_a_line_that_is_none_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(ch.CrownheadError, match="line 2 is no line of a book"):
        read_csv(f"fen,move,score,depth,origin,wins,draws,losses\n{line}\n")


# -- backing up, with repetitions ------------------------------------------------------------------


def graph_of(nodes: dict[int, list[tuple[int, int]]]) -> BookGraph:
    """Of each node its moves: where they lead, and the searched score that counts where that is no node."""
    graph = BookGraph([])
    for key, moves in nodes.items():
        node = object.__new__(BookNode)
        node.moves = [None for _ in moves]  # type: ignore[misc]
        node.children = [child for child, _ in moves]
        node.searched = [score for _, score in moves]
        node.depths = [1 for _ in moves]
        node.value = 0
        graph.nodes[key] = node
    return graph


def reaches(nodes: dict[int, list[tuple[int, int]]], first: int, least: int) -> set[int]:
    """Nodes from which a player, to move if `first` is 0 and waiting if it is 1, can force a leaf that is worth
    `least` to that player: the attractor of those leaves, found step by step over (node, whose turn)."""
    won: set[tuple[int, int]] = set()
    while True:
        before = len(won)
        for key, moves in nodes.items():
            for turn in (0, 1):
                sign = 1 if turn == 0 else -1
                good = [
                    (child, 1 - turn) in won if child in nodes else sign * score >= least
                    for child, score in moves
                ]
                if any(good) if turn == 0 else all(good):
                    won.add((key, turn))
        if len(won) == before:
            return {key for key, turn in won if turn == first}


def value(nodes: dict[int, list[tuple[int, int]]], key: int) -> int:
    """The most that the side to move can force; play without end is worth 0."""
    scores = sorted({abs(score) for moves in nodes.values() for _, score in moves} | {0}, reverse=True)
    for least in scores:
        if least > 0 and key in reaches(nodes, 0, least):
            return least
    for least in scores:  # what the other side can force
        if least > 0 and key in reaches(nodes, 1, least):
            return -least
    return 0


def test_scores_through_transpositions_and_repetitions_are_those_of_the_game() -> None:
    """Random graphs with many cycles, against attractors, which share nothing with value iteration."""
    chance = random.Random(11)
    for _ in range(150):
        size = chance.randint(1, 7)
        nodes = {
            key: [(chance.randrange(size + 3), chance.randint(-3, 3)) for _ in range(chance.randint(1, 3))]
            for key in range(size)
        }
        graph = graph_of(nodes)
        graph.back_up()
        assert {key: node.value for key, node in graph.nodes.items()} == {
            key: value(nodes, key) for key in nodes
        }, nodes
