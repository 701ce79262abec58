"""Players of a match as they are named on the command line."""

from __future__ import annotations

import os
import shlex
import shutil
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from crownhead.book.book import Book
from crownhead.engine.levels import FULL_STRENGTH
from crownhead.engine.weights import read
from crownhead.errors import CorruptBook, EngineError
from crownhead.match.baselines import GreedyPlayer, RandomPlayer, TextbookPlayer
from crownhead.match.pace import Pace
from crownhead.match.recipes import EngineRecipe, PlayerRecipe
from crownhead.terminal.match.programs import DxpRecipe, HubRecipe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from crownhead.match.contender import Recipe
    from crownhead.play.player import Player

HELP = f"""\b
A player is one of
  engine                the engine of this installation at full strength
  level=5               ... at a level from 1 to {FULL_STRENGTH}
  threads=2,hash=256    ... with these threads and megabytes
  weights=FILE          ... with weights of your own (crownhead train)
  book=auto             ... with the opening book, or with that of a file
  tablebase=none        ... without endgame databases, or with those of a directory
  nodes=10000           ... at its own pace (also time=0.1, seconds a move, or depth=9)
  textbook=5            the textbook's alpha-beta, so many plies deep
  random, greedy        any legal move; one that takes as much as it can
  ~/old/bin/python      the engine of another installation
  "./other --hub"       any program that speaks the Hub protocol
  dxp=localhost:27531   a program that waits for games there, by the DXP protocol
  dxp=...,minutes=5     ... and is offered so many minutes for a game
"""

CHANCE: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
_PACES: dict[str, tuple[str, Callable[[str], float]]] = {
    "time": ("move_time", float),
    "nodes": ("nodes", int),
    "depth": ("depth", int),
}
_OPTIONS: dict[str, tuple[str, int, int]] = {
    "level": ("level", 1, FULL_STRENGTH),
    "threads": ("threads", 1, 256),
    "hash": ("hash_mb", 1, 1 << 20),
}


def recipe_of(text: str, parameters: Sequence[str], pace: Pace) -> Recipe:
    """The player that a text names. `parameters` are name=value for a Hub engine; `pace` is the match's."""
    words = shlex.split(text)
    if not words:
        raise click.UsageError("a player is missing: its text is empty")
    if _is_program(words[0]):
        return _program(text, words, parameters)
    if parameters:
        raise click.UsageError(
            f"{text!r} is not a Hub program: write options like level=5 or threads=2,hash=64"
        )
    if text in CHANCE:
        return PlayerRecipe(text, CHANCE[text])
    if text.startswith("textbook="):
        depth = _number(text, text.removeprefix("textbook="), 1, 20)
        return PlayerRecipe(text, partial(TextbookPlayer, depth))
    if text.startswith("dxp="):
        return _dxp(text)
    return _engine(text, pace)


def _dxp(text: str) -> Recipe:
    place, *options = text.removeprefix("dxp=").split(",")
    host, colon, port = place.rpartition(":")
    if not host or not colon:
        raise click.UsageError(f"{text!r}: {place!r} is no place: give a host and a port as localhost:27531")
    minutes = 0
    for option in options:
        name, _, value = option.partition("=")
        if name != "minutes":
            raise click.UsageError(f"{text!r}: {option!r} is no option of a DXP player (minutes=5)")
        minutes = _number(text, value, 1, 999)
    return DxpRecipe(text, host, _number(text, port, 1, 65535), minutes)


def _is_program(word: str) -> bool:
    """A path, or a program that the shell would find; names with = are options."""
    return os.sep in word.partition("=")[0] or (
        "=" not in word and word not in ("engine", *CHANCE) and bool(shutil.which(word))
    )


def _program(text: str, words: list[str], parameters: Sequence[str]) -> Recipe:
    path = shutil.which(str(Path(words[0]).expanduser()))
    if path is None:
        raise click.UsageError(f"{words[0]!r} cannot be run: there is no such program")
    command = [os.path.abspath(path), *words[1:]]  # noqa: PTH100 - a link, as in a virtual environment, stays
    if Path(path).name.startswith("python") and len(words) == 1:
        command += ["-P", "-m", "crownhead", "hub"]
    pairs = [parameter.partition("=") for parameter in parameters]
    return HubRecipe(text, tuple(command), tuple((name, value) for name, _, value in pairs))


def _engine(text: str, pace: Pace) -> Recipe:
    options: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        if part == "engine":
            continue
        if name in _OPTIONS:
            field, least, most = _OPTIONS[name]
            options[field] = _number(text, value, least, most)
        elif name == "tablebase" and value:
            options[name] = None if value == "none" else value
        elif name == "book" and value:
            options[name] = None if value == "none" else _book(text, value)
        elif name == "weights" and value:
            options[name] = _weights(text, value)
        elif name in _PACES:
            field, convert = _PACES[name]
            own[field] = _positive(text, value, convert)
        else:
            known = ", ".join([*_OPTIONS, "tablebase", "weights", "book", *_PACES])
            raise click.UsageError(f"{text!r} names no player: {name!r} is no option of the engine ({known})")
    own_pace = Pace(margin=pace.margin, cpu=pace.cpu, **own) if own else None
    return EngineRecipe(text, own_pace, **options)


def _book(text: str, value: str) -> str:
    """Opened once here, so that a file that is none is told before the match begins."""
    try:
        Book.open(None if value == "auto" else value)
    except (CorruptBook, OSError) as error:
        raise click.UsageError(f"{text!r}: {error}") from None
    return value


def _weights(text: str, value: str) -> str:
    """Read once here, so that a file that is none is told before the match begins."""
    try:
        read(Path(value))
    except EngineError as error:
        raise click.UsageError(f"{text!r}: {error}") from None
    return value


def _number(text: str, value: str, least: int, most: int) -> int:
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise click.UsageError(f"{text!r}: {value!r} is not a whole number from {least} to {most}")
    return int(value)


def _positive(text: str, value: str, convert: Callable[[str], float]) -> float:
    try:
        number = convert(value)
    except ValueError:
        number = 0
    if not 0 < number < 1e15:
        raise click.UsageError(f"{text!r}: {value!r} is not a positive number")
    return number
