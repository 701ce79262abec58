"""What a position is worth, and how it is said."""

from __future__ import annotations

import pytest

from crownhead import BLACK, WHITE
from crownhead.engine import Score, ScoreKind

OPINION = Score(ScoreKind.EVALUATION, 32, BLACK)
WIN = Score(ScoreKind.WIN, 29987, BLACK, plies=13, exact=True)
LOSS = Score(ScoreKind.LOSS, -29996, BLACK, plies=4, exact=True)


def test_texts() -> None:
    assert str(OPINION) == "+0.32"
    assert str(-OPINION) == "-0.32"
    assert str(WIN) == "win in 13"
    assert str(LOSS) == "loss in 4"
    assert str(Score(ScoreKind.WIN, 20000, BLACK, exact=True)) == "win (database)"
    assert str(Score(ScoreKind.DRAW, 0, BLACK, exact=True)) == "draw (database)"


def test_the_other_view() -> None:
    assert (-WIN).kind is ScoreKind.LOSS
    assert (-WIN).colour is WHITE
    assert (-WIN).plies == 13
    assert (-WIN).seen_by(BLACK) == WIN
    assert WIN.seen_by(BLACK) is WIN
    assert WIN.seen_by(WHITE) == -WIN


def test_order() -> None:
    assert LOSS < OPINION < WIN
    assert max(LOSS, WIN, OPINION) is WIN
    with pytest.raises(ValueError, match="seen_by"):
        _ = WIN < -WIN


def test_the_move_before() -> None:
    """Who is lost in 4 plies after a move was beaten by it in 5, and the sooner the win, the larger the number."""
    assert LOSS.before == Score(ScoreKind.WIN, 29995, WHITE, plies=5, exact=True)
    assert WIN.before == Score(ScoreKind.LOSS, -29986, WHITE, plies=14, exact=True)
    assert LOSS.before.before.plies == 6
    assert OPINION.before == -OPINION
