"""American checkers (English draughts) for Python.

>>> import crownhead as ch
>>> position = ch.Position.start()
>>> position.play(position.parse_move("11-15")).fen
'W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15'
"""

import importlib
import typing

import crownhead._variant  # noqa: F401  # first: it chooses the core that all others load
from crownhead.errors import (
    AmbiguousMove,
    CorruptBook,
    CorruptTable,
    CrownheadError,
    EngineError,
    GameOver,
    IllegalAction,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    InvalidProof,
    MissingTable,
    MoveError,
    NotNow,
    PDNError,
    PictureError,
    TooManyPieces,
)
from crownhead.picture import notebook
from crownhead.record.board import Board
from crownhead.record.outcome import Ending, Outcome
from crownhead.rules.colour import BLACK, RED, WHITE, Colour
from crownhead.rules.move import Move
from crownhead.rules.perft import divide, perft
from crownhead.rules.piece import Piece
from crownhead.rules.position import Position
from crownhead.rules.square import SQUARES, Square

if typing.TYPE_CHECKING:
    from crownhead import play, study
    from crownhead.book.book import Book
    from crownhead.engine import Engine, Info, Limit, Played, Score
    from crownhead.picture import svg
    from crownhead.proofs.checker import check_proof
    from crownhead.proofs.proof import Proof
    from crownhead.proofs.prover import prove
    from crownhead.record import pdn
    from crownhead.record.game.game import Game
    from crownhead.tablebase import Tablebase

__version__ = "0.1.0"

__all__ = [
    "BLACK",
    "RED",
    "SQUARES",
    "WHITE",
    "AmbiguousMove",
    "Board",
    "Book",
    "Colour",
    "CorruptBook",
    "CorruptTable",
    "CrownheadError",
    "Ending",
    "Engine",
    "EngineError",
    "Game",
    "GameOver",
    "IllegalAction",
    "IllegalMove",
    "Info",
    "InvalidMove",
    "InvalidPosition",
    "InvalidProof",
    "Limit",
    "MissingTable",
    "Move",
    "MoveError",
    "NotNow",
    "Outcome",
    "PDNError",
    "PictureError",
    "Piece",
    "Played",
    "Position",
    "Proof",
    "Score",
    "Square",
    "Tablebase",
    "TooManyPieces",
    "check_proof",
    "divide",
    "pdn",
    "perft",
    "play",
    "prove",
    "study",
    "svg",
]

notebook.shows_itself(Position, Board)

_LAZY = {
    **dict.fromkeys(("Engine", "Info", "Limit", "Played", "Score"), "crownhead.engine"),
    "Book": "crownhead.book.book",
    "Game": "crownhead.record.pdn",
    "Proof": "crownhead.proofs.proof",
    "check_proof": "crownhead.proofs.checker",
    "pdn": "crownhead.record.pdn",
    "prove": "crownhead.proofs.prover",
    "play": "crownhead.play",
    "Tablebase": "crownhead.tablebase.tablebase",
    "study": "crownhead.study",
    "svg": "crownhead.picture.svg",
}
"""What not every program needs is loaded when first used: a module, or an object of that name in one."""


def __getattr__(name: str) -> typing.Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(_LAZY[name])
    return getattr(module, name, module)


def __dir__() -> list[str]:
    return __all__
