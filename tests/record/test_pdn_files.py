"""Files made by others: how many games and moves they have, and that writing what was read loses nothing.

The games were counted by their Result tags and by the empty lines between them, the moves with regular
expressions on the text without comments, apart from this reader (see independent_count).
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

import crownhead as ch

AMERICAN = {
    "OCA_2.0.pdn": (43, 2280),
    "Tricks traps and shots.pdn": (91, 3017),
    "beginner.pdn": (58, 0),
    "borderclassics.pdn": (183, 62),
    "bridges.pdn": (267, 0),
    "gem.pdn": (162, 0),
    "goulds.pdn": (262, 0),
    "inferno.pdn": (68, 3306),
    "lpc.pdn": (100, 0),
}
"""Games and moves of the main lines."""

SAMPLES = {
    "alphanumeric.pdn": (1, 1),
    "fen.pdn": (3, 0),
    "gameterminator.pdn": (1, 1),
    "linecomment.pdn": (1, 2),
    "movestrength.pdn": (1, 3),
    "nested_comment.pdn": (1, 3),
    "string.pdn": (1, 1),
    "unicode.pdn": (1, 2),
    "variation.pdn": (1, 9),
}
"""Games and moves, those of variations included: of 10x10 draughts, so that none is legal here."""


def independent_count(text: str) -> tuple[int, int]:
    """Games by their Result tags, moves by their form, in files whose games all have that tag."""
    body = re.sub(r"\{[^}]*\}", " ", text)
    body = re.sub(r"^\[.*\]\s*$", " ", body, flags=re.MULTILINE)
    moves = re.findall(r"(?<![\d/])(?!(?:1-0|0-1)\b)\d{1,2}(?:[-x]\d{1,2})+(?![\d/])", body)
    return len(re.findall(r"^\[Result ", text, flags=re.MULTILINE)), len(moves)


@pytest.mark.parametrize("name", AMERICAN)
def test_every_game_is_replayed(shared_data: Path, name: str) -> None:
    path = shared_data / "pdn" / name
    games = list(ch.pdn.games(path))
    moves = sum(len(game.moves) for game in games)
    assert (len(games), moves) == AMERICAN[name]
    assert (len(games), moves) == independent_count(path.read_text(encoding="latin-1"))
    for game in games:
        for node in game.mainline():
            assert node.move is not None
            assert node.board().last_move == node.move


@pytest.mark.parametrize("name", SAMPLES)
def test_syntax_samples_keep_their_moves_as_text(shared_data: Path, name: str) -> None:
    games = list(ch.pdn.games(shared_data / "pdn" / name))
    nodes = [node for game in games for node in game.nodes() if node.parent is not None]
    assert (len(games), len(nodes)) == SAMPLES[name]
    assert all(node.text and node.move is None for node in nodes)


@pytest.mark.parametrize("name", [*AMERICAN, *SAMPLES])
def test_reading_writing_reading_is_the_identity(shared_data: Path, name: str) -> None:
    games = list(ch.pdn.games(shared_data / "pdn" / name))
    text = ch.pdn.dumps(games)
    again = list(ch.pdn.games(io.StringIO(text)))
    assert again == games
    assert ch.pdn.dumps(again) == text


@pytest.mark.parametrize(
    "name", ["OCA_2.0.pdn", "Tricks traps and shots.pdn", "gem.pdn", "inferno.pdn", "lpc.pdn"]
)
def test_what_is_written_is_strict(shared_data: Path, name: str) -> None:
    games = list(ch.pdn.games(shared_data / "pdn" / name))
    strict = ch.pdn.games(io.StringIO(ch.pdn.dumps(games)), strict=True)
    assert list(strict) == games


def test_the_one_damaged_american_game_is_reported(shared_data: Path) -> None:
    """Number 14 of the bridges has a FEN without pieces."""
    found = [
        (name, problem.line, problem.column)
        for name in AMERICAN
        for game in ch.pdn.games(shared_data / "pdn" / name)
        for problem in game.problems
        if problem.is_damage
    ]
    assert found == [("bridges.pdn", 124, 1)]


def test_nested_comment_sample_is_refused_where_the_second_brace_closes(shared_data: Path) -> None:
    with pytest.raises(ch.PDNError) as refused:
        ch.pdn.read(shared_data / "pdn" / "nested_comment.pdn", strict=True)
    assert (refused.value.problems[-1].line, refused.value.problems[-1].column) == (1, 46)
    assert "nested_comment.pdn:1:" in str(refused.value)
