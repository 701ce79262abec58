"""Where a game begins: the start, the position of its FEN, or nowhere, if it is another game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from crownhead.errors import InvalidPosition
from crownhead.record.game.game import is_american
from crownhead.record.pdn.lexer import NULL_SETUP, PLAIN_FEN, SETUP, TOKEN
from crownhead.rules.fen import parse_fen
from crownhead.rules.piece import Piece
from crownhead.rules.position import Position

if TYPE_CHECKING:
    from crownhead.record.game.headers import Headers
    from crownhead.record.pdn.report import ProblemReport
    from crownhead.rules.setup import Setup

_FIRST_MOVE = re.compile(rb"(?<![0-9])0?([0-9]{1,2})[-x:][0-9]")


def initial_position(headers: Headers, offset: int, report: ProblemReport) -> tuple[Position | None, int]:
    """The position, None if it is not one of American checkers, and where the moves begin."""
    game_type = headers.get("GameType", "")
    if not is_american(game_type):
        said = f"GameType {game_type[:40]} is not American checkers, which is 21: its moves are kept as text"
        report.foreign(_tag("GameType", report), said)
        return None, offset
    fen = headers.get("FEN")
    if fen is None:
        return _from_body(headers, offset, report)
    position = position_of(fen, _tag("FEN", report), report.text[offset:], report)
    if position is not None:
        headers["FEN"] = position.fen
    return position, offset


def _tag(name: str, report: ProblemReport) -> int:
    return max(report.text.find(b"[" + name.encode()), 0)


def _from_body(headers: Headers, offset: int, report: ProblemReport) -> tuple[Position | None, int]:
    """A setup before all moves says where the game begins, if no tag does."""
    token = TOKEN.match(report.text, offset)
    setup = SETUP.fullmatch(token[0]) if token is not None else None
    if token is None or setup is None or NULL_SETUP.fullmatch(setup[1]):
        return Position.start(), offset
    position = position_of(setup[1].decode(), offset, report.text[token.end() :], report)
    if position is None:
        return Position.start(), offset
    headers["FEN"] = position.fen
    return position, token.end()


def position_of(fen: str, at: int, moves: bytes, report: ProblemReport) -> Position | None:
    """The position of a FEN that stands at an offset and is followed by moves."""
    setup = parse_fen(fen)
    if NULL_SETUP.fullmatch(fen.encode().rstrip(b". ")):
        report.damage(at, "the FEN has no pieces")
        return None
    _crown(setup, at, report)
    if setup.turn is None and not setup.reasons:
        _guess_turn(setup, at, moves, report)
    try:
        position = Position.from_setup(setup)
    except InvalidPosition as error:
        report.damage(at, f"the FEN is no position of American checkers: {error}")
        return None
    if not PLAIN_FEN.fullmatch(fen):
        report.forgiven(at, "the FEN has spaces, small letters or a full stop, which the standard does not")
    return position


def _crown(setup: Setup, at: int, report: ProblemReport) -> None:
    """A man on its crownhead cannot be: it is a king whose K was forgotten."""
    for square, piece in setup.pieces.items():
        if not piece.king and square.row == piece.colour.crownhead:
            setup.pieces[square] = Piece.of(piece.colour, king=True)
            report.forgiven(at, f"the FEN has a {piece} on {square}, its crownhead: read as a king")


def _guess_turn(setup: Setup, at: int, moves: bytes, report: ProblemReport) -> None:
    first = _FIRST_MOVE.search(moves)
    piece = setup.pieces.get(int(first[1])) if first else None  # type: ignore[call-overload]
    if piece is not None:
        setup.turn = piece.colour
        report.forgiven(at, f"the FEN does not say who is to move: {piece.colour}, by the first move")
