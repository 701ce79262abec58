"""Positions, moves and lines as the messages that show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from crownhead.rules.colour import BLACK, Colour
from crownhead.web.messages.position import MoveData, PlyData, PositionData

if TYPE_CHECKING:
    from collections.abc import Callable

    from crownhead.record.board import Board
    from crownhead.record.ply import Ply
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position
    from crownhead.web.messages.wire import Side


def side_of(colour: Colour) -> Side:
    return "black" if colour == BLACK else "white"


def move_data(position: Position, move: Move) -> MoveData:
    return MoveData(position.notation(move), _numbers(move.path), _numbers(move.captures))


def position_data(position: Position) -> PositionData:
    moves = [move_data(position, move) for move in position.legal_moves()]
    return PositionData(position.fen, side_of(position.turn), position.must_jump, moves)


def ply_data(ply: Ply, from_book: bool = False) -> PlyData:
    """A ply that has a move."""
    before = cast("Ply", ply.previous).position
    move = cast("Move", ply.move)
    path, captures = _numbers(move.path), _numbers(move.captures)
    return PlyData(before.notation(move), path, captures, ply.position.fen, from_book)


def plies_data(board: Board, is_from_book: Callable[[int], bool] = lambda number: False) -> list[PlyData]:
    """Of every move it may be asked, by its number from 0, whether it is from an opening book."""
    plies = [ply for ply in board.ply.back() if ply.move is not None][::-1]
    return [ply_data(ply, is_from_book(number)) for number, ply in enumerate(plies)]


def _numbers(squares: tuple[int, ...]) -> list[int]:
    return [int(square) for square in squares]
