"""The engine with a database plays the published endings against the best defence, draw rules and all."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import crownhead as ch
from crownhead import Move, Position, _core
from crownhead.tablebase import Tablebase
from crownhead.tablebase.slices import slices_with

# Plies to the end, from the facts.
FOUR_PIECES = {"W:WK15,20:BK28,12": 81, "B:WK14:B5,13": 12}
FIVE_PIECES = {"W:WK22,K23,K24:BK31,K32": 15, "B:WK10,K30:BK3,5,K29": 147}
DRAWN = "B:W20,16,K2:BK25,K10"


def best_move(tablebase: Tablebase, position: Position) -> Move:
    return tablebase.moves(position)[0][0]


def play(
    tablebase: Tablebase,
    fen: str,
    engine_plays: ch.Colour,
    limit: ch.Limit,
    defender: Tablebase | None = None,
) -> ch.Board:
    """The opponent is a database with distances; a draw counts as soon as it can be claimed."""
    board = ch.Board(Position.from_fen(fen))
    with ch.Engine(tablebase=tablebase, hash_mb=16) as engine:
        while not board.outcome(claim_draw=True):
            if board.turn == engine_plays:
                board.push(engine.play(board, limit).move)
            else:
                board.push(best_move(defender or tablebase, board.position))
    return board


def check_win(tablebase: Tablebase, fen: str, plies: int) -> None:
    turn = Position.from_fen(fen).turn
    winner = turn if plies % 2 else turn.opponent
    for limit in (ch.Limit(depth=2), ch.Limit(nodes=1)):
        board = play(tablebase, fen, winner, limit)
        outcome = board.outcome(claim_draw=True)
        assert outcome
        assert outcome.winner == winner
        assert len(board.moves) == plies


@pytest.mark.parametrize("fen", FOUR_PIECES)
def test_four_pieces_are_won(four: Tablebase, fen: str) -> None:
    check_win(four, fen, FOUR_PIECES[fen])


@pytest.mark.deep
@pytest.mark.parametrize("fen", FIVE_PIECES)
def test_five_pieces_are_won(five: Tablebase, fen: str) -> None:
    check_win(five, fen, FIVE_PIECES[fen])


@pytest.mark.deep
def test_five_pieces_are_held(five: Tablebase) -> None:
    board = play(five, DRAWN, ch.BLACK, ch.Limit(depth=4))
    outcome = board.outcome(claim_draw=True)
    assert outcome
    assert outcome.winner is None


def test_every_line_has_its_distance(four: Tablebase) -> None:
    """Whether the position is won or lost: the sooner the win and the later the loss, the better the move."""
    lots = random.Random(7)
    slices = [slice for n in (3, 4) for slice in slices_with(n)]
    with ch.Engine(tablebase=four, hash_mb=1) as engine:
        for _ in range(100):
            slice = lots.choice(slices)
            position = _core.slice_position(slice, lots.randrange(slice.positions))
            moves = four.moves(position)
            if not moves or four.probe(position).result == "draw":
                continue
            best = engine.play(position, ch.Limit(depth=3)).score
            lines = list(engine.analyse(position, ch.Limit(depth=3), lines=len(moves)))[-len(moves) :]
            assert str(best) == str(four.probe(position))
            assert [info.score.plies for info in lines] == [value.plies for _, value in moves]


@pytest.fixture(scope="module")
def verdicts(four_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    """Without distances."""
    folder = tmp_path_factory.mktemp("verdicts")
    for path in four_folder.glob("*.wld"):
        (folder / path.name).symlink_to(path)
    return Tablebase.open(folder)


@pytest.mark.parametrize("fen", ["W:WK15,20:BK28,12", "B:WK1:BK18,K31"])
def test_wins_of_unknown_distance_are_won(four: Tablebase, verdicts: Tablebase, fen: str) -> None:
    winner = Position.from_fen(fen).turn
    board = play(verdicts, fen, winner, ch.Limit(nodes=100_000), defender=four)
    outcome = board.outcome(claim_draw=True)
    assert outcome
    assert outcome.winner == winner


def test_no_win_of_unknown_distance_is_given_away(verdicts: Tablebase) -> None:
    """Not even by who looks at one position."""
    lots = random.Random(4)
    won = 0
    with ch.Engine(tablebase=verdicts, hash_mb=1) as engine:
        while won < 200:
            slice = lots.choice(list(slices_with(4)))
            position = _core.slice_position(slice, lots.randrange(slice.positions))
            if verdicts.probe(position).result != "win":
                continue
            won += 1
            move = engine.play(position, ch.Limit(nodes=1)).move
            assert verdicts.probe(position.play(move)).result == "loss", position.fen


def test_what_is_won_or_lost_is_called_so(verdicts: Tablebase) -> None:
    """In every line, though the search sees no end of it."""
    position = Position.from_fen("W:WK15,20:BK28,12")
    won = verdicts.moves(position)[0][0]
    with ch.Engine(tablebase=verdicts, hash_mb=16) as engine:
        best = engine.play(position, ch.Limit(depth=6))
        lines = list(engine.analyse(position, ch.Limit(depth=6), lines=4))[-4:]
        lost = engine.play(position.play(won), ch.Limit(depth=6))
    assert verdicts.probe(position.play(best.move)).result == "loss"
    assert (str(best.score), str(lost.score)) == ("win (database)", "loss (database)")
    for info in lines:
        value = verdicts.probe(position.play(info.line[0])).before
        assert str(info.score) == f"{value.result} (database)"
