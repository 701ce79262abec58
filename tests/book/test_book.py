"""Books: what is written is found again, by two readers; damage is named; scores are backed up as minimax has it."""

from __future__ import annotations

import random
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest
from book import second_reader
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

import crownhead as ch
from crownhead.book.build import BookBuilder
from crownhead.book.file import load, packed, save
from crownhead.book.graph import BookGraph, Scored
from crownhead.book.record import Known, Origin, Records, key_of, merged, name_of
from crownhead.engine import Engine, Limit
from crownhead.engine.move_scores import ScoreMoves
from crownhead.terminal.main import cli

AMBIGUOUS = "W:WK19:B15,16,23,24,7,8"
"""Jumps of one origin and target that capture different pieces."""


def turned(position: ch.Position) -> ch.Position:
    return position.flipped()


def records_of(*fens: str, counts: bool = False) -> Records:
    records: Records = {}
    for fen in fens:
        position = ch.Position.from_fen(fen)
        moves = position.legal_moves(unique=True)
        records[key_of(position)] = [
            Known(name_of(position, move), 10 - 5 * n, n % 64, Origin(n % 4), *((n, 1, 2) if counts else ()))
            for n, move in enumerate(moves)
        ]
    return records


START = ch.Position.start().fen


@pytest.mark.parametrize("counts", [False, True])
def test_what_is_written_is_found_by_both_readers(tmp_path: Path, counts: bool) -> None:
    fens = [START, AMBIGUOUS, "B:W7,8,15,16,23,24,6,14:BK11", "W:WK15,20:BK28,12"]
    records = records_of(*fens, counts=counts)
    path = tmp_path / "a.book"
    save(path, records, {"why": "test"})
    second, recipe = second_reader.read(path)
    assert recipe == {"why": "test"} == ch.Book.open(path).recipe
    assert load(path)[0] == records
    assert len(ch.Book.open(path)) == len(records) == len(second)
    for fen in fens:
        position = ch.Position.from_fen(fen)
        seen = position if position.turn is ch.BLACK else turned(position)
        listed = second[second_reader.key(seen.black_bits, seen.white_bits, seen.king_bits)]
        found = {str(known.move): known for known in ch.Book.open(path).moves(position)}
        assert len(found) == len(listed) == len(position.legal_moves(unique=True))
        for n, move in enumerate(position.legal_moves(unique=True)):
            known = found[str(move)]
            assert (known.score, known.depth, known.origin) == (10 - 5 * n, n % 64, Origin(n % 4))
            assert (known.wins, known.draws, known.losses) == ((n, 1, 2) if counts else (0, 0, 0))
            index = [
                31 - s.index if position.turn is ch.WHITE else s.index for s in (move.origin, move.target)
            ]
            assert any([m.origin, m.target] == index and m.score == known.score for m in listed)


@given(positions())
def test_a_position_and_its_twin_have_one_key_and_the_same_names(position: ch.Position) -> None:
    twin = turned(position)
    assert key_of(position) == key_of(twin)
    names = {name_of(position, move) for move in position.legal_moves(unique=True)}
    assert names == {name_of(twin, move) for move in twin.legal_moves(unique=True)}
    assert len(names) == len(position.legal_moves(unique=True))
    seen = position if position.turn is ch.BLACK else twin
    assert second_reader.key(seen.black_bits, seen.white_bits, seen.king_bits) == key_of(position)


def test_the_twin_finds_the_twin_moves(tmp_path: Path) -> None:
    save(tmp_path / "a.book", records_of(START), {})
    book = ch.Book.open(tmp_path / "a.book")
    twin = turned(ch.Position.start())
    assert twin.turn is ch.WHITE
    mirrored = [[33 - int(square) for square in known.move.path] for known in book.moves(ch.Position.start())]
    assert [list(map(int, known.move.path)) for known in book.moves(twin)] == mirrored


# -- damage ----------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.data())
def test_any_changed_byte_is_noticed(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    whole = bytearray(packed(records_of(START, AMBIGUOUS), {"made": "for a test"}))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    path = tmp_path_factory.getbasetemp() / "damaged.book"
    path.write_bytes(whole)
    with pytest.raises(ch.CorruptBook, match=r"damaged\.book: it"):
        ch.Book.open(path)


@pytest.mark.parametrize("length", [0, 7, 63, 64, 100, 1000])
def test_a_truncated_book_is_not_used(tmp_path: Path, length: int) -> None:
    (tmp_path / "a.book").write_bytes(packed(records_of(START), {})[:length])
    with pytest.raises(ch.CorruptBook, match=r"a\.book: it"):
        ch.Book.open(tmp_path / "a.book")


def test_a_foreign_file_and_none_are_different_errors(tmp_path: Path) -> None:
    (tmp_path / "game.pdn").write_text("1. 11-15 *" * 100)
    with pytest.raises(ch.CorruptBook, match="no opening book"):
        ch.Book.open(tmp_path / "game.pdn")
    with pytest.raises(FileNotFoundError):
        ch.Book.open(tmp_path / "nothing.book")


def test_another_version_is_named(tmp_path: Path) -> None:
    data = bytearray(packed(records_of(START), {}))
    data[8] = 9
    (tmp_path / "a.book").write_bytes(data)
    with pytest.raises(ch.CorruptBook, match="version 9 and this program reads version 1"):
        ch.Book.open(tmp_path / "a.book")


# -- the graph -------------------------------------------------------------------------------------


def test_scores_are_backed_up_as_minimax_has_it() -> None:
    """Random scores at the leaves of the whole tree of three plies, against plain minimax over the same tree."""
    chance = random.Random(5)
    graph = BookGraph([ch.Position.start()])

    def grow(position: ch.Position, depth: int) -> None:
        scored = [Scored(move, chance.randint(-50, 50), 1) for move in position.legal_moves(unique=True)]
        if key_of(position) not in graph.nodes:
            graph.add(position, scored)
        for move in position.legal_moves(unique=True) if depth else []:
            grow(position.play(move), depth - 1)

    def minimax(position: ch.Position) -> int:
        node = graph.nodes[key_of(position)]
        scores = []
        for move, searched in zip(node.moves, node.searched, strict=True):
            child = node.position.play(move)
            known = key_of(child) in graph.nodes
            scores.append(-minimax(child) if known else searched)
        return max(scores)

    grow(ch.Position.start(), 3)
    graph.back_up()
    assert graph.nodes[key_of(ch.Position.start())].value == minimax(ch.Position.start())


def test_going_round_for_ever_is_a_draw() -> None:
    """King against king in the double corner: whatever the leaves promise, the defender goes to and fro."""
    graph = BookGraph([ch.Position.from_fen("B:WK11:BK1")])
    waiting = list(graph.roots)
    while waiting and len(graph.nodes) < 400:
        position = waiting.pop(0)
        if key_of(position) in graph.nodes or position.is_over:
            continue
        graph.add(position, [Scored(move, 0, 1) for move in position.legal_moves(unique=True)])
        waiting += [position.play(move) for move in position.legal_moves(unique=True)]
    graph.back_up()
    assert graph.nodes[key_of(graph.roots[0])].value == 0


def test_the_leaf_that_gives_away_least_comes_first() -> None:
    graph = BookGraph([ch.Position.start()])
    moves = ch.Position.start().legal_moves()
    graph.add(ch.Position.start(), [Scored(move, -10 * n, 1) for n, move in enumerate(moves)])
    graph.back_up()
    first, second, *_ = graph.cheapest_leaves(7)
    assert (first, second) == (ch.Position.start().play(moves[0]), ch.Position.start().play(moves[1]))


def test_merging_keeps_the_deeper_score_and_adds_counts() -> None:
    joined = merged([Known(5, 30, 4, wins=1)], [Known(5, -10, 9, wins=2, draws=1), Known(6, 0, 1)])
    assert joined == [Known(6, 0, 1), Known(5, -10, 9, wins=3, draws=1)]


# -- building --------------------------------------------------------------------------------------


class Here(Executor):
    """Does the work in this process."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def grown(folder: Path, targets: list[int]) -> bytes:
    scorer = ScoreMoves(200)()
    for target in targets:
        with BookBuilder(folder / "b.journal", [ch.Position.start()], 200) as builder:
            for _ in builder.grow(Here(), scorer, positions=target):
                pass
            builder.write(folder / "b.book")
    scorer.close()
    return (folder / "b.book").read_bytes()


def test_a_book_grows_and_goes_on_where_it_was(tmp_path: Path) -> None:
    for name in ("once", "twice"):
        (tmp_path / name).mkdir()
    at_once = grown(tmp_path / "once", [130])
    assert grown(tmp_path / "twice", [64 + 1, 130]) == at_once
    book = ch.Book.open(tmp_path / "once" / "b.book")
    assert len(book) == 130
    best = book.moves(ch.Position.start())
    assert best == sorted(best, key=lambda known: -known.score)
    assert len(ch.Book.open(tmp_path / "twice" / "b.book")) == 130


def test_the_same_work_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    assert grown(tmp_path / "a", [70]) == grown(tmp_path / "b", [70])


# -- playing and the command -----------------------------------------------------------------------


def test_the_engine_plays_the_best_move_of_its_book_and_says_so(tmp_path: Path) -> None:
    position = ch.Position.start()
    records = {key_of(position): [Known(name_of(position, position.parse_move("12-16")), 5, 9)]}
    save(tmp_path / "odd.book", records, {})
    with Engine(book=tmp_path / "odd.book", tablebase=None) as engine:
        played = engine.play(ch.Board(), Limit(nodes=1000))
        assert (str(played.move), played.from_book, played.nodes) == ("12-16", True, 0)
        after = engine.play(ch.Board.of(None, ["12-16"]), Limit(nodes=1000))
        assert not after.from_book
        assert after.nodes > 0


def test_a_weak_level_leaves_the_book_early(tmp_path: Path) -> None:
    board = ch.Board.of(None, ["11-15", "23-19"])
    position = board.position
    records = {key_of(position): [Known(name_of(position, position.legal_moves()[0]), 5, 9)]}
    save(tmp_path / "a.book", records, {})
    for level, from_book in ((1, False), (2, True)):
        with Engine(book=tmp_path / "a.book", tablebase=None, level=level, seed=1) as engine:
            assert engine.play(board, Limit(nodes=2000)).from_book is from_book


def test_the_shipped_book_knows_every_opening_of_three_moves() -> None:
    from crownhead.book.book import shipped
    from crownhead.record.openings.opening import openings

    book = ch.Book(shipped())
    assert len(book) >= 60_000
    assert shipped().stat().st_size <= 1_500_000
    for opening in openings():
        assert book.moves(opening.position), opening
    assert book.recipe["nodes"] >= 10_000


def test_the_command(tmp_path: Path) -> None:
    run = CliRunner()
    path = str(tmp_path / "small.book")
    build = ["book", "build", "--positions", "40", "--nodes", "100", "--processes", "1", "--out", path]
    done = run.invoke(cli, build)
    assert done.exit_code == 0, done.output
    assert "40 positions" in done.output
    shown = run.invoke(cli, ["book", "show", "--book", path])
    assert "11-15" in shown.output
    assert run.invoke(cli, ["book", "check", "--book", path]).output.endswith("sound, 40 positions\n")
    games = tmp_path / "games.pdn"
    games.write_text('[Result "1-0"]\n1. 11-15 23-19 1-0\n\n[Result "0-1"]\n1. 11-15 22-18 0-1\n')
    added = run.invoke(cli, ["book", "add", str(games), "--out", path])
    assert "2 games counted" in added.output
    assert "+1 =0 -1" in run.invoke(cli, ["book", "show", "--book", path]).output
    for name in ("book.csv", "book.pdn"):
        out = run.invoke(cli, ["book", "export", str(tmp_path / name), "--book", path])
        assert out.exit_code == 0, out.output
    assert (tmp_path / "book.csv").read_text().startswith("fen,move,score")
    game = ch.pdn.read(tmp_path / "book.pdn")
    assert not [problem for problem in game.problems if problem.is_damage]
    merged_book = str(tmp_path / "merged.book")
    assert run.invoke(cli, ["book", "merge", path, path, "--out", merged_book]).exit_code == 0
    assert "+2 =0 -2" in run.invoke(cli, ["book", "show", "--book", merged_book]).output


def test_a_position_that_is_not_in_the_book(tmp_path: Path) -> None:
    save(tmp_path / "a.book", records_of(AMBIGUOUS), {})
    done = CliRunner().invoke(cli, ["book", "show", "--book", str(tmp_path / "a.book")])
    assert "is not in the book" in str(done.exception)
