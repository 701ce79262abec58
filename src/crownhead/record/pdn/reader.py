"""Going through files of games: whole trees, boards only, tags only, or only what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.errors import PDNError
from crownhead.record.game.problems import Severity
from crownhead.record.pdn.parser import parse, read_headers
from crownhead.record.pdn.positions import PositionGatherer
from crownhead.record.pdn.source import name_of, raw_games
from crownhead.record.pdn.tree import TreeBuilder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crownhead.record.game.game import Game
    from crownhead.record.game.headers import Headers
    from crownhead.record.game.problems import RecordProblem
    from crownhead.record.pdn.source import Source
    from crownhead.rules.position import Position


class Games:
    """The games of a file, read one at a time as they are asked for."""

    def __init__(self, source: Source, *, strict: bool = False) -> None:
        self.name = name_of(source)
        self.problems: list[RecordProblem] = []
        """What was found outside of games: text before the first or behind the last that is none."""
        self._strict = strict
        self._games = self._read(source)

    def __iter__(self) -> Iterator[Game]:
        return self._games

    def __next__(self) -> Game:
        return next(self._games)

    def _read(self, source: Source) -> Iterator[Game]:
        for raw in raw_games(source):
            game = parse(raw, TreeBuilder())
            if self._strict:
                refuse_deviations(game.problems, self.name)
            if is_empty(game):
                self.problems += game.problems
            else:
                yield game


def is_empty(game: Game) -> bool:
    """Whether it is no game at all, but stray text."""
    return not (game.headers or game.root.next or game.root.has_notes)


def refuse_deviations(problems: list[RecordProblem], name: str) -> None:
    """Raises PDNError unless a game is as the standard has it. Other games than ours may be that too."""
    deviations = [problem for problem in problems if problem.severity is not Severity.FOREIGN]
    if deviations:
        others = f" (and {len(deviations) - 1} more in this game)" if len(deviations) > 1 else ""
        raise PDNError(f"{name}:{deviations[0]}{others}", file=name, problems=deviations)


def games(source: Source, *, strict: bool = False) -> Games:
    """Every game of a file (a path, perhaps of a .gz, or an open file), in constant memory.

    What is wrong with a game stands in its .problems, and the next one is read all the same. With strict=True
    the first game that is not exactly as the standard has it raises a PDNError that names all its problems.
    """
    return Games(source, strict=strict)


def headers(source: Source) -> Iterator[Headers]:
    """The tags of every game; the moves are passed over."""
    for raw in raw_games(source):
        yield read_headers(raw)


def boards(source: Source) -> Iterator[tuple[Headers, list[Position]]]:
    """The tags of every game and the positions of its main line, as far as it can be replayed."""
    for raw in raw_games(source):
        yield parse(raw, PositionGatherer())


def check(source: Source) -> Iterator[RecordProblem]:
    """All that is not as the standard has it, in the order of the file."""
    for raw in raw_games(source):
        yield from parse(raw, TreeBuilder()).problems
