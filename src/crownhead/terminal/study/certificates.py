"""Certificates for the positions of games at which a result became certain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crownhead.engine import Limit
from crownhead.errors import InvalidProof
from crownhead.proofs import attempt
from crownhead.proofs.certificate import read_header
from crownhead.study.review import proved_turns
from crownhead.terminal.prove import ProofDisplay

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from crownhead.record.game.game import Game
    from crownhead.study.review import ProvedTurn, Review

SECONDS = 60.0
"""For each proof."""


def certificates(games: Iterable[tuple[Game, Review]], folder: Path) -> Iterator[str]:
    """Writes them, and says what came of each. Those that are there are not looked for again."""
    folder.mkdir(exist_ok=True)
    for number, (_, review) in enumerate(games, 1):
        for turn in proved_turns(review):
            path = folder / f"{number:04}-{turn.number:03}.proof"
            if _is_there(path, turn) or _proved(path, turn):
                yield f"{turn.words} Certificate: {path}"
            else:
                yield f"{turn.words} No certificate was found in {SECONDS:.0f} seconds."


def _is_there(path: Path, turn: ProvedTurn) -> bool:
    try:
        with path.open("rb") as file:
            header = read_header(file)
    except (FileNotFoundError, InvalidProof):
        return False
    position = turn.position
    root = (position.black_bits, position.white_bits, position.king_bits, bool(position.turn))
    there = (header.black, header.white, header.kings, header.white_to_move)
    return there == root and header.claim is turn.verdict.claim


def _proved(path: Path, turn: ProvedTurn) -> bool:
    with ProofDisplay() as display:
        found = attempt(
            turn.position, turn.verdict.claim, Limit(time=SECONDS), threads=2, on_progress=display.show
        )
    if found.proof is not None:
        found.proof.save(path)
    return found.proof is not None
