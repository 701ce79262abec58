"""Every exception that crownhead raises on purpose.

CrownheadError
├── EngineError                    an engine that cannot do what was asked: busy, closed, too large a table
├── UnknownLesson (LookupError)     a lesson that is not there; the message lists those that are
├── GameOver                       a move was asked for where the game has ended; .outcome says how
├── NotNow                         a game in progress does not allow that at this moment
├── CorruptBook                    an opening book that is damaged or none; .path names it
├── InvalidProof                   a certificate that is damaged, or that does not prove what it claims
├── InvalidPosition (ValueError)   text, grid or pieces that are no position; .reasons says all that is wrong
├── PictureError (ValueError)      a theme, square, colour or size that no picture can have
├── PDNError (ValueError)          a file that is no PDN, or not strictly so; .problems says where
├── LearnError                     samples of games that cannot be learnt from
├── IllegalAction (ValueError)     an environment was given an action that its game does not allow; .game names it
├── UnknownProblem (LookupError)   there is no problem of that number
├── CorruptProblems                the file of the problems is damaged
├── GameInUse                      a game that is being played in another terminal, or in a browser
├── UnknownRepertoire (LookupError) there is no repertoire of that name, or no such card in it
├── RepertoireError                repertoires that cannot be read or kept
├── FileInUse                      a file that another process holds; .path names its lock
├── JournalError                   the record of long work that is damaged or belongs to other work
├── WorkerDied                     the processes that were given a unit of long work died of it
├── ClusterError                   a cluster that cannot be reached, or does not do what it was given
│   ├── MissingFiles               a worker lacks files of the client; .digests says which
│   └── UnusableCache              a worker cannot keep files of the client
├── PeerError                      another program, over Hub or DXP, cannot be played with
│   ├── PeerGone                   it ended, hung up or never came
│   ├── PeerSilent                 it did not answer in time
│   ├── PeerMistake                it answered what may not be, as an illegal move
│   ├── BotFault                   a player in a Python file crashed, hung or broke the rules
│   └── PeerLeft                   it ended the game; .reason says why, as it sees it
├── MoveError (ValueError)         .text is what was given, .fen the position it was given for
│   ├── InvalidMove                not the text of a move at all
│   ├── IllegalMove                a move, but not one that may be played here
│   └── AmbiguousMove              fits several legal moves; .candidates lists them
├── TablebaseError                 an endgame database that cannot tell or be built
│   ├── MissingTable               there is no file for these pieces
│   ├── CorruptTable               a file that is damaged or not what its name says; .path names it
│   ├── TooManyPieces              the database has no positions with so many pieces
│   └── BuildError                 no memory, no room, or another builder at work
└── ServiceError                   the server of the board in the browser does not do what it was asked
    ├── BadRequest                 what was sent is not what this address takes
    ├── UnknownGame                there is no such game, or it is not shown to who asks
    ├── SeatRefused                the key that was shown does not open this seat
    ├── TooMuch                    too many requests; .wait says how many seconds to wait
    ├── TooLarge                   more in one request than this address takes
    ├── EngineBusy                 too many are waiting for the engine
    ├── EngineFailed               the engine's process died again and again
    └── StorageFailed              the games cannot be read or saved
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class CrownheadError(Exception):
    """The root of the tree: catch this to catch them all."""

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(
    kind: type[CrownheadError], args: tuple[object, ...], state: dict[str, object]
) -> CrownheadError:
    """Unpickled as it was: not every exception can be called again with what it holds in .args, its message."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


class EngineError(CrownheadError):
    """An engine cannot do what it was asked: it is busy or closed, or its table does not fit."""


class UnknownLesson(CrownheadError, LookupError):
    """There is no lesson of that name or number."""


class GameOver(CrownheadError):
    """A move was asked for in a game that has ended."""

    def __init__(self, outcome: object) -> None:
        self.outcome = outcome
        super().__init__(f"the game is over: {outcome}")


class NotNow(CrownheadError):
    """Possible in principle, but not at this moment of the game."""


class TablebaseError(CrownheadError):
    """An endgame database cannot tell what was asked, or cannot be built."""


class MissingTable(TablebaseError):
    """There is no file for these pieces."""


class CorruptTable(TablebaseError):
    """A file is damaged, or is not what its name says."""

    def __init__(self, message: str, *, path: object = None) -> None:
        super().__init__(message)
        self.path = path


class TooManyPieces(TablebaseError):
    """The position has more pieces than the database."""


class BuildError(TablebaseError):
    """A database cannot be built here and now."""


class CorruptBook(CrownheadError):
    """An opening book is damaged, or a file is none."""

    def __init__(self, message: str, *, path: object = None) -> None:
        super().__init__(message)
        self.path = path


class InvalidProof(CrownheadError):
    """A certificate is damaged, or it does not prove what it claims; the message says where."""


class InvalidPosition(CrownheadError, ValueError):
    """What was given describes no position; every reason is listed, not just the first."""

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__("; ".join(self.reasons))


class PictureError(CrownheadError, ValueError):
    """A picture was asked for in a way that cannot be drawn; the message names what can."""


class PDNError(CrownheadError, ValueError):
    """What was read is no PDN, or not as strictly as was asked for; .problems are those of one game."""

    def __init__(self, message: str, *, file: str = "", problems: Iterable[Any] = ()) -> None:
        super().__init__(message)
        self.file = file
        self.problems: tuple[Any, ...] = tuple(problems)


class LearnError(CrownheadError):
    """There is nothing to learn from, or what is there makes no sense."""


class IllegalAction(CrownheadError, ValueError):
    """An environment was given an action that its game does not allow. Nothing was changed."""

    def __init__(self, message: str, *, game: int, action: int) -> None:
        super().__init__(message)
        self.game = game
        self.action = action


class UnknownProblem(CrownheadError, LookupError):
    """There is no problem of that number."""


class CorruptProblems(CrownheadError):
    """The file of the problems is damaged, or a file is none."""


class GameInUse(CrownheadError):
    """A game is being played elsewhere: only one terminal or browser can play it at a time."""


class UnknownRepertoire(CrownheadError, LookupError):
    """There is no repertoire of that name, or no such card in it."""


class RepertoireError(CrownheadError):
    """Repertoires that cannot be read or kept."""


class FileInUse(CrownheadError):
    """Another process holds the lock of a file."""

    def __init__(self, path: object) -> None:
        self.path = path
        super().__init__(f"{path}: another process holds this lock")


class JournalError(CrownheadError):
    """A journal cannot be continued: it is damaged, or another work's."""


class WorkerDied(CrownheadError):
    """One process after another ended in the middle of the same unit."""


class ClusterError(CrownheadError):
    """A cluster cannot be reached, or does not do what it was given."""


class MissingFiles(ClusterError):
    """A worker lacks files of the client, which it names by their hashes."""

    def __init__(self, digests: list[str]) -> None:
        self.digests = digests
        super().__init__(f"{len(digests)} files of the client are not on this machine")


class UnusableCache(ClusterError):
    """A worker cannot keep files of the client: its disk is full, say."""


class PeerError(CrownheadError):
    """Another program cannot be played with any longer."""


class PeerGone(PeerError):
    """The other program ended, hung up, or was not there at all."""


class PeerSilent(PeerError):
    """The other program did not answer in the time it had."""


class PeerMistake(PeerError):
    """The other program said what it may not say, such as an illegal move."""


class BotFault(PeerError):
    """A player in a Python file did what loses its game; the message says what."""


class PeerLeft(PeerError):
    """The other program has ended the game."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the other program has ended the game: {reason}")
        self.reason = reason


class MoveError(CrownheadError, ValueError):
    """A move that cannot be played, with the text that named it and the position it was meant for."""

    def __init__(self, message: str, *, text: str, fen: str) -> None:
        super().__init__(message)
        self.text = text
        self.fen = fen


class InvalidMove(MoveError):
    """The text does not have the form of a move."""


class IllegalMove(MoveError):
    """The text is a move, but the rules do not allow it in this position."""


class AmbiguousMove(MoveError):
    """The text fits several legal moves that lead to different positions."""

    def __init__(self, message: str, *, text: str, fen: str, candidates: Iterable[str]) -> None:
        super().__init__(message, text=text, fen=fen)
        self.candidates: tuple[str, ...] = tuple(candidates)


class ServiceError(CrownheadError):
    """The root of what the web server refuses."""


class BadRequest(ServiceError):
    """What was sent cannot be read, or is not what this address takes."""


class UnknownGame(ServiceError):
    """No game of that name, as far as the one who asks may know."""


class SeatRefused(ServiceError):
    """Nobody moves for another: the key does not belong to the seat."""


class TooMuch(ServiceError):
    """More than one visitor may ask for."""

    def __init__(self, message: str, *, wait: float = 0.0) -> None:
        super().__init__(message)
        self.wait = wait


class TooLarge(ServiceError):
    """More in one request than is taken."""


class EngineBusy(ServiceError):
    """The queue for the engine is full."""


class EngineFailed(ServiceError):
    """The engine's process died, and so did those that replaced it."""


class StorageFailed(ServiceError):
    """The disk is full, the database locked or damaged."""
