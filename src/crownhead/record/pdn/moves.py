"""Reading moves: following a line of play through the move text of a game, in whatever way the moves are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead import _core
from crownhead.errors import AmbiguousMove, MoveError
from crownhead.record.game.headers import Headers
from crownhead.record.game.node import UNKNOWN_MOVE, passed
from crownhead.record.pdn.lexer import NULL_SETUP, SETUP, TOKEN
from crownhead.record.pdn.start import position_of
from crownhead.record.pdn.visitor import detail_of

if TYPE_CHECKING:
    import re

    from crownhead.record.pdn.report import ProblemReport
    from crownhead.record.pdn.visitor import Visitor
    from crownhead.rules.move import Move
    from crownhead.rules.position import Position

_WHICH_GAME = " (a game without a GameType tag is read as American checkers)"


class MoveReader:
    """Where a reader of move text stands: the place in the text, and the position on the board."""

    __slots__ = (
        "_american",
        "_before",
        "_begun",
        "_detail",
        "_headers",
        "_offset",
        "_position",
        "_report",
        "_stack",
        "_text",
        "_visitor",
    )

    def __init__(self, report: ProblemReport, visitor: Visitor[object]) -> None:
        self._report = report
        self._text = report.text
        self._visitor = visitor
        self._detail = visitor.detail
        self._offset = 0
        self._position: Position | None = None
        """None where it is not known: in another game, or behind a move that is not legal."""
        self._before: Position | None = None
        """The position before the last move: where a variation begins."""
        self._begun = False
        """Whether the present line has a move already."""
        self._stack: list[tuple[Position | None, Position | None, bool]] = []
        """For each variation that is open, the line that it interrupts."""
        self._american = True
        self._headers = Headers()

    def _play_run(self, position: Position) -> None:
        moves, details, before, after, odd, self._offset = _core.play_run(
            position, self._text, self._offset, self._detail
        )
        if moves:
            for each in odd:
                self._note_odd_move(*each)
            self._before, self._position, self._begun = before, after, True
            self._visitor.moves(moves, details)

    def _note_odd_move(self, before: Position, move: Move, at: int) -> None:
        token = TOKEN.match(self._text, at)
        written = token[0].decode() if token else ""
        right = before.notation(move)
        if written != right:
            self._report.forgiven(at, f"{written} should be written {right}")

    def _move(self, token: re.Match[bytes]) -> None:
        """A move that the core did not play: oddly written, not legal, or of another game."""
        written = token[0].decode()
        position = self._position
        if position is None:
            self._add_text(token)
            return
        try:
            move = position.parse_move(_with_sign(written))
        except AmbiguousMove as error:
            chosen = self._fitting(position, error, token.end())
            if chosen is None:
                self._refuse(token, error)
                return
            move = chosen
        except MoveError as error:
            self._refuse(token, error)
            return
        self._note_odd_move(position, move, token.start())
        after = position.play(move)
        self._before, self._position, self._begun = position, after, True
        self._visitor.moves([move], [detail_of(after, self._detail)])

    def _fitting(self, position: Position, error: AmbiguousMove, offset: int) -> Move | None:
        """Of several moves that a text fits, the one after which more of what follows can be played."""
        ends = []
        for move in map(position.parse_move, error.candidates):
            run = _core.play_run(position.play(move), self._text, offset)
            ends.append((run.end, move))
        (most, best), (second, _), *_ = sorted(ends, key=lambda found: -found[0])
        return best if most > second else None

    def _refuse(self, token: re.Match[bytes], error: MoveError) -> None:
        hint = "" if self._begun or self._stack or "GameType" in self._headers else _WHICH_GAME
        message = f"{error}; from here on, the moves of this line are kept as text{hint}"
        self._report.damage(token.start(), message)
        self._add_text(token)

    def _add_text(self, token: re.Match[bytes]) -> None:
        """Keeps a move as text, if it is still one when it stands by itself, without spaces."""
        text = b"".join(token[0].split())
        alone = TOKEN.match(text)
        if alone is None or alone.lastgroup != token.lastgroup or alone.end() < len(text):
            self._report.damage(token.start(), f"{shown(token)} is no move, and is left out")
            return
        self._before, self._position, self._begun = self._position, None, True
        self._visitor.text(text.decode())

    def _number(self, token: re.Match[bytes]) -> None:
        """Move numbers say nothing that the moves do not."""

    def _bare(self, token: re.Match[bytes]) -> None:
        self._report.forgiven(token.start(), f"the move number {token[0].decode()} has no full stop")

    def _dots(self, token: re.Match[bytes]) -> None:
        self._report.forgiven(token.start(), "dots stand apart from a move number")

    def _null(self, token: re.Match[bytes]) -> None:
        self._report.forgiven(token.start(), 'a null move is written /FEN "B::"/ or /FEN "W::"/')
        self._pass(token)

    def _pass(self, token: re.Match[bytes]) -> None:
        position = self._position
        if position is None:
            self._add_text(token)
            return
        self._before, self._position, self._begun = position, passed(position), True
        self._visitor.null(self._position)

    def _unknown(self, token: re.Match[bytes]) -> None:
        self._report.damage(
            token.start(), f"a move is not known, only marked by {UNKNOWN_MOVE}; what follows is kept as text"
        )
        self._add_text(token)

    def _setup(self, token: re.Match[bytes]) -> None:
        setup = SETUP.fullmatch(token[0])
        written = token[0].decode()
        if setup is None:
            self._report.damage(
                token.start(), f'{written[:40]!r} is no setup: expected /FEN "B:W21-32:B1-12"/'
            )
            return
        if not self._american:
            self._add_text(token)
        elif NULL_SETUP.fullmatch(setup[1]):
            self._pass(token)
        else:
            self._put_up(token, setup[1].decode())

    def _put_up(self, token: re.Match[bytes], fen: str) -> None:
        end = self._text.find(
            b"/", self._offset
        )  # of the next setup: what stands behind that is not about this
        moves = self._text[self._offset : end if end >= 0 else None]
        position = position_of(fen, token.start(), moves, self._report)
        if position is None:
            self._add_text(token)
            return
        self._before, self._position, self._begun = self._position, position, True
        self._visitor.setup(position)


def _with_sign(written: str) -> str:
    """Some leave out the sign between two-digit squares: 1115."""
    return f"{written[:2]}-{written[2:]}" if len(written) == 4 and written.isdigit() else written


def shown(token: re.Match[bytes]) -> str:
    shown = token[0].decode("utf-8", errors="replace")
    return repr(shown if len(shown) <= 40 else shown[:37] + "...")
