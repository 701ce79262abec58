"""Moves as people write them: 11-15, 15x22, 15x22x31. Reading, writing, and saying why a move cannot be."""

from __future__ import annotations

import re
from typing import NoReturn

from crownhead import _core
from crownhead._core import NoMatch
from crownhead.errors import AmbiguousMove, IllegalMove, InvalidMove
from crownhead.rules.fen import write_fen
from crownhead.rules.move import Move
from crownhead.rules.square import SQUARES, Square

_SIGNS = str.maketrans({**dict.fromkeys("‐‑‒–—―−", "-"), "×": "x", "*": "x"})
_MOST_SHOWN = 8
_FORM = "expected squares joined by - or x, as in 11-15 or 22x15x8"


def parse_move(position: _core.Position, text: str) -> Move:
    found = _match(position, text) if isinstance(text, str) else NoMatch.MALFORMED
    if isinstance(found, Move):
        return found
    tidy = _tidied(position, text)
    found = _match(position, tidy)
    match found:
        case NoMatch.MALFORMED:
            raise _malformed(position, text, tidy)
        case NoMatch.NONE_FITS:
            raise _illegal(position, text, list(map(int, re.findall(r"\d+", tidy))))
        case NoMatch.SEVERAL_FIT:
            raise _ambiguous(position, text, tidy)
    return found


def plain_signs(text: str) -> str:
    """With - for every dash that people and programs write, and x for every sign of a capture but the colon."""
    return text.translate(_SIGNS)


def _match(position: _core.Position, text: str) -> Move | NoMatch:
    return position.match(text) if text.isascii() else NoMatch.MALFORMED


def notation(position: _core.Position, move: Move) -> str:
    if not isinstance(move, _core.Move):
        raise TypeError(f"a move is needed, not {type(move).__name__}: parse_move makes one from a text")
    rivals = [other for other in position.legal_moves() if _same_ends(other, move)]
    if move not in rivals:
        refuse(position, move)
    if len(rivals) > 1 or not move.is_jump:
        return str(move)
    return f"{move.origin}x{move.target}"


def refuse(position: _core.Position, move: Move) -> NoReturn:
    """Raises IllegalMove for a move that may not be played here."""
    raise _illegal(position, str(move), list(move.path))


def _same_ends(a: Move, b: Move) -> bool:
    return a.origin == b.origin and a.target == b.target


def _tidied(position: _core.Position, text: object) -> str:
    if not isinstance(text, str):
        message = f"a move is a text or a Move, not {type(text).__name__}"
        raise InvalidMove(message, text=repr(text)[:80], fen=_fen(position))
    return re.sub(r"\s+", "", plain_signs(text[:200]).lower()).removesuffix(".")


def _malformed(position: _core.Position, text: str, tidy: str) -> InvalidMove:
    numbers = [int(number) for number in re.findall(r"\d{1,6}", tidy)]
    off_board = [number for number in numbers if not 1 <= number <= 32]
    shown = text if len(text) <= 40 else text[:37] + "..."
    if not tidy:
        message = f"the move is empty: {_FORM}"
    elif off_board and re.fullmatch(r"\d+([-x:]\d+)+", tidy):
        message = f"{shown!r} names square {off_board[0]}: squares are numbered 1 to 32"
    else:
        message = f"{shown!r} is not a move: {_FORM}"
    return InvalidMove(message, text=shown, fen=_fen(position))


def _ambiguous(position: _core.Position, text: str, tidy: str) -> AmbiguousMove:
    ends = re.findall(r"\d+", tidy)
    fits = [str(m) for m in position.legal_moves() if m.origin == int(ends[0]) and m.target == int(ends[-1])]
    message = f"{text!r} fits several moves: say which, {_listed(fits)}"
    return AmbiguousMove(message, text=text, fen=_fen(position), candidates=fits)


def _illegal(position: _core.Position, text: str, squares: list[int]) -> IllegalMove:
    message = f"{text} is not legal: {why_not(position, squares)}"
    return IllegalMove(message, text=text, fen=_fen(position))


def why_not(position: _core.Position, squares: list[int]) -> str:
    """The first rule that a move along these squares breaks, in words, with what could be played instead."""
    origin = Square(squares[0])
    legal = position.legal_moves()
    piece = position.piece_at(origin)
    if not legal:
        return f"the game is over, {position.turn} has no move"
    if piece is None:
        return f"there is no piece on {origin}"
    if piece.colour is not position.turn:
        return f"the piece on {origin} is {piece.colour}'s, and {position.turn} is to move"
    from_here = [str(move) for move in legal if move.origin == origin]
    if position.must_jump:
        return _why_no_jump(origin, from_here, [str(move) for move in legal])
    if not from_here:
        return f"the {piece} on {origin} cannot move"
    if len(squares) > 1 and not piece.king and _goes_back(position, origin, squares[1]):
        return f"men move forward only; from {origin}: {_listed(from_here)}"
    return f"from {origin} there is only {_listed(from_here)}"


def _why_no_jump(origin: Square, from_here: list[str], legal: list[str]) -> str:
    if from_here:
        return f"you must jump, and jump on while you can: {_listed(from_here)}"
    return f"you must jump: {_listed(legal)}"


def _goes_back(position: _core.Position, origin: Square, number: int) -> bool:
    return (Square(number).row - origin.row) * position.turn.forward < 0


def _listed(moves: list[str]) -> str:
    shown = moves[:_MOST_SHOWN]
    if len(moves) > len(shown):
        return ", ".join(shown) + f" or {len(moves) - len(shown)} others"
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _fen(position: _core.Position) -> str:
    return write_fen(map(position.piece_at, SQUARES), position.turn)
