"""Repertoires and their progress, kept in one file of the user's data directory for terminal and browser."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from crownhead.errors import CrownheadError, RepertoireError, UnknownRepertoire
from crownhead.files import Lock, data_directory, write_text
from crownhead.study.openings.repertoire import Answered, Repertoire, answer, joined

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def repertoire_file() -> Path:
    return data_directory() / "repertoires.json"


def repertoires() -> list[Repertoire]:
    """By name. Raises RepertoireError for a file that cannot be read, which is left as it is."""
    path = repertoire_file()
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[Repertoire])
    except FileNotFoundError:
        return []
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RepertoireError(
            f"{path} cannot be read as repertoires: {error}; it was left as it is"
        ) from error


def repertoire(name: str) -> Repertoire:
    for known in repertoires():
        if known.name == name:
            return known
    raise UnknownRepertoire(f"there is no repertoire called {name!r}")


def keep(changed: Repertoire) -> None:
    """In the place of one of the same name. Raises RepertoireError."""
    with _changing() as kept:
        kept[changed.name] = changed


def extend(made: Repertoire) -> Repertoire:
    """Adds cards to the repertoire of that name, or keeps a new one. Raises RepertoireError, or CrownheadError where
    the other cards are for the other side."""
    with _changing() as kept:
        known = kept.get(made.name, made)
        if known.side != made.side:
            raise CrownheadError(f"the repertoire {made.name!r} is for {known.side}: give another name")
        kept[made.name] = joined(known, made)
        return kept[made.name]


def forget(name: str) -> None:
    with _changing() as kept:
        if kept.pop(name, None) is None:
            raise UnknownRepertoire(f"there is no repertoire called {name!r}")


def answer_kept(name: str, fen: str, move: str, now: float, *, helped: bool = False) -> Answered:
    """Judges a move of a card, and keeps when the card is asked again."""
    with _changing() as kept:
        if name not in kept:
            raise UnknownRepertoire(f"there is no repertoire called {name!r}")
        card = kept[name].card(fen)
        if card is None:
            raise UnknownRepertoire(f"the repertoire {name!r} has no card for {fen}")
        answered = answer(kept[name], card, move, now, helped=helped)
        kept[name] = answered.repertoire
    return answered


@contextmanager
def _changing() -> Iterator[dict[str, Repertoire]]:
    """What is changed in the block is written when it ends well. Raises FileInUse while another changes it."""
    path = repertoire_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with Lock.beside(path):
            kept = {known.name: known for known in repertoires()}
            yield kept
            ordered = sorted(kept.values(), key=lambda known: known.name.casefold())
            write_text(path, msgspec.json.encode(ordered).decode())
    except OSError as error:
        message = f"{path}: your progress could not be saved: {error.strerror or error}"
        raise RepertoireError(message) from error
