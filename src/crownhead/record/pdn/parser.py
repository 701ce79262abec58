"""Reading one game: tags, then move text, told to a visitor."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from crownhead.record.game.game import is_american
from crownhead.record.game.headers import Headers
from crownhead.record.pdn.encoding import to_utf8
from crownhead.record.pdn.lexer import END, TOKEN
from crownhead.record.pdn.moves import MoveReader, shown
from crownhead.record.pdn.report import ProblemReport
from crownhead.record.pdn.start import initial_position
from crownhead.record.pdn.tags import ESCAPED_BREAK, read_plain_tags, read_tags

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

    from crownhead.record.pdn.source import RawGame
    from crownhead.record.pdn.visitor import Visitor

T = TypeVar("T")

INTERNATIONAL_RESULTS = {"2-0": "1-0", "1-1": "1/2-1/2", "0-2": "0-1"}
ONLY_MOVE = 7
"""The annotation glyph for what checkers books mark with a star."""


def parse(raw: RawGame, visitor: Visitor[T]) -> T:
    """Reads a game as far as it can be read; what is wrong with it goes to the visitor at the end."""
    return _GameParser(raw, visitor).run(visitor)


def read_headers(raw: RawGame) -> Headers:
    """The tags alone: the moves are not looked at."""
    tags = read_plain_tags(raw.text)
    if tags is None:
        text, _ = to_utf8(raw.text)
        tags, _, _ = read_tags(ProblemReport(text, raw.line))
    return Headers.trusted(tags)


class _GameParser(MoveReader):
    """Also what lies between the moves: notes, variations, and the end."""

    __slots__ = ("_older_at", "_raw", "_result")

    def __init__(self, raw: RawGame, visitor: Visitor[object]) -> None:
        text, self._older_at = to_utf8(raw.text)
        super().__init__(ProblemReport(text, raw.line), visitor)
        self._raw = raw
        self._result = ""

    def run(self, visitor: Visitor[T]) -> T:
        self._note_condition()
        tags, comments, self._offset = read_tags(self._report)
        self._headers = Headers.trusted(tags)
        self._american = is_american(self._headers.get("GameType", ""))
        self._position, self._offset = initial_position(self._headers, self._offset, self._report)
        self._before = self._position
        visitor.begin(self._headers, self._position)
        for comment in comments:
            visitor.comment(comment)
        self._read_body()
        self._check_end()
        return visitor.end(self._report.problems())

    def _note_condition(self) -> None:
        if self._older_at is not None:
            self._report.forgiven(self._older_at, "this is not UTF-8: read as Windows-1252")
        if self._raw.cut:
            self._report.damage(0, "the game is too long to be read: only its beginning is kept")

    # -- move text ---------------------------------------------------------------------------------

    def _read_body(self) -> None:
        text = self._text
        while True:
            if self._position is not None:
                self._play_run(self._position)
            token = TOKEN.match(text, self._offset)
            if token is None:
                return
            self._offset = token.end()
            kind = token.lastgroup
            if kind != "space":
                _HANDLERS[kind](self, token)  # type: ignore[index]

    # -- what is said about moves ------------------------------------------------------------------

    def _comment(self, token: re.Match[bytes]) -> None:
        if self._visitor.wants_notes:
            self._visitor.comment(token[0][1:-1].decode())

    def _unclosed(self, token: re.Match[bytes]) -> None:
        self._report.damage(token.start(), "a comment is not closed: all that follows in this game is in it")
        rest = self._text[token.end() :]
        self._offset = len(self._text)
        if self._visitor.wants_notes:
            self._visitor.comment(rest.decode())

    def _stray(self, token: re.Match[bytes]) -> None:
        self._report.damage(token.start(), "} without {: comments do not nest, the first } ends them")

    def _strength(self, token: re.Match[bytes]) -> None:
        if self._may_annotate(token):
            self._visitor.strength(token[0].strip(b"()").decode())

    def _nag(self, token: re.Match[bytes]) -> None:
        if self._may_annotate(token):
            self._visitor.nag(int(token[0][1:]))

    def _may_annotate(self, token: re.Match[bytes]) -> bool:
        if not self._begun:
            self._report.damage(
                token.start(), f"{token[0].decode()[:20]} stands before any move that it could be about"
            )
        elif self._text[token.start() - 1 : token.start()].isspace() and token[0][:1] != b"$":
            self._report.forgiven(
                token.start(), f"a space stands between a move and its {token[0].decode()[:20]}"
            )
        return self._begun and self._visitor.wants_notes

    # -- variations and the end --------------------------------------------------------------------

    def _open(self, token: re.Match[bytes]) -> None:
        if not self._begun:
            self._report.forgiven(token.start(), "a variation stands before the move that it replaces")
        self._stack.append((self._position, self._before, self._begun))
        if self._begun:
            self._position = self._before
        self._begun = False
        self._visitor.open()

    def _close(self, token: re.Match[bytes]) -> None:
        if not self._stack:
            self._report.damage(token.start(), ") without a variation that it could close")
            return
        if not self._begun:
            self._report.forgiven(token.start(), "a variation has no move")
        self._position, self._before, self._begun = self._stack.pop()
        self._visitor.close()

    def _result_token(self, token: re.Match[bytes]) -> None:
        result = token[0].replace(b" ", b"").decode()
        if not END.match(self._text, token.end()):
            self._early_result(token, result)
        else:
            self._result = result
            if result != "*":
                self._report.forgiven(
                    token.start(), f"the game ends with {result}: the standard ends games with *"
                )

    def _early_result(self, token: re.Match[bytes], result: str) -> None:
        if result == "*" and self._begun:
            self._report.forgiven(token.start(), "a star marks a move: the standard writes $7")
            if self._visitor.wants_notes:
                self._visitor.nag(ONLY_MOVE)
        else:
            self._report.damage(
                token.start(), f"the result {result} stands before the end of the game, and is left out"
            )

    def _escape(self, token: re.Match[bytes]) -> None:
        self._report.forgiven(token.start(), ESCAPED_BREAK)

    def _bracket(self, token: re.Match[bytes]) -> None:
        self._report.damage(token.start(), f"{shown(token)} stands between moves, and is left out")

    def _junk(self, token: re.Match[bytes]) -> None:
        if token[0] == b".":
            self._report.forgiven(token.start(), "a full stop stands behind a move")
        else:
            self._report.damage(token.start(), f"{shown(token)} means nothing here, and is left out")

    def _check_end(self) -> None:
        end = len(self._text)
        if self._stack:
            self._report.damage(end, f"{len(self._stack)} variation(s) are not closed at the end of the game")
        if not self._result and not self._raw.last:
            self._report.forgiven(end, "the game does not end with *, and another follows")
        self._settle_result(end)

    def _settle_result(self, end: int) -> None:
        """The tag says what the result is; where it does not, the end of the moves."""
        result = self._result
        if self._american and result in INTERNATIONAL_RESULTS:
            result = INTERNATIONAL_RESULTS[result]
            self._report.forgiven(
                end - len(self._result),
                f"{self._result} is a result of international draughts: read as {result}",
            )
        tag = self._headers.get("Result", "")
        if result in ("", "*") or result == tag:
            return
        if tag in ("", "?", "*"):
            self._headers["Result"] = result
            if tag == "*":
                self._report.forgiven(
                    end - len(self._result), f"the tag says * and the game ends with {result}"
                )
        else:
            self._report.damage(
                end - len(self._result),
                f"the tag says {tag[:20]} and the game ends with {result}: the tag is kept",
            )


_HANDLERS: dict[str, Callable[[_GameParser, re.Match[bytes]], None]] = {
    "comment": _GameParser._comment,
    "unclosed": _GameParser._unclosed,
    "result": _GameParser._result_token,
    "strength": _GameParser._strength,
    "nag": _GameParser._nag,
    "open": _GameParser._open,
    "close": _GameParser._close,
    "setup": _GameParser._setup,
    "number": _GameParser._number,
    "move": _GameParser._move,
    "bare": _GameParser._bare,
    "null": _GameParser._null,
    "unknown": _GameParser._unknown,
    "dots": _GameParser._dots,
    "escape": _GameParser._escape,
    "bracket": _GameParser._bracket,
    "stray": _GameParser._stray,
    "junk": _GameParser._junk,
}
