"""Three wins or losses in a row, and another level is suggested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crownhead.engine.levels import FULL_STRENGTH
from crownhead.record.library import gamefile
from crownhead.rules.colour import BLACK, WHITE, Colour
from crownhead.terminal.play.commands import enter
from crownhead.terminal.play.seating import Seating
from crownhead.terminal.play.session import Session
from crownhead.terminal.play.suggestion import suggestion

OPEN: list[Session] = []


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("CROWNHEAD_DATA", str(tmp_path))
    yield
    while OPEN:
        OPEN.pop().close()


def ended(winner: Colour, level: int = 4) -> Session:
    """A person with Black against the engine, given up by one of them."""
    OPEN.append(Session(Seating(frozenset({WHITE}), level), new_file=gamefile.GameFile.new))
    game = OPEN[-1]
    enter(game, "11-15")
    game.game.resign(winner.opponent, game.now())
    game.record()
    return game


def test_three_losses_suggest_the_level_below() -> None:
    assert suggestion(ended(WHITE)) == []
    assert suggestion(ended(WHITE)) == []
    (said,) = suggestion(ended(WHITE))
    assert "lost 3 games in a row" in said
    assert "new level 3" in said


def test_three_wins_suggest_the_next_level() -> None:
    for _ in range(2):
        ended(BLACK)
    (said,) = suggestion(ended(BLACK))
    assert "won 3 games in a row" in said
    assert "new level 5" in said


def test_games_at_another_level_do_not_count() -> None:
    for level in (4, 5, 4):
        game = ended(BLACK, level)
    assert suggestion(game) == []


def test_mixed_results_suggest_nothing() -> None:
    for winner in (BLACK, WHITE, BLACK):
        game = ended(winner)
    assert suggestion(game) == []


def test_a_damaged_game_suggests_nothing_and_does_no_harm() -> None:
    for _ in range(2):
        ended(BLACK)
    game = ended(BLACK)
    gamefile.saved_games()[1].write_bytes(b'\xff[Event "')
    assert suggestion(game) == []


def test_beyond_full_strength_there_is_nothing() -> None:
    for _ in range(3):
        game = ended(BLACK, FULL_STRENGTH)
    assert suggestion(game) == []
    for _ in range(3):
        game = ended(WHITE, FULL_STRENGTH)
    assert f"new level {FULL_STRENGTH - 1}" in suggestion(game)[0]
