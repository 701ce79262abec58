"""Published problems with few pieces: what the engine proves is what their authors say."""

from __future__ import annotations

from pathlib import Path

from samples import each, present

import crownhead as ch
from crownhead.engine import Engine, Limit, ScoreKind

MOST_PIECES = 6
NODES = 600_000
LEAST_PROVED = {"problems.pdn": 10, "beginner.pdn": 10, "goulds.pdn": 3}


@each("path", present("pdn/problems.pdn", "pdn/beginner.pdn", "pdn/goulds.pdn"))
def test_proofs_agree_with_the_published_result(path: Path) -> None:
    proved = 0
    problems = [game for game in ch.pdn.games(path) if is_small(game)][:25]
    with Engine(hash_mb=32, tablebase=None) as engine:
        for game in problems:
            engine.new_game()
            score = engine.play(game.root.board(), Limit(nodes=NODES)).score.seen_by(ch.BLACK)
            if score.kind is ScoreKind.EVALUATION:
                continue
            proved += 1
            assert str(game.result) == ("1-0" if score.kind is ScoreKind.WIN else "0-1"), game.headers["FEN"]
    assert proved >= LEAST_PROVED[path.name]


def is_small(game: ch.Game) -> bool:
    if "FEN" not in game.headers:
        return False
    position = game.root.board().position
    pieces = (position.black_bits | position.white_bits).bit_count()
    return pieces <= MOST_PIECES and not position.is_over
