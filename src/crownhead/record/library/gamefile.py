"""The record of a game on disk: written whole after every move, so that nothing can take a game away."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING

from crownhead.errors import CrownheadError, FileInUse, GameInUse
from crownhead.files import Lock, data_directory
from crownhead.record import pdn

if TYPE_CHECKING:
    from pathlib import Path

    from crownhead.record.game.game import Game


def games_directory() -> Path:
    return data_directory() / "games"


class GameFile:
    """A name, and a lock that the system lifts when the program ends, however."""

    def __init__(self, path: Path) -> None:
        """Raises GameInUse."""
        self.path = path
        try:
            self._lock = Lock.beside(path)
        except FileInUse:
            raise GameInUse(f"{path.name} is being played elsewhere, in a terminal or a browser") from None

    @classmethod
    def new(cls) -> GameFile:
        """Named for the moment: the names sort by age."""
        directory = games_directory()
        directory.mkdir(parents=True, exist_ok=True)
        stamp = f"{datetime.now():%Y-%m-%d-%H%M%S}"
        count = 1
        while True:
            path = directory / (f"{stamp}.pdn" if count == 1 else f"{stamp}-{count}.pdn")
            with suppress(GameInUse):
                if not path.exists():
                    return cls(path)
            count += 1

    def write(self, game: Game) -> None:
        """Raises OSError; what was written before stays then."""
        pdn.write(game, self.path)

    def close(self) -> None:
        self._lock.close()


def saved_games() -> list[Path]:
    """The latest first."""
    return sorted(games_directory().glob("*.pdn"), key=_age)


def _age(path: Path) -> tuple[float, str]:
    with suppress(OSError):
        return -path.stat().st_mtime, path.name
    return 0.0, path.name


def unfinished() -> tuple[GameFile, Game] | None:
    """The game that was played last, if it is not over and no other terminal plays it."""
    for path in saved_games():
        with suppress(OSError, CrownheadError):
            game = pdn.read(path)
            if game.result == "*" and game.end().position is not None:
                return GameFile(path), game
            return None
    return None
